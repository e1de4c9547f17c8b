// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/replay.h"

#include "core/answer/layer_order.h"
#include "core/ledger/fitted.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>

namespace highwater {
namespace {

using Block = CachingAllocator::Block;
using enum LayerStep;

/// Layers times micro-batches of one step that a replay walks through; more take longer than a
/// person waits.
constexpr std::int64_t mostLayerPasses = 2048;
/// Tensors of 256 TiB: those of all layers and micro-batches together do not overflow.
constexpr Bytes mostBytes = Bytes{1} << 48;

/// CUDA queues some 1,024 launches before a further one waits.
constexpr std::int64_t queuedLaunches = 1024;
/// Launches of one layer, collectives and events included: counted in nanotron's models/llama.py.
constexpr std::int64_t forwardLaunches = 45, backwardLaunches = 60;

/// FSDP gathers weights and reduces gradients in streams of their own, each with its own pools
/// (PyTorch, distributed/fsdp/_fully_shard/_fsdp_param_group.py).
constexpr std::uint32_t gatherStream = 1, reduceStream = 2;

/// PyTorch's DistributedDataParallel, torch/csrc/distributed/c10d/reducer.hpp.
constexpr Bytes firstBucket = Bytes{1} << 20, bucketCap = Bytes{25} << 20;

/// The allocator of one process, with the ways in which a step makes and frees its tensors.
class Memory
{
public:
    Memory(const AllocatorSettings& settings, bool ahead)
        : m_allocator(settings)
        , m_ahead(ahead)
    { }

    Block make(Bytes bytes, std::uint32_t stream = 0)
    {
        return m_allocator.allocate(std::max<Bytes>(1, bytes), stream);
    }
    void drop(Block block) { m_allocator.free(block); }
    void drop(std::optional<Block>& block)
    {
        if (block)
            m_allocator.free(*std::exchange(block, std::nullopt));
    }
    void drop(std::vector<Block>& blocks)
    {
        for (const Block block : blocks)
            m_allocator.free(block);
        blocks.clear();
    }

    /// Frees a tensor that a collective has used.
    void dropUsed(Block block)
    {
        if (m_ahead)
            m_allocator.freeAfter(block, queuedLaunches);
        else
            drop(block);
    }

    CachingAllocator& allocator() { return m_allocator; }

private:
    CachingAllocator m_allocator;
    bool m_ahead;
};

/// What becomes of the gradient of a weight that a product's backward pass has made.
enum class Fate {
    Added, ///< added to the gradient that is there, and freed
    Apart, ///< kept until the micro-batch has gone backward, and then added
    Grown, ///< it is the gradient, kept to the end of the step
    WholeBlock ///< kept until its block is complete, and then reduced to the shards
};

/// The tensors of one layer of one micro-batch.
struct LayerBlocks
{
    std::optional<Block> input;
    std::vector<std::optional<Block>> kept; ///< by LayerSizes::kept
};

struct MicroBatch
{
    std::vector<Block> ids;
    std::vector<LayerBlocks> layers;
    std::vector<std::pair<TermId, Block>> head; ///< tensors of the head and the loss
    std::optional<Block> output; ///< of the last layer
};

class StepReplay
{
public:
    StepReplay(const Resolved& plan, const Stage& stage, const AllocatorSettings& settings,
               bool ahead, std::vector<ReplayMark>* marks)
        : m_plan(plan)
        , m_stage(stage)
        , m_profile(*plan.profile)
        , m_writer(plan, stage, m_none)
        , m_dense(layerSizes(plan, stage, false))
        , m_moe(layerSizes(plan, stage, true))
        , m_memory(settings, ahead && plan.layout.tensor > 1)
        , m_first(stage.layers.end - shareOf(stage.layers.layers(), stage.schedule.chunks))
        , m_marks(marks)
    { }

