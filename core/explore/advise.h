// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"

#include <string>
#include <vector>

namespace highwater {

/// The cost of a change to the run; remedies are offered in this order.
enum class Price { Nothing, Traffic, Compute, Precision, Hardware, Run };

/// One change to a plan.
struct Change
{
    KeyPath key;
    Value value;
    Text label; ///< "Recompute every layer"
    Text cost; ///< "+33 % compute"
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

    Price price() const; ///< the highest of its changes' prices
    /// The costs of the changes together: "no cost" only where none of them costs anything.
    std::vector<Text> costs() const;
};

/// The plan with all changes made, or why one cannot be made.
Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes);

/// The remedies that make the plan fit, cheapest first, and after them those that only help. Where
/// no single setting is enough, the smallest sets of settings that are enough together stand among
/// them, on more GPUs where the GPUs at hand cannot do. Empty where the plan fits already.
Result<std::vector<Remedy>> advise(const Plan& plan, const Catalog& catalog);
std::vector<Remedy> advise(const JudgedPlan& asked, const Solutions& solutions);

} // namespace highwater

HIGHWATER_NAMES(Price, "nothing", "traffic", "compute", "precision", "hardware", "run")
