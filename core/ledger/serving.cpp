// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/serving.h"

#include "core/ledger/cache_layout.h"
#include "core/ledger/draft_model.h"
#include "core/ledger/overhead.h"
#include "core/ledger/server.h"
#include "core/ledger/symbols.h"
#include "core/ledger/vllm.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

void addWeights(const TermWriter& writer)
{
    const auto add = [&](TermId id, Symbol bytes) {
        if (valueOf(bytes, writer.stage.symbols) > 0)
            writer.add(id, Life::Always, 1 * bytes);
    };
    add(TermId::WeightsEmbedding, Symbol::EmbeddingBytes);
    add(TermId::WeightsHead, Symbol::HeadBytes);
    add(TermId::WeightsAttention, Symbol::AttentionBytes);
    add(TermId::WeightsMlp, Symbol::MlpBytes);
    add(TermId::WeightsExperts, Symbol::ExpertBytes);
    add(TermId::WeightsShared, Symbol::SharedBytes);
    add(TermId::WeightsRouter, Symbol::RouterBytes);
    add(TermId::WeightsOther, Symbol::OtherBytes);
    const HostBytes host = hostBytesOf(writer.plan, writer.stage.layers);
    if (host.weights() > 0)
        writer.add(TermId::WeightsHost, Life::Always, Product{host.weights()}, Per::Model,
                   Place::Host);
}

/// The copy of one layer's quantised cache that flash attention reads in 16 bits instead. Where a
/// model has layers with and without a window, those with a window have 16 bits anyway.
void addConverted(const TermWriter& writer)
{
    const auto value = [&](Symbol symbol) { return valueOf(symbol, writer.stage.symbols); };
    const bool windowsAlone = value(Symbol::FullLayers) == 0 && value(Symbol::WindowLayers) > 0
        && writer.plan.shape.layersThat(Attending::Full, 0, writer.plan.shape.layers) > 0;
    if (value(Symbol::ConvertedCacheBytes) == 0 || windowsAlone)
        return;
    writer.add(TermId::KvCacheConverted, Life::Training,
               Symbol::CachedTokens * Symbol::MicroBatch * Symbol::ConvertedCacheBytes);
}

/// The layers of a stage that are on the GPU, with the ends of the model that the stage has.
StageLayers gpuLayers(const Resolved& plan, const StageLayers& layers)
{
    StageLayers onGpu = layers;
    onGpu.first = std::clamp(hostLayers(plan), layers.first, layers.end);
    return onGpu;
}

/// The cache of the layers that are on the host.
Bytes hostCacheBytes(const TermWriter& writer)
{
    StageLayers onHost = writer.stage.layers;
    onHost.end = gpuLayers(writer.plan, onHost).first;
    if (onHost.layers() == 0)
        return 0;
    const CacheLayers layers = cacheLayers(writer.plan, onHost);
    const CacheCells cells = cacheCells(writer.plan);
    const Bytes sequence = plus(times(layers.full, times(cells.full, cells.fullBytes)),
                                plus(times(layers.window, times(cells.window, cells.windowBytes)),
                                     times(layers.linear, cells.state)));
    return times(servedSequences(writer.plan), sequence);
}

/// Keys and values of the stage's layers. Each kind of layer is a separate term.
void addCache(const TermWriter& writer)
{
    const bool joins
        = writer.plan.inference.server == Server::HuggingFace; // grows by concatenation
    const Product layerCache = Symbol::CachedTokens * Symbol::MicroBatch * Symbol::LayerCacheBytes;
    if (joins)
        writer.add(TermId::KvCacheCopy, Life::Flowing, layerCache, Per::Layer);
    addConverted(writer);
    if (const Bytes host = hostCacheBytes(writer); host > 0)
        writer.add(TermId::KvCacheHost, Life::Training, Product{host}, Per::Model, Place::Host);
    if (!writer.plan.shape.isHybrid() && hostLayers(writer.plan) == 0)
        return writer.add(TermId::KvCache, Life::Training, layerCache, Per::Layer);
    const auto add = [&](TermId id, Symbol layers, Product each) {
        if (valueOf(layers, writer.stage.symbols) > 0)
            writer.add(id, Life::Training, each * layers);
    };
    add(TermId::KvCacheFull, Symbol::FullLayers, layerCache);
    add(TermId::KvCacheWindow, Symbol::WindowLayers,
        Symbol::WindowTokens * Symbol::MicroBatch * Symbol::WindowCacheBytes);
    add(TermId::KvCacheState, Symbol::LinearLayers, Symbol::MicroBatch * Symbol::StateBytes);
}

Product residualOfPass(std::int64_t bytes)
{
    return bytes * Symbol::PrefillTokens * Symbol::Hidden;
}

