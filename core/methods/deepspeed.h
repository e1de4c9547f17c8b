// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string>

namespace highwater {

struct Resolved;

/// DeepSpeed's estimators (runtime/zero/stage_1_and_2.py and stage3.py at commit edaa7221), with
/// its arithmetic: double precision where Python divides, truncated at the end.
struct DeepSpeedSetup
{
    std::int64_t parameters = 0;
    std::int64_t largestLayer = 0;
    std::int64_t gpusPerNode = 1;
    std::int64_t nodes = 1;
    double bufferFactor = 1.5;
};

struct DeepSpeedNeeds
{
    Bytes gpu = 0;
    Bytes cpu = 0; ///< of one node
    bool operator==(const DeepSpeedNeeds&) const = default;
};

DeepSpeedNeeds deepSpeedZero2(const DeepSpeedSetup& setup, bool offload);
DeepSpeedNeeds deepSpeedZero3(const DeepSpeedSetup& setup, bool offloadOptimizer,
                              bool offloadParameters, bool zeroInit);

/// The exact table that estimate_zero2/3_model_states_mem_needs_all_cold print ("GB" is GiB).
std::string deepSpeedTable(const DeepSpeedSetup& setup, std::int64_t stage);

Result<Answer> deepSpeedAnswer(const Resolved& plan);

} // namespace highwater
