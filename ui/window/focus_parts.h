// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace highwater {

/// A part of the window, and the widget in the part that gets the focus first; none: the first that
/// takes the focus.
struct FocusPart
{
    QWidget* part;
    QWidget* first = nullptr;
};

/// Brings the focus to the next visible part after the part that has the focus, round and round.
void focusNextOf(const std::vector<FocusPart>& parts);

} // namespace highwater
