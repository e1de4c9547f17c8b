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
#include <cmath>

namespace highwater {
namespace {

constexpr const char* thisPlan = HW_TR("core", "This plan");

Text caption(const SearchResult& found, MemoryUnit unit)
{
    return {HW_TR("core", "This plan: %1 s a step, %2 %3 of one GPU"),
            {amountText(found.present.seconds()),
             amountText(found.present.judged.totals.total, unit, 1), std::string(nameOf(unit))}};
}

/// The changes of the layout come last, as they may be long.
std::vector<TableCell> rowOf(const FoundLayout& layout, std::string name, bool strong)
{
    return {writtenCell(amountText(layout.seconds()), strong),
            bytesCell(layout.judged.totals.total, layout.judged.verdict == Verdict::Over, strong),
            wordsCell(verdictWord(layout.judged.verdict), strong),
            writtenCell(amountText(layout.tokensPerSecondPerGpu)),
            writtenCell(fixed(100 * layout.modelUtilisation, 1)),
            writtenCell(layout.pareto ? "◆" : ""),
            wordsCell(Text::plain(std::move(name)), strong)};
}

} // namespace

std::int64_t shownMilliseconds(const FoundLayout* layout)
{
    constexpr double perSecond = 1000, least = 1, most = 9e15;
    return std::llround(std::clamp(perSecond * layout->seconds(), least, most));
}

std::vector<const FoundLayout*> shownLayouts(const SearchResult& found)
{
    const auto bytes = [](const FoundLayout& layout) { return layout.judged.totals.total; };
    std::vector<const FoundLayout*> shown;
    if (found.front.empty())
        return shown;
    constexpr Bytes steps = 16; // steps of memory: with smaller ones, bars would look equally high
    const Bytes step = (bytes(found.front.front()) - bytes(found.front.back())) / steps;
    for (const FoundLayout& layout : found.front)
        if (shown.empty() || layout.changes.empty() || &layout == &found.front.back()
            || bytes(*shown.back()) - bytes(layout) >= step)
            shown.push_back(&layout);
    if (std::ranges::none_of(shown, [](const auto* layout) { return layout->changes.empty(); }))
        shown.push_back(&found.present);
    std::ranges::stable_sort(shown, {}, shownMilliseconds);
    // One bar for each millisecond: the plan's, else the smallest layout's.
    const auto again = [](const FoundLayout* one, const FoundLayout* next) {
        return shownMilliseconds(one) == shownMilliseconds(next);
    };
    for (auto at = std::ranges::adjacent_find(shown, again); at != shown.end();
         at = std::ranges::adjacent_find(shown, again))
        shown.erase((*at)->changes.empty() ? std::next(at) : at);
    return shown;
}

Figure searchFigure(const SearchResult& found, const Resolved& plan, MemoryUnit unit)
{
    Panel panel;
    std::vector<Totals> totals;
    std::optional<double> own; // the caption names it: a chip so long would cover others
    for (const FoundLayout* layout : shownLayouts(found)) {
        panel.xs.push_back(shownMilliseconds(layout));
        totals.push_back(layout->judged.totals);
        if (layout->changes.empty())
            own = static_cast<double>(panel.xs.back());
    }
    panel.layers = layersOf(totals);
    panel.bars = true;
    panel.x.title = {HW_TR("core", "Time of a step (ms)")};
    panel.x.marks = Marks::Milliseconds;
    if (own)
        panel.markers.push_back({*own, Text::plain(markLabel(*own, panel.x.marks))});
    if (!panel.xs.empty()) {
        panel.x.least = static_cast<double>(panel.xs.front());
        panel.x.most = static_cast<double>(panel.xs.back());
        panel.x.ticks.assign(panel.xs.begin(), panel.xs.end());
    }
    panel.captions.push_back(caption(found, unit));

    Figure figure;
    figure.name = "search";
    figure.title = {HW_TR("core", "Layouts: memory against time")};
    FixedParts fixed;
    fixed.zero = fixed.recompute = false;
    describe(figure, plan, fixed);
    figure.unit = unit;
    figure.limit = limitLine(plan.capacity, unit, deviceName(plan));
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
        return Problem{KeyGroup("layout"), {}, {HW_TR("core", "has no values that fit")}};
    return searchFigure(*found, *resolved, unit);
}

std::vector<const FoundLayout*> otherLayouts(const SearchResult& found)
{
    std::vector<const FoundLayout*> others;
    for (const FoundLayout& layout : found.layouts)
        if (!layout.changes.empty())
            others.push_back(&layout);
    return others;
}

FigureTable searchTable(const SearchResult& found, MemoryUnit unit, const Translator& words)
{
    FigureTable table;
    table.heads
        = {{HW_TR("core", "Step (s)")}, {HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))}},
           {HW_TR("core", "Verdict")},  {HW_TR("core", "Tokens/s, one GPU")},
           {HW_TR("core", "MFU (%)")},  {HW_TR("core", "Pareto")},
           {HW_TR("core", "Layout")}};
    const auto own = std::ranges::find_if(
        found.layouts, [](const FoundLayout& layout) { return layout.changes.empty(); });
    table.rows.push_back(
        rowOf(own == found.layouts.end() ? found.present : *own, words({thisPlan}), true));
    for (const FoundLayout* layout : otherLayouts(found)) {
        std::vector<std::string> changes;
        for (const Change& change : layout->changes)
            changes.push_back(words(change.label));
        table.rows.push_back(rowOf(*layout, joined(changes, " · "), false));
    }
    table.note = found.reason;
    if (found.byUtilisation)
        table.note = listed({found.reason, paceOfUtilisation()});
    return table;
}

} // namespace highwater
