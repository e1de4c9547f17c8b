// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// The manual, which the window shows as its help: pages of Markdown in each language.
namespace highwater {

/// A file of resources/help.
struct ManualFile
{
    std::string_view folder; ///< a language, "pictures", or "html"
    std::string_view name; ///< "zero.md"
    std::string_view text;
};
std::span<const ManualFile> manualFiles();
/// The text of a file; empty where there is none.
std::string_view manualFile(std::string_view folder, std::string_view name);

/// The page of contents: its headings are the groups, and its lists give the pages their order.
inline constexpr const char* manualContents = "index";

/// The page as Markdown, "keys" with its tables; empty where the language has no such page.
std::string manualPage(std::string_view language, std::string_view name);

/// The names of the pages in the order of the contents, which are the first; none for a language
/// without a manual.
std::vector<std::string> manualPages(std::string_view language);

/// The languages that have a manual, English first.
std::vector<std::string> manualLanguages();

/// A place that a link of a page leads to: "zero.md#stage" or "#stage".
struct ManualPlace
{
    std::string page, anchor;
};
ManualPlace linkedPlace(std::string_view link, std::string_view fromPage);

} // namespace highwater
