// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The cost of a change to the run. Changes that cost time alone are offered first, then those that
/// compute less precisely, need other hardware or make another run of it.
enum class Price { Nothing, Traffic, Compute, Precision, Hardware, Run };

/// One change to a plan.
struct Change
{
    KeyPath key;
    Value value;
    Text label; ///< "Recompute every layer"
    Text cost; ///< "+33 % compute": what is told where no time can be
    Price price{};
};

/// One change that makes the plan need less memory, or several where no single one is enough. The
/// global batch stays; the last change says in how many micro-batches, or what it becomes where no
/// number of micro-batches comes to it.
struct Remedy
{
    std::vector<Change> changes;
    Totals totals; ///< with all of them
    bool fits = false;
    bool tight = false; ///< it fits, but not with the most that its total may be
    /// The time of a token with all of them against that of the plan as it stands; nothing where
    /// the plan or the changed one has no time.
    std::optional<double> slowdown{};
    bool otherStep = false; ///< a step has more or fewer tokens than in the plan
    Bytes hostPerNode = 0; ///< more than the plan keeps in a node's memory

    Price price() const; ///< the highest of its changes' prices
    /// The costs of the changes together: the time if it is known, and all others; "no cost" only
    /// where none of them costs anything.
    std::vector<Text> costs() const;
};

/// The plan with all changes made, or why one cannot be made.
Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes);

/// The remedies that make the plan fit, cheapest first, and after them those that only help. Where
/// no single setting is enough, the smallest sets of settings that are enough together stand among
/// them and the fastest layout of the GPUs at hand, and more GPUs where those cannot do. Empty
/// where the plan fits already. A plan that is resolved without a replay of the allocator, as
/// while a control is dragged, gets no larger sets than pairs and no layouts.
Result<std::vector<Remedy>> advise(const Plan& plan, const Catalog& catalog);
std::vector<Remedy> advise(const JudgedPlan& asked, const Solutions& solutions);

} // namespace highwater

HIGHWATER_NAMES(Price, "nothing", "traffic", "compute", "precision", "hardware", "run")
