// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/product.h"
#include "core/plan/names.h"
#include "core/plan/text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace highwater {

/// The counter whose value a row states.
enum class Reading {
    Allocated, ///< of the framework's allocator: the bytes of tensors
    Reserved, ///< the same with the bytes that the allocator keeps for later
    Device ///< of the whole card, as nvidia-smi shows it
};

/// The end of a measured run: its peak was read, it ran out of memory, or only its success is
/// known.
enum class RunOutcome { Peak, Oom, Fits };

/// The reason why a run has no prediction.
struct LeftOut
{
    Text reason;
    /// Whether the row states all that a plan needs, so that the program is the reason and not the
    /// row.
    bool stated = false;
};

/// A measured run with its prediction.
struct CheckedRun
{
    std::string id, group;
    bool adapters = false; ///< trains adapters, not the whole model
    RunOutcome outcome{};
    Reading reading{};
    std::optional<Bytes> measured;
    std::optional<double> tokensPerSecondPerGpu; ///< also measured
    Bytes predicted = 0; ///< by the counter of the row
    Bytes allocated = 0, reserved = 0; ///< predicted values of PyTorch's own counters
    Band band; ///< the estimate's low and high, by the counter of the row
    std::optional<Band> band80; ///< a narrower one, where the estimate states it
    std::optional<bool> predictedOom; ///< null where the card's capacity is not known
    std::optional<LeftOut> leftOut;

    /// predicted / measured − 1, of peaks.
    std::optional<double> error() const;
    /// The band's width over the predicted value.
    double width() const;
};

/// The verdict "out of memory" compared with the outcomes.
struct VerdictCounts
{
    std::int64_t hits = 0, misses = 0; ///< of runs that ran out of memory
    std::int64_t rightFits = 0, falseAlarms = 0; ///< of runs that ran

    /// The mean of two shares of right verdicts: among the runs that ran out of memory, and among
    /// those that ran. Null where one of the two groups is empty.
    std::optional<double> balancedAccuracy() const;
    bool operator==(const VerdictCounts&) const = default;
};

struct ReasonCount
{
    Text reason;
    std::int64_t rows = 0;
};

/// How often the peaks of one counter lie in their bands, and how wide these are.
struct BandCount
{
    Reading reading{};
    std::int64_t peaks = 0;
    double held = 0; ///< the share of the peaks inside the band
    double width = 0; ///< the median of the bands' widths over the predicted values
};

/// The result of a group of runs. Errors are of the runs whose peak is known.
struct ValidationGroup
{
    std::string name;
    std::int64_t rows = 0, compared = 0, peaks = 0;
    std::int64_t statedPeaks = 0; ///< peaks, including those of rows that state all but that no
                                  ///< plan can express
    std::vector<ReasonCount> leftOut; ///< most rows first
    std::optional<double> median, p90; ///< of the error's size
    std::optional<double> bias; ///< the median of the error with its sign
    std::optional<double> within5, within10, within20; ///< shares, 0 to 1
    std::optional<double> inBand; ///< the share of peaks inside the estimate's low and high
    std::optional<double> inBand80; ///< of those whose estimate states the narrower band
    std::vector<BandCount> bands; ///< a counter each, of those that the group's rows state
    VerdictCounts oom;

    /// The share of the stated peaks that are predicted; null where there are none.
    std::optional<double> coverage() const;
};

struct Validation
{
    std::vector<ValidationGroup> groups; ///< by the names that the runs have
    std::vector<ValidationGroup> sums; ///< all full-parameter runs, all runs with adapters, all
                                       ///< runs
    std::vector<CheckedRun> rows;
};

/// Sums runs up by group; the groups are in the order in which the runs first name them.
Validation validationOf(std::vector<CheckedRun> runs);

/// The quantile (0 to 1) of values in ascending order, interpolated between two of them; 0 where
/// there are none.
double quantile(std::span<const double> ascending, double part);

} // namespace highwater

HIGHWATER_NAMES(Reading, "allocated", "reserved", "whole card")
HIGHWATER_NAMES(RunOutcome, "peak", "oom", "fits")
