// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <vector>

namespace highwater {

/// Remarks on settings that the plan's framework does not have, by its profile. `asked` is the
/// layout as the plan says it.
std::vector<Warning> missingSettings(const Resolved& plan, const Layout& asked);

/// Those of the remarks that are about numbers which are no multiples of the tensor ranks.
std::vector<Warning> unevenSettings(const Resolved& plan);

/// Whether each tensor rank has as many of a sequence's tokens as every other: Megatron-LM's and
/// nanotron's layers assert that their ranks have whole parts (core/utils.py: divide;
/// parallel/tensor_parallel/nn.py). DTensor, which other frameworks use, has uneven ones.
bool hasEvenTokens(const Resolved& plan);

} // namespace highwater
