// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMainWindow;
class QMenu;
class QToolBar;

namespace highwater {

class Document;

/// The name of the open plan, in the middle of the tool bar, and the dialog that changes it.
class NameActions : public QObject
{
    Q_OBJECT

public:
    NameActions(Document& document, QMainWindow* window);

    void addTo(QMenu* menu);
    /// The name gets the width that the bar's other buttons leave.
    void addTo(QToolBar* bar);
    void drawIcons();
    void retranslate();

private:
    class Title;
    void showName();
    void edit();

    Document& m_document;
    QMainWindow* m_window;
    QAction* m_edit;
    Title* m_title = nullptr;
};

} // namespace highwater
