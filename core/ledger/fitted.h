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
    ContextOfT4Low,
    ContextOfT4,
    ContextOfT4High,
    IdleShare,
    OwnLaunching,
    SurvivedFlushes,
    BareContext,
    RecordedGraphs,
    SentencePieceToken,
    BytePairToken,
    Count
};

/// One fitted constant, and all that is needed to fit it again.
template <class Id> struct FittedConstant
{
    Id id;
    std::int64_t value;
    std::string_view unit;
    std::string_view rows; ///< of tests/golden/measured.csv, by their ids
    std::string_view date; ///< of the fit
    std::string_view refit;
    std::string_view cause; ///< the physical cause, or "unexplained"
};

namespace fit_notes {

inline constexpr std::string_view allRows = "all that state a peak";
inline constexpr std::string_view nanotronRows = "nano-*";
/// The numbers are those of github.com/vllm-project/vllm.
inline constexpr std::string_view vllmLogs
    = "none; logs in vLLM's pull requests 10511 and 39559 and issue 23278";

inline constexpr std::string_view readings
    = "subtract the allocator's reserved memory from nvidia-smi's reading of the same run, on "
      "several GPUs for the communicators; take the least, the median and the most";
inline constexpr std::string_view outOfMemory
    = "none; rows of a T4 in tests/core/test_communicators.cpp, outsidePyTorch";
inline constexpr std::string_view messages
    = "subtract what PyTorch allocated and reserved from what the process has in use, in the "
      "message of a run on one GPU that ended out of memory; take the least, the median and the "
      "most";
inline constexpr std::string_view ahead
    = "change the value, run `highwater validate tests/golden/measured.csv` with its table of "
      "speeds, keep the value of the least error of nanotron with tensor parallelism";

inline constexpr std::string_view ggufFiles = "none; whole files of tests/golden/gguf.json";
inline constexpr std::string_view ggufSizes
    = "subtract the tensors' bytes from a file's size, divide by its tokens, and by tokens and "
      "merges where it has merges; right to 0.05 % of a file";

} // namespace fit_notes

template <class Id>
using FittedConstants = std::array<FittedConstant<Id>, static_cast<std::size_t>(Id::Count)>;

/// Whether the rows of a table are in the order of the enumeration, each with all its fields.
template <class Id> consteval bool isComplete(const FittedConstants<Id>& table)
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        const FittedConstant<Id>& row = table[i];
        if (row.id != static_cast<Id>(i) || row.unit.empty() || row.rows.empty() || row.date.empty()
            || row.refit.empty() || row.cause.empty())
            return false;
    }
    return true;
}

inline constexpr FittedConstants<Fitted> fittedTable{{
    {Fitted::ContextLow, 450, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::Context, 600, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::ContextHigh, 1200, "MiB", fit_notes::allRows, "2026-11-21", fit_notes::readings,
     "driver context and loaded kernels"},
    {Fitted::ContextOfT4Low, 99, "MiB", fit_notes::outOfMemory, "2026-11-29", fit_notes::messages,
     "driver context of a card with 40 multiprocessors, and its kernels"},
    {Fitted::ContextOfT4, 135, "MiB", fit_notes::outOfMemory, "2026-11-29", fit_notes::messages,
     "as above"},
    {Fitted::ContextOfT4High, 300, "MiB", fit_notes::outOfMemory, "2026-11-29", fit_notes::messages,
     "as above; assumed: twice the most that was seen"},
    {Fitted::IdleShare, 50000, "millionths of what is allocated", fit_notes::allRows, "2026-11-22",
     "divide reserved by allocated memory of the replays of all rows; take the median",
     "rounding and fragmentation in PyTorch's caching allocator, where it is not replayed"},
    {Fitted::OwnLaunching, 80, "percent of the time in which the slowest rank launches a layer",
     fit_notes::nanotronRows, "2026-11-27", fit_notes::ahead,
     "collectives wait for the slowest rank of a group; the replayed rank is not the slowest"},
    {Fitted::SurvivedFlushes, 2, "flushes of the cache in two steps", fit_notes::nanotronRows,
     "2026-11-22",
     "print the flushes of all replays, take the value that best parts runs that ran from runs "
     "that ran out of memory",
     "each flush leaves the segments a little more broken up"},
    {Fitted::BareContext, 400, "MiB",
     "none; starts of vLLM 0.10 to 0.31 on one A10G, L40S, A100, H100 or B200", "2026-11-28",
     "subtract the free memory from all of it in the line `Free memory on device` of a server on "
     "one "
     "GPU; 230 to 700 MiB, median 410",
     "driver context, before kernels are loaded"},
    {Fitted::RecordedGraphs, 748, "MiB", fit_notes::vllmLogs, "2026-11-23",
     "read the line on CUDA graphs in a server's log; here 51 piecewise and 35 full sizes",
     "memory pools and kernels of recorded CUDA graphs; grows with the sizes that are recorded"},
    {Fitted::SentencePieceToken, 22, "bytes a token in a GGUF file", fit_notes::ggufFiles,
     "2026-11-23", fit_notes::ggufSizes,
     "text, length, score and type of a token of Llama 2's and Gemma's kind of vocabulary"},
    {Fitted::BytePairToken, 19, "bytes a token, or a merge, in a GGUF file", fit_notes::ggufFiles,
     "2026-11-23", fit_notes::ggufSizes, "text, length and type of a token; text of a merge"},
}};

constexpr std::int64_t fittedValue(Fitted id)
{
    return fittedTable[static_cast<std::size_t>(id)].value;
}

static_assert(isComplete<Fitted>(fittedTable));

} // namespace highwater
