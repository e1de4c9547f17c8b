// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "core/figure/figure.h"

namespace highwater {

inline constexpr std::size_t mostCardsShown = 16; ///< on a slide

/// The cards that fit the plan, as rows: memory of one of the fewest that fit against what it has,
/// with their number, time and price. The first ones in the order given; the plan's own card, if it
/// fits, has a row in any case.
Result<Figure> cardsFigure(std::vector<Card> cards, const Plan& plan, const Resolved& resolved,
                           const CardOrder& order, MemoryUnit unit,
                           std::size_t rows = mostCardsShown);

/// The same for a plan, of the cards that are known or are counted now.
Result<Figure> cardsFigure(const Plan& plan, const Catalog& catalog, KnownCards& known,
                           const CardOrder& order, MemoryUnit unit);

/// The cards that the figure has rows of, from the top.
std::vector<Card> shownCards(std::vector<Card> cards, const std::string& own,
                             const CardOrder& order, std::size_t rows = mostCardsShown);

} // namespace highwater