Product mlpOfPass(const ServerTraits& server)
{
    return server.widths * Symbol::PrefillTokens * Symbol::FeedForward / Symbol::TensorRanks;
}

Product expertsOfPass(const ServerTraits& server)
{
    return server.widths * Symbol::PrefillTokens * Symbol::TopK * Symbol::ExpertWidth
        / Symbol::ExpertTensorRanks;
}

/// Attention without a kernel that keeps no scores. llama.cpp: scores, mask and four values of the
/// residual stream, all in 32 bits. transformers: scores in 16 bits, their softmax in 32 and again
/// in 16, and a 16-bit mask. These and the MLP's values do not exist at the same time: the larger
/// of the two counts.
bool addScores(const TermWriter& writer, const ServerTraits& server)
{
    if (server.scoreBytes == 0 || writer.plan.choices.attention != Attention::Eager)
        return false;
    const auto bytes = [&](Product product) { return bytesOf(product, writer.stage.symbols); };
    const Product residual = residualOfPass(server.residualsWithScores);
    const Product scores = server.scoreBytes * Symbol::Heads * Symbol::PrefillTokens
        * Symbol::CachedTokens / Symbol::TensorRanks;
    const Product mask = server.maskBytes * Symbol::PrefillTokens * Symbol::CachedTokens;
    const Bytes mlp = plus(bytes(residualOfPass(server.residuals)),
                           std::max(bytes(mlpOfPass(server)), bytes(expertsOfPass(server))));
    if (plus(bytes(residual), plus(bytes(scores), bytes(mask))) <= mlp)
        return false;
    writer.add(TermId::PrefillResidual, Life::Flowing, residual, Per::Layer);
    writer.add(TermId::PrefillScores, Life::Flowing, scores, Per::Layer);
    writer.add(TermId::PrefillMask, Life::Flowing, mask, Per::Layer);
    return true;
}

/// Values of the residual stream and of the MLP.
void addMlpPass(const TermWriter& writer, const ServerTraits& server)
{
    const Shape& shape = writer.plan.shape;
    writer.add(TermId::PrefillResidual, Life::Flowing, residualOfPass(server.residuals),
               Per::Layer);
    if (shape.moeLayers() < shape.layers)
        writer.add(TermId::PrefillMlp, Life::Flowing, mlpOfPass(server), Per::DenseLayer);
    if (!writer.hasMoe())
        return;
    const Product routed = 2 * Symbol::PrefillTokens * Symbol::TopK * Symbol::Hidden;
    Product experts = expertsOfPass(server);
    if (server.id == Server::Vllm && vllmSharesExpertBytes(writer.plan)) {
        // The product of gate and up is over when that of down begins, in the same bytes.
        const Product joined = 4 * Symbol::PrefillTokens * Symbol::TopK * Symbol::ExpertWidth
            / Symbol::ExpertTensorRanks;
        const auto bytes
            = [&](const Product& product) { return bytesOf(product, writer.stage.symbols); };
        if (bytes(joined) >= bytes(routed))
            return writer.add(TermId::PrefillExperts, Life::Flowing, experts, Per::MoeLayer);
        experts = 2 * Symbol::PrefillTokens * Symbol::TopK * Symbol::ExpertWidth
            / Symbol::ExpertTensorRanks;
    }
    writer.add(TermId::PrefillRouted, Life::Flowing, routed, Per::MoeLayer);
    writer.add(TermId::PrefillExperts, Life::Flowing, experts, Per::MoeLayer);
}

/// A pass over prompts: the residual stream and the widest of a layer's products, then the logits
/// of the positions whose next token is chosen.
void addPasses(const TermWriter& writer, const ServerTraits& server)
{
    if (!addScores(writer, server))
        addMlpPass(writer, server);
    if (!writer.stage.layers.predicts || predictsOnHost(writer.plan))
        return;
    if (server.id == Server::LlamaCpp || server.id == Server::Vllm)
        writer.add(TermId::PrefillOutput, Life::ForwardEnd,
                   (server.id == Server::LlamaCpp ? 4 : 2) * Symbol::PrefillTokens
                       * Symbol::Hidden);
    writer.add(TermId::PrefillLogits, Life::ForwardEnd,
               logitBytes(writer.plan) * Symbol::ChosenPositions * Symbol::Vocabulary);
}

/// The model that proposes tokens, on the last stage.
void addDraft(const TermWriter& writer)
{
    const DraftBytes draft = draftBytes(writer.plan, writer.stage.layers);
    if (draft.weights > 0)
        writer.add(TermId::WeightsDraft, Life::Always, Product{draft.weights});
    if (draft.cache > 0)
        writer.add(TermId::KvCacheDraft, Life::Training, Product{draft.cache});
}

