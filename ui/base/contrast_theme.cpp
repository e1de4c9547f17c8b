// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/contrast_theme.h"

#include <QGuiApplication>
#include <QStyleHints>

#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
#include <QAccessibilityHints>
#endif

namespace highwater {
namespace {

// Parameters, gradients, optimizer, activations, temporary (logits and buffers), overhead. Names
// are written in black on activations and temporary.

/// Bands with black edges, as dark as white paper allows.
const Palette& paperPalette()
{
    static constexpr Palette palette{
        .fill = {0x2E9A78, 0xF2B3CB, 0x8E7BD0, 0xF0A74B, 0x86B4E4, 0xC4C9CF},
        .edge = {0x000000, 0x000000, 0x000000, 0x000000, 0x000000, 0x000000},
        .limit = 0x8A0012,
        .text = 0x000000,
        .muted = 0x333333,
        .grid = 0xB0B0B0,
        .axis = 0x000000,
        .surface = 0xFFFFFF,
        .hatch = 0x000000,
        .hatchOpacity = 0.6,
        .curves = {0x000000, 0x333333, 0x00308F, 0x5A3600, 0x5B1F80},
    };
    return palette;
}

/// Bands with white edges, as bright as these allow.
const Palette& nightPalette()
{
    static constexpr Palette palette{
        .fill = {0x1F7F5F, 0xE7639F, 0x7565C8, 0xD27B1E, 0x4D95DE, 0x8C929A},
        .edge = {0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF},
        .limit = 0xFF6680,
        .text = 0xFFFFFF,
        .muted = 0xE0E0E0,
        .grid = 0x6E6E6E,
        .axis = 0xFFFFFF,
        .surface = 0x000000,
        .hatch = 0x000000,
        .hatchOpacity = 0.6,
        .curves = {0xFFFFFF, 0xE0E0E0, 0x8CC4FF, 0xFFD060, 0xE2BFFF},
    };
    return palette;
}

} // namespace

const Theme& contrastTheme(bool dark)
{
    static const Theme paper{
        .dark = false,
        .contrast = true,
        .window = colour(0xFFFFFF),
        .surface = colour(0xFFFFFF),
        .tableHead = colour(0xE8E8E8),
        .totalRow = colour(0xF2F2F2),
        .button = colour(0xF2F2F2),
        .text = colour(0x000000),
        .muted = colour(0x333333),
        .hairline = colour(0x6E6E6E),
        .outline = colour(0x000001), // which no theme of a desktop has
        .accent = colour(0x00308F),
        .selectedRow = colour(0xD2E4FF),
        .fits = colour(0x004A2C),
        .over = colour(0x8A0012),
        .overBackground = colour(0xFFE3E6),
        .caution = colour(0x5A3600),
        .chart = &paperPalette(),
    };
    static const Theme night{
        .dark = true,
        .contrast = true,
        .window = colour(0x000000),
        .surface = colour(0x000000),
        .tableHead = colour(0x1A1A1A),
        .totalRow = colour(0x101010),
        .button = colour(0x1A1A1A),
        .text = colour(0xFFFFFF),
        .muted = colour(0xE0E0E0),
        .hairline = colour(0x8C8C8C),
        .outline = colour(0xFFFFFE),
        .accent = colour(0xFFE04D),
        .selectedRow = colour(0x00315C),
        .fits = colour(0x7CFFC4),
        .over = colour(0xFFB3C0),
        .overBackground = colour(0x3A000C),
        .caution = colour(0xFFD060),
        .chart = &nightPalette(),
    };
    return dark ? night : paper;
}

bool wantsContrast()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    return QGuiApplication::styleHints()->accessibility()->contrastPreference()
        == Qt::ContrastPreference::HighContrast;
#else
    return false;
#endif
}

} // namespace highwater
