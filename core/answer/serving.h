// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"

#include <optional>
#include <vector>

namespace highwater {

struct Resolved;

/// The further numbers of the answer for a plan that generates text, in addition to its bytes by
/// group.
struct Serving
{
    Bytes weights = 0; ///< of one GPU, in the format of the plan
    Bytes file = 0; ///< that holds the whole model's weights
    Bytes nominal = 0; ///< the whole model's weights by the bits of the format's name alone
    Bytes nominalLeft = 0; ///< one GPU's memory less its part of `nominal`: for cache and passes
    Bytes weightsLeft = 0; ///< the same, less the real weights
    Bytes ruleOfThumb = 0; ///< 1.2 times the weights
    Bytes kvBytesPerToken = 0; ///< of the whole model, in all layers that keep keys and values
    Bytes kvBytesPerFurtherToken = 0; ///< of a token beyond the windows, in the layers that keep
                                      ///< all tokens
    Bytes stateBytesPerSequence = 0; ///< of the whole model's layers with linear attention
    Bytes kvBytesPerSequence = 0; ///< of one GPU, with the tokens rounded up to blocks
    std::int64_t tokensPerSequence = 0; ///< that the cache has room for
    std::int64_t windowTokens = 0; ///< the same in a layer with a window; 0: there is none
    double memoryFraction = 1; ///< of the card that the server takes
    Bytes keptFree = 0; ///< by the server
    Bytes pool = 0; ///< for the cache: the part of the card that all else leaves
    std::int64_t sequences = 0; ///< of the plan's length that fit and are served at a time
    std::int64_t inCache = 0; ///< that the cache has room for, without the server's limit
    std::optional<std::int64_t> limit; ///< the server's limit of sequences
    std::int64_t tokens = 0; ///< of all sequences that fit
};

/// The most sequences that fit and that the server serves at a time; 0 where none fits. Their
/// logits and passes may grow with them.
std::int64_t mostSequences(const Resolved& plan);

/// Sequences that the cache has room for in addition to the plan's sequences.
std::int64_t sequencesInCache(const Resolved& plan);

/// Null in training, and for methods other than the exact one.
std::optional<Serving> servingOf(const Resolved& plan, const Answer& answer);

/// Rules about a plan that generates text, in addition to the count of its bytes: 1.2 times the
/// weights, and weights by the bits of their format's name.
std::vector<Text> servingRemarks(const Resolved& plan, const Serving& serving);

} // namespace highwater
