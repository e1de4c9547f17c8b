// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/names.h"

#include <cstdint>
#include <optional>
#include <string>

namespace highwater {

/// The confidence of a figure of the catalogue: a datasheet or two sources that agree; one source,
/// or a datasheet that was not looked up again; an assumption, or sources that disagree.
enum class Confidence { High, Medium, Low };

/// A figure of a device. Null: not found, which is not zero.
struct DeviceFigure
{
    std::optional<double> value;
    std::string source;
    Confidence confidence = Confidence::Low;
};

/// The price of one device for an hour.
struct DevicePrice
{
    double usdPerHour = 0;
    std::string month; ///< "2026-09", or a year: the time at which a page showed the price
    std::string source;
    Confidence confidence = Confidence::Low;
};

/// The rates from which the time and the cost of a run are computed. Links are of one device and
/// direction.
struct DeviceRates
{
    std::optional<double> fp16Tflops, tf32Tflops, fp32Tflops; ///< fp32 without tensor cores
    std::string source; ///< of all TFLOPS
    Confidence confidence = Confidence::Low; ///< of those in 16 and 8 bits
    Confidence wideConfidence = Confidence::Low; ///< of tf32 and fp32
    std::optional<DeviceFigure> reachedShare; ///< the share of the peak that the best measured
                                              ///< matrix product reaches
    Confidence bandwidthConfidence = Confidence::Low; ///< of the device's memory bandwidth
    std::int64_t intraGpus = 1; ///< GPUs that one fast domain joins
    std::string intraType;
    DeviceFigure intraGbPerS, interGbPerS, pcieGbPerS;
    std::optional<DeviceFigure> powerW; ///< of the board
    std::int64_t hostGpus = 1; ///< GPUs that share the host's memory
    DeviceFigure hostGbPerS; ///< bandwidth of that memory, for the whole node
    std::optional<DevicePrice> onDemand, marketplace;
    std::string note;
};

} // namespace highwater

HIGHWATER_NAMES(Confidence, "high", "medium", "low")
