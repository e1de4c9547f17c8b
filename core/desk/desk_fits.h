// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/desk/desk.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// What is done with a model.
enum class DeskWay { LlamaCpp, Vllm, Qlora, Lora, Full };

/// A model with a way in which it fits the cards.
struct DeskFit
{
    const Model* model = nullptr; ///< of the catalogue that the caller passed
    DeskWay way{};
    Plan plan; ///< with the longest context that fits
    Judgement judged;
    std::optional<double> tokensPerSecond; ///< an estimate; null: the card's speed is not known

    bool serves() const { return way == DeskWay::LlamaCpp || way == DeskWay::Vllm; }
    std::int64_t context() const { return plan.workload.context; }
    std::int64_t batch() const { return plan.workload.microBatch; }
    /// "llama.cpp q4_k_m", "qlora"
    std::string wayName() const;
};

/// Contexts that are shorter than this are of no use, unless the model has no longer ones.
inline constexpr std::int64_t leastServedContext = 4096;
inline constexpr std::int64_t leastTrainedContext = 1024;

/// Every model of the catalogue in every way in which it fits the cards, the largest model first. A
/// server has the format of most bits with which the model fits; where none fits, llama.cpp has the
/// experts of as few layers as possible in the host's memory.
std::vector<DeskFit> deskFits(const DeskCards& cards, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(DeskWay, "llama.cpp", "vllm", "qlora", "lora", "full")
