// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/bubble.h"

#include "core/plan/text.h"
#include "core/time/real.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr const char* zeroBubble
    = HW_TR("core", "Qi et al., arXiv 2401.10241: (p − 1) times it; of ZBV as of ZB-H2");
constexpr const char* controllable = HW_TR(
    "core",
    "Qi et al., arXiv 2405.15362: the share of 1F1B's where F, W and the rest of B are equal");
constexpr const char* dualPipe = HW_TR("core",
                                       "DeepSeek-V3, arXiv 2412.19437, table 2: (p/2 − 1) times "
                                       "it; F at the same time as B takes F + B");

/// (F + backwards·B − weights·W)·numerator/denominator
struct IdleFormula
{
    BubbleRule rule;
    std::int64_t backwards = 1, weights = 0;
    std::int64_t numerator = 1, denominator = 1;
};

IdleFormula idleOf(PipelineSchedule schedule, std::int64_t stages, std::int64_t chunks)
{
    switch (schedule) {
    case PipelineSchedule::OneForwardOneBackward:
        break;
    case PipelineSchedule::Zb1p:
        return {{HW_TR("core", "F + B − 2·W"), zeroBubble}, 1, 2, 1, 1};
    case PipelineSchedule::Zb2p:
    case PipelineSchedule::Zbv:
        return {{HW_TR("core", "F + B − 3·W"), zeroBubble}, 1, 3, 1, 1};
    case PipelineSchedule::VHalf:
        return {{HW_TR("core", "(F + B)/2"), controllable}, 1, 0, 1, 2};
    case PipelineSchedule::VMin:
        return {{HW_TR("core", "(F + B)·2/3"), controllable}, 1, 0, 2, 3};
    case PipelineSchedule::DualPipe: // the number of stages is even
        return {{HW_TR("core", "(F + 2·B − 3·W)·(p/2 − 1)/(p − 1)"), dualPipe},
                2,
                3,
                stages / 2 - 1,
                stages - 1};
    case PipelineSchedule::DualPipeV: // each stage is half a rank, so there are twice as many
        return {{HW_TR("core", "(F + 2·B − 3·W)/2"), dualPipe}, 2, 3, 1, 2};
    }
    return {
        {HW_TR("core", "(Σ t(stage) − t(slowest stage))/v"),
         HW_TR("core",
               "Narayanan et al., arXiv 2104.04473, section 2.2: (p − 1)/(m·v) of even stages")},
        1,
        0,
        1,
        chunks};
}

double scheduleSeconds(const PipelinePasses& passes)
{
    const IdleFormula idle = idleOf(passes.schedule, passes.stages, passes.chunks);
    const StagePass& others = passes.others;
    const double seconds = others.seconds + real(idle.backwards - 1) * others.backward()
        - real(idle.weights) * others.weights;
    return std::max(0.0, seconds) * real(idle.numerator) / real(idle.denominator);
}

/// What a stage can do while a micro-batch is in the other stages. One that is passed once and
/// back has done everything but the gradients of weights by then; one that is passed several times
/// can have done all of the other micro-batches.
double filledSeconds(const PipelinePasses& passes)
{
    const bool isPassedOnce = passes.schedule == PipelineSchedule::Zb1p
        || passes.schedule == PipelineSchedule::Zb2p
        || (passes.schedule == PipelineSchedule::OneForwardOneBackward && passes.chunks == 1);
    const StagePass& own = passes.slowest;
    const double m = real(passes.microBatches);
    return isPassedOnce ? m * own.weights : own.weights + (m - 1) * own.seconds;
}

/// No schedule makes the way of a micro-batch through all stages and back shorter.
double wayOfOneSeconds(const PipelinePasses& passes)
{
    return passes.others.seconds - passes.others.weights - filledSeconds(passes);
}

} // namespace

bool hasFewPasses(const PipelinePasses& passes)
{
    return wayOfOneSeconds(passes) > scheduleSeconds(passes);
}

BubbleRule bubbleRule(PipelineSchedule schedule)
{
    return idleOf(schedule, 1, 1).rule;
}

BubbleRule bubbleRule(const PipelinePasses& passes)
{
    if (hasFewPasses(passes))
        return {HW_TR("core", "F + B − W − what the slowest stage does meanwhile"),
                HW_TR("core",
                      "the way of one micro-batch through all stages: the step has too few "
                      "micro-batches to fill the pipeline")};
    return bubbleRule(passes.schedule);
}

double bubbleSeconds(const PipelinePasses& passes)
{
    return passes.stages == 1 ? 0 : std::max(scheduleSeconds(passes), wayOfOneSeconds(passes));
}

std::string bubbleNumbers(const PipelinePasses& passes, std::string (*seconds)(double))
{
    const StagePass& others = passes.others;
    std::string numbers = seconds(others.seconds);
    if (hasFewPasses(passes))
        return numbers + " − " + seconds(others.weights) + " − " + seconds(filledSeconds(passes));
    const IdleFormula idle = idleOf(passes.schedule, passes.stages, passes.chunks);
    if (idle.backwards > 1)
        numbers += " + " + seconds(others.backward());
    if (idle.weights > 0)
        numbers += " − " + std::to_string(idle.weights) + " · " + seconds(others.weights);
    if (idle.denominator == 1)
        return numbers;
    if (idle.weights > 0)
        numbers = "(" + numbers + ")";
    return numbers
        + (idle.numerator > 1 ? " · " + std::to_string(idle.numerator) + "/" : std::string(" / "))
        + std::to_string(idle.denominator);
}

} // namespace highwater