    Replay operator()()
    {
        load();
        mark(Phase::Load);
        const Schedule& schedule = m_stage.schedule;
        CachingAllocator& allocator = m_memory.allocator();
        std::vector<ReplayMark>* const marks = std::exchange(m_marks, nullptr);
        for (int step = 0; step < 2 && !overruns(); ++step) {
            if (step == 1) {
                allocator.resetPeaks();
                m_peakAllocated = m_peakReserved = 0;
                m_marks = marks;
                mark(Phase::Forward);
            }
            // A pass more than are in flight makes the pattern that all later ones repeat.
            pass(std::min(schedule.passes, schedule.inFlight + step));
            if (step == 0)
                rebuildBuckets();
            optimize(step == 0);
            mark(Phase::Step);
        }
        return {std::max(m_peakAllocated, allocator.peakAllocated()),
                std::max(m_peakReserved, allocator.peakReserved()), allocator.retries(),
                overruns()};
    }

private:
    void mark(Phase phase, std::int64_t pass = -1, std::int64_t layer = -1)
    {
        if (!m_marks)
            return;
        CachingAllocator& allocator = m_memory.allocator();
        m_marks->push_back({phase, pass, layer, allocator.peakReserved()});
        m_peakAllocated = std::max(m_peakAllocated, allocator.peakAllocated());
        m_peakReserved = std::max(m_peakReserved, allocator.peakReserved());
        allocator.resetPeaks();
    }

    /// A program that empties its cache again and again finds no room in the end.
    bool overruns()
    {
        const CachingAllocator& allocator = m_memory.allocator();
        return allocator.outOfMemory()
            || allocator.retries() > fittedValue(Fitted::SurvivedFlushes);
    }

    const LayerSizes& sizesOf(std::int64_t layer) const
    {
        return m_plan.shape.experts > 0 && m_plan.shape.isMoe(layer) ? m_moe : m_dense;
    }
    Bytes bytes(const Term& term) const { return m_writer.bytes(term.each); }
    bool splits() const { return m_plan.layout.tensor > 1; }
    bool scatters() const { return splits() && m_plan.choices.sequenceParallel; }
    std::int64_t copies(Per per) const
    {
        const std::int64_t layers = m_stage.layers.layers();
        const std::int64_t moe = m_plan.shape.experts > 0
            ? m_plan.shape.moeLayers(m_stage.layers.first, m_stage.layers.end)
            : 0;
        switch (per) {
        case Per::Layer:
            return layers;
        case Per::DenseLayer:
            return layers - moe;
        case Per::MoeLayer:
            return moe;
        default:
            return 1;
        }
    }

    template <class Do> void forTerms(Life life, Do&& what)
    {
        for (const Term& term : m_stage.terms)
            if (term.life == life && term.place == Place::Gpu && bytes(term) > 0)
                what(term);
    }

    /// Weights, and all that is made before the first step.
    void load()
    {
        std::vector<Block> loading;
        forTerms(Life::Loading,
                 [&](const Term& term) { loading.push_back(m_memory.make(bytes(term))); });
        for (const Life life : {Life::Always, Life::Training})
            forTerms(life, [&](const Term& term) {
                if (isMoment(term.id) || isReplayed(term.id))
                    return;
                if (term.id == TermId::ReduceBuckets) {
                    makeBuckets();
                    return;
                }
                for (std::int64_t i = copies(term.per); i-- > 0;)
                    m_memory.make(bytes(term));
            });
        m_memory.drop(loading);
        m_memory.allocator().emptyCache();
    }

    /// Whether an optimizer's first step makes the tensors of the term.
    static bool isMoment(TermId id)
    {
        return groupOf(id) == Group::Optimizer && id != TermId::OptimizerMaster
            && id != TermId::OptimizerExpertsMaster;
    }

    /// Entries of every weight of the stage, in the order of the model.
    std::vector<std::int64_t> weightEntries() const
    {
        std::vector<std::int64_t> all;
        const auto part = [&](Part which) {
            if (const std::int64_t count = m_plan.weights[which].parameters; count > 0)
                all.push_back(count);
        };
        if (m_stage.layers.embeds)
            part(Part::Embedding);
        for (std::int64_t layer = m_stage.layers.first; layer < m_stage.layers.end; ++layer) {
            const LayerSizes& sizes = sizesOf(layer);
            all.insert(all.end(), sizes.weights.begin(), sizes.weights.end());
        }
        if (m_stage.layers.predicts) {
            part(Part::FinalNorm);
            const bool tied = m_plan.shape.tied && !m_profile.untiesHead;
            if (!tied)
                part(m_plan.shape.tied ? Part::Embedding : Part::Head);
            else if (!m_stage.layers.embeds)
                part(Part::Embedding);
        }
        return all;
    }

