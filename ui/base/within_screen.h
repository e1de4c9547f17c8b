// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QSize>
#include <QWidget>

#include <algorithm>

namespace highwater {

/// A window's usual size, but never larger than its screen, where buttons at its end would be out
/// of reach.
inline QSize withinScreen(const QSize& usual, const QWidget& window)
{
    constexpr QSize frame(16, 48);
    return usual.boundedTo(window.screen()->availableSize() - frame);
}

/// The frame's place and size that are wholly in the room; the upper left corner where the frame is
/// larger.
inline QRect movedInto(const QRect& frame, const QRect& room)
{
    const QSize size = frame.size().boundedTo(room.size());
    const auto within
        = [](int at, int least, int most) { return std::max(least, std::min(at, most)); };
    return {QPoint(within(frame.x(), room.x(), room.x() + room.width() - size.width()),
                   within(frame.y(), room.y(), room.y() + room.height() - size.height())),
            size};
}

/// Moves and shrinks a window so that all of it is on its screen: a place that was stored on
/// another screen, or one below and right of another window, may lie partly outside.
inline void keepOnScreen(QWidget& window)
{
    if (window.isMaximized() || window.isFullScreen() || !window.screen())
        return;
    constexpr QMargins usualFrame(4, 32, 4, 4); // before the window has its own
    QMargins around(window.geometry().left() - window.frameGeometry().left(),
                    window.geometry().top() - window.frameGeometry().top(),
                    window.frameGeometry().right() - window.geometry().right(),
                    window.frameGeometry().bottom() - window.geometry().bottom());
    if (around.isNull())
        around = usualFrame;
    const QRect frame(window.pos(), window.size().grownBy(around));
    const QRect placed = movedInto(frame, window.screen()->availableGeometry());
    if (placed == frame)
        return;
    window.resize(placed.size().shrunkBy(around));
    window.move(placed.topLeft());
}

} // namespace highwater
