// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/matched_tensors.h"

#include "core/answer/layer_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace highwater {
namespace {

constexpr std::size_t mostMatches = 8;
/// PyTorch's sizes: blocks up to the first are cut from 2 MiB, up to the second from 20 MiB.
constexpr Bytes smallTensor = mib, smallSegment = 2 * mib;
constexpr Bytes leastOwnSegment = 10 * mib, sharedSegment = 20 * mib;

/// The moments of a plan at which a failure's part of a run asks for memory.
std::vector<Moment> momentsOf(const std::optional<FailureMoment>& moment)
{
    if (moment)
        switch (*moment) {
        case FailureMoment::Load:
        case FailureMoment::Serve:
            return {Moment::Load};
        case FailureMoment::Forward:
            return {Moment::ForwardEnd};
        case FailureMoment::Loss:
            return {Moment::Loss, Moment::ForwardEnd};
        case FailureMoment::Backward:
            return {Moment::LayerBackward, Moment::Loss, Moment::BackwardEnd};
        case FailureMoment::Step:
            return {Moment::OptimizerStep};
        case FailureMoment::Evaluate:
            return {Moment::Evaluate};
        case FailureMoment::Save:
            return {Moment::Save};
        case FailureMoment::Generate:
            break;
        }
    return {};
}

bool startsWithAny(std::string_view id, std::initializer_list<std::string_view> starts)
{
    return std::ranges::any_of(starts,
                               [&](std::string_view start) { return id.starts_with(start); });
}

bool isOfKind(AskedKind kind, const Line& line)
{
    const std::string_view id = line.id;
    switch (kind) {
    case AskedKind::Weights:
        return line.group == Group::Parameters;
    case AskedKind::GatheredWeights:
        return startsWithAny(id, {"gathered."});
    case AskedKind::Gradients:
        return line.group == Group::Gradients || startsWithAny(id, {"reduce.", "backward.weight"});
    case AskedKind::Moments:
        return line.group == Group::Optimizer;
    case AskedKind::StepCopies:
        return startsWithAny(id, {"step."});
    case AskedKind::Logits:
        return startsWithAny(id, {"loss.", "logits.", "evaluation.logits"});
    case AskedKind::Scores:
        return id.find("scores") != std::string_view::npos;
    case AskedKind::Mlp:
        return startsWithAny(id, {"mlp.", "backward.mlp", "experts."});
    case AskedKind::Attention:
        return startsWithAny(id, {"attention."}) && id.find("scores") == std::string_view::npos;
    case AskedKind::Predictions:
        return id.find("prediction") != std::string_view::npos;
    case AskedKind::KvCache:
        return line.group == Group::Activations;
    }
    return false;
}

/// How often a product has a symbol as a factor.
int powerOf(Symbol symbol, Product product)
{
    int power = 0;
    for (std::uint64_t factors = product.factors(); factors != 0; factors >>= 8)
        power += (factors & 0xFF) == static_cast<std::uint64_t>(symbol) ? 1 : 0;
    return power;
}

/// Collects the sizes of a plan's tensors.
class TensorSizes
{
public:
    TensorSizes(const Resolved& plan, const Timeline& timeline, const MemoryFailure& failure,
                const FailurePlace& place)
        : m_plan(plan)
        , m_timeline(timeline)
        , m_failure(failure)
        , m_place(place)
        , m_moments(momentsOf(place.moment))
    { }

    std::vector<MatchedTensor> operator()()
    {
        collect();
        std::ranges::stable_sort(m_found, {}, &Found::rank);
        std::vector<MatchedTensor> list;
        for (Found& one : m_found)
            if (list.size() < mostMatches)
                list.push_back(std::move(one.tensor));
        return list;
    }

private:
    struct Found
    {
        MatchedTensor tensor;
        std::tuple<int, int, Bytes> rank; ///< smallest first
    };

