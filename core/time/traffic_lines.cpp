// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"
#include "core/time/time_answer.h"

#include <array>
#include <cmath>

namespace highwater {
namespace {

/// The factor by which the number of ranks enters the bytes of a send.
enum class Share { None, Ring, Rounds };

struct TrafficWords
{
    TrafficKind kind;
    const char* label; ///< marked for translation
    const char* formula;
    const char* source;
    Share share = Share::Ring;
};

/// m: micro-batches, L: layers, p: stages, w: bytes of a value, P: parameters of a rank, d: ranks
/// that share them, r: ranks of the group.
constexpr std::array<TrafficWords, trafficKindCount> trafficWords{{
    {TrafficKind::TensorParallel, HW_TR("core", "Tensor parallelism"),
     "m·L/p·n·w·b·s/c·h·(r − 1)/r",
     HW_TR("core",
           "n: gathers and scatters of a layer in its passes; w: with 8-bit products gathers send "
           "8 bits; Korthikanti et al., arXiv 2205.05198, section 4.2.2")},
    {TrafficKind::ContextParallel, HW_TR("core", "Context parallelism"),
     HW_TR("core", "m·L/p·n·w·b·s/c·(keys + values)/t·(r − 1)"),
     HW_TR("core",
           "n: one round of keys and values forward, two backward; Liu et al., arXiv 2310.01889"),
     Share::Rounds},
    {TrafficKind::ExpertParallel, HW_TR("core", "Expert parallelism"),
     HW_TR("core", "m·L/p·n·w·routed tokens·h·(r − 1)/r"),
     HW_TR("core", "n: to the experts and back, in each pass; Lepikhin et al., arXiv 2006.16668")},
    {TrafficKind::Pipeline, HW_TR("core", "Sends between stages"), "m·n·w·b·s/c·h",
     HW_TR("core",
           "n: values forward and gradients backward, for each part of a stage; divided by t "
           "with sequence parallelism; Narayanan et al., arXiv 2104.04473, section 3.2"),
     Share::None},
    {TrafficKind::WeightGathers, HW_TR("core", "Gathering of weights"), "m·n·w·P·(r − 1)/r",
     HW_TR("core",
           "n: for the forward and the backward pass, or once where weights stay gathered; P of "
           "the mean stage; Rajbhandari et al., arXiv 1910.02054, section 7")},
    {TrafficKind::ExpertGathers, HW_TR("core", "Gathering of experts"), "m·n·w·P·(r − 1)/r",
     HW_TR("core",
           "n: for the forward and the backward pass, or once where weights stay gathered; P: of "
           "experts; Rajbhandari et al., arXiv 1910.02054, section 7")},
    {TrafficKind::Gradients, HW_TR("core", "Reduction of gradients"), "n·w·P·(r − 1)/r",
     HW_TR("core",
           "n: 2 for an all-reduce, 1 for a reduce-scatter, in each micro-batch from ZeRO-2 on; "
           "Rajbhandari et al., arXiv 1910.02054, section 7")},
    {TrafficKind::ExpertGradients, HW_TR("core", "Gradients of experts"), "n·w·P·(r − 1)/r",
     HW_TR("core",
           "as of all gradients; P: of the experts that a rank holds; Rajbhandari et al., arXiv "
           "1910.02054, section 7")},
    {TrafficKind::ReplicaGradients, HW_TR("core", "Gradients between replicas"),
     "n·w·P/d·(r − 1)/r",
     HW_TR("core", "an all-reduce of each shard; Zhao et al., arXiv 2304.11277, section 3.2")},
    {TrafficKind::NewWeights, HW_TR("core", "Gathering of new weights"), "w·P·(r − 1)/r",
     "Rajbhandari et al., arXiv 1910.02054, section 7"},
    {TrafficKind::ExpertNewWeights, HW_TR("core", "New weights of experts"), "w·P·(r − 1)/r",
     "Rajbhandari et al., arXiv 1910.02054, section 7"},
    {TrafficKind::OptimizerOffload, HW_TR("core", "Offload of the optimizer"), "w·P/d",
     HW_TR("core",
           "w: a gradient there and a weight back; of a paged optimizer its moments, there and "
           "back; Ren et al., arXiv 2101.06840"),
     Share::None},
    {TrafficKind::ParameterOffload, HW_TR("core", "Offload of parameters"), "m·n·w·P/d",
     HW_TR("core",
           "n: for the forward and the backward pass; Rajbhandari et al., arXiv 2104.07857"),
     Share::None},
    {TrafficKind::ActivationOffload, HW_TR("core", "Offload of activations"),
     HW_TR("core", "m·L/p·n·bytes of a layer"),
     HW_TR("core", "n: there and back; bytes of the ledger"), Share::None},
}};

consteval bool kindsAreInOrder()
{
    for (std::size_t i = 0; i < trafficWords.size(); ++i)
        if (trafficWords[i].kind != static_cast<TrafficKind>(i))
            return false;
    return true;
}
static_assert(kindsAreInOrder());

/// The number of sends: usually whole, but the mean over stages may not be.
std::string sendsText(double sends)
{
    constexpr double rounding = 1e-6;
    const double whole = std::round(sends);
    return std::abs(sends - whole) < rounding ? countText(whole) : amountText(sends);
}

/// "1,024 · 2 · 33.6M · (8 − 1) / 8"
std::string numbersOf(const TrafficWords& words, const Traffic& traffic)
{
    const double ranks = real(traffic.ranks);
    double others = 1;
    std::string share;
    if (words.share != Share::None) {
        const std::string count = grouped(traffic.ranks);
        share = " · (" + count + " − 1)";
        others = ranks - 1;
        if (words.share == Share::Ring) {
            share += " / " + count;
            others /= ranks;
        }
    }
    const double each = traffic.bytes / (traffic.sends * others);
    std::string text = traffic.sends == 1 ? "" : sendsText(traffic.sends) + " · ";
    if (words.kind == TrafficKind::ActivationOffload)
        text += amountText(each / si::giga) + " GB";
    else
        text += shortest(traffic.width) + " · " + briefText(each / traffic.width);
    return text + share;
}

} // namespace

std::vector<TrafficLine> trafficLines(const StepTime& step)
{
    std::vector<TrafficLine> lines;
    for (const TrafficWords& words : trafficWords)
        if (const Traffic& traffic = step[words.kind]; traffic.bytes > 0)
            lines.push_back({words.kind,
                             {words.label},
                             traffic,
                             {words.formula},
                             Text::plain(numbersOf(words, traffic)),
                             {words.source}});
    return lines;
}

Text linkName(Link link)
{
    constexpr EnumTable<Link, const char*> names({"", HW_TR("core", "within a node"),
                                                  HW_TR("core", "between nodes"), "PCIe",
                                                  HW_TR("core", "disk")});
    return {names[link]};
}

} // namespace highwater
