// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"

#include <string>
#include <vector>

namespace highwater {

/// The cards in their order; bytes are whole, times in seconds and days, prices in USD.
std::string cardsJson(const Plan& plan, const std::vector<Card>& cards);

/// One row a card, the unit in the head; a field is empty where nothing is known.
std::string cardsCsv(const std::vector<Card>& cards);

} // namespace highwater