/// vLLM's counts of generated tokens, of all sequences that it may serve.
Bytes countBytes(const TermWriter& writer)
{
    const Resolved& plan = writer.plan;
    const bool counts = plan.inference.server == Server::Vllm && writer.stage.layers.predicts
        && plan.cluster.overhead != Overhead::None;
    return counts ? times(*sequenceLimit(plan), vllmCountsOfSequence(plan)) : 0;
}

} // namespace

HostBytes hostBytesOf(const Resolved& plan, const StageLayers& layers)
{
    HostBytes host;
    if (plan.inference.server != Server::LlamaCpp)
        return host;
    WeightChoices choices = servedWeights(plan);
    const auto sizesOf = [&](std::int64_t first, std::int64_t end) {
        choices.firstLayer = first;
        choices.endLayer = end;
        return weightSizes(plan.heldByRank, plan.inference.weights, choices);
    };
    const std::int64_t firstOnGpu = gpuLayers(plan, layers).first;
    const WeightSizes whole = sizesOf(layers.first, firstOnGpu);
    const std::int64_t experts = std::clamp(hostExpertLayers(plan), layers.first, layers.end);
    host.embedding = layers.embeds ? whole[Part::Embedding] : 0;
    for (const Part part : {Part::Attention, Part::Shared, Part::Router, Part::Norms})
        host.always = plus(host.always, whole[part]);
    const std::int64_t mlps = std::clamp(hostMlpLayers(plan), layers.first, layers.end);
    host.always = plus(host.always, sizesOf(layers.first, mlps)[Part::Mlp]);
    if (layers.predicts && predictsOnHost(plan)) // a tied head is the embedding on the host
        host.always = plus(host.always,
                           plus(whole[Part::FinalNorm], plan.shape.tied ? 0 : whole[Part::Head]));
    host.experts = sizesOf(layers.first, experts)[Part::Experts];
    return host;
}

bool readsWeightsOfHost(const Resolved& plan)
{
    if (!leavesLayersOnHost(plan))
        return false;
    for (std::int64_t i = 0; i < plan.layout.pipeline; ++i) {
        const HostBytes host = hostBytesOf(plan, stageAt(plan, i).layers);
        if (host.always > 0 || host.experts > 0)
            return true;
    }
    return false;
}

Layout servingLayout(const Layout& layout, const Shape& shape)
{
    Layout served;
    served.tensor = layout.tensor;
    served.pipeline = layout.pipeline;
    served.expert = layout.expert;
    served.expertTensor = layout.expertTensor;
    served.stageSplit = layout.stageSplit;
    if (shape.experts > 0 && served.expert == 1 && served.expertTensor == 1)
        served.expertTensor = layout.tensor;
    return served;
}

void addServing(const TermWriter& writer)
{
    const ServerTraits& server = traitsOf(writer.plan.inference.server);
    addWeights(writer);
    addCache(writer);
    addPasses(writer, server);
    addDraft(writer);
    if (const Bytes graphs = graphBytes(writer.plan); graphs > 0)
        writer.add(TermId::OverheadGraphs, Life::Always, Product{graphs});
    if (const Bytes counts = countBytes(writer); counts > 0)
        writer.add(TermId::OverheadCounts, Life::Always, Product{counts});
    if (server.kept != KeptFree::Nothing)
        writer.add(TermId::OverheadServer, Life::Always, 1 * Symbol::KeptBytes);
}

WeightChoices servedWeights(const Resolved& plan)
{
    WeightChoices choices = choicesOfFamily(plan.family);
    choices.matrix = plan.inference.imatrix;
    choices.groupSize = plan.inference.groupSize.value_or(choices.groupSize);
    choices.split = {plan.layout.tensor, plan.layout.expert, plan.layout.expertTensor};
    choices.gguf = plan.inference.server == Server::LlamaCpp;
    choices.fullRows = plan.madeToSize;
    choices.paddedExperts = plan.inference.server == Server::Vllm;
    return choices;
}

