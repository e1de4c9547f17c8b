// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontInfo>

namespace highwater {

/// The size of a font in points, also of one that a desktop gives in pixels, which has no
/// pointSizeF(), and where there are no fonts, of which nothing is known.
inline qreal pointsOf(const QFont& font)
{
    constexpr qreal usual = 9;
    const qreal points = font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
    return points > 0 ? points : usual;
}

/// The font with so many points less.
inline QFont smallerBy(QFont font, qreal points)
{
    font.setPointSizeF(pointsOf(font) - points);
    return font;
}

/// The font so many times as large.
inline QFont enlarged(QFont font, qreal times)
{
    font.setPointSizeF(times * pointsOf(font));
    return font;
}

} // namespace highwater
