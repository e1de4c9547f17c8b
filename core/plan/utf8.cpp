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

std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool isUtf16(std::string_view bytes)
{
    return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::size_t directionMarkLength(std::string_view text)
{
    constexpr std::string_view arabicLetter = "\xD8\x9C"; // U+061C
    constexpr std::string_view spaces = "\xE2\x80", isolates = "\xE2\x81";
    if (text.starts_with(arabicLetter))
        return arabicLetter.size();
    const unsigned last = text.size() > 2 ? static_cast<unsigned char>(text[2]) : 0U;
    const bool mark = last == 0x8E || last == 0x8F; // U+200E, U+200F
    const bool embedding = last >= 0xAA && last <= 0xAE; // U+202A to U+202E
    const bool isolate = last >= 0xA6 && last <= 0xA9; // U+2066 to U+2069
    return (text.starts_with(spaces) && (mark || embedding))
            || (text.starts_with(isolates) && isolate)
        ? 3
        : 0;
}

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

std::string_view withoutBlanks(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        if (length == 0 || isControl(character) || directionMarkLength(character) > 0)
            result += '?';
        else
            result += character;
        text.remove_prefix(character.size());
    }
    return result;
}

std::string_view cutText(std::string_view text, std::size_t mostBytes)
{
    std::size_t end = std::min(mostBytes, text.size());
    while (end > 0 && end < text.size() && !startsLetter(text[end]))
        --end;
    return text.substr(0, end);
}

std::string excerpt(std::string_view text, std::size_t longest)
{
    std::string shown = printable(text.substr(0, 4 * longest));
    if (shown.size() <= longest && text.size() <= 4 * longest)
        return shown;
    return std::string(cutText(shown, longest)) + "…";
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
