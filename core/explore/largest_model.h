// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/explore/judged_plan.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>

namespace highwater {

/// A size for which a Llama shape is made (model.parameters) in the place of the plan's model.
struct LargestModel
{
    std::int64_t parameters = 0;
    Judgement judged;
    Shape shape; ///< made for it
    std::int64_t made = 0; ///< parameters of that shape
    /// A smaller size, within a factor of two, that does not fit. There are two causes: totals fall
    /// at some steps of the made shape, and a layout may not suit every number of layers and heads.
    std::optional<std::int64_t> gap{};
    bool gapSuits = true; ///< its layers and heads divide among the plan's ranks
};

/// The largest sizes, each in the shape that is made for it.
struct LargestModels
{
    /// Of three digits, and runs as the plan does; no less than the size that the plan asks for
    /// where it fits.
    std::optional<LargestModel> runs;
    std::optional<LargestModel> fits; ///< the last one that fits at all
};

/// Sizes are judged with a replay of the allocator where the resolved plan has one.
LargestModels largestModels(const JudgedPlan& asked);

/// The shape made for the size.
Text noteOf(const LargestModel& largest);

/// Says that a smaller size does not fit; empty where every smaller size fits.
Text caveatOf(const LargestModel& largest);

} // namespace highwater
