// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layer_savings.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <array>
#include <optional>
#include <vector>

namespace highwater {

/// The layers of a plan as a row of cells, and below it the memory of one GPU as a bar with a
/// handle: a person drags its end, or presses ← and →, to another of a list of points.
class LayerStrip : public QWidget
{
    Q_OBJECT

public:
    /// A plan as the strip shows it.
    struct Content
    {
        std::vector<LayerFate> fates;
        std::array<Bytes, groupCount> groups{};
        Bytes total = 0, capacity = 0;
        Bytes kept = 0; ///< the total with everything kept
        bool exact = true; ///< false: the numbers are near ones, until the handle rests
        bool operator==(const Content&) const = default;
    };

    explicit LayerStrip(QWidget* parent = nullptr);

    void setContent(const Content& content);
    const Content& content() const { return m_content; }
    /// The totals that the handle can be at, in descending order.
    void setPoints(std::vector<Bytes> totals);
    void setPoint(int point); ///< without a signal
    int point() const { return m_point; }
    void setFormat(const MemoryFormat& format);

    QRectF handleRect() const;
    std::vector<QRectF> cells() const;
    int layersOfACell() const; ///< one, or more where one would be too narrow to tell
    double positionOf(Bytes total) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pointChosen(int point); ///< by a drag, a click, a key or the wheel
    void taken(); ///< by Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void choose(int point);
    void chooseAt(double x);
    QRectF bar() const;
    Bytes most() const;
    void paintCells(QPainter& painter) const;
    void paintBar(QPainter& painter) const;
    void paintTexts(QPainter& painter) const;

    Content m_content;
    std::vector<Bytes> m_points;
    int m_point = 0;
    MemoryFormat m_format;
    int m_wheel = 0; ///< the part of a turn of the wheel that is not a whole step yet
    bool m_dragging = false;
};

/// Paints a cell of a layer: kept ones are full, recomputed ones hatched, offloaded ones have an
/// arrow, so that no colour alone tells them apart.
void paintLayerCell(QPainter& painter, const QRectF& cell, LayerFate fate);

} // namespace highwater
