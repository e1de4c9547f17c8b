// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"

#include <cstddef>
#include <string>
#include <vector>

namespace highwater {

/// The cards in their order as a table, and below it the cards on which the plan does not fit or
/// has no time. `beyond`: the number of further cards whose runs are too long or too dear.
std::string cardsReport(const CardQuestion& asked, const std::vector<Card>& cards,
                        std::size_t beyond);

} // namespace highwater
