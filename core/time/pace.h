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
    FlushSeconds,
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

/// A constant of the speed of generated text: the slow end, what is expected, the fast end.
struct SpeedRange
{
    double low, value, high;
};

/// Readings to which the two constants below were fitted, tokens a second of one sequence:
/// llama.cpp with Llama 3 8B on a RTX 4090 (F16 54.3, Q4_K_M 127.7) and a RTX 3090 (46.5, 111.7),
/// 70B Q4_K_M on two RTX 3090 (16.3), Llama 2 7B on a H100 PCIe (F16 83.3, Q4_0 133.8); gpt-fast
/// with Llama 2 7B on an A100 (bf16 104.9, int8 155.6). All but the H100's Q4_0, which is 30 %
/// slower, are met within 12 %; the ends hold all of them.
inline constexpr std::string_view speedReadings
    = "XiongjieDai/GPU-Benchmarks-on-LLM-Inference; pytorch-labs/gpt-fast";
inline constexpr SpeedRange readingShare{0.7, 0.9, 0.97}; ///< of the memory's bandwidth
inline constexpr SpeedRange launchSeconds{0.2e-3, 0.1e-3, 0.06e-3}; ///< of a layer

/// Assumed, with the range of published readings: of the peak, in passes over prompts; with weights
/// of fewer than 8 bits, which are unpacked on the way.
inline constexpr SpeedRange passShare{0.5, 0.65, 0.8};
inline constexpr SpeedRange packedShare{0.4, 0.52, 0.65};
/// Assumed: of one sum over the tensor ranks of a node, beside its bytes.
inline constexpr SpeedRange hopSeconds{20e-6, 10e-6, 5e-6};

} // namespace highwater
