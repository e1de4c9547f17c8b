// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/figure.h"

#include <optional>
#include <vector>

namespace highwater {

/// A number of bytes, or words where there is none.
struct Cell
{
    std::optional<Bytes> bytes;
    Text text;
    bool over = false; ///< more than the limit line holds
    bool strong = false;
    bool operator==(const Cell&) const = default;
};

/// The figure's numbers: its twin for whoever cannot see it or wants to read it off exactly.
struct FigureTable
{
    std::vector<Text> heads;
    std::vector<std::vector<Cell>> rows; ///< each as long as the heads
    Text note;
    bool operator==(const FigureTable&) const = default;
};

/// A row for each panel, or for each mark of the axis where there is one panel.
FigureTable figureTable(const Figure& figure);

} // namespace highwater
