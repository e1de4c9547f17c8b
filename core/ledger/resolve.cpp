// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/resolve.h"

#include "core/ledger/draft_model.h"
#include "core/ledger/framework.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/plan_checks.h"
#include "core/ledger/server.h"
#include "core/ledger/serving.h"
#include "core/ledger/symbols.h"
#include "core/ledger/term_writer.h"
#include "core/ledger/terms.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/unread.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// The lecture draws the capacity at 80 GiB and calls it 80 GB.
constexpr Bytes lectureLine = 80 * gib;

bool drawnByTheLecture(MethodId method)
{
    return method == MethodId::Lecture || method == MethodId::LectureZero;
}

template <class Entry>
Problem notInCatalog(KeyPath field, const std::string& id, std::span<const Entry> entries)
{
    const auto similar = similarIds(entries, id);
    const Text message = similar.empty()
        ? Text(HW_TR("core", "is not in the catalogue"))
        : Text(HW_TR("core", "is not in the catalogue; similar: %1"), {joined(similar)});
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
    if (resolved.model)
        resolved.family = resolved.model->family;
    if (const auto* sized = std::get_if<SizedModel>(&plan.model)) {
        resolved.statedParameters = sized->parameters;
        resolved.madeToSize = true;
    } else if (const auto* custom = std::get_if<CustomModel>(&plan.model)) {
        resolved.statedParameters = custom->parameters.value_or(0);
        resolved.family = custom->family.value_or("");
        resolved.modelSource = custom->source.value_or("");
        resolved.unreadOfModel = unreadFields(custom->unread.value_or(""));
    }
    return {};
}

std::int64_t padded(std::int64_t count, std::int64_t multiple)
{
    return times(shareOf(count, multiple), multiple);
}

StageLayers layersAt(const Resolved& plan, std::int64_t index)
{
    const std::int64_t stages = plan.layout.pipeline;
    const auto start
        = [&](std::int64_t stage) { return plan.stageStarts[static_cast<std::size_t>(stage)]; };
    if (stages > 1 && turnsBack(plan.layout.schedule)) // both ends of the model on the first rank
        return {index, start(index), start(index + 1), index == 0, index == 0};
    if (stages > 1 && plan.layout.schedule == PipelineSchedule::DualPipe) {
        // A rank has the layers of two stages, as far from one end of the model as from the other;
        // they are counted as one range of layers.
        const std::int64_t left = std::min(index, stages - 1 - index);
        const std::int64_t right = stages - 1 - left;
        const std::int64_t layers = start(left + 1) - start(left) + start(right + 1) - start(right);
        const std::int64_t first = std::min(start(left), start(stages) - layers);
        return {index, first, first + layers, left == 0, left == 0};
    }
    return {index, start(index), start(index + 1), index == 0, index + 1 == stages};
}

/// The points of a layer's backward pass that can be its highest.
BackwardPoints pointsOf(const Resolved& plan)
{
    BackwardPoints points;
    points.add(BackwardPoint::Output);
    if (plan.shape.gated && !plan.gatesInPlace())
        points.add(BackwardPoint::Gating);
    if (plan.splitsSequence() || plan.gathersGradients())
        points.add(BackwardPoint::Input);
    if (plan.choices.attention != Attention::Flash)
        points.add(BackwardPoint::Scores);
    if (plan.gathersGradients())
        points.add(BackwardPoint::End);
    if (plan.reducesRoot() && plan.trainsAll() && !plan.reducesOnce())
        points.add(BackwardPoint::Reduce);
    return points;
}

/// Whether tensors that live only within a layer's forward pass can exceed those at its end.
bool flows(const Resolved& plan)
{
    return (!plan.trainsAll() && plan.adapter.dora)
        || (plan.layout.context > 1 && plan.layout.contextKind.has_value());
}

/// As in ColumnNeeds, for gradients that a pipeline keeps whole.
std::optional<std::int64_t> heldLater(const Resolved& plan, const Schedule& schedule)
{
    if (!plan.reducesOnce() || (plan.microBatches > 1 && !schedule.completesLate()))
        return std::nullopt;
    return schedule.passes - schedule.chunks;
}

