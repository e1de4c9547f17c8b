// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMenu;
class QToolBar;

namespace highwater {

class CompareList;
class Document;

/// Pins the open plan as the baseline that the chart and Compare show together with the plan.
class BaselineActions : public QObject
{
    Q_OBJECT

public:
    BaselineActions(Document& document, CompareList& compared, QObject* parent);

    void addTo(QMenu* menu);
    void addTo(QToolBar* bar);
    void drawIcons();
    void retranslate();

signals:
    void said(const QString& sentence); ///< the completed action

private:
    QAction *m_pin, *m_unpin;
};

} // namespace highwater