    void makeBuckets()
    {
        const std::vector<std::int64_t> all = weightEntries();
        Bytes bucket = 0;
        Bytes cap = firstBucket;
        const auto close = [&] {
            if (bucket > 0)
                m_buckets.push_back(m_memory.make(std::exchange(bucket, 0)));
            cap = bucketCap;
        };
        for (auto weight = all.rbegin(); weight != all.rend(); ++weight) {
            bucket += m_writer.valueBytes * *weight;
            if (bucket >= cap)
                close();
        }
        close();
    }

    /// After its first backward pass, DistributedDataParallel makes its buckets anew, in the order
    /// in which gradients came.
    void rebuildBuckets()
    {
        std::vector<Block> old = std::exchange(m_buckets, {});
        if (old.empty())
            return;
        makeBuckets();
        m_memory.drop(old);
    }

    void pass(std::int64_t passes)
    {
        const std::int64_t warmUp = m_stage.schedule.inFlight - 1;
        const bool pipelined = m_plan.layout.pipeline > 1;
        std::deque<MicroBatch> held;
        std::int64_t done = 0;
        std::vector<Block> buffers;
        forTerms(Life::Pass, [&](const Term& term) {
            if (!isReplayed(term.id))
                buffers.push_back(m_memory.make(bytes(term)));
        });
        const auto backwardNext = [&] {
            // A stage waits for the gradient from the next one.
            if (pipelined)
                m_memory.allocator().synchronise();
            backward(held.front(), done++);
            held.pop_front();
        };
        for (std::int64_t i = 0; i < passes && !overruns(); ++i) {
            held.push_back(forward(i));
            if (i >= warmUp)
                backwardNext();
        }
        while (!held.empty() && !overruns())
            backwardNext();
        m_memory.drop(buffers);
        m_memory.allocator().synchronise();
    }

    MicroBatch forward(std::int64_t pass)
    {
        MicroBatch batch;
        const Bytes tokens = m_plan.tokensPerMicroBatch();
        for (int i = 0; i < 2; ++i)
            batch.ids.push_back(m_memory.make(indexBytes * tokens));
        forTerms(Life::Saved, [&](const Term& term) {
            if (term.per == Per::Model || term.per == Per::Embedding)
                batch.ids.push_back(m_memory.make(bytes(term)));
        });
        Block x = embed();
        fetch(m_first);
        for (std::int64_t layer = m_first; layer < m_stage.layers.end; ++layer) {
            fetch(layer + 1);
            x = forwardLayer(sizesOf(layer), batch.layers.emplace_back(), x);
            mark(Phase::Forward, pass, layer);
        }
        batch.output = x;
        dropFetched(0); // no layer follows that could use them
        if (m_plan.layout.pipeline > 1)
            m_memory.allocator().launch(fittedValue(Fitted::SendLaunches));
        if (m_stage.layers.predicts)
            loss(batch);
        mark(Phase::Head, pass);
        return batch;
    }

    Block embed()
    {
        if (!m_stage.layers.embeds || !splits())
            return m_memory.make(m_dense.residual);
        // Each rank looks its own part of the vocabulary up and sets the rest to zero.
        const Block found = m_memory.make(m_dense.whole);
        const Block masked = m_memory.make(m_dense.whole);
        m_memory.drop(found);
        return reduced(masked, m_dense);
    }

    /// The sum of a split product's outputs: a part of it with sequence parallelism, else in place.
    Block reduced(Block whole, const LayerSizes& sizes)
    {
        if (!scatters())
            return whole;
        const Block part = m_memory.make(sizes.residual);
        free(whole);
        return part;
    }

    /// Frees a tensor that a collective of tensor parallelism has used.
    void free(Block block)
    {
        if (m_profile.recordsCollectives && splits())
            m_memory.dropUsed(block);
        else
            m_memory.drop(block);
    }

    /// An input gathered from the ranks: in a buffer of the program where it keeps one.
    std::optional<Block> gather(std::optional<Block>& buffer, const LayerSizes& sizes)
    {
        if (sizes.gathered == 0)
            return std::nullopt;
        if (!m_profile.gathersIntoBuffer)
            return m_memory.make(sizes.gathered);
        if (!buffer)
            buffer = m_memory.make(sizes.gathered);
        return std::nullopt;
    }

