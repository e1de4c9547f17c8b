// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/replay.h"

#include "core/answer/engine_buckets.h"
#include "core/answer/fetched_weights.h"
#include "core/answer/gathered_weights.h"
#include "core/answer/layer_order.h"
#include "core/answer/layer_replay.h"
#include "core/answer/replay_memory.h"
#include "core/answer/replay_terms.h"
#include "core/answer/run_ahead.h"
#include "core/answer/state_replay.h"
#include "core/answer/trainer_replay.h"
#include "core/ledger/fitted.h"
#include "core/ledger/framework.h"
#include "core/ledger/optimizer.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <optional>
#include <utility>

namespace highwater {
namespace {

using Block = ReplayMemory::Block;

/// Steps that a replay walks through at most; two where memory is plenty.
constexpr int mostSteps = 10;

/// Layers times micro-batches of one step that a replay walks through; a replay of more would take
/// too long to wait for.
constexpr std::int64_t mostLayerPasses = 2048;
/// The largest sum of one tensor of each term, 256 TiB.
constexpr Bytes mostReplayedBytes = Bytes{1} << 48;

/// The passes of one step that a replay walks through: one pass of each chunk more than the number
/// in flight completes the pattern that all later passes repeat.
std::int64_t replayedPasses(const Schedule& schedule)
{
    return std::min(schedule.passes, bounded::plus(schedule.inFlight, schedule.chunks));
}

/// Whether a term of the head is of the logits or the loss, and not of the head's norm or input,
/// which are kept.
bool isOfLogits(TermId id)
{
    return groupOf(id) == Group::Temporary;
}

struct HeadTensor
{
    TermId id;
    bool ofLoss; ///< freed once the loss has gone backward
    Block block;
};

struct MicroBatch
{
    std::vector<Block> inputs; ///< of the stage: token ids, and tensors saved before the layers
    std::vector<LayerBlocks> layers;
    std::vector<HeadTensor> head; ///< tensors of the head and the loss
    std::optional<Block> output; ///< of the last layer
    bool predicts = false; ///< goes on to the head and the loss
};

class StepReplay
{
public:
    StepReplay(const Resolved& plan, const Stage& stage, const AllocatorSettings& settings,
               const std::optional<LaunchPace>& pace, std::vector<ReplayMark>* marks)
        : m_plan(plan)
        , m_stage(stage)
        , m_profile(*plan.profile)
        , m_terms(plan, stage)
        , m_dense(layerSizes(plan, stage, false))
        , m_moe(layerSizes(plan, stage, true))
        , m_otherDense(othersOf(plan, stage, false))
        , m_otherMoe(othersOf(plan, stage, true))
        , m_firstLayer(stage.layers.end - shareOf(stage.layers.layers(), stage.schedule.chunks))
        , m_waitsAtSends(plan.layout.pipeline > 1 && m_profile.recordsCollectives
                         && plan.program.waitsAtSends)
        , m_freesSent(plan.layout.pipeline > 1 && !plan.keepsStageOutput()
                      && (m_waitsAtSends || !m_profile.recordsCollectives))
        , m_memory(settings, pace)
        , m_states(plan, stage, m_terms, m_dense, m_moe, m_memory)
        , m_layer(plan, m_terms.valueBytes(), m_memory)
        , m_weights(plan, stage, m_terms.valueBytes(), m_memory)
        , m_fetched(
              plan, stage, m_terms.valueBytes(),
              [this](std::int64_t layer) -> const LayerSizes& { return sizesOf(layer); }, m_memory)
        , m_buckets(plan, stage, m_memory)
        , m_limit(settings.limit)
        , m_marks(marks)
    {
        if (isTrainerStep(plan))
            m_trainer.emplace(plan, replayedPasses(stage.schedule), m_memory,
                              [this](Phase phase, std::int64_t pass, std::int64_t layer) {
                                  mark(phase, pass, layer);
                              });
    }

    std::int64_t work() { return m_memory.allocator().work(); }

