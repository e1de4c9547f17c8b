// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/layout_list.h"

#include "core/explore/search_ranking.h"

#include <algorithm>
#include <tuple>

namespace highwater {
namespace {

bool isOwn(const FoundLayout& layout)
{
    return layout.changes.empty();
}

bool areNear(const FoundLayout& fastest, const FoundLayout& other)
{
    const auto cut = [](const Layout& layout) {
        return std::tuple(layout.tensor, layout.pipeline, layout.expert);
    };
    return cut(fastest.layout) == cut(other.layout)
        && other.seconds() <= nearlyEqual * fastest.seconds();
}

double offloadedParts(const Layout& layout)
{
    return static_cast<double>(layout.offloadOptimizer)
        + static_cast<double>(layout.offloadParameters)
        + static_cast<double>(layout.offloadActivations.value_or(ActivationOffload::None));
}

} // namespace

std::optional<double> sortValue(const FoundLayout& layout, LayoutKey key)
{
    const auto whole = [](std::int64_t number) { return static_cast<double>(number); };
    switch (key) {
    case LayoutKey::Tensor:
        return whole(layout.layout.tensor);
    case LayoutKey::Pipeline:
        return whole(layout.layout.pipeline);
    case LayoutKey::VirtualPipeline:
        return whole(layout.layout.virtualPipeline);
    case LayoutKey::Context:
        return whole(layout.layout.context);
    case LayoutKey::Expert:
        return whole(layout.layout.expert);
    case LayoutKey::Data:
        return whole(layout.dataParallel);
    case LayoutKey::Zero:
        return whole(layout.layout.zero);
    case LayoutKey::MicroBatch:
        return whole(layout.microBatch);
    case LayoutKey::Recompute:
        if (const auto& partly = layout.partly) // between selective and full
            return static_cast<double>(Recompute::Selective)
                + whole(partly->recomputed) / whole(partly->layers());
        return static_cast<double>(layout.recompute);
    case LayoutKey::Offload:
        return offloadedParts(layout.layout);
    case LayoutKey::Step:
        return layout.seconds();
    case LayoutKey::Tokens:
        return -layout.tokensPerSecondPerGpu;
    case LayoutKey::Utilisation:
        return -layout.modelUtilisation;
    case LayoutKey::Memory:
        return whole(layout.judged.totals.total);
    case LayoutKey::UpperEnd:
        return whole(layout.judged.totals.high);
    case LayoutKey::Days:
        return layout.days;
    case LayoutKey::Price:
        return layout.price;
    }
    return std::nullopt;
}

std::vector<ListedLayout> listedLayouts(const SearchResult& found, const LayoutOrder& order)
{
    std::vector<ListedLayout> list{{&found.present, {}}};
    for (const FoundLayout& layout : found.layouts) { // fastest first
        if (isOwn(layout) || !isKept(layout, found, order.ticks))
            continue;
        const auto head = std::ranges::find_if(list, [&](const ListedLayout& each) {
            return !isOwn(*each.layout) && areNear(*each.layout, layout);
        });
        if (head == list.end())
            list.push_back({&layout, {}});
        else
            head->near.push_back(&layout);
    }
    const auto byTime = [](const ListedLayout& each) { return each.layout->seconds(); };
    std::ranges::stable_sort(list, {}, byTime);
    std::ranges::stable_sort(list, [&](const ListedLayout& left, const ListedLayout& right) {
        const auto a = sortValue(*left.layout, order.key), b = sortValue(*right.layout, order.key);
        if (!a || !b)
            return a.has_value() && !b; // without a value: last in both orders
        return order.reversed ? *a > *b : *a < *b;
    });
    return list;
}

TickedFacts factsOf(const FoundLayout& layout, std::int64_t zero)
{
    return {offloads(layout.layout),
            layout.layout.pipeline > 1,
            layout.layout.zero == zero,
            layout.judged.verdict == Verdict::Fits,
            layout.days,
            layout.price};
}

bool isKept(const FoundLayout& layout, const SearchResult& found, const LayoutTicks& ticks)
{
    return keeps(ticks, factsOf(layout, found.present.layout.zero));
}

TickCounts countTicks(const SearchResult& found, const LayoutTicks& ticks)
{
    TickCounts counts;
    for (const FoundLayout& layout : found.layouts) {
        const TickedFacts facts = factsOf(layout, found.present.layout.zero);
        ++counts.all;
        counts.kept += keeps(ticks, facts) ? 1 : 0;
        for (const LayoutTick tick : everyOf<LayoutTick>())
            if (keeps(ticks, tick, facts) || (!ticks.has(tick) && tick >= LayoutTick::Days))
                ++counts.alone[static_cast<std::size_t>(tick)]; // a limit without a number
    }
    return counts;
}

std::optional<LayoutTick> mostRemoving(const SearchResult& found, const LayoutTicks& ticks)
{
    const TickCounts alone = countTicks(found, ticks);
    std::optional<LayoutTick> most;
    std::pair<std::int64_t, std::int64_t> best;
    for (const LayoutTick tick : everyOf<LayoutTick>()) {
        if (!ticks.has(tick))
            continue;
        LayoutTicks fewer = ticks;
        fewer.drop(tick);
        const std::pair value{countTicks(found, fewer).kept, -alone[tick]};
        if (!most || value > best) {
            most = tick;
            best = value;
        }
    }
    return most;
}

std::vector<const FoundLayout*> frontOf(const std::vector<ListedLayout>& list)
{
    std::vector<const FoundLayout*> all;
    for (const ListedLayout& each : list) {
        if (each.layout->judged.fits())
            all.push_back(each.layout);
        all.insert(all.end(), each.near.begin(), each.near.end());
    }
    std::ranges::stable_sort(all, {}, [](const FoundLayout* layout) {
        return std::pair(layout->seconds(), layout->judged.totals.total);
    });
    std::vector<const FoundLayout*> front;
    for (const FoundLayout* layout : all)
        if (front.empty() || layout->judged.totals.total < front.back()->judged.totals.total)
            front.push_back(layout);
    return front;
}

} // namespace highwater
