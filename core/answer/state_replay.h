// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_order.h"
#include "core/answer/replay_memory.h"
#include "core/answer/replay_terms.h"
#include "core/ledger/framework.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// Makes what a process holds from step to step: weights, gradients and their buckets, the states
/// of the optimizer.
class StateReplay
{
public:
    using Block = ReplayMemory::Block;

    /// `dense`, `moe`: sizes of the stage's layers of each kind.
    StateReplay(const Resolved& plan, const Stage& stage, const ReplayTerms& terms,
                const LayerSizes& dense, const LayerSizes& moe, ReplayMemory& memory);

    /// Makes weights and all other tensors that exist before the first step.
    void load();
    /// After its first backward pass, DistributedDataParallel makes its buckets again, in the order
    /// in which the gradients were made.
    void rebuildBuckets();
    void makeOptimizerStates();
    /// The states of one group of weights that DeepSpeed's engine steps together.
    void makeStatesOf(std::size_t group);
    /// Makes tensors of each weight, in proportion to its entries: one for each term.
    void makeOfWeights(const std::vector<const Term*>& terms, std::vector<Block>& into);

private:
    bool hasOneGradient() const;
    Bytes partOf(Bytes all, std::size_t group) const;
    bool flattenWeights();
    void makeMaster(const Term& term);
    void makeBuffers();
    void startUp();
    std::vector<std::int64_t> adapterEntries(const Term& term) const;
    bool makeWeights();
    using Weights = std::vector<std::int64_t>; ///< the entries of each

    bool makeUnits();
    Weights storedUnit(Weights unit) const;
    void makeShards(const Weights& unit);
    void makeFlatUnits(std::vector<Weights>& units);
    Block makeFlatShard(const Weights& weights);
    Bytes loadedBytes() const;
    void makeTerm(const Term& term);
    void makeGradients();
    Bytes bytesOfAll(const Term& term) const;
    void makeBuckets();
    void makeAdapterBuckets();

    const Resolved& m_plan;
    const Stage& m_stage;
    const Profile& m_profile;
    const ReplayTerms& m_terms;
    const LayerSizes &m_dense, &m_moe;
    ReplayMemory& m_memory;
    std::vector<std::int64_t> m_groups; ///< elements that DeepSpeed steps together
    Bytes m_bucketBytes = 0; ///< of all buckets
    std::vector<Block> m_buckets;
};

} // namespace highwater
