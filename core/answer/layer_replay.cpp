// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/layer_replay.h"

#include "core/ledger/framework.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace highwater {

LayerReplay::LayerReplay(const Resolved& plan, Bytes valueBytes, ReplayMemory& memory)
    : m_plan(plan)
    , m_profile(*plan.profile)
    , m_valueBytes(valueBytes)
    , m_gradientBytes(gradientBytes(plan.choices))
    , m_memory(memory)
    , m_workspaceBytes(workspaceOfThread(*plan.device))
{ }

LayerReplay::Block LayerReplay::forward(const LayerSizes& sizes, LayerBlocks& blocks, Block x)
{
    m_memory.beginLayer(false);
    blocks.kept.assign(sizes.kept.size(), std::nullopt);
    Block output = compute(sizes, blocks, false);
    blocks.input = x;
    if (!sizes.keepsInput)
        m_memory.drop(blocks.input);
    m_memory.endLayer(false);
    return output;
}

void LayerReplay::beginBackward(const LayerSizes& sizes, BatchPlace place)
{
    m_goesBackward = true;
    m_place = place;
    m_blockOfPass = 0;
    // From stage 2 on, DeepSpeed's buckets take each gradient as it comes.
    const bool bucketed = m_plan.usesDeepSpeed() && m_plan.layout.zero >= 2;
    const bool grows = m_plan.trainsAll() && !sizes.gradients.empty() && !bucketed;
    if (m_profile.accumulatesApart)
        m_gradientUse = GradientUse::AddedAfterPass;
    else if (m_plan.reducesLast() && !m_plan.flattens() && !place.first)
        m_gradientUse = GradientUse::Added;
    else if (m_plan.holdsBlockGradients())
        m_gradientUse = GradientUse::WholeBlock;
    else
        m_gradientUse = grows && place.first ? GradientUse::BecomesGradient : GradientUse::Added;
}

LayerReplay::Block LayerReplay::backward(const LayerSizes& sizes, LayerBlocks& blocks, Block g)
{
    m_memory.beginLayer(true);
    std::vector<Block> throughout;
    for (const Bytes size : sizes.throughout)
        throughout.push_back(m_memory.make(size));
    if (sizes.recomputes)
        recompute(sizes, blocks);

    Block dInput = mlpBackward(sizes, blocks);
    Block dx = normBackward(sizes);
    free(dInput);
    freeKept(sizes, blocks, LayerStep::MlpNorm);
    // Autograd adds dx to the residual's gradient in place (torch/csrc/autograd/input_buffer.cpp).
    m_memory.drop(dx);
    dInput = attentionBackward(sizes, blocks);
    dx = normBackward(sizes);
    free(dInput);
    auto last = makeWorking(sizes, LayerStep::AttentionNorm);
    m_memory.drop(last);
    freeKept(sizes, blocks, LayerStep::AttentionNorm);
    m_memory.drop(blocks.input);
    m_memory.drop(dx);
    m_memory.drop(throughout);
    if (m_gradientUse == GradientUse::WholeBlock)
        joinFlat(m_blockGradients);
    m_memory.endLayer(true);
    return g;
}

/// FSDP of PyTorch 1 gives a unit's weights out as views of one tensor, whose gradient is made in
/// the stream that gathered it (torch.split).
void LayerReplay::joinFlat(WholeGradients& parts)
{
    if (!m_plan.flattens() || parts.blocks.empty())
        return;
    const Bytes all = parts.bytes();
    WholeGradients flat;
    flat.add(m_memory.make(all, gatherStream), all);
    drop(parts);
    parts = std::move(flat);
}

