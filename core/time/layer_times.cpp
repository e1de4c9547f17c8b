// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/layer_times.h"

#include "core/ledger/framework.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/symbols.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {

Ring ringOf(const Machine& machine, std::int64_t ranks, std::int64_t stride)
{
    const Pace& pace = machine.pace;
    Ring ring;
    ring.ranks = real(ranks);
    ring.inNode = std::clamp<std::int64_t>(machine.domain / stride, 1, ranks);
    const double inside = machine.intra * pace[Speed::LinkShare];
    if (ring.inNode == ranks) {
        ring.rate = inside;
        ring.hop = pace[Speed::HopInside];
        return ring;
    }
    const double nodes = real(ranks) / real(ring.inNode);
    const double fan = pace[Speed::NetFan] == 1 ? real(ring.inNode)
                                                : std::pow(real(ring.inNode), pace[Speed::NetFan]);
    const double decay
        = pace[Speed::NetDecay] == 0 ? 1 : std::pow(2 / nodes, pace[Speed::NetDecay]);
    const double network = machine.inter * pace[Speed::NetShare] * fan * std::min(1.0, decay);
    ring.rate = ring.inNode > 1 ? std::min(inside, network) : network;
    ring.hop = pace[Speed::HopAcross];
    ring.link = Link::Inter;
    return ring;
}

double waitOf(double seconds, double window, const Pace& pace)
{
    return std::max(pace[Speed::LeastWait] * seconds, seconds - pace[Speed::HiddenShare] * window);
}

LayerTraffic onLink(double bytes, const Ring& ring, double sends)
{
    return bytes > 0 ? LayerTraffic{bytes, bytes / ring.rate, 0, sends} : LayerTraffic{};
}

LayerTimes::LayerTimes(const Resolved& plan, const Machine& machine)
    : m_plan(plan)
    , m_layout(plan.layout)
    , m_machine(machine)
    , m_pace(machine.pace)
    , m_valueBytes(real(computeBytes(plan.choices.precision)))
    , m_tokens(rankTokens(plan))
    , m_tensor(ringOf(machine, m_layout.tensor, 1))
    , m_context(ringOf(machine, m_layout.context, m_layout.tensor))
    , m_expert(ringOf(machine, m_layout.expert, m_layout.expertTensor))
    , m_shards(sharing(plan.shards))
    , m_expertShards(sharing(plan.expertShards, true))
    , m_productRate(machine.products * m_pace[Speed::ProductShare] * machine.reached
                    * eightBitShare(plan, machine))
    , m_wideRate(machine.scores * m_pace[Speed::ProductShare] * machine.reached)
    , m_statesRate(machine.scores * m_pace[Speed::ScoresShare] * machine.reached)
    , m_scoreRates(attentionRates(machine))
{ }

namespace {

bool goesBackward(const LayerClass& of)
{
    return of.training != LayerTraining::ForwardOnly;
}

} // namespace

LayerCounts layersOfClasses(const Resolved& plan, std::int64_t first, std::int64_t end)
{
    LayerPattern pattern = plan.pattern;
    if (plan.isFrozen()) // a role of a job that has no backward pass
        pattern.frozen = plan.shape.layers;
    LayerCounts counts{};
    const auto add = [&](std::int64_t from, std::int64_t to, LayerTraining training) {
        from = std::clamp(from, first, end);
        to = std::clamp(to, from, end);
        const double moe
            = plan.shape.experts > 0 && to > from ? real(plan.shape.moeLayers(from, to)) : 0;
        counts[LayerClass{true, training}.index()] += moe;
        counts[LayerClass{false, training}.index()] += real(to - from) - moe;
    };
    const std::int64_t passed = pattern.passesSome() ? pattern.passedFirst : end;
    const std::int64_t above = pattern.passesSome() ? pattern.passedEnd : end;
    add(first, pattern.frozen, LayerTraining::ForwardOnly);
    add(pattern.frozen, passed, LayerTraining::Whole);
    add(passed, above, LayerTraining::Passed);
    add(above, end, LayerTraining::Whole);
    return counts;
}

