// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/overhead.h"
#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// vLLM's gpu_memory_utilization where the plan does not set it.
double vllmFraction(const Resolved& plan);

/// Tokens of the pass that vLLM measures before it makes its cache, where the plan does not set
/// them: max_num_batched_tokens.
std::int64_t vllmPassTokens(const Resolved& plan);

/// The most sequences that vLLM serves at a time where the plan does not set them: max_num_seqs.
std::int64_t vllmSequences(const Resolved& plan);

/// Bytes of one logit that exist together while the measured pass chooses tokens.
std::int64_t vllmLogitBytes(const Resolved& plan);

/// Bytes that the newer model runner keeps for each sequence: how often it has generated each token
/// of the vocabulary, and one bit for each token of its prompt.
Bytes vllmCountsOfSequence(const Resolved& plan);

/// Whether the experts' first and last products share their bytes.
bool vllmSharesExpertBytes(const Resolved& plan);

/// Bytes on the card that vLLM does not subtract from its share when it sizes the cache: they lie
/// in the part that it leaves free.
Bytes vllmUncounted(const Resolved& plan, const OverheadSizes& runtime, Bytes graphs);

} // namespace highwater
