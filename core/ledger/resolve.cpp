// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/resolve.h"

#include "core/ledger/terms.h"
#include "core/plan/keys.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <bit>
#include <cmath>

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
Problem unknown(KeyPath field, const std::string& id, std::span<const Entry> entries)
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

std::int64_t padded(std::int64_t count, std::int64_t multiple)
{
    return times(shareOf(count, multiple), multiple);
}

bool isMixed(Precision precision)
{
    return precision == Precision::Bf16Mixed || precision == Precision::Fp16Mixed
        || precision == Precision::Fp8Mixed;
}

Choices choose(const Plan& plan)
{
    const Recipe& recipe = plan.recipe;
    const Profile& profile = profileOf(recipe.framework);
    // What is written wins, then the framework's choice, then the default.
    const auto chosen = [](const auto& written, const auto& usual, auto otherwise) {
        return written ? *written : usual.value_or(otherwise);
    };
    Choices choices{};
    choices.framework = recipe.framework;
    choices.precision = chosen(recipe.precision, profile.precision, Precision::Bf16Mixed);
    const bool mixed = isMixed(choices.precision);
    const bool whole = choices.precision == Precision::Fp32;
    // DeepSpeed's engine accumulates in 16 bits, in a partition that is there all the time.
    const bool engine = profile.sharding == Sharding::Buckets && plan.layout.zero >= 1;
    choices.gradients
        = chosen(recipe.gradients, mixed && !engine ? profile.gradients : std::nullopt,
                 whole ? Gradients::Fp32 : Gradients::Bf16);
    choices.keepGradients
        = chosen(recipe.keepGradients, engine ? std::nullopt : profile.keepGradients, true);
    choices.masterWeights
        = chosen(recipe.masterWeights, mixed ? profile.masterWeights : std::nullopt, mixed);
    choices.optimizer = recipe.optimizer.value_or(Optimizer::AdamW);
    const bool eightBit = choices.optimizer == Optimizer::AdamW8bit;
    choices.moments
        = chosen(recipe.moments, mixed || whole || eightBit ? std::nullopt : profile.moments,
                 eightBit ? Moments::Int8 : Moments::Fp32);
    choices.recompute = recipe.recompute.value_or(Recompute::None);
    choices.attention = recipe.attention.value_or(Attention::Flash);
    choices.kernels = chosen(recipe.kernels, profile.kernels, Kernels::Fused);
    choices.loss = chosen(recipe.loss, profile.loss, Loss::Full);
    choices.dropout = recipe.dropout.value_or(false);
    choices.sequenceParallel = plan.layout.sequenceParallel.value_or(true);
    choices.tpInputs = plan.layout.tpInputs.value_or(TpInputs::Recomputed);
    choices.stageSplit = chosen(plan.layout.stageSplit, profile.stageSplit, StageSplit::Even);
    return choices;
}

