// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace highwater {

/// What a rehearsal's own Python said in place of a value that nobody knows, in the language of the
/// window. An answer that this list lacks stays in English.
QString translatedAnswer(const QString& english);

} // namespace highwater
