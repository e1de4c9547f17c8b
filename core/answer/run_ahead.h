// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// Whether tensors that collectives of tensor parallelism have used may wait for the GPU after the
/// program has freed them (PyTorch before 2.8, ProcessGroupNCCL.cpp: record_stream).
bool waitsForCollectives(const Resolved& plan);

/// Whether the activation that a stage sends last may wait for the GPU while the stepped weights
/// are gathered, as NCCL's stream has recorded it.
bool sendMayWait(const Resolved& plan);

/// Operators that a program launches for a layer's forward and for its backward pass, with
/// collectives and events (counted in nanotron's models/llama.py).
inline constexpr std::int64_t forwardLaunches = 45, backwardLaunches = 60;
/// CUDA queues some 1,024 launches; a further one waits.
inline constexpr std::int64_t queuedLaunches = 1024;
/// Tensors of collectives wait at least until all launches of their layer are done. The replay
/// counts launches at the end of each layer, so one launch means: until the end of the layer.
inline constexpr std::int64_t withinLayer = 1;

/// The launches by which the program is ahead of the GPU when it frees such tensors, from
/// withinLayer to queuedLaunches; 0 where no tensor waits. Where the plan describes a measured run,
/// the time of a pass decides, else the work on a layer.
std::int64_t launchesAhead(const Resolved& plan, const Stage& stage);

} // namespace highwater