    void collect()
    {
        std::map<std::string, Line> lines;
        for (std::size_t i = 0; i < m_timeline.moments.size(); ++i) {
            const std::size_t point = m_timeline.moments[i];
            if (point == 0 && i > 0)
                continue; // not there
            for (Line& line : linesAt(m_plan, m_timeline, point)) {
                const std::string id = line.id;
                lines.try_emplace(id, std::move(line)).first->second.live[i] = 1;
            }
        }
        for (Line& line : linesAt(m_plan, m_timeline, m_timeline.peak)) {
            const std::string id = line.id;
            lines.try_emplace(id, std::move(line));
        }
        for (const auto& [id, line] : lines)
            if (line.group != Group::Overhead)
                add(line);
        if (!m_plan.isJob() && !m_plan.serves())
            addWeights();
        if (m_found.empty() && m_place.kind && !m_plan.isJob())
            addByTokens();
    }

    /// 0 for a tensor of the failure's kind, 1 for one of its moment, else 2; gradients of
    /// activations are made in the backward pass alone.
    int fitOf(const Line& line) const
    {
        const bool isBackward = m_place.moment == FailureMoment::Backward;
        const bool isGradient = line.id.find("_gradient") != std::string::npos;
        if (isGradient && !isBackward && m_place.moment)
            return 2;
        if (m_place.kind && isOfKind(*m_place.kind, line))
            return 0;
        const bool isThere = std::ranges::any_of(m_moments, [&](Moment moment) {
            return line.live[static_cast<std::size_t>(moment)] > 0;
        });
        return m_place.kind ? 2 : isThere ? 1 : 2;
    }

    void add(const Line& line)
    {
        // Of several copies, or of a sum of states in one flat tensor.
        for (const Bytes bytes : {line.each, line.bytes}) {
            if (bytes <= 0 || !isAskedSize(m_failure, bytes))
                continue;
            m_found.push_back({{line.id, line.label, line.formula, line.group, bytes, true, {}},
                               {fitOf(line), bytes == line.each ? 0 : 1, -bytes}});
            return;
        }
    }

    /// The weights, gradients and states of each product by itself.
    void addWeights()
    {
        const Stage stage = stageAt(m_plan, m_timeline.layers.index);
        const std::vector<std::int64_t> weights = weightEntries(
            m_plan, stage, layerSizes(m_plan, stage, false), layerSizes(m_plan, stage, true));
        std::set<Bytes> entries(weights.begin(), weights.end());
        Bytes sum = 0;
        for (const std::int64_t weight : weights)
            sum = bounded::plus(sum, weight);
        if (sum <= 0 || sum == tooMany)
            return;
        struct States
        {
            Group group;
            Text label;
            std::set<double> bytes; ///< of one entry
        };
        std::array states{
            States{Group::Parameters, {HW_TR("core", "One weight")}, {}},
            States{Group::Gradients, {HW_TR("core", "Gradient of one weight")}, {}},
            States{Group::Optimizer, {HW_TR("core", "Optimizer state of one weight")}, {}}};
        std::map<Group, Bytes> sums;
        for (const Line& line : linesAt(m_plan, m_timeline, m_timeline.peak)) {
            sums[line.group] = bounded::plus(sums[line.group], line.bytes);
            if (line.group == Group::Optimizer)
                states[2].bytes.insert(static_cast<double>(line.bytes) / static_cast<double>(sum));
        }
        for (States& one : states) {
            if (one.group != Group::Optimizer)
                one.bytes = {static_cast<double>(sums[one.group]) / static_cast<double>(sum), 2, 4};
            for (const Bytes entry : entries)
                for (const double bytes : one.bytes)
                    addWeight(one.group, one.label, entry, bytes);
        }
    }

    void addWeight(Group group, const Text& label, Bytes entries, double ofOne)
    {
        const Bytes bytes = std::llround(static_cast<double>(entries) * ofOne);
        if (bytes <= 0 || !isAskedSize(m_failure, bytes))
            return;
        const std::string id = std::string(nameOf(group)) + ".weight";
        if (std::ranges::any_of(m_found, [&](const Found& known) { return known.tensor.id == id; }))
            return;
        Line line;
        line.group = group;
        line.id = id;
        for (const Moment moment : m_moments)
            line.live[static_cast<std::size_t>(moment)] = 1;
        m_found.push_back({{id, label, formulaOf(entries, ofOne), group, bytes, true, {}},
                           {fitOf(line), 0, -bytes}});
    }

