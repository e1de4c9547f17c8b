// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/engine_gradients.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {

/// Whether a plan's step is that of transformers' Trainer on one GPU, of a model in 16 bits with
/// the layers of Llama, trained in full or by LoRA, there or under stage 2 of DeepSpeed's ZeRO.
bool isTrainerStep(const Resolved& plan);

/// Makes and frees every tensor of such a run in the order of its code, kernels' scratch buffers
/// among them. That order decides where PyTorch's allocator puts each, and so how full a card may
/// be. Source of the order: transformers 5.24 (models/llama/modeling_llama.py,
/// loss/loss_utils.py, trainer.py), PEFT 0.21 (tuners/lora/layer.py), the derivatives of PyTorch
/// 2.6 (tools/autograd/derivatives.yaml) and rehearsals of them, which it equals tensor by tensor
/// from 1 MiB on. Before transformers 4.56 attention copies its tensors (4.52.4,
/// integrations/sdpa_attention.py).
class TrainerReplay
{
public:
    using Block = ReplayMemory::Block;
    /// Called after a part of a step: its phase, and pass and layer as in a TimelinePoint.
    using Mark = std::function<void(Phase, std::int64_t pass, std::int64_t layer)>;

    /// `passes`: micro-batches of a step that are replayed.
    TrainerReplay(const Resolved& plan, std::int64_t passes, ReplayMemory& memory, Mark mark);

    void load();
    void step();
    Bytes workspacesMade() const;

private:
    static constexpr Block none = CachingAllocator::none;

    /// The tensors that a norm keeps for its backward pass.
    struct NormBlocks
    {
        Block input32 = none, rate = none, normed = none;
        Block output = none;
    };
    /// The tensors that an adapter keeps: its two factors in 16 bits, and their inputs.
    struct AdapterBlocks
    {
        Block first = none, input = none, inner = none, second = none;
    };
    enum Product : std::uint8_t { Query, Key, Value, Output, Gate, Up, Down, productCount };
    /// A weight in its group of the engine.
    struct Place
    {
        EngineGradients::Group group;
        std::size_t weight;
    };
    struct LayerBlocks
    {
        NormBlocks attentionNorm, mlpNorm;
        Block input = none, query = none, key = none, value = none, attended = none,
              projected = none, exponents = none, sum = none, gate = none, activated = none,
              up = none, gated = none;
        std::array<AdapterBlocks, productCount> adapters;
    };
    struct Width
    {
        std::int64_t in, out;
        bool adapted;
    };
    /// Ways in which a layer goes forward.
    enum class Pass {
        Kept, ///< with all that its backward pass needs
        Checkpointed, ///< nothing is kept
        Recomputed ///< kept, in the backward pass; ends with the last tensor that is kept
    };

    Block make(Bytes bytes) { return m_memory.make(bytes); }
    void drop(Block& block)
    {
        settle();
        m_memory.drop(std::exchange(block, none));
    }
    void settle();
    void useEngine();
    template <class... Blocks> void dropAll(Blocks&... blocks) { (drop(blocks), ...); }
    /// Makes a tensor from the block's, which is gone then.
    void replace(Block& block, Bytes bytes)
    {
        const Block next = make(bytes);
        drop(block);
        block = next;
    }
    void passing(Bytes bytes) { m_memory.drop(make(bytes)); }
    Bytes wide(std::int64_t columns) const { return 2 * m_tokens * columns; }
    Bytes wide32(std::int64_t columns) const { return 4 * m_tokens * columns; }

    void batches();
    void positions();
    void microBatch(std::int64_t pass);
    Block loss(std::int64_t pass, NormBlocks& norm);
    void norm(NormBlocks& blocks, bool keeps);
    Block product(Product which, AdapterBlocks& kept, bool keeps);
    Block rotated(Bytes bytes);
    Block forward(LayerBlocks& blocks, Pass pass, bool trainsInput);
    void attention(LayerBlocks& blocks, bool keeps);
    Block mlp(LayerBlocks& blocks, Pass pass);
    void keepGradient(Bytes bytes);
    void keep(Block gradient);
    void endInput(Block& input, std::array<AdapterBlocks, productCount>& adapters,
                  std::initializer_list<Product> users, bool keeps);
    Block normBackward(NormBlocks& blocks, Block& gradient, Block* last = nullptr);
    Block factorsBackward(Product which, AdapterBlocks& kept, Block scaled, bool reachesInput);
    Block productBackward(Product which, AdapterBlocks& kept, Block& gradient, bool drops,
                          Block* sum = nullptr, bool reachesInput = true);
    Block rotaryBackward(Bytes bytes, Block& gradient, bool last);
    void repeatedBackward(Block& gradient);
    void backward(LayerBlocks& blocks, Block& gradient, bool isFirst, Block scaled);
    Block mlpBackward(LayerBlocks& blocks, Block& gradient, Block scaled);
    void attentionBackward(LayerBlocks& blocks, Block& gradient, bool isFirst);
    Block inputsBackward(LayerBlocks& blocks, Block& key, Block& query, Block& value,
                         bool reachesInput);
    void embeddingBackward(Block& gradient);
    void makeWorkspace(bool backward);
    std::vector<std::int64_t> trainedWeights() const;
    void clip();
    void optimize();

    const Resolved& m_plan;
    const Shape& m_shape;
    ReplayMemory& m_memory;
    const Mark m_mark;
    const std::int64_t m_passes, m_tokens;
    const std::int64_t m_rank; ///< of the adapters; 0: all weights are trained
    const bool m_recomputes;
    const bool m_reentrant;
    const bool m_repeatsKeys; ///< grouped keys and values are copied out to every head
    const bool m_copiesAttended;
    std::array<Width, productCount> m_products;
    const Bytes m_normScratch;
    const Bytes m_workspaceBytes;
    std::array<Block, 2> m_workspaces{none, none};
    std::vector<Block> m_inputs, m_losses, m_gradients, m_casts;
    std::vector<Block> m_added; ///< gradients of weights that are being added to earlier ones
    std::optional<EngineGradients> m_engine;
    std::vector<Block> m_taken; ///< gradients that the engine is about to take
    std::vector<Place> m_order; ///< in which it takes those of a micro-batch
    std::size_t m_takenCount = 0; ///< in this micro-batch
    bool m_narrowFactors = false; ///< adapters are of 16 bits, and nothing casts
    Block m_headGradient = none, m_cosine = none, m_sine = none;
    bool m_adds = false; ///< gradients of this pass are added to those of an earlier one
    bool m_endsPositions = false;
    bool m_hasStates = false;
};

} // namespace highwater
