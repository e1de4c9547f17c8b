// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace highwater {

/// Puts a widget that was made late before another one in the order of the Tab key; by itself it
/// would come last in its window.
inline void putBeforeInFocus(QWidget& widget, QWidget& other)
{
    QWidget* before = other.previousInFocusChain();
    while (before != &other && (before == &widget || before->focusPolicy() == Qt::NoFocus))
        before = before->previousInFocusChain();
    if (before == &other)
        QWidget::setTabOrder(&widget, &other);
    else
        QWidget::setTabOrder(before, &widget);
}

} // namespace highwater
