// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/gpus_figure.h"

#include "core/explore/solve.h"
#include "core/explore/sweep.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace highwater {
namespace {

using bounded::times;

/// The number of GPUs of which every count that leaves none idle is a multiple: one copy of the
/// model, or as many as replicas and experts need together.
std::int64_t gpusPerStep(const Layout& layout)
{
    const auto copies
        = [](std::int64_t parts, std::int64_t held) { return parts / std::gcd(parts, held); };
    const std::int64_t ranks
        = times(bounded::times(layout.tensor, layout.pipeline), layout.context);
    return times(ranks,
                 std::lcm(copies(layout.replicate, layout.context),
                          copies(times(layout.expert, layout.expertTensor),
                                 times(layout.tensor, layout.context))));
}

/// The axis: marks that double from the smallest count to one beyond the plan's and the fewest.
struct Counts
{
    std::int64_t step = 1; ///< also the smallest
    std::vector<std::int64_t> marks;
    std::int64_t own = 1, fewest = 0; ///< the plan's count; the fewest on which it fits, or 0

    std::int64_t most() const { return marks.back(); }
    /// The counts whose numbers are shown: at the marks, the plan's own count, the fewest.
    std::vector<std::int64_t> shown() const
    {
        std::vector<std::int64_t> shown = marks;
        for (const std::int64_t special : {own, fewest})
            if (special >= step && special <= most())
                addPoint(shown, special);
        return shown;
    }
};

Counts countsOf(const Layout& layout, std::int64_t own, std::int64_t fewest)
{
    constexpr std::int64_t usual = 1024, leastOctaves = 2;
    const auto bound = static_cast<std::int64_t>(keyOf("cluster.gpus").most);
    Counts counts{gpusPerStep(layout), {}, own, fewest};
    const std::int64_t wanted = std::max({usual, 2 * own, 2 * fewest, counts.step << leastOctaves});
    counts.marks = {counts.step};
    while (counts.most() < wanted && 2 * counts.most() <= bound)
        counts.marks.push_back(2 * counts.most());
    return counts;
}

/// Every count while there are few, then sixteen from a mark to the next, and the neighbours of the
/// counts whose numbers are shown.
std::vector<std::int64_t> samplesOf(const Counts& counts)
{
    constexpr std::int64_t perOctave = 16;
    std::vector<std::int64_t> samples;
    for (std::int64_t from = 1; from * counts.step < counts.most(); from *= 2)
        for (std::int64_t i = 0; i < std::min(from, perOctave); ++i) {
            const double part = static_cast<double>(i) / static_cast<double>(perOctave);
            const std::int64_t steps = from <= perOctave
                ? from + i
                : std::llround(static_cast<double>(from) * std::exp2(part));
            samples.push_back(steps * counts.step);
        }
    samples.push_back(counts.most());
    for (const std::int64_t shown : counts.shown()) {
        addPoint(samples, shown);
        addPoint(samples, shown / counts.step * counts.step);
        if (const std::int64_t next = (shown / counts.step + 1) * counts.step;
            next <= counts.most())
            addPoint(samples, next);
    }
    return samples;
}

/// The count halfway between two, a multiple of the step.
std::int64_t countBetween(std::int64_t before, std::int64_t after, std::int64_t step)
{
    return (before / step + (after - before) / step / 2) * step;
}

/// The plan's totals on other numbers of GPUs. Unless the allocator is replayed at every point, it
/// is replayed at the points whose numbers are shown and on both sides of leaps; between two of
/// these the idle share is interpolated, and all else is exact.
class GpuTotals
{
public:
    GpuTotals(const Plan& plan, const Catalog& catalog, const std::optional<IdleShares>& idle,
              std::vector<std::int64_t> shown, Replays replays)
        : m_moving(plan)
        , m_catalog(catalog)
        , m_idle(idle)
        , m_anchors(std::move(shown))
        , m_everywhere(replays == Replays::EveryPoint || plan.method != MethodId::Exact)
    { }

    /// Replays between two neighbours whose idle shares are far apart, until the shares are close
    /// or the counts are the two sides of a leap: the share leaps where the allocator starts to
    /// flush.
    void narrowLeaps(std::int64_t step)
    {
        if (m_idle || m_everywhere)
            return;
        const std::vector<std::int64_t> shown = m_anchors; // a copy, as the list grows below
        for (std::size_t i = 1; i < shown.size(); ++i)
            narrowLeap(shown[i - 1], shown[i], step);
    }

