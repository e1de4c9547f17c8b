// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"

#include <QFont>
#include <QGlyphRun>

#include <map>
#include <string>
#include <unordered_map>

class QPainter;

namespace highwater {

/// A font of a whole pixel size, and the factor that scales it to the wanted size: a QFont has no
/// fractions of a pixel, but in a PDF or a large image the texts must have the widths that the
/// layout measured.
struct ScaledFont
{
    QFont font;
    qreal scale = 1;

    ScaledFont(const QFont& families, double size, bool bold);
};

/// The texts of a picture that is painted again and again. Shaping a text costs more than painting
/// it, and most texts of a chart stay the same while its marker is dragged, so each is shaped once.
class LaidOutTexts
{
public:
    explicit LaidOutTexts(const QFont& families = {})
        : m_families(families)
    { }

    double width(std::string_view text, double size, bool bold);
    /// Draws the text in the painter's units, with the same result as paintScene() without a
    /// LaidOutTexts.
    void draw(QPainter& painter, const Writing& writing);

private:
    struct LaidOut
    {
        QList<QGlyphRun> glyphs;
        double ascent = 0; ///< from the glyphs' origin down to the baseline
        double width = 0;
        double scale = 1;
        bool shaped = false; ///< glyphs and ascent are set; a text that is only measured needs none
    };
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };
    using Texts = std::unordered_map<std::string, LaidOut, Hash, std::equal_to<>>;

    LaidOut& find(std::string_view text, double size, bool bold);

    QFont m_families;
    std::map<std::pair<double, bool>, Texts> m_texts; ///< by size, and whether bold
};

} // namespace highwater
