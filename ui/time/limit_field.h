// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QLineEdit;

namespace highwater {

/// A number above 0 as a person types it; null where the field is empty or has no number.
std::optional<double> limitIn(const QLineEdit& field);

/// Makes the field as wide as a limit in days or USD.
void makeLimitField(QLineEdit& field);

} // namespace highwater