    Result<Totals> at(std::int64_t gpus)
    {
        if (m_idle)
            return judged(gpus, *m_idle);
        const auto right = std::ranges::lower_bound(m_anchors, gpus);
        if (m_everywhere || right == m_anchors.end() || *right == gpus
            || right == m_anchors.begin())
            return replayedAt(gpus);
        const auto left = std::prev(right);
        const auto before = replayedAt(*left), after = replayedAt(*right);
        if (!before || !after)
            return before ? after : before;
        const auto octaves = [](std::int64_t from, std::int64_t to) {
            return std::log2(static_cast<double>(to) / static_cast<double>(from));
        };
        return judged(gpus,
                      sharesBetween(idleSharesOf(*before), idleSharesOf(*after),
                                    octaves(*left, gpus) / octaves(*left, *right)));
    }

private:
    Result<Totals> judged(std::int64_t gpus, const std::optional<IdleShares>& idle)
    {
        m_moving.cluster.gpus = gpus;
        const auto found = judge(m_moving, m_catalog, idle);
        if (!found)
            return found.problems();
        return found->totals;
    }

    void narrowLeap(std::int64_t before, std::int64_t after, std::int64_t step)
    {
        constexpr std::int64_t seen = 5'000; // millionths of the allocated bytes, as IdleShares
        const auto apart = [](const Totals& one, const Totals& other) {
            return std::abs(idleSharesOf(other).expected - idleSharesOf(one).expected);
        };
        while (after - before > step) {
            const auto left = replayedAt(before), right = replayedAt(after);
            if (!left || !right || apart(*left, *right) < seen)
                return;
            const std::int64_t middle = countBetween(before, after, step);
            if (middle <= before || middle >= after)
                return;
            const auto between = replayedAt(middle);
            if (!between)
                return;
            addPoint(m_anchors, middle);
            (apart(*left, *between) > apart(*between, *right) ? after : before) = middle;
        }
    }

    Result<Totals> replayedAt(std::int64_t gpus)
    {
        if (const auto known = m_replayed.find(gpus); known != m_replayed.end())
            return known->second;
        auto found = judged(gpus, std::nullopt);
        if (found)
            m_replayed.emplace(gpus, *found);
        return found;
    }

