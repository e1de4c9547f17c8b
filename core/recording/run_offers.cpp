// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_offers.h"

#include "core/methods/method.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostOffers = 4;
/// A change that brings the phases nearer by less than a twentieth explains nothing.
constexpr Bytes leastShare = 20;

/// Settings that decide which tensors a step keeps, and that people do not write down.
std::vector<std::pair<KeyPath, Value>> candidates()
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

Bytes distance(const RunComparison& measured, const std::array<Bytes, runPhaseCount>& predicted)
{
    Bytes sum = 0;
    for (const PhaseBytes& phase : measured.perPhase)
        if (phase.isMeasured)
            sum = bounded::plus(
                sum, std::abs(phase.measured - predicted[static_cast<std::size_t>(phase.phase)]));
    return sum;
}

} // namespace

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
    Offers(const RunComparison& comparison, const Plan& plan, const Catalog& catalog)
        : m_comparison(comparison)
        , m_plan(plan)
        , m_catalog(catalog)
        , m_idle(idleSharesOf(comparison.chart.timeline.totals))
    {
        for (const PhaseBytes& phase : comparison.perPhase)
            m_lossApart = m_lossApart || (phase.phase == RunPhase::Loss && phase.isMeasured);
        m_before = distance(comparison, phasePeaks(comparison.chart.timeline, m_lossApart));
    }

    std::vector<RunOffer> operator()()
    {
        const auto all = candidates();
        std::vector<RunOffer> offers;
        for (const auto& change : all)
            if (auto offer = tried({change}, m_before))
                offers.push_back(*std::move(offer));
        sortAndCut(offers);
        // Gradients that are freed hide behind others that come later.
        std::vector<Changes> firsts{{{KeyPath("recipe.keep_gradients"), Value(false)}}};
        for (const RunOffer& offer : offers)
            firsts.push_back(offer.changes);
        const Bytes best = offers.empty() ? m_before : offers.front().distanceAfter;
        for (const Changes& first : firsts)
            for (const auto& second : all)
                if (second.first != first.front().first)
                    if (auto offer = tried({first.front(), second}, best))
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

    /// Nothing where the changes do not bring the plan nearer than `known` is by a twentieth.
    std::optional<RunOffer> tried(Changes changes, Bytes known) const
    {
        Plan changed = m_plan;
        for (const auto& [key, value] : changes) {
            const Plan before = changed;
            if (!assign(changed, key, value).empty() || changed == before)
                return std::nullopt;
        }
        const auto resolved = prepare(changed, m_catalog, m_idle);
        if (!resolved || resolved->method != MethodId::Exact)
            return std::nullopt;
        if (resolved->gaps < resolved->warnings.size())
            return std::nullopt; // the framework does not have the setting
        const Timeline timeline
            = timelineOf(*resolved, stageAt(*resolved, m_comparison.chart.timeline.layers.index));
        const Bytes after = distance(m_comparison, phasePeaks(timeline, m_lossApart));
        if (after >= known - m_before / leastShare)
            return std::nullopt;
        return RunOffer{std::move(changes), m_before, after};
    }

    /// The recording states the allocator's settings.
    void addAllocator(std::vector<RunOffer>& offers) const
    {
        const std::string& settings = m_comparison.allocatorSettings;
        const bool expands = settings.find("expandable_segments:True") != std::string::npos;
        if (expands && !m_plan.cluster.expandableSegments)
            offers.push_back({{{KeyPath("cluster.allocator.expandable_segments"), Value(true)}},
                              m_before,
                              m_before});
    }

    const RunComparison& m_comparison;
    const Plan& m_plan;
    const Catalog& m_catalog;
    IdleShares m_idle;
    bool m_lossApart = false;
    Bytes m_before = 0;
};

} // namespace

std::vector<RunOffer> runOffers(const RunComparison& comparison, const Plan& plan,
                                const Catalog& catalog)
{
    return Offers(comparison, plan, catalog)();
}

} // namespace highwater