    void make(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step)
    {
        const auto index = static_cast<std::size_t>(step);
        for (std::size_t i = sizes.made[index]; i < sizes.made[index + 1]; ++i)
            if (const KeptTensor& kept = sizes.kept[i]; !kept.isInput)
                blocks.kept[i] = m_memory.make(kept.bytes);
    }

    void freeKept(const LayerSizes& sizes, LayerBlocks& blocks, LayerStep step)
    {
        const auto index = static_cast<std::size_t>(step);
        for (std::size_t at = sizes.freedBounds[index]; at < sizes.freedBounds[index + 1]; ++at) {
            const std::size_t i = sizes.freed[at];
            if (!blocks.kept[i])
                continue;
            const Block block = *std::exchange(blocks.kept[i], std::nullopt);
            if (sizes.kept[i].isGathered)
                free(block);
            else
                m_memory.drop(block);
        }
    }

    /// Makes a layer's tensors in the order of its operators; returns its output.
    Block forwardLayer(const LayerSizes& sizes, LayerBlocks& blocks, Block x)
    {
        blocks.kept.assign(sizes.kept.size(), std::nullopt);
        Block output = compute(sizes, blocks, true);
        blocks.input = x;
        if (!sizes.keepsInput)
            m_memory.drop(blocks.input);
        for (std::size_t i = 0; sizes.recomputes && i < sizes.kept.size(); ++i)
            if (sizes.kept[i].recomputed)
                m_memory.drop(blocks.kept[i]);
        m_memory.allocator().launch(forwardLaunches);
        return output;
    }

    Block compute(const LayerSizes& sizes, LayerBlocks& blocks, bool outputs)
    {
        const auto temporary = [&](bool there, Bytes bytes) {
            return there ? std::optional(m_memory.make(bytes)) : std::nullopt;
        };
        make(sizes, blocks, AttentionNorm);
        auto normed = temporary(!sizes.keepsAttentionInput, sizes.residual);
        auto gathered = gather(m_gathered, sizes);
        // Output of the products: one tensor, or one each.
        const bool fused = m_profile.fusedProducts;
        auto first = temporary(true, fused ? sizes.query + sizes.key + sizes.value : sizes.query);
        auto second = temporary(!fused, sizes.key);
        m_memory.drop(gathered);
        m_memory.drop(normed);
        make(sizes, blocks, QkvProduct);
        auto joined = temporary(sizes.keepsQkvCopy || m_profile.fusedProducts, sizes.key * 2);
        make(sizes, blocks, Rotary);
        m_memory.drop(joined);
        if (!fused) {
            m_memory.drop(first);
            m_memory.drop(second);
        }
        make(sizes, blocks, Attention);
        auto copied
            = temporary(m_profile.fusedProducts && m_plan.workload.microBatch > 1, sizes.query);
        Block attended = m_memory.make(sizes.whole);
        m_memory.drop(copied);
        attended = reduced(attended, sizes);
        make(sizes, blocks, OutProduct);
        m_memory.drop(first);
        std::optional<Block> residual; // after the attention
        if (!sizes.keepsMlpNormInput)
            residual = m_memory.make(sizes.residual);
        make(sizes, blocks, MlpNorm);
        auto inner = temporary(!sizes.keepsMlpInput, sizes.residual);
        gathered = gather(m_gathered, sizes);
        make(sizes, blocks, UpProduct);
        m_memory.drop(gathered);
        m_memory.drop(inner);
        make(sizes, blocks, Activation);
        make(sizes, blocks, Gating);
        auto product = temporary(sizes.inner > 0 && !sizes.keepsProduct, sizes.inner);
        Block down = m_memory.make(sizes.whole);
        down = reduced(down, sizes);
        m_memory.drop(product);
        make(sizes, blocks, DownProduct);
        Block output = down;
        if (outputs) {
            output = m_memory.make(sizes.residual);
            free(down);
        }
        free(attended);
        m_memory.drop(residual);
        return output;
    }

    /// Gathers the weights of a layer, in a stream of their own: of the one that is computed, and
    /// of the next one meanwhile, where there is one.
    void fetch(std::int64_t layer)
    {
        if (layer < m_first || layer >= m_stage.layers.end)
            return;
        const LayerSizes& sizes = sizesOf(layer);
        if (sizes.gathers.empty())
            return;
        std::vector<Block>& made = m_fetched.emplace_back();
        for (const Bytes bytes : sizes.gathers)
            made.push_back(m_memory.make(bytes, gatherStream));
        dropFetched(2);
    }

