// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/methods/method.h"
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

/// The largest context, micro-batch or model, or the fewest GPUs, with which the plan fits.
struct Solution
{
    KeyPath key; ///< "workload.context"
    std::optional<std::int64_t> answer;
    Text reason; ///< the reason why there is no answer
    Totals totals; ///< at the answer; of the unchanged plan where there is no answer
    Bytes capacity = 0;
    bool counted = true; ///< the plan's method uses the key; if not, there is no answer
    Text note{}; ///< on the answer, where it needs one
    Text caveat{}; ///< on values near the answer, where one is needed
};

/// The note with its caveat, in English.
std::string remarkOf(const Solution& solution);

/// The plan, which generates text, on this many GPUs, all of which share the model: as tensor
/// ranks, or as stages where the server splits by layers.
Plan servedOn(const Plan& plan, std::int64_t gpus);

/// A plan with the resolved plan and the verdict, so that many solutions need only one look-up. It
/// holds references: plan, catalogue and resolved plan must outlive it.
struct JudgedPlan
{
    const Plan& plan;
    const Catalog& catalog;
    const Resolved& resolved;
    Judgement present;
};

inline constexpr std::array<KeyPath, 4> solvableKeys{"workload.context", "workload.micro_batch",
                                                     "cluster.gpus", "model.parameters"};

/// `key` is one of solvableKeys. Where the plan's method does not use it, nothing limits its value,
/// and there is no answer. Totals grow with the context, and with the micro-batch as long as the
/// number of micro-batches stays, so these two keys are bisected; the numbers of GPUs that a
/// cluster can have are tried one by one, and sizes of the model are sampled closely
/// (largest_model.h).
Result<Solution> solve(const Plan& plan, const Catalog& catalog, KeyPath key);
Result<Solution> solve(const JudgedPlan& asked, KeyPath key);

/// Reads the argument of --for: one of solvableKeys, else a problem.
Result<KeyPath> solvableKey(std::string_view typed);

/// The answers that the window shows with each change of the plan.
struct Solutions
{
    Solution context, microBatch, gpus;
};
Solutions solveAll(const JudgedPlan& asked);

/// A number of GPUs on which a plan fits, and its verdict there.
struct GpusThatFit
{
    std::int64_t gpus = 0;
    Judgement judged;
};

/// The fewest GPUs for a resolved plan without a verdict; null where no number is enough.
std::optional<GpusThatFit> fewestGpus(const Plan& plan, const Catalog& catalog,
                                      const Resolved& resolved);

/// The reason why no value of a solvable key makes a plan with this verdict fit.
Text whyNone(KeyPath key, const Judgement& present);

/// The answers to all of solvableKeys, in their order.
std::vector<Solution> limitsOf(const JudgedPlan& asked);

/// Whether the plan's method counts the context; if not, there is neither a longest context nor a
/// curve.
bool countsContext(const Resolved& plan);
/// "This method does not count the context"
Text uncountedText(KeyPath key);

/// The longest context of a resolved plan; 0 where none fits, or where the method
/// does not count it.
std::int64_t longestContext(const Resolved& plan);

} // namespace highwater
