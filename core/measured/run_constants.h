// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/fitted.h"

namespace highwater {

/// Constants of measured runs, which the estimate of a plan never uses.
enum class RunConstant : std::uint8_t {
    SlowPass,
    BusyShare,
    UnpublishedQueue,
    UnpublishedPasses,
    SweepOfSlowGpus,
    SweepNarrowTensor,
    SweepWideTensor,
    SweepFewestGpus,
    SweepMostGpus,
    SweepCopiesBatch,
    SweepLateGpus,
    SweepLateBillions,
    SweepLateBatch,
    Count
};

namespace fit_notes {

inline constexpr std::string_view builds
    = "group the rows by layout and compare measured with computed steps; the value parts groups "
      "that are slow from others";
inline constexpr std::string_view unnamedBuild
    = "unexplained: rows do not state the build of their program";
inline constexpr std::string_view lateRuns = "unexplained: all of 18 such rows poll, and 2 of 10 "
                                             "with smaller micro-batches; they may have "
                                             "run together, after the program had changed";

} // namespace fit_notes

inline constexpr FittedConstants<RunConstant> runConstants{{
    {RunConstant::SlowPass, 800,
     "milliseconds that a micro-batch takes longer than its work and launches",
     fit_notes::nanotronRows, "2026-11-27", fit_notes::ahead,
     "the program or the network holds such a run up: its GPU has nothing queued"},
    {RunConstant::BusyShare, 85, "percent of a pass's time that the GPU works",
     fit_notes::nanotronRows, "2026-11-26", fit_notes::ahead,
     "above it the GPU is the slower one, and a program that sends without waiting runs ahead"},
    {RunConstant::UnpublishedQueue, 750, "launches that the unpublished program is ahead at most",
     fit_notes::nanotronRows, "2026-11-27", fit_notes::ahead,
     "its collectives may take more entries of CUDA's queue of 1,024"},
    {RunConstant::UnpublishedPasses, 2, "forward passes that a GPU has done by the first gradient",
     fit_notes::nanotronRows, "2026-11-27", fit_notes::ahead,
     "unexplained: the unpublished program is ahead by all other passes in flight"},
    {RunConstant::SweepOfSlowGpus, 512, "GPUs from which a run of the sweep is of a slow build",
     fit_notes::nanotronRows, "2026-11-24", fit_notes::builds, fit_notes::unnamedBuild},
    {RunConstant::SweepNarrowTensor, 8, "tensor ranks up to which such a run has slow collectives",
     fit_notes::nanotronRows, "2026-11-24", fit_notes::builds, fit_notes::unnamedBuild},
    {RunConstant::SweepWideTensor, 32, "tensor ranks with which a pipeline polls",
     fit_notes::nanotronRows, "2026-11-24", fit_notes::builds, fit_notes::unnamedBuild},
    {RunConstant::SweepFewestGpus, 32, "GPUs from which a pipeline without ZeRO polls",
     fit_notes::nanotronRows, "2026-11-24", fit_notes::builds, fit_notes::unnamedBuild},
    {RunConstant::SweepMostGpus, 128, "GPUs up to which a pipeline without ZeRO polls",
     fit_notes::nanotronRows, "2026-11-24", fit_notes::builds, fit_notes::unnamedBuild},
    {RunConstant::SweepCopiesBatch, 1, "sequences of a micro-batch up to which such a one polls",
     fit_notes::nanotronRows, "2026-11-29", fit_notes::builds,
     "unexplained: 34 of 37 rows up to it poll, none of 6 above it"},
    {RunConstant::SweepLateGpus, 256, "GPUs on which one model's pipelines with ZeRO poll",
     fit_notes::nanotronRows, "2026-11-29", fit_notes::builds, fit_notes::lateRuns},
    {RunConstant::SweepLateBillions, 8, "billions of parameters of that model",
     fit_notes::nanotronRows, "2026-11-29", fit_notes::builds, fit_notes::lateRuns},
    {RunConstant::SweepLateBatch, 2, "sequences of a micro-batch from which they do",
     fit_notes::nanotronRows, "2026-11-29", fit_notes::builds, fit_notes::lateRuns},
}};
static_assert(isComplete<RunConstant>(runConstants));

constexpr std::int64_t fittedValue(RunConstant id)
{
    return runConstants[static_cast<std::size_t>(id)].value;
}

} // namespace highwater
