// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

/// The number of bytes of the first character; 0 where the bytes do not begin with a character.
std::size_t characterLength(std::string_view bytes)
{
    const auto at = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
    };
    const unsigned lead = at(0);
    const std::size_t length = lead < 0x80 ? 1
        : lead >= 0xC2 && lead <= 0xDF     ? 2
        : (lead & 0xF0) == 0xE0            ? 3
        : lead >= 0xF0 && lead <= 0xF4     ? 4
                                           : 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((at(i) & 0xC0) != 0x80)
            return 0;
    const bool overlong = (lead == 0xE0 && at(1) < 0xA0) || (lead == 0xF0 && at(1) < 0x90);
    const bool surrogate = lead == 0xED && at(1) > 0x9F;
    const bool beyond = lead == 0xF4 && at(1) > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}

bool isControl(std::string_view character)
{
    const auto lead = static_cast<unsigned char>(character[0]);
    const bool c1 = lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
    return lead < 0x20 || lead == 0x7F || c1;
}

} // namespace

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t length = characterLength(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        if (length == 0 || isControl(character))
            result += '?';
        else
            result += character;
        text.remove_prefix(character.size());
    }
    return result;
}

std::string excerpt(std::string_view text, std::size_t longest)
{
    std::string shown = printable(text.substr(0, 4 * longest));
    if (shown.size() <= longest && text.size() <= 4 * longest)
        return shown;
    std::size_t end = std::min(longest, shown.size());
    while (end > 0 && end < shown.size() && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80)
        --end; // a cut must not be within a character
    return shown.substr(0, end) + "…";
}

std::string lowered(std::string_view text)
{
    std::string small(text);
    for (char& letter : small)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return small;
}

} // namespace highwater