LayerSeconds LayerTimes::computed(const LayerClass& of) const
{
    const bool moe = of.moe, backward = goesBackward(of);
    const Choices& choices = m_plan.choices;
    const auto kernels = m_machine.program == Program::Trainer
        ? OperatorKernels{choices.normKernels, choices.mlpKernels, m_pace[Speed::EagerNorms]}
        : OperatorKernels{};
    const LayerWork work = layerWork(m_plan, moe, m_pace[Speed::NarrowWidth], kernels);
    LayerSeconds layer;
    layer.operations = work.dense + work.experts + work.scores + work.states;
    // Forward, gradient of the input, gradient of the weight: frozen weights have none.
    const double passes = !backward                                 ? 1
        : m_plan.trainsAll() && of.training == LayerTraining::Whole ? 3
                                                                    : 2;
    layer.products = passes * (work.slowed / m_productRate + work.denseBytes / m_machine.memory);
    layer.ofProducts = passes * work.dense;
    // A product of few rows or columns takes about the time of its operations and that of its
    // inputs and outputs, as a tile's first reads and last writes hide behind nothing.
    layer.experts = passes * (work.padded / m_productRate + work.expertBytes / m_machine.memory);
    layer.ofExperts = passes * work.experts;
    // Flash attention's backward pass computes the scores again: five products, after two in the
    // forward pass.
    const bool flash = m_plan.choices.attention == Attention::Flash;
    const double again = !backward ? 0 : flash ? 2.5 : 2;
    const double scores = work.scores / m_scoreRates.forward + work.states / m_statesRate;
    layer.scores
        = scores + again * (work.scores / m_scoreRates.backward + work.states / m_statesRate);
    layer.ofScores = (1 + again) * work.scores;
    layer.ofStates = (1 + again) * work.states;
    const double touched
        = (work.bytes * m_pace[Speed::MemoryPasses] + work.scoreBytes) / m_machine.memory;
    const double permuted = work.permuted / m_machine.memory;
    layer.memory = (backward ? 3 : 1) * touched // the backward pass reads values and gradients
        + (backward ? 2 : 1) * permuted;
    // A value is read in 16 bits and written twice in 8 or 4, by rows and by columns, for the three
    // products that it is in (TransformerEngine, common/cast).
    const double castBytes = 2 + 2 * narrowInputBytes(m_plan.choices.precision);
    double cast = 0;
    if (computesEightBits(m_plan, m_machine)) {
        cast = castBytes * work.castForward / m_machine.memory;
        layer.memory += cast + (backward ? castBytes * work.castBackward / m_machine.memory : 0);
    }
    double adapters = 0;
    if (!m_plan.trainsAll()) {
        const double narrow = 1 + m_pace[Speed::NarrowWidth] / real(m_plan.adapter.rank);
        adapters = adapterOperations(m_plan, moe) * narrow / m_wideRate;
        if (m_machine.program == Program::Trainer)
            adapters += adapterBytesTouched(m_plan, moe) * m_pace[Speed::MemoryPasses]
                / m_machine.memory;
        layer.adapters = (m_plan.isFrozen() ? 1 : 3) * adapters;
    }
    if (m_plan.quantisedBase()) {
        // Each pass reads a weight in its format and writes it in the type of the computation.
        const double routed = moe ? real(m_plan.weights[Part::Experts].parameters) : 0;
        const double weights = work.dense / (2 * m_tokens) + routed;
        layer.memory
            += (m_plan.isFrozen() ? 1 : 2) * weights * (1 + m_valueBytes) / m_machine.memory;
    }
    if (!backward)
        return layer;
    if (m_plan.choices.recompute == Recompute::Full)
        layer.recompute = (layer.products + layer.experts) / passes + scores + touched + permuted
            + cast + adapters;
    else if (m_plan.recomputesOperators())
        layer.recompute = work.again / m_productRate + work.expertBytes / m_machine.memory
            + permuted + work.bytes * m_pace[Speed::MemoryPasses] / m_machine.memory;
    else
        layer.recompute = partsAgain(work, scores);
    if (m_plan.pattern.recomputesSome())
        layer.recompute *= markedShare(of);
    // Each tile of an MLP makes its forward pass again in its backward pass, whatever else is
    // recomputed.
    if (m_plan.tilesMlp() && !moe)
        layer.recompute
            += 2 * m_tokens * real(m_plan.weights[Part::Mlp].parameters) / m_productRate;
    return layer;
}

