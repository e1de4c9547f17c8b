// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"

#include <string>
#include <vector>

namespace highwater {

/// The cards in their order; bytes are whole, times in seconds and days, prices in USD.
std::string cardsJson(const CardQuestion& asked, const std::vector<Card>& cards);

/// One row for each card, with units in the header; an unknown value is an empty field.
std::string cardsCsv(const std::vector<Card>& cards);

} // namespace highwater
