// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>

namespace highwater {

/// An action of `owner` that calls `run` when a person chooses it.
template <class Run>
QAction* makeAction(QObject* owner, const char* name, const QKeySequence& keys, Run run)
{
    auto* action = new QAction(owner);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(keys);
    QObject::connect(action, &QAction::triggered, owner, run);
    return action;
}

} // namespace highwater
