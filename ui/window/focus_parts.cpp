// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/focus_parts.h"

#include <QApplication>
#include <QWidget>

namespace highwater {
namespace {

bool takesFocus(const QWidget& widget)
{
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus);
}

/// The first widget of the part in the chain of focus, from `first` on; null where no widget of the
/// part takes the focus.
QWidget* firstIn(QWidget* part, QWidget* first)
{
    while (first != part && !(part->isAncestorOf(first) && takesFocus(*first)))
        first = first->nextInFocusChain();
    return first == part ? nullptr : first;
}

} // namespace

void focusNextOf(const std::vector<FocusPart>& parts)
{
    const QWidget* focus = QApplication::focusWidget();
    std::size_t present = parts.size() - 1;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (focus && parts[i].part->isAncestorOf(focus))
            present = i;
    for (std::size_t step = 1; step <= parts.size(); ++step) {
        const auto& [part, first] = parts[(present + step) % parts.size()];
        if (!part->isVisible())
            continue;
        if (QWidget* target = firstIn(part, first ? first : part->nextInFocusChain())) {
            target->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

} // namespace highwater
