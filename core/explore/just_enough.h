// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layer_savings.h"
#include "core/explore/solve.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// A saving of the layers' tensors, with the plan that has it and what follows from it.
struct SavedPlan
{
    LayerSaving saving;
    Plan plan;
    std::vector<Change> changes; ///< from the unchanged plan; empty where it has the saving
    std::vector<LayerFate> fates; ///< of every layer
    FateCounts counts;
    Totals totals;
    Bytes hostPerNode = 0;
    Verdict verdict{};
    double seconds = 0; ///< of a token
    std::optional<double> slowdown{}; ///< the time of a token, divided by the unchanged plan's
    bool bySetting = true; ///< false: the framework has no setting for it, a script can do it
};

/// The saving of least time with which a plan fits.
struct JustEnough
{
    std::optional<SavedPlan> least; ///< null where no saving is enough
    std::optional<SavedPlan> smallest; ///< where none is enough: the one that needs least memory
    Text reason{}; ///< why there is none
    Bytes line = 0; ///< what it had to stay below
    std::size_t compared = 0; ///< savings
    bool complete = true; ///< all savings were compared, each with its own replay where one decides
};

/// Which savings are compared: also those that offload otherwise than the plan does.
enum class Offloads { Any, AsThePlan };

/// Compares the savings that the plan's framework has, and finds the one of least time with which
/// the plan fits, or stays below `line` without its allocator emptying its cache. The times are
/// those of the time model and the totals those of an estimate, so that an estimate of the changed
/// plan gives the same. Of equal times, the simpler saving is taken.
JustEnough justEnough(const JudgedPlan& asked, std::optional<Bytes> line = {},
                      Offloads offloads = Offloads::Any);
Result<JustEnough> justEnough(const Plan& plan, const Catalog& catalog,
                              std::optional<Bytes> line = {});

/// The most savings that are compared.
inline constexpr std::size_t mostSavings = 20'000;

/// One saving among those of which no other one is both as fast and as small.
struct SavingPoint
{
    LayerSaving saving;
    double seconds = 0; ///< of a token
    Bytes total = 0; ///< without a replay of the allocator
};

/// The savings of a plan of which no other one is both as fast and as small, fastest first.
std::vector<SavingPoint> savingFront(const JudgedPlan& asked);

/// A point of the front as a plan, with the totals of an estimate.
std::optional<SavedPlan> savedPlan(const JudgedPlan& asked, const LayerSaving& saving);

/// The parts of "Recompute 8 of 32 layers + Offload the activations", and what makes it where the
/// framework has no setting; and the whole.
std::vector<Text> savedTexts(const SavedPlan& saved);
std::string savedLabel(const SavedPlan& saved, const Translator& words);

} // namespace highwater