void LayerReplay::reduceBlock(const LayerSizes& sizes)
{
    const bool isWhole = m_gradientUse == GradientUse::WholeBlock;
    const std::size_t block = m_blockOfPass++;
    if (m_plan.reducesOnce()) {
        if (m_place.first)
            m_wholeBlocks.emplace_back();
        if (m_plan.trainsAll())
            keepWhole(m_blockGradients, m_wholeBlocks.back());
        else if (m_place.first)
            for (const Bytes size : sizes.gradients)
                m_wholeBlocks.back().add(m_memory.make(size), size);
        if (isWhole)
            drop(m_blockGradients);
        return;
    }
    if (m_plan.reducesLast()) {
        if (m_wholeBlocks.size() <= block)
            m_wholeBlocks.emplace_back();
        if (!m_place.last)
            return addWhole(m_blockGradients, m_wholeBlocks[block]);
    }
    const bool bucketed = m_plan.usesDeepSpeed() && m_plan.layout.zero >= 2;
    if (bucketed || (!isWhole && m_plan.trainsAll() && !m_plan.reducesLast()))
        return;
    const Bytes bytes = m_blockGradients.bytes();
    WholeGradients none;
    reduceToShards(m_blockGradients, m_plan.reducesLast() ? m_wholeBlocks[block] : none,
                   m_profile.reducedBytes > 0 ? bytes / m_valueBytes * m_plan.reducedBytes() : 0,
                   sizes.gradients);
}

void LayerReplay::addWhole(WholeGradients& made, WholeGradients& earlier)
{
    if (!m_place.first || made.blocks.empty())
        return drop(made);
    if (m_plan.wholeGradientBytes() == m_valueBytes) {
        earlier = std::exchange(made, {});
        return;
    }
    for (std::size_t i = 0; i < made.blocks.size(); ++i) {
        const Bytes size = made.sizes[i] / m_valueBytes * m_plan.wholeGradientBytes();
        earlier.add(m_memory.make(size), size);
        m_memory.drop(made.blocks[i]);
    }
    made = {};
}

void LayerReplay::reduceToShards(WholeGradients& whole, WholeGradients& earlier, Bytes input,
                                 const std::vector<Bytes>& shards)
{
    if (m_plan.flattens() && !whole.blocks.empty()) {
        reduceFlat(whole, shards);
        return drop(earlier);
    }
    m_memory.drop(m_reduceInput);
    if (input > 0)
        m_reduceInput = m_memory.make(input);
    drop(whole);
    drop(earlier);
    const bool narrow = m_profile.reducedBytes > 0 && m_plan.reducedBytes() < m_gradientBytes;
    if (!m_place.first && !m_plan.reducesLast())
        return;
    for (const Bytes shard : shards) {
        std::optional<Block> reduced;
        if (narrow)
            reduced = m_memory.make(shard / m_gradientBytes * m_plan.reducedBytes(), reduceStream);
        m_stepGradients.push_back(m_memory.make(shard, reduceStream));
        m_memory.drop(reduced);
    }
}

/// The flat gradient is cast to the type in which it is reduced, and the shard to that of the
/// weights; all but the shard is freed (fsdp/_runtime_utils.py: _reduce_grad).
void LayerReplay::reduceFlat(WholeGradients& whole, const std::vector<Bytes>& shards)
{
    const Bytes bytes = whole.bytes();
    const Bytes width = m_plan.reducedBytes();
    std::optional<Block> wide;
    if (width != m_valueBytes)
        wide = m_memory.make(bytes / m_valueBytes * width, reduceStream);
    const Bytes made = shareOf(bytes / m_valueBytes * width, m_plan.shards);
    std::optional<Block> reduced = m_memory.make(made, reduceStream);
    m_memory.drop(wide);
    const Bytes kept = std::accumulate(shards.begin(), shards.end(), Bytes{0});
    if (kept != made) {
        const Block cast = m_memory.make(kept, reduceStream);
        m_memory.drop(reduced);
        reduced = cast;
    }
    if (m_place.first || m_plan.reducesLast())
        m_stepGradients.push_back(*reduced);
    else
        m_memory.drop(reduced);
    drop(whole);
}

void LayerReplay::endBackward()
{
    m_goesBackward = false;
    m_memory.drop(m_addedAfterPass);
    drop(m_blockGradients);
    m_memory.drop(m_reduceInput);
    if (m_plan.reducesLast() && m_place.last)
        m_wholeBlocks.clear();
    if (m_plan.flattens() && m_plan.offloadsStates())
        m_memory.drop(m_stepGradients);
}

void LayerReplay::drop(WholeGradients& gradients)
{
    m_memory.drop(gradients.blocks);
    gradients.sizes.clear();
}

