// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_order.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/overhead.h"
#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace highwater {

/// The tensors of one layer of one micro-batch.
struct LayerBlocks
{
    std::optional<ReplayMemory::Block> input;
    std::vector<std::optional<ReplayMemory::Block>> kept; ///< by LayerSizes::kept
};

/// Makes and frees the tensors of one layer after the other, in the order of its operators, and
/// keeps, adds up or reduces the gradients of weights.
class LayerReplay
{
public:
    using Block = ReplayMemory::Block;

    /// `valueBytes`: of one computed value.
    LayerReplay(const Resolved& plan, Bytes valueBytes, ReplayMemory& memory);

    bool splits() const { return m_plan.layout.tensor > 1; }
    bool scatters() const { return splits() && m_plan.choices.sequenceParallel; }

    /// Makes a layer's tensors; returns its output.
    Block forward(const LayerSizes& sizes, LayerBlocks& blocks, Block x);

    /// Begins a micro-batch's backward pass. `sizes`: of a layer of the stage. `firstBatch`:
    /// no micro-batch of this step has gone backward through these layers yet.
    void beginBackward(const LayerSizes& sizes, bool firstBatch);
    /// Takes the gradient of a layer's output; returns the gradient of its input.
    Block backward(const LayerSizes& sizes, LayerBlocks& blocks, Block g);
    void endBackward();
    /// Frees the gradients that a step has used.
    void endStep() { m_memory.drop(m_stepGradients); }

    /// Called at each matrix product: the first product of a thread makes the thread's workspace.
    void makeWorkspace();
    Bytes workspacesMade() const; ///< bytes
    Block normBackward(const LayerSizes& sizes);
    /// Makes the gradient of a product's weight, in its backward pass.
    void makeWeightGradient(Bytes size);
    /// The same for embedding and head. Where they are gathered together, their gradients are
    /// reduced at the end of the pass. `added`: to the gradient of the same weight, made before in
    /// this pass or in that of another chunk.
    void makeRootGradient(Bytes size, bool added = false);
    /// Reduces these gradients to their shards, unless the pipeline does it at the end. `input`:
    /// bytes of the buffer that is reduced. `first`: no pass of this step has reduced them yet.
    void reduceRoot(Bytes input, const std::vector<Bytes>& shards, bool first);
    /// Reduces the gradients that a pipeline has kept whole: of embedding and head, then of each
    /// block from the first on. `shards`: bytes of all shards; `free` frees the gathered weights of
    /// a group, by its place in this order.
    void reduceWhole(Bytes shards, const std::function<void(std::size_t)>& free);

    /// The sum of a split product's outputs: with sequence parallelism, the rank's part of it; else
    /// the sum is in place.
    Block reduced(Block whole, const LayerSizes& sizes);
    /// An input gathered from the ranks, unless the program keeps a buffer for it.
    std::optional<Block> gatherInput(const LayerSizes& sizes) { return gather(m_gathered, sizes); }
    /// Frees a tensor that a collective of tensor parallelism has used.
    void free(Block block);

private:
    /// The use of a weight's gradient, once the backward pass of its product has made it.
    enum class GradientUse {
        Added, ///< added to the gradient of the step, and freed
        AddedAfterPass, ///< kept until the micro-batch has gone backward, and then added
        BecomesGradient, ///< kept to the end of the step as its gradient
        WholeBlock ///< kept until its block is complete, and then reduced to the shards
    };

    /// Gradients that are reduced together: of a block, or of embedding and head.
    struct WholeGradients
    {
        std::vector<Block> blocks;
        std::vector<Bytes> sizes; ///< of each block
        void add(Block block, Bytes size)
        {
            blocks.push_back(block);
            sizes.push_back(size);
        }
    };

    void makeGradient(Bytes size, GradientUse use);
    /// Keeps a block's gradients whole where the pipeline reduces them once, else makes their
    /// shards.
    void endBlockGradients(const LayerSizes& sizes);
    void drop(WholeGradients& gradients);
    void keepWhole(WholeGradients& made, WholeGradients& kept);
    std::optional<Block> gather(std::optional<Block>& buffer, const LayerSizes& sizes);
    void make(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step);
    void freeKept(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step);
    void freeAt(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step,
                const FreedTensors& list);
    /// `remakes`: for the backward pass, which needs no output and all tensors.
    Block compute(const LayerSizes& sizes, LayerBlocks& blocks, bool remakes);
    /// Makes all tensors of the layer again, even those that are kept from the forward pass; then
    /// frees those of the forward pass.
    void recompute(const LayerSizes& sizes, LayerBlocks& blocks);

    void timeNormKernel(bool& timed);
    std::vector<Block> makeWorking(const LayerSizes& sizes, LayerStep step);
    void makeWeightGradients(const std::vector<Bytes>& sizes);
    Block mlpBackward(const LayerSizes& sizes, LayerBlocks& blocks);
    Block attentionBackward(const LayerSizes& sizes, LayerBlocks& blocks);
    Block upBackward(const LayerSizes& sizes, LayerBlocks& blocks, std::optional<Block>& dInput);
    template <class Between>
    Block productBackward(const LayerSizes& sizes, const std::vector<Bytes>& weights,
                          Between between);

    const Resolved& m_plan;
    const Profile& m_profile;
    const Bytes m_valueBytes;
    const Bytes m_gradientBytes; ///< of a parameter in the gradients of a step
    ReplayMemory& m_memory;
    const Bytes m_workspaceBytes; ///< of one thread
    std::array<std::optional<Block>, productThreads> m_workspaces; ///< forward's, and backward's
    bool m_forwardTimed = false, m_backwardTimed = false; ///< the norm's kernels
    bool m_goesBackward = false;
    bool m_firstBatch = false;
    GradientUse m_gradientUse{};
    std::vector<Block> m_addedAfterPass, m_stepGradients;
    WholeGradients m_blockGradients, m_rootGradients;
    WholeGradients m_wholeRoot; ///< of a pipeline that reduces once
    std::vector<WholeGradients> m_wholeBlocks;
    std::optional<Block> m_gathered, m_gatheredGradient; ///< buffers
};

} // namespace highwater
