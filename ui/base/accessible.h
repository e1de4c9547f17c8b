// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace highwater {

/// Asks a screen reader to speak the sentence at once, wherever the focus is. `source` is a widget
/// of the window that it is about.
void announce(QWidget& source, const QString& sentence);

/// Hears what is announced, even where no screen reader runs; null: nobody.
using AnnouncementListener = void (*)(const QString& sentence);
void listenToAnnouncements(AnnouncementListener listener);

/// Gives the widget this role in place of the one of its class. Called in its constructor, as a
/// screen reader keeps the first role that it was told.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

/// Set name and description of the widget where they changed: each setting of Qt's is an event for
/// a screen reader, and most widgets are told their words after every change of the plan.
void nameAccessibly(QWidget& widget, const QString& name);
void describeAccessibly(QWidget& widget, const QString& description);

} // namespace highwater