    /// Null where the allocator gave up.
    std::optional<Replay> operator()()
    {
        load();
        CachingAllocator& allocator = m_memory.allocator();
        std::vector<ReplayMark>* const marks = std::exchange(m_marks, nullptr);
        std::int64_t flushes = 0;
        for (int step = 0; step < mostSteps && !ends(); ++step) {
            if (step == 1) {
                allocator.resetPeaks();
                m_peakAllocated = m_peakReserved = 0;
                m_marks = marks;
            }
            const Bytes reserved = allocator.reserved();
            const std::int64_t retries = allocator.retries();
            replayStep(step == 0);
            const std::int64_t ofStep = allocator.retries() - retries;
            flushes = m_trainer ? ofStep : allocator.retries();
            if (step > 0 && isSettled(ofStep, allocator.reserved() - reserved))
                break;
            if (step > 0) // the marks are those of the second step
                m_marks = nullptr;
        }
        m_marks = nullptr;
        if (!ends())
            replayBeside();
        takePeaks();
        m_peakAllocated = std::max(m_peakAllocated, m_loadAllocated);
        m_peakReserved = std::max(m_peakReserved, m_loadReserved);
        if (allocator.gaveUp())
            return std::nullopt;
        return Replay{m_peakAllocated, m_peakReserved, flushes, overruns(), allocator.work()};
    }

private:
    void load()
    {
        if (m_trainer) {
            m_trainer->load();
            return keepLoad();
        }
        m_states.load();
        keepLoad();
        mark(Phase::Load);
    }

    /// DeepSpeed may hold the weights twice then.
    void keepLoad()
    {
        if (!m_plan.usesDeepSpeed())
            return;
        m_loadAllocated = m_memory.allocator().peakRequested();
        m_loadReserved = m_memory.allocator().peakReserved();
    }

    void replayStep(bool isFirst)
    {
        if (m_trainer)
            return m_trainer->step();
        mark(Phase::Forward);
        runPasses(replayedPasses(m_stage.schedule));
        if (isFirst)
            m_states.rebuildBuckets();
        optimize(isFirst);
        mark(Phase::Step);
    }

    /// The large tensors of each moment beside the step, in the cache that the step has left.
    void replayBeside()
    {
        evaluate();
        for (const Life life : {Life::Saving, Life::Merging}) {
            std::vector<Block> made = madeOf(life);
            m_memory.drop(made);
        }
    }

    std::vector<Block> madeOf(Life life, TermId without = TermId::Count)
    {
        std::vector<Block> made;
        m_terms.ofLife(life, [&](const Term& term) {
            if (term.id != without)
                made.push_back(m_memory.make(bytes(term)));
        });
        return made;
    }

    /// Passes without gradients, as the terms of BesideStep have them. Predictions that are kept
    /// are joined by each pass in a larger block than any before it.
    void evaluate()
    {
        constexpr std::int64_t mostPasses = 64;
        std::vector<Block> weights = madeOf(Life::Evaluated, TermId::EvaluationPredictions);
        Bytes ofPass = 0; // of one rank
        m_terms.ofLife(Life::EvaluatedJoin, [&](const Term& term) {
            ofPass = bytes(term) / valueOf(Symbol::JoinedPredictions, m_stage.symbols);
        });
        const std::int64_t ranks = m_plan.dataParallel;
        const std::int64_t passes
            = std::clamp<std::int64_t>(m_plan.workload.keptPredictions, 1, mostPasses);
        std::vector<Block> joined, last; // of one tensor
        for (std::int64_t pass = 1; pass <= passes && !ends(); ++pass) {
            std::vector<Block> layer;
            m_terms.ofLife(Life::EvaluatedLayer, [&](const Term& term) {
                constexpr int tensors = 3;
                for (int i = 0; i < tensors; ++i)
                    layer.push_back(m_memory.make(bytes(term) / tensors));
            });
            m_memory.drop(layer);
            std::vector<Block> head = madeOf(Life::EvaluatedHead);
            if (ofPass == 0) {
                m_memory.drop(head);
                break;
            }
            for (; head.size() > 2; head.pop_back()) // the loss is computed
                m_memory.drop(head.back());
            std::vector<Block> wide{m_memory.make(ofPass)};
            m_memory.drop(head);
            m_memory.drop(last);
            if (ranks > 1) {
                const Block gathered = m_memory.make(bounded::times(ofPass, ranks));
                m_memory.drop(wide);
                wide = {gathered};
            }
            if (pass == 1) {
                joined = std::move(wide);
                continue;
            }
            const Block more = m_memory.make(bounded::times(bounded::times(ofPass, ranks), pass));
            m_memory.drop(joined);
            joined = {more};
            last = std::move(wide);
        }
        m_memory.drop(last);
        m_memory.drop(joined);
        m_memory.drop(weights);
    }

    void mark(Phase phase, std::int64_t pass = -1, std::int64_t layer = -1)
    {
        if (!m_marks)
            return;
        CachingAllocator& allocator = m_memory.allocator();
        m_marks->push_back({phase, pass, layer, withoutWorkspaces(allocator.peakReserved())});
        takePeaks();
        allocator.resetPeaks();
    }

    /// The workspaces of the matrix library are in the allocator's segments, but are not tensors of
    /// the program: the plan's overhead counts them.
    Bytes withoutWorkspaces(Bytes bytes) const
    {
        return bytes - (m_trainer ? m_trainer->workspacesMade() : m_layer.workspacesMade());
    }

