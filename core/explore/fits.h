// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <optional>

namespace highwater {

/// A changed plan, resolved in the way of another: with a replay of the allocator if that one has
/// one, else with the shares that it keeps idle.
Result<Resolved> preparedLike(const Resolved& like, const Plan& changed, const Catalog& catalog);

/// Whether the plan fits, as far as that can be told without a replay of the allocator: it does not
/// where the tensors alone are too large, and does where there is room for far more than the
/// allocator keeps idle.
std::optional<bool> fitsByTensors(const Resolved& plan);

/// Whether it fits, with a replay only where that decides.
bool fits(const Resolved& plan);

} // namespace highwater
