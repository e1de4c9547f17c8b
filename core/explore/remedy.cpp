// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/remedy.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace highwater {
namespace {

/// A ratio of times that differs from 1 by less is shown and sorted as the plan's own time.
constexpr double sameTime = 0.005;

bool isSameTime(double ratio)
{
    return std::abs(ratio - 1) < sameTime;
}

Text timeText(const Remedy& remedy)
{
    const double ratio = *remedy.slowdown;
    const double percent = 100 * std::abs(ratio - 1);
    const std::string number = fixed(percent, percent < 2 ? 1 : 0);
    constexpr double many = 3;
    if (isSameTime(ratio))
        return remedy.price() == Price::Nothing ? HW_TR("core", "no cost")
            : remedy.otherStep                  ? HW_TR("core", "same time a token")
                                                : HW_TR("core", "same step time");
    if (ratio >= many)
        return {remedy.otherStep ? HW_TR("core", "%1 × the time a token")
                                 : HW_TR("core", "%1 × the step time"),
                {fixed(ratio, ratio < 10 ? 1 : 0)}};
    if (ratio > 1)
        return {remedy.otherStep ? HW_TR("core", "+%1 % time a token")
                                 : HW_TR("core", "+%1 % step time"),
                {number}};
    return {remedy.otherStep ? HW_TR("core", "−%1 % time a token")
                             : HW_TR("core", "−%1 % step time"),
            {number}};
}

/// The first part of the order: all prices that are time alone have rank 0.
int rankOf(Price price)
{
    return price < Price::Precision ? 0 : static_cast<int>(price);
}

} // namespace

std::ptrdiff_t settingCount(const Remedy& remedy)
{
    return std::ranges::count_if(
        remedy.changes, [](const Change& change) { return change.key != "workload.global_batch"; });
}

bool isCheaper(const Remedy& left, const Remedy& right)
{
    constexpr Bytes usualHost = Bytes{2} << 40; // of a node: servers of eight GPUs have 1 to 2 TiB
    const auto rank = [](const Remedy& remedy) {
        const double ratio = remedy.slowdown.value_or(std::numeric_limits<double>::infinity());
        return std::tuple(!remedy.fits, remedy.hostPerNode > usualHost, rankOf(remedy.price()),
                          isSameTime(ratio) ? 1 : ratio, remedy.price(), settingCount(remedy),
                          remedy.totals.total);
    };
    return rank(left) < rank(right);
}

Price Remedy::price() const
{
    return std::ranges::max(changes, {}, &Change::price).price;
}

std::vector<Text> Remedy::costs() const
{
    std::vector<Text> costs;
    if (slowdown)
        costs.push_back(timeText(*this));
    for (const Change& change : changes) {
        const bool isTold = slowdown && change.price < Price::Precision;
        if (!isTold && std::ranges::find(costs, change.cost) == costs.end())
            costs.push_back(change.cost);
    }
    if (hostPerNode > 0)
        costs.push_back(
            {HW_TR("core", "%1 GiB of host memory a node"), {grouped(shareOf(hostPerNode, gib))}});
    if (probably)
        costs.push_back(verdictWord(Verdict::Probably));
    if (price() != Price::Nothing || costs.size() > 1)
        std::erase(costs, Text(HW_TR("core", "no cost")));
    return costs;
}

Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes)
{
    Plan changed = plan;
    for (const Change& change : changes)
        if (Problems problems = assign(changed, change.key, change.value); !problems.empty())
            return problems;
    return changed;
}

} // namespace highwater
