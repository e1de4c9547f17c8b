// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/timeline_figure.h"
#include "ui/base/memory_format.h"
#include "ui/figures/figure_view.h"

#include <memory>
#include <optional>

namespace highwater {

/// The timeline's figure with a cursor on one of its points, and another one at the pointer.
class TimelineView : public FigureView
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    /// `figure` is the chart's, with the bands that are to be shown.
    void show(std::shared_ptr<const TimelineChart> chart, const Figure& figure,
              const MemoryFormat& format, std::size_t point);
    void showNothing(const QString& why);
    void setPoint(std::size_t point);

    /// The tooltip of a point: the event, its groups, their total, the largest tensors.
    QString details(std::size_t point) const;
    QPointF positionOf(std::size_t point) const;
    Rect chip() const; ///< below the axis, with the event at the cursor

signals:
    void pointChosen(std::size_t point); ///< by mouse or key
    void momentsStepped(int by); ///< to an earlier or later moment

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hover(const std::optional<QPointF>& at) override;
    void click(QPointF) override { }
    /// In the plot a drag moves the cursor.
    bool dragsOut(QPointF from) const override { return !plot().contains(from); }

private:
    QRectF plot() const;
    std::optional<std::size_t> pointAt(const QPointF& position) const;
    bool isInView(std::size_t point) const;
    QString chipText() const;
    void paintCursor(QPainter& painter) const;
    void paintPointed(QPainter& painter, std::size_t point) const;
    void showDetails(std::size_t point);
    void describe() override;
    void addMeasured(ReadoutText& said, std::size_t index) const;

    std::shared_ptr<const TimelineChart> m_chart;
    MemoryFormat m_format;
    std::size_t m_point = 0;
    std::optional<std::size_t> m_pointed;
};

} // namespace highwater
