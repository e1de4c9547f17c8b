// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_offers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostOffers = 4;
/// A change is offered only if it brings the plan nearer by at least a twentieth.
constexpr Bytes leastShare = 20;

/// The bytes by which the plan differs: those of the peak's blocks and of the plan's tensors
/// without a counterpart, or, where a recording has no blocks, the sum of the differences of all
/// phases.
Bytes distance(const RunComparison& run)
{
    Bytes sum = 0;
    if (run.kind == RecordingKind::Snapshot) {
        sum = run.match.unexplainedAtPeak;
        for (const auto* lines : {&run.match.notSeen, &run.match.otherMoments})
            for (const NotSeen& line : *lines)
                sum = bounded::plus(sum, line.bytes);
        return sum;
    }
    for (const PhaseBytes& phase : run.perPhase)
        if (phase.isMeasured)
            sum = bounded::plus(sum, std::abs(phase.difference()));
    return sum;
}

} // namespace

std::vector<std::pair<KeyPath, Value>> oftenUnnoted()
{
    std::vector<std::pair<KeyPath, Value>> list;
    const auto words = [&](KeyPath key) {
        for (const std::string_view word : keyOf(key).words)
            list.emplace_back(key, std::string(word));
    };
    words("recipe.framework");
    words("recipe.kernels");
    words("recipe.loss");
    words("recipe.recompute");
    words("recipe.attention");
    words("recipe.precision");
    words("recipe.gradients");
    words("recipe.moments");
    list.emplace_back(KeyPath("recipe.keep_gradients"), true);
    list.emplace_back(KeyPath("recipe.keep_gradients"), false);
    list.emplace_back(KeyPath("recipe.master_weights"), true);
    list.emplace_back(KeyPath("recipe.master_weights"), false);
    return list;
}

std::array<Bytes, runPhaseCount> phasePeaks(const Timeline& timeline, bool lossApart)
{
    std::array<Bytes, runPhaseCount> peaks{};
    const auto add = [&](RunPhase phase, Bytes bytes) {
        Bytes& most = peaks[static_cast<std::size_t>(phase)];
        most = std::max(most, bytes);
    };
    for (std::size_t i = 0; i < timeline.points.size(); ++i) {
        const TimelinePoint& point = timeline.points[i];
        const Bytes bytes = point.perGroup.total() - timeline.totals.runtime;
        switch (point.phase) {
        case Phase::Load:
            add(RunPhase::Setup, bytes);
            break;
        case Phase::Forward:
            add(RunPhase::Forward, bytes);
            break;
        case Phase::Head:
            add(lossApart ? RunPhase::Loss : RunPhase::Forward, bytes);
            break;
        case Phase::Loss:
        case Phase::Backward:
            add(RunPhase::Backward, bytes);
            break;
        case Phase::Step:
            add(RunPhase::Optimizer, bytes);
            break;
        case Phase::Evaluate:
        case Phase::Save:
        case Phase::Merge:
            break;
        }
    }
    return peaks;
}

namespace {

using Changes = std::vector<std::pair<KeyPath, Value>>;

/// Tries changes of one plan.
class Offers
{
public:
    Offers(const Recording& recording, const RunComparison& comparison, const Plan& plan,
           const Catalog& catalog)
        : m_recording(recording)
        , m_comparison(comparison)
        , m_plan(plan)
        , m_catalog(catalog)
        , m_idle(idleSharesOf(comparison.chart.timeline.totals))
        , m_before(distance(comparison))
    { }

    std::vector<RunOffer> operator()()
    {
        const auto all = oftenUnnoted();
        std::vector<RunOffer> offers;
        for (const auto& change : all)
            if (auto offer = offerOf({change}, m_before))
                offers.push_back(*std::move(offer));
        sortAndCut(offers);
        // Freed gradients may show only after another change.
        std::vector<Changes> firsts{{{KeyPath("recipe.keep_gradients"), Value(false)}}};
        for (const RunOffer& offer : offers)
            firsts.push_back(offer.changes);
        const Bytes best = offers.empty() ? m_before : offers.front().distanceAfter;
        for (const Changes& first : firsts)
            for (const auto& second : all)
                if (second.first != first.front().first)
                    if (auto offer = offerOf({first.front(), second}, best))
                        add(offers, *std::move(offer));
        sortAndCut(offers);
        addAllocator(offers);
        return offers;
    }

private:
    static void sortAndCut(std::vector<RunOffer>& offers)
    {
        std::ranges::stable_sort(offers, {}, &RunOffer::distanceAfter);
        if (offers.size() > mostOffers)
            offers.erase(offers.begin() + mostOffers, offers.end());
    }

    /// Of two pairs of the same changes, the first one stays.
    static void add(std::vector<RunOffer>& offers, RunOffer offer)
    {
        const Changes swapped(offer.changes.rbegin(), offer.changes.rend());
        if (std::ranges::none_of(offers, [&](const RunOffer& known) {
                return known.changes == swapped || known.changes == offer.changes;
            }))
            offers.push_back(std::move(offer));
    }

    /// Null unless the changes bring the plan a twentieth nearer than `known`.
    std::optional<RunOffer> offerOf(Changes changes, Bytes known) const
    {
        Plan changed = m_plan;
        for (const auto& [key, value] : changes) {
            const Plan before = changed;
            if (!assign(changed, key, value).empty() || changed == before)
                return std::nullopt;
        }
        auto chart = timelineChart(changed, m_catalog, MemoryUnit::GiB,
                                   m_comparison.chart.timeline.layers.index, m_idle);
        if (!chart || chart->plan.unsupported < chart->plan.warnings.size())
            return std::nullopt; // not allowed, or the framework does not have the setting
        const Bytes after
            = distance(comparedRun(m_recording, *std::move(chart), m_comparison.step));
        if (after >= known - m_before / leastShare)
            return std::nullopt;
        return RunOffer{std::move(changes), m_before, after};
    }

    /// Offers the allocator's settings that the recording states.
    void addAllocator(std::vector<RunOffer>& offers) const
    {
        const std::string& settings = m_comparison.allocatorSettings;
        const bool expands = settings.find("expandable_segments:True") != std::string::npos;
        if (expands && !expandsSegments(m_plan.recipe, m_plan.cluster))
            offers.push_back({{{KeyPath("cluster.allocator.expandable_segments"), Value(true)}},
                              m_before,
                              m_before});
    }

    const Recording& m_recording;
    const RunComparison& m_comparison;
    const Plan& m_plan;
    const Catalog& m_catalog;
    IdleShares m_idle;
    Bytes m_before;
};

} // namespace

std::vector<RunOffer> runOffers(const Recording& recording, const RunComparison& comparison,
                                const Plan& plan, const Catalog& catalog)
{
    return Offers(recording, comparison, plan, catalog)();
}

} // namespace highwater
