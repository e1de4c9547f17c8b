// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search.h"

#include "core/answer/exact.h"
#include "core/answer/replay.h"
#include "core/explore/layout_list.h"
#include "core/explore/search_space.h"
#include "core/explore/search_walk.h"
#include "core/explore/search_words.h"
#include "core/ledger/framework.h"
#include "core/plan/numbers.h"
#include "core/time/run_length.h"
#include "core/time/time_answer.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace highwater {
namespace {

/// The number of layouts that the search ranks: the plan's place is known up to this number, and
/// the next layout takes the place of one that a replay shows not to fit.
constexpr std::size_t mostRanked = 256;

/// The same where a person's ticks choose among the layouts, for each choice of them.
constexpr std::size_t mostForEachTick = 96;
constexpr std::size_t mostReplayedOfAKind = 24;

/// The longest step to more recomputed layers after a replay has shown that those found are not
/// enough. Steps double from one rung on, so that the last try has seven rungs more.
constexpr std::size_t longestStep = 4;

/// A plan that is searched, resolved.
struct SearchedPlan
{
    Resolved present; ///< with its global batch written out
    Layout asked; ///< as the plan states it
    bool batchIsOpen = false; ///< the plan does not state its global batch
    Machine machine;
    bool byUtilisation = false;
    /// The time of a step that follows from the plan's cluster.utilisation, divided by that of
    /// stepTime(), and the same ratio of the utilisations. Example: the plan states 40 %,
    /// stepTime() reaches 50 %: 1.25 and 0.8. Both are 1 where the plan states none.
    double timeFactor = 1, utilisationFactor = 1;
};

Result<SearchedPlan> searchedPlanOf(const Plan& plan, const Catalog& catalog)
{
    auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    if (resolved->serves())
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core",
                              "cannot be searched: layouts are ranked by the time of a training "
                              "step; \"Fewest GPUs\" and the advice try tensor ranks")}};
    if (resolved->isJob())
        return Problem{
            "job.kind",
            std::string(nameOf(resolved->jobKind)),
            {HW_TR("core", "cannot be searched: each model of the job has its own layout")}};
    const auto estimated = timeOf(*resolved);
    if (!estimated)
        return estimated.problems();
    resolved->cluster.utilisation.reset();
    const auto modelled = timeOf(*resolved);
    if (!modelled)
        return modelled.problems();
    const auto machine = machineOf(*resolved);
    SearchedPlan searched{*std::move(resolved),
                          plan.layout,
                          !plan.workload.globalBatch,
                          *machine,
                          estimated->byUtilisation,
                          estimated->seconds / modelled->seconds,
                          estimated->modelUtilisation / modelled->modelUtilisation};
    Resolved& present = searched.present;
    present.workload.globalBatch = present.stepSequences();
    return searched;
}

class Search
{
public:
    Search(const SearchedPlan& searched, const SearchConstraints& constraints,
           const SearchControl& control)
        : m_searched(searched)
        , m_constraints(constraints)
        , m_control(control)
        , m_space(searched.present, constraints)
        , m_plan(searched.present)
    { }

    bool isTooLarge() const { return m_space.isTooLarge(); }

