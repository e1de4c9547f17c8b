// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/layout_table.h"

#include "core/explore/search_words.h"
#include "core/figure/figure_words.h"
#include "core/figure/plan_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

TableCell rankCell(std::int64_t ranks, bool strong)
{
    TableCell cell = countCell(ranks);
    cell.quiet = ranks == 1;
    cell.strong = strong && ranks != 1;
    return cell;
}

TableCell amountOrNone(const std::optional<double>& amount, bool strong)
{
    return amount ? writtenCell(amountText(*amount), strong) : noCell();
}

Text recomputeWord(const FoundLayout& layout)
{
    if (layout.partly)
        return {HW_TR("core", "%1 of %2 {layer|layers}"),
                {grouped(layout.partly->recomputed), grouped(layout.partly->layers())}};
    switch (layout.recompute) {
    case Recompute::None:
        return {HW_TR("core", "none")};
    case Recompute::Selective:
        return {HW_TR("core", "selective")};
    case Recompute::Full:
        return {HW_TR("core", "full")};
    }
    return {};
}

Text offloadWord(const Layout& layout)
{
    std::vector<Text> parts;
    if (layout.offloadOptimizer != Offload::None)
        parts.push_back({HW_TR("core", "optimizer")});
    if (layout.offloadParameters != Offload::None)
        parts.push_back({HW_TR("core", "parameters")});
    if (layout.offloadActivations.value_or(ActivationOffload::None) != ActivationOffload::None)
        parts.push_back({HW_TR("core", "activations")});
    return parts.empty() ? Text(HW_TR("core", "none")) : listed(std::move(parts));
}

/// Settings in which the layout differs from the plan and that have no column.
std::vector<Text> otherChanges(const FoundLayout& layout)
{
    constexpr std::array<KeyPath, 2> without{"layout.replicate", "layout.sequence_parallel"};
    std::vector<Text> said;
    for (const Change& change : layout.changes)
        if (std::ranges::find(without, change.key) != without.end())
            said.push_back(change.label);
    return said;
}

Text remarkOn(const LayoutRow& row)
{
    std::vector<Text> parts;
    if (row.layout->changes.empty())
        parts.push_back({HW_TR("core", "this plan")});
    if (row.near > 0)
        parts.push_back(foldedText(static_cast<std::int64_t>(row.near)));
    if (isDoubtful(*row.layout))
        parts.push_back({HW_TR("core", "time in doubt")});
    std::ranges::move(otherChanges(*row.layout), std::back_inserter(parts));
    return listed(std::move(parts));
}

std::string markOf(const LayoutRow& row)
{
    return row.layout->changes.empty() ? "◇" : row.near == 0 ? "" : row.isOpen ? "▾" : "▸";
}

class Cells
{
public:
    Cells(std::int64_t gpus, double price)
        : m_gpus(static_cast<double>(gpus))
        , m_priceUnit(moneyUnit(price).dollars)
    { }

