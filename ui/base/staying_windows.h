// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

namespace highwater {

/// For as long as a dialog is waited for, the windows that it belongs to are not deleted as they
/// close: keys that were typed ahead may close the dialog and its windows before the wait returns.
class StayingWindows
{
public:
    explicit StayingWindows(QWidget* window);
    ~StayingWindows();
    StayingWindows(const StayingWindows&) = delete;
    StayingWindows& operator=(const StayingWindows&) = delete;

private:
    std::vector<QPointer<QWidget>> m_windows;
};

} // namespace highwater
