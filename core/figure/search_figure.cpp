// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/search_figure.h"

#include "core/explore/search_words.h"
#include "core/figure/figure_words.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>

namespace highwater {
namespace {

Text caption(const SearchResult& found, MemoryUnit unit)
{
    return {HW_TR("core", "This plan: %1 s a step, %2 %3 of one GPU"),
            {amountText(found.present.seconds()),
             amountText(found.present.judged.totals.total, unit, 1), std::string(nameOf(unit))}};
}

Text nameInFigure(const FoundLayout& layout)
{
    std::vector<Text> parts = rankParts(layout.layout);
    if (layout.layout.zero > 0)
        parts.push_back(Text::plain("ZeRO-" + grouped(layout.layout.zero)));
    if (layout.microBatch > 1)
        parts.push_back({HW_TR("core", "micro-batch %1"), {grouped(layout.microBatch)}});
    if (layout.partly)
        parts.push_back({HW_TR("core", "recompute %1/%2"),
                         {grouped(layout.partly->recomputed), grouped(layout.partly->layers())}});
    else if (layout.recompute != Recompute::None)
        parts.push_back({HW_TR("core", "recompute")});
    if (offloads(layout.layout))
        parts.push_back({HW_TR("core", "offload")});
    if (parts.empty())
        parts.push_back(Text::plain("DP " + grouped(layout.dataParallel)));
    if (isDoubtful(layout))
        parts.push_back({HW_TR("core", "time in doubt")});
    return listed(std::move(parts));
}

} // namespace

std::vector<const FoundLayout*> shownLayouts(const SearchResult& found)
{
    const auto bytes = [](const FoundLayout& layout) { return layout.judged.totals.total; };
    std::vector<const FoundLayout*> shown;
    if (found.front.empty())
        return shown;
    constexpr Bytes steps = 12; // of memory: with smaller ones, rows would look equally long
    const Bytes step = (bytes(found.front.front()) - bytes(found.front.back())) / steps;
    for (const FoundLayout& layout : found.front)
        if (shown.empty() || layout.changes.empty() || &layout == &found.front.back()
            || bytes(*shown.back()) - bytes(layout) >= step)
            shown.push_back(&layout);
    if (std::ranges::none_of(shown, [](const auto* layout) { return layout->changes.empty(); }))
        shown.push_back(&found.present);
    std::ranges::stable_sort(shown, {}, &FoundLayout::seconds);
    return shown;
}

Figure figureOfLayouts(const Resolved& plan, MemoryUnit unit)
{
    Figure figure;
    figure.name = "search";
    figure.title = {HW_TR("core", "Layouts: memory against time")};
    FixedParts fixed;
    fixed.zero = fixed.recompute = false;
    describe(figure, plan, fixed);
    figure.unit = unit;
    return figure;
}

Figure searchFigure(const SearchResult& found, const Resolved& plan, MemoryUnit unit)
{
    Panel panel;
    panel.bars = panel.lying = true;
    std::vector<Totals> totals;
    Curve capacity{{HW_TR("core", "Capacity")}, {}};
    capacity.isLimit = true;
    RowNumbers seconds{{HW_TR("core", "Step (s)")}, {}};
    RowNumbers tokens{{HW_TR("core", "Tokens/s, one GPU")}, {}};
    RowNumbers utilisation{{HW_TR("core", "MFU (%)")}, {}};
    RowNumbers memory{{HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))}}, {}};
    for (const FoundLayout* layout : shownLayouts(found)) {
        const auto row = static_cast<std::int64_t>(totals.size()) + 1;
        totals.push_back(layout->judged.totals);
        capacity.values.push_back(layout->judged.capacity);
        seconds.values.emplace_back(layout->seconds());
        tokens.values.emplace_back(layout->tokensPerSecondPerGpu);
        utilisation.values.emplace_back(100 * layout->modelUtilisation);
        memory.values.emplace_back(inUnit(layout->judged.totals.total, unit));
        panel.xs.push_back(row);
        panel.x.ticks.push_back(static_cast<double>(row));
        panel.names.push_back(nameInFigure(*layout));
        if (layout->changes.empty())
            panel.markers.push_back({static_cast<double>(row), panel.names.back()});
    }
    panel.numbers
        = {std::move(seconds), std::move(tokens), std::move(utilisation), std::move(memory)};
    panel.layers = layersOf(totals);
    panel.overlays.push_back(std::move(capacity));
    panel.x.title = {HW_TR("core", "Layout")};
    panel.x.marks = Marks::Places;
    panel.x.least = 1;
    panel.x.most = static_cast<double>(panel.xs.size());
    panel.captions.push_back(caption(found, unit));

    Figure figure = figureOfLayouts(plan, unit);
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

Result<Figure> searchFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                            const SearchConstraints& constraints)
{
    const auto found = search(plan, catalog, constraints);
    if (!found)
        return found.problems();
    const auto resolved = prepare(plan, catalog, fittedIdleShares());
    if (!resolved)
        return resolved.problems();
    if (found->front.empty())
        return Problem{
            KeyGroup("layout"), {}, {HW_TR("core", "no layout of this cluster fits the plan")}};
    return searchFigure(*found, *resolved, unit);
}

} // namespace highwater
