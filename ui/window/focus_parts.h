// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace highwater {

/// A part of the window, and the widget in the part that gets the focus first; null: the first that
/// takes the focus.
struct FocusPart
{
    QWidget* part;
    QWidget* first = nullptr;
};

/// Moves the focus to the next visible part after the one with the focus, and from the last to the
/// first.
void focusNextOf(const std::vector<FocusPart>& parts);

} // namespace highwater
