// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/gathered_weights.h"

#include "core/ledger/framework.h"

#include <algorithm>
#include <numeric>

namespace highwater {

GatheredWeights::GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                                 ReplayMemory& memory)
    : m_memory(memory)
    , m_valueBytes(valueBytes)
    , m_copiesOut(plan.profile->copiesOut)
    , m_storedBase(plan.quantisedBase())
{
    if (!m_copiesOut)
        return;
    const auto has = [&](TermId id) {
        return std::ranges::find(stage.terms, id, &Term::id) != stage.terms.end();
    };
    m_keepsLast = has(TermId::GatheredLastBlock);
    m_gathersOnce = has(TermId::GatheredParameters) && !m_storedBase;
    if (m_gathersOnce || has(TermId::GatheredRoot))
        m_rootBytes = bounded::times(valueBytes, valueOf(Symbol::RootParameters, stage.symbols));
}

bool GatheredWeights::makes(TermId id) const
{
    return m_keepsLast && id == TermId::GatheredLastBlock;
}

void GatheredWeights::gather(Bytes bytes)
{
    m_fetched.back().push_back(m_memory.make(bytes, gatherStream));
}

void GatheredWeights::beginForward()
{
    if (m_rootBytes == 0)
        return;
    m_fetched.emplace_back();
    gather(m_rootBytes);
}

void GatheredWeights::fetch(const LayerSizes& sizes, bool backward)
{
    if (sizes.gathers.empty() && (!m_gathersOnce || backward))
        return;
    m_fetched.emplace_back();
    for (const Bytes bytes : sizes.gathers)
        gather(bytes);
    if (m_gathersOnce)
        gather(bounded::times(
            m_valueBytes, std::accumulate(sizes.weights.begin(), sizes.weights.end(), Bytes{0})));
    dropFetched(m_copiesOut && backward ? 1 : 2);
}

void GatheredWeights::copyOut(const LayerSizes& sizes)
{
    if (!m_copiesOut || sizes.gathers.empty() || !m_copies.empty())
        return;
    if (m_storedBase) {
        for (const Bytes bytes : sizes.gathers)
            m_copies.push_back(m_memory.make(bytes));
        return;
    }
    for (const std::int64_t entries : sizes.weights)
        m_copies.push_back(m_memory.make(bounded::times(m_valueBytes, entries)));
}

void GatheredWeights::reshard(bool last)
{
    if (!(last && m_keepsLast))
        m_memory.drop(m_copies);
}

void GatheredWeights::dropFetched(std::size_t layersLeft)
{
    while (m_fetched.size() > layersLeft) {
        m_memory.drop(m_fetched.front());
        m_fetched.pop_front();
    }
}

} // namespace highwater
