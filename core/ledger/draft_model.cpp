// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/draft_model.h"

#include "core/ledger/serving.h"
#include "core/plan/keys.h"

#include <cmath>
#include <utility>

namespace highwater {
namespace {

/// A problem of the draft's plan, said of the key that names the draft.
Problems ofDraft(Problems problems, const std::string& id)
{
    for (Problem& problem : problems) {
        problem.field = KeyPath("inference.draft_model").text();
        problem.found = typed(id);
    }
    return problems;
}

bool isAt(const Resolved& draft, const Resolved& plan)
{
    return draft.layout.tensor == plan.layout.tensor
        && draft.workload.context == plan.workload.context
        && draft.workload.microBatch == plan.workload.microBatch;
}

} // namespace

Result<std::shared_ptr<const Resolved>> draftOf(const Plan& plan, const Catalog& catalog)
{
    if (plan.workload.task != Task::Inference || plan.inference.draftModel.empty())
        return std::shared_ptr<const Resolved>();
    Plan own = plan;
    own.model = CatalogModel{plan.inference.draftModel};
    own.workload.images = 0;
    own.layout = {};
    own.layout.tensor = plan.layout.tensor;
    own.inference.draftModel.clear();
    own.inference.weights = plan.inference.draftWeights.value_or(plan.inference.weights);
    own.inference.gpuLayers.reset();
    own.inference.hostExperts = own.inference.hostMlps = 0;
    auto draft = resolve(own, catalog);
    if (!draft)
        return ofDraft(draft.problems(), plan.inference.draftModel);
    return std::make_shared<const Resolved>(*std::move(draft));
}

Problems setDraft(Resolved& plan)
{
    if (!plan.draft || isAt(*plan.draft, plan))
        return {};
    Resolved draft = *plan.draft;
    draft.workload.context = plan.workload.context;
    draft.workload.microBatch = plan.workload.microBatch;
    Layout layout;
    layout.tensor = plan.layout.tensor;
    if (Problems problems = setLayout(draft, layout); !problems.empty())
        return ofDraft(std::move(problems), plan.inference.draftModel);
    plan.draft = std::make_shared<const Resolved>(std::move(draft));
    return {};
}

DraftBytes draftBytes(const Resolved& plan, const StageLayers& layers)
{
    if (!plan.draft || !layers.predicts || plan.draft->stages.empty())
        return {};
    const Stage& stage = plan.draft->stages.front();
    return {servedBytes(stage).weights, cacheBytes(stage)};
}

double tokensOfPass(const Inference& inference)
{
    if (inference.draftModel.empty())
        return 1;
    const double taken = inference.draftAcceptance;
    const auto proposed = static_cast<double>(inference.draftTokens);
    return taken >= 1 ? proposed + 1 : (1 - std::pow(taken, proposed + 1)) / (1 - taken);
}

} // namespace highwater
