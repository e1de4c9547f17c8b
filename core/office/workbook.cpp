// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/workbook.h"

#include "core/office/package.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/text.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <map>
#include <set>

namespace highwater {
namespace {

constexpr std::string_view spreadsheet
    = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr std::string_view spreadsheetType
    = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

std::string workbookPartType(std::string_view kind)
{
    return std::string(spreadsheetType).append(kind).append("+xml");
}

std::string relationship(std::string_view kind)
{
    return std::string(officeRelationship).append(kind);
}

std::string root(std::string_view name, std::string_view content)
{
    return std::string(xmlHead)
        + xmlElement(
               name,
               {{"xmlns", std::string(spreadsheet)},
                {"xmlns:r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"}},
               content);
}

/// The texts of all cells, each stored once.
class SharedStrings
{
public:
    std::size_t indexOf(const std::string& text)
    {
        ++m_uses;
        const auto [place, added] = m_index.try_emplace(text, m_index.size());
        if (added)
            m_xml += xmlElement("si", {},
                                xmlElement("t", {{"xml:space", "preserve"}}, xmlText(text)));
        return place->second;
    }
    std::string xml() const
    {
        return std::string(xmlHead)
            + xmlElement("sst",
                         {{"xmlns", std::string(spreadsheet)},
                          {"count", std::to_string(m_uses)},
                          {"uniqueCount", std::to_string(m_index.size())}},
                         m_xml);
    }

private:
    std::map<std::string, std::size_t> m_index;
    std::size_t m_uses = 0;
    std::string m_xml;
};

std::string cellXml(const Cell& cell, const std::string& place, SharedStrings& strings)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return xmlElement("c", {{"r", place}, {"t", "s"}},
                          xmlElement("v", {}, std::to_string(strings.indexOf(*text))));
    const auto* number = std::get_if<double>(&cell);
    return xmlElement(
        "c", {{"r", place}},
        xmlElement("v", {},
                   number ? shortest(*number) : std::to_string(std::get<std::int64_t>(cell))));
}

std::string rowXml(const std::vector<Cell>& cells, std::size_t row, SharedStrings& strings)
{
    const std::string number = std::to_string(row + 1);
    std::string content;
    for (std::size_t column = 0; column < cells.size(); ++column)
        if (cells[column] != Cell(std::string()))
            content += cellXml(cells[column], columnName(column) + number, strings);
    return xmlElement("row", {{"r", number}}, content);
}

std::string wholeRange(const Worksheet& sheet)
{
    return "A1:" + columnName(sheet.head.size() - 1) + std::to_string(sheet.rows.size() + 1);
}

std::string sheetXml(const Worksheet& sheet, bool first, SharedStrings& strings)
{
    std::string data = rowXml({sheet.head.begin(), sheet.head.end()}, 0, strings);
    for (std::size_t i = 0; i < sheet.rows.size(); ++i)
        data += rowXml(sheet.rows[i], i + 1, strings);
    std::string view = xmlElement("sheetView", {{"workbookViewId", "0"}});
    if (first)
        view = xmlElement("sheetView", {{"tabSelected", "1"}, {"workbookViewId", "0"}});
    std::string content = xmlElement("dimension", {{"ref", wholeRange(sheet)}})
        + xmlElement("sheetViews", {}, view)
        + xmlElement("sheetFormatPr", {{"defaultRowHeight", "15"}})
        + xmlElement("cols", {},
                     xmlElement("col",
                                {{"min", "1"},
                                 {"max", std::to_string(sheet.head.size())},
                                 {"width", "22"},
                                 {"customWidth", "1"}}))
        + xmlElement("sheetData", {}, data)
        + xmlElement("pageMargins",
                     {{"left", "0.7"},
                      {"right", "0.7"},
                      {"top", "0.75"},
                      {"bottom", "0.75"},
                      {"header", "0.3"},
                      {"footer", "0.3"}});
    if (sheet.table)
        content += xmlElement("tableParts", {{"count", "1"}},
                              xmlElement("tablePart", {{"r:id", relationshipId(0)}}));
    return root("worksheet", content);
}

std::string tableXml(const Worksheet& sheet, std::size_t number)
{
    const std::string id = std::to_string(number);
    std::string columns;
    for (std::size_t i = 0; i < sheet.head.size(); ++i)
        columns
            += xmlElement("tableColumn", {{"id", std::to_string(i + 1)}, {"name", sheet.head[i]}});
    return std::string(xmlHead)
        + xmlElement(
               "table",
               {{"xmlns", std::string(spreadsheet)},
                {"id", id},
                {"name", "Table" + id},
                {"displayName", "Table" + id},
                {"ref", wholeRange(sheet)},
                {"totalsRowShown", "0"}},
               xmlElement("tableColumns", {{"count", std::to_string(sheet.head.size())}}, columns)
                   + xmlElement("tableStyleInfo",
                                {{"name", "TableStyleLight1"},
                                 {"showFirstColumn", "0"},
                                 {"showLastColumn", "0"},
                                 {"showRowStripes", "0"},
                                 {"showColumnStripes", "0"}}));
}

/// The least that Excel accepts: one font, the two fills that every file has, one border.
constexpr std::string_view styles
    = R"(<fonts count="1"><font><sz val="11"/><name val="Arial"/><family val="2"/></font></fonts>)"
      R"(<fills count="2"><fill><patternFill patternType="none"/></fill>)"
      R"(<fill><patternFill patternType="gray125"/></fill></fills>)"
      R"(<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>)"
      R"(<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>)"
      R"(<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>)"
      R"(<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>)"
      R"(<dxfs count="0"/><tableStyles count="0"/>)";

/// Excel treats heads that differ only in case as equal, and refuses a table with two equal heads.
std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    });
    return text;
}

} // namespace