    void dropFetched(std::size_t layersLeft)
    {
        while (m_fetched.size() > layersLeft) {
            m_memory.drop(m_fetched.front());
            m_fetched.pop_front();
        }
    }

    void fetchInput(const LayerSizes& sizes, LayerBlocks& blocks)
    {
        if (sizes.streamsInput && !blocks.input)
            blocks.input = m_memory.make(sizes.residual);
    }

    void loss(MicroBatch& batch)
    {
        std::vector<Block> passing;
        const bool casts = std::ranges::none_of(
            m_stage.terms, [](const Term& term) { return term.id == TermId::Logits; });
        std::optional<Block> gathered;
        bool headDone = false;
        for (const Term& term : m_stage.terms) {
            if (term.place != Place::Gpu || bytes(term) == 0 || isReplayed(term.id))
                continue;
            const bool passes = term.life == Life::ForwardEnd;
            if (!passes && term.life != Life::Head)
                continue;
            if (term.id >= TermId::Logits && !headDone) {
                headDone = true;
                gathered = gather(m_gathered, m_dense);
            }
            if (term.id == TermId::FinalNormInput)
                continue; // the output of the last layer
            // 16-bit logits, until they are cast.
            std::optional<Block> narrow;
            if (casts && term.id == TermId::LogitsFloat)
                narrow = m_memory.make(bytes(term) / floatBytes * m_writer.valueBytes);
            const Block made = m_memory.make(bytes(term));
            m_memory.drop(narrow);
            if (passes)
                passing.push_back(made);
            else
                batch.head.emplace_back(term.id, made);
        }
        m_memory.drop(gathered);
        m_memory.drop(passing);
    }

    /// The backward pass of the loss and the head; returns the gradient of the last layer's output.
    Block lossBackward(MicroBatch& batch)
    {
        std::vector<Block> gradients;
        forTerms(Life::LossBackward, [&](const Term& term) {
            if (!isReplayed(term.id))
                gradients.push_back(m_memory.make(bytes(term)));
        });
        const auto dropHead = [&](auto which) {
            std::erase_if(batch.head, [&](const auto& tensor) {
                if (!which(tensor.first))
                    return false;
                m_memory.drop(tensor.second);
                return true;
            });
        };
        dropHead([](TermId id) { return id >= TermId::Logits; });
        auto gathered = gather(m_gathered, m_dense);
        const Block whole = m_memory.make(m_dense.whole);
        const Block g = scatters() ? m_memory.make(m_dense.residual) : whole;
        if (m_plan.trainsAll() && !m_profile.fusesWeightGradients)
            weightGradient(m_writer.valueBytes * valueOf(Symbol::HeadParameters, m_stage.symbols));
        m_memory.drop(gathered);
        if (scatters())
            free(whole);
        m_memory.drop(gradients);
        dropHead([](TermId id) { return id == TermId::HeadInput; });
        const Block dx = normBackward(m_dense);
        free(g);
        dropHead([](TermId) { return true; });
        m_memory.drop(batch.output);
        return dx;
    }

    Block normBackward(const LayerSizes& sizes)
    {
        const Block dx = m_memory.make(sizes.residual);
        const Block partials = m_memory.make(sizes.normPartials);
        if (m_plan.trainsAll())
            weightGradient(m_writer.valueBytes * m_plan.shape.hidden);
        m_memory.drop(partials);
        return dx;
    }

    /// A product's backward pass has made the gradient of its weight.
    void weightGradient(Bytes size)
    {
        const Block made = m_memory.make(size);
        switch (m_fate) {
        case Fate::Added:
            m_memory.drop(made);
            break;
        case Fate::Apart:
            m_apart.push_back(made);
            break;
        case Fate::WholeBlock:
            m_ofBlock.push_back(made);
            break;
        case Fate::Grown:
            m_grown.push_back(made);
            break;
        }
    }

    Fate fate(bool firstBatch) const
    {
        if (m_profile.accumulatesApart)
            return Fate::Apart;
        if (m_plan.holdsBlockGradients())
            return Fate::WholeBlock;
        const bool grows = m_plan.trainsAll() && !m_dense.gradients.empty();
        return grows && firstBatch ? Fate::Grown : Fate::Added;
    }

