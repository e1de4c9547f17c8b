// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "padding.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {

std::size_t terminalWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, startsLetter));
}

std::string percent(const std::optional<double>& part, int decimals)
{
    return part ? fixed(100 * *part, decimals) + " %" : "-";
}

std::string signedPercent(const std::optional<double>& part)
{
    return (part && *part > 0 ? "+" : "") + percent(part, 1);
}

std::string leftAligned(const std::string& text, std::size_t columns)
{
    const std::size_t used = terminalWidth(text);
    return used < columns ? text + std::string(columns - used, ' ') : text;
}

std::string rightAligned(const std::string& text, std::size_t columns)
{
    const std::size_t used = terminalWidth(text);
    return used < columns ? std::string(columns - used, ' ') + text : text;
}

std::string titles(std::size_t first, std::initializer_list<const char*> columns, std::size_t width)
{
    std::string line(first, ' ');
    for (const char* title : columns)
        line += rightAligned(title, width);
    return line + "\n";
}

std::string wrapped(const std::string& start, std::string_view words, std::size_t mostColumns)
{
    std::vector<std::string> list;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        list.emplace_back(words.substr(at, end - at));
        at = end + 1;
    }
    return wrapped(start, list, mostColumns);
}

std::string wrapped(const std::string& start, const std::vector<std::string>& words,
                    std::size_t mostColumns)
{
    std::string text = start;
    const std::size_t indent = terminalWidth(start);
    std::size_t used = indent;
    for (const std::string& word : words) {
        if (used > indent && used + 1 + terminalWidth(word) > mostColumns) {
            text += "\n" + std::string(indent, ' ');
            used = indent;
        }
        if (used > indent) {
            text += ' ';
            ++used;
        }
        text += word;
        used += terminalWidth(word);
    }
    return text + "\n";
}

std::string setOption(KeyPath key, const Value& value)
{
    return " --set " + std::string(key) + "=" + settingText(value);
}

std::string withoutTrailingBlanks(const std::string& text)
{
    std::string result;
    for (const char letter : text) {
        if (letter == '\n')
            while (!result.empty() && result.back() == ' ')
                result.pop_back();
        result += letter;
    }
    return result;
}

} // namespace highwater
