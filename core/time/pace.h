// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace highwater {

/// The constants of a step's time that no datasheet states.
enum class Speed : std::uint8_t {
    ProductShare,
    NarrowWidth,
    ScoresShare,
    MemoryPasses,
    LogitBytes,
    AccumulateBytes,
    OptimizerPasses,
    Launching,
    HopInside,
    HopAcross,
    LinkShare,
    NetShare,
    NetFan,
    NetDecay,
    HiddenShare,
    LeastWait,
    ContextWait,
    SendWait,
    StageSeconds,
    StepSeconds,
    Count
};
inline constexpr auto speedCount = static_cast<std::size_t>(Speed::Count);

/// One value for each constant.
struct Pace
{
    std::array<double, speedCount> values{};

    constexpr double operator[](Speed id) const { return values[static_cast<std::size_t>(id)]; }
    constexpr double& operator[](Speed id) { return values[static_cast<std::size_t>(id)]; }
    bool operator==(const Pace&) const = default;
};

/// The kinds of programs whose speed is known.
enum class Program {
    Tuned, ///< fused kernels, communication beside computation: Megatron-LM and its like
    ManyKernels, ///< a model written out operator by operator, each launched from Python
    Sweep ///< the same on the cluster of the measured sweep; no user's plan
};

/// One constant, and all that is needed to fit it again.
struct SpeedConstant
{
    Speed id;
    double tuned, sweep;
    bool ofCluster; ///< of the sweep's network and host: other programs take `tuned`
    std::string_view unit;
    std::string_view reading; ///< the physical cause
};

/// The values of `sweep` are fitted on tests/golden/measured_speed.csv: `highwater validate
/// tests/golden/measured.csv --speed` prints the errors. Those of `tuned` are set by published runs
/// (core/measured/published_runs.cpp), which that command prints too.
extern const std::array<SpeedConstant, speedCount> speedTable;

const Pace& paceOf(Program program);

/// Between these multiples of the expected time lie eight of ten measured steps of runs that reach
/// a tenth of the peak.
struct StepBand
{
    double low, high;
};
inline constexpr StepBand stepBand{0.87, 1.1};

} // namespace highwater