/// What recomputation of parts of a layer makes again. Without their names, flash attention's
/// scores are no part that is made again in addition; with it, its kernel runs once more.
double LayerTimes::partsAgain(const LayerWork& work, double scores) const
{
    const bool named = m_plan.recomputesModule(RecomputeModule::CoreAttn);
    const bool eager = m_plan.choices.attention != Attention::Flash;
    double seconds = work.again / m_productRate
        + work.bytesAgain * m_pace[Speed::MemoryPasses] / m_machine.memory;
    if (named || (eager && m_plan.recomputesScores()))
        seconds += scores + work.scoreBytes / m_machine.memory;
    if (m_plan.recomputesModule(RecomputeModule::Moe))
        seconds += (work.expertBytes + work.permuted) / m_machine.memory;
    return seconds;
}

/// The share of a class's layers that are recomputed as a whole.
double LayerTimes::recomputed(const LayerClass& of) const
{
    if (m_plan.choices.recompute != Recompute::Full)
        return 0;
    return m_plan.pattern.recomputesSome() ? markedShare(of) : 1;
}

/// The share of a class's layers whose MLP or mixture is made again, with its exchanges.
double LayerTimes::mlpAgain(const LayerClass& of) const
{
    const bool byName
        = m_plan.recomputesModule(of.moe ? RecomputeModule::Moe : RecomputeModule::Mlp);
    return goesBackward(of) && byName ? 1 : recomputed(of);
}

/// Gathers of inputs that are not kept (Korthikanti et al., arXiv 2205.05198).
double LayerTimes::repeatedGathers(bool backward) const
{
    const bool again
        = m_plan.choices.sequenceParallel && m_plan.choices.tpInputs == TpInputs::Recomputed;
    return backward && again ? 2 : 0;
}

/// Attention and MLP gather and scatter once each, forward and backward; an all-reduce is both.
double LayerTimes::tensorCollectives(const LayerClass& of) const
{
    const bool backward = goesBackward(of);
    return backward ? 8 + repeatedGathers(backward) + 2 * recomputed(of) + 2 * mlpAgain(of) : 4;
}

double LayerTimes::tensorWidth(const LayerClass& of) const
{
    if (!computesEightBits(m_plan, m_machine) || !m_plan.choices.sequenceParallel)
        return m_valueBytes;
    const double all = tensorCollectives(of), repeated = repeatedGathers(goesBackward(of));
    const double gathers = (all - repeated) / 2 + repeated;
    return (gathers + (all - gathers) * m_valueBytes) / all;
}

void LayerTimes::addTensor(LayerKind& kind, const LayerClass& of) const
{
    if (m_layout.tensor == 1)
        return;
    double collectives = tensorCollectives(of);
    if (of.moe && m_layout.expertTensor == 1)
        collectives /= 2; // experts that tensor ranks do not cut need none
    const double bytes = m_tokens * real(m_plan.shape.hidden) * tensorWidth(of) * m_tensor.part();
    const double seconds = bytes / m_tensor.rate + (m_tensor.ranks - 1) * m_tensor.hop;
    kind.tensor = {collectives * bytes, collectives * seconds, collectives * seconds, collectives};
    kind.seconds.tensor = kind.tensor.waits;
}

void LayerTimes::addContext(LayerKind& kind, const LayerClass& of) const
{
    if (m_layout.context == 1)
        return;
    const Shape& shape = m_plan.heldByRank;
    const double width = shape.isLatent() ? real(shape.queryWidth() + shape.valueWidth())
                                          : 2 * real(shape.keyWidth());
    // Keys and values go round the ring once forward, and twice in the backward pass, with their
    // gradients.
    const double rounds = goesBackward(of) ? 3 + recomputed(of) : 1;
    const double bytes
        = m_tokens * width / real(m_layout.tensor) * m_valueBytes * (m_context.ranks - 1);
    const double seconds = bytes / m_context.rate + (m_context.ranks - 1) * m_context.hop;
    kind.context
        = {rounds * bytes, rounds * seconds, rounds * seconds * m_pace[Speed::ContextWait], rounds};
    kind.seconds.context = kind.context.waits;
}