    void takePeaks()
    {
        const CachingAllocator& allocator = m_memory.allocator();
        m_peakAllocated = std::max(m_peakAllocated, withoutWorkspaces(allocator.peakRequested()));
        m_peakReserved = std::max(m_peakReserved, withoutWorkspaces(allocator.peakReserved()));
    }

    /// Whether the GPU is too small: an allocation failed, or the cache was emptied more often than
    /// SurvivedFlushes, which is known of one program only. Expandable segments give all that is
    /// idle back, however often.
    bool overruns()
    {
        const CachingAllocator& allocator = m_memory.allocator();
        const bool breaks = m_profile.isRecorded && !m_plan.expandsSegments();
        return allocator.outOfMemory()
            || (breaks && allocator.retries() > fittedValue(Fitted::SurvivedFlushes));
    }

    /// Whether further steps are like the last one, which has emptied the cache so often and has
    /// reserved so much more. Each step on a nearly full GPU finds another cache than the one
    /// before, and may be the first that fails. Only where every tensor is known is that followed.
    bool isSettled(std::int64_t flushes, Bytes more)
    {
        constexpr Bytes littleFree = 20; // a twentieth of the limit
        const bool isNearlyFull
            = m_limit > 0 && m_memory.allocator().reserved() > m_limit - m_limit / littleFree;
        return !m_trainer || (flushes == 0 && (more <= 0 || !isNearlyFull));
    }

    bool ends() { return overruns() || m_memory.allocator().gaveUp(); }

    const LayerSizes& sizesOf(std::int64_t layer) const
    {
        const bool moe = m_plan.shape.isMoe(layer);
        if (m_plan.pattern.marksSome()
            && !m_plan.pattern.marks(std::max(layer, m_firstLayer) - m_firstLayer))
            return moe ? m_otherMoe : m_otherDense;
        return moe ? m_moe : m_dense;
    }
    static LayerSizes othersOf(const Resolved& plan, const Stage& stage, bool moe)
    {
        return plan.pattern.marksSome() ? layerSizes(plan, stage, moe, false) : LayerSizes{};
    }
    Bytes bytes(const Term& term) const { return m_terms.bytes(term); }

    void runPasses(std::int64_t count)
    {
        m_passes = count;
        const std::int64_t warmUp = m_stage.schedule.inFlight - 1;
        const bool pipelined = m_plan.layout.pipeline > 1;
        std::deque<MicroBatch> held;
        std::int64_t done = 0;
        std::vector<Block> buffers;
        m_terms.ofLife(Life::Pass, [&](const Term& term) {
            if (!isReplayed(term.id) && !m_fetched.makes(term.id) && !isGathered(term.id))
                for (std::int64_t i = m_terms.copies(term); i-- > 0;)
                    buffers.push_back(m_memory.make(bytes(term)));
        });
        const bool once = m_plan.reducesOnce();
        if (once)
            makeGathered();
        const auto backwardNext = [&] {
            // The last chunk goes backward at once, before those of earlier chunks.
            MicroBatch batch = std::move(held.back().predicts ? held.back() : held.front());
            if (batch.predicts)
                held.pop_back();
            else
                held.pop_front();
            // A stage waits for the gradient from the next one.
            if (pipelined && !batch.predicts)
                m_memory.wait();
            backward(batch, done++);
            if (m_waitsAtSends && !m_stage.layers.embeds)
                m_memory.wait();
        };
        for (std::int64_t i = 0; i < count && !ends(); ++i) {
            // Of the chunks of the last stage, the last one has the head: in the warm-up, the
            // others go forward.
            const std::int64_t chunks = m_stage.schedule.chunks;
            const bool isLastChunk = chunks == 1 || (i >= warmUp && (i - warmUp) % chunks == 0);
            held.push_back(forward(i, m_stage.layers.predicts && isLastChunk));
            if (i >= warmUp)
                backwardNext();
        }
        while (!held.empty() && !ends())
            backwardNext();
        m_memory.drop(buffers);
        m_memory.wait();
        if (once)
            reduceWhole();
        dropGathered();
    }

    /// Whether the term is of weights that stay gathered from the forward to the backward pass.
    static bool isGathered(TermId id)
    {
        return id == TermId::GatheredRoot || id == TermId::GatheredParameters;
    }

