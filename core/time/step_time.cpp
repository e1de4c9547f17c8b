// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/step_time.h"

#include "core/ledger/framework.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/stage_weights.h"
#include "core/ledger/symbols.h"
#include "core/ledger/term_writer.h"
#include "core/time/attention_figures.h"
#include "core/time/layer_times.h"
#include "core/time/real.h"
#include "core/time/row_length.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace highwater {
namespace {

void addTo(Traffic& traffic, const Ring& ring, double bytes, double seconds, double waits)
{
    traffic.bytes += bytes;
    traffic.seconds += seconds;
    traffic.waits += waits;
    traffic.rate = ring.rate;
    traffic.ranks = static_cast<std::int64_t>(ring.ranks);
    traffic.link = ring.link;
}

void setShape(Traffic& traffic, double sends, double width)
{
    traffic.sends = sends;
    traffic.width = width;
}

/// The sum of a value over the layers, where `counts` gives the number of each class.
double sumOf(const LayerCounts& counts, const LayerKinds& kinds, auto of)
{
    double sum = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        sum += counts[i] * of(kinds[i]);
    return sum;
}

LayerCounts scaled(double factor, LayerCounts counts)
{
    for (double& count : counts)
        count *= factor;
    return counts;
}

/// The step of all stages, from the times of the layers.
class Step : LayerTimes
{
public:
    using LayerTimes::LayerTimes;

    StepTime time();
    std::vector<std::array<double, timePartCount>> stages();

private:
    /// One transfer of a step, over one group of ranks.
    struct Transfer
    {
        TrafficKind kind;
        Ring ring;
        LayerTraffic sent;
        double width = 0; ///< bytes of a value
    };

    /// The work of one micro-batch, on one stage or on several.
    struct Work
    {
        LayerCounts layers{};
        Arrivals root; ///< of weights outside the layers
        double head = 0, images = 0, accumulation = 0;

        void add(const Work& other)
        {
            for (std::size_t i = 0; i < layers.size(); ++i)
                layers[i] += other.layers[i];
            root.add(other.root);
            head += other.head;
            images += other.images;
            accumulation += other.accumulation;
        }
    };

    /// One micro-batch on one stage.
    struct StageWork : Work
    {
        double trained = 0, routed = 0; ///< trained parameters of a rank; `routed`: of experts
        double seconds = 0;
        double recompute = 0; ///< the part of `seconds` that is recomputation
        double weights = 0; ///< the part of `seconds` that makes gradients of weights
        bool forwardOnly = false; ///< a pass of a job's role

        StagePass pass() const
        {
            if (forwardOnly)
                return {seconds, seconds, 0};
            return {seconds, (seconds - recompute) / 3, weights}; // backward takes twice as long
        }
    };

    LayerCounts layersOf(std::int64_t stage) const;
    StageWork workOf(std::int64_t stage, const LayerCounts& layers, const LayerKinds& kinds) const;
    double headShare(std::int64_t stage) const;
    double weightSeconds(const LayerKind& kind) const;
    double accumulationSeconds(double trained) const;
    void addSendsAndProgram(StepTime& step);
    void addPipeline(StepTime& step, const LayerKinds& kinds);
    static void setParts(std::array<double, timePartCount>& parts, double count, const Work& work,
                         const LayerKinds& kinds);
    void addLayerTraffic(StepTime& step, const LayerCounts& counts, const LayerKinds& kinds) const;
    void addWeightTraffic(StepTime& step, const LayerCounts& counts, const LayerKinds& kinds,
                          double ofRoot, const Arrivals& root) const;
    void addReduction(StepTime& step) const;
    void addGathersOfNewWeights(StepTime& step) const;
    double sendDuring(StepTime& step, std::span<const Transfer> transfers, double window) const;
    double leftOfGroups(double backward, double ofHost) const;
    double selectedSeconds() const;
    void addOptimizer(StepTime& step);
    void addOrthogonal(StepTime& step) const;
    bool overlapsReduction() const;

