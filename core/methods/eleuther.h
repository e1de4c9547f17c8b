// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string>

namespace highwater {

struct Resolved;

/// The arguments of EleutherAI's calc_transformer_mem.py (github.com/EleutherAI/cookbook at
/// 827ee3b2), with its defaults.
struct EleutherSetup
{
    std::int64_t layers = 44, hidden = 6144, heads = 64, vocabulary = 51200;
    double feedForwardRatio = 4, keyValueRatio = 1;
    std::int64_t mlpLinears = 2;
    std::int64_t experts = 0, expertParallel = 1;
    std::int64_t context = 2048, microBatch = 1;
    std::int64_t gpus = 1, tensor = 1, pipeline = 1, zero = 1;
    bool checkpoint = false; ///< the program's name of selective recomputation
    bool partition = false; ///< shares the activations over the tensor ranks
    bool mixed = true;
    std::int64_t gradientBytes = 4;
    std::int64_t optimizerBytes = 12;
    const char* optimizer = "adamw";
    double reservedGib = 0; ///< --misc-mem-gib, for each GPU
};

/// Bytes in double precision and in the program's order of operations.
struct EleutherNeeds
{
    double parameters = 0; ///< the number of parameters, with one expert
    double heldParameters = 0; ///< the same with the experts of one rank
    double modelParameters = 0; ///< the same with all experts
    double model = 0, gradients = 0, optimizer = 0, activations = 0; ///< of a replica
    double gpuModel = 0, gpuGradients = 0, gpuOptimizer = 0, gpuActivations = 0;
    double gpuCommunication = 0, gpuReserved = 0;
    double gpuTotal = 0;
};

EleutherNeeds eleutherNeeds(const EleutherSetup& setup);

/// The exact text that the program prints after the model's size.
std::string eleutherTable(const EleutherSetup& setup);

Result<Answer> eleutherAnswer(const Resolved& plan);

} // namespace highwater
