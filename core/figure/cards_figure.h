// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "core/figure/figure.h"

namespace highwater {

inline constexpr std::size_t mostCardsShown = 16; ///< on a slide

/// The cards on which the plan fits, as rows: the memory of one GPU at the fewest that are enough,
/// against its capacity, with their number, time and price. The first ones in the order given; if
/// the plan fits its own card, this one always has a row.
Result<Figure> cardsFigure(std::vector<Card> cards, const Plan& plan, const Resolved& resolved,
                           const CardOrder& order, MemoryUnit unit,
                           std::size_t rows = mostCardsShown);

/// The same for a plan, with the cards that `known` has or computes now.
Result<Figure> cardsFigure(const Plan& plan, const Catalog& catalog, KnownCards& known,
                           const CardOrder& order, MemoryUnit unit);

/// The cards of the figure's rows, from the top.
std::vector<Card> shownCards(std::vector<Card> cards, const std::string& own,
                             const CardOrder& order, std::size_t rows = mostCardsShown);

} // namespace highwater
