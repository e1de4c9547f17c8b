// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/drawing_ml.h"

#include "core/office/xml.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::string given(std::uint32_t rgb)
{
    return element("a:srgbClr", {{"val", hexColour(rgb)}});
}

std::string themed(const std::string& name, const std::string& change = {})
{
    return element("a:schemeClr", {{"val", name}}, change);
}

/// A theme's text colour let through to the background, which works on light and dark slides.
std::string faint(int percent)
{
    return themed("tx1", element("a:alpha", {{"val", std::to_string(percent * 1000)}}));
}

/// The lead byte tells how long a character is and, roughly, which script it is of.
bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}
bool isWide(char lead)
{
    return static_cast<unsigned char>(lead) >= 0xE3; // U+3000 and beyond: CJK
}

std::string sizeOf(double points)
{
    return std::to_string(std::lround(100 * points));
}

/// Chinese text is marked as such in whatever deck, so that the slide's East-Asian font is taken.
std::string languageOf(std::string_view text, const std::string& language)
{
    const bool eastAsian
        = language.starts_with("zh") || language.starts_with("ja") || language.starts_with("ko");
    return !eastAsian && std::ranges::any_of(text, isWide) ? "zh-CN" : language;
}

std::string runProperties(std::string_view name, const TextStyle& style, std::string_view text)
{
    return element(name,
                   {{"lang", languageOf(text, style.language)},
                    {"sz", sizeOf(style.points)},
                    {"b", style.bold ? "1" : "0"}},
                   solid(style.ink));
}

} // namespace

std::string emu(double points)
{
    constexpr double perPoint = 12700;
    return std::to_string(std::llround(perPoint * points));
}

std::string placed(const SlideBox& box)
{
    return element("a:off", {{"x", emu(box.x)}, {"y", emu(box.y)}})
        + element("a:ext", {{"cx", emu(box.width)}, {"cy", emu(box.height)}});
}

std::string hexColour(std::uint32_t rgb)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (int shift = 20; shift >= 0; shift -= 4)
        text += digits[rgb >> shift & 0xFU];
    return text;
}

Inks paletteInks(const Palette& palette)
{
    Inks inks;
    std::ranges::transform(palette.fill, inks.fill.begin(), given);
    std::ranges::transform(palette.edge, inks.edge.begin(), given);
    std::ranges::transform(palette.curves, inks.curve.begin(), given);
    inks.limit = given(palette.limit);
    inks.text = given(palette.text);
    inks.muted = given(palette.muted);
    inks.grid = given(palette.grid);
    inks.axis = given(palette.axis);
    inks.surface = given(palette.surface);
    return inks;
}

Inks themeInks()
{
    Inks inks;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const std::string accent = "accent" + std::to_string(i + 1);
        inks.fill[i] = themed(accent);
        inks.edge[i] = themed(accent, element("a:lumMod", {{"val", "75000"}}));
    }
    inks.curve
        = {themed("tx1"), faint(75), themed("accent5"), themed("accent4"), themed("accent3")};
    inks.limit = themed("tx1");
    inks.text = themed("tx1");
    inks.muted = faint(75);
    inks.grid = faint(15);
    inks.axis = faint(60);
    inks.surface = themed("bg1");
    return inks;
}

std::string solid(const std::string& ink)
{
    return element("a:solidFill", {}, ink);
}

std::string outline(double points, const std::string& ink, std::string_view dash)
{
    return element("a:ln", {{"w", emu(points)}},
                   solid(ink) + element("a:prstDash", {{"val", std::string(dash)}})
                       + element("a:round"));
}

std::string noOutline()
{
    return element("a:ln", {}, element("a:noFill"));
}

std::string defaultRun(const TextStyle& style)
{
    return runProperties("a:defRPr", style, {});
}

std::string run(std::string_view text, const TextStyle& style)
{
    return element("a:r", {},
                   runProperties("a:rPr", style, text) + element("a:t", {}, xmlText(text)));
}

std::string paragraph(std::string_view text, const TextStyle& style, std::string_view align)
{
    return element(
        "a:p", {},
        element("a:pPr", {{"algn", std::string(align)}})
            + (text.empty() ? runProperties("a:endParaRPr", style, {}) : run(text, style)));
}

std::string plainParagraph(std::string_view text, const std::string& language)
{
    if (text.empty())
        return element("a:p", {}, element("a:endParaRPr", {{"lang", language}}));
    return element("a:p", {},
                   element("a:r", {},
                           element("a:rPr", {{"lang", languageOf(text, language)}})
                               + element("a:t", {}, xmlText(text))));
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
        if (!startsCharacter(letter))
            continue;
        const bool isCapital
            = (letter >= 'A' && letter <= 'Z') || letter == 'm' || letter == 'w' || letter == '%';
        const bool isNarrow = std::string_view(" .,:;|!'()ijlt-").find(letter) != std::string::npos;
        ems += isWide(letter) ? wide : isCapital ? capital : isNarrow ? narrow : usual;
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
