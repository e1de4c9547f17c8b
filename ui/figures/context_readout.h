// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"
#include "ui/figures/laid_out_texts.h"

#include <QCoreApplication>

#include <array>
#include <string>

namespace highwater {

/// The column right of the plot: the bands at one context by name, with leaders to their ends,
/// their sum and the free part.
class ContextReadout
{
    Q_DECLARE_TR_FUNCTIONS(highwater::ContextReadout)

public:
    struct Look
    {
        MemoryFormat format;
        double em = 0; ///< the size of the font, in pixels
        bool small = false; ///< narrower, without the shares
        const std::array<std::string, groupCount>& names; ///< of the bands
        double axisTop = 0; ///< bytes at the top of the plot, for the leaders
        bool previews = false; ///< a column "then" in place of the shares
    };

    /// The context and its numbers.
    struct Reading
    {
        std::int64_t context = 0;
        bool atPointer = false; ///< the context is the pointer's and not the plan's
        /// The plan's totals at this context, where they are known; numbers that are interpolated
        /// have one decimal and "≈".
        const Totals* counted = nullptr;
        const Totals* then = nullptr; ///< of the plan with the previewed change
    };

    /// A band of the column. A hidden one keeps its row, so that it can be shown again.
    struct BandRow
    {
        Group group{};
        Rect place;
        bool shown = true;
    };

    ContextReadout(const ContextChart& chart, const Look& look, LaidOutTexts& texts);

    /// The room right of the plot: gutter, column and margin. It depends on fonts and names but not
    /// on values, so that the plot stays while a slider moves.
    double room() const;
    /// The column in a picture of this size.
    Rect place(double width, double height) const;
    /// The bands, top first as they are stacked; none in a column that is too low for them.
    std::vector<BandRow> bandRows(const Rect& column) const;
    void draw(Scene& scene, const Rect& plot, const Rect& column, const Reading& reading) const;

private:
    using Amounts = std::array<std::optional<Bytes>, groupCount>;

    std::size_t bands() const;
    bool isPresent(Group group) const;
    const Layer* layerOf(Group group) const;
    bool allShown() const;
    Amounts amountsOf(const Reading& reading) const;
    const std::string& bandName(Group group) const;
    double leastRow() const;
    double rowHeight(const Rect& column) const;
    bool hasBands(const Rect& column) const;
    double measured(const std::string& text, bool bold) const;
    double nameWidth() const;
    double secondWidth() const;
    void write(Scene& scene, const std::string& text, double x, double top, double row,
               Anchor anchor, bool bold, std::uint32_t rgb) const;
    void drawRule(Scene& scene, const Rect& column, double top) const;
    void drawHead(Scene& scene, const Rect& column, const Reading& reading) const;
    double drawSums(Scene& scene, const Rect& column, double top, const Reading& reading,
                    const Amounts& amounts) const;
    void drawBands(Scene& scene, const Rect& column, const Reading& reading,
                   const Amounts& amounts) const;
    void drawLeaders(Scene& scene, const Rect& plot, const Rect& column) const;
    void drawRemarks(Scene& scene, const Rect& column, const Reading& reading) const;

    const ContextChart& m_chart;
    Look m_look;
    LaidOutTexts& m_texts;
    double m_numberWidth;
};

} // namespace highwater