    /// Gathers these weights block by block.
    void makeGathered()
    {
        const std::int64_t layers = m_stage.layers.layers();
        m_gatheredBlocks.resize(static_cast<std::size_t>(layers));
        m_terms.ofLife(Life::Pass, [&](const Term& term) {
            if (!isGathered(term.id) || m_weights.makes(term.id))
                return;
            if (term.id == TermId::GatheredRoot || layers == 0) {
                m_gatheredRoot.push_back(m_memory.make(bytes(term)));
                return;
            }
            const Bytes all = bounded::times(bytes(term), m_terms.copies(term));
            for (std::vector<Block>& block : m_gatheredBlocks)
                block.push_back(m_memory.make(shareOf(all, layers)));
        });
    }

    void dropGathered()
    {
        m_memory.drop(m_gatheredRoot);
        for (std::vector<Block>& block : m_gatheredBlocks)
            m_memory.drop(block);
        m_gatheredBlocks.clear();
    }

    /// The reduction of a pipeline that reduces once: each block is resharded before its own.
    void reduceWhole()
    {
        Bytes shards = 0;
        m_terms.ofLife(Life::Step, [&](const Term& term) {
            if (groupOf(term.id) == Group::Gradients)
                shards = bounded::plus(shards, bounded::times(bytes(term), m_terms.copies(term)));
        });
        m_layer.reduceWhole(shards, [this](std::size_t group) {
            if (group == 0)
                m_memory.drop(m_gatheredRoot);
            else if (group <= m_gatheredBlocks.size())
                m_memory.drop(m_gatheredBlocks[group - 1]);
        });
    }

    MicroBatch forward(std::int64_t pass, bool predicts)
    {
        MicroBatch batch;
        batch.predicts = predicts;
        if (m_waitsAtSends && !m_stage.layers.embeds)
            m_memory.wait();
        const Bytes tokens = m_plan.tokensPerMicroBatch();
        for (int i = 0; i < 2; ++i)
            batch.inputs.push_back(m_memory.make(indexBytes * tokens));
        m_terms.ofLife(Life::Saved, [&](const Term& term) {
            if (!isReplayed(term.id) && (term.per == Per::Model || term.per == Per::Embedding))
                batch.inputs.push_back(m_memory.make(bytes(term)));
        });
        const bool once = m_plan.reducesOnce();
        m_weights.beginForward(!once || pass < m_stage.schedule.chunks);
        if (!once && m_gatheredRoot.empty() && m_gatheredBlocks.empty())
            makeGathered();
        m_fetched.next();
        Block x = embed();
        m_weights.freeEmbedding();
        std::vector<Block> casts;
        for (std::int64_t layer = m_firstLayer; layer < m_stage.layers.end; ++layer) {
            m_weights.makeForward(sizesOf(layer), neighbour(layer + 1));
            m_fetched.next();
            x = m_layer.forward(sizesOf(layer), batch.layers.emplace_back(), x);
            rememberCasts(layer, casts);
            m_weights.freeForward(layer + 1 == m_stage.layers.end);
            mark(Phase::Forward, pass, layer);
        }
        batch.output = x;
        m_weights.makeHead();
        if (m_waitsAtSends && !m_stage.layers.predicts)
            m_memory.wait();
        if (m_freesSent && !predicts)
            m_memory.drop(batch.output);
        m_fetched.next();
        if (predicts)
            loss(batch);
        m_weights.endForward();
        m_memory.drop(casts);
        mark(Phase::Head, pass);
        return batch;
    }

    /// Casts of a layer's weights that live until the loss is computed.
    void rememberCasts(std::int64_t layer, std::vector<Block>& casts)
    {
        const Per kind = m_plan.shape.isMoe(layer) ? Per::MoeLayer : Per::DenseLayer;
        m_terms.ofLife(Life::ForwardEnd, [&](const Term& term) {
            if (term.per == kind)
                casts.push_back(m_memory.make(bytes(term)));
        });
    }

    Block embed()
    {
        if (!m_stage.layers.embeds || !m_layer.splits())
            return m_memory.make(m_dense.residual);
        // Each rank looks its own part of the vocabulary up and sets the rest to zero.
        const Block found = m_memory.make(m_dense.whole);
        const Block masked = m_memory.make(m_dense.whole);
        m_memory.drop(found);
        return m_layer.reduced(masked, m_dense);
    }

