// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"

#include <string>
#include <vector>

namespace highwater {

/// A line of a table. A cell is in quotes where a separator, a quote or a line end would make it
/// more than one field.
std::string csvRow(const std::vector<std::string>& cells, char separator = ',');

/// A figure's numbers: a row for each panel and x; whole bytes by band or compared plan, their
/// total and the capacity; then all of them in the figure's unit. Separated by commas for a file,
/// by tabs for the clipboard.
std::string figureCsv(const Figure& figure, const Translator& words, char separator = ',');

/// A section of an answer: whole numbers with all their digits, others with as many as they have.
std::string tableCsv(const FigureTable& table, ValueUnit unit, const Translator& words,
                     char separator = ',');

} // namespace highwater