    void backward(MicroBatch& batch, std::int64_t pass)
    {
        const bool firstBatch = pass == 0;
        m_fate = fate(firstBatch);
        Block g;
        if (m_stage.layers.predicts) {
            g = lossBackward(batch);
            mark(Phase::Loss, pass);
        } else {
            g = m_memory.make(m_dense.residual);
            m_memory.drop(batch.output);
        }
        fetch(m_stage.layers.end - 1);
        for (std::int64_t i = m_stage.layers.end; i-- > m_first;) {
            fetch(i - 1);
            // The input of the layer before is on its way while this one goes backward.
            for (std::int64_t next = i; next >= std::max(m_first, i - 1); --next)
                fetchInput(sizesOf(next), batch.layers[static_cast<std::size_t>(next - m_first)]);
            g = backwardLayer(sizesOf(i), batch.layers[static_cast<std::size_t>(i - m_first)], g,
                              firstBatch);
            mark(Phase::Backward, pass, i);
        }
        if (m_stage.layers.embeds)
            embeddingBackward(g);
        else
            m_memory.drop(g);
        m_memory.drop(batch.ids);
        m_memory.drop(m_apart);
        m_memory.drop(m_ofBlock);
        dropFetched(0);
        mark(Phase::Backward, pass, m_first);
    }

    void embeddingBackward(Block g)
    {
        if (scatters()) {
            const Block all = m_memory.make(m_dense.whole);
            const Block masked = m_memory.make(m_dense.whole);
            free(all);
            free(g);
            g = masked;
        }
        if (m_plan.trainsAll()) {
            // Sorted indices, and a 32-bit sum for every ten equal ones (PyTorch,
            // native/cuda/EmbeddingBackwardKernel.cu).
            const Bytes tokens = m_plan.tokensPerMicroBatch();
            const Bytes rows = valueOf(Symbol::EmbeddingParameters, m_stage.symbols)
                / std::max<std::int64_t>(1, m_plan.shape.hidden);
            std::vector<Block> sorted;
            const Bytes weight
                = m_writer.valueBytes * valueOf(Symbol::EmbeddingParameters, m_stage.symbols);
            weightGradient(weight);
            for (int i = 0; i < 4; ++i)
                sorted.push_back(m_memory.make(indexBytes * tokens));
            const Block sums = m_memory.make(floatBytes * m_plan.shape.hidden
                                             * (tokens / 10 + std::min(tokens, rows)));
            m_memory.drop(sums);
            m_memory.drop(sorted);
        }
        m_memory.drop(g);
    }

    Block backwardLayer(const LayerSizes& sizes, LayerBlocks& blocks, Block g, bool firstBatch)
    {
        std::vector<Block> throughout;
        for (const Bytes size : sizes.throughout)
            throughout.push_back(m_memory.make(size));
        if (std::ranges::any_of(sizes.kept, [](const KeptTensor& kept) { return kept.recomputed; }))
            recompute(sizes, blocks);

        const auto working = [&](LayerStep step) {
            std::vector<Block> made;
            for (const Bytes size : sizes.working[static_cast<std::size_t>(step)])
                made.push_back(m_memory.make(size));
            return made;
        };
        const auto gradients = [&](const std::vector<Bytes>& all) {
            for (const Bytes size : all)
                weightGradient(size);
        };
        Block dInput = mlpBackward(sizes, blocks, working, gradients);
        Block dx = normBackward(sizes);
        free(dInput);
        freeKept(sizes, blocks, MlpNorm);
        free(g);
        g = dx;
        dInput = attentionBackward(sizes, blocks, working, gradients);
        dx = normBackward(sizes);
        free(dInput);
        auto last = working(AttentionNorm);
        m_memory.drop(last);
        freeKept(sizes, blocks, AttentionNorm);
        m_memory.drop(blocks.input);
        free(g);
        m_memory.drop(throughout);
        if (m_fate == Fate::WholeBlock)
            m_memory.drop(m_ofBlock);
        const bool apart = m_fate == Fate::WholeBlock || !m_plan.trainsAll();
        if (firstBatch && apart)
            for (const Bytes size : sizes.gradients)
                m_grown.push_back(m_memory.make(size, reduceStream));
        m_memory.allocator().launch(backwardLaunches);
        return dx;
    }

