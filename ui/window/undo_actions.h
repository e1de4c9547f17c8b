// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QAction;
class QMenu;
class QToolBar;
class QToolButton;
class QUndoStack;

namespace highwater {

/// Undo and redo, named after the step that they undo or redo.
class UndoActions : public QObject
{
    Q_OBJECT

public:
    UndoActions(QUndoStack& steps, QObject* parent);

    void addTo(QMenu* menu);
    void addTo(QToolBar* bar);
    void setSmall(bool small);
    void drawIcons();
    void retranslate();

private:
    QUndoStack& m_steps;
    QAction *m_undo, *m_redo;
    std::vector<QToolButton*> m_buttons; ///< of the tool bar
};

} // namespace highwater
