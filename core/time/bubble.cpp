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
constexpr const char* dualPipe = HW_TR(
    "core", "DeepSeek-V3, arXiv 2412.19437, table 2: (p/2 − 1) times it; F beside B takes F + B");

/// DualPipe's (p/2 − 1) against the p − 1 stages that are summed.
double halfOfStages(std::int64_t stages)
{
    return stages > 1 ? (real(stages) / 2 - 1) / (real(stages) - 1) : 0;
}

} // namespace

BubbleRule bubbleRule(PipelineSchedule schedule)
{
    switch (schedule) {
    case PipelineSchedule::OneForwardOneBackward:
        break;
    case PipelineSchedule::Zb1p:
        return {HW_TR("core", "F + B − 2·W"), zeroBubble};
    case PipelineSchedule::Zb2p:
    case PipelineSchedule::Zbv:
        return {HW_TR("core", "F + B − 3·W"), zeroBubble};
    case PipelineSchedule::VHalf:
        return {HW_TR("core", "(F + B)/2"), controllable};
    case PipelineSchedule::VMin:
        return {HW_TR("core", "(F + B)·2/3"), controllable};
    case PipelineSchedule::DualPipe:
        return {HW_TR("core", "(F + 2·B − 3·W)·(p/2 − 1)/(p − 1)"), dualPipe};
    case PipelineSchedule::DualPipeV:
        return {HW_TR("core", "(F + 2·B − 3·W)/2"), dualPipe};
    }
    return {HW_TR("core", "(Σ t(stage) − t(slowest stage))/v"),
            HW_TR("core",
                  "Narayanan et al., arXiv 2104.04473, section 2.2: (p − 1)/(m·v) of even stages")};
}

double bubbleSeconds(PipelineSchedule schedule, std::int64_t stages, std::int64_t chunks,
                     const StagePass& others)
{
    const auto idle = [&] {
        switch (schedule) {
        case PipelineSchedule::OneForwardOneBackward:
            return others.both() / real(chunks);
        case PipelineSchedule::Zb1p:
            return others.both() - 2 * others.weights;
        case PipelineSchedule::Zb2p:
        case PipelineSchedule::Zbv:
            return others.both() - 3 * others.weights;
        case PipelineSchedule::VHalf:
            return others.both() / 2;
        case PipelineSchedule::VMin:
            return others.both() * 2 / 3;
        case PipelineSchedule::DualPipe:
            return (others.both() + others.backward - 3 * others.weights) * halfOfStages(stages);
        case PipelineSchedule::DualPipeV: // of stages that are halves of a rank, twice as many
            return (others.both() + others.backward - 3 * others.weights) / 2;
        }
        return 0.0;
    };
    return std::max(0.0, idle());
}

std::string bubbleNumbers(PipelineSchedule schedule, std::int64_t stages, const StagePass& others,
                          std::string (*seconds)(double))
{
    const std::string both = seconds(others.both()), weights = seconds(others.weights);
    const std::string dual
        = "(" + both + " + " + seconds(others.backward) + " − 3 · " + weights + ")";
    switch (schedule) {
    case PipelineSchedule::OneForwardOneBackward:
        break;
    case PipelineSchedule::Zb1p:
        return both + " − 2 · " + weights;
    case PipelineSchedule::Zb2p:
    case PipelineSchedule::Zbv:
        return both + " − 3 · " + weights;
    case PipelineSchedule::VHalf:
        return both + " / 2";
    case PipelineSchedule::VMin:
        return both + " · 2/3";
    case PipelineSchedule::DualPipe:
        return dual + " · " + std::to_string(stages / 2 - 1) + "/" + std::to_string(stages - 1);
    case PipelineSchedule::DualPipeV:
        return dual + " / 2";
    }
    return both;
}

} // namespace highwater
