// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace highwater {

/// A line of a table. A cell is in quotes where a separator, a quote or a line end would make it
/// more than one field.
std::string csvRow(const std::vector<std::string>& cells, char separator = ',');

} // namespace highwater
