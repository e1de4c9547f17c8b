// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/run_length.h"

#include "core/job/recipe.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {

std::optional<RunLength> runLength(const Resolved& plan, double ofSequence)
{
    const Workload& workload = plan.workload;
    if (workload.examples)
        return RunLength{real(*workload.examples) * workload.epochs * real(plan.meanLength())
                         * ofSequence / real(workload.context)};
    if (workload.trainingTokens)
        return RunLength{real(*workload.trainingTokens)};
    if (plan.isJob() || !plan.trainsAll() || plan.freezesSome())
        return std::nullopt;
    // Hoffmann et al., arXiv 2203.15556
    constexpr double chinchillaTokens = 20;
    return RunLength{chinchillaTokens * plan.parameters(), true};
}

bool assumesLength(const Plan& plan)
{
    return jobKindOf(plan).value_or(JobKind::Sft) == JobKind::Sft
        && plan.adapter.kind == AdapterKind::None && plan.recipe.frozenLayers == 0
        && plan.recipe.frozen.empty();
}

double fullSteps(double tokens, double ofStep)
{
    return std::max(1.0, std::floor(tokens / ofStep));
}

Text noLength()
{
    return {HW_TR("core",
                  "is not given: a fine-tune is as long as its data set (examples × mean length × "
                  "epochs)")};
}

} // namespace highwater
