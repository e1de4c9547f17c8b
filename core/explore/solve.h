// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The largest context or micro-batch, or the fewest GPUs, with which the plan fits.
struct Solution
{
    KeyPath key; ///< "workload.context"
    std::optional<std::int64_t> answer;
    Text reason; ///< why there is none
    Totals totals; ///< at the answer; as the plan stands where there is none
    Bytes capacity = 0;
};

inline constexpr std::array<KeyPath, 3> solvableKeys{"workload.context", "workload.micro_batch",
                                                     "cluster.gpus"};

/// `key` is one of solvableKeys. Totals grow with context, and
/// with the micro-batch while the number of micro-batches stays, so those are bisected; GPU counts
/// are scanned over what a cluster can have, divisors and multiples of a node.
Result<Solution> solve(const Plan& plan, const Catalog& catalog, KeyPath key);

/// The key that was typed as the one to solve for.
Result<KeyPath> solvableKey(std::string_view typed);

/// The longest context of a plan that is looked up already; 0 where none fits.
std::int64_t longestContext(const Resolved& plan);

/// What a change costs the run: the order in which remedies are offered.
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

/// What needs less memory: one change, or several where no single one is enough.
struct Remedy
{
    std::vector<Change> changes;
    Totals totals; ///< with all of them
    bool fits = false;

    Price price() const; ///< the dearest of its changes
};

/// The plan with the remedy's changes, or why one cannot be made.
Result<Plan> with(const Plan& plan, const Remedy& remedy);

/// What makes the plan fit, cheapest first, and after it what helps. Where no single setting is
/// enough, the fewest that are together, at need on more GPUs, stand among them. Empty where the
/// plan fits already.
Result<std::vector<Remedy>> advise(const Plan& plan, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(Price, "nothing", "traffic", "compute", "precision", "hardware", "run")
