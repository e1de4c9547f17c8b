// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/launch_clock.h"
#include "core/ledger/resolve.h"

#include <optional>

namespace highwater {

/// Whether tensors that collectives of tensor parallelism have used may wait for the GPU after the
/// program has freed them (PyTorch before 2.8, ProcessGroupNCCL.cpp: record_stream).
bool waitsForCollectives(const Resolved& plan);

/// Whether the activation that a stage sends last may wait for the GPU while the stepped weights
/// are gathered, as NCCL's stream has recorded it.
bool sentMayWait(const Resolved& plan);

/// A GPU that is never behind: tensors of collectives wait until the end of their layer at most.
LaunchPace leastAhead();
/// A GPU that never catches up: the program is ahead by all that CUDA queues.
LaunchPace mostAhead();

/// The times in which the program launches the layers of a stage and the GPU works on them. Null
/// where no tensor waits. The time of a measured run counts where the plan describes one, else the
/// computed time.
std::optional<LaunchPace> launchPace(const Resolved& plan, const Stage& stage);

/// Seconds of one micro-batch on a stage, forward and backward.
struct PassSeconds
{
    double work = 0; ///< of the GPU
    double launching = 0; ///< of launches that take longer than the GPU's work
    double program = 0; ///< of all launches and collectives
    double ofStep = 0; ///< of the optimizer and all else that a step does once
};

/// Null where the speed of the device is not known.
std::optional<PassSeconds> computedPass(const Resolved& plan, const Stage& stage);

/// Seconds of one micro-batch in a measured run: the seconds of a step divided by its micro-batches
/// and by those for which the pipeline fills.
std::optional<double> measuredPass(const Resolved& plan);

} // namespace highwater
