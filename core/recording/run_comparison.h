// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/measured_curve.h"
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

/// Changes of the plan with which it comes nearer to the run.
struct RunOffer
{
    std::vector<std::pair<KeyPath, Value>> changes; ///< one or two
    Bytes distanceBefore = 0, distanceAfter = 0; ///< bytes that have no counterpart
};

/// A recording compared with a plan. Tensors are compared with what tensors requested, the
/// allocator's bytes with the allocator's; the driver's context is in neither.
struct RunComparison
{
    TimelineChart chart; ///< the plan's
    RunPhases phases; ///< the recording's
    RecordingKind kind{};
    std::int64_t device = 0;
    std::vector<std::int64_t> devices;
    std::int64_t step = 0; ///< the compared one; 0: none was found, and peaks are compared alone

    Bytes measuredRequested = 0; ///< the most in the whole recording
    Bytes measuredAllocated = 0; ///< in blocks, including freed ones that a stream still uses
    Bytes measuredReserved = 0; ///< 0 where the recording does not say
    bool hasReserved = true, outOfMemory = false;
    ActiveTimeline::Point beforeFirst, end; ///< of the recording
    Bytes difference = 0; ///< of the replayed events' end and the segments'
    std::size_t lostFrees = 0;
    std::size_t events = 0, peakEvent = 0;
    std::string allocatorSettings;

    Bytes predictedTensors = 0, predictedAllocated = 0, predictedReserved = 0;
    std::vector<PhaseBytes> perPhase; ///< forward, loss, backward, optimizer
    std::vector<AlignedPoint> curve; ///< of the compared step
    std::optional<PointDifference> first; ///< of more than 5 % of the predicted peak
    std::optional<PointDifference> largest;
    std::size_t peakPoint = 0; ///< of the timeline: stands for the recording's peak
    RunMatch match;
    std::vector<RunOffer> offers; ///< the one that brings the plan nearest comes first
};

struct RunChoices
{
    std::optional<std::int64_t> step; ///< none: the last whole one
    std::optional<std::int64_t> stage; ///< of the pipeline; none: the most loaded one
    MemoryUnit unit = MemoryUnit::GiB;
    bool offers = true; ///< look for changes that explain the difference
};

/// With a chart of the plan that was made before, and without offers. `step`: one of the
/// recording's, or 0 for its peak alone.
RunComparison comparedRun(const Recording& recording, TimelineChart chart, std::int64_t step);

Result<RunComparison> compareRun(const Recording& recording, const Plan& plan,
                                 const Catalog& catalog, const RunChoices& choices = {});

/// "They first differ by more than 5 % at the backward pass of layer 12, where the run has …"
Text differenceSentence(const RunComparison& comparison, MemoryUnit unit, const Translator& words);

/// The compared step, to be drawn over the plan's timeline.
MeasuredCurve measuredCurve(const RunComparison& comparison);

/// The evidence by which phases were found, in words.
Text ruleSentence(const RunPhases& phases);

} // namespace highwater