    /// The sizes of a layer of the pass; null for a number that no layer of it has.
    const LayerSizes* neighbour(std::int64_t layer) const
    {
        return layer >= m_firstLayer && layer < m_stage.layers.end ? &sizesOf(layer) : nullptr;
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
        // The norm's cast of a 32-bit stream makes no copy. A copy frees the layer's output.
        const bool isFloat = m_plan.widensStream();
        std::optional<Block> gathered;
        bool headDone = false;
        for (const Term& term : m_stage.terms) {
            if (term.place != Place::Gpu || bytes(term) == 0 || isReplayed(term.id)
                || m_weights.makes(term.id))
                continue;
            const bool isTemporary = term.life == Life::ForwardEnd && term.per == Per::Model;
            if (!isTemporary && term.life != Life::Head && term.life != Life::Loss)
                continue;
            if (isOfLogits(term.id) && !headDone) {
                headDone = true;
                gathered = m_layer.gatherInput(m_dense);
            }
            if (term.id == TermId::FinalNormInput || (isFloat && term.id == TermId::FinalNormCopy))
                continue; // the output of the last layer
            // 16-bit logits, until they are cast.
            std::optional<Block> narrow;
            if (casts && term.id == TermId::LogitsFloat)
                narrow = m_memory.make(bytes(term) / floatBytes * m_terms.valueBytes());
            const Block made = m_memory.make(bytes(term));
            m_memory.drop(narrow);
            if (isTemporary)
                passing.push_back(made);
            else
                batch.head.push_back({term.id, isOfLoss(term), made});
            if (term.id == TermId::FinalNormCopy)
                m_memory.drop(batch.output);
        }
        m_memory.drop(gathered);
        m_memory.drop(passing);
    }

    /// Jobs do not tell the loss's tensors from the head's.
    bool isOfLoss(const Term& term) const
    {
        return term.life == Life::Loss || (m_plan.role && isOfLogits(term.id));
    }

    /// Of the gradients that the loss's backward pass has made, that of the head's output stays.
    void keepLogitsGradient(std::vector<Block>& gradients, TermId last)
    {
        m_terms.ofLife(Life::HeadBackward, [&](const Term& term) {
            if (term.id != TermId::LogitsGradient16)
                return;
            if (last != term.id) // a wider one is cast
                gradients.push_back(m_memory.make(bytes(term)));
            const Block kept = gradients.back();
            gradients.pop_back();
            m_memory.drop(gradients);
            gradients.push_back(kept);
        });
    }

    /// The backward pass of the loss and the head; returns the gradient of the last layer's output.
    Block lossBackward(MicroBatch& batch)
    {
        std::vector<Block> gradients, madeWithLoss;
        TermId last = TermId::Count;
        const bool makesWithLoss = m_plan.chunksLoss() && m_profile.lossChunks != LossChunks::Kept;
        m_terms.ofLife(Life::LossBackward, [&](const Term& term) {
            if (term.id == TermId::BackwardHead
                || (makesWithLoss && term.id == TermId::BackwardHeadInput))
                madeWithLoss.push_back(m_memory.make(bytes(term)));
            else if (!isReplayed(term.id) && !m_weights.makes(term.id)) {
                gradients.push_back(m_memory.make(bytes(term)));
                last = term.id;
            }
        });
        const auto dropHead = [&](auto which) {
            std::erase_if(batch.head, [&](const auto& tensor) {
                if (!which(tensor))
                    return false;
                m_memory.drop(tensor.block);
                return true;
            });
        };
        dropHead([](const HeadTensor& tensor) { return tensor.ofLoss; });
        m_weights.beginHeadBackward(neighbour(m_stage.layers.end - 1));
        keepLogitsGradient(gradients, last);
        auto gathered = m_layer.gatherInput(m_dense);
        m_memory.drop(madeWithLoss); // they are the gradients that follow
        const Block whole = m_memory.make(m_dense.whole);
        m_layer.makeWorkspace();
        const Block g = m_layer.scatters() ? m_memory.make(m_dense.residual) : whole;
        if ((m_plan.trainsAll() && !m_profile.fusesWeightGradients)
            || m_plan.saves(SavedModule::Head)) {
            const Bytes head
                = m_terms.valueBytes() * valueOf(Symbol::HeadParameters, m_stage.symbols);
            if (joinsTied(m_plan, m_stage.layers))
                m_layer.makeTiedGradient(head);
            else
                m_layer.makeRootGradient(head);
        }
        m_memory.drop(gathered);
        if (m_layer.scatters())
            m_layer.free(whole);
        m_memory.drop(gradients);
        dropHead([](const HeadTensor& tensor) { return tensor.id == TermId::HeadInput; });
        const Block dx = m_layer.normBackward(m_dense);
        m_layer.free(g);
        dropHead([](const HeadTensor&) { return true; });
        m_memory.drop(batch.output);
        m_weights.freeHead();
        if (m_plan.splitsRoot() && m_plan.trainsHead())
            m_layer.reduceRoot(reducedBytes(Symbol::HeadParameters)
                                   + reducedBytes(Symbol::OtherParameters),
                               shardsOf({Per::Model}), true);
        return dx;
    }