    TableCell of(const LayoutRow& row, LayoutKey key) const
    {
        const FoundLayout& layout = *row.layout;
        const bool own = layout.changes.empty();
        const bool over = layout.judged.verdict == Verdict::Over;
        switch (key) {
        case LayoutKey::Tensor:
            return rankCell(layout.layout.tensor, own);
        case LayoutKey::Pipeline:
            return rankCell(layout.layout.pipeline, own);
        case LayoutKey::VirtualPipeline:
            return rankCell(layout.layout.virtualPipeline, own);
        case LayoutKey::Context:
            return rankCell(layout.layout.context, own);
        case LayoutKey::Expert:
            return rankCell(layout.layout.expert, own);
        case LayoutKey::Data:
            return rankCell(layout.dataParallel, own);
        case LayoutKey::Zero:
            return countCell(layout.layout.zero);
        case LayoutKey::MicroBatch:
            return rankCell(layout.microBatch, own);
        case LayoutKey::Recompute:
            return word(recomputeWord(layout), layout.recompute == Recompute::None);
        case LayoutKey::Offload:
            return word(offloadWord(layout.layout), !offloads(layout.layout));
        case LayoutKey::Step:
            return writtenCell(amountText(layout.seconds()), own);
        case LayoutKey::Tokens:
            return writtenCell(briefText(m_gpus * layout.tokensPerSecondPerGpu), own);
        case LayoutKey::Utilisation:
            return writtenCell(fixed(100 * layout.modelUtilisation, 1), own);
        case LayoutKey::Memory:
            return bytes(layout.judged.totals.total, over, layout);
        case LayoutKey::UpperEnd:
            return bytes(layout.judged.totals.high,
                         layout.judged.totals.high > layout.judged.capacity, layout);
        case LayoutKey::Days:
            return amountOrNone(layout.days, own);
        case LayoutKey::Price:
            return amountOrNone(
                layout.price ? std::optional(*layout.price / m_priceUnit) : std::nullopt, own);
        }
        return noCell();
    }

private:
    static TableCell word(Text text, bool quiet)
    {
        TableCell cell = wordsCell(std::move(text));
        cell.quiet = quiet;
        return cell;
    }
    static TableCell bytes(Bytes amount, bool over, const FoundLayout& layout)
    {
        TableCell cell = bytesCell(amount, over, layout.changes.empty());
        cell.rough = !layout.replayed;
        return cell;
    }

    double m_gpus, m_priceUnit;
};

std::string changeInPercent(double now, double before)
{
    return before == 0 ? std::string() : changeText(100 * (now / before - 1), 1, " %");
}

} // namespace

std::vector<LayoutRow> layoutRows(const std::vector<ListedLayout>& list,
                                  const std::function<bool(const FoundLayout&)>& isOpen)
{
    std::vector<LayoutRow> rows;
    for (const ListedLayout& each : list) {
        const bool open = !each.near.empty() && isOpen(*each.layout);
        rows.push_back({each.layout, each.near.size(), open, false});
        if (open)
            for (const FoundLayout* near : each.near)
                rows.push_back({near, 0, false, true});
    }
    return rows;
}

std::vector<LayoutKey> layoutColumns(const SearchResult& found)
{
    const auto differs = [&](LayoutKey key, double plain) {
        const auto is = [&](const FoundLayout& layout) {
            return sortValue(layout, key).value_or(plain) != plain;
        };
        return is(found.present) || std::ranges::any_of(found.layouts, is);
    };
    std::vector<LayoutKey> columns;
    for (const LayoutKey key : everyOf<LayoutKey>()) {
        const bool shown = key == LayoutKey::VirtualPipeline || key == LayoutKey::Expert
            ? differs(key, 1)
            : key == LayoutKey::Offload || key == LayoutKey::Days || key == LayoutKey::Price
            ? differs(key, 0)
            : true;
        if (shown)
            columns.push_back(key);
    }
    return columns;
}

Text layoutKeyName(LayoutKey key, MemoryUnit unit, double price)
{
    switch (key) {
    case LayoutKey::Tensor:
        return Text::plain("TP");
    case LayoutKey::Pipeline:
        return Text::plain("PP");
    case LayoutKey::VirtualPipeline:
        return Text::plain("VP");
    case LayoutKey::Context:
        return Text::plain("CP");
    case LayoutKey::Expert:
        return Text::plain("EP");
    case LayoutKey::Data:
        return Text::plain("DP");
    case LayoutKey::Zero:
        return Text::plain("ZeRO");
    case LayoutKey::MicroBatch:
        return Text::plain("mb");
    case LayoutKey::Recompute:
        return {HW_TR("core", "Recompute")};
    case LayoutKey::Offload:
        return {HW_TR("core", "Offload")};
    case LayoutKey::Step:
        return {HW_TR("core", "Step (s)")};
    case LayoutKey::Tokens:
        return {HW_TR("core", "Tokens/s")};
    case LayoutKey::Utilisation:
        return {HW_TR("core", "MFU (%)")};
    case LayoutKey::Memory:
        return Text::plain(std::string(nameOf(unit)));
    case LayoutKey::UpperEnd:
        return {HW_TR("core", "Upper end")};
    case LayoutKey::Days:
        return {HW_TR("core", "Days")};
    case LayoutKey::Price:
        return Text::plain(moneyUnit(price).name);
    }
    return {};
}

