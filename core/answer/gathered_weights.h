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

/// The weights that a replay gathers from the ranks before it computes with them.
///
/// FSDP gathers a layer into the tensors of its weights, the next layer ahead of time. FSDP2
/// gathers into a buffer, copies that to a tensor for each weight, and frees the buffer: in the
/// forward pass once the next buffer is gathered, in the backward pass at once (PyTorch,
/// distributed/fsdp/_fully_shard/_fsdp_param_group.py: wait_for_unshard; _fsdp_collectives.py:
/// foreach_all_gather). On one GPU it makes the copies alone.
class GatheredWeights
{
public:
    /// `valueBytes`: of one computed value.
    GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                    ReplayMemory& memory);

    /// Begins a forward pass: FSDP2 gathers embedding and head, which no layer has. `gathers`: the
    /// weights of the pass are not gathered yet.
    void beginForward(bool gathers);
    /// Makes a layer's weights for its forward pass. `next`: the layer after it; null for the last.
    void makeForward(const LayerSizes& sizes, const LayerSizes* next);
    /// The forward pass of a layer is done.
    void freeForward(bool last);
    /// The same for the backward pass. `next`: the layer before it; null for the first.
    void makeBackward(const LayerSizes& sizes, const LayerSizes* next);
    void freeBackward() { m_memory.drop(m_copies); }
    /// Frees what is gathered for no further layer of the pass.
    void endPass() { keepLatest(0); }

    /// Whether these functions make the tensors of the term.
    bool makes(TermId id) const;

private:
    void fetch(const LayerSizes& sizes);
    void fetchWhole(Bytes bytes);
    void copyOut(const LayerSizes& sizes);
    void keepLatest(std::size_t groups);

    ReplayMemory& m_memory;
    const Bytes m_valueBytes;
    const bool m_copiesOut;
    const bool m_shares; ///< false on one GPU of FSDP2
    bool m_gathers = true;
    const bool m_storedBase; ///< weights are gathered in the bytes in which they are stored
    /// At ZeRO-2 the tensors of all weights exist through the pass; the backward pass gathers none.
    bool m_gathersOnce = false;
    /// The last layer's tensors stay from its forward to its backward pass.
    bool m_keepsLast = false;
    Bytes m_rootBytes = 0; ///< of embedding and head
    /// Of each group of weights: of a layer, or of embedding and head.
    std::deque<std::vector<ReplayMemory::Block>> m_fetched;
    std::vector<ReplayMemory::Block> m_copies, m_lastCopies;
};

} // namespace highwater
