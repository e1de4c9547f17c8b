// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/active_timeline.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// A part of a run in its recording. Here the loss's backward pass belongs to the backward pass.
enum class RunPhase : std::uint8_t { Setup, ZeroGrad, Forward, Loss, Backward, Optimizer };
inline constexpr auto runPhaseCount = static_cast<std::size_t>(RunPhase::Optimizer) + 1;

/// Events [first, end) of one phase. Steps count from 1; the events before the first step are step
/// 0.
struct RunPart
{
    RunPhase phase{};
    std::int64_t step = 0;
    std::size_t first = 0, end = 0;
};

/// The evidence by which phases were found, the most reliable first.
enum class PhaseRule : std::uint8_t {
    Annotations, ///< Optimizer.step and others that the program or PyTorch has marked
    Stacks, ///< functions of torch.optim, of autograd's engine, of the loss
    Shape, ///< rise and fall of the memory, and long runs of freed gradients
    None
};

struct RunPhases
{
    std::vector<RunPart> parts; ///< in order, without gaps
    PhaseRule optimizer = PhaseRule::None, passes = PhaseRule::None;
    std::int64_t steps = 0;
    std::int64_t lastWhole = 0; ///< the last step that is recorded from begin to end; 0: none
    /// The last whole step; where there is none, the last one.
    std::int64_t bestStep() const { return lastWhole > 0 ? lastWhole : steps; }
    std::optional<double> alike; ///< share of events that the last two whole steps have in common

    /// The parts of one step, [first, end) of `parts`.
    TableRange partsOf(std::int64_t step) const;
};

/// The phases of a snapshot's trace.
RunPhases phasesOf(const ActiveTimeline& timeline, const StackTable& stacks,
                   const std::vector<Annotation>& annotations, std::int64_t device);

/// The phases of a curve of bytes of activations, where the recording has nothing else.
RunPhases phasesOfCurve(const std::vector<Bytes>& activations);

} // namespace highwater

HIGHWATER_NAMES(RunPhase, "setup", "zero_grad", "forward", "loss", "backward", "optimizer")
HIGHWATER_NAMES(PhaseRule, "annotations", "stacks", "shape", "none")
