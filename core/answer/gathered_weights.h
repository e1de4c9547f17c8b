// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_order.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace highwater {

/// The weights that a replay gathers from the ranks before it computes with them.
///
/// FSDP of PyTorch 1 gathers a unit into one flat tensor, which is freed when the unit is done; in
/// a backward pass on request the next unit ahead of time (fsdp/_runtime_utils.py:
/// _prefetch_handle). FSDP2 gathers into a buffer, copies that to a tensor for each weight, and
/// frees the buffer: in the forward pass after the next unit's copies, in the backward pass at
/// once, where it then gathers the next unit (_fsdp_param_group.py: wait_for_unshard;
/// _fsdp_collectives.py: foreach_all_gather). On one GPU it makes the copies alone. Both cast
/// 32-bit shards first. Others gather a layer into the tensors of its weights, the next layer ahead
/// of time.
class GatheredWeights
{
public:
    /// `valueBytes`: of one computed value.
    GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                    ReplayMemory& memory);

    /// Begins a forward pass: FSDP gathers embedding and head, which no layer has. `gathers`: the
    /// weights of the pass are not gathered yet.
    void beginForward(bool gathers);
    /// The embedding has gone forward, or backward.
    void freeEmbedding() { m_memory.drop(m_embedding); }
    /// Makes a layer's weights for its forward pass. `next`: the layer after it; null for the last.
    void makeForward(const LayerSizes& sizes, const LayerSizes* next);
    /// The forward pass of a layer is done.
    void freeForward(bool last);
    /// All layers have gone forward: the head follows.
    void makeHead();
    /// The pass has gone forward to the loss.
    void endForward() { keepLatest(0); }
    /// The loss goes backward, and then the head. `last`: the last layer; null for none.
    void beginBackward(const LayerSizes* last);
    void beginHeadBackward(const LayerSizes* last);
    /// The head and the norm before it have gone backward.
    void freeHead() { m_memory.drop(m_head); }
    /// The same for the backward pass. `next`: the layer before it; null for the first.
    void makeBackward(const LayerSizes& sizes, const LayerSizes* next);
    void freeBackward();
    void makeEmbeddingBackward();
    /// Frees what is gathered for no further layer of the pass.
    void endPass();
    /// Frees embedding and head, where they are one flat tensor.
    void freeRoot() { m_memory.drop(m_root); }

    /// Whether these functions make the tensors of the term.
    bool makes(TermId id) const;

private:
    void fetch(const LayerSizes& sizes);
    void fetchWhole(Bytes bytes);
    void gather(const std::vector<Bytes>& buffers);
    void copyOut(const LayerSizes& sizes);
    void keepLatest(std::size_t groups);
    void prefetch(const LayerSizes* layer);

    ReplayMemory& m_memory;
    const Bytes m_valueBytes;
    const bool m_flat; ///< a unit is one flat tensor
    const bool m_copiesOut;
    const bool m_ahead; ///< gathers the next unit of a backward pass ahead of time
    /// The hook that frees a frozen unit after its backward pass runs when the next one is gathered
    /// (fsdp/_runtime_utils.py: _register_post_backward_reshard_only_hook).
    const bool m_freesLate;
    const bool m_hasEndUnits, m_splitsRoot;
    const bool m_shares; ///< false on one GPU of FSDP2
    /// Ranks over which 32-bit shards are cast before they are gathered; 0: nothing is cast.
    const std::int64_t m_castShards;
    bool m_gathers = true;
    const bool m_storedBase; ///< weights are gathered in the bytes in which they are stored
    /// At ZeRO-2 the tensors of all weights exist through the pass; the backward pass gathers none.
    bool m_gathersOnce = false;
    /// The last layer's tensors stay from its forward to its backward pass.
    bool m_keepsLast = false;
    /// The buffer of the last layer stays to the end of the forward pass, and is gathered anew
    /// before the loss or the head goes backward.
    bool m_gathersLast = false;
    /// The layers that went backward stay gathered to the end of the pass.
    bool m_keepsEarlier = false;
    Bytes m_rootBytes = 0; ///< of embedding and head
    Bytes m_embeddingBytes = 0, m_headBytes = 0; ///< of each where they are two units
    Bytes m_normBytes = 0; ///< of the norm in the unit of the head
    /// Of each group of weights: of a layer, or of embedding and head.
    std::deque<std::vector<ReplayMemory::Block>> m_fetched;
    std::vector<ReplayMemory::Block> m_copies, m_lastCopies, m_earlier;
    std::optional<ReplayMemory::Block> m_embedding, m_head, m_root;
};

} // namespace highwater