void setServedWeights(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    WeightChoices choices = servedWeights(plan);
    const StageLayers onGpu = gpuLayers(plan, layers);
    choices.firstLayer = onGpu.first;
    choices.endLayer = layers.end;
    const WeightSizes held = weightSizes(plan.heldByRank, plan.inference.weights, choices);
    const bool tied = plan.shape.tied;
    const Bytes head = held[tied ? Part::Embedding : Part::Head];
    const bool ownHead = layers.predicts && (!tied || !layers.embeds) && !predictsOnHost(plan);
    set(values, Symbol::EmbeddingBytes,
        layers.embeds && !embedsOnHost(plan) && !predictsOnHost(plan) ? held[Part::Embedding] : 0);
    set(values, Symbol::HeadBytes, ownHead ? head : 0);
    set(values, Symbol::AttentionBytes, held[Part::Attention]);
    // The parts of the first layers that lie on the host by themselves.
    const auto beyond = [&](std::int64_t hostLayers, Part part) {
        choices.firstLayer = std::clamp(hostLayers, layers.first, layers.end);
        return choices.firstLayer == onGpu.first
            ? held[part]
            : weightSizes(plan.heldByRank, plan.inference.weights, choices)[part];
    };
    set(values, Symbol::MlpBytes, beyond(hostMlpLayers(plan), Part::Mlp));
    set(values, Symbol::ExpertBytes, beyond(hostExpertLayers(plan), Part::Experts));
    set(values, Symbol::SharedBytes, held[Part::Shared]);
    set(values, Symbol::RouterBytes, held[Part::Router]);
    const Bytes first = layers.embeds ? plus(held[Part::Positions], held[Part::Vision]) : 0;
    const Bytes last = layers.predicts && !predictsOnHost(plan) ? held[Part::FinalNorm] : 0;
    set(values, Symbol::OtherBytes, plus(held[Part::Norms], plus(first, last)));
    const CacheLayers cached = cacheLayers(plan, onGpu);
    set(values, Symbol::FullLayers, cached.full);
    set(values, Symbol::WindowLayers, cached.window);
    set(values, Symbol::LinearLayers, cached.linear);
}

void setServedWorkload(SymbolValues& values, const Resolved& plan)
{
    const CacheCells cells = cacheCells(plan);
    set(values, Symbol::MicroBatch, servedSequences(plan));
    set(values, Symbol::CachedTokens, cells.full);
    set(values, Symbol::LayerCacheBytes, cells.fullBytes);
    set(values, Symbol::WindowTokens, cells.window);
    set(values, Symbol::WindowCacheBytes, cells.windowBytes);
    set(values, Symbol::StateBytes, cells.state);
    set(values, Symbol::ConvertedCacheBytes, cells.converted);
    set(values, Symbol::PrefillTokens, prefillTokens(plan));
    set(values, Symbol::ChosenPositions, chosenPositions(plan));
}

ServedBytes servedBytes(const Stage& stage)
{
    ServedBytes served;
    Bytes dense = 0, routed = 0, every = 0, logits = 0;
    for (const Term& term : stage.terms) {
        const Group group = groupOf(term.id);
        if (term.id == TermId::OverheadServer || group == Group::Activations
            || term.place != Place::Gpu)
            continue;
        Bytes& sum = group == Group::Parameters ? served.weights
            : group == Group::Overhead          ? served.runtime
            : term.life == Life::ForwardEnd     ? logits
            : term.per == Per::DenseLayer       ? dense
            : term.per == Per::MoeLayer         ? routed
                                                : every;
        sum = plus(sum, bytesOf(term.each, stage.symbols));
    }
    served.passes = std::max(plus(every, std::max(dense, routed)), logits);
    return served;
}

Bytes cacheBytes(const Stage& stage)
{
    Bytes sum = 0;
    for (const Term& term : stage.terms)
        if (term.life == Life::Training && groupOf(term.id) == Group::Activations
            && term.place == Place::Gpu)
            sum = plus(sum,
                       times(bytesOf(term.each, stage.symbols), stage.table().largest(term.row)));
    return sum;
}

Bytes keptFree(const Resolved& plan, const Stage& stage)
{
    const ServerTraits& server = traitsOf(plan.inference.server);
    if (server.kept == KeptFree::Nothing)
        return 0;
    const ServedBytes served = servedBytes(stage);
    const Bytes passes = plus(served.passes, served.runtime);
    const Bytes runtime = bytesOfOverhead(overheadSizes(plan, plan.cluster.overhead));
    const auto keptOf = [&](Bytes taken) {
        const Bytes memory = plan.capacity - std::min(plan.capacity, taken);
        return static_cast<Bytes>(static_cast<double>(memory) * (1 - memoryFraction(plan)));
    };
    switch (server.kept) {
    case KeptFree::OfRest:
        return keptOf(plus(served.weights, plus(passes, runtime)));
    case KeptFree::OfFreeCardLessPasses: // model_runner.py: total_gpu_memory is the free memory
                                         // after the ranks are connected
        return std::max<Bytes>(0, keptOf(runtime) - passes);
    case KeptFree::OfCard: // what vLLM does not count lies in the part that it leaves free
        return std::max<Bytes>(0,
                               keptOf(0)
                                   - vllmUncounted(plan, overheadSizes(plan, plan.cluster.overhead),
                                                   graphBytes(plan)));
    case KeptFree::Nothing:
        break;
    }
    return 0;
}

} // namespace highwater
