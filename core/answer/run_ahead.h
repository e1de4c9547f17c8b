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

/// A GPU that is never behind: tensors of collectives wait until the end of their layer at most.
LaunchPace leastAhead();
/// A GPU that never catches up: the program is ahead by all that CUDA queues.
LaunchPace mostAhead();

/// Seconds of one micro-batch on a stage, forward and backward.
struct PassSeconds
{
    double work = 0; ///< of the GPU
    double program = 0; ///< of all launches
};

/// Null where the speed of the device is not known.
std::optional<PassSeconds> computedPass(const Resolved& plan, const Stage& stage);

/// The pace of a stage, which has layers, with these seconds of a micro-batch.
LaunchPace computedPace(const Resolved& plan, const Stage& stage, const PassSeconds& pass);

/// The times in which the program launches the layers of a stage and the GPU works on them: the
/// program's own, else the computed ones. Null where no tensor waits.
std::optional<LaunchPace> launchPace(const Resolved& plan, const Stage& stage);

} // namespace highwater