    Result<SearchResult> run()
    {
        m_plan.replays = replays();
        auto present = foundAt(m_plan);
        if (!present)
            return present.problems();
        m_result.present = *std::move(present);
        const LayoutTicks& ticks = m_constraints.ticks;
        if (!m_constraints.forEveryTick && (ticks.days || ticks.price) && !m_result.present.days)
            return Problem{"workload.examples", {}, noLength()};
        m_result.byUtilisation = m_searched.byUtilisation;
        m_result.considered = m_space.considered();
        m_result.allowed = m_space.allowed();
        m_result.withoutOffload = m_searched.present.profile->abilities.host
            && !m_constraints.offload && !offloads(m_searched.present.layout);
        m_plan.replays = false;
        m_plan.idle = idleSharesOf(m_result.present.judged.totals);
        m_plan.idle.flushes = false; // the walk ranks without the time of emptied caches
        SearchWalk walk(m_space, m_plan, m_searched.machine, m_constraints,
                        m_constraints.forEveryTick ? mostForEachTick
                                                   : std::max(m_constraints.most, mostRanked));
        m_result.cancelled = !walk.run(m_control);
        m_result.ended = walk.ended();
        m_result.counted = walk.countedLayouts();
        m_result.fitting = walk.fitting();
        m_plan.replays = replays();
        if (m_plan.replays) // a layout that is too large to replay has the shares of an estimate
            m_plan.idle = m_searched.present.idle;
        if (m_constraints.forEveryTick) {
            listEvery(walk);
        } else {
            listFront(walk.front());
            listFastest(walk.fastest());
        }
        scaleTimes();
        addDoubts();
        explain(m_result);
        return std::move(m_result);
    }

private:
    bool replays() const { return m_constraints.replays && m_searched.present.replays; }

    bool suits(const FoundLayout& layout) const
    {
        return layout.judged.fits() && layout.judged.free() >= m_constraints.leastFree
            && (m_constraints.forEveryTick
                || keeps(m_constraints.ticks, factsOf(layout, m_searched.present.layout.zero)));
    }

    /// Memory and time of a resolved plan; problems where they are too large to count. Sets the
    /// plan's `idle.flushes`: whether it fits only by emptying the allocator's cache.
    Result<FoundLayout> foundAt(Resolved& plan) const
    {
        const auto judged = judge(plan);
        if (!judged)
            return judged.problems();
        plan.idle.flushes = emptiesCache(*judged);
        const auto time = timeOf(plan);
        if (!time)
            return time.problems();
        FoundLayout found;
        found.layout = plan.layout;
        found.recompute = plan.choices.recompute;
        if (found.recompute == Recompute::Full && plan.pattern.recomputesSome())
            found.partly = countsOf(fatesOf(plan));
        found.microBatch = plan.workload.microBatch;
        found.dataParallel = plan.dataParallel;
        found.judged = *judged;
        found.step = time->step;
        found.tokensPerSecondPerGpu = time->tokensPerSecondPerGpu;
        found.modelUtilisation = time->modelUtilisation;
        found.replayed = plan.replays && !judged->totals.replayEnded;
        if (time->run) {
            found.days = m_searched.timeFactor * time->run->days();
            if (time->run->price)
                found.price = m_searched.timeFactor * *time->run->price;
        }
        return found;
    }

    /// A layout to list; null where a replay shows that it does not fit. Replays take long: after a
    /// stop, the layouts found so far are listed without a replay.
    std::optional<FoundLayout> found(const Ranked& ranked)
    {
        m_result.ended = m_result.ended || m_budget.isSpent();
        m_result.cancelled = m_result.cancelled || isStopped(m_control);
        m_plan.replays = m_plan.replays && !m_result.cancelled;
        Candidate candidate = ranked.candidate;
        auto layout = foundAs(candidate);
        // The walk found as few recomputed layers as are enough without a replay.
        for (std::size_t more = 1; !layout && m_plan.replays && more <= longestStep; more *= 2) {
            const auto next = moreRecomputed(candidate, more);
            if (!next)
                break;
            candidate = *next;
            layout = foundAs(candidate);
        }
        return layout;
    }

    std::optional<FoundLayout> foundAs(const Candidate& candidate)
    {
        if (!setCandidate(m_plan, candidate).empty())
            return std::nullopt;
        auto layout = foundAt(m_plan);
        if (!layout || !suits(*layout))
            return std::nullopt;
        layout->changes = changesTo(candidate, layout->partly, m_searched.present, m_searched.asked,
                                    m_searched.batchIsOpen);
        return *std::move(layout);
    }

