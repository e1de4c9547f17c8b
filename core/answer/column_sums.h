// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/stage.h"
#include "core/plan/bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// The terms of a stage, added up at every column of its table of moments.
///
/// Only one may exist in a thread at a time: all use the thread's list of runs, so that a sum
/// allocates no memory once the list is long enough.
class ColumnSums
{
public:
    explicit ColumnSums(const Stage& stage);
    ColumnSums(const ColumnSums&) = delete;
    ColumnSums& operator=(const ColumnSums&) = delete;

    Bytes host() const { return m_host; }
    Bytes disk() const { return m_disk; }
    bool overflowed() const { return m_everything == tooMany; }
    Bytes totalAt(std::size_t column) const { return m_totals[column]; }
    GroupBytes groupsAt(std::size_t column) const;

private:
    /// Neighbours in the list of terms, on the GPU and of one group, which exist at the same time.
    struct Run
    {
        const std::int64_t* counts; ///< of each column
        std::size_t group;
        Bytes each;
    };

    void add(const Run& run, std::int64_t most);
    void setTotals();
    static std::vector<Run>& emptyRuns();

    const MomentTable& m_table;
    std::vector<Run>& m_runs = emptyRuns();
    /// A stage has 6 to some 20 columns, and no others are set.
    std::array<Bytes, MomentTable::mostColumns + MomentTable::block> m_totals;
    Bytes m_host = 0, m_disk = 0;
    Bytes m_everything = 0; ///< an upper bound on every total: if below tooMany, no total has
                            ///< overflowed
};

} // namespace highwater
