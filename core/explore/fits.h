// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <optional>

namespace highwater {

/// A changed plan, resolved like another plan: with a replay of the allocator if `like` has one,
/// else with the idle shares of `like`.
Result<Resolved> preparedLike(const Resolved& like, const Plan& changed, const Catalog& catalog);

/// Whether the plan fits, where the answer needs no replay of the allocator: no if the tensors
/// alone are too large, yes if there is room for far more than the allocator keeps idle, else null.
std::optional<bool> fitsByTensors(const Resolved& plan);

/// How a plan fits: not at all, only because the allocator empties its cache, or without that.
enum class Fit { No, Emptying, Yes };
Fit fitOf(const Judgement& judged);
/// Replays the allocator only where the answer depends on it.
Fit fitOf(const Resolved& plan);
inline bool fits(const Resolved& plan)
{
    return fitOf(plan) != Fit::No;
}

} // namespace highwater
