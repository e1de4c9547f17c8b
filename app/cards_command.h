// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "command_words.h"
#include "core/explore/cards.h"

#include <string>
#include <vector>

namespace highwater {

/// The key of --sort.
Result<CardKey> cardSortKey(const CommandWords& words);

/// highwater cards [PLAN] [--set KEY=VALUE ...] [--sort KEY] [--json | --csv]
Outcome runCards(const std::vector<std::string>& arguments);

} // namespace highwater
