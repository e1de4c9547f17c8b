// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_csv.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace highwater {
namespace {

/// In quotes where a comma, a quote or a line end would make it more than one field.
std::string field(const std::string& text, char separator)
{
    if (text.find_first_of(std::string("\"\r\n") + separator) == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

std::string row(const std::vector<std::string>& cells, char separator)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += (i == 0 ? "" : std::string(1, separator)) + field(cells[i], separator);
    return text + "\n";
}

/// The bands of all panels, bottom first, and the compared plans.
struct Columns
{
    std::vector<std::pair<Group, Text>> groups;
    std::vector<Text> curves;
    std::optional<Text> overlay;
};

Columns columnsOf(const Figure& figure)
{
    Columns columns;
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
        if (panel.overlay)
            columns.overlay = panel.overlay->name;
    return columns;
}

} // namespace

std::string figureCsv(const Figure& figure, const Translator& words, char separator)
{
    if (figure.panels.empty())
        return {};
    const Columns columns = columnsOf(figure);
    const bool titled = figure.panels.size() > 1;
    const auto inBytes = [&](const Text& name) {
        return words({HW_TR("core", "%1 (bytes)"), {words(name)}});
    };
    std::vector<std::string> cells;
    if (titled)
        cells.push_back(words({HW_TR("core", "Panel")}));
    const bool named = !figure.panels.front().names.empty();
    if (named)
        cells.push_back(words({HW_TR("core", "Event")}));
    cells.push_back(words(named ? Text(HW_TR("core", "Place in the order, in half units"))
                                : figure.panels.front().x.title));
    for (const auto& [group, name] : columns.groups)
        cells.push_back(inBytes(name));
    if (!columns.groups.empty())
        cells.push_back(inBytes({HW_TR("core", "Total")}));
    for (const Text& name : columns.curves)
        cells.push_back(inBytes(name));
    if (columns.overlay)
        cells.push_back(inBytes(*columns.overlay));
    if (figure.limit)
        cells.push_back(inBytes({HW_TR("core", "Capacity")}));
    std::string text = row(cells, separator);

    for (const Panel& panel : figure.panels)
        for (std::size_t i = 0; i < panel.xs.size(); ++i) {
            cells.clear();
            if (titled)
                cells.push_back(words(panel.title));
            if (named)
                cells.push_back(i < panel.names.size() ? words(panel.names[i]) : std::string());
            cells.push_back(std::to_string(panel.xs[i]));
            for (const auto& [group, name] : columns.groups) {
                const auto layer = std::ranges::find(panel.layers, group, &Layer::group);
                cells.push_back(std::to_string(layer == panel.layers.end() ? 0 : layer->values[i]));
            }
            if (!columns.groups.empty())
                cells.push_back(std::to_string(panel.totalAt(i)));
            for (std::size_t curve = 0; curve < columns.curves.size(); ++curve)
                cells.push_back(curve < panel.curves.size()
                                    ? std::to_string(panel.curves[curve].values[i])
                                    : std::string());
            if (columns.overlay)
                cells.push_back(panel.overlay ? std::to_string(panel.overlay->values[i])
                                              : std::string());
            if (figure.limit)
                cells.push_back(std::to_string(figure.limit->at));
            text += row(cells, separator);
        }
    return text;
}

} // namespace highwater