    Plan m_moving;
    const Catalog& m_catalog;
    std::optional<IdleShares> m_idle;
    std::vector<std::int64_t> m_anchors; ///< where the allocator is replayed
    bool m_everywhere;
    std::map<std::int64_t, Totals> m_replayed;
};

/// Samples in the order of their counts.
struct Samples
{
    std::vector<std::int64_t> gpus;
    std::vector<Totals> totals;
};

/// Whether a group changes by more than the smaller shares explain, as where a step gets a single
/// micro-batch and gradients no longer accumulate.
bool isCliff(const Totals& left, const Totals& right, double ratio)
{
    constexpr double rounding = 1.05, seen = 0.002;
    const double unseen = seen * static_cast<double>(left.total);
    const auto leaps = [&](Group group) {
        const auto before = static_cast<double>(left.perGpu[group]);
        const double fall = before - static_cast<double>(right.perGpu[group]);
        return fall < -unseen || fall > rounding * before * (1 - ratio) + unseen;
    };
    for (std::size_t i = 0; i < groupCount; ++i)
        if (leaps(static_cast<Group>(i)))
            return true;
    return false;
}

/// Adds both sides of each cliff to the samples, so that the cliff is drawn as a vertical line.
Problems sampleCliffs(GpuTotals& over, std::int64_t step, Samples& samples)
{
    const auto ratio = [](std::int64_t left, std::int64_t right) {
        return static_cast<double>(left) / static_cast<double>(right);
    };
    for (std::size_t right = 1; right < samples.gpus.size(); ++right) {
        std::int64_t before = samples.gpus[right - 1], after = samples.gpus[right];
        Totals last = samples.totals[right - 1], first = samples.totals[right];
        if (after - before <= step || !isCliff(last, first, ratio(before, after)))
            continue;
        while (after - before > step) {
            const std::int64_t middle = countBetween(before, after, step);
            if (middle <= before || middle >= after)
                break;
            const auto found = over.at(middle);
            if (!found)
                return found.problems();
            const bool onTheLeft = isCliff(last, *found, ratio(before, middle));
            (onTheLeft ? after : before) = middle;
            (onTheLeft ? first : last) = *found;
        }
        addSample(samples.gpus, samples.totals, before, last);
        addSample(samples.gpus, samples.totals, after, first);
        right = static_cast<std::size_t>(std::ranges::find(samples.gpus, after)
                                         - samples.gpus.begin());
    }
    return {};
}

/// Whether the plan fits on every shown count from the fewest on: a total may rise again, as the
/// communicators of more nodes take more.
bool allMoreFit(const Samples& samples, const Counts& counts, Bytes capacity)
{
    for (const std::int64_t gpus : counts.shown()) {
        const auto at = std::ranges::find(samples.gpus, gpus) - samples.gpus.begin();
        if (gpus >= counts.fewest && samples.totals[static_cast<std::size_t>(at)].total > capacity)
            return false;
    }
    return true;
}

/// The fewest GPUs in words, for a panel that has no ring at a crossing.
Text captionOf(std::int64_t fewest, bool allMore)
{
    if (fewest == 0)
        return {HW_TR("core", "Does not fit on any number of GPUs")};
    return {allMore ? HW_TR("core", "Fits on %1 {GPU|GPUs} or more")
                    : HW_TR("core", "Fits on %1 {GPU|GPUs}, but not on every number above"),
            {grouped(fewest)}};
}

Panel panelOf(const Samples& samples, const Counts& counts, bool allMore, bool serves)
{
    Panel panel;
    panel.xs = samples.gpus;
    panel.step = counts.step;
    panel.layers = layersOf(samples.totals, everyGroup, serves);
    panel.x.title = {HW_TR("core", "GPUs (log₂ scale)")};
    panel.x.marks = Marks::Gpus;
    panel.x.ticks.assign(counts.marks.begin(), counts.marks.end());
    panel.x.least = static_cast<double>(counts.step);
    panel.x.most = static_cast<double>(counts.most());
    panel.markers.push_back({static_cast<double>(counts.own), gpusText(counts.own)});
    const std::int64_t fewest = counts.fewest;
    if (fewest > counts.step && fewest <= counts.most())
        panel.crossing = Marker{static_cast<double>(fewest),
                                {allMore ? HW_TR("core", "fits on %1 {GPU|GPUs} or more")
                                         : HW_TR("core", "fits on %1 {GPU|GPUs}, not on all above"),
                                 {grouped(fewest)}}};
    else
        panel.captions.push_back(captionOf(fewest, allMore));
    panel.neverFits = fewest == 0;
    return panel;
}

} // namespace

Result<Figure> gpusFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                          const std::optional<IdleShares>& idle, Replays replays)
{
    const auto resolved = prepare(plan, catalog, idle);
    if (!resolved)
        return resolved.problems();
    if (!methodReads(methodOf(plan.method), "cluster.gpus"))
        return Problem{"method",
                       std::string(nameOf(plan.method)),
                       {HW_TR("core", "does not count GPUs: its number is that of one GPU")}};
    const auto judged = judge(*resolved);
    if (!judged)
        return judged.problems();
    const auto solution = solve({plan, catalog, *resolved, *judged}, "cluster.gpus", SolveFor::Fit);
    const Counts counts = countsOf(resolved->layout, plan.cluster.gpus,
                                   solution ? solution->answer.value_or(0) : 0);

    GpuTotals over(plan, catalog, idle, counts.shown(), replays);
    over.narrowLeaps(counts.step);
    Samples samples{samplesOf(counts), {}};
    for (const std::int64_t gpus : samples.gpus) {
        const auto found = over.at(gpus);
        if (!found)
            return found.problems();
        samples.totals.push_back(*found);
    }
    if (Problems problems = sampleCliffs(over, counts.step, samples); !problems.empty())
        return problems;

    Figure figure;
    figure.name = "gpus";
    figure.title = resolved->serves() ? Text(HW_TR("core", "Memory by number of GPUs"))
                                      : Text(HW_TR("core", "Training memory by number of GPUs"));
    describe(figure, *resolved, {.gpus = false});
    figure.unit = unit;
    figure.limit = limitLine(resolved->capacity, unit, deviceName(*resolved));
    figure.panels.push_back(panelOf(
        samples, counts, idle.has_value() || allMoreFit(samples, counts, resolved->capacity),
        resolved->serves()));
    scaleY(figure);
    return figure;
}

} // namespace highwater
