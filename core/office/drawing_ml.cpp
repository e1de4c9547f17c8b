// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/drawing_ml.h"

#include "core/office/xml.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

std::string fixedColour(std::uint32_t rgb)
{
    return xmlElement("a:srgbClr", {{"val", hexColour(rgb)}});
}

std::string themeColour(const std::string& name, const std::string& change = {})
{
    return xmlElement("a:schemeClr", {{"val", name}}, change);
}

/// A theme's text colour with some transparency, which suits light and dark slides.
std::string fadedText(int percent)
{
    return themeColour("tx1", xmlElement("a:alpha", {{"val", std::to_string(percent * 1000)}}));
}

std::string sizeOf(double points)
{
    return std::to_string(std::lround(100 * points));
}

/// Chinese text gets its language in every deck, so that programs use the slide's East-Asian font.
std::string languageOf(std::string_view text, const std::string& language)
{
    const bool eastAsian
        = language.starts_with("zh") || language.starts_with("ja") || language.starts_with("ko");
    return !eastAsian && std::ranges::any_of(text, isWideLetter) ? "zh-CN" : language;
}

std::string runProperties(std::string_view name, const TextStyle& style, std::string_view text)
{
    return xmlElement(name,
                      {{"lang", languageOf(text, style.language)},
                       {"sz", sizeOf(style.points)},
                       {"b", style.bold ? "1" : "0"}},
                      solidFill(style.colour));
}

std::string textRun(std::string_view text, const TextStyle& style)
{
    return xmlElement("a:r", {},
                      runProperties("a:rPr", style, text) + xmlElement("a:t", {}, xmlText(text)));
}

} // namespace

std::string emu(double points)
{
    constexpr double perPoint = 12700;
    return std::to_string(std::llround(perPoint * points));
}

std::string transformOf(const SlideBox& box)
{
    return xmlElement("a:off", {{"x", emu(box.x)}, {"y", emu(box.y)}})
        + xmlElement("a:ext", {{"cx", emu(box.width)}, {"cy", emu(box.height)}});
}

std::string hexColour(std::uint32_t rgb)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (int shift = 20; shift >= 0; shift -= 4)
        text += digits[rgb >> shift & 0xFU];
    return text;
}

SlideColours coloursOfPalette(const Palette& palette)
{
    SlideColours colours;
    std::ranges::transform(palette.fill, colours.fill.begin(), fixedColour);
    std::ranges::transform(palette.edge, colours.edge.begin(), fixedColour);
    std::ranges::transform(palette.curves, colours.curve.begin(), fixedColour);
    colours.limit = fixedColour(palette.limit);
    colours.text = fixedColour(palette.text);
    colours.muted = fixedColour(palette.muted);
    colours.grid = fixedColour(palette.grid);
    colours.axis = fixedColour(palette.axis);
    colours.surface = fixedColour(palette.surface);
    return colours;
}

SlideColours coloursOfTheme()
{
    SlideColours colours;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const std::string accent = "accent" + std::to_string(i + 1);
        colours.fill[i] = themeColour(accent);
        colours.edge[i] = themeColour(accent, xmlElement("a:lumMod", {{"val", "75000"}}));
    }
    colours.curve = {themeColour("tx1"), fadedText(75), themeColour("accent5"),
                     themeColour("accent4"), themeColour("accent3")};
    colours.limit = themeColour("tx1");
    colours.text = themeColour("tx1");
    colours.muted = fadedText(75);
    colours.grid = fadedText(15);
    colours.axis = fadedText(60);
    colours.surface = themeColour("bg1");
    return colours;
}

Palette themePalette(const Palette& palette)
{
    Palette themed = palette;
    themed.limit = themed.hatch = palette.text;
    themed.curves
        = {palette.text, palette.muted, palette.fill[4], palette.fill[3], palette.fill[2]};
    return themed;
}

