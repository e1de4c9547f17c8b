// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/page.h"
#include "core/exchange/svg.h"
#include "core/office/drawing_ml.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace highwater {
namespace {

/// Light, as paper is.
constexpr std::string_view pageStyle = R"(
body { margin: 0 auto; padding: 24px; max-width: 900px; color: #1A1D21; background: #FFFFFF;
       font-size: 11pt; line-height: 1.4; }
h1 { font-size: 18pt; margin: 0 0 8pt 0; }
h2 { font-size: 13pt; margin: 18pt 0 6pt 0; }
p { margin: 6pt 0; }
blockquote { margin: 8pt 0; padding-left: 10pt; border-left: 3px solid #C9CDD2; color: #4A5058; }
table { border-collapse: collapse; width: 100%; margin: 8pt 0; font-size: 8.5pt; }
caption { text-align: left; font-weight: bold; padding-bottom: 4pt; }
th, td { border-bottom: 1px solid #C9CDD2; padding: 3px 6px; text-align: left; vertical-align: top;
         overflow-wrap: break-word; }
th.number, td.number { text-align: right; white-space: nowrap; }
code, pre { font-size: 9pt; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #F1F2F4; padding: 8px; }
ul { padding-left: 18pt; margin: 6pt 0; }
svg { width: 100%; height: auto; margin: 8pt 0; }
article + article { border-top: 1px solid #C9CDD2; margin-top: 32pt; padding-top: 16pt; }
@page { size: A4; margin: 16mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; }
  article + article { break-before: page; border: 0; margin: 0; padding: 0; }
  h2 { break-after: avoid; }
  tr, svg { break-inside: avoid; }
  thead { display: table-header-group; }
}
)";

/// A browser takes the first font that it has; a document that Qt lays out has a font already.
constexpr std::string_view fontStyle = R"(
body { font-family: Arial, Helvetica, 'Liberation Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif; }
code, pre { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
)";

/// Text of several lines, which may be from outside.
std::string escapedLines(std::string_view text, std::string_view between)
{
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.append(lines.empty() ? "" : between).append(xmlText(line));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// An element with an end, which HTML wants of those without content too.
std::string element(std::string_view name, std::initializer_list<XmlAttribute> attributes,
                    std::string_view content)
{
    std::string text = xmlElement(name, attributes, content);
    if (!content.empty())
        return text;
    text.resize(text.size() - std::string_view("/>").size());
    return text.append("></").append(name).append(">");
}

/// The width of a text and of its longest part that no line ends in, in Latin letters.
struct LetterWidth
{
    int whole = 0, longest = 0;
};

LetterWidth widthOf(std::string_view text)
{
    LetterWidth width;
    int part = 0;
    for (const char each : text) {
        if (!startsLetter(each))
            continue;
        const bool wide = isWideLetter(each); // lines of Chinese end anywhere
        width.whole += wide ? 2 : 1;
        part = wide ? 2 : each == ' ' ? 0 : part + 1;
        width.longest = std::max(width.longest, part);
        if (each == '/')
            part = 0;
    }
    return width;
}

/// The shares of the columns in the width of a table, in percent: each has its longest word, or its
/// longest number, and columns of sentences share what is left. Left to itself, a reader tears
/// words in narrow columns.
std::vector<int> columnShares(const std::vector<std::vector<std::string>>& rows,
                              const std::vector<bool>& numeric)
{
    constexpr double letters = 113; // of 8.5 points, in the width of A4
    constexpr double padding = 3;
    std::vector<double> needs(numeric.size()), wishes(numeric.size());
    for (std::size_t column = 0; column < needs.size(); ++column) {
        double whole = 0, longest = 0;
        for (const auto& row : rows) {
            if (column >= row.size())
                continue; // a row of a stage between others has fewer cells
            const LetterWidth width = widthOf(row[column]);
            whole = std::max<double>(whole, width.whole);
            longest = std::max<double>(longest, width.longest);
        }
        needs[column] = padding + (numeric[column] ? whole : longest);
        wishes[column] = numeric[column] ? 0 : std::sqrt(whole - longest);
    }
    const double needed = std::accumulate(needs.begin(), needs.end(), 0.0);
    const double wished = std::accumulate(wishes.begin(), wishes.end(), 0.0);
    const double left = std::max(0.0, letters - needed);
    std::vector<int> shares;
    for (std::size_t column = 0; column < needs.size(); ++column) {
        const double more = wished > 0 ? left * wishes[column] / wished : 0;
        const double of = needed + (wished > 0 ? left : 0);
        shares.push_back(static_cast<int>(std::lround(100 * (needs[column] + more) / of)));
    }
    return shares;
}

struct HtmlWriter
{
    const Translator& words;
    HtmlPictures pictures;
    std::size_t* nextPicture;
    bool isFurther; ///< not the first page of the document

    std::string operator()(const PageHeading& heading) const
    {
        if (!heading.isTitle)
            return element("h2", {}, xmlText(heading.text));
        // A reader without the style sheet's rule for sheets has that of the heading.
        return isFurther && pictures == HtmlPictures::Named
            ? element("h1", {{"style", "page-break-before: always"}}, xmlText(heading.text))
            : element("h1", {}, xmlText(heading.text));
    }
    std::string operator()(const PageParagraph& paragraph) const
    {
        const std::string text = xmlText(paragraph.text);
        return element("p", {}, paragraph.strong ? element("strong", {}, text) : text);
    }
    std::string operator()(const PageQuotation& quotation) const
    {
        return element("blockquote", {}, escapedLines(quotation.text, "<br/>"));
    }
    std::string operator()(const PageList& list) const
    {
        std::string items;
        for (const PageItem& item : list.items) {
            std::string text;
            if (!item.label.empty())
                text = xmlText(item.label) + " ";
            if (!item.key.empty())
                text += element("code", {}, xmlText(item.key)) + ": ";
            text += xmlText(item.text);
            if (!item.source.empty())
                text += " (" + xmlText(item.source) + ")";
            items += element("li", {}, text) + "\n";
        }
        return element("ul", {}, "\n" + items);
    }
    std::string operator()(const PageTable& table) const
    {
        const auto rows = textsOf(table.table, words, [this](const TableCell& cell) {
            return cellText(cell, words, inGib);
        });
        std::vector<bool> numeric(table.table.heads.size());
        for (std::size_t column = 0; column < numeric.size(); ++column)
            numeric[column] = table.table.isNumeric(column);
        const auto shares = columnShares(rows, numeric);
        const auto row = [&](std::size_t index, std::string_view kind) {
            std::string cells;
            for (std::size_t column = 0; column < rows[index].size(); ++column) {
                std::string content = xmlText(rows[index][column]);
                if (index > 0 && table.table.rows[index - 1][column].strong)
                    content = element("strong", {}, content);
                const std::string width = std::to_string(shares[column]) + "%";
                if (numeric[column])
                    cells += index == 0
                        ? element(kind, {{"class", "number"}, {"align", "right"}, {"width", width}},
                                  content)
                        : element(kind, {{"class", "number"}, {"align", "right"}}, content);
                else
                    cells += index == 0 ? element(kind, {{"width", width}}, content)
                                        : element(kind, {}, content);
            }
            return element("tr", {}, cells) + "\n";
        };
        std::string body;
        for (std::size_t index = 1; index < rows.size(); ++index)
            body += row(index, "td");
        return element("table", {{"width", "100%"}},
                       "\n" + element("thead", {}, row(0, "th"))
                           + element("tbody", {}, "\n" + body));
    }
    std::string operator()(const PageCode& code) const
    {
        return element("pre", {}, escapedLines(code.text, "\n"));
    }
    std::string operator()(const PagePicture& picture) const
    {
        const std::size_t index = (*nextPicture)++;
        if (pictures == HtmlPictures::Inside)
            return svgWithin(picture.scene, "picture" + std::to_string(index) + "-");
        return element(
            "p", {{"style", "line-height: 100%"}},
            xmlElement("img", {{"src", pictureName(index)}, {"alt", picture.scene.title}}));
    }
};

} // namespace

std::string pictureName(std::size_t index)
{
    return "picture:" + std::to_string(index);
}

std::string htmlOf(std::span<const LanguagePage> pages, HtmlPictures pictures)
{
    std::string title, body;
    std::size_t nextPicture = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const LanguagePage& each = pages[i];
        std::string text;
        for (const PageBlock& block : each.page) {
            if (const auto* heading = std::get_if<PageHeading>(&block);
                heading && heading->isTitle && title.empty())
                title = heading->text;
            text += std::visit(HtmlWriter{each.words, pictures, &nextPicture, i > 0}, block) + "\n";
        }
        body += element("article", {{"lang", languageTag(each.language)}}, "\n" + text) + "\n";
    }
    const std::string language = pages.empty() ? "en-US" : languageTag(pages.front().language);
    return "<!DOCTYPE html>\n<html lang=\"" + language
        + "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"generator\" content=\"Highwater\"/>\n<title>"
        + xmlText(title) + "</title>\n<style>" + std::string(pageStyle)
        + (pictures == HtmlPictures::Inside ? std::string(fontStyle) : std::string())
        + "</style>\n</head>\n<body>\n" + body + "</body>\n</html>\n";
}

} // namespace highwater
