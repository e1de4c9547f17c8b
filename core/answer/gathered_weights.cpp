// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/gathered_weights.h"

#include "core/ledger/framework.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace highwater {

GatheredWeights::GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                                 ReplayMemory& memory)
    : m_memory(memory)
    , m_valueBytes(valueBytes)
    , m_flat(plan.flattens())
    , m_copiesOut(plan.profile->copiesOut)
    , m_ahead(plan.gathersAhead())
    , m_freesLate(plan.hasFrozenUnits())
    , m_hasEndUnits(plan.hasEndUnits())
    , m_splitsRoot(plan.splitsRoot() && plan.layout.zero >= 3)
    , m_shares(!plan.profile->copiesOut || plan.shares())
    , m_castShards(plan.floatParameters() && plan.shares() && (m_flat || m_copiesOut) ? plan.shards
                                                                                      : 0)
    , m_storedBase(plan.quantisedBase())
{
    const auto has = [&](TermId id) {
        return std::ranges::find(stage.terms, id, &Term::id) != stage.terms.end();
    };
    const auto bytesOf = [&](Symbol weights) {
        return bounded::times(valueBytes, valueOf(weights, stage.symbols));
    };
    if (m_flat && has(TermId::GatheredRoot))
        m_rootBytes = bytesOf(Symbol::RootParameters);
    if (!m_copiesOut)
        return;
    const bool last = has(TermId::GatheredLastBlock);
    m_gathersLast = last && plan.profile->splitsRoot;
    m_keepsLast = last && !m_gathersLast;
    m_keepsEarlier = has(TermId::GatheredEarlier);
    m_gathersOnce = has(TermId::GatheredParameters) && !m_storedBase;
    if (m_splitsRoot) {
        m_embeddingBytes = stage.layers.embeds ? bytesOf(Symbol::EmbeddingParameters) : 0;
        m_headBytes = stage.layers.predicts ? bytesOf(Symbol::HeadParameters) : 0;
        m_normBytes = bytesOf(Symbol::OtherParameters);
    } else if (m_gathersOnce || has(TermId::GatheredRoot)) {
        m_rootBytes = bytesOf(Symbol::RootParameters);
    }
}

bool GatheredWeights::makes(TermId id) const
{
    return ((m_keepsLast || m_gathersLast || m_flat) && id == TermId::GatheredLastBlock)
        || (m_splitsRoot && (id == TermId::GatheredHead || id == TermId::GatheredHeadBuffer))
        || (m_flat && id == TermId::GatheredRoot);
}

void GatheredWeights::beginForward(bool gathers)
{
    m_gathers = m_shares && gathers;
    if (m_flat && m_rootBytes > 0 && m_gathers) {
        if (m_root) // of a micro-batch before, which has not gone backward yet
            return;
        gather({m_rootBytes});
        m_root = m_fetched.back().front();
        m_fetched.pop_back();
    } else if (m_embeddingBytes > 0 && m_gathers) {
        fetchWhole(m_embeddingBytes);
        m_embedding = m_memory.make(m_embeddingBytes);
    } else if (m_rootBytes > 0) {
        fetchWhole(m_rootBytes);
    }
}

void GatheredWeights::makeForward(const LayerSizes& sizes, const LayerSizes* next)
{
    if (m_flat)
        return fetch(sizes);
    if (!m_copiesOut) {
        if (m_fetched.empty())
            fetch(sizes);
        if (next)
            fetch(*next);
        keepLatest(2);
        return;
    }
    if (m_gathersOnce)
        fetchWhole(bounded::times(
            m_valueBytes, std::accumulate(sizes.weights.begin(), sizes.weights.end(), Bytes{0})));
    else
        fetch(sizes);
    copyOut(sizes);
    keepLatest(1);
}

void GatheredWeights::freeForward(bool last)
{
    if (m_flat)
        return keepLatest(0);
    if (last && m_keepsLast && m_lastCopies.empty())
        m_lastCopies = std::exchange(m_copies, {});
    m_memory.drop(m_copies);
}

