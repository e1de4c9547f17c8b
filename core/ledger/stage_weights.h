// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <optional>

namespace highwater {

/// The part whose size the head has that the stage holds, if it holds one beside the embedding. A
/// tied head has the size of the embedding; it is a weight of its own on the other end of a
/// pipeline, and where the framework unties it.
inline std::optional<Part> ownHead(const Resolved& plan, const StageLayers& layers)
{
    if (!layers.predicts || (plan.isTied() && layers.embeds))
        return std::nullopt;
    return plan.shape.tied ? Part::Embedding : Part::Head;
}

/// Calls `visit(part, trained)` for each part of the model outside the layers that one rank of the
/// stage holds. Adapters train none of these parts.
template <class Visit>
void visitOutsideLayers(const Resolved& plan, const StageLayers& layers, Visit&& visit)
{
    if (layers.embeds)
        visit(Part::Embedding, plan.trainsEmbedding());
    if (const auto head = ownHead(plan, layers))
        visit(*head, plan.trainsHead());
    if (layers.embeds) {
        visit(Part::Positions, plan.trainsEmbedding());
        visit(Part::Vision, plan.trainsVision());
    }
    if (layers.predicts)
        visit(Part::FinalNorm, plan.trainsAll());
}

/// The weights of one rank of a stage, summed by the way they are shared out.
struct StageWeights
{
    WeightTally root; ///< embedding and head
    WeightTally common; ///< all but routed experts
    WeightTally routed; ///< the routed experts
};

/// The model's own weights, trained or not.
StageWeights heldWeights(const Resolved& plan, const StageLayers& layers);

/// The weights that are trained: the model's own without frozen ones, or those of adapters with
/// what is trained beside them. Modules that are trained in full beside 32-bit adapters are left
/// out, as their states have another width. The passes of a frozen role train nothing; its weights
/// are counted here all the same.
StageWeights trainedWeights(const Resolved& plan, const StageLayers& layers);

/// What is trained together with low-rank matrices.
struct BesideAdapters
{
    WeightTally prompts, norms;
    WeightTally saved; ///< embedding and head, where they are trained in full
};
BesideAdapters besideAdapters(const Resolved& plan, const StageLayers& layers);

/// Parameters that are not in the layers; with adapters, those of prompts and norms are all here.
std::int64_t heldOutsideLayers(const Resolved& plan, const StageLayers& layers);
std::int64_t trainedOutsideLayers(const Resolved& plan, const StageLayers& layers);

} // namespace highwater