Problems contradictions(const Plan& plan, const Resolved& resolved)
{
    const Layout& layout = plan.layout;
    const Shape& shape = resolved.shape;
    Problems problems;
    if (static_cast<double>(resolved.counts.total) > mostParameters)
        problems.push_back({KeyGroup("model.custom"),
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
    if (times(layout.pipeline, layout.virtualPipeline) > shape.layers && layout.virtualPipeline > 1)
        problems.push_back(
            {"layout.virtual_pipeline",
             number(layout.virtualPipeline),
             {HW_TR("core", "must leave a layer for each of pipeline · virtual parts; layers: %1"),
              {number(shape.layers)}}});
    const std::int64_t experts = times(layout.expert, layout.expertTensor);
    if (experts > 1 && plan.cluster.gpus >= ranks) {
        const std::int64_t hosts
            = times(plan.cluster.gpus / ranks, times(layout.tensor, layout.context));
        if (hosts % experts != 0)
            problems.push_back(
                {layout.expert > 1 ? KeyPath("layout.expert") : KeyPath("layout.expert_tensor"),
                 number(layout.expert > 1 ? layout.expert : layout.expertTensor),
                 {HW_TR("core",
                        "expert · expert tensor parallel must divide the GPUs of a stage, %1"),
                  {number(hosts)}}});
    }
    // What is offloaded moves through DeepSpeed's buckets, which come with its stages.
    const bool buckets = profileOf(plan.recipe.framework).sharding == Sharding::Buckets;
    if (buckets && layout.zero < 1 && layout.offloadOptimizer != Offload::None)
        problems.push_back({"layout.offload_optimizer",
                            std::string(nameOf(layout.offloadOptimizer)),
                            {HW_TR("core", "needs ZeRO-1 or more in DeepSpeed")}});
    if (buckets && layout.zero < 3 && layout.offloadParameters != Offload::None)
        problems.push_back({"layout.offload_parameters",
                            std::string(nameOf(layout.offloadParameters)),
                            {HW_TR("core", "needs ZeRO-3 in DeepSpeed")}});
    if (layout.zero >= 2 && layout.pipeline > 1 && buckets)
        problems.push_back(
            {"layout.zero",
             number(layout.zero),
             {HW_TR("core", "must be at most 1 with pipeline parallelism in DeepSpeed")}});
    return problems;
}

void warn(Resolved& resolved)
{
    const auto add = [&](KeyPath key, Text message) {
        resolved.warnings.push_back({key, std::move(message)});
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
    if (layout.pipeline > 1 && resolved.microBatches < layout.pipeline)
        add("workload.global_batch",
            {HW_TR("core", "Stages of the pipeline (%1) idle: a step has fewer micro-batches (%2)"),
             {number(layout.pipeline), number(resolved.microBatches)}});
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
        // Adapters are for fine-tuning, where small batches are usual.
        const std::int64_t tokens = times(batch, resolved.workload.context);
        if (tokens < 1'000'000 && resolved.workload.task == Task::Train && resolved.trainsAll())
            add("workload.global_batch",
                {HW_TR("core",
                       "%1 tokens a step: pre-training wants 4 to 60 million, and below "
                       "1 million the gradient is noisy"),
                 {number(tokens)}});
    }
    if (shape.predictionLayers > 0)
        resolved.warnings.push_back(
            {KeyGroup("model"),
             {HW_TR("core", "Layers that predict further tokens are not counted: %1"),
              {number(shape.predictionLayers)}}});
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

/// What the shape of a model says, whoever holds it.
void fillShape(SymbolValues& values, const Shape& shape)
{
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
    set(values, Symbol::QkvWidth, shape.queryWidth() + 2 * shape.keyWidth());
}

void fillRanks(SymbolValues& values, const Resolved& resolved)
{
    const Layout& layout = resolved.layout;
    set(values, Symbol::Shards, resolved.shards);
    set(values, Symbol::ExpertShards, resolved.expertShards);
    set(values, Symbol::TensorRanks, layout.tensor);
    set(values, Symbol::ContextRanks, layout.context);
    set(values, Symbol::TensorContextRanks, layout.tensor * layout.context);
    set(values, Symbol::ExpertTensorRanks, layout.expertTensor);
    set(values, Symbol::LocalExperts, shareOf(resolved.shape.experts, layout.expert));
}

/// What is trained where the weights are frozen: the adapters alone; and the frozen weights as
/// they are stored.
void fillAdapters(SymbolValues& values, const Resolved& resolved, const StageLayers& layers)
{
    const std::int64_t moe = resolved.shape.moeLayers(layers.first, layers.end);
    const AdapterWeights& adapter = resolved.adapterWeights;
    WeightTally trained;
    trained.add(adapter.dense, layers.layers() - moe);
    trained.add(adapter.moe, moe);
    if (layers.predicts)
        trained.add(adapter.head);
    WeightTally trainedExperts;
    trainedExperts.add(adapter.experts, moe);
    set(values, Symbol::AdapterDense, adapter.dense.parameters);
    set(values, Symbol::AdapterMoe, adapter.moe.parameters);
    set(values, Symbol::AdapterExperts, adapter.experts.parameters);
    set(values, Symbol::AdapterHead, layers.predicts ? adapter.head.parameters : 0);
    set(values, Symbol::Rank, resolved.adapter.rank);
    set(values, Symbol::Parameters, trained.parameters);
    set(values, Symbol::MatrixParameters, trained.matrices);
    set(values, Symbol::VectorParameters, trained.vectors);
    set(values, Symbol::FactoredEntries, trained.factored);
    set(values, Symbol::RoutedParameters, trainedExperts.parameters);
    set(values, Symbol::RoutedFactored, trainedExperts.factored);
    set(values, Symbol::TrainedParameters, plus(trained.parameters, trainedExperts.parameters));
    set(values, Symbol::BaseAttention, resolved.base.attention);
    set(values, Symbol::BaseMlp, resolved.base.mlp);
    set(values, Symbol::BaseExperts, resolved.base.experts);
    set(values, Symbol::BaseShared, resolved.base.shared);
    set(values, Symbol::BaseHead, resolved.base.head);
    // A block as it is stored: its matrices in the base's format, its vectors as they are.
    const std::int64_t wide = vectorBytes(resolved);
    const Bytes norms = times(wide, resolved.weights[Part::Norms].parameters);
    set(values, Symbol::BaseDenseLayer,
        plus(norms, plus(resolved.base.attention, resolved.base.mlp)));
    set(values, Symbol::BaseMoeLayer,
        plus(plus(norms, times(wide, resolved.weights[Part::Router].parameters)),
             plus(resolved.base.attention, resolved.base.shared)));
}

/// What one rank of a stage holds of the weights.
void fillWeights(SymbolValues& values, const Resolved& resolved, const StageLayers& layers)
{
    const RankWeights& weights = resolved.weights;
    const bool tied = resolved.shape.tied;
    const auto parameters = [&](Part part) { return weights[part].parameters; };
    const std::int64_t moe = resolved.shape.moeLayers(layers.first, layers.end);
    const std::int64_t dense = layers.layers() - moe;

    // A tied weight stands on both ends of a pipeline, and twice where the framework unties it.
    const bool ownHead = !tied || resolved.profile->untiesHead || !layers.embeds;
    WeightTally root;
    if (layers.embeds)
        root.add(weights[Part::Embedding]);
    if (layers.predicts && ownHead)
        root.add(weights[tied ? Part::Embedding : Part::Head]);
    WeightTally all = root;
    if (layers.embeds)
        all.add(weights[Part::Positions]);
    if (layers.predicts)
        all.add(weights[Part::FinalNorm]);
    all.add(weights[Part::Attention], layers.layers());
    all.add(weights[Part::Norms], layers.layers());
    all.add(weights[Part::Mlp], dense);
    all.add(weights[Part::Shared], moe);
    all.add(weights[Part::Router], moe);
    WeightTally routed;
    routed.add(weights[Part::Experts], moe);

    const std::int64_t common = plus(parameters(Part::Attention), parameters(Part::Norms));
    set(values, Symbol::AttentionParameters, parameters(Part::Attention));
    set(values, Symbol::MlpParameters, parameters(Part::Mlp));
    set(values, Symbol::ExpertParameters, parameters(Part::Experts));
    set(values, Symbol::SharedParameters, parameters(Part::Shared));
    set(values, Symbol::RouterParameters, parameters(Part::Router));
    set(values, Symbol::NormParameters, parameters(Part::Norms));
    set(values, Symbol::DenseLayerParameters, plus(common, parameters(Part::Mlp)));
    set(values, Symbol::MoeLayerParameters,
        plus(common, plus(parameters(Part::Shared), parameters(Part::Router))));
    set(values, Symbol::EmbeddingParameters, parameters(Part::Embedding));
    set(values, Symbol::HeadParameters, parameters(tied ? Part::Embedding : Part::Head));
    set(values, Symbol::OtherParameters,
        plus(layers.embeds ? parameters(Part::Positions) : 0,
             layers.predicts ? parameters(Part::FinalNorm) : 0));
    set(values, Symbol::Parameters, all.parameters);
    // Muon takes the hidden matrices, experts' among them.
    set(values, Symbol::MatrixParameters, all.matrices);
    set(values, Symbol::VectorParameters, plus(all.vectors, routed.vectors));
    set(values, Symbol::FactoredEntries, all.factored);
    set(values, Symbol::RoutedParameters, routed.parameters);
    set(values, Symbol::RoutedFactored, routed.factored);
    set(values, Symbol::RootParameters, root.parameters);
    // The stage's last block, for what is held of one block.
    const bool endsInExperts = moe > 0 && resolved.shape.isMoe(layers.end - 1);
    set(values, Symbol::BlockParameters,
        layers.layers() == 0 ? 0
            : endsInExperts
            ? plus(value(Symbol::MoeLayerParameters, values), parameters(Part::Experts))
            : value(Symbol::DenseLayerParameters, values));
    set(values, Symbol::HeldParameters, plus(all.parameters, routed.parameters));
    set(values, Symbol::TrainedParameters, value(Symbol::HeldParameters, values));

    if (!resolved.trainsAll())
        fillAdapters(values, resolved, layers);
}

/// DeepSpeed's flat buffers, in elements (runtime/zero/config.py: stage3_max_live_parameters and
/// sub_group_size of 1e9; a weight larger than the bucket is reduced alone).
void fillBuckets(SymbolValues& values, const Resolved& resolved)
{
    constexpr std::int64_t most = 1'000'000'000;
    const std::int64_t h = resolved.shape.hidden;
    const std::int64_t bucket
        = resolved.profile->bucketElements > 0 ? resolved.profile->bucketElements : times(h, h);
    const std::int64_t head = resolved.trainsAll() ? value(Symbol::EmbeddingParameters, values) : 0;
    const std::int64_t held = value(Symbol::HeldParameters, values);
    const std::int64_t trained = value(Symbol::TrainedParameters, values);
    set(values, Symbol::BucketElements, bucket);
    set(values, Symbol::BucketCopyElements, std::max(bucket, head));
    set(values, Symbol::LiveElements,
        std::max(std::min(held, most), shareOf(resolved.counts.largest, resolved.layout.tensor)));
    set(values, Symbol::SubGroupElements, std::min(shareOf(trained, resolved.shards), most));
}

StageLayers layersAt(const Resolved& resolved, std::int64_t index)
{
    const auto at = static_cast<std::size_t>(index);
    return {index, resolved.stageStarts[at], resolved.stageStarts[at + 1], index == 0,
            index + 1 == resolved.layout.pipeline};
}

/// How many routed copies of tokens the most loaded expert rank computes.
std::int64_t routedTokens(const Resolved& resolved)
{
    const Layout& layout = resolved.layout;
    const bool shared = resolved.choices.sequenceParallel;
    const std::int64_t tokens
        = shareOf(resolved.tokensPerMicroBatch(), layout.context * (shared ? layout.tensor : 1));
    const std::int64_t copies
        = times(times(tokens, resolved.shape.expertsPerToken), layout.expertTensor);
    if (layout.expert == 1 || layout.imbalance == 1)
        return copies;
    const double uneven = std::ceil(static_cast<double>(copies) * layout.imbalance);
    return uneven < 9e18 ? static_cast<std::int64_t>(uneven) : tooMany;
}

/// The tokens of one chunk of the loss. Liger Kernel's fused linear cross entropy
/// (ops/fused_linear_cross_entropy.py) cuts the tokens so that a chunk's logits are about as large
/// as the hidden states.
std::int64_t chunkTokens(const Resolved& resolved)
{
    const std::int64_t tokens = shareOf(resolved.tokensPerMicroBatch(), resolved.layout.context);
    const std::int64_t chunks = shareOf(resolved.shape.vocabulary, resolved.shape.hidden);
    const auto chunk = static_cast<std::uint64_t>(shareOf(tokens, chunks));
    const std::int64_t power = chunk > (std::uint64_t{1} << 62)
        ? tokens
        : static_cast<std::int64_t>(std::bit_ceil(chunk));
    return std::min(tokens, power);
}

/// The points of a layer's backward pass that can be its highest.
BackwardPoints pointsOf(const Resolved& resolved)
{
    const Layout& layout = resolved.layout;
    BackwardPoints points;
    points.add(BackwardPoint::Output);
    if (resolved.choices.kernels == Kernels::Eager && resolved.shape.gated)
        points.add(BackwardPoint::Gating);
    if (layout.tensor > 1 && resolved.choices.sequenceParallel)
        points.add(BackwardPoint::Input);
    if (resolved.choices.attention != Attention::Flash)
        points.add(BackwardPoint::Scores);
    if (resolved.gathersGradients())
        points.add(BackwardPoint::End);
    return points;
}

/// Bytes of every gathered value, in parts of a tensor rank, that wait for the GPU. A tensor that
/// NCCL has used stays reserved until the GPU has come as far as the Python program that freed it
/// (PyTorch, ProcessGroupNCCL.cpp: record_stream). A layer's forward pass frees two such tensors of
/// 16 bits, 4 bytes; without pipelines 6 were seen, for the backward pass runs ahead as well. The
/// program stops when some 1,024 launches, those of 28 layers, wait.
std::int64_t heldGathers(const Stage& stage, const Layout& layout)
{
    constexpr std::int64_t most = 28 * 4;
    const std::int64_t each = layout.pipeline == 1 ? 6 : 4;
    const std::int64_t passes = times(stage.layers.layers(), stage.schedule.inFlight);
    return std::min(times(each, passes), most) * (layout.tensor - 1);
}

void schedule(Stage& stage, const Resolved& resolved)
{
    stage.schedule = scheduleOf(stage.layers.index, resolved.layout.pipeline,
                                resolved.layout.virtualPipeline, resolved.microBatches);
    const auto has = [&](Life life) {
        return std::ranges::count(resolved.profile->extras, life, &Extra::life) > 0;
    };
    const Watched watched{resolved.points, !resolved.keepsGradients() || has(Life::Accumulated),
                          has(Life::Retained)};
    stage.table = momentTable(resolved.shape, stage.layers, stage.schedule, watched);
    set(stage.symbols, Symbol::HeldGathers, heldGathers(stage, resolved.layout));
}

void fillWorkload(SymbolValues& values, const Resolved& resolved)
{
    set(values, Symbol::Context, resolved.workload.context);
    set(values, Symbol::MicroBatch, resolved.workload.microBatch);
    set(values, Symbol::RoutedTokens, routedTokens(resolved));
    set(values, Symbol::ChunkTokens, chunkTokens(resolved));
}

/// The stages of which one is the most loaded: a stage with the same layers and ends as one before
/// it keeps no more micro-batches than that.
void findStages(Resolved& resolved)
{
    // Where the layers with experts stand matters as well as how many there are.
    struct Kind
    {
        std::int64_t layers;
        std::uint64_t experts;
        bool embeds, predicts;
        bool operator==(const Kind&) const = default;
    };
    const auto orderOf = [&](const StageLayers& layers) {
        std::uint64_t order = 0;
        for (std::int64_t i = layers.first; resolved.shape.experts > 0 && i < layers.end; ++i)
            order = order * 1099511628211ULL + (resolved.shape.isMoe(i) ? 2 : 1);
        return order;
    };
    std::vector<Kind> seen;
    for (std::int64_t i = 0; i < resolved.layout.pipeline; ++i) {
        const StageLayers layers = layersAt(resolved, i);
        const Kind kind{layers.layers(), orderOf(layers), layers.embeds, layers.predicts};
        if (std::ranges::find(seen, kind) != seen.end())
            continue;
        seen.push_back(kind);
        resolved.stages.push_back(stageAt(resolved, i));
    }
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

std::int64_t vectorBytes(const Resolved& plan)
{
    const bool upcast = plan.quantisedBase() && plan.adapter.upcast && plan.profile->upcastsBase;
    return upcast ? 4 : computeBytes(plan.choices.precision);
}

Plan withDefaults(const Plan& plan)
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

Stage stageAt(const Resolved& plan, std::int64_t index)
{
    Stage stage;
    stage.layers = layersAt(plan, index);
    fillShape(stage.symbols, plan.heldByRank);
    fillRanks(stage.symbols, plan);
    fillWeights(stage.symbols, plan, stage.layers);
    fillBuckets(stage.symbols, plan);
    fillWorkload(stage.symbols, plan);
    schedule(stage, plan);
    listTerms(plan, stage, stage.terms);
    return stage;
}

void setWorkload(Resolved& resolved, std::int64_t context, std::int64_t microBatch)
{
    const bool otherMicroBatch = microBatch != resolved.workload.microBatch;
    const std::int64_t microBatchesBefore = resolved.microBatches;
    resolved.workload.context = context;
    resolved.workload.microBatch = microBatch;
    const std::int64_t pass = times(microBatch, resolved.dataParallel);
    const std::int64_t batch = resolved.workload.globalBatch.value_or(pass);
    resolved.microBatches = std::max<std::int64_t>(1, shareOf(batch, pass));
    const bool otherPasses = resolved.microBatches != microBatchesBefore;

    resolved.points = pointsOf(resolved);
    fillWorkload(resolved.symbols, resolved);
    for (Stage& stage : resolved.stages) {
        fillWorkload(stage.symbols, resolved);
        if (otherPasses)
            schedule(stage, resolved);
        if (otherMicroBatch || otherPasses)
            listTerms(resolved, stage, stage.terms);
    }
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
    resolved.profile = &profileOf(plan.recipe.framework);
    resolved.workload = plan.workload;
    resolved.adapter = plan.adapter;
    resolved.cluster = plan.cluster;
    resolved.layout = plan.layout;
    resolved.capacity = plan.cluster.capacity.value_or(
        drawnByTheLecture(plan.method) ? lectureLine : resolved.device->capacityBytes());
    resolved.dataParallel
        = plan.cluster.gpus / (plan.layout.tensor * plan.layout.pipeline * plan.layout.context);
    const Layout& layout = plan.layout;
    resolved.shards = resolved.dataParallel * layout.context / layout.replicate;
    resolved.expertShards = std::max<std::int64_t>(
        1,
        resolved.dataParallel * layout.context * layout.tensor
            / times(layout.expert, layout.expertTensor) / layout.replicate);

    resolved.heldByRank = resolved.shape;
    resolved.heldByRank.vocabulary
        = padded(resolved.shape.vocabulary, layout.tensor * resolved.profile->vocabularyMultiple);
    resolved.heldByRank.kvHeads = std::max(resolved.shape.kvHeads, layout.tensor);
    const WeightSplit split{layout.tensor, layout.expert, layout.expertTensor};
    resolved.weights = rankWeights(resolved.heldByRank, split);
    if (!resolved.trainsAll())
        resolved.adapterWeights = adapterWeights(resolved.heldByRank, plan.adapter, split);
    if (resolved.quantisedBase())
        resolved.base
            = baseBytes(resolved.heldByRank, plan.adapter.base, vectorBytes(resolved), split);
    resolved.stageStarts
        = stageStarts(resolved.shape, layout.pipeline, resolved.choices.stageSplit);

    fillShape(resolved.symbols, resolved.shape);
    setWorkload(resolved, plan.workload.context, plan.workload.microBatch);
    findStages(resolved);
    warn(resolved);
    return resolved;
}

} // namespace highwater
