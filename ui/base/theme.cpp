// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/theme.h"

#include <QGuiApplication>

namespace highwater {

QColor colour(std::uint32_t rgb)
{
    return QColor::fromRgb(rgb);
}

const Theme& lightTheme()
{
    static const Theme theme{
        false,
        colour(0xF2F3F5),
        colour(0xFFFFFF),
        colour(0xECEEF0),
        colour(0xF7F8F9),
        colour(0xFDFDFD),
        colour(0x1B1F24),
        colour(0x555D66),
        colour(0xD5D9DD),
        colour(0x7E868E),
        colour(0x1F5FA8),
        colour(0xDCE8F6),
        colour(0x1C6B4F),
        colour(0xB3001B),
        colour(0xFBECEE),
        colour(0x8A5A00),
        &lightPalette(),
    };
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme{
        true,
        colour(0x26292D),
        colour(0x1B1D20),
        colour(0x2C3035),
        colour(0x202326),
        colour(0x34393F),
        colour(0xE7E9EB),
        colour(0xA9B1B9),
        colour(0x3A3F45),
        colour(0x7C858E),
        colour(0x7DB2EE),
        colour(0x24384F),
        colour(0x6FCBAA),
        colour(0xFF7B96),
        colour(0x3A2329),
        colour(0xE9C58A),
        &darkPalette(),
    };
    return theme;
}

const Theme& currentTheme()
{
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? darkTheme()
                                                                                : lightTheme();
}

const Theme& desktopTheme()
{
    static const Theme& theme = currentTheme();
    return theme;
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
        palette.setColor(QPalette::Disabled, role, outline);
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
