// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/column_sums.h"

#include "core/ledger/term.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

ColumnSums::ColumnSums(const Stage& stage)
    : m_table(stage.table())
{
    std::uint16_t row = rowCount;
    std::int64_t most = 0; // tensors of the row at one time
    Run run{};
    for (const Term& term : stage.terms) {
        const auto group = static_cast<std::size_t>(groupOf(term.id));
        if (term.row != row || group != run.group) {
            add(run, most);
            row = term.row;
            most = m_table.largest(row);
            run = {m_table.row(row), group, 0};
        }
        if (most == 0)
            continue;
        const Bytes each = bytesOf(term.each, stage.symbols);
        if (term.place == Place::Gpu) {
            run.each = plus(run.each, each);
        } else {
            Bytes& elsewhere = term.place == Place::Host ? m_host : m_disk;
            elsewhere = plus(elsewhere, times(each, most));
        }
    }
    add(run, most);
    setTotals();
}

GroupBytes ColumnSums::groupsAt(std::size_t column) const
{
    GroupBytes groups;
    for (const Run& run : m_runs)
        groups.bytes[run.group] += run.each * run.counts[column];
    return groups;
}

/// Adds a run with at most `most` tensors of each of its terms at one time.
void ColumnSums::add(const Run& run, std::int64_t most)
{
    m_everything = plus(m_everything, times(run.each, most));
    if (run.each > 0 && !overflowed())
        m_runs.push_back(run);
}

/// Adds up a block of columns at a time, whose sums stay in registers.
void ColumnSums::setTotals()
{
    constexpr std::size_t block = MomentTable::block;
    for (std::size_t first = 0; first < m_table.width; first += block) {
        std::array<Bytes, block> sums{};
        for (const Run& run : m_runs)
            for (std::size_t i = 0; i < block; ++i)
                sums[i] += run.each * run.counts[first + i];
        std::ranges::copy(sums, m_totals.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

std::vector<ColumnSums::Run>& ColumnSums::emptyRuns()
{
    thread_local std::vector<Run> runs;
    runs.clear();
    return runs;
}

} // namespace highwater
