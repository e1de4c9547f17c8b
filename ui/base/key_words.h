// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/key_words.h"

#include <QString>

namespace highwater {

struct Device;
struct Problem;

/// The label of a key of a plan in the window, that of one of its words, and its explanation.
QString keyLabel(KeyPath path);
/// The label for a place that already shows the role of a job's key: "Place".
QString shortKeyLabel(KeyPath path);
QString wordLabel(KeyPath path, std::string_view word);
QString keyHelp(KeyPath path);

/// The name of a problem's field: a key's label, or the unchanged field.
QString fieldLabel(std::string_view field);

/// "Context length: must be …"
QString problemText(const Problem& problem);

/// The path as an object's name.
QString pathText(KeyPath path);

/// A value of a key in the form of the window: "Llama 3.1 8B", "8,192", "Flash", "yes".
QString valueLabel(KeyPath path, const Value& value);

/// "Offload the optimizer: host memory", in the words of the panel.
QString settingLabel(KeyPath path, const Value& value);

/// The text of a check box for the key, checked for the key's second word or for true; empty for a
/// key with a list of words instead.
QString checkLabel(KeyPath path);

/// "H100"
QString shortName(const Device& device);

} // namespace highwater
