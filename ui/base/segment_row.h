// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace highwater {

/// The views of one page side by side in one frame; the chosen one is filled and has an accent line
/// below.
class SegmentRow : public QTabBar
{
    Q_OBJECT

public:
    explicit SegmentRow(const QString& objectName, QWidget* parent = nullptr);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent*) override;
};

/// The place of a SegmentRow at the left of a tool row. The views of a page have a slot each and
/// share one row of segments, which is in the slot of the view in front.
class SegmentSlot : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentSlot(QWidget* parent = nullptr);
    void put(SegmentRow& row);
};

} // namespace highwater
