// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/step_time.h"

#include "core/ledger/optimizer.h"
#include "core/ledger/symbols.h"
#include "core/time/layer_work.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// The share of PCIe's rate that a copy reaches.
constexpr double pcieShare = 0.8;

/// The ranks of a collective: how fast a ring through them is.
struct Ring
{
    double ranks = 1, rate = 1, hop = 0;
    std::int64_t inNode = 1;
    Link link = Link::Intra;

    /// The part of a tensor that one rank sends when all of them gather or reduce it.
    double part() const { return (ranks - 1) / ranks; }
};

/// `stride`: the distance between neighbours among all GPUs, of which those of a node follow one
/// another.
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
    ring.rate
        = std::min(inside, machine.inter * pace[Speed::NetShare] * fan * std::min(1.0, decay));
    ring.hop = pace[Speed::HopAcross];
    ring.link = Link::Inter;
    return ring;
}

/// The part of a transfer that waits although computation runs beside it.
double waitOf(double seconds, double window, const Pace& pace)
{
    return std::max(pace[Speed::LeastWait] * seconds, seconds - pace[Speed::HiddenShare] * window);
}

void addTo(Traffic& traffic, const Ring& ring, double bytes, double seconds, double waits)
{
    traffic.bytes += bytes;
    traffic.seconds += seconds;
    traffic.waits += waits;
    traffic.rate = ring.rate;
    traffic.ranks = static_cast<std::int64_t>(ring.ranks);
    traffic.link = ring.link;
}

/// Bytes that one layer sends for one micro-batch, and its time on the link.
struct LayerTraffic
{
    double bytes = 0, seconds = 0, waits = 0;

    void add(const LayerTraffic& other)
    {
        bytes += other.bytes;
        seconds += other.seconds;
        waits += other.waits;
    }
};

/// Weights that come to a rank: from the shards of others, and from the host.
struct Arrivals
{
    LayerTraffic shards, host;

    double waits() const { return shards.waits + host.waits; }
};

/// All that is the same for every stage of a plan.
class Step
{
public:
    Step(const Resolved& plan, const Machine& machine, const BuildFaults& faults)
        : m_plan(plan)
        , m_layout(plan.layout)
        , m_machine(machine)
        , m_pace(machine.pace)
        , m_faults(faults)
        , m_valueBytes(real(computeBytes(plan.choices.precision)))
        , m_tokens(rankTokens(plan))
        , m_tensor(ringOf(machine, m_layout.tensor, 1))
        , m_context(ringOf(machine, m_layout.context, m_layout.tensor))
        , m_expert(ringOf(machine, m_layout.expert, m_layout.expertTensor))
        , m_productRate(machine.products * m_pace[Speed::ProductShare] * machine.reached)
    { }

    StepTime time();
    std::vector<std::array<double, timePartCount>> stages();
    LayerSeconds computed(bool moe) const;

private:
    struct Kind
    {
        LayerSeconds seconds;
        LayerTraffic tensor, context, expert, offload;
        Arrivals weights;
        double parameters = 0, trained = 0, routed = 0, trainedRouted = 0; ///< of one rank
        double total() const { return seconds.total() + weights.waits() + offload.waits; }
    };

    /// One micro-batch on one stage.
    struct StageWork
    {
        double dense = 0, moe = 0; ///< layers of each kind
        Arrivals root; ///< of weights outside the layers
        double trained = 0, routed = 0; ///< parameters of a rank
        double head = 0, accumulation = 0, seconds = 0;
    };