    /// "2·v·h": the product of two widths of the shape that gives so many entries.
    std::string formulaOf(Bytes entries, double ofOne) const
    {
        struct Width
        {
            std::string_view name;
            std::int64_t size;
        };
        const Shape& shape = m_plan.shape;
        const std::array widths{Width{"v", shape.vocabulary}, Width{"f", shape.feedForward},
                                Width{"h", shape.hidden}, Width{"q", shape.heads * shape.headDim},
                                Width{"kv", shape.kvHeads * shape.headDim}};
        const std::string bytes = std::to_string(std::llround(ofOne));
        for (const Width& first : widths)
            if (bounded::times(first.size, shape.hidden) == entries)
                return bytes + "·" + std::string(first.name) + "·h";
        return bytes + "·" + std::to_string(entries);
    }

    /// Terms of the failure's kind that grow with the tokens, at the tokens that give their size.
    void addByTokens()
    {
        const Stage stage = stageAt(m_plan, m_timeline.layers.index);
        const double asked = static_cast<double>(*m_failure.asked);
        for (const Term& term : stage.terms) {
            const Line line = lineOf(term.id, term.each, stage.symbols, 1);
            const int power = powerOf(Symbol::Context, term.each);
            if (line.each <= 0 || power < 1 || power > 2 || !isOfKind(*m_place.kind, line))
                continue;
            const auto length = static_cast<double>(valueOf(Symbol::Context, stage.symbols));
            const auto batch = static_cast<double>(m_plan.workload.microBatch);
            const double ratio = asked / static_cast<double>(line.each);
            const double tokens = length * batch * (power == 1 ? ratio : std::sqrt(ratio));
            constexpr double most = 1e12;
            if (tokens < 1 || tokens > most)
                continue;
            m_found.push_back({{line.id, line.label, line.formula, line.group, line.each, false,
                                std::llround(tokens)},
                               {0, 0, -line.each}});
        }
    }

    const Resolved& m_plan;
    const Timeline& m_timeline;
    const MemoryFailure& m_failure;
    const FailurePlace& m_place;
    std::vector<Moment> m_moments;
    std::vector<Found> m_found;
};

} // namespace

Bytes requestFor(Bytes tensor)
{
    if (tensor <= smallTensor)
        return smallSegment;
    if (tensor < leastOwnSegment)
        return sharedSegment;
    return (tensor + smallSegment - 1) / smallSegment * smallSegment;
}

bool isAskedSize(const MemoryFailure& failure, Bytes tensor)
{
    if (!failure.asked || tensor <= 0 || tensor > (Bytes{1} << 50))
        return false;
    // A snapshot has the size itself; a text prints the request, where small tensors are alike.
    if (failure.askedLow == failure.askedHigh)
        return tensor == *failure.asked;
    if (tensor < leastOwnSegment)
        return false;
    const Bytes request = requestFor(tensor);
    return failure.askedLow <= request && request <= failure.askedHigh;
}

std::vector<MatchedTensor> matchedTensors(const Resolved& plan, const Timeline& timeline,
                                          const MemoryFailure& failure, const FailurePlace& place)
{
    if (!failure.asked)
        return {};
    return TensorSizes(plan, timeline, failure, place)();
}

Bytes plannedAt(const Timeline& timeline, const std::optional<FailureMoment>& moment)
{
    Bytes most = 0;
    for (const Moment one : momentsOf(moment)) {
        if (static_cast<std::size_t>(one) >= timeline.moments.size())
            continue;
        const std::size_t point = timeline.moments[static_cast<std::size_t>(one)];
        if (point > 0 || one == Moment::Load)
            most = std::max(most, timeline.heldAt(point).total());
    }
    if (most == 0)
        most = timeline.heldAt(timeline.peak).total();
    return std::max<Bytes>(0, most - timeline.outside());
}

} // namespace highwater
