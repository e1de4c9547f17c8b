// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_html.h"

#include "core/figure/figure.h"
#include "core/json/json.h"
#include "core/manual/manual.h"
#include "core/manual/markdown.h"
#include "core/words/words.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

/// What the pages have in common in one language.
struct Edition
{
    std::string language;
    Translator words;
    std::vector<std::string> pages;
};

/// "zh-CN"
std::string tagOf(std::string language)
{
    std::ranges::replace(language, '_', '-');
    return language;
}

std::string said(const Edition& edition, const char* source)
{
    return htmlText(edition.words(Text{source}));
}

/// "zero.html#stage"
std::string addressOf(const ManualPlace& place)
{
    return place.page + ".html" + (place.anchor.empty() ? "" : "#" + place.anchor);
}

std::string spansHtml(const std::vector<MarkdownSpan>& spans, std::string_view page)
{
    std::string html;
    for (const MarkdownSpan& span : spans) {
        std::string part = htmlText(span.text);
        if (span.code)
            part = "<code>" + part + "</code>";
        if (span.strong)
            part = "<strong>" + part + "</strong>";
        if (!span.target.empty())
            part = "<a href=\"" + htmlText(addressOf(linkedPlace(span.target, page))) + "\">" + part
                + "</a>";
        html += part;
    }
    return html;
}

/// The picture itself, which the page's style then gives the colours of a dark desktop.
std::string pictureHtml(const MarkdownBlock& block)
{
    std::string_view drawing = manualFile("pictures", block.spans.front().target);
    drawing.remove_prefix(std::min(drawing.find("<svg"), drawing.size()));
    return "<figure role=\"img\" aria-label=\"" + htmlText(plainText(block.spans)) + "\">\n"
        + std::string(drawing) + "</figure>\n";
}

std::string tableHtml(const MarkdownBlock& block, std::string_view page)
{
    std::string html = "<div class=\"wide\"><table>\n";
    for (std::size_t row = 0; row < block.rows.size(); ++row) {
        const std::string cell = row == 0 ? "th" : "td";
        html += row == 0 ? "<thead><tr>" : row == 1 ? "<tbody>\n<tr>" : "<tr>";
        for (std::size_t i = 0; i < block.rows[row].size(); ++i) {
            const bool right = i < block.right.size() && block.right[i];
            html += "<" + cell + (right ? " class=\"number\">" : ">")
                + spansHtml(block.rows[row][i], page) + "</" + cell + ">";
        }
        html += row == 0 ? "</tr></thead>\n" : "</tr>\n";
    }
    return html + (block.rows.size() > 1 ? "</tbody>\n" : "") + "</table></div>\n";
}

std::string headingHtml(const MarkdownBlock& block, std::string_view page)
{
    const std::string name = "h" + std::to_string(block.level);
    const std::string id = block.anchor.empty() ? "" : " id=\"" + htmlText(block.anchor) + "\"";
    return "<" + name + id + ">" + spansHtml(block.spans, page) + "</" + name + ">\n";
}

std::string blockHtml(const MarkdownBlock& block, std::string_view page)
{
    switch (block.kind) {
    case MarkdownKind::Heading:
        return headingHtml(block, page);
    case MarkdownKind::Item:
    case MarkdownKind::NumberedItem:
        return "<li>" + spansHtml(block.spans, page) + "</li>\n";
    case MarkdownKind::Picture:
        return pictureHtml(block);
    case MarkdownKind::Code:
        return "<pre><code>" + htmlText(block.code) + "</code></pre>\n";
    case MarkdownKind::Table:
        return tableHtml(block, page);
    case MarkdownKind::Paragraph:
        break;
    }
    return "<p>" + spansHtml(block.spans, page) + "</p>\n";
}

/// The element that holds blocks of the kind; none for blocks that stand by themselves.
std::string listElement(MarkdownKind kind)
{
    return kind == MarkdownKind::Item ? "ul" : kind == MarkdownKind::NumberedItem ? "ol" : "";
}

std::string articleHtml(const std::vector<MarkdownBlock>& blocks, std::string_view page)
{
    std::string html, open;
    const auto goInto = [&](const std::string& list) {
        if (list == open)
            return;
        html
            += (open.empty() ? "" : "</" + open + ">\n") + (list.empty() ? "" : "<" + list + ">\n");
        open = list;
    };
    for (const MarkdownBlock& block : blocks) {
        goInto(listElement(block.kind));
        html += blockHtml(block, page);
    }
    goInto({});
    return html;
}

