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

/// One layer of full attention of the model's width, and no end of the model but its vocabulary.
Shape bareLayer(const Shape& model)
{
    Shape bare = model;
    bare.layers = 1;
    bare.pattern.clear();
    bare.window = 0;
    bare.linear = {};
    bare.windowHeads = {};
    bare.kvSharedLayers = bare.predictionLayers = 0;
    bare.denseFirst = bare.moeOffset = 0;
    bare.moeEvery = 1;
    bare.visionParameters = bare.extraFinal = bare.learnedPositions = 0;
    bare.tower = {};
    bare.finalNorm = false;
    return bare;
}

/// The model's own layers for further tokens, each with two norms of its inputs, a product that
/// joins them, and a norm before the head (vLLM, model_executor/models/deepseek_mtp.py:
/// DeepSeekMultiTokenPredictorLayer; qwen3_next_mtp.py has full attention in them).
Shape predictionShape(const Shape& model)
{
    Shape draft = bareLayer(model);
    draft.layers = 0;
    addPredictionLayers(draft, std::max<std::int64_t>(1, model.predictionLayers));
    return draft;
}

/// One dense layer, and a product that joins the embedding with hidden states. EAGLE's layer has no
/// norm of its input (vLLM, model_executor/models/llama_eagle.py: LlamaDecoderLayer, LlamaModel);
/// EAGLE-3's takes both beside one another into query, key and value, with a norm of each, and
/// joins three hidden states; it has a last norm and a head for fewer words (llama_eagle3.py:
/// LlamaDecoderLayer, LlamaModel, Eagle3LlamaForCausalLM).
Shape eagleShape(const Shape& model, bool third)
{
    // draft_vocab_size of the heads that SpecForge and EAGLE's authors trained (SpecForge,
    // configs/llama3-8B-eagle3.json).
    constexpr std::int64_t draftVocabulary = 32000;
    using bounded::plus, bounded::times;
    Shape draft = bareLayer(model);
    const std::int64_t h = draft.hidden;
    if (draft.feedForward == 0)
        draft.feedForward = times(draft.expertsPerToken, draft.expertWidth);
    draft.experts = draft.expertsPerToken = draft.expertWidth = draft.expertHidden = 0;
    draft.sharedExperts = draft.sharedWidth = 0;
    draft.sharedGate = draft.expertBias = draft.routerBias = false;
    if (!third) {
        draft.extraFinal = times(2 * h, h) - h;
        return draft;
    }
    draft.extraAttention = plus(
        draft.extraAttention,
        plus(h, times(h, plus(draft.queryWidth(), plus(draft.keyWidth(), draft.valueWidth())))));
    draft.extraFinal = times(3 * h, h);
    draft.finalNorm = true;
    draft.tied = false;
    draft.vocabulary = std::min(draft.vocabulary, draftVocabulary);
    return draft;
}

/// The model of the plan becomes the one that drafts.
Problems chooseDrafter(Plan& plan, const Catalog& catalog)
{
    const DraftKind kind = plan.inference.draftKind;
    if (kind == DraftKind::Model) {
        plan.model.emplace<CatalogModel>(plan.inference.draftModel);
        return {};
    }
    const auto model = shapeOf(plan.model, catalog);
    if (!model)
        return model.problems();
    const Shape shape = kind == DraftKind::Mtp ? predictionShape(*model)
                                               : eagleShape(*model, kind == DraftKind::Eagle3);
    plan.model.emplace<CustomModel>(customOf(shape));
    return {};
}

/// Bytes of a draft that are the model's own tensors. vLLM shares the embedding where there is one
/// stage, and the head of all drafts but EAGLE-3's (v1/spec_decode/eagle.py: load_model); SGLang
/// alike (srt/speculative/eagle_worker.py: set_embed_and_head, set_embed).
Bytes sharedBytes(const Resolved& plan, const Stage& draft)
{
    const DraftKind kind = plan.inference.draftKind;
    if (kind == DraftKind::Model)
        return 0;
    const Bytes embedding
        = plan.layout.pipeline == 1 ? valueOf(Symbol::EmbeddingBytes, draft.symbols) : 0;
    const Bytes head = kind == DraftKind::Eagle3 ? 0 : valueOf(Symbol::HeadBytes, draft.symbols);
    return bounded::plus(embedding, head);
}

} // namespace

Result<std::shared_ptr<const Resolved>> draftOf(const Plan& plan, const Catalog& catalog)
{
    if (plan.workload.task != Task::Inference || !plan.inference.drafts())
        return std::shared_ptr<const Resolved>();
    Plan own = plan;
    if (Problems problems = chooseDrafter(own, catalog); !problems.empty())
        return problems;
    own.workload.images = 0;
    own.layout = {};
    own.layout.tensor = plan.layout.tensor;
    own.inference.draftKind = DraftKind::Model;
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
    return {servedBytes(stage).weights - sharedBytes(plan, stage), cacheBytes(stage)};
}

double tokensOfPass(const Inference& inference)
{
    if (!inference.drafts())
        return 1;
    const double taken = inference.draftAcceptance;
    const auto proposed = static_cast<double>(inference.draftTokens);
    return taken >= 1 ? proposed + 1 : (1 - std::pow(taken, proposed + 1)) / (1 - taken);
}

} // namespace highwater
