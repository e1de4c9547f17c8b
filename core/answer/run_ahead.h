// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

namespace highwater {

/// Whether tensors that collectives of tensor parallelism have used may wait for the GPU after the
/// program has freed them (PyTorch before 2.8, ProcessGroupNCCL.cpp: record_stream).
bool waitsForCollectives(const Resolved& plan);

/// Whether such tensors do wait: the program hands work to the GPU faster than the GPU does it.
/// Decided from the time that a layer takes: as measured, where the plan stands for a measured run,
/// else from the layer's operations.
bool runsAhead(const Resolved& plan, const Stage& stage);

} // namespace highwater