std::string titleOf(const std::vector<MarkdownBlock>& blocks)
{
    return blocks.empty() ? std::string() : plainText(blocks.front().spans);
}

std::string titleOf(const Edition& edition, std::string_view page)
{
    return titleOf(markdownBlocks(manualPage(edition.language, page)));
}

/// The groups of pages beside the text, the page itself marked.
std::string contentsHtml(const Edition& edition, std::string_view page)
{
    std::string html;
    bool isOpen = false;
    for (const MarkdownBlock& block :
         markdownBlocks(manualPage(edition.language, manualContents))) {
        if (block.kind == MarkdownKind::Heading && block.level == 2) {
            html += isOpen ? "</ul>\n" : "";
            html += "<p>" + htmlText(plainText(block.spans)) + "</p>\n<ul>\n";
            isOpen = true;
        }
        if (block.kind != MarkdownKind::Item || block.spans.empty())
            continue;
        const MarkdownSpan& link = block.spans.front();
        const ManualPlace place = linkedPlace(link.target, manualContents);
        html += "<li><a href=\"" + htmlText(addressOf(place)) + "\""
            + (place.page == page ? " aria-current=\"page\"" : "") + ">" + htmlText(link.text)
            + "</a></li>\n";
    }
    return html + (isOpen ? "</ul>\n" : "");
}

/// Links to the page before and the page after this one, in the order of the contents.
std::string neighboursHtml(const Edition& edition, std::string_view page)
{
    const auto at = std::ranges::find(edition.pages, page);
    std::string html = "<nav class=\"neighbours\">";
    if (at != edition.pages.begin())
        html += "<a rel=\"prev\" href=\"" + *(at - 1) + ".html\">← "
            + htmlText(titleOf(edition, *(at - 1))) + "</a>";
    if (at + 1 != edition.pages.end())
        html += "<a rel=\"next\" href=\"" + *(at + 1) + ".html\">"
            + htmlText(titleOf(edition, *(at + 1))) + " →</a>";
    return html + "</nav>\n";
}

std::string languagesHtml(const std::vector<Edition>& editions, const Edition& present,
                          std::string_view page)
{
    std::string html;
    for (const Edition& edition : editions)
        if (edition.language != present.language) {
            const bool has = std::ranges::find(edition.pages, page) != edition.pages.end();
            html += "<a lang=\"" + tagOf(edition.language) + "\" hreflang=\""
                + tagOf(edition.language) + "\" href=\"../" + edition.language + "/"
                + std::string(has ? page : manualContents) + ".html\">"
                + languageName(edition.language) + "</a>";
        }
    return html;
}

constexpr const char* headStart
    = "<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n";

std::string pageHtml(const std::vector<Edition>& editions, const Edition& edition,
                     std::string_view page)
{
    const auto blocks = markdownBlocks(manualPage(edition.language, page));
    return "<!DOCTYPE html>\n<html lang=\"" + tagOf(edition.language) + "\">\n<head>\n" + headStart
        + "<title>" + htmlText(titleOf(blocks)) + " · Highwater</title>\n"
        + "<link rel=\"stylesheet\" href=\"../manual.css\"/>\n</head>\n<body>\n"
        + "<header><a class=\"home\" href=\"index.html\">Highwater</a>"
        + "<form role=\"search\"><input id=\"page-search\" type=\"search\" autocomplete=\"off\" "
        + "aria-label=\"" + said(edition, HW_TR("core", "Search the manual")) + "\" placeholder=\""
        + said(edition, HW_TR("core", "Search the manual")) + "\"/></form>"
        + languagesHtml(editions, edition, page) + "</header>\n"
        + "<div class=\"columns\">\n<nav id=\"page-contents\" aria-label=\""
        + said(edition, HW_TR("core", "Contents")) + "\">\n<details open=\"open\">\n<summary>"
        + said(edition, HW_TR("core", "Contents")) + "</summary>\n" + contentsHtml(edition, page)
        + "</details>\n</nav>\n<main>\n<div id=\"page-hits\" role=\"status\" hidden=\"hidden\" "
        + "data-none=\"" + said(edition, HW_TR("core", "No section has all of these words."))
        + "\"></div>\n<article>\n" + articleHtml(blocks, page) + "</article>\n"
        + neighboursHtml(edition, page) + "</main>\n</div>\n<script src=\"sections.js\"></script>\n"
        + "<script src=\"../search.js\"></script>\n</body>\n</html>\n";
}

