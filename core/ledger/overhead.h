// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <vector>

namespace highwater {

/// Bytes that the runtime takes in addition to the tensors, at one level of caution.
struct OverheadSizes
{
    Bytes context = 0; ///< driver and kernels
    Bytes workspace = 0; ///< of the matrix library
    Bytes communicators = 0; ///< of the collectives, where there is more than one GPU
    Bytes reserve = 0; ///< set aside by the plan
};

/// cuBLAS' workspace of one thread. Training has two: the program's thread has one, autograd's
/// thread the other.
Bytes workspaceOfThread(const Device& device);
inline constexpr int productThreads = 2;

/// The driver's context and loaded kernels of one process, at one level of caution.
Bytes contextBytes(const Device& device, Overhead level);

OverheadSizes overheadSizes(const Resolved& plan, Overhead level);

/// The sizes at the plan's own level of caution, as expected, and at the ends of its band.
struct OverheadRange
{
    OverheadSizes low, chosen, expected, high;
};

OverheadRange overheadRange(const Resolved& plan);

/// The sum of all of them.
Bytes bytesOfOverhead(const OverheadSizes& sizes);

/// The same as terms of a ledger, and a term for the bytes that the allocator keeps idle.
std::vector<Term> overheadTerms(const OverheadSizes& sizes, Bytes idle);

} // namespace highwater