/// Adds the gradients of a pass to those of the passes before: those of the first pass are cast to
/// the type in which they are reduced, one after the other (PyTorch, _fsdp_param.py:
/// to_accumulated_grad_if_needed).
void LayerReplay::keepWhole(WholeGradients& made, WholeGradients& kept)
{
    if (!m_place.first)
        return drop(made);
    for (std::size_t i = 0; i < made.blocks.size(); ++i) {
        const Bytes size = made.sizes[i] / m_valueBytes * m_gradientBytes;
        if (m_gradientBytes == m_valueBytes) {
            kept.add(made.blocks[i], size);
            continue;
        }
        kept.add(m_memory.make(size), size);
        m_memory.drop(made.blocks[i]);
    }
    made = {};
}

void LayerReplay::reduceWhole(Bytes shards, const std::function<void(std::size_t)>& free)
{
    std::vector<WholeGradients> groups = std::exchange(m_wholeBlocks, {});
    groups.push_back(std::exchange(m_wholeRoot, {}));
    std::ranges::reverse(groups); // the passes went from the last block to the first
    double whole = 0;
    for (const WholeGradients& group : groups)
        whole += static_cast<double>(group.bytes());
    std::vector<Block> input; // of the last reduction, freed when the next one begins
    for (std::size_t i = 0; i < groups.size(); ++i) {
        free(i);
        const Bytes bytes = groups[i].bytes();
        m_memory.drop(input);
        if (bytes == 0)
            continue;
        input.push_back(m_memory.make(bytes));
        drop(groups[i]);
        const double share = static_cast<double>(bytes) / whole;
        m_stepGradients.push_back(
            m_memory.make(static_cast<Bytes>(static_cast<double>(shards) * share), reduceStream));
    }
    m_memory.drop(input);
}

void LayerReplay::reduceInBuckets(Bytes bucket, const std::function<void()>& copyPart)
{
    Bytes filled = 0;
    const auto reduce = [&] {
        if (filled > 0)
            m_memory.drop(m_memory.make(std::exchange(filled, 0)));
        copyPart();
    };
    for (std::size_t i = m_unreduced.blocks.size(); i-- > 0;) {
        const Bytes size = m_unreduced.sizes[i];
        if (filled > 0 && filled + size > bucket)
            reduce();
        if (size > bucket)
            copyPart();
        else
            filled += size;
        m_memory.drop(m_unreduced.blocks[i]);
    }
    if (filled > 0)
        reduce();
    m_unreduced = {};
}

/// The first product of a thread makes cuBLAS's workspace, which stays. Autograd's thread makes its
/// workspace while all activations are held, and so splits a large block for the rest of the run.
void LayerReplay::makeWorkspace()
{
    if (auto& workspace = m_workspaces[m_goesBackward ? 1 : 0]; !workspace)
        workspace = m_memory.make(m_workspaceBytes);
}

Bytes LayerReplay::workspacesMade() const
{
    return m_workspaceBytes
        * std::ranges::count_if(m_workspaces, [](const auto& made) { return made.has_value(); });
}

LayerReplay::Block LayerReplay::normBackward(const LayerSizes& sizes)
{
    const Block dx = m_memory.make(sizes.residual);
    const Block partials = m_memory.make(sizes.normPartials);
    timeNormKernel(m_backwardTimed);
    if (m_plan.trainsAll())
        makeWeightGradient(m_valueBytes * m_plan.shape.hidden);
    m_memory.drop(partials);
    return dx;
}

/// Triton times the candidates of a kernel at its first launch, and in between writes a buffer that
/// is larger than the cache of the GPU (python/triton/testing.py: do_bench).
void LayerReplay::timeNormKernel(bool& timed)
{
    constexpr Bytes cleared = 256'000'000;
    const bool times = m_profile.timesNormKernels && m_plan.choices.normKernels == Kernels::Fused;
    if (times && !std::exchange(timed, true))
        m_memory.drop(m_memory.make(cleared));
}

void LayerReplay::makeWeightGradient(Bytes size)
{
    makeGradient(size, m_gradientUse);
}

void LayerReplay::makeGradient(Bytes size, GradientUse use)
{
    takeGradient(m_memory.make(size), size, use);
}

