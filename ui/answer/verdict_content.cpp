// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_content.h"

#include "core/figure/plan_words.h"
#include "core/time/generation.h"
#include "core/time/time_answer.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/base/typed_values.h"
#include "ui/base/words.h"
#include "ui/document/document.h"

#include <cmath>

namespace highwater {
namespace {

VerdictContent noVerdict(const Problems& problems)
{
    VerdictContent content;
    if (!problems.empty()) {
        const Problem& problem = problems.front();
        content.problemField = QString::fromStdString(problem.field);
        content.problem = problemText(problem);
    }
    return content;
}

} // namespace

VerdictContent verdictContent(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    VerdictContent content;
    content.verdict = estimate.verdict;
    content.totals = estimate.answer.totals;
    content.capacity = plan.capacity;
    content.hostPerNode = estimate.answer.hostPerNode;
    content.diskPerNode = estimate.answer.diskPerNode;
    content.hostMemory = plan.cluster.hostMemory;
    content.method = countedBy(plan.method);
    content.plan = planLine(plan, {.method = false});
    content.briefPlan = briefPlanLine(plan);
    content.context = plan.workload.context;
    content.positions = plan.shape.maxPositions;
    content.microBatch = plan.workload.microBatch;
    const Method& method = methodOf(plan.method);
    if (methodReads(method, "cluster.gpus"))
        content.gpus = plan.cluster.gpus;
    if (methodReads(method, "model.parameters"))
        content.parameters = std::llround(spokenParameters(plan));
    content.stages = static_cast<std::int64_t>(estimate.answer.stages.size());
    content.serves = plan.serves();
    if (const auto generation = generationOf(plan))
        content.generated = generation->tokensPerSecond.value;
    if (plan.workload.trainingTokens || plan.workload.examples)
        if (const auto time = timeOf(plan); time && time->run)
            content.run
                = VerdictContent::Run{time->realShare * time->tokensPerSecond, time->run->hours(),
                                      time->run->days(), time->run->isShort()};
    return content;
}

VerdictContent verdictContent(const Results& results)
{
    if (!results.estimate)
        return noVerdict(results.problems);
    VerdictContent content = verdictContent(*results.estimate);
    for (const auto& solution : {results.context, results.microBatch, results.gpus})
        if (solution)
            content.solutions.push_back(*solution);
    content.suggestions = results.suggestions;
    return content;
}

} // namespace highwater
