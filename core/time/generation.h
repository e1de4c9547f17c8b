// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/names.h"
#include "core/plan/result.h"
#include "core/plan/text.h"
#include "core/time/machine.h"

#include <array>
#include <optional>
#include <vector>

namespace highwater {

/// The parts of the time of a token, which is a pass that makes one token for each sequence.
enum class DecodePart {
    Weights, ///< read from the card's memory
    Cache, ///< the same
    Products, ///< the time of products beyond that of reading weights and cache
    Launching,
    Traffic, ///< between tensor ranks
    Drafting ///< passes of the model that proposes tokens
};
inline constexpr auto decodePartCount = enumCount<DecodePart>;

/// Seconds of each part.
using DecodeSeconds = std::array<double, decodePartCount>;

double secondsOf(const DecodeSeconds& parts);

/// A number and the range around it.
struct Expected
{
    double low = 0, value = 0, high = 0;
};

/// One part with the formula of its number.
struct DecodeLine
{
    DecodePart part{};
    Text label;
    double seconds = 0;
    Text formula, numbers, source;
};

/// The speed at which a plan generates text. All numbers are estimates.
struct Generation
{
    double sequences = 0; ///< at a time
    double copies = 1; ///< of the model; all other numbers are those of one copy
    double weightBytes = 0, cacheBytes = 0; ///< that one GPU of each stage reads in a pass
    double passTokens = 1; ///< tokens that a pass gives each sequence: more with a draft model
    std::optional<double> withoutDraft; ///< tokens a second of all sequences, were there none
    DecodeSeconds parts{}; ///< as expected
    Expected step; ///< seconds for one token of every sequence
    Expected tokensPerSecond; ///< of all sequences
    double promptTokens = 0, promptOperations = 0;
    Expected prefill; ///< seconds of the passes over one prompt
    double utilisation = 0; ///< of the GPUs' peak, by a token of every sequence
    double knee = 0; ///< the number of sequences from which products take longer than reading
                     ///< weights
    std::vector<DecodeLine> lines; ///< longest first
    std::vector<Assumption> assumptions;
    std::optional<double> pricePerMillion; ///< USD for a million generated tokens
};

/// The speed of a plan that generates text, by the exact method; a problem where there is none.
Result<Generation> generationOf(const Resolved& plan);
/// Whether the plan's speed is that of generating text, so that generationOf() has it.
bool isGeneration(const Resolved& plan);

/// The parts of a token's time with another number of sequences.
Result<std::vector<DecodeSeconds>> decodeSeconds(const Resolved& plan,
                                                 const std::vector<double>& sequences);

/// One sentence each on tokens a second, the prompt and the knee.
std::vector<Text> generationSentences(const Generation& generation);

Text decodePartName(DecodePart part);

} // namespace highwater

HIGHWATER_NAMES(DecodePart, "weights", "cache", "products", "launching", "traffic", "drafting")
