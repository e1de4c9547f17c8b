// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <QString>

namespace highwater {

struct Device;
struct Problem;

/// A key of a plan by its name in the window, one of its words, and its explanation.
QString keyLabel(KeyPath path);
/// The key's label as it is written in the source, for a translator of another language: in the
/// context "keys", and without the role of a job that the key is of.
const char* keyLabelSource(KeyPath path);
/// The same where the role of a job that the key is of is told beside it: "Place".
QString shortKeyLabel(KeyPath path);
QString wordLabel(KeyPath path, std::string_view word);
QString keyHelp(KeyPath path);

/// The name of a problem's field: a key's label, or the field as it is written.
QString fieldLabel(std::string_view field);

/// "Context length: must be …"
QString problemText(const Problem& problem);

/// The path as an object's name.
QString pathText(KeyPath path);

/// A value of a key as the window writes it: "Llama 3.1 8B", "8,192", "Flash", "yes".
QString valueLabel(KeyPath path, const Value& value);

/// The text of a check box for the key, checked for the key's second word or for true; empty where
/// the key is better chosen from a list of words.
QString checkLabel(KeyPath path);

/// "H100"
QString shortName(const Device& device);

} // namespace highwater