void GatheredWeights::makeHead()
{
    if (m_headBytes > 0 && m_gathers) {
        fetchWhole(m_headBytes + m_normBytes);
        m_head = m_memory.make(m_headBytes);
        keepLatest(1);
    } else if (!m_gathersLast) {
        keepLatest(0);
    }
}

void GatheredWeights::prefetch(const LayerSizes* layer)
{
    if (layer && m_fetched.empty())
        fetch(*layer);
}

void GatheredWeights::beginBackward(const LayerSizes* last)
{
    if ((m_flat && m_ahead) || (m_gathersLast && !m_hasEndUnits))
        prefetch(last);
}

void GatheredWeights::beginHeadBackward(const LayerSizes* last)
{
    if (m_gathersLast)
        prefetch(last);
}

void GatheredWeights::makeBackward(const LayerSizes& sizes, const LayerSizes* next)
{
    if (m_flat) {
        if (m_freesLate && !m_ahead) {
            fetch(sizes);
            keepLatest(1);
        } else {
            prefetch(&sizes);
        }
        if (next && m_ahead)
            fetch(*next);
        return;
    }
    if (!m_lastCopies.empty()) {
        m_copies = std::exchange(m_lastCopies, {});
    } else {
        prefetch(&sizes);
        copyOut(sizes);
    }
    if (m_copiesOut)
        keepLatest(0);
    if (next)
        fetch(*next);
    else if (m_embeddingBytes > 0)
        fetchWhole(m_embeddingBytes);
    keepLatest(2);
}

void GatheredWeights::freeBackward()
{
    if (m_flat && !m_fetched.empty() && (m_ahead || !m_freesLate)) {
        m_memory.drop(m_fetched.front());
        m_fetched.pop_front();
    }
    if (m_keepsEarlier)
        m_earlier.insert(m_earlier.end(), m_copies.begin(), m_copies.end());
    else
        m_memory.drop(m_copies);
    m_copies.clear();
}

void GatheredWeights::makeEmbeddingBackward()
{
    if (m_embeddingBytes == 0 || !m_gathers)
        return;
    m_embedding = m_memory.make(m_embeddingBytes);
    keepLatest(0);
}

void GatheredWeights::endPass()
{
    keepLatest(0);
    m_memory.drop(m_embedding);
    m_memory.drop(m_head);
    m_memory.drop(m_earlier);
}

void GatheredWeights::fetch(const LayerSizes& sizes)
{
    if (!sizes.gathers.empty() && m_gathers)
        gather(sizes.gathers);
}

void GatheredWeights::fetchWhole(Bytes bytes)
{
    if (m_gathers)
        gather({bytes});
}

void GatheredWeights::gather(const std::vector<Bytes>& buffers)
{
    std::vector<ReplayMemory::Block>& made = m_fetched.emplace_back();
    for (const Bytes bytes : buffers) {
        std::optional<ReplayMemory::Block> cast;
        if (m_castShards > 0)
            cast = m_memory.make(shareOf(bytes, m_castShards), m_flat ? castStream : gatherStream);
        made.push_back(m_memory.make(bytes, gatherStream));
        m_memory.drop(cast);
    }
}

void GatheredWeights::copyOut(const LayerSizes& sizes)
{
    if (!m_copiesOut || sizes.gathers.empty())
        return;
    if (m_storedBase) {
        for (const Bytes bytes : sizes.gathers)
            m_copies.push_back(m_memory.make(bytes));
        return;
    }
    for (const std::int64_t entries : sizes.weights)
        m_copies.push_back(m_memory.make(bounded::times(m_valueBytes, entries)));
}

void GatheredWeights::keepLatest(std::size_t groups)
{
    while (m_fetched.size() > groups) {
        m_memory.drop(m_fetched.front());
        m_fetched.pop_front();
    }
}

} // namespace highwater
