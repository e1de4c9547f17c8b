// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/column_sums.h"

#include "core/ledger/term.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

/// Adds neighbours with at most `most` tensors of each term at one time.
inline void ColumnSums::add(const Neighbours& neighbours, std::int64_t most)
{
    m_everything = plus(m_everything, times(neighbours.each, most));
    if (neighbours.each > 0 && !overflowed())
        m_neighbours[m_used++] = neighbours;
}

ColumnSums::ColumnSums(const Stage& stage)
    : m_table(stage.table())
    , m_neighbours(std::move(spareList()))
{
    if (m_neighbours.size() <= stage.terms.size())
        m_neighbours.resize(stage.terms.size() + 1);
    std::uint16_t row = rowCount;
    std::int64_t most = 0; // tensors of the row at one time
    Neighbours now{};
    for (const Term& term : stage.terms) {
        const auto group = static_cast<std::size_t>(groupOf(term.id));
        if (term.row != row || group != now.group) {
            add(now, most);
            row = term.row;
            most = m_table.largest(row);
            now = {m_table.row(row), group, 0};
        }
        if (most == 0)
            continue;
        const Bytes each = bytesOf(term.each, stage.symbols);
        if (term.place == Place::Gpu) {
            now.each = plus(now.each, each);
        } else {
            Bytes& elsewhere = term.place == Place::Host ? m_host : m_disk;
            elsewhere = plus(elsewhere, times(each, most));
        }
    }
    add(now, most);
    setTotals();
}

ColumnSums::~ColumnSums()
{
    spareList() = std::move(m_neighbours);
}

GroupBytes ColumnSums::groupsAt(std::size_t column) const
{
    GroupBytes groups;
    for (const Neighbours& each : used())
        groups.bytes[each.group] += each.each * each.counts[column];
    return groups;
}

/// Adds up a block of columns at a time, whose sums stay in registers.
void ColumnSums::setTotals()
{
    constexpr std::size_t block = MomentTable::block;
    for (std::size_t first = 0; first < m_table.width; first += block) {
        std::array<Bytes, block> sums{};
        for (const Neighbours& each : used())
            for (std::size_t i = 0; i < block; ++i)
                sums[i] += each.each * each.counts[first + i];
        std::ranges::copy(sums, m_totals.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

/// The list of the thread, for the next sum.
std::vector<ColumnSums::Neighbours>& ColumnSums::spareList()
{
    thread_local std::vector<Neighbours> list;
    return list;
}

} // namespace highwater
