// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include "core/ledger/server.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <optional>

namespace highwater {
namespace {

/// One of the layout's keys that share a model out over the plan's GPUs.
struct Parallel
{
    KeyPath key;
    std::int64_t present, most;
    const char* label;
    const char* cost;
};

std::optional<Change> doubledUntilItFits(const Trials& trials, const Parallel& by)
{
    const Plan& plan = trials.asked().plan;
    const Layout& layout = plan.layout;
    const bool cutsGpus = by.key != "layout.expert"; // expert ranks need no further GPUs
    const std::int64_t others = cutsGpus
        ? bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context)
            / by.present
        : 1;
    const std::int64_t room = std::min(by.most, plan.cluster.gpus / others);
    std::optional<std::int64_t> best;
    Bytes least = tooMany;
    for (std::int64_t count = 2 * by.present; count <= room; count *= 2) {
        if (plan.cluster.gpus % bounded::times(others, count) != 0)
            continue;
        const auto resolved = trials.resolvedWith({{by.key, Value{count}, {}, {}, {}}});
        // With fewer micro-batches than stages, some stages would never work.
        if (!resolved || resolved->unsupported > trials.asked().resolved.unsupported
            || (!resolved->serves() && resolved->microBatches < resolved->layout.pipeline))
            continue;
        const auto judged = judge(*resolved);
        if (!judged || judged->totals.total >= least)
            continue;
        best = count;
        least = judged->totals.total;
        if (judged->fits())
            break;
    }
    if (!best)
        return std::nullopt;
    return Change{by.key, *best, {by.label, {grouped(*best)}}, {by.cost}, Price::Traffic};
}

/// Llama 3 was trained with up to 16 ranks of context and of pipeline parallelism (arXiv
/// 2407.21783, table 4); more is not offered.
constexpr std::int64_t mostUsual = 16;

/// With ZeRO-2 or 3 every micro-batch would reduce gradients or gather weights again, which
/// frameworks do not do in a pipeline.
bool suitsAPipeline(const Plan& plan)
{
    return plan.workload.task == Task::Inference ? splitsByLayers(plan.inference.server)
                                                 : plan.layout.zero < 2;
}

bool suitsTensorRanks(const Plan& plan)
{
    return plan.workload.task != Task::Inference || !splitsByLayers(plan.inference.server);
}

} // namespace

std::vector<Change> contextRanks(const Trials& trials)
{
    const Plan& plan = trials.asked().plan;
    const auto found = doubledUntilItFits(
        trials,
        {"layout.context", plan.layout.context, std::min(mostUsual, plan.workload.context),
         HW_TR("core", "Context parallel %1"), HW_TR("core", "more traffic")});
    return found ? std::vector{*found} : std::vector<Change>();
}

std::vector<Change> modelRanks(const Trials& trials)
{
    const Plan& plan = trials.asked().plan;
    const Shape& shape = trials.asked().resolved.shape;
    // Tensor ranks: no more than a node has, as the traffic in each layer needs its links.
    const Parallel ways[] = {
        {"layout.tensor", plan.layout.tensor, suitsTensorRanks(plan) ? plan.cluster.gpusPerNode : 0,
         HW_TR("core", "Tensor parallel %1"), HW_TR("core", "traffic in each layer")},
        {"layout.pipeline", plan.layout.pipeline,
         suitsAPipeline(plan) ? std::min(mostUsual, shape.layers) : 0,
         HW_TR("core", "Pipeline parallel %1"), HW_TR("core", "stages wait for one another")},
        {"layout.expert", plan.layout.expert, shape.experts, HW_TR("core", "Expert parallel %1"),
         HW_TR("core", "more traffic")}};
    std::vector<Change> list;
    for (const Parallel& way : ways)
        if (const auto found = doubledUntilItFits(trials, way))
            list.push_back(*found);
    return list;
}

} // namespace highwater