std::string colourOf(std::uint32_t rgb, const Palette& palette, const SlideColours& colours)
{
    const std::array<std::pair<std::uint32_t, const std::string*>, 6> inks{
        {{palette.surface, &colours.surface},
         {palette.text, &colours.text},
         {palette.limit, &colours.limit},
         {palette.muted, &colours.muted},
         {palette.axis, &colours.axis},
         {palette.grid, &colours.grid}}};
    for (const auto& [value, colour] : inks)
        if (value == rgb)
            return *colour;
    for (std::size_t i = 0; i < groupCount; ++i) {
        if (palette.fill[i] == rgb)
            return colours.fill[i];
        if (palette.edge[i] == rgb)
            return colours.edge[i];
    }
    for (std::size_t i = 0; i < curveKinds; ++i)
        if (palette.curves[i] == rgb)
            return colours.curve[i];
    return fixedColour(rgb);
}

std::string withOpacity(const std::string& colour, double opacity)
{
    constexpr double whole = 100000;
    if (opacity >= 1 || colour.find("<a:alpha") != std::string::npos)
        return colour;
    const std::string alpha
        = xmlElement("a:alpha", {{"val", std::to_string(std::lround(whole * opacity))}});
    const std::size_t end = colour.rfind("</");
    if (end != std::string::npos)
        return std::string(colour).insert(end, alpha);
    const std::string name = colour.substr(1, colour.find(' ') - 1);
    return colour.substr(0, colour.size() - 2) + ">" + alpha + "</" + name + ">";
}

std::string solidFill(const std::string& colour)
{
    return xmlElement("a:solidFill", {}, colour);
}

std::string lineLook(double points, const std::string& colour, std::string_view dash)
{
    return xmlElement("a:ln", {{"w", emu(points)}},
                      solidFill(colour) + xmlElement("a:prstDash", {{"val", std::string(dash)}})
                          + xmlElement("a:round"));
}

std::string noLine()
{
    return xmlElement("a:ln", {}, xmlElement("a:noFill"));
}

std::string defaultRun(const TextStyle& style)
{
    return runProperties("a:defRPr", style, {});
}

std::string textParagraph(std::string_view text, const TextStyle& style, std::string_view align)
{
    return xmlElement(
        "a:p", {},
        xmlElement("a:pPr", {{"algn", std::string(align)}})
            + (text.empty() ? runProperties("a:endParaRPr", style, {}) : textRun(text, style)));
}

std::string plainParagraph(std::string_view text, const std::string& language)
{
    if (text.empty())
        return xmlElement("a:p", {}, xmlElement("a:endParaRPr", {{"lang", language}}));
    return xmlElement("a:p", {},
                      xmlElement("a:r", {},
                                 xmlElement("a:rPr", {{"lang", languageOf(text, language)}})
                                     + xmlElement("a:t", {}, xmlText(text))));
}

std::string languageTag(std::string_view language)
{
    constexpr std::size_t longest = 20;
    std::string tag(language);
    std::ranges::replace(tag, '_', '-');
    const bool plain = std::ranges::all_of(tag, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
            || (letter >= '0' && letter <= '9') || letter == '-';
    });
    if (!plain || tag.size() < 2 || tag.size() > longest)
        return "en-US";
    if (tag == "en")
        return "en-US";
    if (tag == "zh")
        return "zh-CN";
    return tag;
}

double textWidth(std::string_view text, double points, bool bold)
{
    constexpr double narrow = 0.29, usual = 0.56, capital = 0.70, wide = 1.0, heavier = 1.07;
    double ems = 0;
    for (const char letter : text) {
        if (!startsLetter(letter))
            continue;
        const bool isCapital
            = (letter >= 'A' && letter <= 'Z') || letter == 'm' || letter == 'w' || letter == '%';
        const bool isNarrow = std::string_view(" .,:;|!'()ijlt-").find(letter) != std::string::npos;
        ems += isWideLetter(letter) ? wide : isCapital ? capital : isNarrow ? narrow : usual;
    }
    return ems * points * (bold ? heavier : 1);
}

int linesOf(std::string_view text, double points, double width, bool bold)
{
    if (text.empty())
        return 0;
    constexpr double most = 1000;
    const double room = std::max(width, points);
    return static_cast<int>(std::min(most, std::ceil(textWidth(text, points, bold) / room)));
}

} // namespace highwater