void LayerTimes::addExperts(LayerKind& kind, const LayerClass& of) const
{
    if (m_layout.expert == 1)
        return;
    const double copies
        = real(valueOf(Symbol::RoutedTokens, m_plan.symbols)) / real(m_layout.expertTensor);
    // To the experts and back, forward and backward.
    const double exchanges = goesBackward(of) ? 4 + 2 * mlpAgain(of) : 2;
    const double bytes = copies * real(m_plan.shape.hidden) * m_valueBytes * m_expert.part();
    // Copies of a token for experts of one node travel the network once, and from there over the
    // links of the node (DeepSeek-V3, arXiv 2412.19437, section 3.2.2; DeepEP). Of n nodes, k
    // experts that are drawn at random are on n·(1 − (1 − 1/n)^k).
    const double nodes = m_expert.ranks / real(m_expert.inNode);
    const double chosen = real(m_plan.shape.expertsPerToken);
    const double reached = nodes * (1 - std::pow(1 - 1 / nodes, chosen));
    const double whole = bytes / m_expert.part();
    const double across = whole * (1 - 1 / nodes) * reached / chosen;
    // Each pair of ranks sends directly: this is no ring, and a rank uses one network card.
    const double network = m_machine.inter * m_pace[Speed::ExchangeShare];
    const double inside = m_machine.intra * m_pace[Speed::LinkShare];
    const auto taken = [](double part, double rate) { return part > 0 ? part / rate : 0; };
    const double seconds = std::max(taken(across, network), taken(bytes, inside))
        + m_expert.hop * std::log2(m_expert.ranks);
    // DualPipe computes one micro-batch while it exchanges another's tokens (arXiv 2412.19437,
    // section 3.2.1).
    const bool hidden = m_layout.schedule == PipelineSchedule::DualPipe
        || m_layout.schedule == PipelineSchedule::DualPipeV;
    const double waits = m_pace[hidden ? Speed::LeastWait : Speed::ExchangeWait];
    kind.expert = {exchanges * bytes, exchanges * seconds, exchanges * seconds * waits, exchanges};
    kind.seconds.expertTraffic = kind.expert.waits;
}

void LayerTimes::addLaunching(LayerKind& kind, const LayerClass& of) const
{
    const double collectives = m_plan.choices.sequenceParallel ? 10 : 8;
    const double passes = goesBackward(of) ? 1 + recomputed(of) / 3 : 1.0 / 3;
    // The program launches kernels and collectives one after another.
    const double floor = launchingOf(m_pace, of) * passes
        + m_pace[Speed::RankSeconds] * collectives * m_tensor.ranks;
    const double wait = of.moe ? m_pace[Speed::ExpertWait] * passes : 0;
    kind.seconds.launching = std::max(wait, floor - kind.seconds.total());
}

void LayerTimes::addWeights(LayerKind& kind, const LayerClass& of) const
{
    const bool moe = of.moe;
    const auto parameters = [&](Part part) { return real(m_plan.weights[part].parameters); };
    const double shared = parameters(Part::Attention) + parameters(Part::Norms);
    kind.parameters = shared
        + (moe ? parameters(Part::Shared) + parameters(Part::Router) : parameters(Part::Mlp));
    kind.routed = moe ? parameters(Part::Experts) : 0;
    if (of.training == LayerTraining::Whole) {
        kind.trained = kind.parameters;
        kind.trainedRouted = kind.routed;
    }
    if (!m_plan.trainsAll() && !m_plan.isFrozen()) {
        const AdapterWeights& adapter = m_plan.adapterWeights;
        kind.trained = real((moe ? adapter.moe : adapter.dense).parameters);
        kind.trainedRouted = moe ? real(adapter.experts.parameters) : 0;
    }
}