    void backward(MicroBatch& batch, std::int64_t pass)
    {
        const bool isDense = m_plan.counts.denseLayers > 0;
        m_layer.beginBackward(
            isDense ? m_dense : m_moe,
            {pass < m_stage.schedule.chunks, pass + 1 == replayedPasses(m_stage.schedule)});
        std::vector<Block> throughout, retained;
        m_terms.ofLife(Life::Backward, [&](const Term& term) {
            if (!isReplayed(term.id))
                throughout.push_back(m_memory.make(bytes(term)));
        });
        if (m_plan.makesBucketsFirst())
            m_buckets.beginPass();
        m_fetched.next();
        Block g;
        if (batch.predicts) {
            m_weights.beginBackward(neighbour(m_stage.layers.end - 1));
            g = lossBackward(batch);
            mark(Phase::Loss, pass);
        } else {
            g = m_memory.make(m_dense.residual);
            if (keepsSent(pass))
                m_sent = std::exchange(batch.output, std::nullopt);
            if (!m_plan.keepsStageOutput())
                m_memory.drop(batch.output);
        }
        m_buckets.beginPass();
        for (std::int64_t i = m_stage.layers.end; i-- > m_firstLayer;) {
            m_weights.makeBackward(sizesOf(i), neighbour(i - 1));
            m_fetched.next();
            // The input of the layer before is being fetched while this layer goes backward.
            for (std::int64_t next = i; next >= std::max(m_firstLayer, i - 1); --next)
                fetchInput(sizesOf(next),
                           batch.layers[static_cast<std::size_t>(next - m_firstLayer)]);
            g = m_layer.backward(sizesOf(i),
                                 batch.layers[static_cast<std::size_t>(i - m_firstLayer)], g);
            m_weights.freeBackward();
            m_layer.reduceBlock(sizesOf(i));
            retain(retained);
            m_buckets.fill(i);
            if (!m_plan.reducesOnce() && !m_gatheredBlocks.empty()) {
                m_memory.drop(m_gatheredBlocks.back());
                m_gatheredBlocks.pop_back();
            }
            mark(Phase::Backward, pass, i);
        }
        m_weights.makeEmbeddingBackward();
        if (m_stage.layers.embeds)
            embeddingBackward(g, pass);
        else
            m_memory.drop(g);
        m_memory.drop(retained);
        m_memory.drop(batch.inputs);
        m_memory.drop(batch.output);
        m_weights.endPass();
        m_layer.joinRoot();
        m_weights.freeRoot();
        if (!m_plan.reducesOnce())
            dropGathered();
        reduceRoot();
        m_buckets.endPass(pass, pass + 1 == m_passes, m_layer);
        m_layer.endBackward();
        m_memory.drop(throughout);
        m_fetched.endPass();
        mark(Phase::Backward, pass, m_firstLayer);
    }

    /// Whether the activation of this pass waits until the stepped weights are gathered. In a run
    /// the last one waits. Nearly all runs have a multiple of the micro-batches in flight, so that
    /// the last one has the blocks of the last of the first ones in flight, which stands for it.
    bool keepsSent(std::int64_t pass) const
    {
        return m_plan.program.keepsLastSent && pass + 1 == m_stage.schedule.inFlight;
    }

    /// Inputs of a layer and their gradients that stay to the end of the pass.
    void retain(std::vector<Block>& retained)
    {
        m_terms.ofLife(Life::PassGradient, [&](const Term& term) {
            if (term.id == TermId::RetainedInputs)
                for (int i = 0; i < 2; ++i)
                    retained.push_back(m_memory.make(bytes(term) / 2));
        });
    }

    /// Reduces the gradients of embedding and head, where these are gathered and reduced together,
    /// or of the embedding where the head was reduced before.
    void reduceRoot()
    {
        if (!m_plan.reducesRoot())
            return;
        if (m_plan.splitsRoot())
            return m_layer.reduceRoot(
                reducedBytes(m_plan.trainsEmbedding() ? Symbol::EmbeddingParameters : Symbol::One),
                shardsOf({Per::Embedding}));
        m_layer.reduceRoot(
            reducedBytes(m_plan.trainsAll() ? Symbol::RootParameters : Symbol::SavedParameters),
            shardsOf({Per::Model, Per::Embedding}));
    }

    Bytes reducedBytes(Symbol weights) const
    {
        return bounded::times(m_plan.reducedBytes(), valueOf(weights, m_stage.symbols));
    }

