// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/measured_curve.h"
#include "core/recording/held_tensors.h"
#include "core/recording/run_alignment.h"
#include "core/recording/run_matching.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// The most bytes of one phase of a step, measured and predicted.
struct PhaseBytes
{
    RunPhase phase{};
    bool isMeasured = false, isPredicted = false;
    Bytes measured = 0; ///< requested by tensors
    Bytes measuredActive = 0, measuredReserved = 0;
    Bytes predicted = 0; ///< of the plan's tensors
    Bytes predictedReserved = 0;

    Bytes difference() const { return measured - predicted; }
};

/// A point of the timeline at which the plan and the run differ.
struct PointDifference
{
    std::size_t point = 0;
    Bytes measured = 0, predicted = 0;

    Bytes difference() const { return measured - predicted; }
};

/// Changes of the plan that bring it nearer to the run.
struct RunOffer
{
    std::vector<std::pair<KeyPath, Value>> changes; ///< one or two
    Bytes distanceBefore = 0, distanceAfter = 0; ///< bytes without a counterpart
};

/// A recording compared with a plan. The plan's tensors are compared with the requested bytes, its
/// allocator with the measured allocator; neither includes the driver's context.
struct RunComparison
{
    TimelineChart chart; ///< the plan's
    RunPhases phases; ///< the recording's
    RecordingKind kind{};
    std::int64_t device = 0;
    std::vector<std::int64_t> devices;
    std::int64_t step = 0; ///< the compared step; 0: no step was found, and only peaks are compared

    Bytes measuredRequested = 0; ///< the largest value of the whole recording
    Bytes measuredAllocated = 0; ///< in blocks, including freed ones that a stream still uses
    Bytes measuredReserved = 0; ///< 0 where the recording has no such value
    bool hasReserved = true, outOfMemory = false;
    ActiveTimeline::Point beforeFirst, end; ///< of the recording
    Bytes difference = 0; ///< ActiveTimeline::difference() of the recording
    std::size_t lostFrees = 0;
    std::size_t events = 0, peakEvent = 0;
    std::string allocatorSettings;

    Bytes predictedTensors = 0, predictedAllocated = 0, predictedReserved = 0;
    std::vector<PhaseBytes> perPhase; ///< forward, loss, backward, optimizer
    std::vector<AlignedPoint> curve; ///< of the compared step
    std::optional<PointDifference> first; ///< the first difference of more than 5 % of the
                                          ///< predicted peak
    std::optional<PointDifference> largest;
    std::size_t peakPoint = 0; ///< the point of the timeline that is matched with the recording's
                               ///< peak
    RunMatch match;
    std::vector<HeldTensors> held; ///< at the recording's peak, largest first
    std::vector<RunOffer> offers; ///< the one that brings the plan nearest to the run comes first
};

struct RunChoices
{
    std::optional<std::int64_t> step; ///< null: the last whole step
    std::optional<std::int64_t> stage; ///< of the pipeline; null: the most loaded stage
    MemoryUnit unit = MemoryUnit::GiB;
    bool offers = true; ///< look for changes that explain the difference
};

/// A comparison with an existing chart of the plan, without offers. `step`: a step of the
/// recording, or 0 for its peak only.
RunComparison comparedRun(const Recording& recording, TimelineChart chart, std::int64_t step);

Result<RunComparison> compareRun(const Recording& recording, const Plan& plan,
                                 const Catalog& catalog, const RunChoices& choices = {});

/// "They first differ by more than 5 % at the backward pass of layer 12, where the run has …"
Text differenceSentence(const RunComparison& comparison, MemoryUnit unit, const Translator& words);

/// The compared step, for drawing over the plan's timeline.
MeasuredCurve measuredCurve(const RunComparison& comparison);

/// The evidence by which phases were found, in words.
Text ruleSentence(const RunPhases& phases);

/// A recording compared with a plan, for programs.
std::string runComparisonJson(const RunComparison& comparison);

} // namespace highwater