void LayerReplay::takeGradient(Block made, Bytes size, GradientUse use)
{
    // Autograd casts the gradient of a weight that autocast cast (ToCopyBackward). Where 16-bit
    // weights have 32-bit gradients, the first micro-batch makes these and others are added.
    const bool becomes = use == GradientUse::BecomesGradient;
    const bool isCast = becomes || (use == GradientUse::Added && m_plan.floatParameters());
    if (isCast && m_gradientBytes != m_valueBytes) {
        const Block cast = m_memory.make(size / m_valueBytes * m_gradientBytes);
        if (becomes && m_plan.choices.gradients == Gradients::Both)
            m_stepGradients.push_back(made);
        else
            m_memory.drop(made);
        made = cast;
    }
    switch (use) {
    case GradientUse::Added:
        m_memory.drop(made);
        break;
    case GradientUse::AddedAfterPass:
        m_addedAfterPass.push_back(made);
        break;
    case GradientUse::WholeBlock:
        m_blockGradients.add(made, size);
        break;
    case GradientUse::BecomesGradient:
        if (m_plan.fillsBuckets())
            m_unreduced.add(made, size);
        else
            m_stepGradients.push_back(made);
        break;
    }
}

void LayerReplay::makeTiedGradient(Bytes size)
{
    m_tiedGradients.push_back(m_memory.make(size));
}

void LayerReplay::joinTied(Bytes size)
{
    const Block sum = m_memory.make(size);
    m_memory.drop(m_tiedGradients);
    takeGradient(sum, size, m_gradientUse);
}

void LayerReplay::makeRootGradient(Bytes size, bool added)
{
    if (m_gradientUse != GradientUse::WholeBlock || m_profile.sharding != Sharding::BlocksAndRoot) {
        const bool joins = added && m_gradientUse == GradientUse::BecomesGradient;
        makeGradient(size, joins ? GradientUse::Added : m_gradientUse);
        return;
    }
    const Block made = m_memory.make(size);
    if (!added) {
        m_rootGradients.add(made, size);
        return;
    }
    // The sum of both is a third tensor, see makeTiedGradient(); what is freed then is as large.
    const Block sum = m_memory.make(size);
    m_memory.drop(made);
    m_memory.drop(sum);
}

void LayerReplay::reduceRoot(Bytes input, const std::vector<Bytes>& shards, bool ofHead)
{
    if (m_plan.reducesOnce()) {
        keepWhole(m_rootGradients, m_wholeRoot);
        return;
    }
    WholeGradients& earlier = ofHead ? m_wholeHead : m_wholeRoot;
    if (m_plan.reducesLast() && !m_place.last)
        return addWhole(m_rootGradients, earlier);
    reduceToShards(m_rootGradients, earlier, input, shards);
}

LayerReplay::Block LayerReplay::reduced(Block whole, const LayerSizes& sizes)
{
    if (!scatters())
        return whole;
    const Block part = m_memory.make(sizes.residual);
    free(whole);
    return part;
}

void LayerReplay::free(Block block)
{
    if (m_profile.recordsCollectives && splits())
        m_memory.dropUsed(block);
    else
        m_memory.drop(block);
}

std::optional<LayerReplay::Block> LayerReplay::gather(std::optional<Block>& buffer,
                                                      const LayerSizes& sizes)
{
    if (sizes.gathered == 0)
        return std::nullopt;
    if (!m_profile.gathersIntoBuffer)
        return m_memory.make(sizes.gathered);
    if (!buffer)
        buffer = m_memory.make(sizes.gathered);
    return std::nullopt;
}

void LayerReplay::make(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step)
{
    const auto index = static_cast<std::size_t>(step);
    for (std::size_t i = sizes.made[index]; i < sizes.made[index + 1]; ++i)
        if (const KeptTensor& kept = sizes.kept[i]; !kept.isInput)
            blocks.kept[i] = m_memory.make(kept.bytes);
}

void LayerReplay::freeKept(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step)
{
    freeAt(sizes, blocks, step, sizes.freed);
}