    /// The candidate, to which the plan is set, with so many rungs more; null where it is none of
    /// some recomputed layers, or has no more.
    std::optional<Candidate> moreRecomputed(Candidate candidate, std::size_t more) const
    {
        Recomputing& now = candidate.saving.recomputing;
        const Recomputing own = candidateOf(m_searched.present).saving.recomputing;
        const bool isOwn = now.method == own.method && now.layers == own.layers;
        if (isOwn || now.recompute != Recompute::Full || now.method == RecomputeMethod::All)
            return std::nullopt;
        const auto rungs = rungsOf(now.method, longestPart(m_plan));
        const auto at = static_cast<std::size_t>(std::ranges::find(rungs, now) - rungs.begin());
        if (at + more >= rungs.size())
            return std::nullopt;
        now = rungs[at + more];
        return candidate;
    }

    /// With a replay for the fastest of each kind, which a list shows first, whatever its ticks.
    void listEvery(const SearchWalk& walk)
    {
        const bool replays = m_plan.replays;
        const IdleShares replayed = m_plan.idle,
                         others = idleSharesOf(m_result.present.judged.totals);
        std::map<std::size_t, std::size_t> listed; // by kind
        std::int64_t faster = 0;
        for (const Ranked& ranked : walk.every()) {
            m_plan.replays
                = replays && listed[walk.kindOf(ranked.candidate)]++ < mostReplayedOfAKind;
            m_plan.idle = m_plan.replays ? replayed : others;
            faster += ranked.seconds < m_result.present.seconds() ? 1 : 0;
            if (auto layout = found(ranked))
                m_result.layouts.push_back(*std::move(layout));
        }
        std::ranges::stable_sort(m_result.layouts, {}, &FoundLayout::seconds);
        if (m_result.present.judged.fits() && faster < static_cast<std::int64_t>(mostForEachTick))
            m_result.place = faster + 1;
    }

    void listFront(const std::vector<Ranked>& front)
    {
        std::vector<FoundLayout>& list = m_result.front;
        for (const Ranked& ranked : front)
            if (auto layout = found(ranked)) {
                const Bytes total = layout->judged.totals.total;
                if (emptiesCache(layout->judged))
                    continue; // emptying its cache makes it slower than the walk ranked it
                if (!list.empty() && list.back().judged.totals.total <= total)
                    continue; // after the replay it is no smaller than the one before
                layout->pareto = true;
                list.push_back(*std::move(layout));
            }
    }

    bool isOnFront(const FoundLayout& layout) const
    {
        return std::ranges::any_of(m_result.front, [&](const FoundLayout& other) {
            return other.seconds() == layout.seconds()
                && other.judged.totals.total == layout.judged.totals.total;
        });
    }

    bool isListedAs(const FoundLayout& left, const FoundLayout& right) const
    {
        const bool isSame
            = std::ranges::equal(left.changes, right.changes, [](const Change& a, const Change& b) {
                  return a.key == b.key && a.value == b.value;
              });
        const auto ranks = [](const Layout& layout) {
            return std::tuple(layout.tensor, layout.pipeline, layout.expert);
        };
        const auto [faster, slower] = std::minmax({left.seconds(), right.seconds()});
        return isSame
            || (m_constraints.folds && ranks(left.layout) == ranks(right.layout)
                && slower <= nearlyEqual * faster);
    }

    /// The layout that stands for its near equals; null where none of them fits after all.
    std::optional<FoundLayout> listedOf(const NearEquals& group)
    {
        std::optional<FoundLayout> listed;
        for (const Ranked& ranked : group) {
            auto layout = found(ranked);
            if (!layout || (listed && emptiesCache(layout->judged)))
                continue;
            listed = std::move(layout);
            if (!emptiesCache(listed->judged))
                break; // emptying the cache makes a layout slower than its near equals
        }
        if (listed)
            listed->folded = static_cast<std::int64_t>(group.size()) - 1;
        return listed;
    }

