// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"
#include "core/time/time_answer.h"

#include <algorithm>

namespace highwater {
namespace {

std::string ms(double seconds)
{
    return amountText(seconds / si::milli) + " ms";
}

struct PartWords
{
    TimePart part;
    const char* label; ///< marked for translation
    const char* formula; ///< empty: its traffic or its schedule has the formula
    const char* source;
};

constexpr const char* fittedToSteps
    = HW_TR("core", "fitted to measured steps: “Time, traffic and price” in the help");

constexpr std::array<PartWords, timePartCount> partWords{{
    {TimePart::Products, HW_TR("core", "Matrix products"),
     HW_TR("core", "m·L/p·t(products of a layer)"),
     HW_TR("core",
           "operations of each weight, forward, gradient of input and of weight, over the peak")},
    {TimePart::Experts, HW_TR("core", "Experts' products"),
     HW_TR("core", "m·L/p·t(experts of a layer)"),
     HW_TR("core",
           "the same of the tokens routed to a rank, with half a tile of 128 rows for each expert; "
           "and inputs, weights and outputs over the memory (DeepGEMM's table of shapes)")},
    {TimePart::Scores, HW_TR("core", "Attention scores"),
     HW_TR("core", "m·L/p·t(scores of a layer)"),
     HW_TR("core",
           "2·tokens·context·widths; flash attention counts the causal half, with two products "
           "forward and five backward (Dao, arXiv 2307.08691)")},
    {TimePart::Head, HW_TR("core", "Output head and loss"), HW_TR("core", "m·t(head)/p"),
     HW_TR("core", "the product with the vocabulary, and reads and writes of logits")},
    {TimePart::Images, HW_TR("core", "Vision tower"), HW_TR("core", "m·t(images)/p"),
     HW_TR("core",
           "products of the tower's weights with each patch, and attention between the patches of "
           "an image; on the first stage")},
    {TimePart::Adapters, HW_TR("core", "Adapters"), HW_TR("core", "m·L/p·t(adapters of a layer)"),
     HW_TR("core",
           "products of a few columns; in the Trainer also casts, dropout and sums around them")},
    {TimePart::MemoryBound, HW_TR("core", "Memory-bound operators"),
     HW_TR("core", "m·L/p·bytes of a layer/memory"),
     HW_TR("core",
           "what norms, sums and activations read and write, tokens on their way to experts and "
           "back, and casts to 8 bits")},
    {TimePart::Recompute, HW_TR("core", "Recompute"),
     HW_TR("core", "m·L/p·t(recomputed of a layer)"), HW_TR("core", "the second forward pass")},
    {TimePart::Launching, HW_TR("core", "Waiting for launches"),
     HW_TR("core", "m·L/p·(launching of a layer − all above)"), fittedToSteps},
    {TimePart::TensorTraffic, HW_TR("core", "Tensor parallelism"), "",
     "Korthikanti et al., arXiv 2205.05198, section 4.2.2"},
    {TimePart::ContextTraffic, HW_TR("core", "Context parallelism"), "",
     "Liu et al., arXiv 2310.01889"},
    {TimePart::ExpertTraffic, HW_TR("core", "Expert parallelism"), "",
     "Lepikhin et al., arXiv 2006.16668"},
    {TimePart::WeightGathers, HW_TR("core", "Gathering of weights"), "",
     "Rajbhandari et al., arXiv 1910.02054, section 7"},
    {TimePart::ParameterOffload, HW_TR("core", "Offload of parameters"), "",
     HW_TR("core", "weights come from the host, forward and backward")},
    {TimePart::ActivationOffload, HW_TR("core", "Offload of activations"), "",
     HW_TR("core", "bytes of the ledger, there and back")},
    {TimePart::Accumulation, HW_TR("core", "Adding gradients up"), HW_TR("core", "m·bytes/memory"),
     HW_TR("core", "each micro-batch reads and writes the sum")},
    {TimePart::Sends, HW_TR("core", "Sends between stages"), "",
     "Narayanan et al., arXiv 2104.04473, section 3.2"},
    {TimePart::Program, HW_TR("core", "Program between passes"), HW_TR("core", "m·t(program)"),
     fittedToSteps},
    {TimePart::CacheFlushes, HW_TR("core", "Emptying of the allocator's cache"),
     HW_TR("core", "m·t(flush)"), fittedToSteps},
    {TimePart::Uneven, HW_TR("core", "Uneven stages"),
     HW_TR("core", "m·(t(slowest stage) − t(mean stage))"),
     HW_TR("core", "the slowest stage sets the pace")},
    {TimePart::Bubble, HW_TR("core", "Pipeline bubble"), "", ""}, // bubbleRule()
    {TimePart::Gradients, HW_TR("core", "Reduction of gradients"), "",
     "Rajbhandari et al., arXiv 1910.02054, section 7"},
    {TimePart::Optimizer, HW_TR("core", "Optimizer"),
     HW_TR("core", "P/d·bytes of a parameter/memory"),
     HW_TR("core", "states are read and written once; off the GPU: PCIe and the host's memory")},
    {TimePart::NewWeights, HW_TR("core", "Gathering of new weights"), "",
     "Rajbhandari et al., arXiv 1910.02054, section 7"},
    {TimePart::StepWork, HW_TR("core", "Work of each step"), HW_TR("core", "t(step)"),
     fittedToSteps},
    {TimePart::Orthogonal, HW_TR("core", "Orthogonal matrices"),
     HW_TR("core", "5·(4·n²·m + 2·n³) of each matrix/F, and gathering it"),
     "Liu et al., arXiv 2502.16982; torchtitan, pull request 3719"},
}};

consteval bool partsAreInOrder()
{
    for (std::size_t i = 0; i < partWords.size(); ++i)
        if (partWords[i].part != static_cast<TimePart>(i))
            return false;
    return true;
}
static_assert(partsAreInOrder());

/// The kinds of traffic that a part of the step waits for.
std::vector<TrafficKind> trafficOf(TimePart part)
{
    switch (part) {
    case TimePart::TensorTraffic:
        return {TrafficKind::TensorParallel};
    case TimePart::ContextTraffic:
        return {TrafficKind::ContextParallel};
    case TimePart::ExpertTraffic:
        return {TrafficKind::ExpertParallel};
    case TimePart::ParameterOffload:
        return {TrafficKind::ParameterOffload};
    case TimePart::ActivationOffload:
        return {TrafficKind::ActivationOffload};
    case TimePart::Sends:
        return {TrafficKind::Pipeline};
    case TimePart::Gradients:
        return {TrafficKind::Gradients, TrafficKind::ExpertGradients,
                TrafficKind::ReplicaGradients};
    case TimePart::NewWeights:
        return {TrafficKind::NewWeights, TrafficKind::ExpertNewWeights};
    case TimePart::WeightGathers:
        return {TrafficKind::WeightGathers, TrafficKind::ExpertGathers};
    default:
        return {};
    }
}

Text trafficNumbers(const Traffic& traffic)
{
    return {HW_TR("core", "%1 GB at %2 GB/s, %3, of which %4 hidden"),
            {amountText(traffic.bytes / si::giga), amountText(traffic.rate / si::giga),
             ms(traffic.seconds), ms(std::max(0.0, traffic.hidden()))}};
}

class Lines
{
public:
    Lines(const Resolved& plan, const Machine& machine, const StepTime& step)
        : m_plan(plan)
        , m_machine(machine)
        , m_step(step)
        , m_layers(layersOfClasses(plan, 0, plan.shape.layers))
    { }

