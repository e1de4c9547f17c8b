// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/generation_figure.h"
#include "core/figure/time_figure.h"
#include "ui/answer/ledger_tree.h"

#include <QString>

#include <optional>
#include <vector>

namespace highwater {

/// A row of the table of a step's time, in the window's language.
struct TimeRow
{
    LedgerTree::Kind kind = LedgerTree::Kind::Line;
    QString key; ///< the same in every answer
    QString name, time, hidden, share, words;
    std::optional<double> part; ///< of the step
    std::optional<Group> group; ///< the group whose colours the row has
    bool quiet = false;
    std::vector<TimeRow> rows;
    bool operator==(const TimeRow&) const = default;
};

/// The parts of a step with formula, numbers and source; the traffic of one GPU over each kind of
/// link; the assumptions, with the key that overrides each.
std::vector<TimeRow> timeRows(const TimeAnswer& answer);

/// The parts of a generated token's time, and the assumptions.
std::vector<TimeRow> generationRows(const Generation& generation);

} // namespace highwater
