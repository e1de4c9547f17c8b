// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/lettering.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace highwater {
namespace {

constexpr char32_t firstWide = 0x2E80; // Chinese, Japanese and Korean characters, and all after
                                       // them

/// One character of UTF-8 and the bytes that it takes; a stray byte is its own code.
struct Character
{
    char32_t code = 0;
    std::size_t length = 1;
};

Character firstOf(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 1 || length > text.size())
        return {lead, 1};
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i)
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    return {code, length};
}

/// Thousandths of the font's size, from ' ' to '~'.
constexpr std::array<std::int16_t, 95> regularWidths{
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, //
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, //
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, //
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, //
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, //
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};
constexpr std::array<std::int16_t, 95> boldWidths{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, //
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, //
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, //
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, //
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, //
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
};

int thousandths(char32_t code, bool bold)
{
    if (code >= ' ' && code <= '~')
        return (bold ? boldWidths : regularWidths)[code - ' '];
    if (code == 0xB7) // "·"
        return 333;
    return code >= firstWide || code == 0x2026 ? 1000 : 600; // "…" is a square as well
}

/// Chinese punctuation that belongs to the character before it.
bool closes(char32_t code)
{
    constexpr std::array<char32_t, 9> marks{U'，', U'。', U'、', U'：', U'；',
                                            U'）', U'》', U'”',  U'％'};
    return std::ranges::find(marks, code) != marks.end();
}

/// The length of a Chinese technical term at the beginning of the text, which no line may cut; 0
/// where there is none.
std::size_t wordLength(std::string_view text)
{
    constexpr std::array<std::string_view, 8> terms{"词元", "显存",   "参数",   "梯度",
                                                    "方案", "上下文", "激活值", "优化器"};
    const auto found = std::ranges::find_if(
        terms, [text](std::string_view term) { return text.starts_with(term); });
    return found == terms.end() ? 0 : found->size();
}

/// Whether the text starts with a unit, which stays on the line of its number.
bool startsWithUnit(std::string_view text)
{
    constexpr std::array<std::string_view, 2> units{"GiB", "GB"};
    return std::ranges::any_of(units, [text](std::string_view unit) {
        if (!text.starts_with(unit))
            return false;
        const std::string_view rest = text.substr(unit.size()); // false for a name such as GB200
        return rest.empty() || std::isalnum(static_cast<unsigned char>(rest.front())) == 0;
    });
}

/// The pieces between which a line may end; a space belongs to the piece before it.
std::vector<std::string> pieces(std::string_view text)
{
    std::vector<std::string> parts;
    bool mayBreak = true;
    while (!text.empty()) {
        const Character next = firstOf(text);
        const bool wide = next.code >= firstWide;
        if ((mayBreak || wide) && !closes(next.code))
            parts.emplace_back();
        if (parts.empty())
            parts.emplace_back();
        const std::size_t length = std::max(next.length, wordLength(text));
        parts.back() += text.substr(0, length);
        text.remove_prefix(length);
        mayBreak = wide || (next.code == ' ' && !startsWithUnit(text));
    }
    return parts;
}

std::string withoutSpaceAtEnd(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

bool isOfNumber(char letter)
{
    return (letter >= '0' && letter <= '9') || letter == ',' || letter == '.';
}

} // namespace

double arialWidth(std::string_view text, double pixels, bool bold)
{
    int sum = 0;
    while (!text.empty()) {
        const Character next = firstOf(text);
        sum += thousandths(next.code, bold);
        text.remove_prefix(next.length);
    }
    return sum * pixels / 1000;
}

double columnWidth(std::string_view text, double /*pixels*/, bool /*bold*/)
{
    int columns = 0;
    while (!text.empty()) {
        const Character next = firstOf(text);
        columns += next.code >= firstWide ? 2 : 1;
        text.remove_prefix(next.length);
    }
    return columns;
}

std::string shortened(const std::string& text, double room, Typeface face, const TextWidth& width)
{
    if (width(text, face.size, face.bold) <= room)
        return text;
    std::vector<std::size_t> ends; // of each character
    for (std::size_t end = 0; end < text.size();)
        ends.push_back(end += firstOf(std::string_view(text).substr(end)).length);
    const auto cutAt = [&](std::size_t end) {
        if (end < text.size() && isOfNumber(text[end]))
            while (end > 0 && isOfNumber(text[end - 1]))
                --end;
        return withoutSpaceAtEnd(text.substr(0, end));
    };
    const auto tooLong = std::ranges::partition_point(ends, [&](std::size_t end) {
        return width(text.substr(0, end) + "…", face.size, face.bold) <= room;
    });
    if (tooLong == ends.begin())
        return {};
    const std::string kept = cutAt(*std::prev(tooLong));
    return kept.empty() ? std::string() : kept + "…";
}

std::vector<std::string> wrapped(const std::string& text, double room, std::size_t mostLines,
                                 Typeface face, const TextWidth& width)
{
    std::vector<std::string> lines;
    std::string line;
    for (const std::string& piece : pieces(text)) {
        const std::string longer = withoutSpaceAtEnd(line + piece);
        const bool last = lines.size() + 1 >= mostLines;
        if (line.empty() || last || width(longer, face.size, face.bold) <= room) {
            line += piece;
            continue;
        }
        lines.push_back(withoutSpaceAtEnd(line));
        line = piece;
    }
    if (line = withoutSpaceAtEnd(line); !line.empty())
        lines.push_back(line);
    for (std::string& each : lines)
        each = shortened(each, room, face, width);
    std::erase(lines, std::string());
    return lines;
}

} // namespace highwater
