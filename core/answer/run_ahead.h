// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// Whether tensors that collectives of tensor parallelism have used may wait for the GPU after the
/// program has freed them (PyTorch before 2.8, ProcessGroupNCCL.cpp: record_stream).
bool waitsForCollectives(const Resolved& plan);

/// Operators that a program launches for one layer's forward and backward pass, collectives and
/// events included (counted in nanotron's models/llama.py), and those that CUDA queues before a
/// further launch waits.
inline constexpr std::int64_t forwardLaunches = 45, backwardLaunches = 60, queuedLaunches = 1024;

/// The launches by which the program is ahead of the GPU when it frees such tensors: up to all that
/// CUDA queues. Decided from the time that a pass takes: as measured, where the plan stands for a
/// measured run, else from the operations of its layers. 0 where no tensor waits.
std::int64_t launchesAhead(const Resolved& plan, const Stage& stage);

/// What it would be in the other case: all of the queue where the program is less than half of it
/// ahead, else no more than the layer at work.
std::int64_t otherLaunchesAhead(std::int64_t ahead);

} // namespace highwater
