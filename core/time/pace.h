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
    KernelShare,
    MemoryPasses,
    EagerNorms,
    LogitBytes,
    AccumulateBytes,
    OptimizerPasses,
    Launching,
    ExpertLaunching,
    ExpertWait,
    EightBits,
    HopInside,
    HopAcross,
    LinkShare,
    NetShare,
    NetFan,
    NetDecay,
    HiddenShare,
    LeastWait,
    ContextWait,
    ExchangeWait,
    ExchangeShare,
    SendWait,
    StageSeconds,
    StepSeconds,
    FlushSeconds,
    RankSeconds,
    BucketSeconds,
    PollSeconds,
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
    Tuned, ///< fused kernels, communication during computation: Megatron-LM and its like
    Trainer, ///< transformers' layers, of PyTorch's operators, in its Trainer
    ManyKernels ///< a model written out operator by operator, each launched from Python
};

/// One constant, and all that is needed to fit it again.
struct SpeedConstant
{
    Speed id;
    double tuned, trainer, many; ///< one for each kind of program
    std::string_view unit;
    std::string_view cause; ///< the physical cause
    std::string_view rows; ///< of tests/golden/measured.csv, by their ids
    std::string_view date; ///< of the fit
    std::string_view refit;
};

/// `highwater validate tests/golden/measured.csv --speed` prints the errors with these values.
extern const std::array<SpeedConstant, speedCount> speedTable;

const Pace& paceOf(Program program);

/// A constant with its range. For the speed of generated text: the slow end, the expected value,
/// the fast end.
struct SpeedRange
{
    double low, value, high;
};

/// A fitted or assumed range, and all that is needed to fit it anew.
struct FittedRange
{
    SpeedRange range;
    std::string_view unit;
    std::string_view cause; ///< the physical cause
    std::string_view rows; ///< "assumed: …" where the range is no fit
    std::string_view date; ///< of the fit, or of the assumption
    std::string_view refit;
};
extern const std::array<FittedRange, 6> rangeTable;

/// Of the measured steps of runs that reach a tenth of the peak, eight of ten take between these
/// multiples of the expected time.
extern const SpeedRange stepBand;

/// Published speeds to which the two constants below were fitted.
inline constexpr std::string_view publishedSpeeds
    = "XiongjieDai/GPU-Benchmarks-on-LLM-Inference; pytorch-labs/gpt-fast";
extern const SpeedRange weightReadShare; ///< of the memory's bandwidth
extern const SpeedRange launchSeconds; ///< seconds for launching one layer

/// Assumed, as rangeTable says.
extern const SpeedRange passShare; ///< of the peak, in passes over prompts
extern const SpeedRange packedShare; ///< the same with weights of fewer than 8 bits
extern const SpeedRange hopSeconds; ///< of one sum over tensor ranks, without the time of its bytes

} // namespace highwater
