// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <vector>

namespace highwater {

/// Bytes that the runtime takes beside the tensors, at one level of caution.
struct OverheadSizes
{
    Bytes context = 0; ///< driver and kernels
    Bytes workspace = 0; ///< of the matrix library
    Bytes communicators = 0; ///< of the collectives, where there is more than one GPU
    Bytes reserve = 0; ///< set aside by the plan
    std::int64_t allocatorPercent = 0; ///< of what is allocated: rounding and fragmentation
};

OverheadSizes overheadSizes(const Resolved& plan, Overhead level);

/// The sum of all of them, where `allocated` is the most that tensors hold at any moment.
Bytes bytesOfOverhead(const OverheadSizes& sizes, Bytes allocated);

/// The same as terms of a ledger.
std::vector<Term> overheadTerms(const OverheadSizes& sizes);

} // namespace highwater
