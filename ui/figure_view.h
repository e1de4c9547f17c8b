// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/figure.h"
#include "memory_format.h"

#include <QWidget>

namespace highwater {

/// Draws a figure of several panels side by side: the lecture's charts, or the same with the plan
/// at hand. It computes nothing.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    explicit FigureView(QWidget* parent = nullptr);

    void show(const Figure& figure, const MemoryFormat& format);

    QSize minimumSizeHint() const override { return {560, 240}; }

signals:
    void panelClicked(int index);

protected:
    void paintEvent(QPaintEvent*) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QRectF plotArea(int panel) const;
    qreal leftMargin(int panel) const;

    Figure m_figure;
    MemoryFormat m_format;
};

} // namespace highwater
