// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/staying_windows.h"

namespace highwater {

StayingWindows::StayingWindows(QWidget* window)
{
    for (QWidget* each = window; each; each = each->parentWidget()) {
        if (!each->testAttribute(Qt::WA_DeleteOnClose) || each->isHidden())
            continue;
        each->setAttribute(Qt::WA_DeleteOnClose, false);
        m_windows.emplace_back(each);
    }
}

StayingWindows::~StayingWindows()
{
    for (const QPointer<QWidget>& each : m_windows) {
        if (!each)
            continue;
        each->setAttribute(Qt::WA_DeleteOnClose);
        if (each->isHidden())
            each->deleteLater();
    }
}

} // namespace highwater
