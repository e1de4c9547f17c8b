// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

/// Lengths are in points until they are written: 72 to an inch, 12,700 EMU each.
std::string emu(double points);

struct SlideBox
{
    double x = 0, y = 0, width = 0, height = 0; ///< points
};

/// <a:off/><a:ext/>, the content of a transform.
std::string transformOf(const SlideBox& box);

/// The colours of a slide as DrawingML: fixed values, or names of the slide's theme.
struct SlideColours
{
    std::array<std::string, groupCount> fill, edge;
    std::array<std::string, curveKinds> curve; ///< by kind of line
    std::string limit, text, muted, grid, axis, surface;
};
/// The preset dash of each kind of line, nearest to those that figures are drawn with (ECMA-376
/// part 1, 20.1.10.49).
inline constexpr std::array<std::string_view, curveKinds> curveDashes{"solid", "dash", "sysDot",
                                                                      "dashDot", "lgDash"};
SlideColours coloursOfPalette(const Palette& palette);
SlideColours coloursOfTheme();

/// The palette for a picture of a slide that uses its theme's colours, with the theme of
/// themePart().
Palette themePalette(const Palette& palette);
/// The colour that has this role in the palette; the colour itself where it has no role.
std::string colourOf(std::uint32_t rgb, const Palette& palette, const SlideColours& colours);
/// The colour with this opacity, 0 to 1.
std::string withOpacity(const std::string& colour, double opacity);

std::string hexColour(std::uint32_t rgb); ///< "2E8B6F"

std::string solidFill(const std::string& colour);
/// An outline; `dash` is a preset's name: "solid", "dash", "sysDot".
std::string lineLook(double points, const std::string& colour, std::string_view dash = "solid");
std::string noLine();

/// The style of a piece of text.
struct TextStyle
{
    double points = 14;
    bool bold = false;
    std::string colour;
    std::string language = "en-US";
};

/// The content of a:defRPr and the like.
std::string defaultRun(const TextStyle& style);
/// A paragraph of one run; `align` is "l", "ctr" or "r".
std::string textParagraph(std::string_view text, const TextStyle& style,
                          std::string_view align = "l");
/// A paragraph whose style is set elsewhere.
std::string plainParagraph(std::string_view text, const std::string& language);

/// "zh_CN" or "zh-CN" -> "zh-CN"; anything that is no language tag -> "en-US".
std::string languageTag(std::string_view language);

/// The distance from one line to the next, as a multiple of the font size.
inline constexpr double lineHeight = 1.25;

/// About how wide a text is in a plain sans-serif font. It is an estimate, as the reader's program
/// chooses the font.
double textWidth(std::string_view text, double points, bool bold = false);
/// About how many lines the text takes in a box of this width.
int linesOf(std::string_view text, double points, double width, bool bold = false);

} // namespace highwater
