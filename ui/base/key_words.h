// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <QString>

namespace highwater {

/// What the window calls a key of a plan, the words it may have, and what it explains of it.
QString keyLabel(KeyPath path);
QString wordLabel(KeyPath path, std::string_view word);
QString keyHelp(KeyPath path);

/// The name of a problem's field: a key's label, or the field as it is written.
QString fieldLabel(std::string_view field);

/// The path as an object's name.
QString pathText(KeyPath path);

/// A value of a key as the window writes it: "Llama 3.1 8B", "8,192", "Flash", "yes".
QString valueLabel(KeyPath path, const Value& value);

/// What a check box for the key says, of its second word or of true; empty where the key is better
/// chosen from its words.
QString checkLabel(KeyPath path);

} // namespace highwater