    Kind layer(bool moe) const;
    Kind denseLayer() const;
    Kind moeLayer() const;
    void addTensor(Kind& kind, bool moe) const;
    void addContext(Kind& kind) const;
    void addExperts(Kind& kind) const;
    void addLaunching(Kind& kind, bool moe) const;
    void addWeights(Kind& kind, bool moe) const;
    Arrivals arriving(double parameters, double routed, double window) const;
    double uploaded(double parameters, double routed) const;
    Ring parameterHost() const;
    StageWork workOf(std::int64_t stage, const Kind& dense, const Kind& moe) const;
    void addActivationOffload(Kind& kind) const;
    double weightShards(bool routed = false) const;
    double headSeconds() const;
    double rootParameters(bool first, bool last) const;
    double accumulationSeconds(double trained) const;
    double gradientBytes() const;
    void addPipeline(StepTime& step, const Kind& dense, const Kind& moe);
    static void addLayers(std::array<double, timePartCount>& parts, double ofDense,
                          const Kind& dense, double ofMoe, const Kind& moe);
    void addLayerTraffic(StepTime& step, double ofDense, const Kind& dense, double ofMoe,
                         const Kind& moe) const;
    void addWeightTraffic(StepTime& step, const std::array<double, 3>& times, const Kind& dense,
                          const Kind& moe, const Arrivals& root) const;
    void addReduction(StepTime& step);
    void addOptimizer(StepTime& step);
    bool overlapsReduction() const;
    double recomputed() const { return m_plan.choices.recompute == Recompute::Full ? 1 : 0; }

    const Resolved& m_plan;
    const Layout& m_layout;
    const Machine& m_machine;
    const Pace& m_pace;
    const BuildFaults& m_faults;
    double m_valueBytes, m_tokens;
    Ring m_tensor, m_context, m_expert;
    double m_productRate;
    double m_send = 0, m_program = 0; ///< seconds of a micro-batch, on every stage
    double m_trained = 0, m_trainedRouted = 0; ///< of one rank of the stage that trains most
};

LayerSeconds Step::computed(bool moe) const
{
    const LayerWork work = layerWork(m_plan, moe, m_pace[Speed::NarrowWidth]);
    const double operations = work.dense + work.experts;
    LayerSeconds layer;
    layer.operations = operations + work.scores;
    // Forward, gradient of the input, gradient of the weight: frozen weights have none.
    const double passes = m_plan.trainsAll() ? 3 : 2;
    const double forward = work.slowed / m_productRate;
    const double experts = operations > 0 ? forward * work.experts / operations : 0;
    layer.products = passes * (forward - experts);
    if (moe) {
        // Few tokens an expert: reading its weights takes longer than multiplying by them.
        const double read
            = m_valueBytes * real(m_plan.weights[Part::Experts].parameters) / m_machine.memory;
        layer.experts = passes * std::max(experts, read);
    }
    // Flash attention's backward pass makes the scores again: five products after two.
    const bool flash = m_plan.choices.attention == Attention::Flash;
    const double scores
        = work.scores / (m_machine.scores * m_pace[Speed::ScoresShare] * m_machine.reached);
    layer.scores = (flash ? 3.5 : 3) * scores;
    const double touched
        = (work.bytes * m_pace[Speed::MemoryPasses] + work.scoreBytes) / m_machine.memory;
    layer.memory = 3 * touched; // the backward pass reads values and gradients
    if (!m_plan.trainsAll()) {
        const double narrow = 1 + m_pace[Speed::NarrowWidth] / real(m_plan.adapter.rank);
        layer.adapters = 3 * adapterOperations(m_plan, moe) * narrow / m_productRate;
    }
    if (m_plan.quantisedBase()) {
        // Each pass reads a weight in its format and writes it in the one that it computes in.
        const double routed = moe ? real(m_plan.weights[Part::Experts].parameters) : 0;
        const double weights = work.dense / (2 * m_tokens) + routed;
        layer.memory += 2 * weights * (1 + m_valueBytes) / m_machine.memory;
    }
    if (m_plan.choices.recompute == Recompute::Full)
        layer.recompute = layer.products / passes + layer.experts / passes + scores + touched;
    else if (m_plan.recomputesOperators())
        layer.recompute = work.again / m_productRate
            + work.bytes * m_pace[Speed::MemoryPasses] / m_machine.memory;
    else if (m_plan.recomputesScores() && !flash)
        layer.recompute = scores + work.scoreBytes / m_machine.memory;
    return layer;
}

