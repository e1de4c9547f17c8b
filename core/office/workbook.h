// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace highwater {

/// An empty text leaves the cell empty.
using Cell = std::variant<std::string, double, std::int64_t>;

/// A heading row and the rows below it.
struct Worksheet
{
    std::string name; ///< at most 31 characters, none of []:*?/\ in it
    std::vector<std::string> head; ///< as columnHeads() made them
    std::vector<std::vector<Cell>> rows; ///< as long as the head; numbers are finite
    bool table = false; ///< an Excel table, which grows when rows are added
};

/// Words in a form that Excel accepts as heads of a table: none empty, none too long, all
/// different.
std::vector<std::string> columnHeads(std::vector<std::string> heads);

/// "A" for 0, "AA" for 26.
std::string columnName(std::size_t column);

/// "Sheet1!$B$2:$B$9": rows count from 0, the heading's; one cell where last is first.
std::string cellRange(const Worksheet& sheet, std::size_t column, std::size_t first,
                      std::size_t last);

/// The sheets as an .xlsx file.
std::string workbookFile(const std::vector<Worksheet>& sheets);

} // namespace highwater