FigureTable layoutTable(const std::vector<LayoutRow>& rows, const SearchResult& found,
                        MemoryUnit unit, std::int64_t gpus)
{
    FigureTable table;
    const double price = found.present.price.value_or(0);
    const std::vector<LayoutKey> columns = layoutColumns(found);
    table.heads.emplace_back();
    for (const LayoutKey key : columns)
        table.heads.push_back(layoutKeyName(key, unit, price));
    table.heads.emplace_back();
    const Cells cells(gpus, price);
    for (const LayoutRow& row : rows) {
        const bool own = row.layout->changes.empty();
        std::vector<TableCell> line{wordsCell(Text::plain(markOf(row)))};
        for (const LayoutKey key : columns)
            line.push_back(cells.of(row, key));
        line.push_back(wordsCell(remarkOn(row), own));
        line.back().quiet = !own;
        if (row.isInside)
            for (TableCell& cell : line)
                cell.quiet = true;
        table.rows.push_back(std::move(line));
    }
    std::vector<Text> notes;
    if (!found.present.days)
        notes.push_back({HW_TR("core",
                               "No days and no price: the run's length is not given (examples "
                               "× mean length × epochs)")});
    if (std::ranges::any_of(rows, [](const LayoutRow& row) { return !row.layout->replayed; }))
        notes.push_back({HW_TR("core", "≈: counted without a replay of PyTorch's allocator")});
    std::ranges::move(remarksOn(found), std::back_inserter(notes));
    table.note = listed(std::move(notes));
    return table;
}

Text briefLayoutName(const FoundLayout& layout)
{
    std::vector<Text> parts = layoutParts(layout.layout, layout.dataParallel,
                                          layout.partly ? Recompute::None : layout.recompute);
    if (layout.partly)
        parts.push_back({HW_TR("core", "recompute of %1 of %2 {layer|layers}"),
                         {grouped(layout.partly->recomputed), grouped(layout.partly->layers())}});
    if (layout.microBatch > 1)
        parts.push_back(Text::plain("mb " + grouped(layout.microBatch)));
    return listed(std::move(parts));
}

std::vector<LayoutFact> layoutFacts(const FoundLayout& layout, const FoundLayout& plan,
                                    MemoryUnit unit, std::int64_t gpus)
{
    std::vector<LayoutFact> facts;
    const double all = static_cast<double>(gpus);
    const auto bytes = [&](Text name, Bytes now, Bytes before) {
        facts.push_back({std::move(name),
                         (layout.replayed ? "" : "≈ ") + amountText(now, unit, 2) + " "
                             + std::string(nameOf(unit)),
                         changeText(inUnit(now - before, unit), 2)});
    };
    facts.push_back({{HW_TR("core", "Time of a step")},
                     secondsText(layout.seconds()),
                     changeInPercent(layout.seconds(), plan.seconds())});
    facts.push_back({{HW_TR("core", "Tokens/s")},
                     countText(all * layout.tokensPerSecondPerGpu),
                     changeInPercent(layout.tokensPerSecondPerGpu, plan.tokensPerSecondPerGpu)});
    facts.push_back({Text::plain("MFU"), fixed(100 * layout.modelUtilisation, 1) + " %",
                     changeInPercent(layout.modelUtilisation, plan.modelUtilisation)});
    bytes({HW_TR("core", "Memory per GPU")}, layout.judged.totals.total, plan.judged.totals.total);
    bytes({HW_TR("core", "Upper end")}, layout.judged.totals.high, plan.judged.totals.high);
    if (layout.days && plan.days)
        facts.push_back({{HW_TR("core", "Days")},
                         amountText(*layout.days),
                         changeInPercent(*layout.days, *plan.days)});
    if (layout.price && plan.price) {
        const double size = moneyUnit(*plan.price).dollars;
        facts.push_back({layoutKeyName(LayoutKey::Price, unit, *plan.price),
                         amountText(*layout.price / size),
                         changeInPercent(*layout.price, *plan.price)});
    }
    return facts;
}

} // namespace highwater
