// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace highwater {

/// The kinds of runs whose readings lie differently far from what is counted.
enum class BandClass : std::uint8_t {
    Tensors, ///< bytes of tensors, of any program
    Idle, ///< idle bytes of the allocator, besides
    Recorded, ///< tensors of a program whose own code was recorded on a GPU
    Sharded, ///< tensors of PyTorch's FSDP without a program
    DeepSpeedFull,
    DeepSpeedAdapters,
    DeepSpeedQuantised, ///< adapters on quantised weights
    TrainerQuantised, ///< tensors on one GPU
    // What the whole card shows while transformers' Trainer runs, on one GPU and on several.
    CardFull,
    CardAdapters,
    CardQuantised,
    CardsFull,
    CardsAdapters,
    CardsQuantised,
    Count
};

/// How far a reading may lie below and above the expected value, in thousandths.
struct BandEnds
{
    std::int64_t low, high;
};

/// The band of one class: the narrowest one that holds nine, or eight, of ten readings of its rows.
struct BandWidth
{
    BandClass id;
    BandEnds nine, eight;
    std::string_view unit; ///< that of which they are thousandths
    std::string_view rows; ///< of tests/golden/measured.csv or ordinary.csv
    std::string_view date; ///< of the fit
    std::string_view refit;
    std::string_view cause; ///< the physical cause, or "unexplained"
};

namespace band_notes {

inline constexpr std::string_view ofTensors = "what tensors hold";
inline constexpr std::string_view ofCard
    = "what PyTorch reserves; what lies outside is added at its own low and high";
inline constexpr std::string_view fitted = "2026-11-29";
inline constexpr std::string_view shares = "run `highwater validate` on the table with --json, "
                                           "divide each reading by the predicted one, "
                                           "take the least width that holds nine, or eight, of ten";
inline constexpr std::string_view later
    = "what the allocator's cache holds goes up and down with the steps, and most where kernels of "
      "the loss take much beside the peak";

} // namespace band_notes

consteval BandWidth evenBand(BandClass id, std::int64_t nine, std::int64_t eight,
                             std::string_view rows, std::string_view cause)
{
    return {id,   {nine, nine},       {eight, eight},     band_notes::ofTensors,
            rows, band_notes::fitted, band_notes::shares, cause};
}

consteval BandWidth bandOfCard(BandClass id, BandEnds nine, BandEnds eight, std::string_view rows)
{
    return {id,
            nine,
            eight,
            band_notes::ofCard,
            rows,
            band_notes::fitted,
            band_notes::shares,
            band_notes::later};
}

inline constexpr std::array bandTable{
    evenBand(BandClass::Tensors, 47, 31, "all that state a peak",
             "differences between versions and kernels of one framework"),
    evenBand(BandClass::Idle, 14, 10, "all that state a peak",
             "an order of allocations that differs a little reserves up to so much more"),
    evenBand(BandClass::Recorded, 33, 17, "nano-*", "differences between builds and runs"),
    evenBand(BandClass::Sharded, 75, 31, "titan-*",
             "two of eleven rows hold 7 to 8 % more than the same run compiled, or on fewer GPUs: "
             "unexplained"),
    evenBand(BandClass::DeepSpeedFull, 85, 80, "gist-*, qwen-0043 to qwen-0045",
             "settings of the engine's buckets that rows do not state"),
    evenBand(BandClass::DeepSpeedAdapters, 97, 80, "qwen-0070 to qwen-0075", "as above"),
    evenBand(BandClass::DeepSpeedQuantised, 54, 54,
             "qwen-0064 to qwen-0069, qwen-0076 to qwen-0081", "as above"),
    BandWidth{BandClass::TrainerQuantised,
              {27, 85},
              {15, 85},
              band_notes::ofTensors,
              "ordinary.csv: Trainer, 1 GPU, 4 bits",
              band_notes::fitted,
              band_notes::shares,
              "16-bit logits that an earlier version of its fused loss kept"},
    bandOfCard(BandClass::CardFull, {114, 64}, {114, 48}, "ordinary.csv: Trainer, 1 GPU, full"),
    bandOfCard(BandClass::CardAdapters, {92, 138}, {63, 138}, "ordinary.csv: Trainer, 1 GPU, LoRA"),
    bandOfCard(BandClass::CardQuantised, {145, 229}, {145, 219},
               "ordinary.csv: Trainer, 1 GPU, 4 bits"),
    bandOfCard(BandClass::CardsFull, {56, 110}, {21, 88}, "ordinary.csv: Trainer, FSDP, full"),
    bandOfCard(BandClass::CardsAdapters, {32, 10}, {32, 3}, "ordinary.csv: Trainer, FSDP, LoRA"),
    bandOfCard(BandClass::CardsQuantised, {20, 108}, {10, 79},
               "ordinary.csv: Trainer, FSDP, 4 bits"),
};

/// Whether the rows are in the order of the enumeration, each with all its fields.
consteval bool isComplete()
{
    if (bandTable.size() != static_cast<std::size_t>(BandClass::Count))
        return false;
    for (std::size_t i = 0; i < bandTable.size(); ++i) {
        const BandWidth& row = bandTable[i];
        if (row.id != static_cast<BandClass>(i) || row.unit.empty() || row.rows.empty()
            || row.date.empty() || row.refit.empty() || row.cause.empty())
            return false;
    }
    return true;
}

static_assert(isComplete());

constexpr const BandWidth& bandWidth(BandClass id)
{
    return bandTable[static_cast<std::size_t>(id)];
}

} // namespace highwater