void Step::addTensor(Kind& kind, bool moe) const
{
    if (m_layout.tensor == 1)
        return;
    // Attention and MLP gather and scatter once each, forward and backward; an all-reduce is both.
    // Inputs that are not kept are gathered again (Korthikanti et al., arXiv 2205.05198).
    const bool again
        = m_plan.choices.sequenceParallel && m_plan.choices.tpInputs == TpInputs::Recomputed;
    double collectives = 8 + (again ? 2 : 0) + 4 * recomputed();
    if (moe && m_layout.expertTensor == 1)
        collectives /= 2; // experts that are not cut need none
    const double bytes = m_tokens * real(m_plan.shape.hidden) * m_valueBytes * m_tensor.part();
    const double seconds = bytes / m_tensor.rate + (m_tensor.ranks - 1) * m_tensor.hop;
    kind.tensor = {collectives * bytes, collectives * seconds, collectives * seconds};
    kind.seconds.tensor = kind.tensor.waits;
}

void Step::addContext(Kind& kind) const
{
    if (m_layout.context == 1)
        return;
    const Shape& shape = m_plan.heldByRank;
    const double width = shape.isLatent() ? real(shape.queryWidth() + shape.valueWidth())
                                          : 2 * real(shape.keyWidth());
    // Keys and values go round, twice in the backward pass, where their gradients go with them.
    const double rounds = 3 + recomputed();
    const double bytes
        = m_tokens * width / real(m_layout.tensor) * m_valueBytes * (m_context.ranks - 1);
    const double seconds = bytes / m_context.rate + (m_context.ranks - 1) * m_context.hop;
    kind.context
        = {rounds * bytes, rounds * seconds, rounds * seconds * m_pace[Speed::ContextWait]};
    kind.seconds.context = kind.context.waits;
}

void Step::addExperts(Kind& kind) const
{
    if (m_layout.expert == 1)
        return;
    const double copies
        = real(valueOf(Symbol::RoutedTokens, m_plan.symbols)) / real(m_layout.expertTensor);
    // To the experts and back, forward and backward.
    const double exchanges = 4 + 2 * recomputed();
    const double bytes = copies * real(m_plan.shape.hidden) * m_valueBytes * m_expert.part();
    const double across = bytes * (1 - real(m_expert.inNode) / m_expert.ranks) / m_expert.part();
    // Each pair of ranks has its own way: no ring, and no more than one network card a rank.
    const double network = m_machine.inter * std::min(1.0, m_pace[Speed::NetShare]);
    const double seconds = std::max(across / network,
                                    (bytes - across) / (m_machine.intra * m_pace[Speed::LinkShare]))
        + m_expert.hop * std::log2(m_expert.ranks);
    kind.expert = {exchanges * bytes, exchanges * seconds,
                   exchanges * seconds * m_pace[Speed::ContextWait]};
    kind.seconds.expertTraffic = kind.expert.waits;
}

void Step::addLaunching(Kind& kind, bool moe) const
{
    const double collectives = m_plan.choices.sequenceParallel ? 10 : 8;
    double floor = m_pace[Speed::Launching] * (moe ? 2 : 1) * (1 + recomputed() / 3);
    floor = std::max(floor, m_faults.collectiveSeconds * collectives * m_tensor.ranks);
    kind.seconds.launching = std::max(0.0, floor - kind.seconds.total());
}

void Step::addWeights(Kind& kind, bool moe) const
{
    const auto parameters = [&](Part part) { return real(m_plan.weights[part].parameters); };
    const double shared = parameters(Part::Attention) + parameters(Part::Norms);
    kind.parameters = shared
        + (moe ? parameters(Part::Shared) + parameters(Part::Router) : parameters(Part::Mlp));
    kind.routed = moe ? parameters(Part::Experts) : 0;
    kind.trained = kind.parameters;
    kind.trainedRouted = kind.routed;
    if (!m_plan.trainsAll()) {
        const AdapterWeights& adapter = m_plan.adapterWeights;
        kind.trained = real((moe ? adapter.moe : adapter.dense).parameters);
        kind.trainedRouted = moe ? real(adapter.experts.parameters) : 0;
    }
}

