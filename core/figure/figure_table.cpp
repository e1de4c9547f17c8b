// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/figure_table.h"

#include "core/answer/group_words.h"
#include "core/figure/figure_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::size_t nearest(const Panel& panel, double x)
{
    const auto distance
        = [x](std::int64_t at) { return std::abs(std::log2(static_cast<double>(at) / x)); };
    return static_cast<std::size_t>(std::ranges::min_element(panel.xs, {}, distance)
                                    - panel.xs.begin());
}

TableCell limitedCell(Bytes bytes, const Figure& figure, bool strong = false)
{
    return bytesCell(bytes, figure.limit && bytes > figure.limit->at, strong);
}

/// The first mark, the middle one and the last: the marks that a lecturer would read aloud.
std::vector<double> toldTicks(const std::vector<double>& ticks)
{
    if (ticks.size() <= 3)
        return ticks;
    return {ticks.front(), ticks[ticks.size() / 2], ticks.back()};
}

const Layer* layerOf(const Panel& panel, Group group)
{
    const auto found = std::ranges::find(panel.layers, group, &Layer::group);
    return found == panel.layers.end() ? nullptr : &*found;
}

Bytes valueAt(const Panel& panel, Group group, std::size_t index)
{
    const Layer* layer = layerOf(panel, group);
    return layer ? layer->values[index] : 0;
}

constexpr std::array stateGroups{Group::Parameters, Group::Gradients, Group::Optimizer};

/// A layer for each group that one of the panels has, taken from the first panel with the group.
std::vector<const Layer*> toldLayers(const Figure& figure)
{
    std::vector<const Layer*> layers;
    for (const Group group : everyOf<Group>())
        for (const Panel& panel : figure.panels)
            if (const Layer* layer = layerOf(panel, group)) {
                layers.push_back(layer);
                break;
            }
    return layers;
}

bool trains(const Figure& figure)
{
    return std::ranges::any_of(figure.panels, [](const Panel& panel) {
        return layerOf(panel, Group::Gradients) || layerOf(panel, Group::Optimizer);
    });
}

bool isLevel(const Figure& figure, Group group)
{
    return std::ranges::all_of(figure.panels, [group](const Panel& panel) {
        const Layer* layer = layerOf(panel, group);
        return !layer
            || std::ranges::count(layer->values, layer->values.front())
            == static_cast<std::ptrdiff_t>(layer->values.size());
    });
}

/// Heads and cells before the totals: the bands at the middle one of the toldTicks(), or the states
/// and their sum.
class CaseColumns
{
public:
    CaseColumns(const Figure& figure, const std::vector<double>& told)
        : m_figure(figure)
        , m_trains(trains(figure))
        , m_layers(toldLayers(figure))
        , m_at(told[told.size() / 2])
    { }

    void addHeads(std::vector<Text>& heads) const
    {
        if (m_trains) {
            for (const Group group : stateGroups)
                heads.push_back(groupName(group));
            heads.push_back({HW_TR("core", "States")});
            return;
        }
        const std::string mark = markLabel(m_at, m_figure.panels.front().x.marks);
        for (const Layer* layer : m_layers)
            heads.push_back(isLevel(m_figure, layer->group)
                                ? layer->name
                                : listed({layer->name, Text::plain(mark)}));
    }

    void addCells(std::vector<TableCell>& row, const Panel& panel) const
    {
        if (!m_trains) {
            for (const Layer* layer : m_layers)
                row.push_back(bytesCell(valueAt(panel, layer->group, nearest(panel, m_at))));
            return;
        }
        Bytes sum = 0;
        for (const Group group : stateGroups) {
            row.push_back(bytesCell(valueAt(panel, group, 0)));
            sum = bounded::plus(sum, row.back().number);
        }
        row.push_back(limitedCell(sum, m_figure));
    }

private:
    const Figure& m_figure;
    bool m_trains;
    std::vector<const Layer*> m_layers;
    double m_at;
};

FigureTable panelRows(const Figure& figure)
{
    FigureTable table;
    const std::vector<double> told = toldTicks(figure.panels.front().x.ticks);
    table.heads.push_back({HW_TR("core", "Case")});
    const CaseColumns columns(figure, told);
    columns.addHeads(table.heads);
    for (const double tick : told)
        table.heads.push_back(
            {HW_TR("core", "Total, %1"), {markLabel(tick, figure.panels.front().x.marks)}});
    table.heads.push_back({HW_TR("core", "Fits up to")});

    for (const Panel& panel : figure.panels) {
        std::vector<TableCell> row{wordsCell(panel.title)};
        columns.addCells(row, panel);
        for (const double tick : told)
            row.push_back(limitedCell(panel.totalAt(nearest(panel, tick)), figure));
        row.back().strong = true;
        row.push_back(panel.longest > 0 ? countCell(panel.longest) : noCell());
        table.rows.push_back(std::move(row));
    }
    table.note = figure.sharedScale
        ? Text(HW_TR("core", "All panels share one scale. ✕: more than the capacity."))
        : Text(HW_TR("core",
                     "Each panel has its own scale: read the axis before comparing heights. ✕: "
                     "more than the capacity."));
    return table;
}

/// The markers that are within the axis.
std::vector<double> markersOf(const Panel& panel)
{
    std::vector<double> places;
    for (const Marker& marker : panel.markers)
        if (marker.x >= panel.x.least && marker.x <= panel.x.most)
            places.push_back(marker.x);
    return places;
}

