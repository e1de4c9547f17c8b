// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace highwater {

/// The constants of the ledger that no code and no paper states: they were chosen so that
/// predictions come near measured runs.
enum class Fitted : std::uint8_t {
    ContextLow,
    Context,
    ContextHigh,
    CommunicatorsLow,
    Communicators,
    CommunicatorsHigh,
    AllocatorLow,
    Allocator,
    AllocatorHigh,
    FsdpAllocatorLow,
    FsdpAllocator,
    FsdpAllocatorHigh,
    FsdpBlockPool,
    FsdpEagerBlockPool,
    FsdpHiddenPool,
    FsdpLogitsPool,
    NanotronConstant,
    NanotronInnerCopies,
    NanotronSplitHiddenCopies,
    NanotronHiddenCopies,
    NanotronEmbeddingCopies,
    NanotronReduceCopies,
    NanotronStepCopies,
    NanotronGathers,
    NanotronPipelinedGathers,
    NanotronLayersAhead,
    NanotronMostGpusAhead,
    NanotronMostTensorRanksAhead,
    Count
};

/// One fitted constant, and all that is needed to fit it again.
struct FittedConstant
{
    Fitted id;
    std::int64_t value;
    std::string_view unit;
    std::string_view rows; ///< of tests/golden/measured.csv, by their ids
    std::string_view date; ///< of the fit
    std::string_view refit;
    std::string_view reading; ///< the physical cause, or "unexplained"
};

namespace fit_notes {

inline constexpr std::string_view unexplained = "unexplained";

inline constexpr std::string_view allRows = "all that state a peak";
inline constexpr std::string_view titanRows = "titan-*";
inline constexpr std::string_view nanotronRows = "nano-*";

inline constexpr std::string_view readings
    = "subtract the allocator's reserved memory from nvidia-smi's reading of the same run, on "
      "several GPUs for the communicators; take the least, the median and the most";
inline constexpr std::string_view slack
    = "divide reserved by allocated memory at the peaks of runs that state both; take the least, "
      "the median and the most";
inline constexpr std::string_view pools
    = "change the value, run `highwater validate tests/golden/measured.csv`, keep the value of the "
      "least median error of torchtitan";
inline constexpr std::string_view nanotron
    = "change the value, run `highwater validate tests/golden/measured.csv`, keep the value of the "
      "least median error of both nanotron groups";

} // namespace fit_notes