    double m_send = 0, m_program = 0; ///< seconds of a micro-batch, on every stage
    double m_trained = 0, m_trainedRouted = 0; ///< of one rank of the stage that trains most
};

double Step::accumulationSeconds(double trained) const
{
    if (m_plan.microBatches == 1 && !m_plan.profile->accumulatesApart)
        return 0;
    const double touched = 2 * real(gradientBytes(m_plan.choices)) // the sum is read and written
        + (m_plan.profile->fusesWeightGradients ? 0 : m_valueBytes);
    return trained * touched * m_pace[Speed::AccumulateBytes] / m_machine.memory;
}

LayerCounts Step::layersOf(std::int64_t stage) const
{
    const auto at = static_cast<std::size_t>(stage);
    return layersOfClasses(m_plan, m_plan.stageStarts[at], m_plan.stageStarts[at + 1]);
}

/// `layers`: of the stage.
Step::StageWork Step::workOf(std::int64_t stage, const LayerCounts& layers,
                             const LayerKinds& kinds) const
{
    const double count = std::accumulate(layers.begin(), layers.end(), 0.0);
    const double ofHead = headShare(stage);
    const bool last = ofHead > 0;
    StageWork work;
    work.forwardOnly = m_plan.isFrozen();
    work.layers = layers;
    const auto sum = [&](auto of) { return sumOf(work.layers, kinds, of); };
    const bool twoStages = m_layout.pipeline > 1 && m_layout.schedule == PipelineSchedule::DualPipe;
    const bool embeds = stage == 0 || (twoStages && last);
    const auto at = static_cast<std::size_t>(stage);
    const StageLayers part{stage, m_plan.stageStarts[at], m_plan.stageStarts[at + 1], embeds, last};
    const double held = real(heldOutsideLayers(m_plan, part));
    const double root = m_plan.isFrozen() ? 0 : real(trainedOutsideLayers(m_plan, part));
    // Embedding or head are gathered while a layer is computed.
    const double layerSeconds
        = sum([](const LayerKind& kind) { return kind.seconds.total(); }) / std::max(1.0, count);
    work.root = arriving(held, 0, layerSeconds, !work.forwardOnly);
    work.trained = sum([](const LayerKind& kind) { return kind.trained; });
    work.routed = sum([](const LayerKind& kind) { return kind.trainedRouted; });
    work.head = ofHead * headSeconds();
    work.images = embeds ? imageSeconds() / (twoStages ? 2 : 1) : 0;
    work.accumulation = accumulationSeconds(work.trained + work.routed + root);
    // A rank of DualPipe holds the layers of two stages, of about equally many layers. A
    // micro-batch passes through one of the two.
    if (twoStages) {
        work.trained *= 2;
        work.routed *= 2;
    }
    work.trained += root;
    work.seconds = sum([](const LayerKind& kind) { return kind.total(); }) + work.head + work.images
        + work.root.waits() + work.accumulation + m_send + m_program;
    work.recompute = sum([](const LayerKind& kind) { return kind.seconds.recompute; });
    work.weights = ofHead * headWeightSeconds();
    for (const LayerClass& each : layerClasses)
        if (each.training == LayerTraining::Whole)
            work.weights += work.layers[each.index()] * weightSeconds(kinds[each.index()]);
    return work;
}

/// The part of the micro-batches whose logits a stage computes. Schedules that go back through the
/// ranks end on the first one. The two directions of DualPipe end on the first and the last one.
double Step::headShare(std::int64_t stage) const
{
    const bool first = stage == 0, last = stage + 1 == m_layout.pipeline;
    if (m_layout.pipeline == 1)
        return 1;
    if (turnsBack(m_layout.schedule))
        return first ? 1 : 0;
    if (m_layout.schedule == PipelineSchedule::DualPipe)
        return first || last ? 0.5 : 0;
    return last ? 1 : 0;
}

/// The time of the gradients of a layer's weights: of the three products of each weight (output,
/// gradient of the input, gradient of the weight), one.
double Step::weightSeconds(const LayerKind& kind) const
{
    return (m_plan.trainsAll() ? kind.seconds.products + kind.seconds.experts
                               : kind.seconds.adapters)
        / 3;
}

/// The sends of a stage to the next one, and the program's own time for each micro-batch. workOf()
/// reads both.
void Step::addSendsAndProgram(StepTime& step)
{
    const double m = real(m_plan.microBatches);
    const std::int64_t stages = m_layout.pipeline;
    m_program = m_pace[Speed::StageSeconds] + (stages > 1 ? m_pace[Speed::PollSeconds] : 0);
    step[TimePart::Program] = m * m_program;
    if (stages == 1)
        return;
    const Ring next = ringOf(m_machine, 2, std::max<std::int64_t>(1, m_plan.cluster.gpus / stages));
    const double passes = turnsBack(m_layout.schedule) ? 2 : real(m_layout.virtualPipeline);
    const double ways = m_plan.isFrozen() ? 1 : 2; // gradients are sent back
    const double bytes = ways * passes * m_tokens * real(m_plan.shape.hidden) * m_valueBytes
        / (m_plan.choices.sequenceParallel ? m_tensor.ranks : 1);
    const double seconds = bytes / next.rate + ways * passes * next.hop;
    m_send = seconds * m_pace[Speed::SendWait];
    addTo(step[TrafficKind::Pipeline], next, m * bytes, m * seconds, m * m_send);
    setShape(step[TrafficKind::Pipeline], m * ways * passes, m_valueBytes);
    step[TimePart::Sends] = m * m_send;
}

/// The passes of all micro-batches through all stages. The parts are those of a mean stage.
void Step::addPipeline(StepTime& step, const LayerKinds& kinds)
{
    const double m = real(m_plan.microBatches);
    const std::int64_t stages = m_layout.pipeline;
    Work sum;
    StagePass all, slowest;
    StageWork work;
    for (std::int64_t i = 0; i < stages; ++i) {
        // Between the ends of the pipeline, stages with equal layers do equal work.
        const LayerCounts layers = layersOf(i);
        if (i <= 1 || i + 1 == stages || layers != work.layers)
            work = workOf(i, layers, kinds);
        sum.add(work);
        const StagePass pass = work.pass();
        all = {all.seconds + pass.seconds, all.forward + pass.forward, all.weights + pass.weights};
        if (i == 0 || pass.seconds > slowest.seconds) {
            slowest = pass;
            step.slowestStage = i;
        }
        if (work.trained + work.routed >= m_trained + m_trainedRouted) {
            m_trained = work.trained;
            m_trainedRouted = work.routed;
        }
    }
    step.mean = all.seconds / real(stages);
    step.pipeline = {passSchedule(m_plan),
                     stages,
                     m_layout.virtualPipeline,
                     m_plan.microBatches,
                     slowest,
                     {all.seconds - slowest.seconds, all.forward - slowest.forward,
                      all.weights - slowest.weights}};

    const double perStage = m / real(stages);
    setParts(step.parts, perStage, sum, kinds);
    step[TimePart::Uneven] = m * (step.slowest() - step.mean);
    step[TimePart::Bubble] = bubbleSeconds(step.pipeline);
    step.bubbleShare = step[TimePart::Bubble] / (m * step.slowest());
    const LayerCounts layers = scaled(perStage, sum.layers);
    addLayerTraffic(step, layers, kinds);
    addWeightTraffic(step, layers, kinds, perStage, sum.root);
}

/// Sets the parts of a stage that does this work `count` times in a step.
void Step::setParts(std::array<double, timePartCount>& parts, double count, const Work& work,
                    const LayerKinds& kinds)
{
    const LayerCounts layers = scaled(count, work.layers);
    const auto part = [&](TimePart id) -> double& { return parts[static_cast<std::size_t>(id)]; };
    const auto sum = [&](auto of) { return sumOf(layers, kinds, of); };
    const auto add = [&](TimePart id, double LayerSeconds::*member) {
        part(id) = sum([member](const LayerKind& kind) { return kind.seconds.*member; });
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
        = sum([](const LayerKind& kind) {
              return kind.weights.shards.waits + kind.weights.experts.waits;
          })
        + count * (work.root.shards.waits + work.root.experts.waits);
    part(TimePart::ParameterOffload)
        = sum([](const LayerKind& kind) { return kind.weights.host.waits; })
        + count * work.root.host.waits;
    part(TimePart::ActivationOffload)
        = sum([](const LayerKind& kind) { return kind.offload.waits; });
    part(TimePart::Head) = count * work.head;
    part(TimePart::Images) = count * work.images;
    part(TimePart::Accumulation) = count * work.accumulation;
}

void Step::addLayerTraffic(StepTime& step, const LayerCounts& counts, const LayerKinds& kinds) const
{
    const auto sent = [&](TrafficKind id, const Ring& ring, LayerTraffic LayerKind::*member,
                          double width) {
        const auto sum = [&](double LayerTraffic::*of) {
            return sumOf(counts, kinds,
                         [member, of](const LayerKind& kind) { return kind.*member.*of; });
        };
        const double bytes = sum(&LayerTraffic::bytes);
        if (ring.ranks > 1 && bytes > 0) {
            addTo(step[id], ring, bytes, sum(&LayerTraffic::seconds), sum(&LayerTraffic::waits));
            setShape(step[id], sum(&LayerTraffic::sends), width);
        }
    };
    sent(TrafficKind::TensorParallel, m_tensor, &LayerKind::tensor,
         tensorWidth(
             {false, m_plan.isFrozen() ? LayerTraining::ForwardOnly : LayerTraining::Whole}));
    sent(TrafficKind::ContextParallel, m_context, &LayerKind::context, m_valueBytes);
    sent(TrafficKind::ExpertParallel, m_expert, &LayerKind::expert, m_valueBytes);
    if (Traffic& experts = step[TrafficKind::ExpertParallel]; experts.seconds > 0)
        experts.rate = experts.bytes / experts.seconds; // of all links together
    sent(TrafficKind::ActivationOffload, {2, m_machine.pcie * pcieShare, 0, 1, Link::Pcie},
         &LayerKind::offload, 1);
}

/// Adds the traffic of the weights of layers of each class, and of those outside the layers.
void Step::addWeightTraffic(StepTime& step, const LayerCounts& counts, const LayerKinds& kinds,
                            double ofRoot, const Arrivals& root) const
{
    const bool backward = !m_plan.isFrozen();
    const auto sent = [&](TrafficKind id, const Ring& ring, LayerTraffic Arrivals::*member,
                          double passes) {
        const auto add = [&](double count, const LayerTraffic& way) {
            if (count * way.bytes > 0)
                addTo(step[id], ring, count * way.bytes, count * way.seconds, count * way.waits);
        };
        for (std::size_t i = 0; i < kinds.size(); ++i)
            add(counts[i], kinds[i].weights.*member);
        add(ofRoot, root.*member);
        setShape(step[id], passes * real(m_plan.microBatches), m_valueBytes);
    };
    sent(TrafficKind::WeightGathers, m_shards, &Arrivals::shards, gathers(backward));
    sent(TrafficKind::ExpertGathers, m_expertShards, &Arrivals::experts, gathers(backward));
    sent(TrafficKind::ParameterOffload, parameterHost(), &Arrivals::host, gathers(backward));
}

bool Step::overlapsReduction() const
{
    return !m_plan.profile->reducesAfterward || m_layout.zero == 0;
}

/// Adds transfers that follow one another during `window` seconds of computation; returns the
/// seconds that are not hidden.
double Step::sendDuring(StepTime& step, std::span<const Transfer> transfers, double window) const
{
    double seconds = 0;
    for (const Transfer& each : transfers)
        seconds += each.sent.seconds;
    if (!(seconds > 0))
        return 0;
    const double waits = overlapsReduction() ? waitOf(seconds, window, m_pace) : seconds;
    for (const auto& [kind, ring, sent, width] : transfers)
        if (sent.bytes > 0) {
            addTo(step[kind], ring, sent.bytes, sent.seconds, waits * sent.seconds / seconds);
            setShape(step[kind], sent.sends, width);
        }
    return waits;
}

void Step::addReduction(StepTime& step) const
{
    const bool shards = m_layout.zero >= 1;
    const double wide = real(gradientBytes(m_plan.choices));
    // An all-reduce sends twice the bytes of a reduce-scatter. From ZeRO-2 on gradients are reduced
    // in each micro-batch (Rajbhandari et al., arXiv 1910.02054, section 7), but for pipelines that
    // reduce once. So are those of ZenFlow.
    const double twice = !shards || m_plan.profile->allReducesShards ? 2 : 1;
    const bool each = m_plan.selectsColumns()
        || (m_layout.zero >= 2 && !m_plan.reducesOnce() && !m_plan.reducesLast());
    const double times = each ? real(m_plan.microBatches) : 1;
    const auto reduced = [&](TrafficKind kind, double parameters, const Ring& ring) {
        const double sends = times * twice;
        LayerTraffic sent = onLink(sends * wide * parameters * ring.part(), ring, sends);
        if (m_pace[Speed::BucketSeconds] > 0 && !shards && sent.bytes > 0) {
            constexpr double bucket = 25 << 20; // DistributedDataParallel's
            sent.seconds
                = std::max(sent.seconds,
                           m_pace[Speed::BucketSeconds] * ring.ranks * wide * parameters / bucket);
        }
        return Transfer{kind, ring, sent, wide};
    };
    // Replicas add up their shards. All ranks of a shard's group are between two replicas.
    const Ring replicas = ringOf(m_machine, shards ? m_layout.replicate : 1,
                                 bounded::times(m_layout.tensor, m_plan.shards));
    const double ofShard
        = m_trained / real(m_plan.shards) + m_trainedRouted / real(m_plan.expertShards);
    const std::array transfers{
        reduced(TrafficKind::Gradients, m_trained,
                shards ? m_shards : sharing(m_plan.dataParallel * m_layout.context)),
        reduced(TrafficKind::ExpertGradients, m_trainedRouted,
                shards ? m_expertShards : sharing(m_plan.expertShards * m_layout.replicate, true)),
        Transfer{TrafficKind::ReplicaGradients, replicas,
                 onLink(2 * wide * ofShard * replicas.part(), replicas, 2), wide}};
    const double backward = step.slowest() * 2 / 3;
    step[TimePart::Gradients] = sendDuring(step, transfers, times * backward);
}

void Step::addGathersOfNewWeights(StepTime& step) const
{
    if (m_layout.zero < 1 || m_layout.zero >= m_plan.profile->sharesParametersFrom)
        return;
    const auto gathered = [&](TrafficKind kind, double parameters, const Ring& ring) {
        return Transfer{kind, ring, onLink(m_valueBytes * parameters * ring.part(), ring),
                        m_valueBytes};
    };
    const double forward = step.slowest() / 3;
    const std::array transfers{
        gathered(TrafficKind::NewWeights, m_trained, m_shards),
        gathered(TrafficKind::ExpertNewWeights, m_trainedRouted, m_expertShards)};
    step[TimePart::NewWeights] = sendDuring(step, transfers, forward);
}

/// Seconds of the host's step that remain when the backward pass has ended. SuperOffload steps a
/// group of weights as soon as the last micro-batch has all gradients of them, the last layers'
/// first (superoffload/superoffload_stage3.py: partition_grads), one group after the other in a
/// process of its own. With gradients that are clipped it would begin no earlier than the others.
double Step::leftOfGroups(double backward, double ofHost) const
{
    const StageLayers layers{0, m_plan.stageStarts[0], m_plan.stageStarts[1], true,
                             m_layout.pipeline == 1};
    SymbolValues symbols{};
    setStageSymbols(symbols, m_plan, layers);
    const std::vector<std::int64_t> groups = steppedGroups(symbols, m_plan, layers);
    const double all = real(std::accumulate(groups.begin(), groups.end(), std::int64_t{0}));
    double gone = 0, now = 0;
    for (auto group = groups.rbegin(); group != groups.rend() && all > 0; ++group) {
        gone += real(*group);
        now = std::max(now, backward * gone / all) + ofHost * real(*group) / all;
    }
    return all > 0 ? now - backward : ofHost;
}

/// ZenFlow's columns step after each micro-batch. From stage 3 on each rank steps its own, before
/// all ranks get the gradients of all columns (zenflow/zenflow_stage_1_and_2.py:
/// _process_selected_fp32_groups_grad).
double Step::selectedSeconds() const
{
    const bool sharesColumns = m_layout.zero >= 3;
    const double share = m_layout.zenflowShare;
    const double columns = share
        * (m_trained / (sharesColumns ? real(m_plan.shards) : 1)
           + m_trainedRouted / (sharesColumns ? real(m_plan.expertShards) : 1));
    constexpr double moments = 2;
    const double touched = m_valueBytes * (2 * (1 + moments) + 1); // weights, moments, gradients
    const double step = columns * touched * m_pace[Speed::OptimizerPasses] / m_machine.memory;
    const double sent = sharesColumns
        ? 0
        : onLink(m_valueBytes * share * m_trained * m_shards.part(), m_shards).seconds
            + onLink(m_valueBytes * share * m_trainedRouted * m_expertShards.part(), m_expertShards)
                  .seconds;
    return real(m_plan.microBatches) * (step + sent);
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
    const HostStep way = m_plan.hostStep();
    // SuperOffload's process copies the 32-bit gradients first (superoffload_utils.py:
    // superoffload_optimizer_worker).
    const double copied = way == HostStep::Superoffload ? 2.0 * floatBytes : 0;
    const double touched = 2 * states + real(gradientBytes(m_plan.choices)) + m_valueBytes + copied;
    const bool onGpu = m_layout.offloadOptimizer == Offload::None;
    // Gradients move to the host, the host steps, weights move back; states on disk are read and
    // written. The pages of a paged optimizer, whose moments the ledger has on the host, move to
    // the GPU and back.
    double crossing = 0; // bytes of a parameter
    if (!onGpu)
        crossing = real(gradientBytes(m_plan.choices)) + m_valueBytes;
    else if (traits.paged)
        crossing = 2 * moments;
    const Ring host{1, m_machine.pcie * pcieShare, 0, 1, Link::Pcie};
    const LayerTraffic sent = onLink(stepped * crossing, host);
    const double seconds = sent.seconds;
    step.stepped = stepped;
    step.touched = touched;
    if (sent.bytes > 0) {
        addTo(step[TrafficKind::OptimizerOffload], host, sent.bytes, seconds, seconds);
        setShape(step[TrafficKind::OptimizerOffload], 1, crossing);
    }
    if (onGpu) {
        step[TimePart::Optimizer]
            = seconds + stepped * touched * m_pace[Speed::OptimizerPasses] / m_machine.memory;
        return;
    }
    const double ofHost = stepped * touched / m_machine.host;
    // ZenFlow's host steps while the passes of the next micro-batches run
    // (zenflow_stage_1_and_2.py: wait_last_update_and_copy).
    const double passes = step.slowest() * real(m_plan.microBatches);
    step.hidden = way == HostStep::Superoffload
        ? ofHost - leftOfGroups(step.slowest() * 2 / 3, ofHost)
        : way == HostStep::ZenflowOverlap ? std::min(ofHost, passes)
                                          : 0;
    if (m_plan.selectsColumns())
        step.ofColumns = selectedSeconds();
    step[TimePart::Optimizer] = seconds + ofHost - step.hidden + step.ofColumns;
    if (m_layout.offloadOptimizer == Offload::Nvme) {
        step.ofDisk = 2 * stepped * states / m_machine.disk;
        step[TimePart::Optimizer] += step.ofDisk;
    }
}

/// The rank of a stage that has most to do for Muon. A matrix that every rank gathers is computed
/// by each of them; else each computes its share of the matrices. Routed experts are whole on the
/// rank that steps them.
void Step::addOrthogonal(StepTime& step) const
{
    if (m_plan.choices.optimizer != Optimizer::Muon || m_plan.isFrozen() || m_plan.offloadsStates())
        return;
    const bool gathers = m_plan.gathersForMuon();
    const MuonGather way = m_plan.recipe.muonGather;
    const double ranks = gathers ? real(m_plan.shards) : 1;
    const double sharing = way == MuonGather::Each ? 1 : ranks;
    const double experts = m_layout.zero >= 1 ? real(m_plan.expertShards) : 1;
    const double gradient = real(gradientBytes(m_plan.choices));
    for (std::int64_t i = 0; i < m_layout.pipeline; ++i) {
        const StageLayers layers{i, m_plan.stageStarts[static_cast<std::size_t>(i)],
                                 m_plan.stageStarts[static_cast<std::size_t>(i) + 1], i == 0,
                                 i + 1 == m_layout.pipeline};
        const StageWeights trained = trainedWeights(m_plan, layers);
        const double operations
            = real(trained.common.orthogonal) / sharing + real(trained.routed.orthogonal) / experts;
        const double bytes = gradient * real(trained.common.matrices) * m_shards.part();
        // Each: gathered. Batch: gathered, and summed to shards. Exchange: a share there and back.
        // Owned: the backward pass has reduced each gradient to the one rank that steps it.
        const double sent = !gathers || way == MuonGather::Owned ? 0
            : way == MuonGather::Each                            ? bytes
            : way == MuonGather::Batch                           ? 2 * bytes
                                                                 : 2 * bytes / ranks;
        const double seconds = operations / (m_machine.products * m_pace[Speed::ProductShare])
            + (sent > 0 ? onLink(sent, m_shards).seconds : 0);
        step[TimePart::Orthogonal] = std::max(step[TimePart::Orthogonal], seconds);
    }
}

StepTime Step::time()
{
    StepTime step;
    const LayerKinds kinds = layerKinds();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        step.layers[i] = kinds[i].seconds;
    step.headSeconds = headSeconds();
    step.imageSeconds = imageSeconds();
    addSendsAndProgram(step);
    addPipeline(step, kinds);
    addReduction(step);
    addGathersOfNewWeights(step);
    addOptimizer(step);
    addOrthogonal(step);
    if (m_plan.idle.flushes)
        step[TimePart::CacheFlushes] = real(m_plan.microBatches) * m_pace[Speed::FlushSeconds];
    step[TimePart::StepWork] = m_plan.isFrozen() ? 0 : m_pace[Speed::StepSeconds];
    for (const double part : step.parts)
        step.seconds += part;
    step.tokens = real(m_plan.workload.context) * real(m_plan.stepSequences());
    return step;
}

std::vector<std::array<double, timePartCount>> Step::stages()
{
    const StepTime step = time();
    const LayerKinds kinds = layerKinds();
    const double m = real(m_plan.microBatches);
    std::vector<std::array<double, timePartCount>> stages;
    for (std::int64_t i = 0; i < m_layout.pipeline; ++i) {
        const StageWork work = workOf(i, layersOf(i), kinds);
        auto& parts = stages.emplace_back(step.parts);
        setParts(parts, m, work, kinds);
        parts[static_cast<std::size_t>(TimePart::Uneven)] = m * (step.slowest() - work.seconds);
    }
    return stages;
}

/// The machine of a plan, with attention's rate at these rows of it.
Machine atRows(Machine machine, const Resolved& rows)
{
    if (const auto figure = attentionFigureOf(rows))
        machine.attention = figure->shares;
    return machine;
}

} // namespace

std::vector<std::array<double, timePartCount>> stageParts(const Resolved& plan,
                                                          const Machine& machine)
{
    const auto shorter = withAverageRows(plan);
    return shorter ? Step(*shorter, atRows(machine, *shorter)).stages()
                   : Step(plan, machine).stages();
}

StepTime stepTime(const Resolved& plan, const Machine& machine)
{
    const auto shorter = withAverageRows(plan);
    return shorter ? Step(*shorter, atRows(machine, *shorter)).time() : Step(plan, machine).time();
}

} // namespace highwater
