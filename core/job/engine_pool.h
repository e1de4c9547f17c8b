// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <algorithm>

namespace highwater {

/// Bytes of a card's memory that the engine of a job takes, and the part that is left for its
/// cache.
struct EnginePool
{
    Bytes all = 0, weights = 0, passes = 0;
    Bytes sequence = 0; ///< cache of one sequence of the greatest length

    Bytes cache() const { return std::max<Bytes>(0, all - weights - passes); }
    /// Bytes without which the engine does not start: vLLM refuses where its share has no room for
    /// one sequence in addition to weights and passes (vllm/v1/core/kv_cache_utils.py).
    Bytes shortage() const
    {
        return std::max<Bytes>(0, bounded::plus(bounded::plus(weights, passes), sequence) - all);
    }
};
EnginePool enginePool(const Resolved& job, const JobRole& rollout);

} // namespace highwater
