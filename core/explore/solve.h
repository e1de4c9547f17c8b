// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/gpu_scan.h"
#include "core/explore/judged_plan.h"
#include "core/plan/keys.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The values that solve() looks for: those with which the plan fits at all, or those with which it
/// can also be run as it is, so that its ranks divide the same and its allocator empties no cache.
enum class SolveFor { Run, Fit };

/// The largest context, micro-batch or model, the most layers on the GPU, or the fewest GPUs, with
/// which the plan runs or fits.
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
    std::optional<std::int64_t> edge{}; ///< the last value with which the plan fits at all
    /// The time of a token at the answer, and at the edge, divided by the plan's; null where one of
    /// the plans has no time.
    std::optional<double> slowdown{}, edgeSlowdown{};
};

/// The note with its caveat, in English.
std::string remarkOf(const Solution& solution);

/// "+4 % time a token"; null where the time is not known or no other than the plan's.
std::optional<Text> priceOf(const Solution& solution);

/// "10,755 is the last that fits at all: +77 % time a token"; null where it is the answer. `edge`
/// is its number in writing.
std::optional<Text> edgeText(const Solution& solution, std::string edge, const Translator& words);

inline constexpr std::array<KeyPath, 5> solvableKeys{"workload.context", "workload.micro_batch",
                                                     "cluster.gpus", "model.parameters",
                                                     "inference.gpu_layers"};

/// `key` is one of solvableKeys. Where the plan's method does not use it, nothing limits its value,
/// and there is no answer. The number of the plan itself is an answer where the plan fits.
Result<Solution> solve(const Plan& plan, const Catalog& catalog, KeyPath key,
                       SolveFor aim = SolveFor::Run);
Result<Solution> solve(const JudgedPlan& asked, KeyPath key, SolveFor aim = SolveFor::Run);

/// Reads the argument of --for: one of solvableKeys, else a problem.
Result<KeyPath> solvableKey(std::string_view typed);

/// The answers that the window shows with each change of the plan.
struct Solutions
{
    Solution context, microBatch, gpus;
};
Solutions solveAll(const JudgedPlan& asked);

/// The fewest GPUs on which a resolved plan without a verdict fits; null where no number is enough.
std::optional<GpusThatFit> fewestGpus(const Plan& plan, const Catalog& catalog,
                                      const Resolved& resolved);

/// The most layers on the GPU, the head among them, with which such a plan fits; null where none
/// do.
std::optional<std::int64_t> mostGpuLayers(const Plan& plan, const Catalog& catalog,
                                          const Resolved& resolved);

/// The reason why no value of a solvable key makes a plan with this verdict fit.
Text whyNone(KeyPath key, const Judgement& present);

/// The answers to all of solvableKeys, in their order; to that of layers on the GPU only where the
/// plan leaves layers to the host.
std::vector<Solution> limitsOf(const JudgedPlan& asked);

/// Whether the plan's method counts the context; if not, there is neither a longest context nor a
/// curve.
bool countsContext(const Resolved& plan);
/// "This method does not count the context"
Text uncountedText(KeyPath key);

/// The longest context with which a resolved plan runs, and the last with which it fits at all; 0
/// where there is none, or where the method does not count it.
std::int64_t longestContext(const Resolved& plan, SolveFor aim);

} // namespace highwater
