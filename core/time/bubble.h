// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <string>

namespace highwater {

/// Seconds of one micro-batch, on one stage or summed over some.
struct StagePass
{
    double seconds = 0; ///< forward and backward, with recomputation
    double forward = 0;
    double weights = 0; ///< the part of the backward pass that makes the gradients of weights

    double backward() const { return seconds - forward; }
};

/// The micro-batches of a step on their way through a pipeline.
struct PipelinePasses
{
    PipelineSchedule schedule{};
    std::int64_t stages = 1, chunks = 1, microBatches = 1;
    StagePass slowest; ///< a micro-batch in the slowest stage
    StagePass others; ///< and in all the others
};

/// The rule for the time that the stages of a schedule wait. F, B and W are the seconds of
/// StagePass, summed over all stages but the slowest.
struct BubbleRule
{
    const char* formula; ///< marked for translation
    const char* source;
};

/// The schedule's own, which holds where there are micro-batches enough.
BubbleRule bubbleRule(PipelineSchedule schedule);
/// The same, or that of few micro-batches.
BubbleRule bubbleRule(const PipelinePasses& passes);

/// Whether the step has too few micro-batches for the schedule's own rule.
bool hasFewPasses(const PipelinePasses& passes);

/// The seconds of a step that a stage waits.
double bubbleSeconds(const PipelinePasses& passes);

/// The rule with its numbers put in; \p seconds writes each of them.
std::string bubbleNumbers(const PipelinePasses& passes, std::string (*seconds)(double));

} // namespace highwater
