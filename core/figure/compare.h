// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/explore/context_totals.h"
#include "core/figure/figure.h"
#include "core/figure/figure_table.h"
#include "core/ledger/resolve.h"
#include "core/plan/keys.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// One of several compared plans, with its name in the reader's language.
struct Compared
{
    std::string name;
    Plan plan;
    bool operator==(const Compared&) const = default;
};

inline constexpr std::size_t mostCompared = 5; ///< a baseline and four more

/// A plan whose control is dragged, with the shares of its allocator, which is not replayed
/// (method.h).
struct MovingPlan
{
    std::size_t index = 0;
    IdleShares idle;
};

/// The speed and the cost of a compared plan; null where they are not known.
struct ComparedTimes
{
    std::optional<double> seconds, tokensPerSecond, modelUtilisation; ///< of a step
    std::optional<double> days, price; ///< of the run
};

/// A plan with what was counted of it for a comparison.
struct CountedPlan
{
    Plan plan;
    Resolved resolved;
    Judgement judged;
    std::optional<std::int64_t> chartEnd{}; ///< the largest context to which it is drawn alone
    std::optional<std::int64_t> longest{}; ///< the longest context with which it runs
    std::optional<ComparedTimes> times{};
};
/// Those of the last comparison. Who compares again and again keeps them: a plan that stays is then
/// counted once.
using CountedPlans = std::vector<std::shared_ptr<CountedPlan>>;

/// "A" for the first plan.
std::string letterOf(std::size_t index);

/// Their totals against context as lines, and their groups at one context as bars. The limit line
/// and the solid curve are those of the plan at `current`. A plan without an estimate has no line
/// and no bar.
Result<Figure> compareFigure(const std::vector<Compared>& plans, std::int64_t context,
                             const Catalog& catalog, MemoryUnit unit = MemoryUnit::GiB,
                             std::size_t current = 0, const std::optional<MovingPlan>& moving = {},
                             Replays replays = Replays::ShownPoints,
                             CountedPlans* counted = nullptr);

/// The settings whose values differ between the plans, with all defaults filled in.
std::vector<const Key*> differingKeys(const std::vector<Compared>& plans);

/// The place among the plans whose values or changes are in a column of the table; null for the
/// first one, which has names.
std::optional<std::size_t> comparedAt(std::size_t column, std::size_t base);
/// The column with the values of a plan.
std::size_t columnOfCompared(std::size_t place, std::size_t base);

/// The settings in which they differ, then bytes by group, total, upper end and longest context,
/// time and cost, each with its difference from the plan at `base`. The best value of an upper end,
/// a time or a cost is strong.
FigureTable compareTable(const std::vector<Compared>& plans, std::size_t base,
                         const Catalog& catalog, const std::optional<MovingPlan>& moving = {},
                         CountedPlans* counted = nullptr);

} // namespace highwater
