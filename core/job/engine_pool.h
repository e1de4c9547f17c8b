// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <algorithm>

namespace highwater {

/// Bytes of the cards' memory that the engine of a job takes, and what is left for its cache.
struct EnginePool
{
    Bytes all = 0, weights = 0, passes = 0;
    Bytes cache() const { return std::max<Bytes>(0, all - weights - passes); }
};
EnginePool enginePool(const Resolved& job, const JobRole& rollout);

} // namespace highwater