void LayerReplay::freeAt(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step,
                         const FreedTensors& list)
{
    const auto index = static_cast<std::size_t>(step);
    for (std::size_t at = list.bounds[index]; at < list.bounds[index + 1]; ++at) {
        const std::size_t i = list.indices[at];
        if (!blocks.kept[i])
            continue;
        const Block block = *std::exchange(blocks.kept[i], std::nullopt);
        if (sizes.kept[i].isGathered)
            free(block);
        else
            m_memory.drop(block);
    }
}

LayerReplay::Block LayerReplay::compute(const LayerSizes& sizes, LayerBlocks& blocks, bool remakes)
{
    const auto freeUsed = [&](LayerStep step) {
        if (!remakes)
            freeAt(sizes, blocks, step, sizes.used);
    };
    const auto temporary = [&](bool isMade, Bytes bytes) {
        return isMade ? std::optional(m_memory.make(bytes)) : std::nullopt;
    };
    make(sizes, blocks, LayerStep::AttentionNorm);
    auto normed = temporary(!sizes.keepsAttentionInput, sizes.residual);
    timeNormKernel(m_forwardTimed);
    freeUsed(LayerStep::AttentionNorm);
    auto gathered = gather(m_gathered, sizes);
    // Outputs of the products that nothing keeps: one tensor of all three, or one each of query and
    // key, which the rotary embedding replaces. The value's output is kept as it is.
    const bool fused = m_profile.fusedProducts;
    auto first = temporary(true, fused ? sizes.query + sizes.key + sizes.value : sizes.query);
    makeWorkspace();
    auto second = temporary(!fused, sizes.key);
    m_memory.drop(gathered);
    m_memory.drop(normed);
    make(sizes, blocks, LayerStep::QkvProduct);
    freeUsed(LayerStep::QkvProduct);
    auto joined = temporary(sizes.keepsQkvCopy || m_profile.fusedProducts, sizes.key * 2);
    make(sizes, blocks, LayerStep::Rotary);
    m_memory.drop(joined);
    if (!fused) {
        m_memory.drop(first);
        m_memory.drop(second);
    }
    freeUsed(LayerStep::Rotary);
    make(sizes, blocks, LayerStep::Attention);
    freeUsed(LayerStep::Attention);
    auto copied = temporary(m_profile.fusedProducts && m_plan.workload.microBatch > 1, sizes.query);
    Block attended = m_memory.make(sizes.whole);
    m_memory.drop(copied);
    attended = reduced(attended, sizes);
    make(sizes, blocks, LayerStep::OutProduct);
    freeUsed(LayerStep::OutProduct);
    m_memory.drop(first);
    std::optional<Block> residual; // the sum after the attention
    if (!sizes.keepsMlpNormInput)
        residual = m_memory.make(sizes.residual);
    make(sizes, blocks, LayerStep::MlpNorm);
    if (m_profile.freesAttended)
        free(attended);
    auto inner = temporary(!sizes.keepsMlpInput, sizes.residual);
    freeUsed(LayerStep::MlpNorm);
    gathered = gather(m_gathered, sizes);
    make(sizes, blocks, LayerStep::UpProduct);
    m_memory.drop(gathered);
    m_memory.drop(inner);
    freeUsed(LayerStep::UpProduct);
    make(sizes, blocks, LayerStep::Activation);
    freeUsed(LayerStep::Activation);
    make(sizes, blocks, LayerStep::Gating);
    auto product = temporary(sizes.inner > 0 && !sizes.keepsProduct, sizes.inner);
    freeUsed(LayerStep::Gating);
    Block down = m_memory.make(sizes.whole);
    if (sizes.tiled) { // the outputs of all tiles, and the tensor that joins them
        const Block whole = m_memory.make(sizes.whole);
        m_memory.drop(down);
        down = whole;
    }
    down = reduced(down, sizes);
    m_memory.drop(product);
    make(sizes, blocks, LayerStep::DownProduct);
    freeUsed(LayerStep::DownProduct);
    dropTile(sizes, blocks);
    Block output = down;
    if (!remakes) {
        output = m_memory.make(sizes.residual);
        free(down);
        if (sizes.recomputedSum)
            m_memory.drop(blocks.kept[*sizes.recomputedSum]);
    }
    if (!m_profile.freesAttended)
        free(attended);
    m_memory.drop(residual);
    return output;
}

