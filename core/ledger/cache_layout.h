// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// The cells that a server keeps of one sequence in one layer of a kind.
struct CacheCells
{
    std::int64_t block = 1; ///< tokens that full layers round up to
    std::int64_t full = 0, window = 0; ///< tokens, rounded up
    Bytes fullBytes = 0, windowBytes = 0; ///< of a token on one rank
    Bytes state = 0; ///< of a layer with linear attention on one rank
    Bytes converted = 0; ///< of a token's cells converted to 16 bits; 0: read without conversion
};

/// The cells as the plan's server keeps them. In a layer with a window, some servers keep the
/// window alone, others all tokens.
CacheCells cacheCells(const Resolved& plan);

/// Layers of each kind whose cells a server sets aside.
struct CacheLayers
{
    std::int64_t full = 0, window = 0, linear = 0;
};

/// The layers of a stage, and those that vLLM adds to make groups of one size
/// (vllm/v1/core/kv_cache_utils.py).
CacheLayers cacheLayers(const Resolved& plan, const StageLayers& layers);

/// Tokens of a sequence at its end.
std::int64_t tokensOfSequence(const Resolved& plan);

} // namespace highwater