    /// Bytes of the gradients of a step, outside the layers.
    std::vector<Bytes> shardsOf(std::initializer_list<Per> units) const
    {
        std::vector<Bytes> shards;
        for (const Life life : {Life::Growing, Life::Accumulated, Life::PassGradient, Life::Step})
            m_terms.ofLife(life, [&](const Term& term) {
                const bool everyOne = life == Life::Growing || life == Life::Accumulated;
                const bool isGradient = everyOne
                    || ((life == Life::PassGradient || m_plan.reducesLast())
                        && groupOf(term.id) == Group::Gradients);
                if (isGradient && std::ranges::find(units, term.per) != units.end())
                    shards.push_back(bytes(term));
            });
        return shards;
    }

    void embeddingBackward(Block g, std::int64_t pass)
    {
        if (m_layer.scatters()) {
            const Block all = m_memory.make(m_dense.whole);
            const Block masked = m_memory.make(m_dense.whole);
            m_layer.free(all);
            m_layer.free(g);
            g = masked;
        }
        if (m_plan.trainsAll() || m_plan.saves(SavedModule::Embedding)) {
            // Sorted indices, and 32-bit rows of sums: at most one for each different token and one
            // for every ten tokens (PyTorch, native/cuda/EmbeddingBackwardKernel.cu).
            const Bytes tokens = m_plan.tokensPerMicroBatch();
            const Bytes rows = valueOf(Symbol::EmbeddingParameters, m_stage.symbols)
                / std::max<std::int64_t>(1, m_plan.shape.hidden);
            std::vector<Block> sorted(4);
            const Bytes weight
                = m_terms.valueBytes() * valueOf(Symbol::EmbeddingParameters, m_stage.symbols);
            // Of the chunks of a stage, one has the embedding.
            const bool otherChunk = m_stage.schedule.chunks > 1 && pass > 0;
            const bool added = otherChunk || (m_plan.isTied() && m_stage.layers.predicts);
            const bool joins = joinsTied(m_plan, m_stage.layers);
            if (joins)
                m_layer.makeTiedGradient(weight);
            else
                m_layer.makeRootGradient(weight, added);
            for (Block& each : sorted)
                each = m_memory.make(indexBytes * tokens);
            const Block sums = m_memory.make(floatBytes * m_plan.shape.hidden
                                             * (tokens / 10 + std::min(tokens, rows)));
            m_memory.drop(sums);
            m_memory.drop(sorted);
            if (joins)
                m_layer.joinTied(weight);
        }
        m_memory.drop(g);
    }

    void optimize(bool first)
    {
        if (m_plan.usesDeepSpeed())
            m_buckets.step([&](std::size_t group) {
                if (first && !m_plan.makesStatesFirst())
                    m_states.makeStatesOf(group);
            });
        else if (first)
            m_states.makeOptimizerStates();
        std::vector<Block> step;
        const TermId unfused = traitsOf(m_plan.choices.optimizer).unfused.id;
        m_terms.ofLife(Life::Step, [&](const Term& term) {
            if (isReplayed(term.id) || groupOf(term.id) == Group::Gradients)
                return;
            if (term.id == unfused)
                m_states.makeOfWeights({&term}, step);
            else
                step.push_back(m_memory.make(bytes(term)));
        });
        m_memory.drop(step);
        if (m_profile.gathersByList && m_plan.gathersStepped())
            gatherByList();
        m_memory.drop(m_sent);
        m_layer.endStep();
    }

    /// nanotron gathers the weights that its ranks have stepped (optim/zero.py, distributed.py):
    /// the rank's own part, a tensor for each rank, and NCCL's flat list of them.
    void gatherByList()
    {
        const auto bytesOf = [&](Symbol weights) {
            return m_terms.valueBytes() * valueOf(weights, m_stage.symbols);
        };
        const Bytes all = bytesOf(Symbol::TrainedParameters);
        std::vector<Block> own, parts;
        const auto makeParts = [&](Bytes whole, std::int64_t ranks) {
            const Bytes part = shareOf(whole, ranks);
            if (part == 0)
                return;
            own.push_back(m_memory.make(part));
            for (std::int64_t i = 0; i < ranks; ++i)
                parts.push_back(m_memory.make(part));
        };
        makeParts(bytesOf(Symbol::Parameters), m_plan.shards);
        makeParts(bytesOf(Symbol::RoutedParameters), m_plan.expertShards);
        const Block flat = m_memory.make(all);
        m_memory.drop(own);
        m_memory.drop(flat);
        m_memory.drop(parts);
    }

