// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace highwater {

/// How the tensors that the layers make for their backward pass are saved: kept, made again or
/// offloaded to the host. A plan says it with the keys of savingKeys.
struct LayerSaving
{
    Recompute recompute = Recompute::None;
    RecomputeMethod method = RecomputeMethod::All;
    std::int64_t layers = 1; ///< of a method that is not All
    std::vector<RecomputeModule> modules{}; ///< with selective recomputation; empty: the
                                            ///< framework's own choice
    ActivationOffload offload = ActivationOffload::None;
    std::optional<std::int64_t> offloadLayers{}; ///< the first ones of each stage; null: all
    std::vector<OffloadModule> offloadModules{}; ///< empty: all
    bool operator==(const LayerSaving&) const = default;
};

inline constexpr std::array savingKeys{
    KeyPath("recipe.recompute"),           KeyPath("recipe.recompute_method"),
    KeyPath("recipe.recompute_layers"),    KeyPath("recipe.recompute_modules"),
    KeyPath("layout.offload_activations"), KeyPath("layout.offload_layers"),
    KeyPath("layout.offload_modules")};

/// The saving of a plan, without what its keys say in vain.
LayerSaving savingOf(const Resolved& plan);

/// The plan with another saving. Keys that say the same already, or are left open and mean the
/// same, stay as they are.
Plan withSaving(const Plan& plan, const Resolved& resolved, const LayerSaving& saving);

/// The layers of one pass through the longest stage of a plan that has its stages. A pattern of
/// layers begins anew with each pass.
std::int64_t longestPart(const Resolved& plan);

/// The savings that a plan can have.
struct LayerSavings
{
    std::vector<LayerSaving> all; ///< simpler ones before others
    bool complete = true; ///< false: there are more than were asked for
};

/// At most `most` of the savings that the plan's framework has. Where it has no setting for some
/// layers, recomputation of the first ones is among them too: a script can do it, saidBySetting().
LayerSavings savingsOf(const Resolved& plan, std::size_t most);

/// Whether the plan's framework has a setting for the saving.
bool saidBySetting(const Resolved& plan, const LayerSaving& saving);

/// What happens to the tensors of a layer.
enum class LayerFate : std::uint8_t {
    Kept,
    InPart, ///< some are made again or offloaded
    Recomputed, ///< made again from the layer's input
    Offloaded,
    InputOffloaded ///< made again from an input that waits on the host
};

/// The fate of every layer of a resolved plan, in the order of the model.
std::vector<LayerFate> fatesOf(const Resolved& plan);

/// The layers of each fate.
struct FateCounts
{
    std::int64_t kept = 0, inPart = 0, recomputed = 0, offloaded = 0;
    std::int64_t inputsOffloaded = 0; ///< of those recomputed
    std::int64_t layers() const { return kept + inPart + recomputed + offloaded; }
    bool operator==(const FateCounts&) const = default;
};
FateCounts countsOf(std::span<const LayerFate> fates);

/// The saving in words, a text for each part of it: "Recompute 8 of 32 layers", "Offload the
/// activations".
std::vector<Text> savingTexts(const LayerSaving& saving, const FateCounts& counts);

/// The changes from the plan to one with another saving. The first ones carry its texts, those that
/// only complete them have no label.
std::vector<Change> savingChanges(const Plan& plan, const Plan& changed, std::vector<Text> texts);

} // namespace highwater