/// Sets the values that follow from the number and the size of the micro-batches. `sibling`: as for
/// listTerms().
void setPasses(Stage& stage, const Resolved& plan, const Stage* sibling)
{
    const bool pipelined = plan.layout.pipeline > 1;
    stage.schedule
        = scheduleOf(stage.layers.index, plan.layout.pipeline,
                     pipelined ? plan.layout.virtualPipeline : 1, plan.microBatches,
                     pipelined ? plan.layout.schedule : PipelineSchedule::OneForwardOneBackward);
    listTerms(plan, stage, sibling);
    const auto has = [&](Life life) {
        return std::ranges::count(plan.profile->extras, life, &Extra::life) > 0;
    };
    const auto later = heldLater(plan, stage.schedule);
    const bool grows = !plan.keepsGradients() || has(Life::Accumulated)
        || plan.profile->accumulatesApart || later;
    BackwardPoints points = plan.points;
    const bool images = stage.layers.embeds && readsImages(plan);
    if (endsWithEmbedding(plan, stage.layers) || joinsTied(plan, stage.layers)
        || plan.usesDeepSpeed() || (images && towerGoesBackward(plan)))
        points.add(BackwardPoint::Reduce);
    const ColumnNeeds needs{points,
                            makesHeadGradient(plan, stage.layers),
                            grows,
                            has(Life::Retained),
                            flows(plan),
                            plan.pattern,
                            plan.serves(),
                            plan.reducedLast(),
                            images,
                            plan.evaluates(),
                            plan.savesWhole(),
                            plan.mergesAdapters(),
                            later};
    fillMomentTable(stage, plan.shape, needs);
    if (plan.serves())
        stage.symbols[static_cast<std::size_t>(Symbol::KeptBytes)] = keptFree(plan, stage);
}

/// Fills a stage anew and reuses its memory.
void setStage(Stage& stage, const Resolved& plan, const StageLayers& layers,
              const Stage* sibling = nullptr)
{
    stage.layers = layers;
    stage.symbols = {};
    setStageSymbols(stage.symbols, plan, layers);
    setWorkloadSymbols(stage.symbols, plan);
    setPasses(stage, plan, sibling);
}

/// Whether the right stage holds nothing that the left one lacks: as many layers, dense ones and
/// those with experts in the same order, as many of each kind of cache, and no end of the model
/// that the left one lacks.
bool holdsNoMore(const Resolved& plan, const StageLayers& left, const StageLayers& right)
{
    const Shape& shape = plan.shape;
    if (left.layers() != right.layers() || left.embeds < right.embeds
        || left.predicts < right.predicts)
        return false;
    for (std::int64_t i = 0; i < left.layers(); ++i) {
        const LayerPattern& pattern = plan.pattern;
        if (pattern.goesBackward(left.first + i) != pattern.goesBackward(right.first + i)
            || pattern.trains(left.first + i) != pattern.trains(right.first + i))
            return false;
        if (shape.experts > 0 && shape.isMoe(left.first + i) != shape.isMoe(right.first + i))
            return false;
    }
    const auto cached = [&](const StageLayers& layers) {
        return std::max<std::int64_t>(0, std::min(layers.end, shape.cachedEnd()) - layers.first);
    };
    if (plan.serves() && cached(left) != cached(right))
        return false;
    for (const Attending kind : {Attending::Full, Attending::Linear, Attending::Window})
        if (plan.serves() && shape.isHybrid()
            && shape.layersThat(kind, left.first, left.end)
                != shape.layersThat(kind, right.first, right.end))
            return false;
    return true;
}

/// Sets over how many ranks the plan shares out its batch and its states.
void setShards(Resolved& plan)
{
    const Layout& layout = plan.layout;
    plan.dataParallel = plan.cluster.gpus / (layout.tensor * layout.pipeline * layout.context);
    plan.shards = plan.dataParallel * layout.context / layout.replicate;
    const std::int64_t hosts = plan.dataParallel * layout.context * layout.tensor;
    plan.expertShards = plan.shape.experts == 0
        ? plan.shards
        : std::max<std::int64_t>(
            1, hosts / times(layout.expert, layout.expertTensor) / layout.replicate);
}

/// The layers that predict further tokens come after the others, on the last stage.
void setStageStarts(Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t further = plan.recipe.predictionLayers;
    const auto startsIn = [&](const Shape& shape) {
        return stageStarts(shape, layout.pipeline, plan.choices.stageSplit);
    };
    if (further == 0) {
        plan.stageStarts = startsIn(plan.shape);
    } else {
        Shape own = plan.shape;
        own.layers -= further;
        plan.stageStarts = startsIn(own);
    }
    if (!layout.stageLayers.empty() && !plan.serves()) {
        plan.stageStarts.assign(1, 0);
        for (const std::int64_t layers : listedStages(layout.stageLayers))
            plan.stageStarts.push_back(plus(plan.stageStarts.back(), layers));
    }
    plan.stageStarts.back() += further;
}

