// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/figure/figure.h"

#include <functional>
#include <string>
#include <vector>

namespace highwater {

/// A value as an axis writes it: "8K" tokens, "1,024" GPUs, plan "B".
std::string markLabel(double value, Marks marks);
/// "8,192 tokens", "1 GPU": a value on an axis as a phrase; `written` is the number in the reader's
/// language.
Text valueText(Marks marks, std::int64_t value, const std::string& written);

/// The label of a tick of the axis.
std::string tickLabel(const Axis& axis, std::size_t tick);

/// The name of a point of the panel in a sentence: "8K", or the event at that point.
std::string pointName(const Panel& panel, std::size_t index, const Translator& words);

/// Sentences for a reader who cannot see a panel: its bands or curves, their first and last values,
/// the point at which they meet the limit line. `words` translates the names inside.
std::vector<Text> altText(const Figure& figure, std::size_t panel, const Translator& words);

/// Lines to speak while a figure is shown: its title, each panel's numbers at the marks of its x
/// axis, and the formulas of a ledger with their numbers put in (null: none). Empty lines separate
/// the parts.
std::vector<Text> figureNotes(const Figure& figure, const Answer* answer, const Translator& words);

} // namespace highwater
