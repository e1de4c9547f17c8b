// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual.h"

#include "core/manual/key_tables.h"
#include "core/manual/markdown.h"
#include "core/words/words.h"

#include <algorithm>

namespace highwater {

std::string_view manualFile(std::string_view folder, std::string_view name)
{
    const auto files = manualFiles();
    const auto found = std::ranges::find_if(
        files, [&](const ManualFile& file) { return file.folder == folder && file.name == name; });
    return found == files.end() ? std::string_view() : found->text;
}

std::string manualPage(std::string_view language, std::string_view name)
{
    const std::string_view text = manualFile(language, std::string(name) + ".md");
    return name == "keys" ? withKeyTables(text, language) : std::string(text);
}

std::vector<std::string> manualPages(std::string_view language)
{
    std::vector<std::string> names;
    const std::string_view contents = manualFile(language, std::string(manualContents) + ".md");
    if (contents.empty())
        return names;
    names.emplace_back(manualContents);
    for (const MarkdownBlock& block : markdownBlocks(contents))
        for (const MarkdownSpan& span : block.spans) {
            const std::string page = linkedPlace(span.target, manualContents).page;
            if (!span.target.empty() && std::ranges::find(names, page) == names.end())
                names.push_back(page);
        }
    return names;
}

std::vector<std::string> manualLanguages()
{
    std::vector<std::string> languages;
    for (const std::string& language : languageCodes())
        if (!manualPages(language).empty())
            languages.push_back(language);
    return languages;
}

ManualPlace linkedPlace(std::string_view link, std::string_view fromPage)
{
    const std::size_t mark = std::min(link.find('#'), link.size());
    std::string_view file = link.substr(0, mark);
    if (file.ends_with(".md"))
        file.remove_suffix(3);
    return {std::string(file.empty() ? fromPage : file),
            std::string(link.substr(std::min(mark + 1, link.size())))};
}

} // namespace highwater
