// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/run_ahead.h"
#include "core/ledger/resolve.h"

#include <optional>
#include <vector>

namespace highwater {

/// Facts of a measured run for which a plan has no key.
struct RunFacts
{
    std::optional<double> tokensPerSecondPerGpu = {}; ///< measured
    bool earlyPyTorch = false; ///< as in ProgramTraits, like the next two
    bool earlyBitsandbytes = false;
    bool narrowLoss = false;
    bool measuresNetwork = false; ///< the program measures the network before it loads weights
    bool sendsAhead = false; ///< the program of its pipeline sends without waiting for the GPU
    double collectiveSeconds = 0; ///< of the program, for each collective and rank of its group
};

/// Seconds of one micro-batch of a run on a stage, forward and backward, as computed.
struct RunPass : PassSeconds
{
    double launching = 0; ///< of launches that take longer than the GPU's work
    double ofStep = 0; ///< of the optimizer and all else that a step does once
};

/// Null where the speed of the device is not known.
std::optional<RunPass> computedPass(const Resolved& plan, const Stage& stage,
                                    const RunFacts& facts);

/// Seconds of one micro-batch in a measured run: the seconds of a step divided by its micro-batches
/// and by those for which the pipeline fills.
std::optional<double> measuredPass(const Resolved& plan, const RunFacts& facts);

/// The tensors with which nanotron's branch for the sweep of the Ultra-Scale Playbook measures the
/// network before it loads the model.
std::vector<Bytes> networkTensors(const Cluster& cluster);

/// The program of a run of this plan.
ProgramTraits traitsOf(const RunFacts& facts, const Resolved& plan);

} // namespace highwater
