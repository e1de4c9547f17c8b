// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/engine_buckets.h"

#include "core/ledger/symbols.h"
#include "core/ledger/term_writer.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr Bytes narrowBytes = 2, normBytes = 8; ///< DeepSpeed, runtime/utils.py: get_norm_dtype

/// Trained entries of a layer.
std::int64_t entriesOf(const Resolved& plan, const Stage& stage, std::int64_t layer)
{
    const auto of = [&](Symbol symbol) { return valueOf(symbol, stage.symbols); };
    const bool all = plan.trainsAll();
    if (!plan.shape.isMoe(layer))
        return of(all ? Symbol::DenseLayerParameters : Symbol::AdapterDense);
    return bounded::plus(of(all ? Symbol::MoeLayerParameters : Symbol::AdapterMoe),
                         of(all ? Symbol::ExpertParameters : Symbol::AdapterExperts));
}

} // namespace

EngineBuckets::EngineBuckets(const Resolved& plan, const Stage& stage, ReplayMemory& memory)
    : m_plan(plan)
    , m_memory(memory)
    , m_embedding(plan.trainsAll() || plan.saves(SavedModule::Embedding)
                      ? valueOf(Symbol::EmbeddingParameters, stage.symbols)
                      : 0)
    , m_bucket(plan.reduceBucket())
    , m_partition(valueOf(Symbol::PartitionElements, stage.symbols))
    , m_stepped(steppedGroups(stage.symbols, plan, stage.layers))
    , m_largest(largestStepped(stage.symbols, plan))
    , m_copiesThroughout(plan.makesStatesFirst() && plan.layout.zero == 3)
    , m_copyBytes(narrowBytes * valueOf(Symbol::BucketCopyElements, stage.symbols))
    , m_firstLayer(stage.layers.first)
    , m_ends{m_embedding}
{
    for (std::int64_t layer = stage.layers.first; layer < stage.layers.end; ++layer)
        m_ends.push_back(bounded::plus(m_ends.back(), entriesOf(plan, stage, layer)));
}

void EngineBuckets::beginPass()
{
    if (m_copiesThroughout)
        m_copy = m_memory.make(m_copyBytes, reduceStream);
    if (!m_plan.fillsBuckets() || !m_buckets.empty())
        return;
    for (int i = m_plan.overlapsComm() ? 2 : 1; i > 0; --i)
        m_buckets.push_back(m_memory.make(narrowBytes * m_bucket));
}

void EngineBuckets::fill(std::int64_t layer)
{
    if (!m_plan.usesDeepSpeed() || m_plan.layout.zero < 2 || m_copiesThroughout)
        return;
    const auto place = static_cast<std::size_t>(layer - m_firstLayer);
    m_filled = bounded::plus(m_filled, m_ends[place + 1] - m_ends[place]);
    if (m_filled < m_bucket)
        return;
    const std::int64_t rest = m_filled % std::max<std::int64_t>(1, m_bucket);
    m_filled = m_bucket;
    reduce();
    m_filled = rest;
    // The first rank steps the weights before the others: its part is copied last. It has a part of
    // the norms as well, which are a flat tensor of their own in transformers' groups.
    const std::int64_t norms = m_plan.trainsAll() ? m_plan.shape.normsPerLayer : 0;
    if (m_ends[place] < m_partition
        || layer * norms < shareOf(m_plan.shape.layers * norms + 1, m_plan.shards))
        copyPart();
}

/// A bucket is reduced in a copy.
void EngineBuckets::reduce()
{
    const std::uint32_t stream = m_plan.overlapsComm() ? reduceStream : 0;
    if (m_filled > 0)
        m_memory.drop(m_memory.make(narrowBytes * m_filled, stream));
    m_filled = 0;
}

/// The gradient of the embedding is the last one. What is in the bucket then is reduced.
void EngineBuckets::endBuckets()
{
    if (m_embedding <= m_bucket && m_filled + m_embedding > m_bucket) {
        reduce();
        copyPart();
        m_filled = m_embedding;
    }
    reduce();
}

/// Makes the tensor of the rank's gradients, once for each micro-batch. Stage 3 has one for all.
void EngineBuckets::copyPart()
{
    if (!m_plan.fillsBuckets() || m_plan.offloadsStates() || m_added)
        return;
    const std::uint32_t stream = m_plan.overlapsComm() ? reduceStream : 0;
    m_added = m_memory.make(narrowBytes * m_partition, stream);
}

void EngineBuckets::endPass(std::int64_t pass, bool last, LayerReplay& layers)
{
    m_memory.drop(m_copy);
    if (m_plan.usesDeepSpeed() && m_plan.layout.zero >= 2 && !m_copiesThroughout)
        endBuckets();
    if (!m_plan.fillsBuckets())
        return;
    if (m_plan.layout.zero == 1) {
        if (!last)
            return;
        layers.reduceInBuckets(narrowBytes * m_bucket, [this] { copyPart(); });
    }
    copyPart();
    m_memory.drop(m_buckets);
    if (pass == 0 || m_plan.layout.zero == 1)
        m_part = std::exchange(m_added, std::nullopt);
    m_memory.drop(m_added);
}

void EngineBuckets::step(const std::function<void(std::size_t)>& makeStates)
{
    const bool here = !m_plan.offloadsStates();
    // The norm of one gradient after another, of copies in 64 bits.
    if (here)
        m_memory.drop(m_memory.make(normBytes * m_largest));
    for (std::size_t group = 0; group < m_stepped.size(); ++group) {
        Block wide = CachingAllocator::none;
        if (here) {
            const Block flat = m_memory.make(narrowBytes * m_stepped[group]);
            wide = m_memory.make(floatBytes * m_stepped[group]);
            m_memory.drop(flat);
        }
        makeStates(group);
        m_memory.drop(wide);
    }
    m_memory.drop(m_part);
}

} // namespace highwater
