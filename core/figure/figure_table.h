// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/plan/keys.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

enum class CellKind {
    Sentence,
    Amount,
    Count,
    Real,
    AmountAway,
    CountAway,
    Written,
    KeyName,
    KeyValue,
    None
};

/// The content of one place of a table. Its writer turns numbers, keys and values into text.
struct TableCell
{
    CellKind kind = CellKind::Sentence;
    Text text; ///< of a Sentence, or of a number that is already text (Written)
    std::int64_t number = 0; ///< bytes or a count, or the difference from the base
    double real = 0; ///< of Real
    std::optional<int> decimals = {}; ///< of Real; null: as many as three digits have
    std::optional<KeyPath> key; ///< of KeyName and KeyValue
    Value value;
    std::optional<Group> group; ///< its swatch is drawn before the words
    bool over = false; ///< the value is above the limit line
    bool strong = false;
    bool quiet = false; ///< says little, such as a count of one
    bool rough = false; ///< of an Amount: written with "≈"
    bool operator==(const TableCell&) const = default;

    bool isNumber() const { return kind != CellKind::Sentence && kind != CellKind::KeyName; }
};

TableCell wordsCell(Text text, bool strong = false);
TableCell bytesCell(Bytes bytes, bool over = false, bool strong = false);
TableCell countCell(std::int64_t count);
TableCell realCell(double number, std::optional<int> decimals = {});
TableCell writtenCell(std::string number, bool strong = false);
TableCell noCell(); ///< for a place without a number in a column of numbers
TableCell keyCell(KeyPath key);
TableCell valueCell(KeyPath key, Value value);

/// A change with its sign and unit: "+1.7 %", "−0.02"; "±0" where it has no digit but 0.
std::string changeText(double change, int decimals, std::string_view unit = {});

/// The cell for a person; `amount` writes bytes. Only the window has a form of its own, in which
/// numbers follow the reader's language.
std::string cellText(const TableCell& cell, const Translator& words,
                     const std::function<std::string(Bytes)>& amount);

/// Numbers as a table: those of a figure, for a reader who cannot see it or wants exact values, or
/// a section of an answer.
struct FigureTable
{
    Text title; ///< empty where its place says what it is
    std::vector<Text> heads;
    std::vector<std::vector<TableCell>> rows; ///< each as long as the heads
    Text note;
    bool operator==(const FigureTable&) const = default;

    /// Whether a column has numbers, which are aligned at the right.
    bool isNumeric(std::size_t column) const;
};

/// The columns at these places, in this order.
FigureTable picked(const FigureTable& table, std::initializer_list<std::size_t> columns);

/// The heads, then the rows, with a text for each cell.
std::vector<std::vector<std::string>>
textsOf(const FigureTable& table, const Translator& words,
        const std::function<std::string(const TableCell&)>& written);

/// A row for each panel, or for each mark of the axis where there is one panel.
FigureTable figureTable(const Figure& figure);

} // namespace highwater