/// The ranks that share the weights out; below the stage of ZeRO that shares them each rank has its
/// own.
double Step::weightShards(bool routed) const
{
    const bool shared
        = m_layout.zero >= std::max<std::int64_t>(1, m_plan.profile->sharesParametersFrom);
    return shared ? real(routed ? m_plan.expertShards : m_plan.shards) : 1;
}

/// Bytes of weights that a rank reads from the host or its disk, forward and backward.
double Step::uploaded(double parameters, double routed) const
{
    return m_plan.offloadsParameters()
        ? 2 * m_valueBytes * (parameters / weightShards() + routed / weightShards(true))
        : 0;
}

/// The link over which offloaded weights come.
Ring Step::parameterHost() const
{
    if (m_layout.offloadParameters == Offload::Nvme)
        return {1, m_machine.disk, 0, 1, Link::Disk};
    return {1, m_machine.pcie * pcieShare, 0, 1, Link::Pcie};
}

/// Weights that are gathered from shards and come from the host, forward and backward, one way
/// after the other; `window` seconds of computation run beside them.
Arrivals Step::arriving(double parameters, double routed, double window) const
{
    const double shards = weightShards(), experts = weightShards(true);
    Arrivals weights;
    weights.shards.bytes = 2 * m_valueBytes
        * (parameters * (shards - 1) / shards + routed * (experts - 1) / experts);
    weights.shards.seconds
        = weights.shards.bytes / ringOf(m_machine, m_plan.shards, m_layout.tensor).rate;
    weights.host.bytes = uploaded(parameters, routed);
    weights.host.seconds = weights.host.bytes / parameterHost().rate;
    const double seconds = weights.shards.seconds + weights.host.seconds;
    if (!(seconds > 0))
        return {};
    const double waits = waitOf(seconds, window, m_pace);
    weights.shards.waits = waits * weights.shards.seconds / seconds;
    weights.host.waits = waits * weights.host.seconds / seconds;
    return weights;
}

void Step::addActivationOffload(Kind& kind) const
{
    if (m_layout.offloadActivations == ActivationOffload::None || m_plan.stages.empty())
        return;
    const Stage& stage = m_plan.stages.front();
    double bytes = 0;
    for (const Term& term : stage.terms)
        if (term.place == Place::Host && groupOf(term.id) == Group::Activations
            && term.per != Per::Model)
            bytes += 2 * real(bytesOf(term.each, stage.symbols)); // there and back
    const double seconds = bytes / (m_machine.pcie * pcieShare);
    kind.offload = {bytes, seconds, waitOf(seconds, kind.seconds.total(), m_pace)};
}

Step::Kind Step::layer(bool moe) const
{
    Kind kind;
    kind.seconds = computed(moe);
    addTensor(kind, moe);
    addContext(kind);
    if (moe)
        addExperts(kind);
    addLaunching(kind, moe);
    addWeights(kind, moe);
    kind.weights = arriving(kind.parameters, kind.routed, kind.seconds.total());
    addActivationOffload(kind);
    return kind;
}

double Step::headSeconds() const
{
    const double logits = m_tokens * real(m_plan.heldByRank.vocabulary) / real(m_layout.tensor);
    const double passes = m_plan.trainsAll() ? 3 : 2;
    return passes * 2 * logits * real(m_plan.shape.hidden) / m_productRate
        + m_pace[Speed::LogitBytes] * logits / m_machine.memory;
}

/// Outside the layers, on one rank of a pipeline's ends.
double Step::rootParameters(bool first, bool last) const
{
    const RankWeights& weights = m_plan.weights;
    const bool tied = m_plan.shape.tied;
    double parameters = 0;
    if (first)
        parameters += real(weights[Part::Embedding].parameters)
            + real(weights[Part::Positions].parameters) + real(weights[Part::Vision].parameters);
    if (last)
        parameters += real(weights[Part::FinalNorm].parameters);
    if (last && !(tied && first))
        parameters += real(weights[tied ? Part::Embedding : Part::Head].parameters);
    return parameters;
}

