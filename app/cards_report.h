// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"

#include <string>
#include <vector>

namespace highwater {

/// The cards in their order as a table, and below it the cards on which the plan does not fit or
/// has no time.
std::string cardsReport(const Plan& plan, const std::vector<Card>& cards);

} // namespace highwater