std::vector<std::string> columnHeads(std::vector<std::string> heads)
{
    constexpr std::size_t longest = 120; // of 255, with room for a suffix
    std::set<std::string> taken;
    for (std::string& head : heads) {
        std::string wanted = excerpt(head, longest);
        if (wanted.find_first_not_of(' ') == std::string::npos)
            wanted = "–";
        head = wanted;
        for (int i = 2; !taken.insert(lowerCase(head)).second; ++i)
            head = wanted + " (" + std::to_string(i) + ")";
    }
    return heads;
}

std::string columnName(std::size_t column)
{
    constexpr std::size_t letters = 26;
    const std::string last(1, static_cast<char>('A' + column % letters));
    return column < letters ? last : columnName(column / letters - 1) + last;
}

std::string cellRange(const Worksheet& sheet, std::size_t column, std::size_t first,
                      std::size_t last)
{
    const auto cell = [column](std::size_t row) {
        return "$" + columnName(column) + "$" + std::to_string(row + 1);
    };
    return sheet.name + "!" + cell(first) + (first == last ? "" : ":" + cell(last));
}

std::string workbookFile(const std::vector<Worksheet>& sheets)
{
    SharedStrings strings;
    std::vector<PackagePart> parts{{"/xl/workbook.xml", workbookPartType("sheet.main"), {}}};
    std::string list;
    std::vector<PackagePart> tables;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        list += xmlElement(
            "sheet", {{"name", sheets[i].name}, {"sheetId", number}, {"r:id", relationshipId(i)}});
        PackagePart part{"/xl/worksheets/sheet" + number + ".xml", workbookPartType("worksheet"),
                         sheetXml(sheets[i], i == 0, strings)};
        parts.front().relationships.push_back({relationship("worksheet"), part.name});
        if (sheets[i].table) {
            tables.push_back({"/xl/tables/table" + std::to_string(tables.size() + 1) + ".xml",
                              workbookPartType("table"), tableXml(sheets[i], tables.size() + 1)});
            part.relationships.push_back({relationship("table"), tables.back().name});
        }
        parts.push_back(std::move(part));
    }
    parts.front().content = root("workbook",
                                 xmlElement("bookViews", {}, xmlElement("workbookView"))
                                     + xmlElement("sheets", {}, list));
    parts.insert(parts.end(), tables.begin(), tables.end());
    parts.push_back({"/xl/styles.xml", workbookPartType("styles"), root("styleSheet", styles)});
    parts.push_back({"/xl/sharedStrings.xml", workbookPartType("sharedStrings"), strings.xml()});
    parts.front().relationships.push_back({relationship("styles"), "/xl/styles.xml"});
    parts.front().relationships.push_back({relationship("sharedStrings"), "/xl/sharedStrings.xml"});
    return officePackage(parts, {{relationship("officeDocument"), parts.front().name}});
}

} // namespace highwater