double Step::gradientBytes() const
{
    return m_plan.choices.gradients == Gradients::Bf16 ? 2 : 4;
}

double Step::accumulationSeconds(double trained) const
{
    if (m_plan.microBatches == 1 && !m_plan.profile->accumulatesApart)
        return 0;
    const double touched = 2 * gradientBytes() // the sum is read and written
        + (m_plan.profile->fusesWeightGradients ? 0 : m_valueBytes);
    return trained * touched * m_pace[Speed::AccumulateBytes] / m_machine.memory;
}

/// \p dense and \p moe: a layer of each kind.
Step::StageWork Step::workOf(std::int64_t stage, const Kind& dense, const Kind& moe) const
{
    const auto at = static_cast<std::size_t>(stage);
    const std::int64_t first = m_plan.stageStarts[at], end = m_plan.stageStarts[at + 1];
    const bool last = stage + 1 == m_layout.pipeline;
    StageWork work;
    if (m_plan.shape.experts > 0 && end > first)
        work.moe = real(m_plan.shape.moeLayers(first, end));
    work.dense = real(end - first) - work.moe;
    const double held = rootParameters(stage == 0, last);
    const double root = m_plan.trainsAll() ? held
        : last                             ? real(m_plan.adapterWeights.head.parameters)
                                           : 0;
    // The next layer is computed beside the gathering of embedding or head.
    work.root = arriving(held, 0, dense.seconds.total() + moe.seconds.total());
    work.trained = work.dense * dense.trained + work.moe * moe.trained + root;
    work.routed = work.moe * moe.trainedRouted;
    work.head = last ? headSeconds() : 0;
    work.accumulation = accumulationSeconds(work.trained + work.routed);
    work.seconds = work.dense * dense.total() + work.moe * moe.total() + work.head
        + work.root.waits() + work.accumulation + m_send + m_program;
    return work;
}

void Step::addPipeline(StepTime& step, const Kind& dense, const Kind& moe)
{
    const double m = real(m_plan.microBatches);
    const std::int64_t stages = m_layout.pipeline;
    const double chunks = real(m_layout.virtualPipeline);

    if (stages > 1) {
        const Ring next
            = ringOf(m_machine, 2, std::max<std::int64_t>(1, m_plan.cluster.gpus / stages));
        const double bytes = 2 * chunks * m_tokens * real(m_plan.shape.hidden) * m_valueBytes
            / (m_plan.choices.sequenceParallel ? m_tensor.ranks : 1);
        const double seconds = bytes / next.rate + 2 * chunks * next.hop;
        m_send = seconds * m_pace[Speed::SendWait];
        addTo(step[TrafficKind::Pipeline], next, m * bytes, m * seconds, m * m_send);
    }
    m_program = m_pace[Speed::StageSeconds] + (stages > 1 ? m_faults.pollSeconds : 0);

    double sum = 0, layersDense = 0, layersMoe = 0, accumulation = 0;
    Arrivals root;
    for (std::int64_t i = 0; i < stages; ++i) {
        const StageWork work = workOf(i, dense, moe);
        root.shards.add(work.root.shards);
        root.host.add(work.root.host);
        sum += work.seconds;
        layersDense += work.dense;
        layersMoe += work.moe;
        accumulation += work.accumulation;
        if (i == 0 || work.seconds > step.slowest) {
            step.slowest = work.seconds;
            step.slowestStage = i;
        }
        if (work.trained + work.routed >= m_trained + m_trainedRouted) {
            m_trained = work.trained;
            m_trainedRouted = work.routed;
        }
    }
    step.mean = sum / real(stages);

    const double ofDense = m * layersDense / real(stages), ofMoe = m * layersMoe / real(stages);
    const double ofRoot = m / real(stages);
    addLayers(step.parts, ofDense, dense, ofMoe, moe);
    step[TimePart::WeightGathers] += ofRoot * root.shards.waits;
    step[TimePart::ParameterOffload] += ofRoot * root.host.waits;
    step[TimePart::Head] = m * step.headSeconds / real(stages);
    step[TimePart::Accumulation] = m * accumulation / real(stages);
    step[TimePart::Sends] = m * m_send;
    step[TimePart::Program] = m * m_program;
    step[TimePart::Uneven] = m * (step.slowest - step.mean);
    const double fill = m_faults.fillSeconds * real(stages - 1);
    step[TimePart::Bubble] = (sum - step.slowest) / chunks + fill;
    step.bubbleShare = step[TimePart::Bubble] / (m * step.slowest);
    addLayerTraffic(step, ofDense, dense, ofMoe, moe);
    addWeightTraffic(step, {ofDense, ofMoe, ofRoot}, dense, moe, root);
}

