// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"
#include "ui/base/scale.h"
#include "ui/figures/band_boxes.h"
#include "ui/figures/chart_bands.h"
#include "ui/figures/context_readout.h"
#include "ui/figures/figure_view.h"

#include <optional>

namespace highwater {

/// The window's main chart: memory by context length. A person sets the context by the chart's
/// marker or by the slider in the panel.
///
/// The chart is a Scene like every other figure, but Qt Charts paints its bands. The readout, a
/// column right of the plot, and the chip at the pointer are a second scene, overlay(), so that
/// following the pointer costs little. The readout names the bands; its swatches are check boxes.
class ContextChartView : public FigureView
{
    Q_OBJECT

public:
    explicit ContextChartView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const ContextChart& chart);
    void setFormat(const MemoryFormat& format);
    void setSmall(bool small);
    /// Sets the names for a plan that generates text.
    void setServes(bool serves);
    /// The boxes that show and hide bands, at the swatches of the readout.
    BandBoxes& bands() const { return *m_boxes; }
    /// The longest context that costs no speed, where it is less than the longest that fits.
    void setFullSpeed(std::optional<std::int64_t> tokens);

    /// The plan with a change that a person has not taken yet.
    struct Preview
    {
        Totals totals;
        std::optional<std::int64_t> context; ///< where the change moves it
        bool operator==(const Preview&) const = default;
    };
    /// Adds the numbers of a previewed plan to the readout; the chart given to show() has its curve
    /// in place of the baseline.
    void setPreview(const std::optional<Preview>& preview);

    /// The name next to the number on the capacity line: "H100".
    void setDeviceName(const QString& name);
    /// The chart in a sentence, for readers who cannot see it.
    void setSummary(const QString& summary);

    /// The context at the pointer; null where the pointer is not over the plot.
    std::optional<std::int64_t> pointed() const;
    /// The plan's totals at a context to which the chart has no point; they are shown while the
    /// pointer is there. show() forgets them.
    void setCounted(std::int64_t tokens, const Totals& totals);

    /// A person zoomed the axis: it does not follow the plan.
    void setZoomed(bool zoomed) { m_zoomed = zoomed; }
    bool isZoomed() const override { return m_zoomed; }
    void resetZoom() override { emit wholeAxisRequested(); }
    /// Outlines a band, whose rows are the current ones in the ledger.
    void setHighlighted(std::optional<Group> group);

    QRectF plotArea() const;
    QPointF positionOf(std::int64_t tokens, Bytes bytes) const;
    std::int64_t tokensAt(qreal x) const;
    /// The readout; and, while the pointer is over the plot, a chip with the context at the
    /// pointer.
    Scene overlay() const;

    QSize sizeHint() const override { return {840, 430}; }
    QSize minimumSizeHint() const override { return {420, 200}; }

signals:
    /// A person moved the marker to this context; the receiver must call show(). `finished` when
    /// the mouse button or the key is released, with the value of the last move. Until then the
    /// receiver keeps the range of the axis, so that the marker stays under the pointer.
    void contextDragged(qint64 tokens, bool finished);
    void axisRequested(qint64 first, qint64 last); ///< in tokens
    void wholeAxisRequested();
    void pointerMoved(); ///< pointed() has another value
    /// A click on a band; null: a click outside the stack.
    void bandClicked(std::optional<highwater::Group> group);

protected:
    SceneStyle style() const override;
    void updateAfter(const Scene& before) override;
    void paintGround(QPainter& painter) override;
    void describe() override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hover(const std::optional<QPointF>& at) override;
    void click(QPointF at) override;
    void zoomBy(double x, double factor) override;
    void moveAxis(double part) override;
    void paintFocus(QPainter& painter) const override;

private:
    struct Grip
    {
        ScaleOnScreen axis; ///< the axis at the beginning of the drag
        qreal offset = 0; ///< from the marker to the pointer
    };

    void refresh();
    bool hasChart() const { return !scene().plots.empty() && !m_chart.contexts.empty(); }
    bool canMove() const { return hasChart() && !isStale(); }
    bool markerInView() const;
    qreal xOf(const Rect& plot, double tokens) const;
    qreal markerX() const
    {
        return xOf(scene().plots.front(), static_cast<double>(m_chart.marker));
    }
    Rect markerChip() const;
    Rect pointerChip() const;
    ContextReadout readout() const;
    Rect column() const;
    Rect besidePlot() const;
    bool isNarrow() const;
    void placeBoxes();
    ScaleOnScreen axis() const;
    bool isOnMarker(QPointF at) const;
    QPointF diamondAt(std::int64_t context) const;
    QString switchText(QPointF at) const;
    void paintCrosshair(QPainter& painter) const;
    void paintHighlight(QPainter& painter) const;
    void requestAxis(const AxisRange& range);
    void moveTo(double tokens);
    void finishMove();

    ContextChart m_chart;
    MemoryFormat m_format;
    QString m_device, m_summary;
    ChartBands m_bands;
    BandBoxes* m_boxes;
    std::optional<std::int64_t> m_fullSpeed;
    std::optional<Preview> m_preview;
    bool m_small = false, m_zoomed = false;
    std::optional<Group> m_highlighted;
    std::optional<qreal> m_pointer; ///< x of a pointer over the plot
    std::optional<std::pair<std::int64_t, Totals>> m_counted; ///< of setCounted()
    std::int64_t m_value = 0; ///< the marker's context, or the last one that contextDragged() gave
    bool m_moved = false; ///< contextDragged() was emitted, and not yet with `finished`
    std::optional<Grip> m_grip;
};

} // namespace highwater
