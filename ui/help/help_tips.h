// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace highwater {

/// One or two lines that explain a part of the window to a person who does not know the term, by
/// the part's name; empty where the part is explained in another way.
QString tipOf(const QString& name);

/// Gives the parts inside of a window the tooltips of this table.
void applyTips(const QWidget& window);

} // namespace highwater
