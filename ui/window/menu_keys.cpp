// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menu_keys.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMainWindow>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

bool isLeftToFields(const QKeyEvent& key)
{
    if (key.key() >= Qt::Key_F1 && key.key() <= Qt::Key_F35)
        return true; // fields take none of these from a menu, and F1 is the help's
    constexpr std::array edits{QKeySequence::Copy, QKeySequence::Cut,  QKeySequence::Paste,
                               QKeySequence::Undo, QKeySequence::Redo, QKeySequence::SelectAll};
    return std::ranges::any_of(edits, [&](auto edit) { return key.matches(edit); });
}

} // namespace

MenuKeys::MenuKeys(QMainWindow* window)
    : QObject(window)
    , m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool MenuKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType()
        || static_cast<QWidget*>(watched)->window() != m_window)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    if (isLeftToFields(*key) || !isOfAMenu(*key))
        return false;
    key->ignore(); // no widget overrides it
    return true;
}

bool MenuKeys::isOfAMenu(const QKeyEvent& key) const
{
    const QKeySequence pressed(key.keyCombination());
    const auto actions = m_window->findChildren<QAction*>();
    return std::ranges::any_of(actions, [&](const QAction* action) {
        return action->isEnabled() && action->shortcutContext() != Qt::WidgetShortcut
            && action->shortcut() == pressed;
    });
}

} // namespace highwater
