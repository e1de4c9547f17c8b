// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep.h"

#include "core/answer/replay.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {

Result<std::vector<std::int64_t>> sampleValues(std::int64_t from, std::int64_t to,
                                               std::int64_t points)
{
    constexpr std::int64_t mostPoints = 100'000;
    if (points < 2 || points > mostPoints)
        return Problem{
            std::string("--points"),
            std::to_string(points),
            {HW_TR("core", "must be a whole number from %1 to %2"), {"2", grouped(mostPoints)}}};
    if (from < 0)
        return Problem{
            std::string("--from"), std::to_string(from), {HW_TR("core", "must not be negative")}};
    if (to < from)
        return Problem{std::string("--to"),
                       std::to_string(to),
                       {HW_TR("core", "must not be below --from, %1"), {grouped(from)}}};
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < points; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(points - 1);
        const auto start = static_cast<double>(from);
        const auto end = static_cast<double>(to);
        const double value = from == 0
            ? start + (end - start) * part
            : std::exp2(std::log2(start) + (std::log2(end) - std::log2(start)) * part);
        const std::int64_t whole = i == 0 ? from : i == points - 1 ? to : std::llround(value);
        if (values.empty() || whole > values.back())
            values.push_back(whole);
    }
    return values;
}

std::vector<std::int64_t> octaveSamples(std::int64_t from, std::int64_t to)
{
    constexpr std::int64_t perOctave = 12;
    const double octaves = std::log2(static_cast<double>(to) / static_cast<double>(from));
    return *sampleValues(from, to,
                         perOctave * std::max<std::int64_t>(1, std::llround(octaves)) + 1);
}

void addPoint(std::vector<std::int64_t>& ascending, std::int64_t value)
{
    const auto at = std::ranges::lower_bound(ascending, value);
    if (at == ascending.end() || *at != value)
        ascending.insert(at, value);
}

void addSample(std::vector<std::int64_t>& values, std::vector<Totals>& totals, std::int64_t value,
               const Totals& found)
{
    const auto at = std::ranges::lower_bound(values, value);
    if (at != values.end() && *at == value)
        return;
    totals.insert(totals.begin() + (at - values.begin()), found);
    values.insert(at, value);
}

Result<KeyPath> sweepAxis(std::string_view text)
{
    const auto axis = findKeyPath(text);
    if (axis && (keyOf(*axis).kind == Kind::Integer || *axis == "model.parameters"))
        return *axis;
    return Problem{std::string("--axis"),
                   typed(std::string(text)),
                   {HW_TR("core", "must be a key with whole numbers, such as workload.context")}};
}

Result<Sweep> sweep(const Plan& plan, const Catalog& catalog, KeyPath axis,
                    const std::vector<std::int64_t>& values, const std::optional<IdleShares>& idle)
{
    if (const auto known = sweepAxis(axis); !known)
        return known.problems();
    Sweep result{axis, {}};
    result.points.reserve(values.size());
    Plan changed = plan;
    constexpr std::int64_t mostWork = 16 * mostReplayWork;
    const ReplayBudget budget(2 * mostWork);
    std::optional<IdleShares> last; // of the last point that was replayed
    for (const std::int64_t value : values) {
        if (Problems problems = assign(changed, axis, value); !problems.empty())
            return problems;
        // The replays of long steps are spread evenly over the points.
        const auto done = static_cast<std::int64_t>(result.points.size());
        const auto all = static_cast<std::int64_t>(values.size());
        const bool shares = !idle && last && budget.spent() > mostWork / all * done;
        auto found = judge(changed, catalog, shares ? last : idle);
        if (!found)
            return found.problems();
        found->totals.replayEnded |= shares;
        if (!idle && !found->totals.replayEnded)
            last = idleSharesOf(found->totals);
        result.points.push_back({value, found->totals, found->capacity, found->verdict});
    }
    return result;
}

Result<std::vector<Totals>> contextSweep(ContextTotals& over,
                                         const std::vector<std::int64_t>& contexts)
{
    std::vector<Totals> result;
    result.reserve(contexts.size());
    for (const std::int64_t context : contexts) {
        const auto found = over.at(context);
        if (!found)
            return found.problems();
        result.push_back(*found);
    }
    return result;
}

} // namespace highwater
