// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "core/figure/figure_table.h"

#include <optional>
#include <span>

namespace highwater {

/// The kind of time by which cards are compared, for the plan's task.
enum class CardTimes {
    Step, ///< of training
    Token, ///< of one token of each sequence, and the price of a million
};
CardTimes cardTimesOf(const Plan& plan);

/// For each column of the table of cards, the key that sorts by it; the last column, for remarks,
/// has no key.
std::span<const CardKey> cardColumns(CardTimes times);

/// The name of a column with its unit: "Days".
Text cardKeyName(CardKey key, CardTimes times);

/// A row for each card in the order given; the row of the plan's own device is emphasised.
FigureTable cardsTable(const std::vector<Card>& cards, const std::string& own, CardTimes times,
                       MemoryUnit unit);

} // namespace highwater