/// The parts that layers have, of so many of each kind.
void Step::addLayers(std::array<double, timePartCount>& parts, double ofDense, const Kind& dense,
                     double ofMoe, const Kind& moe)
{
    const auto part = [&](TimePart id) -> double& { return parts[static_cast<std::size_t>(id)]; };
    const auto add = [&](TimePart id, double LayerSeconds::*member) {
        part(id) = ofDense * dense.seconds.*member + ofMoe * moe.seconds.*member;
    };
    add(TimePart::Products, &LayerSeconds::products);
    add(TimePart::Experts, &LayerSeconds::experts);
    add(TimePart::Scores, &LayerSeconds::scores);
    add(TimePart::Adapters, &LayerSeconds::adapters);
    add(TimePart::MemoryBound, &LayerSeconds::memory);
    add(TimePart::Recompute, &LayerSeconds::recompute);
    add(TimePart::TensorTraffic, &LayerSeconds::tensor);
    add(TimePart::ContextTraffic, &LayerSeconds::context);
    add(TimePart::ExpertTraffic, &LayerSeconds::expertTraffic);
    add(TimePart::Launching, &LayerSeconds::launching);
    part(TimePart::WeightGathers)
        = ofDense * dense.weights.shards.waits + ofMoe * moe.weights.shards.waits;
    part(TimePart::ParameterOffload)
        = ofDense * dense.weights.host.waits + ofMoe * moe.weights.host.waits;
    part(TimePart::ActivationOffload) = ofDense * dense.offload.waits + ofMoe * moe.offload.waits;
}

void Step::addLayerTraffic(StepTime& step, double ofDense, const Kind& dense, double ofMoe,
                           const Kind& moe) const
{
    const auto sent = [&](TrafficKind id, const Ring& ring, LayerTraffic Kind::*member) {
        const LayerTraffic &one = dense.*member, &other = moe.*member;
        if (ring.ranks > 1 && ofDense * one.bytes + ofMoe * other.bytes > 0)
            addTo(step[id], ring, ofDense * one.bytes + ofMoe * other.bytes,
                  ofDense * one.seconds + ofMoe * other.seconds,
                  ofDense * one.waits + ofMoe * other.waits);
    };
    sent(TrafficKind::TensorParallel, m_tensor, &Kind::tensor);
    sent(TrafficKind::ContextParallel, m_context, &Kind::context);
    sent(TrafficKind::ExpertParallel, m_expert, &Kind::expert);
    if (Traffic& experts = step[TrafficKind::ExpertParallel]; experts.seconds > 0)
        experts.rate = experts.bytes / experts.seconds; // of all its ways together
    sent(TrafficKind::ActivationOffload, {2, m_machine.pcie * pcieShare, 0, 1, Link::Pcie},
         &Kind::offload);
}

