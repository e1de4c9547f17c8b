// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QString>

namespace highwater {

/// The value that is computed for a key without a fixed default that the plan leaves open; null
/// where only the computation itself has it. `document` may be null.
Value automaticValue(KeyPath path, const Document* document);

/// The words for that null: "automatic", "not checked". `document` may be null.
QString automaticText(KeyPath path, const Document* document);

} // namespace highwater
