// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/context_totals.h"
#include "core/figure/figure.h"
#include "core/ledger/resolve.h"

#include <optional>

namespace highwater {

/// The plan's memory against the number of GPUs, at counts that leave no GPU idle and at the plan's
/// count; marks the plan's count and the fewest on which it fits. With `idle`, the allocator is not
/// replayed (method.h).
Result<Figure> gpusFigure(const Plan& plan, const Catalog& catalog,
                          MemoryUnit unit = MemoryUnit::GiB,
                          const std::optional<IdleShares>& idle = {},
                          Replays replays = Replays::ShownPoints);

} // namespace highwater