    const Resolved& m_plan;
    const Stage& m_stage;
    const Profile& m_profile;
    const ReplayTerms m_terms;
    LayerSizes m_dense, m_moe;
    LayerSizes m_otherDense, m_otherMoe; ///< of layers that are not recomputed while others are
    std::int64_t m_firstLayer; ///< of a pass, which replays the stage's last chunk of layers
    const bool m_waitsAtSends; ///< nanotron's p2p.py copies the sizes of a tensor to the GPU
                               ///< before it sends or receives the tensor, and so waits
    const bool m_freesSent; ///< an output is freed once it is sent to the next stage
    ReplayMemory m_memory;
    StateReplay m_states;
    LayerReplay m_layer;
    GatheredWeights m_weights;
    FetchedWeights m_fetched;
    std::optional<TrainerReplay> m_trainer; ///< a program whose every tensor is known
    EngineBuckets m_buckets;
    std::int64_t m_passes = 0; ///< of the step
    Bytes m_loadAllocated = 0, m_loadReserved = 0; ///< the most while DeepSpeed loads
    std::vector<Block> m_gatheredRoot; ///< embedding and head
    std::vector<std::vector<Block>> m_gatheredBlocks; ///< of each layer
    std::optional<Block> m_sent; ///< an activation that waits for the GPU
    const Bytes m_limit; ///< of the allocator; 0: none
    std::vector<ReplayMark>* m_marks; ///< null where no marks are wanted
    Bytes m_peakAllocated = 0, m_peakReserved = 0; ///< up to the last mark
};

/// The work that a thread's budgets leave for replays.
thread_local std::int64_t workLeft = INT64_MAX;

/// That of the thread's watch; empty where it has none.
thread_local std::function<bool()> isAnswerWanted;

/// One try, which pays from the budget.
std::optional<Replay> tried(const Resolved& plan, const Stage& stage,
                            const AllocatorSettings& settings,
                            const std::optional<LaunchPace>& pace, std::vector<ReplayMark>* marks)
{
    StepReplay replay(plan, stage, settings, pace, marks);
    const auto found = replay();
    workLeft -= replay.work();
    return found;
}

} // namespace

ReplayBudget::ReplayBudget(std::int64_t most)
    : m_outside(workLeft)
    , m_most(std::min(most, workLeft))
{
    workLeft = m_most;
}

ReplayBudget::~ReplayBudget()
{
    workLeft = m_outside - spent();
}

std::int64_t ReplayBudget::spent() const
{
    return m_most - workLeft;
}

bool ReplayBudget::isSpent() const
{
    return workLeft <= 0;
}

ReplayWatch::ReplayWatch(std::function<bool()> isWanted)
    : m_outside(std::exchange(isAnswerWanted, std::move(isWanted)))
{ }

ReplayWatch::~ReplayWatch()
{
    isAnswerWanted = std::move(m_outside);
}

bool canReplay(const Resolved& plan)
{
    const bool reordered = plan.layout.pipeline > 1
        && plan.layout.schedule != PipelineSchedule::OneForwardOneBackward;
    // No run whose columns step on the GPU while the host steps the rest has been recorded.
    return !reordered && !plan.selectsColumns() && !plan.pattern.groups()
        && plan.pattern.frozen == 0 && !(plan.freezesSome() && plan.trainsAll())
        && plan.recipe.predictionLayers == 0;
}

std::optional<Replay> replayOf(const Resolved& plan, const Stage& stage,
                               const AllocatorSettings& settings,
                               const std::optional<LaunchPace>& pace,
                               std::vector<ReplayMark>* marks)
{
    if (!canReplay(plan) || workLeft <= 0 || (isAnswerWanted && !isAnswerWanted()))
        return std::nullopt;
    // An upper bound: a replay walks through one pass less. A closer bound would replay more plans,
    // and so change their estimates.
    const std::int64_t mostPasses
        = bounded::plus(bounded::plus(stage.schedule.inFlight, stage.schedule.chunks), 1);
    if (bounded::times(mostPasses, stage.layers.layers()) > mostLayerPasses)
        return std::nullopt;
    Bytes sum = 0;
    for (const Term& term : stage.terms)
        sum = bounded::plus(sum, bytesOf(term.each, stage.symbols));
    constexpr std::int64_t mostParts = 65536; // tensors of gathered weights, one for each rank
    if (sum > mostReplayedBytes || (plan.profile->gathersByList && plan.shards > mostParts))
        return std::nullopt;
    AllocatorSettings ended = settings;
    ended.mostWork = mostReplayWork;
    const auto replay = tried(plan, stage, ended, pace, marks);
    const bool isDone = replay && !replay->overruns;
    if (marks && !isDone)
        marks->clear();
    if (isDone || !replay)
        return replay;
    ended.limit = 0;
    const auto needed = tried(plan, stage, ended, pace, marks);
    if (needed)
        return Replay{needed->allocated, needed->reserved, replay->flushes, true,
                      replay->work + needed->work};
    if (marks)
        marks->clear();
    return std::nullopt;
}

} // namespace highwater
