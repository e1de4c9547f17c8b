// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/gathered_weights.h"

#include "core/ledger/framework.h"

namespace highwater {

GatheredWeights::GatheredWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                                 ReplayMemory& memory)
    : m_memory(memory)
    , m_valueBytes(valueBytes)
    , m_copiesOut(plan.profile->copiesOut)
    , m_storedBase(plan.quantisedBase())
{
    for (const Term& term : stage.terms) {
        if (term.id == TermId::GatheredLastBlock)
            m_keepsLast = m_copiesOut;
        if (term.id == TermId::GatheredRoot && m_copiesOut)
            m_rootBytes = bytesOf(term.each, stage.symbols);
    }
}

bool GatheredWeights::makes(TermId id) const
{
    return m_keepsLast && id == TermId::GatheredLastBlock;
}

void GatheredWeights::beginForward()
{
    if (m_rootBytes > 0)
        m_fetched.emplace_back().push_back(m_memory.make(m_rootBytes, gatherStream));
}

void GatheredWeights::fetch(const LayerSizes& sizes, bool backward)
{
    if (sizes.gathers.empty())
        return;
    std::vector<ReplayMemory::Block>& made = m_fetched.emplace_back();
    for (const Bytes bytes : sizes.gathers)
        made.push_back(m_memory.make(bytes, gatherStream));
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
