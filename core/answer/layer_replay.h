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
#include <numeric>
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

    /// The micro-batches of this step that go backward through these layers before or after one.
    struct BatchPlace
    {
        bool first = true, last = true;
    };

    /// Begins a micro-batch's backward pass. `sizes`: of a layer of the stage.
    void beginBackward(const LayerSizes& sizes, BatchPlace place);
    /// Takes the gradient of a layer's output; returns the gradient of its input.
    Block backward(const LayerSizes& sizes, LayerBlocks& blocks, Block g);
    /// Reduces the gradients of the layer that has gone backward, or keeps them whole where a
    /// later micro-batch or the pipeline reduces them. Its gathered weights are freed before.
    void reduceBlock(const LayerSizes& sizes);
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
    /// Joins these gradients, where the weights are one flat tensor.
    void joinRoot() { joinFlat(m_rootGradients); }
    /// The gradients of a tied weight, of the head's use and of the embedding's. Autograd keeps the
    /// first until the second is made, and adds the two up in a third tensor, the weight's gradient
    /// (torch/csrc/autograd/input_buffer.cpp: accumulate).
    void makeTiedGradient(Bytes size);
    void joinTied(Bytes size);
    /// Reduces these gradients to their shards, unless the pipeline does it at the end. `input`:
    /// bytes of the buffer that is reduced; `ofHead`: of the head alone.
    void reduceRoot(Bytes input, const std::vector<Bytes>& shards, bool ofHead = false);
    /// Reduces the gradients that a pipeline has kept whole: of embedding and head, then of each
    /// block from the first on. `shards`: bytes of all shards; `free` frees the gathered weights of
    /// a group, by its place in this order.
    void reduceWhole(Bytes shards, const std::function<void(std::size_t)>& free);

    /// Frees the gradients that DeepSpeed's stage 1 has kept whole, from the first weight on, as
    /// they go into buckets of this size. `copyPart` is called whenever a bucket is reduced, and
    /// for each gradient that is larger than one.
    void reduceInBuckets(Bytes bucket, const std::function<void()>& copyPart);

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
        Bytes bytes() const { return std::accumulate(sizes.begin(), sizes.end(), Bytes{0}); }
    };

    void makeGradient(Bytes size, GradientUse use);
    void takeGradient(Block made, Bytes size, GradientUse use);
    void joinFlat(WholeGradients& parts);
    /// Reduces gradients to their shards. `input`: bytes of the buffer that is reduced; 0: none.
    void reduceToShards(WholeGradients& whole, WholeGradients& earlier, Bytes input,
                        const std::vector<Bytes>& shards);
    void reduceFlat(WholeGradients& whole, const std::vector<Bytes>& shards);
    /// Adds gradients of a micro-batch to those of the ones before, which are not reduced yet.
    void addWhole(WholeGradients& made, WholeGradients& earlier);
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
    Block partBackward(const LayerSizes& sizes, LayerBlocks& blocks);
    /// Make and free what one tile of the MLP keeps.
    void makeTile(const LayerSizes& sizes, LayerBlocks& blocks);
    void dropTile(const LayerSizes& sizes, LayerBlocks& blocks);
    Block attentionBackward(const LayerSizes& sizes, LayerBlocks& blocks);
    Block upBackward(const LayerSizes& sizes, LayerBlocks& blocks, std::optional<Block>& dInput);
    template <class Between>
    Block productBackward(const LayerSizes& sizes, Bytes wholeBytes,
                          const std::vector<Bytes>& weights, Between between);

    const Resolved& m_plan;
    const Profile& m_profile;
    const Bytes m_valueBytes;
    const Bytes m_gradientBytes; ///< of a parameter in the gradients of a step
    ReplayMemory& m_memory;
    const Bytes m_workspaceBytes; ///< of one thread
    std::array<std::optional<Block>, productThreads> m_workspaces; ///< forward's, and backward's
    bool m_forwardTimed = false, m_backwardTimed = false; ///< the norm's kernels
    bool m_goesBackward = false;
    BatchPlace m_place;
    std::size_t m_blockOfPass = 0; ///< blocks that have gone backward in this pass
    GradientUse m_gradientUse{};
    std::vector<Block> m_addedAfterPass, m_stepGradients, m_tiedGradients;
    WholeGradients m_blockGradients, m_rootGradients;
    /// Of a pipeline that reduces once, and of micro-batches before the last one.
    WholeGradients m_wholeRoot, m_wholeHead;
    WholeGradients m_unreduced; ///< of DeepSpeed's stage 1
    std::vector<WholeGradients> m_wholeBlocks;
    std::optional<Block> m_reduceInput; ///< the last buffer from which gradients were reduced
    std::optional<Block> m_gathered, m_gatheredGradient; ///< buffers
};

} // namespace highwater
