// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/run_length.h"

#include "core/job/recipe.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// Whether all weights of one model are trained, which alone says how long a run is.
bool trainsWhole(bool isJob, const Adapter& adapter, const Recipe& recipe)
{
    return !isJob && adapter.kind == AdapterKind::None && recipe.frozenLayers == 0
        && recipe.frozen.empty();
}

} // namespace

std::optional<RunLength> runLength(const Resolved& plan, double ofSequence)
{
    const Workload& workload = plan.workload;
    if (workload.examples)
        return RunLength{real(*workload.examples) * workload.epochs * real(plan.meanLength())
                         * ofSequence / real(workload.context)};
    if (workload.trainingTokens)
        return RunLength{real(*workload.trainingTokens)};
    if (!trainsWhole(plan.isJob(), plan.adapter, plan.recipe))
        return std::nullopt;
    // Hoffmann et al., arXiv 2203.15556
    constexpr double chinchillaTokens = 20;
    return RunLength{chinchillaTokens * plan.parameters(), true};
}

bool assumesLength(const Plan& plan)
{
    const bool isJob = jobKindOf(plan).value_or(JobKind::Sft) != JobKind::Sft;
    return trainsWhole(isJob, plan.adapter, plan.recipe);
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
