// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/figure/figure.h"
#include "core/time/time_answer.h"

#include <vector>

namespace highwater {

/// The parts of a step, gathered into a few that a figure can show.
enum class TimeGroup { Products, Recompute, Memory, Traffic, Launching, Pipeline };
inline constexpr auto timeGroupCount = enumCount<TimeGroup>;

TimeGroup groupOf(TimePart part);
/// `empties`: the step has time in which the allocator empties its cache, which then is most of the
/// group that has it.
Text timeGroupName(TimeGroup group, bool empties = false);
/// The group of memory whose colours the group of time has in figures and tables.
Group coloursOf(TimeGroup group);

/// A longer time cannot be counted in nanoseconds.
inline constexpr double mostSeconds = 9e9;

/// Seconds of each group.
using GroupSeconds = std::array<double, timeGroupCount>;
GroupSeconds groupSeconds(const std::array<double, timePartCount>& parts);

/// The time of a plan's step as a value: the answer, and its figure of one bar for each stage of
/// the pipeline, stacked by group. Where the plan states a utilisation, there is one bar with two
/// parts: the operations at the peak, and all else.
struct TimeChart
{
    TimeAnswer answer;
    Figure figure;
};

Result<TimeChart> timeChart(const Resolved& plan);

/// The chart's figure alone.
Result<Figure> timeFigure(const Plan& plan, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(TimeGroup, "products", "recompute", "memory", "traffic", "launching", "pipeline")
