// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontInfo>

namespace highwater {

/// The size of a font in points, also of one that a desktop gives in pixels: that has no
/// pointSizeF().
inline qreal pointsOf(const QFont& font)
{
    const qreal points = font.pointSizeF();
    return points > 0 ? points : QFontInfo(font).pointSizeF();
}

} // namespace highwater
