// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"

namespace highwater {

/// A figure's numbers: a row for each panel and x; whole bytes by band or compared plan, their
/// total and the capacity; then all of them in the figure's unit. Separated by commas for a file,
/// by tabs for the clipboard.
std::string figureCsv(const Figure& figure, const Translator& words, char separator = ',');

/// A section of an answer: whole numbers with all their digits, others with as many as they have.
std::string tableCsv(const FigureTable& table, ValueUnit unit, const Translator& words,
                     char separator = ',');

} // namespace highwater
