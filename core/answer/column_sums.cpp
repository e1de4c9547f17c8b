// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/column_sums.h"

#include "core/ledger/term.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// A list that the thread keeps, for the next sum.
template <class Entry> std::vector<Entry>& spareList()
{
    thread_local std::vector<Entry> list;
    return list;
}

} // namespace

LayerBytes::LayerBytes()
    : m_each(std::move(spareList<Bytes>()))
{ }

LayerBytes::~LayerBytes()
{
    spareList<Bytes>() = std::move(m_each);
}

const Bytes* LayerBytes::of(const Stage& stage)
{
    if (std::exchange(m_found, true))
        return m_each.data();
    if (m_each.size() < stage.terms.size())
        m_each.resize(stage.terms.size());
    Bytes* next = m_each.data();
    for (const Stage::Range& range : stage.ofLayers)
        for (std::size_t i = range.first; i < range.end; ++i)
            *next++ = bytesOf(stage.terms[i].each, stage.symbols);
    return m_each.data();
}

/// Adds neighbours with at most `most` tensors of each term at one time.
inline void ColumnSums::add(const Neighbours& neighbours, std::int64_t most)
{
    m_everything = plus(m_everything, times(neighbours.each, most));
    if (neighbours.each > 0 && !overflowed())
        m_neighbours[m_used++] = neighbours;
}

/// On the host, what exists while the weights are loaded is not added to what comes later.
void ColumnSums::addElsewhere(const Term& term, Bytes bytes)
{
    const auto raise = [bytes](Bytes& sum) { sum = plus(sum, bytes); };
    if (term.place == Place::Disk) {
        raise(m_disk);
        return;
    }
    const auto member = term.place == Place::Host ? &HostSums::each : &HostSums::first;
    if (term.life != Life::Loading)
        raise(m_host.*member);
    if (term.life == Life::Loading || term.life == Life::Always)
        raise(m_loading.*member);
}

ColumnSums::ColumnSums(const Stage& stage, LayerBytes& layers)
    : m_table(stage.table())
    , m_neighbours(std::move(spareList<Neighbours>()))
{
    if (m_neighbours.size() <= stage.terms.size())
        m_neighbours.resize(stage.terms.size() + 1);
    std::uint16_t row = rowCount;
    std::int64_t most = 0; // tensors of the row at one time
    Neighbours now{};
    const auto addAll = [&](std::size_t first, std::size_t end, auto bytesOfTerm) {
        for (std::size_t i = first; i < end; ++i) {
            const Term& term = stage.terms[i];
            const auto group = static_cast<std::size_t>(groupOf(term.id));
            if (term.row != row || group != now.group) {
                add(now, most);
                row = term.row;
                most = m_table.largest(row);
                now = {m_table.row(row), group, 0};
            }
            if (most == 0)
                continue;
            const Bytes bytes = bytesOfTerm(i);
            if (term.place == Place::Gpu) {
                now.each = plus(now.each, bytes);
            } else {
                addElsewhere(term, times(bytes, most));
            }
        }
    };
    const auto ofStage = [&](std::size_t i) { return bytesOf(stage.terms[i].each, stage.symbols); };
    const Bytes* ofLayers = layers.of(stage);
    std::size_t first = 0;
    for (const Stage::Range& range : stage.ofLayers) {
        addAll(first, range.first, ofStage);
        addAll(range.first, range.end, [&](std::size_t i) { return ofLayers[i - range.first]; });
        ofLayers += range.end - range.first;
        first = range.end;
    }
    addAll(first, stage.terms.size(), ofStage);
    add(now, most);
    setTotals();
}

ColumnSums::~ColumnSums()
{
    spareList<Neighbours>() = std::move(m_neighbours);
}

GroupBytes ColumnSums::groupsAt(std::size_t column) const
{
    GroupBytes groups;
    for (const Neighbours& each : used())
        groups.bytes[each.group] += each.each * each.counts[column];
    return groups;
}

/// Adds up some columns at a time, whose sums stay in registers.
template <std::size_t Columns> void ColumnSums::setTotals(std::size_t first)
{
    std::array<Bytes, Columns> sums{};
    for (const Neighbours& each : used())
        for (std::size_t i = 0; i < Columns; ++i)
            sums[i] += each.each * each.counts[first + i];
    std::ranges::copy(sums, m_totals.begin() + static_cast<std::ptrdiff_t>(first));
}

void ColumnSums::setTotals()
{
    constexpr std::size_t block = MomentTable::block;
    std::size_t first = 0;
    for (; first + 2 * block <= m_table.width; first += 2 * block)
        setTotals<2 * block>(first);
    if (first < m_table.width)
        setTotals<block>(first);
}

} // namespace highwater