/// The ranks that share the weights out; below the stage of ZeRO that shares them, one rank.
double LayerTimes::weightShards(bool routed) const
{
    const bool shared
        = m_layout.zero >= std::max<std::int64_t>(1, m_plan.profile->sharesParametersFrom);
    return shared ? real(routed ? m_plan.expertShards : m_plan.shards) : 1;
}

Ring LayerTimes::sharing(std::int64_t ranks, bool routed) const
{
    return ringOf(m_machine, ranks,
                  routed ? m_layout.expert * m_layout.expertTensor : m_layout.tensor);
}

/// Bytes of weights that a rank reads from the host or its disk.
double LayerTimes::uploaded(double parameters, double routed, bool backward) const
{
    return m_plan.offloadsParameters() ? gathers(backward) * m_valueBytes
            * (parameters / weightShards() + routed / weightShards(true))
                                       : 0;
}

Ring LayerTimes::parameterHost() const
{
    if (m_layout.offloadParameters == Offload::Nvme)
        return {1, m_machine.disk, 0, 1, Link::Disk};
    return {1, m_machine.pcie * pcieShare, 0, 1, Link::Pcie};
}

double LayerTimes::gathers(bool backward) const
{
    if (m_plan.reducesOnce())
        return 1 / real(m_plan.microBatches);
    // FSDP's weights stay from the forward to the backward pass at ZeRO-2.
    const bool stay = m_layout.zero == 2 && m_plan.profile->sharesParametersFrom == 2;
    return backward && !stay ? 2 : 1;
}

Arrivals LayerTimes::arriving(double parameters, double routed, double window, bool backward) const
{
    const double shards = weightShards(), experts = weightShards(true);
    const double each = gathers(backward) * m_valueBytes;
    Arrivals weights;
    weights.shards = onLink(each * parameters * (shards - 1) / shards, m_shards);
    weights.experts = onLink(each * routed * (experts - 1) / experts, m_expertShards);
    weights.host = onLink(uploaded(parameters, routed, backward), parameterHost());
    const double seconds = weights.shards.seconds + weights.experts.seconds + weights.host.seconds;
    if (!(seconds > 0))
        return {};
    const double share = waitOf(seconds, window, m_pace) / seconds;
    for (LayerTraffic* way : {&weights.shards, &weights.experts, &weights.host})
        way->waits = share * way->seconds;
    return weights;
}

/// The share of a class's layers that are recomputed or offloaded; 1 unless the plan does this to
/// some layers only.
double LayerTimes::markedShare(const LayerClass& of) const
{
    const LayerPattern& pattern = m_plan.pattern;
    if (!pattern.marksSome())
        return 1;
    const Schedule& schedule = m_plan.stages.front().schedule;
    double all = 0, marked = 0;
    for (std::size_t i = 0; i + 1 < m_plan.stageStarts.size(); ++i) {
        const StageLayers layers{0, m_plan.stageStarts[i], m_plan.stageStarts[i + 1]};
        const Passes passes(m_plan.shape, layers, schedule, pattern);
        for (std::int64_t layer = layers.first; layer < layers.end; ++layer) {
            const bool moe = m_plan.shape.experts > 0 && m_plan.shape.isMoe(layer);
            const bool whole = of.training == LayerTraining::Whole;
            if (!pattern.goesBackward(layer) || moe != of.moe || pattern.trains(layer) != whole)
                continue;
            all += 1;
            marked += passes.marks(layer) ? 1 : 0;
        }
    }
    return all > 0 ? marked / all : 0;
}

/// The mean number of a term's tensors that a layer of a class has.
double LayerTimes::tensorsOfLayer(Per per, const LayerClass& of, double marked) const
{
    if (per == Per::GroupInput)
        return 1 / real(m_plan.pattern.groups() ? m_plan.pattern.every : 1);
    const Per kind = kindOf(per);
    if (kind != Per::Layer && kind != (of.moe ? Per::MoeLayer : Per::DenseLayer))
        return 0;
    const auto isAmong
        = [&](Per treated) { return per != kind && per == perOfKind(kind, treated); };
    if (isAmong(Per::MarkedLayer))
        return marked;
    if (isAmong(Per::OtherLayer))
        return 1 - marked;
    return isAmong(Per::TrainedLayer) && of.training != LayerTraining::Whole ? 0 : 1;
}

