// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include "core/explore/suggestion_words.h"
#include "core/explore/token_time.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace highwater {
namespace {

Text timeText(const Suggestion& suggestion)
{
    if (isSameTime(*suggestion.slowdown) && suggestion.price() == Price::Nothing)
        return HW_TR("core", "no cost");
    return timeText(*suggestion.slowdown, suggestion.otherStep ? TimeOf::Token : TimeOf::Step);
}

/// The first part of the order: all prices that are time alone have rank 0. A step that takes half
/// as long again is no cheaper than coarser numbers.
int rankOf(const Suggestion& suggestion)
{
    constexpr double much = 1.5;
    const Price price = suggestion.price();
    const bool isSlow = suggestion.slowdown.value_or(1) > much;
    if (price < Price::Precision)
        return isSlow ? static_cast<int>(Price::Precision) : 0;
    return static_cast<int>(price);
}

/// So much of a node's memory is free anywhere.
constexpr Bytes littleHost = 16 * gib;

double sortedSlowdown(const Suggestion& suggestion)
{
    const double ratio = suggestion.slowdown.value_or(std::numeric_limits<double>::infinity());
    return isSameTime(ratio) ? 1 : ratio;
}

} // namespace

std::ptrdiff_t settingCount(const Suggestion& suggestion)
{
    return std::ranges::count_if(suggestion.changes, [](const Change& change) {
        return change.key != "workload.global_batch";
    });
}

bool isCheaper(const Suggestion& left, const Suggestion& right)
{
    const auto rank = [](const Suggestion& suggestion) {
        return std::tuple(!suggestion.fits, suggestion.needsLargeHost, rankOf(suggestion),
                          suggestion.hostPerNode > littleHost, sortedSlowdown(suggestion),
                          suggestion.price(), settingCount(suggestion), suggestion.totals.total);
    };
    return rank(left) < rank(right);
}

bool isPlainer(const Suggestion& left, const Suggestion& right)
{
    const auto rank = [](const Suggestion& suggestion) {
        return std::tuple(suggestion.hostPerNode / littleHost, rankOf(suggestion),
                          sortedSlowdown(suggestion), suggestion.hostPerNode,
                          suggestion.totals.total);
    };
    return rank(left) < rank(right);
}

bool areEqual(const Suggestion& left, const Suggestion& right)
{
    return left.changes.size() == right.changes.size()
        && std::ranges::all_of(left.changes, [&](const Change& change) {
               return std::ranges::any_of(right.changes, [&](const Change& other) {
                   return other.key == change.key && other.value == change.value;
               });
           });
}

Price Suggestion::price() const
{
    return std::ranges::max(changes, {}, &Change::price).price;
}

std::vector<Text> Suggestion::costs() const
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

std::string labelsOf(const Suggestion& suggestion, const Translator& words)
{
    std::string labels;
    for (const Change& change : suggestion.changes)
        if (!std::string_view(change.label.id).empty())
            labels += (labels.empty() ? "" : " + ") + words(change.label);
    return labels;
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
