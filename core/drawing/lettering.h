// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The width of a text in a font of so many pixels.
using TextWidth = std::function<double(std::string_view text, double pixels, bool bold)>;

/// Widths in Arial, the font that SVG files name: the same on every machine, whatever fonts are
/// installed. Chinese and other wide characters count as squares.
double arialWidth(std::string_view text, double pixels, bool bold);

/// The columns that a text takes in a terminal, whatever the font: two for a wide character.
double columnWidth(std::string_view text, double pixels, bool bold);

/// The size and weight of one kind of text.
struct Typeface
{
    double size = 0;
    bool bold = false;
};

/// The beginning of the text that has room, with "…" for the rest; a number is never cut. Empty
/// where nothing has room.
std::string shortened(const std::string& text, double room, Typeface face, const TextWidth& width);

/// The text in at most so many lines, broken at spaces and between Chinese characters.
std::vector<std::string> wrapped(const std::string& text, double room, std::size_t mostLines,
                                 Typeface face, const TextWidth& width);

} // namespace highwater
