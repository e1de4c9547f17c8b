// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_csv.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace highwater {
namespace {

std::string field(const std::string& text, char separator)
{
    if (text.find_first_of(std::string("\"\r\n") + separator) == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

/// The bands of all panels, bottom first, and the compared plans.
struct CsvColumns
{
    std::vector<std::pair<Group, Text>> groups;
    std::vector<Text> curves;
    std::vector<Text> overlays;
    bool baseline = false;
};

CsvColumns columnsOf(const Figure& figure)
{
    CsvColumns columns;
    for (std::size_t i = 0; i < groupCount; ++i)
        for (const Panel& panel : figure.panels) {
            const auto found
                = std::ranges::find(panel.layers, static_cast<Group>(i), &Layer::group);
            if (found == panel.layers.end())
                continue;
            columns.groups.emplace_back(found->group, found->name);
            break;
        }
    for (const Panel& panel : figure.panels)
        for (std::size_t i = columns.curves.size(); i < panel.curves.size(); ++i)
            columns.curves.push_back(panel.curves[i].name);
    for (const Panel& panel : figure.panels)
        for (std::size_t i = columns.overlays.size(); i < panel.overlays.size(); ++i)
            columns.overlays.push_back(panel.overlays[i].name);
    columns.baseline = std::ranges::any_of(
        figure.panels, [](const Panel& panel) { return panel.baseline.has_value(); });
    return columns;
}

/// The bytes of a row: the bands and their sum, the curves, the lines over them, the baseline, the
/// limit.
std::vector<std::optional<Bytes>> bytesAt(const Figure& figure, const CsvColumns& columns,
                                          const Panel& panel, std::size_t i)
{
    std::vector<std::optional<Bytes>> row;
    for (const auto& [group, name] : columns.groups) {
        const auto layer = std::ranges::find(panel.layers, group, &Layer::group);
        row.emplace_back(layer == panel.layers.end() ? 0 : layer->values[i]);
    }
    if (!columns.groups.empty())
        row.emplace_back(panel.totalAt(i));
    for (std::size_t curve = 0; curve < columns.curves.size(); ++curve)
        row.push_back(curve < panel.curves.size() ? std::optional(panel.curves[curve].values[i])
                                                  : std::nullopt);
    for (std::size_t line = 0; line < columns.overlays.size(); ++line)
        row.push_back(line < panel.overlays.size() ? std::optional(panel.overlays[line].values[i])
                                                   : std::nullopt);
    if (columns.baseline)
        row.push_back(panel.baseline ? std::optional(panel.baseline->values[i]) : std::nullopt);
    if (figure.limit)
        row.emplace_back(figure.limit->at);
    return row;
}

/// A number, rounded to a millionth of the unit, with a point and without separators, so that
/// spreadsheets can read it.
std::string unitCell(Bytes bytes, ValueUnit unit)
{
    constexpr double fine = 1e6;
    return shortest(std::round(fine * inUnit(bytes, unit)) / fine);
}

} // namespace

std::string csvRow(const std::vector<std::string>& cells, char separator)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += (i == 0 ? "" : std::string(1, separator)) + field(cells[i], separator);
    return text + "\n";
}

std::string figureCsv(const Figure& figure, const Translator& words, char separator)
{
    if (figure.panels.empty())
        return {};
    const CsvColumns columns = columnsOf(figure);
    const bool titled = figure.panels.size() > 1;
    std::vector<Text> names;
    for (const auto& [group, name] : columns.groups)
        names.push_back(name);
    if (!columns.groups.empty())
        names.push_back(figure.total);
    names.insert(names.end(), columns.curves.begin(), columns.curves.end());
    names.insert(names.end(), columns.overlays.begin(), columns.overlays.end());
    if (columns.baseline)
        names.emplace_back(HW_TR("core", "Baseline"));
    if (figure.limit)
        names.push_back({HW_TR("core", "Capacity")});

    std::vector<std::string> cells;
    if (titled)
        cells.push_back(words({HW_TR("core", "Panel")}));
    const Panel& first = figure.panels.front();
    const bool named = !first.names.empty();
    const bool ordered = named && first.x.marks != Marks::Letters // a letter is already in the name
        && !first.lying;
    if (ordered)
        cells.push_back(words({HW_TR("core", "Event")}));
    cells.push_back(
        words(ordered ? Text(HW_TR("core", "Place in the order, in half units")) : first.x.title));
    const bool whole = !figure.unit.ofTime; // seconds are estimated, bytes are counted
    for (const Text& name : names)
        if (whole)
            cells.push_back(words({HW_TR("core", "%1 (bytes)"), {words(name)}}));
    const std::string unit(nameOf(figure.unit));
    for (const Text& name : names)
        cells.push_back(words({HW_TR("core", "%1 (%2)"), {words(name), unit}}));
    for (const RowNumbers& numbers : first.numbers)
        cells.push_back(words(numbers.head));
    if (figure.method)
        cells.push_back(words({HW_TR("core", "Method")}));
    std::string text = csvRow(cells, separator);

    for (const Panel& panel : figure.panels)
        for (std::size_t i = 0; i < panel.xs.size(); ++i) {
            cells.clear();
            if (titled)
                cells.push_back(words(panel.title));
            if (named)
                cells.push_back(i < panel.names.size() ? words(panel.names[i]) : std::string());
            if (ordered || !named)
                cells.push_back(std::to_string(panel.xs[i]));
            const auto numbers = bytesAt(figure, columns, panel, i);
            for (const auto& bytes : numbers)
                if (whole)
                    cells.push_back(bytes ? std::to_string(*bytes) : std::string());
            for (const auto& bytes : numbers)
                cells.push_back(bytes ? unitCell(*bytes, figure.unit) : std::string());
            for (const RowNumbers& each : panel.numbers)
                cells.push_back(each.values[i] ? shortest(*each.values[i]) : std::string());
            if (figure.method)
                cells.push_back(words(*figure.method));
            text += csvRow(cells, separator);
        }
    return text;
}

std::string tableCsv(const FigureTable& table, ValueUnit unit, const Translator& words,
                     char separator)
{
    const auto exact = [&](const TableCell& cell) {
        return cell.kind == CellKind::Count ? std::to_string(cell.number)
            : cell.kind == CellKind::Real
            ? shortest(cell.real)
            : cellText(cell, words, [unit](Bytes bytes) { return unitCell(bytes, unit); });
    };
    std::string text;
    for (const std::vector<std::string>& row : textsOf(table, words, exact))
        text += csvRow(row, separator);
    return text;
}

} // namespace highwater
