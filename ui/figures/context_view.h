// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace highwater {

/// A text that stands on the chart, and where.
struct WrittenText
{
    QString text;
    QRectF rect;
};

/// The window's main chart: memory by context length. Its marker is the context slider.
///
/// The bands are drawn by Qt Charts into a picture, and only when the chart changes; marker,
/// readout and crosshair are painted over that picture, so that following the pointer costs little.
class ContextChartView : public QWidget
{
    Q_OBJECT

public:
    explicit ContextChartView(QWidget* parent = nullptr);
    ~ContextChartView() override;

    using QWidget::show;
    void show(const ContextChart& chart);
    void setFormat(const MemoryFormat& format);
    void setSmall(bool small);
    /// Faded, where the plan has no estimate and this is the last one that had.
    void setStale(bool stale);
    /// What the capacity line's label names beside the number: "H100".
    void setDeviceName(const QString& name);
    /// The chart in a sentence, for those who do not see it.
    void setSummary(const QString& summary);
    /// Off, a frame costs less: for the largest screens while a slider is dragged.
    void setAntialiasing(bool on);

    QRectF plotArea() const;
    QPointF positionOf(std::int64_t tokens, Bytes bytes) const;
    std::int64_t tokensAt(qreal x) const;
    Bytes bytesAt(qreal y) const;
    /// Every text as it was last painted.
    std::vector<WrittenText> writtenTexts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The marker was moved to this context; `finished` when the mouse button or the key is let go,
    /// with the value of the last move. The marker itself follows the chart that is shown.
    void contextDragged(qint64 tokens, bool finished);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Private;
    void moveTo(std::int64_t tokens);
    void finishMove();

    std::unique_ptr<Private> d;
};

} // namespace highwater
