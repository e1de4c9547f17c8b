// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "core/figure/figure_table.h"

#include <optional>
#include <span>

namespace highwater {

/// The times that the cards are compared by, for the plan's task.
enum class CardTimes {
    Step, ///< of training
    Token, ///< that each sequence gets, and a million of them
};
CardTimes cardTimesOf(const Plan& plan);

/// The keys that the columns of the table of cards are sorted by, in their order; the last column
/// has remarks and none.
std::span<const CardKey> cardColumns(CardTimes times);

/// What a number of cards is called, with its unit: "Days".
Text cardKeyName(CardKey key, CardTimes times);

/// A row for each card in the order given; the plan's own device stands out.
FigureTable cardsTable(const std::vector<Card>& cards, const std::string& own, CardTimes times,
                       MemoryUnit unit);

} // namespace highwater
