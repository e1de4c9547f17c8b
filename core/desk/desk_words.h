// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/desk/desk.h"
#include "core/desk/desk_fits.h"
#include "core/plan/text.h"

#include <vector>

namespace highwater {

/// "NVIDIA GeForce RTX 4090: 23.52 GiB for programs · others hold 1.20 GiB"
Text deskCardText(const DeskCard& card);

/// The programs that hold memory of the card: "python3 (1234): 1.10 GiB".
std::vector<Text> deskProcessTexts(const DeskCard& card);

/// "1 × RTX 4090 24GB, 22.32 GiB free on each"
Text deskCardsText(const DeskCards& cards);

/// "llama.cpp, q4_k_m", "QLoRA"
Text deskWayText(const DeskFit& fit);

/// Why nothing is listed: no card was found, or none that the catalogue has.
Text noDeskCards(const Desk& desk);

} // namespace highwater
