// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace highwater {

/// A frameless area that scrolls the content up and down on the parent's own surface.
QScrollArea* scrolling(QWidget* content, QWidget* parent);

/// Scrolls the area around the widget down until all of it shows, or its top is the area's top.
void bringIntoView(const QWidget& widget);

} // namespace highwater
