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
    , m_copiesOut(plan.profile->copiesOut)
    , m_shares(!plan.profile->copiesOut || plan.shares())
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

void GatheredWeights::beginForward(bool gathers)
{
    m_gathers = m_shares && gathers;
    if (m_rootBytes > 0)
        fetchWhole(m_rootBytes);
}

void GatheredWeights::makeForward(const LayerSizes& sizes, const LayerSizes* next)
{
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
    keepLatest(1);
    copyOut(sizes);
}

void GatheredWeights::freeForward(bool last)
{
    if (last && m_keepsLast && m_lastCopies.empty())
        m_lastCopies = std::exchange(m_copies, {});
    m_memory.drop(m_copies);
}

void GatheredWeights::makeBackward(const LayerSizes& sizes, const LayerSizes* next)
{
    if (!m_lastCopies.empty()) {
        m_copies = std::exchange(m_lastCopies, {});
    } else {
        if (m_fetched.empty())
            fetch(sizes);
        copyOut(sizes);
    }
    if (m_copiesOut)
        keepLatest(0);
    if (next)
        fetch(*next);
    keepLatest(2);
}

void GatheredWeights::fetch(const LayerSizes& sizes)
{
    if (sizes.gathers.empty() || !m_gathers)
        return;
    std::vector<ReplayMemory::Block>& made = m_fetched.emplace_back();
    for (const Bytes bytes : sizes.gathers)
        made.push_back(m_memory.make(bytes, gatherStream));
}

void GatheredWeights::fetchWhole(Bytes bytes)
{
    if (m_gathers)
        m_fetched.emplace_back().push_back(m_memory.make(bytes, gatherStream));
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
