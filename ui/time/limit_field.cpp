// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/limit_field.h"

#include <QLineEdit>
#include <QLocale>

#include <cmath>

namespace highwater {

std::optional<double> limitIn(const QLineEdit& field)
{
    bool isNumber = false;
    const double number = QLocale().toDouble(field.text(), &isNumber);
    return isNumber && std::isfinite(number) && number > 0 ? std::optional(number) : std::nullopt;
}

void makeLimitField(QLineEdit& field)
{
    constexpr int letters = 8;
    field.setFixedWidth(letters * field.fontMetrics().averageCharWidth() + field.height() / 2);
    // Else its line of the row would give it the room of the status.
    field.setSizePolicy(QSizePolicy::Fixed, field.sizePolicy().verticalPolicy());
}

} // namespace highwater
