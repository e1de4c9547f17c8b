// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Whether the plan fits; replays the allocator only where the answer depends on it.
bool fits(const Resolved& plan);

} // namespace highwater
