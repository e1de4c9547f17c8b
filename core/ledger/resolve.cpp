// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ledger/resolve.h"

#include "plan/keys.h"
#include "plan/validate.h"

#include <algorithm>
#include <bit>

namespace highwater {
namespace {

constexpr double mostParameters = 1e15;

/// The lecture draws its line at 80 GiB and calls it 80 GB.
constexpr Bytes lectureLine = 80LL << 30;

bool drawnByTheLecture(MethodId method)
{
    return method == MethodId::Lecture || method == MethodId::LectureZero;
}

std::string number(std::int64_t value)
{
    return grouped(value);
}

std::string suggestion(const std::vector<std::string>& ids)
{
    std::string list;
    for (const std::string& id : ids)
        list += (list.empty() ? "" : ", ") + id;
    return list;
}

template <class Entry>
Problem unknown(const char* field, const std::string& id, std::span<const Entry> entries)
{
    const auto similar = similarIds(entries, id);
    const Text message = similar.empty()
        ? Text(HW_TR("core", "is not in the catalogue"))
        : Text(HW_TR("core", "is not in the catalogue; similar: %1"), {suggestion(similar)});
    return {field, typed(id), message};
}

Problems findModel(const Plan& plan, const Catalog& catalog, Resolved& resolved)
{
    const auto shape = shapeOf(plan.model, catalog);
    if (!shape)
        return shape.problems();
    resolved.shape = *shape;
    if (const auto* listed = std::get_if<CatalogModel>(&plan.model))
        resolved.model = catalog.model(listed->id);
    if (const auto* sized = std::get_if<SizedModel>(&plan.model))
        resolved.statedParameters = sized->parameters;
    return {};
}

bool isMixed(Precision precision)
{
    return precision == Precision::Bf16Mixed || precision == Precision::Fp16Mixed
        || precision == Precision::Fp8Mixed;
}

Choices choose(const Plan& plan)
{
    const Recipe& recipe = plan.recipe;
    Choices choices{};
    choices.framework = recipe.framework;
    choices.precision = recipe.precision.value_or(Precision::Bf16Mixed);
    choices.gradients = recipe.gradients.value_or(
        choices.precision == Precision::Fp32 ? Gradients::Fp32 : Gradients::Bf16);
    choices.keepGradients = recipe.keepGradients.value_or(true);
    choices.masterWeights = recipe.masterWeights.value_or(isMixed(choices.precision));
    choices.optimizer = recipe.optimizer.value_or(Optimizer::AdamW);
    choices.moments = recipe.moments.value_or(
        choices.optimizer == Optimizer::AdamW8bit ? Moments::Int8 : Moments::Fp32);
    choices.recompute = recipe.recompute.value_or(Recompute::None);
    choices.attention = recipe.attention.value_or(Attention::Flash);
    choices.kernels = recipe.kernels.value_or(Kernels::Fused);
    choices.loss = recipe.loss.value_or(Loss::Full);
    choices.dropout = recipe.dropout.value_or(false);
    choices.sequenceParallel = plan.layout.sequenceParallel.value_or(true);
    choices.tpInputs = plan.layout.tpInputs.value_or(TpInputs::Recomputed);
    choices.stageSplit = plan.layout.stageSplit.value_or(StageSplit::Even);
    return choices;
}

Problems contradictions(const Plan& plan, const Resolved& resolved)
{
    const Layout& layout = plan.layout;
    const Shape& shape = resolved.shape;
    Problems problems;
    if (static_cast<double>(resolved.counts.total) > mostParameters)
        problems.push_back({"model.custom",
                            number(resolved.counts.total),
                            {HW_TR("core", "must come to at most %1 parameters"), {"10^15"}}});
    if (shape.heads % layout.tensor != 0)
        problems.push_back(
            {"layout.tensor",
             number(layout.tensor),
             {HW_TR("core", "must divide the number of heads, %1"), {number(shape.heads)}}});
    if (layout.pipeline > shape.layers)
        problems.push_back({"layout.pipeline",
                            number(layout.pipeline),
                            {HW_TR("core", "must not be more than the layers there are, %1"),
                             {number(shape.layers)}}});
    if (shape.experts > 0 && shape.experts % layout.expert != 0)
        problems.push_back(
            {"layout.expert",
             number(layout.expert),
             {HW_TR("core", "must divide the number of experts, %1"), {number(shape.experts)}}});
    const std::int64_t ranks = times(times(layout.tensor, layout.pipeline), layout.context);
    if (plan.cluster.gpus < ranks)
        problems.push_back(
            {"cluster.gpus",
             number(plan.cluster.gpus),
             {HW_TR("core", "must be at least tensor · pipeline · context parallel, %1"),
              {number(ranks)}}});
    else if (times(plan.cluster.gpus / ranks, layout.context) % layout.replicate != 0)
        problems.push_back({"layout.replicate",
                            number(layout.replicate),
                            {HW_TR("core", "must divide the ranks that share the states, %1"),
                             {number(times(plan.cluster.gpus / ranks, layout.context))}}});
    if (layout.zero >= 2 && layout.pipeline > 1 && plan.recipe.framework == Framework::DeepSpeed)
        problems.push_back(
            {"layout.zero",
             number(layout.zero),
             {HW_TR("core", "must be at most 1 with pipeline parallelism in DeepSpeed")}});
    return problems;
}

void warn(Resolved& resolved)
{
    const auto add = [&](const char* field, Text message) {
        resolved.warnings.push_back({field, std::move(message)});
    };
    const Layout& layout = resolved.layout;
    const Cluster& cluster = resolved.cluster;
    const Shape& shape = resolved.shape;
    const std::int64_t ranks = layout.tensor * layout.pipeline * layout.context;
    if (cluster.gpus % ranks != 0)
        add("cluster.gpus",
            {HW_TR("core",
                   "%1 GPUs do not divide by tensor · pipeline · context parallel, %2: "
                   "%3 stay idle"),
             {number(cluster.gpus), number(ranks), number(cluster.gpus % ranks)}});
    if (cluster.gpusPerNode > cluster.gpus && cluster.gpusPerNode != Cluster{}.gpusPerNode)
        add("cluster.gpus_per_node",
            {HW_TR("core", "A node has more GPUs (%1) than the cluster (%2)"),
             {number(cluster.gpusPerNode), number(cluster.gpus)}});
    if (layout.tensor > shape.kvHeads)
        add("layout.tensor",
            {HW_TR("core",
                   "More tensor ranks (%1) than key heads (%2): keys and values are "
                   "replicated"),
             {number(layout.tensor), number(shape.kvHeads)}});
    if (layout.tensor > cluster.gpusPerNode)
        add("layout.tensor",
            {HW_TR("core", "Tensor parallelism crosses nodes of %1 GPUs"),
             {number(cluster.gpusPerNode)}});
    if (resolved.workload.context > shape.maxPositions)
        add("workload.context",
            {HW_TR("core", "The model was made for at most %1 tokens"),
             {number(shape.maxPositions)}});
    if (resolved.workload.globalBatch) {
        const std::int64_t batch = *resolved.workload.globalBatch;
        const std::int64_t pass = times(resolved.workload.microBatch, resolved.dataParallel);
        if (batch % pass != 0)
            add("workload.global_batch",
                {HW_TR("core",
                       "%1 sequences do not divide into passes of %2: the last one is "
                       "not full"),
                 {number(batch), number(pass)}});
        // LECTURE.md and arXiv 1812.06162: below about a million tokens gradients are noisy.
        const std::int64_t tokens = times(batch, resolved.workload.context);
        if (tokens < 1'000'000 && resolved.workload.task == Task::Train)
            add("workload.global_batch",
                {HW_TR("core",
                       "%1 tokens a step: pre-training wants 4 to 60 million, and below "
                       "1 million the gradient is noisy"),
                 {number(tokens)}});
    }
    if (shape.predictionLayers > 0)
        add("model",
            {HW_TR("core", "Layers that predict further tokens are not counted: %1"),
             {number(shape.predictionLayers)}});
    if (resolved.model && !resolved.model->verified)
        add("model.id", {HW_TR("core", "The architecture of this model is not verified")});
    const bool fromDevice = !cluster.capacity && !drawnByTheLecture(resolved.method);
    if (fromDevice && !resolved.device->reportedMib)
        add("cluster.device",
            {HW_TR("core",
                   "What this device reports is not known: its marketed size is "
                   "taken as GiB")});
}

void set(SymbolValues& values, Symbol symbol, std::int64_t value)
{
    values[static_cast<std::size_t>(symbol)] = value;
}

void fillSymbols(Resolved& resolved)
{
    const Shape& shape = resolved.shape;
    const WeightCounts& counts = resolved.counts;
    SymbolValues& values = resolved.symbols;
    set(values, Symbol::One, 1);
    set(values, Symbol::Hundred, 100);
    set(values, Symbol::Hidden, shape.hidden);
    set(values, Symbol::Layers, shape.layers);
    set(values, Symbol::Heads, shape.heads);
    set(values, Symbol::KvHeads, shape.kvHeads);
    set(values, Symbol::Query, shape.queryWidth());
    set(values, Symbol::KeyValue, shape.keyWidth());
    set(values, Symbol::AttentionOut, shape.isLatent() ? shape.valueWidth() : shape.queryWidth());
    set(values, Symbol::FeedForward, shape.feedForward);
    set(values, Symbol::Vocabulary, shape.vocabulary);
    set(values, Symbol::Experts, shape.experts);
    set(values, Symbol::TopK, shape.expertsPerToken);
    set(values, Symbol::ExpertWidth, shape.expertWidth);
    set(values, Symbol::SharedWidth, shape.sharedTotalWidth());
    set(values, Symbol::QueryRank, shape.latent.queryRank);
    set(values, Symbol::KvRank, shape.latent.kvRank);
    set(values, Symbol::RotaryDim, shape.latent.rotaryHeadDim);
    set(values, Symbol::ExpandedKv,
        shape.heads * (shape.latent.plainHeadDim + shape.latent.valueHeadDim));
    set(values, Symbol::AttentionParameters, counts.attention);
    set(values, Symbol::MlpParameters, counts.mlp);
    set(values, Symbol::ExpertParameters, counts.experts);
    set(values, Symbol::SharedParameters, counts.shared);
    set(values, Symbol::RouterParameters, counts.router);
    set(values, Symbol::NormParameters, counts.norms);
    set(values, Symbol::DenseLayerParameters, counts.denseLayer());
    set(values, Symbol::MoeLayerParameters, counts.moeLayer());
    set(values, Symbol::EmbeddingParameters, counts.embedding);
    set(values, Symbol::HeadParameters, shape.tied ? counts.embedding : counts.head);
    set(values, Symbol::OtherParameters, counts.other);
    set(values, Symbol::Parameters, counts.total);
    set(values, Symbol::MatrixParameters, counts.matrices);
    set(values, Symbol::VectorParameters, counts.vectors);
    set(values, Symbol::FactoredEntries, counts.factored);
    set(values, Symbol::Shards, resolved.shards);
}

} // namespace

Result<Shape> shapeOf(const ModelChoice& choice, const Catalog& catalog)
{
    if (const auto* listed = std::get_if<CatalogModel>(&choice)) {
        if (const Model* model = catalog.model(listed->id))
            return model->shape;
        return unknown("model.id", listed->id, catalog.models());
    }
    if (const auto* sized = std::get_if<SizedModel>(&choice))
        return llamaShapeOf(sized->parameters);
    return shapeOf(std::get<CustomModel>(choice));
}

std::int64_t computeBytes(Precision precision)
{
    return precision == Precision::Fp32 ? 4 : 2;
}

Plan spelledOut(const Plan& plan)
{
    const Choices choices = choose(plan);
    Plan result = plan;
    result.recipe
        = {choices.framework,     choices.precision, choices.gradients, choices.keepGradients,
           choices.masterWeights, choices.optimizer, choices.moments,   choices.recompute,
           choices.attention,     choices.kernels,   choices.loss,      choices.dropout};
    result.layout.sequenceParallel = choices.sequenceParallel;
    result.layout.tpInputs = choices.tpInputs;
    result.layout.stageSplit = choices.stageSplit;
    return result;
}

void setWorkload(Resolved& resolved, std::int64_t context, std::int64_t microBatch)
{
    resolved.workload.context = context;
    resolved.workload.microBatch = microBatch;
    SymbolValues& values = resolved.symbols;
    set(values, Symbol::Context, context);
    set(values, Symbol::MicroBatch, microBatch);

    const std::int64_t pass = times(microBatch, resolved.dataParallel);
    const std::int64_t batch = resolved.workload.globalBatch.value_or(pass);
    resolved.microBatches = std::max<std::int64_t>(1, shareOf(batch, pass));

    // Liger Kernel's fused linear cross entropy (ops/fused_linear_cross_entropy.py) cuts the
    // tokens so that a chunk's logits are about as large as the hidden states.
    const std::int64_t tokens = resolved.tokensPerMicroBatch();
    const std::int64_t chunks = shareOf(resolved.shape.vocabulary, resolved.shape.hidden);
    const auto chunk = static_cast<std::uint64_t>(shareOf(tokens, chunks));
    const std::int64_t power = chunk > (std::uint64_t{1} << 62)
        ? tokens
        : static_cast<std::int64_t>(std::bit_ceil(chunk));
    set(values, Symbol::ChunkTokens, std::min(tokens, power));
}

Result<Resolved> resolve(const Plan& plan, const Catalog& catalog)
{
    Problems problems = validate(plan);
    Resolved resolved;
    if (problems.empty())
        problems = findModel(plan, catalog, resolved);
    resolved.device = catalog.device(plan.cluster.device);
    if (!resolved.device)
        problems.push_back(unknown("cluster.device", plan.cluster.device, catalog.devices()));
    if (!problems.empty())
        return problems;

    resolved.counts = countWeights(resolved.shape);
    problems = contradictions(plan, resolved);
    if (!problems.empty())
        return problems;

    resolved.method = plan.method;
    resolved.choices = choose(plan);
    resolved.workload = plan.workload;
    resolved.adapter = plan.adapter;
    resolved.cluster = plan.cluster;
    resolved.layout = plan.layout;
    resolved.capacity = plan.cluster.capacity.value_or(
        drawnByTheLecture(plan.method) ? lectureLine : resolved.device->capacityBytes());
    resolved.dataParallel
        = plan.cluster.gpus / (plan.layout.tensor * plan.layout.pipeline * plan.layout.context);
    resolved.shards = resolved.dataParallel * plan.layout.context / plan.layout.replicate;
    // Layers with experts are the heaviest where there are any.
    const Shape& shape = resolved.shape;
    while (resolved.counts.moeLayers > 0
           && !shape.isMoe(shape.layers - 1 - resolved.layersAfterWork))
        ++resolved.layersAfterWork;
    fillSymbols(resolved);
    setWorkload(resolved, plan.workload.context, plan.workload.microBatch);
    warn(resolved);
    return resolved;
}

} // namespace highwater
