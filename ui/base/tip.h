// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace highwater {

/// The most columns of a line of a tooltip. A wide character, such as a Chinese one, takes two.
constexpr int tipColumns = 60;

int columnsOf(QStringView text);

/// The text for a tooltip, in lines of at most tipColumns: Qt does not break lines itself.
QString tip(const QString& text);

} // namespace highwater