void LayerReplay::recompute(const LayerSizes& sizes, LayerBlocks& blocks)
{
    std::vector<std::optional<Block>> keptFromForward = blocks.kept;
    blocks.kept.assign(sizes.kept.size(), std::nullopt);
    const Block output = compute(sizes, blocks, true);
    m_memory.drop(output);
    for (std::size_t i = 0; i < keptFromForward.size(); ++i)
        if (keptFromForward[i])
            m_memory.drop(*keptFromForward[i]);
}

std::vector<LayerReplay::Block> LayerReplay::makeWorking(const LayerSizes& sizes, LayerStep step)
{
    std::vector<Block> made;
    for (const Bytes size : sizes.working[static_cast<std::size_t>(step)])
        made.push_back(m_memory.make(size));
    return made;
}

void LayerReplay::makeWeightGradients(const std::vector<Bytes>& sizes)
{
    for (const Bytes size : sizes)
        makeWeightGradient(size);
}

/// Makes the gradient of a column-parallel product's input, which the backward pass of the norm
/// before the product reads: the whole gradient (`wholeBytes`), and with sequence parallelism the
/// rank's part of it. `between` frees tensors once the weights' gradients are made, before the
/// whole gradient is freed.
template <class Between>
LayerReplay::Block LayerReplay::productBackward(const LayerSizes& sizes, Bytes wholeBytes,
                                                const std::vector<Bytes>& weights, Between between)
{
    auto gathered = gather(m_gathered, sizes);
    const Block whole = m_memory.make(wholeBytes);
    makeWorkspace();
    const Block part = scatters() ? m_memory.make(sizes.residual) : whole;
    makeWeightGradients(weights);
    m_memory.drop(gathered);
    if (scatters())
        free(whole);
    between();
    return part;
}

void LayerReplay::makeTile(const LayerSizes& sizes, LayerBlocks& blocks)
{
    for (std::size_t i = 0; i < sizes.kept.size(); ++i)
        if (sizes.kept[i].ofTile)
            blocks.kept[i] = m_memory.make(sizes.kept[i].bytes);
}

void LayerReplay::dropTile(const LayerSizes& sizes, LayerBlocks& blocks)
{
    for (std::size_t i = 0; i < sizes.kept.size(); ++i)
        if (sizes.kept[i].ofTile)
            m_memory.drop(blocks.kept[i]);
}

/// The tiles fill one gradient of the MLP's input. The first tile makes the gradients of the
/// weights, the others add theirs to them; two tiles so stand for all.
LayerReplay::Block LayerReplay::mlpBackward(const LayerSizes& sizes, LayerBlocks& blocks)
{
    if (!sizes.tiled)
        return partBackward(sizes, blocks);
    const Block gradient = m_memory.make(sizes.residual);
    LayerBlocks first;
    first.kept.assign(sizes.kept.size(), std::nullopt);
    const GradientUse use = m_gradientUse;
    for (LayerBlocks* tile : {&first, &blocks}) {
        makeTile(sizes, *tile);
        free(partBackward(sizes, *tile));
        m_gradientUse = GradientUse::Added;
    }
    m_gradientUse = use;
    return gradient;
}