    template <class Working, class Gradients>
    Block mlpBackward(const LayerSizes& sizes, LayerBlocks& blocks, Working working,
                      Gradients gradients)
    {
        auto gathered = gather(m_gatheredGradient, sizes);
        auto extra = working(DownProduct);
        std::optional<Block> dProduct;
        if (sizes.inner > 0)
            dProduct = m_memory.make(sizes.inner);
        gradients(sizes.downGradients);
        m_memory.drop(gathered);
        freeKept(sizes, blocks, DownProduct);
        std::optional<Block> dInput;
        Block result;
        const Bytes inward = sizes.gated ? 2 * sizes.inner : sizes.inner;
        if (sizes.inner > 0 && sizes.separateActivation) {
            auto dActivated = std::optional(m_memory.make(sizes.inner));
            auto dUp = std::optional(m_memory.make(sizes.inner));
            m_memory.drop(dProduct);
            auto more = working(Gating);
            freeKept(sizes, blocks, Gating);
            auto dGate = std::optional(m_memory.make(sizes.inner));
            m_memory.drop(dActivated);
            m_memory.drop(more);
            if (m_profile.fusedProducts) {
                dInput = m_memory.make(inward);
                m_memory.drop(dGate);
                m_memory.drop(dUp);
                freeKept(sizes, blocks, Activation);
                result = finishUp(sizes, blocks, working, gradients, dInput);
            } else {
                freeKept(sizes, blocks, Activation);
                result = finishUp(sizes, blocks, working, gradients, dInput);
                m_memory.drop(dGate);
                m_memory.drop(dUp);
            }
        } else {
            if (sizes.inner > 0)
                dInput = m_memory.make(inward);
            auto more = working(Gating);
            freeKept(sizes, blocks, Gating);
            freeKept(sizes, blocks, Activation);
            m_memory.drop(more);
            m_memory.drop(dProduct);
            result = finishUp(sizes, blocks, working, gradients, dInput);
        }
        m_memory.drop(extra);
        return result;
    }

    template <class Working, class Gradients>
    Block finishUp(const LayerSizes& sizes, LayerBlocks& blocks, Working working,
                   Gradients gradients, std::optional<Block>& dInput)
    {
        auto more = working(UpProduct);
        return productBackward(sizes, gradients, sizes.upGradients, [&] {
            m_memory.drop(dInput);
            m_memory.drop(more);
            freeKept(sizes, blocks, UpProduct);
        });
    }

    /// The gradient of the input of a product whose weight is split by columns: whole, until the
    /// ranks' parts are added. It stays for the norm behind.
    template <class Gradients, class Between>
    Block productBackward(const LayerSizes& sizes, Gradients gradients,
                          const std::vector<Bytes>& weights, Between between)
    {
        auto gathered = gather(m_gathered, sizes);
        const Block whole = m_memory.make(sizes.whole);
        const Block part = scatters() ? m_memory.make(sizes.residual) : whole;
        gradients(weights);
        m_memory.drop(gathered);
        between();
        if (scatters())
            free(whole);
        return part;
    }

    template <class Working, class Gradients>
    Block attentionBackward(const LayerSizes& sizes, LayerBlocks& blocks, Working working,
                            Gradients gradients)
    {
        auto gathered = gather(m_gatheredGradient, sizes);
        Block dOutput = m_memory.make(sizes.query);
        const bool transposed = m_profile.fusedProducts && m_plan.workload.microBatch > 1;
        auto copied = transposed ? std::optional(m_memory.make(sizes.query)) : std::nullopt;
        gradients(sizes.outGradients);
        m_memory.drop(copied);
        m_memory.drop(gathered);
        if (transposed) {
            const Block contiguous = m_memory.make(sizes.query);
            m_memory.drop(dOutput);
            dOutput = contiguous;
        }
        freeKept(sizes, blocks, OutProduct);

        auto extra = working(Attention);
        std::vector<Block> parts{m_memory.make(sizes.query), m_memory.make(sizes.key),
                                 m_memory.make(sizes.value)};
        if (m_plan.choices.attention == Attention::Flash) {
            // flash-attn adds the query's gradient up in 32 bits.
            const Block sums = m_memory.make(sizes.query / m_writer.valueBytes * floatBytes);
            m_memory.drop(sums);
        }
        m_memory.drop(extra);
        m_memory.drop(dOutput);
        freeKept(sizes, blocks, Attention);
        freeKept(sizes, blocks, Rotary);
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
        return productBackward(sizes, gradients, sizes.qkvGradients, [&] {
            m_memory.drop(joined);
            m_memory.drop(parts);
            freeKept(sizes, blocks, QkvProduct);
        });
    }

