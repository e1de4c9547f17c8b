// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/remedy.h"

#include "core/explore/token_time.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace highwater {
namespace {

Text timeText(const Remedy& remedy)
{
    if (isSameTime(*remedy.slowdown) && remedy.price() == Price::Nothing)
        return HW_TR("core", "no cost");
    return timeText(*remedy.slowdown, remedy.otherStep ? TimeOf::Token : TimeOf::Step);
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
