// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/laid_out_texts.h"

#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace highwater {
ScaledFont::ScaledFont(const QFont& families, double size, bool bold)
    : font(families)
{
    constexpr int fine = 100;
    const bool whole = size == std::floor(size) && size >= 1;
    font.setPixelSize(whole ? static_cast<int>(size) : fine);
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    scale = size / font.pixelSize();
}

LaidOutTexts::LaidOut& LaidOutTexts::find(std::string_view text, double size, bool bold)
{
    constexpr std::size_t mostKept = 1024; // texts of numbers change often
    Texts& texts = m_texts[{size, bold}];
    if (const auto known = texts.find(text); known != texts.end())
        return known->second;
    if (texts.size() >= mostKept)
        texts.clear();
    const ScaledFont scaled(m_families, size, bold);
    LaidOut made;
    made.scale = scaled.scale;
    made.width = scaled.scale * QFontMetricsF(scaled.font).horizontalAdvance(toQString(text));
    return texts.emplace(text, std::move(made)).first->second;
}

double LaidOutTexts::width(std::string_view text, double size, bool bold)
{
    return find(text, size, bold).width;
}

void LaidOutTexts::draw(QPainter& painter, const Writing& writing)
{
    LaidOut& text = find(writing.text, writing.size, writing.bold);
    if (!std::exchange(text.shaped, true)) {
        QTextLayout layout(toQString(writing.text),
                           ScaledFont(m_families, writing.size, writing.bold).font);
        layout.beginLayout();
        const QTextLine line = layout.createLine();
        layout.endLayout();
        text.ascent = line.isValid() ? line.ascent() : 0;
        text.glyphs = layout.glyphRuns();
    }
    QColor ink = colour(writing.colour.rgb);
    ink.setAlphaF(static_cast<float>(writing.colour.opacity));
    painter.setPen(ink);
    const double share = writing.anchor == Anchor::Start ? 0
        : writing.anchor == Anchor::Middle               ? 0.5
                                                         : 1;
    const QPointF origin(-share * text.width / text.scale, -text.ascent);
    const QPointF at(writing.at.x, writing.at.y);
    if (writing.rotation == 0 && text.scale == 1) {
        for (const QGlyphRun& glyphs : text.glyphs)
            painter.drawGlyphRun(at + origin, glyphs);
        return;
    }
    painter.save();
    painter.translate(at);
    painter.rotate(writing.rotation);
    painter.scale(text.scale, text.scale);
    for (const QGlyphRun& glyphs : text.glyphs)
        painter.drawGlyphRun(origin, glyphs);
    painter.restore();
}

} // namespace highwater