    void recompute(const LayerSizes& sizes, LayerBlocks& blocks)
    {
        std::vector<std::optional<Block>> there = blocks.kept;
        blocks.kept.assign(sizes.kept.size(), std::nullopt);
        const Block output = compute(sizes, blocks, false);
        m_memory.drop(output);
        for (std::size_t i = 0; i < there.size(); ++i)
            if (there[i])
                m_memory.drop(*there[i]);
    }

    void optimize(bool first)
    {
        if (first)
            makeMoments();
        std::vector<Block> step;
        forTerms(Life::Step, [&](const Term& term) {
            if (!isReplayed(term.id))
                step.push_back(m_memory.make(bytes(term)));
        });
        m_memory.drop(step);
        if (m_profile.gathersByList && m_plan.layout.zero >= 1 && m_plan.shards > 1)
            gatherByList();
        m_memory.drop(m_grown);
    }

    void makeMoments()
    {
        const std::vector<std::int64_t> weights = weightEntries();
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        forTerms(Life::Training, [&](const Term& term) {
            if (!isMoment(term.id))
                return;
            const Bytes all = bytes(term);
            if (!m_plan.trainsAll() || m_profile.flatStates) {
                m_memory.make(all);
                return;
            }
            // Each weight has its own part of them.
            for (const std::int64_t weight : weights)
                if (const auto share = static_cast<Bytes>(static_cast<double>(all)
                                                          * static_cast<double>(weight) / sum);
                    share > 0)
                    m_memory.make(share);
        });
    }

    /// nanotron gathers the weights that its ranks have stepped (optim/zero.py, distributed.py):
    /// the rank's own part, a tensor for each rank, and NCCL's flat list of them.
    void gatherByList()
    {
        const Bytes all = m_writer.valueBytes * valueOf(Symbol::Parameters, m_stage.symbols);
        const Bytes part = shareOf(all, m_plan.shards);
        const Block own = m_memory.make(part);
        std::vector<Block> parts;
        for (std::int64_t i = 0; i < m_plan.shards; ++i)
            parts.push_back(m_memory.make(part));
        const Block flat = m_memory.make(all);
        m_memory.drop(own);
        m_memory.drop(flat);
        m_memory.drop(parts);
    }

    const Resolved& m_plan;
    const Stage& m_stage;
    const Profile& m_profile;
    std::vector<Term> m_none;
    TermWriter m_writer;
    LayerSizes m_dense, m_moe;
    Memory m_memory;
    std::int64_t m_first; ///< layer of a pass
    std::vector<ReplayMark>* m_marks; ///< null where nothing is to be told
    Bytes m_peakAllocated = 0, m_peakReserved = 0; ///< up to the last mark
    Fate m_fate{};
    std::vector<Block> m_apart, m_ofBlock, m_grown, m_buckets;
    std::deque<std::vector<Block>> m_fetched; ///< of two layers at most
    std::optional<Block> m_gathered, m_gatheredGradient; ///< buffers
};

} // namespace

std::optional<Replay> replayOf(const Resolved& plan, const Stage& stage,
                               const AllocatorSettings& settings, bool ahead,
                               std::vector<ReplayMark>* marks)
{
    const Schedule& schedule = stage.schedule;
    const std::int64_t passes = bounded::plus(schedule.inFlight, 2);
    if (bounded::times(passes, stage.layers.layers()) > mostLayerPasses)
        return std::nullopt;
    Bytes sum = 0;
    for (const Term& term : stage.terms)
        sum = bounded::plus(sum, bytesOf(term.each, stage.symbols));
    if (sum > mostBytes || plan.shards > 65536)
        return std::nullopt;
    Replay replay = StepReplay(plan, stage, settings, ahead, marks)();
    if (!replay.overruns)
        return replay;
    if (marks)
        marks->clear();
    AllocatorSettings unlimited = settings;
    unlimited.limit = 0;
    const Replay needed = StepReplay(plan, stage, unlimited, ahead, marks)();
    return Replay{needed.allocated, needed.reserved, replay.flushes, true};
}

} // namespace highwater