/// Of layers of each kind, and of what stands outside them.
void Step::addWeightTraffic(StepTime& step, const std::array<double, 3>& times, const Kind& dense,
                            const Kind& moe, const Arrivals& root) const
{
    const auto sent = [&](TrafficKind id, const Ring& ring, LayerTraffic Arrivals::*member) {
        const std::array ways{dense.weights.*member, moe.weights.*member, root.*member};
        for (std::size_t i = 0; i < ways.size(); ++i)
            if (const double count = times[i]; count * ways[i].bytes > 0)
                addTo(step[id], ring, count * ways[i].bytes, count * ways[i].seconds,
                      count * ways[i].waits);
    };
    sent(TrafficKind::WeightGathers, ringOf(m_machine, m_plan.shards, m_layout.tensor),
         &Arrivals::shards);
    sent(TrafficKind::ParameterOffload, parameterHost(), &Arrivals::host);
}

/// nanotron reduces behind the backward pass wherever ZeRO is on (trainer.py, zero.py).
bool Step::overlapsReduction() const
{
    return m_plan.choices.framework != Framework::Nanotron || m_layout.zero == 0;
}

void Step::addReduction(StepTime& step)
{
    const double wide = gradientBytes();
    const double m = real(m_plan.microBatches);
    const double backward = step.slowest * 2 / 3, forward = step.slowest / 3;
    const bool shards = m_layout.zero >= 1;
    const bool listed = m_plan.choices.framework == Framework::Nanotron;
    const auto reduce = [&](double parameters, std::int64_t ranks, std::int64_t shardRanks) {
        if (ranks <= 1 || parameters <= 0)
            return;
        const Ring ring = ringOf(m_machine, ranks, m_layout.tensor);
        // An all-reduce sends twice what a reduce-scatter does. From ZeRO-2 on gradients are
        // reduced in each micro-batch (Rajbhandari et al., arXiv 1910.02054, section 7).
        const double twice = !shards || listed ? 2 : 1;
        const double times = m_layout.zero >= 2 ? m : 1;
        const Ring within = ringOf(m_machine, shards ? shardRanks : ranks, m_layout.tensor);
        double bytes = times * twice * wide * parameters * within.part();
        double seconds = bytes / within.rate;
        if (shards && shardRanks < ranks) { // replicas add up their shards
            const double between
                = 2 * wide * parameters / real(shardRanks) * (1 - real(shardRanks) / real(ranks));
            bytes += between;
            seconds += between / ring.rate;
        }
        if (m_faults.bucketSeconds > 0 && !shards) {
            constexpr double bucket = 25 << 20; // DistributedDataParallel's
            seconds = std::max(seconds,
                               m_faults.bucketSeconds * ring.ranks * wide * parameters / bucket);
        }
        const double window = overlapsReduction() ? times * backward : 0;
        const double waits = overlapsReduction() ? waitOf(seconds, window, m_pace) : seconds;
        addTo(step[TrafficKind::Gradients], within, bytes, seconds, waits);
        if (m_layout.zero >= 1 && m_layout.zero < m_plan.profile->sharesParametersFrom) {
            const double weights = m_valueBytes * parameters * within.part();
            const double gather = weights / within.rate;
            addTo(step[TrafficKind::NewWeights], within, weights, gather,
                  overlapsReduction() ? waitOf(gather, forward, m_pace) : gather);
        }
    };
    const std::int64_t all = m_plan.dataParallel * m_layout.context;
    reduce(m_trained, all, m_plan.shards);
    reduce(m_trainedRouted, m_plan.expertShards * m_layout.replicate, m_plan.expertShards);
    step[TimePart::Gradients] = step[TrafficKind::Gradients].waits;
    step[TimePart::NewWeights] = step[TrafficKind::NewWeights].waits;
}