    Text formula(const PartWords& words) const
    {
        if (words.part == TimePart::Bubble)
            return {bubbleRule(m_step.pipeline).formula};
        const auto kinds = trafficOf(words.part);
        if (kinds.empty())
            return {words.formula};
        std::vector<std::string_view> sent;
        for (const TrafficKind kind : kinds)
            if (m_step[kind].bytes > 0)
                sent.push_back(nameOf(kind));
        return {HW_TR("core", "waits(%1)"), {joined(sent, " + ")}};
    }

    Text numbers(TimePart part) const
    {
        const double passes = real(m_plan.microBatches);
        const std::string m = grouped(m_plan.microBatches), p = grouped(m_plan.layout.pipeline);
        switch (part) {
        case TimePart::Products:
            return ofProducts(&LayerSeconds::products, &LayerSeconds::ofProducts);
        case TimePart::Experts:
            return ofProducts(&LayerSeconds::experts, &LayerSeconds::ofExperts);
        case TimePart::Scores:
            return ofScores();
        case TimePart::Adapters:
            return Text::plain(ofLayers(&LayerSeconds::adapters));
        case TimePart::MemoryBound:
            return ofMemory();
        case TimePart::Recompute:
            return Text::plain(ofLayers(&LayerSeconds::recompute));
        case TimePart::Launching:
            return ofLaunching();
        case TimePart::Head:
            return Text::plain(m + " · " + ms(m_step.headSeconds) + " / " + p);
        case TimePart::Images:
            return Text::plain(m + " · " + ms(m_step.imageSeconds) + " / " + p);
        case TimePart::Accumulation:
        case TimePart::Program:
        case TimePart::CacheFlushes:
            return Text::plain(m + " · " + ms(m_step[part] / passes));
        case TimePart::Uneven:
            return Text::plain(m + " · (" + ms(m_step.slowest()) + " − " + ms(m_step.mean) + ")");
        case TimePart::Bubble:
            if (passSchedule(m_plan) != PipelineSchedule::OneForwardOneBackward
                || hasFewPasses(m_step.pipeline))
                return Text::plain(bubbleNumbers(m_step.pipeline, ms));
            return Text::plain("(" + p + " · " + ms(m_step.mean) + " − " + ms(m_step.slowest())
                               + ") / " + grouped(m_plan.layout.virtualPipeline));
        case TimePart::Optimizer:
            return ofOptimizer();
        case TimePart::StepWork:
        case TimePart::Orthogonal:
            return Text::plain(ms(m_step[part]));
        default:
            return ofTraffic(part);
        }
    }

private:
    /// "126 · 1.5 ms", for each class that has layers
    std::string eachLayer(double LayerSeconds::*member, const auto& words) const
    {
        std::string layers;
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            if (const double each = m_step.layers[i].*member; m_layers[i] > 0 && each > 0)
                layers += (layers.empty() ? "" : " + ") + grouped(m_layers[i], 0) + " · "
                    + words(each);
        return layers;
    }
    /// "32 · (126 · 1.5 ms) / 16"
    std::string ofLayers(double LayerSeconds::*member) const
    {
        return grouped(m_plan.microBatches) + " · (" + eachLayer(member, ms) + ") / "
            + grouped(m_plan.layout.pipeline);
    }
    Text ofTraffic(TimePart part) const
    {
        std::vector<Text> groups;
        for (const TrafficKind kind : trafficOf(part))
            if (const Traffic& traffic = m_step[kind]; traffic.bytes > 0)
                groups.push_back(trafficNumbers(traffic));
        return listed(std::move(groups));
    }
    Text ofProducts(double LayerSeconds::*member, double LayerSeconds::*operations) const
    {
        const auto tera = [](double each) { return amountText(each / si::tera); };
        return {HW_TR("core", "%1, of %2 TFLOP; %3 TFLOPS · %4 for wide products"),
                {ofLayers(member), eachLayer(operations, tera), tera(m_machine.products),
                 amountText(m_machine.pace[Speed::ProductShare] * m_machine.reached
                            * eightBitShare(m_plan, m_machine))}};
    }
    Text ofLaunching() const
    {
        const Pace& pace = m_machine.pace;
        const std::string layers = ofLayers(&LayerSeconds::launching);
        if (m_plan.shape.experts == 0)
            return {HW_TR("core", "%1, %2 a layer"), {layers, ms(pace[Speed::Launching])}};
        return {HW_TR("core", "%1, %2 a layer, with experts %3 and at least %4 more than its work"),
                {layers, ms(pace[Speed::Launching]), ms(pace[Speed::ExpertLaunching]),
                 ms(pace[Speed::ExpertWait])}};
    }
    Text ofScores() const
    {
        const auto tera = [](double each) { return amountText(each / si::tera); };
        const KernelShares rates = attentionRates(m_machine);
        Text said{HW_TR("core", "%1, of %2 TFLOP; %3 TFLOPS · %4 forward, %5 backward"),
                  {ofLayers(&LayerSeconds::scores), eachLayer(&LayerSeconds::ofScores, tera),
                   tera(m_machine.scores), amountText(rates.forward / m_machine.scores),
                   amountText(rates.backward / m_machine.scores)}};
        const std::string states = eachLayer(&LayerSeconds::ofStates, tera);
        if (!states.empty())
            said.more.push_back(
                {HW_TR("core", "states of linear layers: %1 TFLOP at %2 of the TFLOPS"),
                 {states, amountText(m_machine.pace[Speed::ScoresShare] * m_machine.reached)}});
        return said;
    }
    Text ofMemory() const
    {
        const auto giga
            = [&](double seconds) { return amountText(seconds * m_machine.memory / si::giga); };
        return {HW_TR("core", "%1, of %2 GB; %3 GB/s"),
                {ofLayers(&LayerSeconds::memory), eachLayer(&LayerSeconds::memory, giga),
                 amountText(m_machine.memory / si::giga)}};
    }
    /// The parts for PCIe and for the disk are added to it.
    Text ofOptimizer() const
    {
        const bool onGpu = m_plan.layout.offloadOptimizer == Offload::None;
        std::string text = briefText(m_step.stepped) + " · " + shortest(m_step.touched) + " / "
            + amountText((onGpu ? m_machine.memory : m_machine.host) / si::giga) + " GB/s";
        const Traffic& sent = m_step[TrafficKind::OptimizerOffload];
        if (onGpu && m_machine.pace[Speed::OptimizerPasses] != 1)
            text += " · " + amountText(m_machine.pace[Speed::OptimizerPasses]);
        if (sent.bytes > 0)
            text += " + " + ms(sent.seconds) + " (PCIe)";
        if (m_step.hidden > 0 && m_step.ofColumns > 0)
            return {HW_TR("core", "%1 − %2 (while the GPU computes) + %3 (columns on the GPU)"),
                    {text, ms(m_step.hidden), ms(m_step.ofColumns)}};
        if (m_step.ofColumns > 0)
            return {HW_TR("core", "%1 + %2 (columns on the GPU)"), {text, ms(m_step.ofColumns)}};
        if (m_step.hidden > 0)
            return {HW_TR("core", "%1 − %2 (while the GPU computes)"), {text, ms(m_step.hidden)}};
        if (m_step.ofDisk == 0)
            return Text::plain(text);
        return {HW_TR("core", "%1 + %2 (disk, %3 GB/s)"),
                {text, ms(m_step.ofDisk), amountText(m_machine.disk / si::giga)}};
    }

    const Resolved& m_plan;
    const Machine& m_machine;
    const StepTime& m_step;
    LayerCounts m_layers;
};

} // namespace

std::vector<TimeLine> timeLines(const Resolved& plan, const Machine& machine, const StepTime& step)
{
    const Lines numbers(plan, machine, step);
    std::vector<TimeLine> lines;
    for (const PartWords& words : partWords) {
        const double seconds = step[words.part];
        if (!(seconds > 0))
            continue;
        const bool bubble = words.part == TimePart::Bubble;
        lines.push_back({words.part,
                         {words.label},
                         seconds,
                         seconds / step.seconds,
                         numbers.formula(words),
                         numbers.numbers(words.part),
                         {bubble ? bubbleRule(step.pipeline).source : words.source}});
    }
    std::ranges::stable_sort(lines, std::ranges::greater(), &TimeLine::seconds);
    return lines;
}

Text timePartName(TimePart part)
{
    return {partWords[static_cast<std::size_t>(part)].label};
}

} // namespace highwater
