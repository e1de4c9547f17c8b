// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/text.h"

#include <array>
#include <charconv>

namespace highwater {

std::string filled(std::string_view source, const std::vector<std::string>& arguments)
{
    std::string result;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool marker = source[i] == '%' && i + 1 < source.size() && source[i + 1] >= '1'
            && source[i + 1] <= '9';
        if (!marker) {
            result += source[i];
            continue;
        }
        ++i;
        const auto index = static_cast<std::size_t>(source[i] - '1');
        if (index < arguments.size())
            result += arguments[index];
    }
    return result;
}

bool isUtf8(std::string_view bytes)
{
    const auto continues = [&](std::size_t at) {
        return at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80;
    };
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = lead < 0x80 ? 1
            : lead >= 0xC2 && lead <= 0xDF     ? 2
            : (lead & 0xF0) == 0xE0            ? 3
            : lead >= 0xF0 && lead <= 0xF4     ? 4
                                               : 0;
        if (length == 0)
            return false;
        for (std::size_t j = 1; j < length; ++j)
            if (!continues(i + j))
                return false;
        if (length > 2) {
            const auto second = static_cast<unsigned char>(bytes[i + 1]);
            const bool overlong
                = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
            const bool surrogate = lead == 0xED && second > 0x9F;
            const bool beyond = lead == 0xF4 && second > 0x8F;
            if (overlong || surrogate || beyond)
                return false;
        }
        i += length;
    }
    return true;
}

std::string printable(std::string_view text)
{
    std::string result(isUtf8(text) ? text : std::string_view("?"));
    for (char& letter : result) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x20 || code == 0x7F)
            letter = '?';
    }
    return result;
}

std::string grouped(long long number)
{
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > first + 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return digits;
}

std::string shortest(double number)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return std::string(buffer.data(), end);
}

} // namespace highwater
