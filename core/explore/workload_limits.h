// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/run_check.h"
#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// The largest values of a key of the workload; 0 where there is none.
struct WorkloadLimit
{
    std::int64_t runs
        = 0; ///< and can be run as the plan can; no less than the plan's own that fits
    std::int64_t fits = 0; ///< the last one that fits at all
    std::int64_t gap = 0; ///< a smaller one that does not fit
};

/// Totals grow with the context, but where the allocator is replayed one length can use blocks
/// again that another cannot: lengths beyond the first that does not fit are tried too. A context
/// that runs is round, and a multiple of what the plan's ranks divide.
WorkloadLimit longestContexts(const Resolved& plan, const Judgement& present);
/// The last context that fits at all.
std::int64_t longestFittingContext(const Resolved& plan);

/// Totals grow with the micro-batch as long as the number of micro-batches stays. A micro-batch
/// that runs divides the global batch where the plan states one.
WorkloadLimit largestMicroBatches(const Resolved& plan, const Judgement& present);

} // namespace highwater
