// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The cost of a change to the run. Changes that cost time alone are offered first, then those that
/// compute less precisely, train adapters in place of all weights, need other hardware or change
/// the run itself.
enum class Price { Nothing, Traffic, Compute, Precision, Method, Hardware, Run };

/// One change to a plan.
struct Change
{
    KeyPath key;
    Value value;
    Text label; ///< "Recompute every layer"
    Text cost; ///< "+33 % compute": shown where the time of the changed plan is not known
    Price price{};
};

/// One change that makes the plan need less memory, or several where no single one is enough. The
/// global batch stays as it is where a whole number of micro-batches makes it; the last change says
/// how many, or else gives the new global batch.
struct Suggestion
{
    std::vector<Change> changes;
    Totals totals; ///< with all of them
    bool fits = false;
    bool probably = false; ///< the plan fits as expected, not at the high end of its total's range
    /// The time of a token with all changes, divided by the unchanged plan's; null where one of the
    /// two plans has no time.
    std::optional<double> slowdown{};
    bool otherStep = false; ///< the changed plan's step has another number of tokens
    Bytes hostPerNode = 0; ///< bytes in a node's memory beyond those that the plan keeps there
    bool needsLargeHost = false; ///< more of them than usual nodes have
    bool flushes = false; ///< the plan fits only because the allocator empties its cache

    Price price() const; ///< the highest of its changes' prices
    /// The costs of the changes together: the time if it is known, and all other costs; "no cost"
    /// only if there is no other.
    std::vector<Text> costs() const;
};

/// The plan with all changes made, or why one cannot be made.
Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes);

/// The suggestions that make the plan fit, cheapest first, then those that only help. Where no
/// single setting is enough, the list also has the smallest sets of settings that are enough
/// together, the settings that are left of all of them when those that are not needed are taken
/// back, the fastest layout of the plan's GPUs, and more GPUs where the plan's are too few. Empty
/// where the plan fits already. A plan that is resolved without a replay of the allocator, as while
/// a control is dragged, gets no larger sets than pairs and no layouts.
Result<std::vector<Suggestion>> advise(const Plan& plan, const Catalog& catalog);
std::vector<Suggestion> advise(const JudgedPlan& asked, const Solutions& solutions);

} // namespace highwater

HIGHWATER_NAMES(Price, "nothing", "traffic", "compute", "precision", "method", "hardware", "run")
