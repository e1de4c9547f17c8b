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

/// The rule for the time that the stages of a schedule wait. F, B and W are the seconds of
/// StagePass, summed over all stages but the slowest.
struct BubbleRule
{
    const char* formula; ///< marked for translation
    const char* source;
};

BubbleRule bubbleRule(PipelineSchedule schedule);

/// The seconds of a step that a stage waits: \p others is the sum over all stages but the slowest.
double bubbleSeconds(PipelineSchedule schedule, std::int64_t stages, std::int64_t chunks,
                     const StagePass& others);

/// The rule with its numbers put in; \p seconds writes each of them.
std::string bubbleNumbers(PipelineSchedule schedule, std::int64_t stages, std::int64_t chunks,
                          const StagePass& others, std::string (*seconds)(double));

} // namespace highwater