LayerPattern patternOf(const Resolved& plan)
{
    LayerPattern pattern;
    if (plan.serves())
        return pattern;
    if (plan.choices.recompute == Recompute::Full || plan.recomputesOperators()) {
        pattern.method = plan.recipe.recomputeMethod;
        if (pattern.method != RecomputeMethod::All)
            pattern.every = plan.recipe.recomputeLayers;
    }
    if (plan.trainsAll() && plan.freezesFirst()) {
        pattern.frozen = plan.recipe.frozenLayers;
    } else if (plan.trainsAll() && plan.recipe.frozenLayers > 0) {
        pattern.passedFirst = plan.recipe.frozenFrom;
        pattern.passedEnd = plus(plan.recipe.frozenFrom, plan.recipe.frozenLayers);
    }
    // Before the first layer with a gated prompt nothing is trained, and autograd records nothing.
    if (!plan.trainsAll() && plan.adapter.method == AdapterMethod::Adapter)
        pattern.frozen = plan.adapter.startLayer;
    if (plan.offloadsActivations())
        pattern.offloaded = plan.layout.offloadLayers.value_or(0);
    return pattern;
}

std::int64_t projectedRank(const Resolved& plan)
{
    return plan.choices.optimizer == Optimizer::ApolloMini ? 1 : plan.recipe.optimizerRank;
}

/// Sets the weights that one rank holds.
void setWeights(Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t vocabulary
        = padded(plan.shape.vocabulary, layout.tensor * plan.profile->vocabularyMultiple);
    const std::int64_t kvHeads = std::max(plan.shape.kvHeads, layout.tensor);
    const WeightSplit split{layout.tensor, layout.expert, layout.expertTensor};
    const WeightBasis basis{split, projectedRank(plan), vectorBytes(plan)};
    // Compares the shapes without a copy, which a search would make for each of its layouts.
    Shape& held = plan.heldByRank;
    const bool sameEnds = held.vocabulary == vocabulary && held.kvHeads == kvHeads;
    held.vocabulary = plan.shape.vocabulary;
    held.kvHeads = plan.shape.kvHeads;
    held.windowHeads = plan.shape.windowHeads;
    const bool isSame = sameEnds && basis == plan.weightBasis && held == plan.shape;
    if (!isSame)
        held = plan.shape;
    held.vocabulary = vocabulary;
    held.kvHeads = kvHeads;
    if (held.hasWindowHeads())
        held.windowHeads.kvHeads = std::max(plan.shape.windowHeads.kvHeads, layout.tensor);
    if (isSame)
        return;
    plan.weightBasis = basis;
    plan.weights = rankWeights(plan.heldByRank, split, basis.projectedRank);
    if (!plan.trainsAll())
        plan.adapterWeights = adapterWeights(plan.heldByRank, plan.adapter, split);
    if (plan.quantisedBase()) {
        plan.base = baseBytes(plan.heldByRank, plan.adapter.base, basis.vectorBytes, split);
        plan.baseScales = baseScales(plan.heldByRank, plan.adapter.base, split);
    }
}

void setMicroBatches(Resolved& plan)
{
    plan.microBatches
        = std::max<std::int64_t>(1, shareOf(plan.stepSequences(), plan.passSequences()));
    plan.points = pointsOf(plan);
    setWorkloadSymbols(plan.symbols, plan);
}

} // namespace

Result<Shape> shapeOf(const ModelChoice& choice, const Catalog& catalog)
{
    if (const auto* listed = std::get_if<CatalogModel>(&choice)) {
        if (const Model* model = catalog.model(listed->id))
            return model->shape;
        return notInCatalog("model.id", listed->id, catalog.models());
    }
    if (const auto* sized = std::get_if<SizedModel>(&choice))
        return llamaShapeOf(sized->parameters);
    return shapeOf(std::get<CustomModel>(choice));
}

std::int64_t vectorBytes(const Resolved& plan)
{
    const bool upcast = plan.quantisedBase() && plan.adapter.upcast && plan.profile->upcastsBase
        && plan.adapter.base != AdapterBase::Gptq;
    return upcast ? 4 : computeBytes(plan.choices.precision);
}

Stage stageAt(const Resolved& plan, std::int64_t index)
{
    Stage stage;
    setStage(stage, plan, layersAt(plan, index));
    return stage;
}