inline constexpr std::array<FittedConstant, static_cast<std::size_t>(Fitted::Count)> fittedTable{{
    {Fitted::ContextLow, 450, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::Context, 600, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::ContextHigh, 1200, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::CommunicatorsLow, 200, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "NCCL's buffers, a set for each communicator"},
    {Fitted::Communicators, 400, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "NCCL's buffers, a set for each communicator"},
    {Fitted::CommunicatorsHigh, 1000, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "NCCL's buffers, a set for each communicator"},
    {Fitted::AllocatorLow, 2, "percent of what is allocated", fit_notes::allRows, "2026-11-22",
     fit_notes::slack, "rounding and fragmentation in PyTorch's caching allocator"},
    {Fitted::Allocator, 3, "percent of what is allocated", fit_notes::allRows, "2026-11-22",
     fit_notes::slack, "rounding and fragmentation in PyTorch's caching allocator"},
    {Fitted::AllocatorHigh, 5, "percent of what is allocated", fit_notes::allRows, "2026-11-22",
     fit_notes::slack, "rounding and fragmentation in PyTorch's caching allocator"},
    {Fitted::FsdpAllocatorLow, 0, "percent of what is allocated", fit_notes::titanRows,
     "2026-11-22", fit_notes::pools, "none beside the pools, which are counted as terms"},
    {Fitted::FsdpAllocator, 0, "percent of what is allocated", fit_notes::titanRows, "2026-11-22",
     fit_notes::pools, "none beside the pools, which are counted as terms"},
    {Fitted::FsdpAllocatorHigh, 5, "percent of what is allocated", fit_notes::titanRows,
     "2026-11-22", fit_notes::pools, "rounding and fragmentation in PyTorch's caching allocator"},
    {Fitted::FsdpBlockPool, 4, "bytes of [b, s, f/t]", fit_notes::titanRows, "2026-11-22",
     fit_notes::pools, "freed tensors of a block that are too small to serve the logits"},
    {Fitted::FsdpEagerBlockPool, 2, "bytes of [b, s, f/t], with eager kernels",
     fit_notes::titanRows, "2026-11-22", fit_notes::pools,
     "the same: the activation that fused kernels do not keep"},
    {Fitted::FsdpHiddenPool, 6, "bytes of [b, s, h], with tensor parallelism", fit_notes::titanRows,
     "2026-11-22", fit_notes::pools, "the same: gathered inputs of split products"},
    {Fitted::FsdpLogitsPool, 2, "bytes of [b, s, v/t]", fit_notes::titanRows, "2026-11-22",
     fit_notes::pools, "freed 16-bit logits that nothing else fits into"},
    {Fitted::NanotronConstant, 100, "MiB", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron, fit_notes::unexplained},
    {Fitted::NanotronInnerCopies, 6, "bytes of [b, s, f/t]", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron,
     "gradients inside split products, whole before the ranks' parts are added"},
    {Fitted::NanotronSplitHiddenCopies, 2, "bytes of [b, s, h/t]", fit_notes::nanotronRows,
     "2026-11-22", fit_notes::nanotron,
     "gradients inside split products, whole before the ranks' parts are added"},
    {Fitted::NanotronHiddenCopies, 2, "bytes of [b, s, h]", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron,
     "gradients inside split products, whole before the ranks' parts are added"},
    {Fitted::NanotronEmbeddingCopies, 6, "bytes of [v, h]", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron, fit_notes::unexplained},
    {Fitted::NanotronReduceCopies, 8, "bytes of [v, h]", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron,
     "flat copies of the embedding's gradient for its reduction; that they are there at the loss "
     "is unexplained"},
    {Fitted::NanotronStepCopies, 4, "bytes of each trained parameter", fit_notes::nanotronRows,
     "2026-11-22", fit_notes::nanotron,
     "copies of the parameters that the shards are gathered from"},
    {Fitted::NanotronGathers, 6, "bytes of each gathered value, without pipelines",
     fit_notes::nanotronRows, "2026-11-22", fit_notes::nanotron,
     "two 16-bit tensors freed by a layer's forward pass, and one more as the backward pass runs "
     "ahead of the GPU as well"},
    {Fitted::NanotronPipelinedGathers, 4, "bytes of each gathered value, in a pipeline",
     fit_notes::nanotronRows, "2026-11-22", fit_notes::nanotron,
     "two 16-bit tensors freed by a layer's forward pass"},
    {Fitted::NanotronLayersAhead, 28, "layers", fit_notes::nanotronRows, "2026-11-22",
     fit_notes::nanotron, "some 1,024 launches wait before CUDA makes the program wait"},
    {Fitted::NanotronMostGpusAhead, 256, "GPUs, in a pipeline", fit_notes::nanotronRows,
     "2026-11-22", fit_notes::nanotron, fit_notes::unexplained},
    {Fitted::NanotronMostTensorRanksAhead, 16, "tensor ranks, in a pipeline",
     fit_notes::nanotronRows, "2026-11-22", fit_notes::nanotron, fit_notes::unexplained},
}};

constexpr std::int64_t fittedValue(Fitted id)
{
    return fittedTable[static_cast<std::size_t>(id)].value;
}

/// Whether the rows of the table stand in the order of the enumeration, each with all its fields.
consteval bool fittedTableIsComplete()
{
    for (std::size_t i = 0; i < fittedTable.size(); ++i) {
        const FittedConstant& row = fittedTable[i];
        if (row.id != static_cast<Fitted>(i) || row.unit.empty() || row.rows.empty()
            || row.date.empty() || row.refit.empty() || row.reading.empty())
            return false;
    }
    return true;
}
static_assert(fittedTableIsComplete());

} // namespace highwater
