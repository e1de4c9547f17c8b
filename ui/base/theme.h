// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace highwater {

/// The window's colours, including those for which QPalette has no role; one theme is light, one
/// dark, and each has one of high contrast.
struct Theme
{
    bool dark = false, contrast = false;
    QColor window, surface, tableHead, totalRow, button, text, muted, hairline, outline, accent,
        selectedRow, fits, over, overBackground, caution;
    const Palette* chart = nullptr; ///< bands, limit line, grid

    QPalette palette() const;
    QColor fill(Group group) const;
    QColor edge(Group group) const;
};

const Theme& lightTheme();
const Theme& darkTheme();

/// The theme of the application's palette; of another palette the dark one where it is dark, else
/// the light one.
const Theme& currentTheme();

/// The theme of the desktop, read at the first call: before another theme is set.
const Theme& desktopTheme();

QColor colour(std::uint32_t rgb);

QFont demiBold(QFont font);

} // namespace highwater
