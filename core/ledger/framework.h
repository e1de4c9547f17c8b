// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/fitted.h"
#include "core/ledger/term.h"
#include "core/plan/plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace highwater {

struct Resolved;
struct StageLayers;

/// A tensor that a framework keeps beside those that the mathematics needs.
struct Extra
{
    TermId id;
    Life life;
    Per per;
    Product each;
    bool (*when)(const Resolved&, const StageLayers&); ///< null: always
    Place place = Place::Gpu;
    BackwardPoint point = BackwardPoint::End;
};

/// What one logit takes.
struct LogitBytes
{
    TermId id;
    Life life;
    std::int64_t values; ///< of the width that is computed in
    std::int64_t bytes; ///< and bytes beside them
};

/// How a framework holds what ZeRO and FSDP gather and reduce.
enum class Sharding {
    Blocks, ///< a block at a time: FSDP
    BlocksAndRoot, ///< the same, and what stands outside the blocks stays gathered: FSDP2
    Buckets ///< flat buckets of a size of their own: DeepSpeed
};

/// A named set of choices, as a framework makes them: what a plan leaves open is filled from here,
/// and what its code keeps beside the tensors of the mathematics is listed with its source.
struct Profile
{
    Framework framework{};
    const char* source = "";

    std::optional<Precision> precision{};
    std::optional<Gradients> gradients{};
    std::optional<bool> keepGradients{}, masterWeights{};
    std::optional<Moments> moments{}; ///< where it computes in 16 bits alone
    std::optional<Kernels> kernels{};
    std::optional<Loss> loss{};
    std::optional<StageSplit> stageSplit{};

    bool floatParameters = false; ///< the sharded parameter is the 32-bit master
    bool floatAdapters = false; ///< adapters are 32-bit, and their own master
    bool untiesHead = false; ///< head and embedding never share their storage
    bool quantisesHead = false; ///< 4-bit bases hold the head in 4 bits too
    bool upcastsBase = true; ///< takes adapter.upcast at its word
    bool pagedWhenQuantised = false; ///< 4-bit bases train with moments outside the allocator
    bool fusedQkv = false; ///< one product, one adapter and one view for q, k and v
    bool expandsKeys = false; ///< keys and grouped values are copied out to every head
    bool keepsFrozenInputs = true; ///< a frozen 4-bit product keeps its input (bitsandbytes)
    Sharding sharding = Sharding::Blocks;
    std::int64_t sharesParametersFrom = 3; ///< the ZeRO stage
    std::int64_t bucketElements = 0; ///< 0: hidden · hidden
    std::int64_t vocabularyMultiple = 1; ///< the vocabulary is padded to this times t

    /// Percent of what is allocated, for the allocator's rounding and fragmentation: low, expected
    /// and high.
    std::array<std::int64_t, 3> slack{fitted(Fitted::AllocatorLow), fitted(Fitted::Allocator),
                                      fitted(Fitted::AllocatorHigh)};
    bool fusesWeightGradients = false; ///< products add to the gradients themselves
    bool keepsChunks = false; ///< a chunked loss keeps the logits of every chunk
    bool dropsUnused = false; ///< compiled, selective recomputation keeps no output that none needs
    std::span<const LogitBytes> logits{}, chunkedLogits{};
    std::span<const LogitBytes> shardedLogits{}; ///< from ZeRO-1 on, where that computes otherwise
    std::span<const Extra> extras{};
};

const Profile& profileOf(Framework framework);

} // namespace highwater