/// Of the whole MLP, or of one tile.
LayerReplay::Block LayerReplay::partBackward(const LayerSizes& sizes, LayerBlocks& blocks)
{
    auto gathered = gather(m_gatheredGradient, sizes);
    auto extra = makeWorking(sizes, LayerStep::DownProduct);
    std::optional<Block> dProduct;
    if (sizes.inner > 0) {
        dProduct = m_memory.make(sizes.inner);
        makeWorkspace();
    }
    makeWeightGradients(sizes.downGradients);
    m_memory.drop(gathered);
    m_memory.drop(extra);
    freeKept(sizes, blocks, LayerStep::DownProduct);
    std::optional<Block> dInput;
    Block result;
    const Bytes inward = sizes.gated ? 2 * sizes.inner : sizes.inner;
    if (sizes.inner > 0 && sizes.separateActivation) {
        auto dActivated = std::optional(m_memory.make(sizes.inner));
        auto dUp = std::optional(m_memory.make(sizes.inner));
        m_memory.drop(dProduct);
        auto more = makeWorking(sizes, LayerStep::Gating);
        freeKept(sizes, blocks, LayerStep::Gating);
        auto dGate = std::optional(m_memory.make(sizes.inner));
        m_memory.drop(dActivated);
        m_memory.drop(more);
        freeKept(sizes, blocks, LayerStep::Activation);
        if (m_profile.fusedProducts) {
            dInput = m_memory.make(inward);
            m_memory.drop(dGate);
            m_memory.drop(dUp);
        }
        result = upBackward(sizes, blocks, dInput);
        m_memory.drop(dGate);
        m_memory.drop(dUp);
    } else {
        const bool inPlace = m_plan.gatesInPlace();
        if (sizes.inner > 0 && !inPlace)
            dInput = m_memory.make(inward);
        auto more = makeWorking(sizes, LayerStep::Gating);
        if (!inPlace) {
            freeKept(sizes, blocks, LayerStep::Gating);
            freeKept(sizes, blocks, LayerStep::Activation);
        }
        m_memory.drop(more);
        m_memory.drop(dProduct);
        result = upBackward(sizes, blocks, dInput);
    }
    return result;
}

LayerReplay::Block LayerReplay::upBackward(const LayerSizes& sizes, LayerBlocks& blocks,
                                           std::optional<Block>& dInput)
{
    auto more = makeWorking(sizes, LayerStep::UpProduct);
    return productBackward(sizes, sizes.innerInput, sizes.upGradients, [&] {
        m_memory.drop(dInput);
        m_memory.drop(more);
        freeKept(sizes, blocks, LayerStep::Gating); // where these are the gradients
        freeKept(sizes, blocks, LayerStep::Activation);
        freeKept(sizes, blocks, LayerStep::UpProduct);
    });
}

LayerReplay::Block LayerReplay::attentionBackward(const LayerSizes& sizes, LayerBlocks& blocks)
{
    auto gathered = gather(m_gatheredGradient, sizes);
    Block dOutput = m_memory.make(sizes.query);
    const bool transposed = m_profile.fusedProducts && m_plan.workload.microBatch > 1;
    auto copied = transposed ? std::optional(m_memory.make(sizes.query)) : std::nullopt;
    makeWeightGradients(sizes.outGradients);
    m_memory.drop(copied);
    m_memory.drop(gathered);
    if (transposed) {
        const Block contiguous = m_memory.make(sizes.query);
        m_memory.drop(dOutput);
        dOutput = contiguous;
    }
    freeKept(sizes, blocks, LayerStep::OutProduct);

    // Without a fused kernel, the product with the values goes backward first, then the softmax,
    // then the product of queries and keys.
    const bool fused = m_plan.choices.attention == Attention::Flash;
    if (!fused)
        m_memory.drop(dOutput);
    auto extra = makeWorking(sizes, LayerStep::Attention);
    if (!fused)
        m_memory.drop(extra);
    std::vector<Block> parts{m_memory.make(sizes.query), m_memory.make(sizes.key),
                             m_memory.make(sizes.value)};
    if (fused) {
        // flash-attn adds the query's gradient up in 32 bits.
        const Block sums = m_memory.make(sizes.query / m_valueBytes * floatBytes);
        m_memory.drop(sums);
    }
    m_memory.drop(extra);
    if (fused)
        m_memory.drop(dOutput);
    freeKept(sizes, blocks, LayerStep::Attention);
    freeKept(sizes, blocks, LayerStep::Rotary);
    std::optional<Block> joined;
    if (m_profile.fusedProducts) {
        const Block pair = m_memory.make(sizes.key + sizes.value);
        m_memory.drop(parts[1]);
        m_memory.drop(parts[2]);
        const Bytes all = sizes.query + sizes.key + sizes.value;
        const Block stacked = m_memory.make(all);
        m_memory.drop(parts[0]);
        m_memory.drop(pair);
        parts.clear();
        joined = m_memory.make(all);
        m_memory.drop(stacked);
    }
    return productBackward(sizes, sizes.whole, sizes.qkvGradients, [&] {
        m_memory.drop(joined);
        m_memory.drop(parts);
        freeKept(sizes, blocks, LayerStep::QkvProduct);
    });
}

} // namespace highwater