void LayerTimes::addActivationOffload(LayerKind& kind, const LayerClass& of) const
{
    if (!m_plan.offloadsActivations() || m_plan.stages.empty())
        return;
    const Stage& stage = m_plan.stages.front();
    const double marked = markedShare(of);
    constexpr double ways = 2; // to the host and back
    double bytes = 0;
    for (const Term& term : stage.terms)
        if (term.place == Place::Host && groupOf(term.id) == Group::Activations)
            bytes += ways * tensorsOfLayer(term.per, of, marked)
                * real(bytesOf(term.each, stage.symbols));
    const double seconds = bytes / (m_machine.pcie * pcieShare);
    kind.offload = {bytes, seconds, waitOf(seconds, kind.seconds.total(), m_pace), ways};
}

LayerKind LayerTimes::layer(const LayerClass& of) const
{
    LayerKind kind;
    kind.seconds = computed(of);
    addTensor(kind, of);
    addContext(kind, of);
    if (of.moe)
        addExperts(kind, of);
    addLaunching(kind, of);
    addWeights(kind, of);
    kind.weights = arriving(kind.parameters, kind.routed, kind.seconds.total(), goesBackward(of));
    if (goesBackward(of))
        addActivationOffload(kind, of);
    return kind;
}

/// The logits of one rank and micro-batch: tokens with logits times the vocabulary.
double LayerTimes::logits() const
{
    if (m_plan.shape.scalarHead)
        return predictedShare(m_plan) * m_tokens;
    return predictedShare(m_plan)
        * (m_tokens * real(m_plan.heldByRank.vocabulary) / real(m_layout.tensor));
}

double LayerTimes::headSeconds() const
{
    // A pass without gradients neither writes nor reads gradients of logits.
    const double passes = m_plan.isFrozen() ? 1 : m_plan.trainsHead() ? 3 : 2;
    const bool fused = m_machine.program == Program::Trainer && m_plan.choices.loss != Loss::Full;
    const double bytes
        = fused ? paceOf(Program::Tuned)[Speed::LogitBytes] : m_pace[Speed::LogitBytes];
    const double touched = (m_plan.isFrozen() ? 0.5 : 1) * bytes;
    return passes * 2 * logits() * real(m_plan.shape.hidden) / m_wideRate
        + touched * logits() / m_machine.memory;
}

double LayerTimes::imageSeconds() const
{
    if (!readsImages(m_plan))
        return 0;
    const ImageTower& tower = m_plan.shape.tower;
    const TowerOperations of
        = towerOperations(tower, m_plan.shape.hidden, imagesOf(tower, m_plan.workload));
    const bool backward = towerGoesBackward(m_plan);
    const double again = backward && m_plan.choices.recompute == Recompute::Full ? 1 : 0;
    const double products = !backward ? 1 : (m_plan.trainsVision() ? 3 : 2) + again;
    const bool flash = m_plan.choices.attention == Attention::Flash;
    const double scores = !backward ? 1 : (flash ? 3.5 : 3) + again;
    return real(m_plan.workload.microBatch)
        * (products * of.products / m_wideRate + scores * of.scores / m_statesRate);
}

double LayerTimes::headWeightSeconds() const
{
    return m_plan.trainsHead() ? 2 * logits() * real(m_plan.shape.hidden) / m_wideRate : 0;
}

LayerKinds LayerTimes::layerKinds() const
{
    const LayerCounts counts = layersOfClasses(m_plan, 0, m_plan.shape.layers);
    LayerKinds kinds;
    for (const LayerClass& each : layerClasses)
        if (counts[each.index()] > 0)
            kinds[each.index()] = layer(each);
    return kinds;
}

} // namespace highwater