void setWorkload(Resolved& resolved, std::int64_t context, std::int64_t microBatch)
{
    const auto passes
        = [&] { return std::pair(resolved.workload.microBatch, resolved.microBatches); };
    const auto before = passes();
    resolved.workload.context = context;
    resolved.workload.microBatch = microBatch;
    setDraft(resolved); // its layout stays as it is, and so has no problem
    setMicroBatches(resolved);
    for (Stage& stage : resolved.stages) {
        setWorkloadSymbols(stage.symbols, resolved);
        if (passes() != before || resolved.serves()) // what a server keeps free follows its passes
            setPasses(stage, resolved,
                      &stage == &resolved.stages.front() ? nullptr : &resolved.stages.front());
    }
    setRoleWorkloads(resolved);
}

void setRoleWorkloads(Resolved& job)
{
    const Workload& asked = job.workload;
    const auto apply = [&](Resolved& plan, const PassTokens& tokens) {
        if (tokens.budget == 0) {
            if (asked.globalBatch)
                plan.workload.globalBatch = times(*asked.globalBatch, tokens.sequences);
            setWorkload(plan, asked.context, times(asked.microBatch, tokens.sequences));
            return;
        }
        const std::int64_t pass = std::max(tokens.budget, asked.context);
        plan.workload.globalBatch = std::max(
            plan.dataParallel, shareOf(bounded::times(job.stepSequences(), asked.context), pass));
        setWorkload(plan, pass, 1);
    };
    for (JobRole& role : job.roles) {
        if (role.id == RoleId::Rollout) {
            // Sequences of the job's length, or as long as the plan says.
            const std::int64_t length = role.tokens.budget > 0 ? role.tokens.budget : asked.context;
            setWorkload(role.plan, length, 1);
            continue;
        }
        apply(role.plan, role.tokens);
        if (role.pass)
            apply(*role.pass, role.passTokens);
    }
}

namespace {

void addStage(Resolved& plan)
{
    if (plan.spareStages.empty()) {
        plan.stages.emplace_back();
        return;
    }
    plan.stages.push_back(std::move(plan.spareStages.back()));
    plan.spareStages.pop_back();
}

} // namespace

// Of these stages one is the most loaded. A stage that holds no more than one before it keeps no
// more micro-batches than that one either, and so cannot be the most loaded.
void setStages(Resolved& plan)
{
    std::size_t count = 0;
    const auto seen = [&](const StageLayers& layers) {
        return std::any_of(
            plan.stages.begin(), plan.stages.begin() + static_cast<std::ptrdiff_t>(count),
            [&](const Stage& stage) { return holdsNoMore(plan, stage.layers, layers); });
    };
    for (std::int64_t i = 0; i < plan.layout.pipeline; ++i) {
        const StageLayers layers = layersAt(plan, i);
        if (seen(layers))
            continue;
        if (count == plan.stages.size())
            addStage(plan);
        setStage(plan.stages[count], plan, layers, count > 0 ? &plan.stages.front() : nullptr);
        ++count;
    }
    for (; plan.stages.size() > count; plan.stages.pop_back())
        plan.spareStages.push_back(std::move(plan.stages.back()));
}

bool startsUnsharded(const Resolved& plan, const Layout& layout)
{
    if (saysDdp(plan.recipe))
        return true;
    const std::int64_t splits = times(layout.tensor, layout.pipeline);
    return profileOf(plan.recipe.framework).choosesEngine() && !plan.recipe.engine && !plan.serves()
        && plan.cluster.gpus < times(2, splits) && layout.offloadOptimizer == Offload::None
        && layout.offloadParameters == Offload::None;
}

Layout countedLayout(const Resolved& plan, const Layout& asked)
{
    Layout counted = asked;
    if (plan.shape.experts == 0)
        counted.expert = counted.expertTensor = 1;
    counted.offloadActivations = activationOffloadOf(plan.recipe, asked);
    const Profile& profile = profileOf(plan.recipe, counted);
    counted.zero = std::min(asked.zero, profile.abilities.mostZero);
    if (startsUnsharded(plan, asked))
        counted.zero = 0;
    // stage_1_and_2.py offloads to the host, whatever the device; only stage3.py has a swapper.
    if (profile.sharding == Sharding::Buckets && counted.zero >= 1
        && (asked.zero < 3 || !profile.abilities.disk))
        for (Offload* const offload : {&counted.offloadOptimizer, &counted.offloadParameters})
            if (*offload == Offload::Nvme)
                *offload = Offload::Cpu;
    return counted;
}

