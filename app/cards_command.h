// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "command_words.h"
#include "core/explore/cards.h"

#include <string>
#include <vector>

namespace highwater {

/// The list of cards that --same-gpus, --within, --under, --all and --sort ask for.
Result<CardOrder> cardOrder(const CommandWords& words);

/// highwater cards [PLAN] [--set KEY=VALUE ...] [--same-gpus] [--within DAYS] [--under USD] [--all]
///     [--sort KEY] [--json | --csv]
Outcome runCards(const std::vector<std::string>& arguments);

} // namespace highwater
