// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "padding.h"

#include <algorithm>

namespace highwater {

std::size_t terminalWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0) != 0x80; }));
}

std::string leftAligned(std::string text, std::size_t columns)
{
    const std::size_t used = terminalWidth(text);
    return used < columns ? text + std::string(columns - used, ' ') : text;
}

std::string rightAligned(std::string text, std::size_t columns)
{
    const std::size_t used = terminalWidth(text);
    return used < columns ? std::string(columns - used, ' ') + text : text;
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