/// The marks of the axis, the markers, and where the total meets the limit line.
std::vector<double> toldPlaces(const Panel& panel)
{
    std::vector<double> places = markersOf(panel);
    places.insert(places.end(), panel.x.ticks.begin(), panel.x.ticks.end());
    if (panel.crossing)
        places.push_back(panel.crossing->x);
    std::ranges::sort(places);
    const auto repeated = std::ranges::unique(places);
    places.erase(repeated.begin(), repeated.end());
    return places;
}

FigureTable tickRows(const Figure& figure)
{
    FigureTable table;
    const Panel& panel = figure.panels.front();
    const ValueUnit unit = figure.unit;
    table.heads.push_back(panel.x.marks == Marks::Tokens     ? Text(HW_TR("core", "Tokens"))
                              : panel.x.marks == Marks::Gpus ? Text(HW_TR("core", "GPUs"))
                                                             : panel.x.title);
    for (const Layer& layer : panel.layers)
        table.heads.push_back(layer.name);
    table.heads.push_back({HW_TR("core", "Total")});
    for (const RowNumbers& numbers : panel.numbers)
        table.heads.push_back(numbers.head);
    const auto cell = [&](Bytes value, bool strong = false) {
        return unit.ofTime ? writtenCell(durationText(value), strong)
                           : limitedCell(value, figure, strong);
    };
    const std::vector<double> markers = markersOf(panel);
    for (const double at : toldPlaces(panel)) {
        const std::size_t index = nearest(panel, at);
        const bool own = std::ranges::count(markers, at) > 0;
        std::vector<TableCell> row{wordsCell(
            panel.lying ? panel.names[index] : Text::plain(markLabel(at, panel.x.marks)), own)};
        for (const Layer& layer : panel.layers)
            row.push_back(unit.ofTime ? cell(layer.values[index]) : bytesCell(layer.values[index]));
        row.push_back(cell(panel.totalAt(index), true));
        for (const RowNumbers& numbers : panel.numbers)
            row.push_back(writtenCell(rowText(numbers, index)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

TableCell wordsCell(Text text, bool strong)
{
    TableCell cell;
    cell.text = std::move(text);
    cell.strong = strong;
    return cell;
}

TableCell bytesCell(Bytes bytes, bool over, bool strong)
{
    TableCell cell;
    cell.kind = CellKind::Amount;
    cell.number = bytes;
    cell.over = over;
    cell.strong = strong;
    return cell;
}

TableCell noCell()
{
    TableCell cell;
    cell.kind = CellKind::None;
    return cell;
}

TableCell countCell(std::int64_t count)
{
    TableCell cell;
    cell.kind = CellKind::Count;
    cell.number = count;
    return cell;
}

TableCell realCell(double number, std::optional<int> decimals)
{
    TableCell cell;
    cell.kind = CellKind::Real;
    cell.real = number;
    cell.decimals = decimals;
    return cell;
}

TableCell writtenCell(std::string number, bool strong)
{
    TableCell cell = wordsCell(Text::plain(std::move(number)), strong);
    cell.kind = CellKind::Written;
    return cell;
}

TableCell keyCell(KeyPath key)
{
    TableCell cell;
    cell.kind = CellKind::KeyName;
    cell.key = key;
    return cell;
}

TableCell valueCell(KeyPath key, Value value)
{
    TableCell cell;
    cell.kind = CellKind::KeyValue;
    cell.key = key;
    cell.value = std::move(value);
    return cell;
}

std::string changeText(double change, int decimals, std::string_view unit)
{
    const std::string digits = fixed(std::abs(change), decimals);
    if (digits == fixed(0, decimals))
        return "±0";
    return (change < 0 ? "−" : "+") + digits + std::string(unit);
}

std::string cellText(const TableCell& cell, const Translator& words,
                     const std::function<std::string(Bytes)>& amount)
{
    const std::string plus = cell.number > 0 ? "+" : "";
    switch (cell.kind) {
    case CellKind::Sentence:
    case CellKind::Written:
        return words(cell.text);
    case CellKind::Amount:
        return (cell.rough ? "≈ " : "") + amount(cell.number);
    case CellKind::Count:
        return grouped(cell.number);
    case CellKind::Real:
        return cell.decimals ? fixed(cell.real, *cell.decimals) : amountText(cell.real);
    case CellKind::AmountAway:
        return plus + amount(cell.number);
    case CellKind::CountAway:
        return plus + grouped(cell.number);
    case CellKind::KeyName:
        return words(cell.key->text().data());
    case CellKind::KeyValue:
        return settingText(cell.value);
    case CellKind::None:
        break;
    }
    return {};
}

bool FigureTable::isNumeric(std::size_t column) const
{
    return std::ranges::any_of(rows, [column](const std::vector<TableCell>& row) {
        return column < row.size() && row[column].isNumber();
    });
}

FigureTable picked(const FigureTable& table, std::initializer_list<std::size_t> columns)
{
    FigureTable some;
    some.title = table.title;
    some.note = table.note;
    some.rows.resize(table.rows.size());
    for (const std::size_t column : columns) {
        some.heads.push_back(table.heads[column]);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            some.rows[row].push_back(table.rows[row][column]);
    }
    return some;
}

std::vector<std::vector<std::string>>
textsOf(const FigureTable& table, const Translator& words,
        const std::function<std::string(const TableCell&)>& written)
{
    std::vector<std::vector<std::string>> texts(1);
    for (const Text& head : table.heads)
        texts.front().push_back(words(head));
    for (const std::vector<TableCell>& row : table.rows) {
        texts.emplace_back();
        for (const TableCell& cell : row)
            texts.back().push_back(written(cell));
    }
    return texts;
}

FigureTable figureTable(const Figure& figure)
{
    if (figure.panels.empty())
        return {};
    return figure.panels.size() == 1 ? tickRows(figure) : panelRows(figure);
}

} // namespace highwater
