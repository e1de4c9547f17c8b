// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/time/time_answer.h"

namespace highwater {

/// A figure's numbers: a row for each panel and x; whole bytes by band or compared plan, their
/// total and the capacity; then all of them in the figure's unit. Separated by commas for a file,
/// by tabs for the clipboard.
std::string figureCsv(const Figure& figure, const Translator& words, char separator = ',');

/// The tensors on the GPU at the peak, one row each, and their total.
std::string ledgerCsv(const Answer& answer, MemoryUnit unit, const Translator& words,
                      char separator = ',');

/// The parts of a step, longest first, one row each, and the step.
std::string timeCsv(const TimeAnswer& answer, const Translator& words, char separator = ',');

} // namespace highwater
