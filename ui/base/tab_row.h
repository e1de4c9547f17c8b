// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace highwater {

/// The tabs of the window's pages: flat texts; the tab in front has the page's colour and an accent
/// line above.
class TabRow : public QTabBar
{
    Q_OBJECT

public:
    explicit TabRow(QWidget* parent = nullptr);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent*) override;
};

} // namespace highwater
