// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QSize>
#include <QWidget>

namespace highwater {

/// A window's usual size, but never larger than its screen, where buttons at its end would be out
/// of reach.
inline QSize withinScreen(const QSize& usual, const QWidget& window)
{
    constexpr QSize frame(16, 48);
    return usual.boundedTo(window.screen()->availableSize() - frame);
}

} // namespace highwater
