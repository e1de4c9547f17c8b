// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"
#include "ui/figures/laid_out_texts.h"

#include <QCoreApplication>

namespace highwater {

/// The box at the plot's upper left: the bands at one context, their sum, and the free part.
class ContextReadout
{
    Q_DECLARE_TR_FUNCTIONS(highwater::ContextReadout)

public:
    struct Look
    {
        MemoryFormat format;
        double em = 0; ///< the size of the font, in pixels
        bool small = false; ///< without the bands
    };

    ContextReadout(const ContextChart& chart, const Look& look, LaidOutTexts& texts)
        : m_chart(chart)
        , m_look(look)
        , m_texts(texts)
    { }

    /// The place of the box: in the plot's upper left corner, or right of the marker where the box
    /// would hide the marker; of width 0 where neither has room. The size depends on fonts and
    /// names but not on values, so that it stays while a slider moves.
    Rect place(const Rect& plot, std::optional<double> markerX) const;
    /// Draws the box and its texts; `atPointer` where the context is the pointer's and not the
    /// plan's. `counted`: the plan's totals at this context, where they are known; numbers that are
    /// interpolated have one decimal and "≈".
    void draw(Scene& scene, const Rect& plot, const Rect& place, std::int64_t context,
              bool atPointer, const Totals* counted = nullptr) const;

private:
    struct Row
    {
        std::string name, number;
        std::uint32_t rgb = 0;
        std::optional<Group> group;
        bool bold = false;
    };

    std::vector<Row> bandRows(const std::vector<Bytes>& bytes, bool exact) const;
    std::vector<Row> sumRows(const std::vector<Bytes>& bytes, bool exact) const;
    std::vector<Bytes> bandsOf(const Totals& totals) const;
    static std::string peakText(std::optional<Moment> moment);
    bool allShown() const;
    bool isShort(const Rect& plot) const;
    bool namesPeak(const Rect& plot) const;
    double rowHeight() const;
    double width() const;
    double widthOf(const QString& text, bool bold) const;
    void drawRow(Scene& scene, const Row& row, const Rect& box, double top) const;

    const ContextChart& m_chart;
    Look m_look;
    LaidOutTexts& m_texts;
};

} // namespace highwater
