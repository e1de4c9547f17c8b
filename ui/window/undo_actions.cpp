// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undo_actions.h"

#include "ui/base/icons.h"

#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

namespace highwater {

UndoActions::UndoActions(QUndoStack& steps, QObject* parent)
    : QObject(parent)
    , m_steps(steps)
    , m_undo(new QAction(this))
    , m_redo(new QAction(this))
{
    m_undo->setObjectName(QStringLiteral("edit.undo"));
    m_redo->setObjectName(QStringLiteral("edit.redo"));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, &m_steps, &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, &m_steps, &QUndoStack::redo);
    connect(&m_steps, &QUndoStack::indexChanged, this, &UndoActions::retranslate);
}

void UndoActions::addTo(QMenu* menu)
{
    menu->addActions({m_undo, m_redo});
}

void UndoActions::addTo(QToolBar* bar)
{
    for (QAction* action : {m_undo, m_redo}) {
        bar->addAction(action);
        m_buttons.push_back(qobject_cast<QToolButton*>(bar->widgetForAction(action)));
    }
}

/// Shows the icons only, so that the plan's name has room.
void UndoActions::setSmall(bool small)
{
    for (QToolButton* button : m_buttons)
        button->setToolButtonStyle(small ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void UndoActions::drawIcons()
{
    m_undo->setIcon(themedIcon("undo"));
    m_redo->setIcon(themedIcon("redo"));
}

void UndoActions::retranslate()
{
    m_undo->setEnabled(m_steps.canUndo());
    m_redo->setEnabled(m_steps.canRedo());
    m_undo->setText(m_steps.canUndo() ? tr("Undo: %1").arg(m_steps.undoText()) : tr("Undo"));
    m_redo->setText(m_steps.canRedo() ? tr("Redo: %1").arg(m_steps.redoText()) : tr("Redo"));
    // The tool bar's texts keep their width for every step.
    m_undo->setIconText(tr("Undo"));
    m_redo->setIconText(tr("Redo"));
}

} // namespace highwater