    /// Whether a layout may be among the fastest. A layout that empties its cache takes longer than
    /// the walk ranked it, so that layouts of a lower rank may be faster.
    bool isListed(double rankedSeconds) const
    {
        const std::vector<FoundLayout>& list = m_result.layouts;
        const auto faster = static_cast<std::size_t>(std::ranges::count_if(
            list, [&](const FoundLayout& layout) { return layout.seconds() <= rankedSeconds; }));
        return faster < m_constraints.most;
    }

    void listFastest(const std::vector<Ranked>& fastest)
    {
        const FoundLayout& present = m_result.present;
        std::vector<FoundLayout>& list = m_result.layouts;
        std::int64_t faster = 0;
        for (const Ranked& ranked : fastest)
            faster += ranked.seconds < present.seconds() ? 1 : 0;
        for (const NearEquals& group : nearEquals(fastest, candidateOf(m_searched.present),
                                                  m_plan.capacity, m_constraints.folds))
            if (isListed(std::ranges::min(group, {}, &Ranked::seconds).seconds))
                if (auto layout = listedOf(group))
                    list.push_back(*std::move(layout));
        // Layouts of the front empty no cache: they may be faster than ranked ones that do.
        for (const FoundLayout& layout : m_result.front)
            if (std::ranges::none_of(
                    list, [&](const FoundLayout& other) { return isListedAs(layout, other); }))
                list.push_back(layout);
        std::ranges::stable_sort(list, {}, &FoundLayout::seconds);
        list.resize(std::min(list.size(), m_constraints.most));
        for (FoundLayout& layout : list)
            layout.pareto = isOnFront(layout);
        if (suits(present) && faster < static_cast<std::int64_t>(mostRanked))
            m_result.place = faster + 1;
    }

    /// Scales all times to the utilisation that the plan states.
    void scaleTimes()
    {
        const auto scale = [this](FoundLayout& layout) {
            layout.step.seconds *= m_searched.timeFactor;
            for (double& part : layout.step.parts)
                part *= m_searched.timeFactor;
            layout.tokensPerSecondPerGpu /= m_searched.timeFactor;
            layout.modelUtilisation *= m_searched.utilisationFactor;
        };
        scale(m_result.present);
        std::ranges::for_each(m_result.layouts, scale);
        std::ranges::for_each(m_result.front, scale);
    }

    void addDoubts()
    {
        const auto add = [](FoundLayout& layout) {
            layout.doubts = timeDoubts(layout.layout, layout.modelUtilisation);
        };
        add(m_result.present);
        std::ranges::for_each(m_result.layouts, add);
        std::ranges::for_each(m_result.front, add);
    }

    const SearchedPlan& m_searched;
    const SearchConstraints& m_constraints;
    const SearchControl& m_control;
    SearchSpace m_space;
    Resolved m_plan; ///< set to one candidate after the other
    ReplayBudget m_budget;
    SearchResult m_result;
};

} // namespace

Result<std::vector<KeyPath>> readKept(std::string_view text)
{
    std::vector<KeyPath> kept;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string_view word = text.substr(from, comma - from);
        from = comma + 1;
        const std::size_t before = kept.size();
        for (const KeyPath key : searchKeys)
            if (!word.empty() && key.text().starts_with(word))
                kept.push_back(key);
        if (kept.size() == before)
            return Problem{std::string("--keep"),
                           typed(std::string(word)),
                           {HW_TR("core", "must be one of %1"), {joined(searchKeys, ", ")}}};
    }
    return kept;
}

Result<SearchResult> search(const Plan& plan, const Catalog& catalog,
                            const SearchConstraints& constraints, const SearchControl& control)
{
    const auto searched = searchedPlanOf(plan, catalog);
    if (!searched)
        return searched.problems();
    Search one(*searched, constraints, control);
    if (one.isTooLarge())
        return Problem{
            "cluster.gpus",
            grouped(plan.cluster.gpus),
            {HW_TR("core",
                   "allows more layouts than a search can try; hold some settings with Keep "
                   "(--keep)")}};
    return one.run();
}

} // namespace highwater