/// "#2e8b6f", as the pictures write it.
std::string hexOf(std::uint32_t colour)
{
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "#";
    for (int shift = 20; shift >= 0; shift -= 4)
        text += digits[colour >> shift & 0xF];
    return text;
}

/// The style of all pages. Pictures are drawn in the colours of the light theme; those of the bands
/// and of the limit get rules of their own for a dark desktop, the others follow the page's.
std::string styleSheet()
{
    const Palette &light = lightPalette(), &dark = darkPalette();
    std::string rules;
    const auto add = [&rules](std::uint32_t from, std::uint32_t to) {
        for (const char* attribute : {"fill", "stroke"})
            rules += std::string("  svg [") + attribute + "=\"" + hexOf(from) + "\"] { " + attribute
                + ": " + hexOf(to) + "; }\n";
    };
    for (std::size_t i = 0; i < groupCount; ++i) {
        add(light.fill[i], dark.fill[i]);
        add(light.edge[i], dark.edge[i]);
    }
    add(light.limit, dark.limit);
    return std::string(manualFile("html", "manual.css")) + "@media (prefers-color-scheme: dark) {\n"
        + rules + "}\n";
}

/// The text of every section, for the search.
std::string sectionsScript(const Edition& edition)
{
    std::string script = "const sections = [\n";
    for (const std::string& page : edition.pages) {
        const auto blocks = markdownBlocks(manualPage(edition.language, page));
        std::string anchor, heading, text;
        const auto add = [&] {
            if (!heading.empty())
                script += Json::array({addressOf({page, anchor}), titleOf(blocks), heading, text})
                              .onOneLine()
                    + ",\n";
        };
        for (const MarkdownBlock& block : blocks) {
            if (block.kind == MarkdownKind::Heading) {
                add();
                anchor = block.anchor;
                heading = plainText(block.spans);
                text.clear();
                continue;
            }
            text += plainText(block.spans) + block.code + " ";
            for (const auto& row : block.rows)
                for (const auto& cell : row)
                    text += plainText(cell) + " ";
        }
        add();
    }
    return script + "];\n";
}

/// The first page of the folder: the languages.
std::string frontHtml(const std::vector<Edition>& editions)
{
    std::string html = std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n") + headStart
        + "<title>Highwater</title>\n<link rel=\"stylesheet\" href=\"manual.css\"/>\n</head>\n"
          "<body>\n<main class=\"front\">\n<h1>Highwater</h1>\n<ul>\n";
    for (const Edition& edition : editions)
        html += "<li><a lang=\"" + tagOf(edition.language) + "\" href=\"" + edition.language
            + "/index.html\">" + languageName(edition.language) + "</a></li>\n";
    return html + "</ul>\n</main>\n</body>\n</html>\n";
}

} // namespace

std::string htmlText(std::string_view text)
{
    std::string html;
    for (const char letter : text)
        html += letter == '&' ? "&amp;"
            : letter == '<'   ? "&lt;"
            : letter == '>'   ? "&gt;"
            : letter == '"'   ? "&quot;"
                              : std::string(1, letter);
    return html;
}

std::vector<WrittenPage> manualHtml()
{
    std::vector<Edition> editions;
    for (const std::string& language : manualLanguages())
        editions.push_back({language, *wordsIn(language), manualPages(language)});
    std::vector<WrittenPage> files{
        {"index.html", frontHtml(editions)},
        {"manual.css", styleSheet()},
        {"search.js", std::string(manualFile("html", "search.js"))},
    };
    for (const Edition& edition : editions) {
        for (const std::string& page : edition.pages)
            files.push_back(
                {edition.language + "/" + page + ".html", pageHtml(editions, edition, page)});
        files.push_back({edition.language + "/sections.js", sectionsScript(edition)});
    }
    return files;
}

} // namespace highwater
