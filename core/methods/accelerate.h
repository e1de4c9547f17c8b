// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string_view>

namespace highwater {

struct Resolved;

/// The four sizes of `accelerate estimate-memory` (huggingface/accelerate, estimate_training_usage
/// at 16cb6eb8). -1 where it has no estimate of training in this data type.
struct AccelerateNeeds
{
    Bytes model = -1, gradients = -1, optimizer = -1, step = -1;

    bool operator==(const AccelerateNeeds&) const = default;
};

/// `bytes32`: bytes of the weights in 32 bits; `type`: the program's name of the data type, such as
/// "bfloat16".
AccelerateNeeds accelerateNeeds(std::int64_t bytes32, std::string_view type);

Result<Answer> accelerateAnswer(const Resolved& plan);

} // namespace highwater
