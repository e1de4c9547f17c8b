// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/every_method.h"

#include "core/job/recipe.h"

#include <algorithm>

namespace highwater {
namespace {

/// The part of a job that formulas for training one model leave out; null for plain fine-tuning.
const char* uncounted(JobKind kind)
{
    switch (kind) {
    case JobKind::Sft:
        break;
    case JobKind::Dpo:
        return HW_TR("core",
                     "has more than this method counts: a reference, and a pair for each sample");
    case JobKind::Orpo:
        return HW_TR("core", "has more than this method counts: a pair for each sample");
    case JobKind::Kto:
        return HW_TR("core", "has more than this method counts: a reference");
    case JobKind::Reward:
        return HW_TR(
            "core",
            "has more than this method counts: a pair for each sample, and a head of one value");
    case JobKind::Grpo:
        return HW_TR(
            "core",
            "has more than this method counts: an engine, a reference and the phases of a step");
    case JobKind::Ppo:
        return HW_TR(
            "core",
            "has more than this method counts: an engine, other models and the phases of a step");
    case JobKind::Distill:
        return HW_TR("core", "has more than this method counts: a teacher");
    }
    return "";
}

} // namespace

std::optional<double> MethodComparison::away(const MethodAnswer& answer) const
{
    const MethodAnswer& exact = answers.front();
    if (!answer.estimate || !exact.estimate)
        return std::nullopt;
    const Bytes total = exact.estimate->answer.totals.total;
    if (total == 0)
        return std::nullopt;
    return static_cast<double>(answer.estimate->answer.totals.total) / static_cast<double>(total)
        - 1;
}

Result<MethodComparison> byEveryMethod(const Plan& plan, const Catalog& catalog,
                                       const std::optional<IdleShares>& idle)
{
    Plan asked = plan;
    asked.method = MethodId::Exact;
    const Device* device = catalog.device(plan.cluster.device);
    if (!device) // some methods need no device
        return estimate(asked, catalog, idle).problems();
    MethodComparison comparison;
    comparison.capacity = plan.cluster.capacity.value_or(device->capacityBytes());
    asked.cluster.capacity = comparison.capacity; // the lecture's methods would use another
                                                  // capacity
    const auto job = jobKindOf(plan);
    for (const Method& method : methods()) {
        asked.method = method.id;
        if (plan.workload.task == Task::Inference && method.id != MethodId::Exact)
            comparison.answers.push_back(
                {method.id,
                 Problem{
                     "workload.task",
                     std::string(nameOf(plan.workload.task)),
                     {HW_TR("core", "is not what this method counts: it knows training alone")}}});
        else if (job && *uncounted(*job) != '\0' && method.id != MethodId::Exact)
            comparison.answers.push_back(
                {method.id, Problem{"job.kind", std::string(nameOf(*job)), {uncounted(*job)}}});
        else
            comparison.answers.push_back({method.id, estimate(asked, catalog, idle)});
    }
    const auto answered
        = [](const MethodAnswer& answer) { return static_cast<bool>(answer.estimate); };
    if (std::ranges::none_of(comparison.answers, answered))
        return comparison.answers.front().estimate.problems();
    return comparison;
}

} // namespace highwater