/// Whether PyTorch has no kernel for the attention but the one that keeps its scores: flash
/// attention takes 16 bits alone, and memory-efficient attention no grouped heads
/// (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp: can_use_flash_attention,
/// can_use_mem_efficient_attention).
bool takesMathKernel(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    return plan.profile->modelsOfTransformers && plan.choices.precision == Precision::Fp32
        && plan.choices.attention == Attention::Flash && !plan.choices.expandsKeys
        && shape.kvHeads != shape.heads && !shape.isLatent() && !plan.serves();
}

Problems setRanks(Resolved& resolved, const Layout& asked)
{
    std::optional<Layout> served;
    if (resolved.serves())
        served = servingLayout(asked, resolved.shape);
    const Layout& layout = served ? *served : asked;
    if (Problems problems = contradictions(resolved, layout); !problems.empty())
        return problems;
    resolved.layout = countedLayout(resolved, layout);
    resolved.profile = &profileOf(resolved.recipe, resolved.layout);
    resolved.choices = choicesOf(resolved.recipe, resolved.layout, resolved.adapter);
    if (takesMathKernel(resolved)) {
        resolved.choices.mathAttention = true;
        resolved.choices.attention = Attention::Eager;
    }
    setShards(resolved);
    setWeights(resolved);
    setStageStarts(resolved);
    resolved.pattern = patternOf(resolved);
    if (Problems problems = setDraft(resolved); !problems.empty())
        return problems;
    setMicroBatches(resolved);
    return {};
}

Problems setLayout(Resolved& resolved, const Layout& layout)
{
    Problems problems = setRanks(resolved, layout);
    if (problems.empty())
        setStages(resolved);
    return problems;
}

Result<Resolved> resolve(const Plan& plan, const Catalog& catalog)
{
    Problems problems = validate(plan);
    Resolved resolved;
    if (problems.empty())
        problems = findModel(plan, catalog, resolved);
    resolved.device = catalog.device(plan.cluster.device);
    if (!resolved.device)
        problems.push_back(notInCatalog("cluster.device", plan.cluster.device, catalog.devices()));
    if (!problems.empty())
        return problems;

    resolved.method = plan.method;
    resolved.unread = unreadFields(plan.unread);
    resolved.recipe = plan.recipe;
    if (plan.workload.task != Task::Train)
        resolved.recipe.predictionLayers = 0; // a job's models predict one token
    if (resolved.recipe.predictionLayers > 0)
        addPredictionLayers(resolved.shape, resolved.recipe.predictionLayers);
    resolved.counts = countWeights(resolved.shape);
    if (resolved.shape.visionParameters == 0)
        std::erase(resolved.recipe.frozen, FrozenPart::Vision);
    resolved.profile = &profileOf(plan.recipe, plan.layout);
    resolved.workload = plan.workload;
    resolved.packs = plan.workload.task == Task::Train
        && plan.job.kind.value_or(JobKind::Sft) == JobKind::Sft
        && plan.job.packing == Packing::Packed;
    resolved.adapter = plan.adapter;
    if (!isLowRank(plan.adapter)) {
        resolved.adapter.targets.clear();
        resolved.adapter.rank = Adapter{}.rank;
        resolved.adapter.dropout = 0;
        resolved.adapter.dora = false;
    }
    resolved.inference = plan.inference;
    if (resolved.serves()) {
        resolved.recipe = {};
        if (traitsOf(plan.inference.server).scoreBytes > 0)
            resolved.recipe.attention = plan.recipe.attention;
        resolved.profile = &profileOf(resolved.recipe.framework);
        resolved.workload.globalBatch.reset();
        resolved.adapter = {};
        resolved.replays = false; // a server has another allocator, or takes blocks once
        resolved.idle = {0, 0, 0};
    }
    resolved.cluster = plan.cluster;
    resolved.capacityIsDevices = !plan.cluster.capacity && !drawnByTheLecture(plan.method);
    resolved.capacity = resolved.capacityIsDevices ? resolved.device->capacityBytes()
                                                   : plan.cluster.capacity.value_or(lectureLine);
    setShapeSymbols(resolved.symbols, resolved.shape);
    const auto draft = draftOf(plan, catalog);
    if (!draft)
        return draft.problems();
    resolved.draft = *draft;
    problems = setLayout(resolved, plan.layout);
    if (!problems.empty())
        return problems;
    resolved.warnings = frameworkGaps(resolved, plan.layout);
    resolved.unsupported = resolved.warnings.size();
    std::ranges::move(warningsOf(resolved), std::back_inserter(resolved.warnings));
    return resolved;
}

} // namespace highwater
