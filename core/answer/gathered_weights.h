// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_order.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"

#include <cstddef>
#include <deque>
#include <vector>

namespace highwater {

/// The weights of layers that a replay gathers from the ranks before it computes with them.
///
/// FSDP gathers into the tensors of the weights. FSDP2 gathers into one buffer, copies that to a
/// tensor for each weight, and frees the buffer: in the forward pass after the next layer's buffer
/// is copied, in the backward pass at once (PyTorch, distributed/fsdp/_fully_shard/
/// _fsdp_param_group.py: wait_for_unshard; _fsdp_collectives.py: foreach_all_gather).
class GatheredWeights
{
public:
    /// `valueBytes`: of one computed value.
    GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                    ReplayMemory& memory);

    /// Begins a pass: gathers embedding and head into a buffer, if FSDP2 shards them.
    void beginForward();
    /// Gathers a layer's weights, ahead of its forward or backward pass.
    void fetch(const LayerSizes& sizes, bool backward);
    /// Copies the gathered weights to their tensors.
    void copyOut(const LayerSizes& sizes);
    /// Frees the tensors of the weights. `last`: of the last layer's forward pass; its backward
    /// pass is next and may use the same tensors.
    void reshard(bool last);
    void dropFetched(std::size_t layersLeft = 0);

    /// Whether copyOut() makes the tensors of the term.
    bool makes(TermId id) const;

private:
    void gather(Bytes bytes);

    ReplayMemory& m_memory;
    const Bytes m_valueBytes;
    const bool m_copiesOut;
    const bool m_storedBase; ///< weights are gathered in the bytes in which they are stored
    /// At ZeRO-2 the tensors of all weights exist through the pass; the backward pass gathers none.
    bool m_gathersOnce = false;
    bool m_keepsLast = false;
    Bytes m_rootBytes = 0; ///< of embedding and head
    /// Of two layers; of three while the next one is gathered.
    std::deque<std::vector<ReplayMemory::Block>> m_fetched;
    std::vector<ReplayMemory::Block> m_copies;
};

} // namespace highwater