void Step::addOptimizer(StepTime& step)
{
    const bool shards = m_layout.zero >= 1;
    const double stepped = m_trained / (shards ? real(m_plan.shards) : 1)
        + m_trainedRouted / (shards ? real(m_plan.expertShards) : 1);
    const OptimizerTraits& traits = traitsOf(m_plan.choices.optimizer);
    double moments = 0; // bytes of a parameter
    for (const OptimizerState& state : traits.states)
        moments += real(stateBytes(state, m_plan.choices.moments));
    const double states = moments + (m_plan.choices.masterWeights ? 4 : 0);
    const double touched = 2 * states + gradientBytes() + m_valueBytes;
    const bool onGpu = m_layout.offloadOptimizer == Offload::None;
    // Gradients leave, weights come back, the host steps between; states on disk come and go. Of a
    // paged optimizer, whose moments the ledger keeps on the host, the pages come and go.
    double crossing = 0; // bytes of a parameter
    if (!onGpu)
        crossing = gradientBytes() + m_valueBytes;
    else if (traits.paged)
        crossing = 2 * moments;
    const Ring host{1, m_machine.pcie * pcieShare, 0, 1, Link::Pcie};
    const double seconds = stepped * crossing / host.rate;
    if (crossing > 0)
        addTo(step[TrafficKind::OptimizerOffload], host, stepped * crossing, seconds, seconds);
    if (onGpu) {
        step[TimePart::Optimizer]
            = seconds + stepped * touched * m_pace[Speed::OptimizerPasses] / m_machine.memory;
        return;
    }
    step[TimePart::Optimizer] = seconds + stepped * touched / m_machine.host;
    if (m_layout.offloadOptimizer == Offload::Nvme)
        step[TimePart::Optimizer] += 2 * stepped * states / m_machine.disk;
}

Step::Kind Step::denseLayer() const
{
    return m_plan.shape.moeLayers() < m_plan.shape.layers ? layer(false) : Kind{};
}

Step::Kind Step::moeLayer() const
{
    return m_plan.shape.moeLayers() > 0 ? layer(true) : Kind{};
}

StepTime Step::time()
{
    StepTime step;
    const Kind dense = denseLayer(), moe = moeLayer();
    step.dense = dense.seconds;
    step.moe = moe.seconds;
    step.headSeconds = headSeconds();
    addPipeline(step, dense, moe);
    addReduction(step);
    addOptimizer(step);
    step[TimePart::StepWork] = m_pace[Speed::StepSeconds];
    for (const double part : step.parts)
        step.seconds += part;
    step.tokens = real(m_plan.workload.context) * real(m_plan.workload.microBatch)
        * real(m_plan.microBatches) * real(m_plan.dataParallel);
    return step;
}

std::vector<std::array<double, timePartCount>> Step::stages()
{
    const StepTime step = time();
    const Kind dense = denseLayer(), moe = moeLayer();
    const double m = real(m_plan.microBatches);
    std::vector<std::array<double, timePartCount>> stages;
    for (std::int64_t i = 0; i < m_layout.pipeline; ++i) {
        const StageWork work = workOf(i, dense, moe);
        auto& parts = stages.emplace_back(step.parts);
        const auto part
            = [&](TimePart id) -> double& { return parts[static_cast<std::size_t>(id)]; };
        addLayers(parts, m * work.dense, dense, m * work.moe, moe);
        part(TimePart::WeightGathers) += m * work.root.shards.waits;
        part(TimePart::ParameterOffload) += m * work.root.host.waits;
        part(TimePart::Head) = m * work.head;
        part(TimePart::Accumulation) = m * work.accumulation;
        part(TimePart::Uneven) = m * (step.slowest - work.seconds);
    }
    return stages;
}

} // namespace

std::vector<std::array<double, timePartCount>> stageParts(const Resolved& plan,
                                                          const Machine& machine)
{
    return Step(plan, machine, {}).stages();
}

LayerSeconds layerSeconds(const Resolved& plan, const Machine& machine, bool moe)
{
    return Step(plan, machine, {}).computed(moe);
}

StepTime stepTime(const Resolved& plan, const Machine& machine, const BuildFaults& faults)
{
    return Step(plan, machine, faults).time();
}

StepTime stepTime(const Resolved& plan, const Machine& machine)
{
    return stepTime(plan, machine, {});
}

} // namespace highwater
