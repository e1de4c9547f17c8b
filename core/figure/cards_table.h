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
    Endless, ///< of training of unknown length, and the price of a million tokens
};
CardTimes cardTimesOf(const Plan& plan, const std::vector<Card>& cards);

/// For each column of the table of cards, the key that sorts by it; the last column, for remarks,
/// has no key.
std::span<const CardKey> cardColumns(CardTimes times);

/// The name of a column with its unit: "Days".
Text cardKeyName(CardKey key, CardTimes times);

/// The remark on a card whose batch is no whole number of passes.
Text batchRemark(const Card& card);

/// The reason why the card has no number or no time, that its batch is no whole number of passes,
/// or how close its memory is to the limit.
Text cardRemark(const Card& card);

/// A row for each card in the order given; the row of the plan's own device is emphasised.
FigureTable cardsTable(const std::vector<Card>& cards, const std::string& own, CardTimes times,
                       MemoryUnit unit);

} // namespace highwater
