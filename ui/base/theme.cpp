// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/theme.h"

#include "ui/base/contrast_theme.h"

#include <QGuiApplication>

namespace highwater {

QColor colour(std::uint32_t rgb)
{
    return QColor::fromRgb(rgb);
}

const Theme& lightTheme()
{
    static const Theme theme{
        .dark = false,
        .window = colour(0xF2F3F5),
        .surface = colour(0xFFFFFF),
        .tableHead = colour(0xECEEF0),
        .totalRow = colour(0xF7F8F9),
        .button = colour(0xFDFDFD),
        .text = colour(0x1B1F24),
        .muted = colour(0x555D66),
        .hairline = colour(0xD5D9DD),
        .outline = colour(0x7E868E),
        .accent = colour(0x1F5FA8),
        .selectedRow = colour(0xDCE8F6),
        .fits = colour(0x1C6B4F),
        .over = colour(0xB3001B),
        .overBackground = colour(0xFBECEE),
        .caution = colour(0x8A5A00),
        .chart = &lightPalette(),
    };
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme{
        .dark = true,
        .window = colour(0x26292D),
        .surface = colour(0x1B1D20),
        .tableHead = colour(0x2C3035),
        .totalRow = colour(0x202326),
        .button = colour(0x34393F),
        .text = colour(0xE7E9EB),
        .muted = colour(0xA9B1B9),
        .hairline = colour(0x3A3F45),
        .outline = colour(0x7C858E),
        .accent = colour(0x7DB2EE),
        .selectedRow = colour(0x24384F),
        .fits = colour(0x6FCBAA),
        .over = colour(0xFF7B96),
        .overBackground = colour(0x3A2329),
        .caution = colour(0xE9C58A),
        .chart = &darkPalette(),
    };
    return theme;
}

const Theme& currentTheme()
{
    const QPalette palette = QGuiApplication::palette();
    const bool dark = palette.color(QPalette::Window).lightness() < 128;
    if (const Theme& contrast = contrastTheme(dark);
        palette.color(QPalette::Dark) == contrast.outline)
        return contrast;
    return dark ? darkTheme() : lightTheme();
}

const Theme& desktopTheme()
{
    static const bool dark = currentTheme().dark;
    return wantsContrast() ? contrastTheme(dark) : dark ? darkTheme() : lightTheme();
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, totalRow);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::PlaceholderText, muted);
    palette.setColor(QPalette::Mid, hairline);
    palette.setColor(QPalette::Dark, outline);
    palette.setColor(QPalette::Light, surface);
    palette.setColor(QPalette::Midlight, tableHead);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, dark ? window : surface);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, contrast ? hairline : outline);
    return palette;
}

QColor Theme::fill(Group group) const
{
    return colour(chart->fill[static_cast<std::size_t>(group)]);
}

QColor Theme::edge(Group group) const
{
    return colour(chart->edge[static_cast<std::size_t>(group)]);
}

QFont demiBold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace highwater
