// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/stage.h"
#include "core/plan/bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace highwater {

/// The bytes of one tensor of each term of the layers' passes, which are the same in every stage of
/// a plan: the sums of its first stage find them, those of the others take them.
class LayerBytes
{
public:
    LayerBytes();
    ~LayerBytes();
    LayerBytes(const LayerBytes&) = delete;
    LayerBytes& operator=(const LayerBytes&) = delete;

    /// Of the ranges of terms `stage.ofLayers`, one after the other.
    const Bytes* of(const Stage& stage);

private:
    std::vector<Bytes> m_each; ///< may have room for more
    bool m_found = false;
};

/// Bytes on the host: of each rank, and of the first one besides.
struct HostSums
{
    Bytes each = 0, first = 0;
};

/// The terms of a stage, added up at every column of its table of moments. Lists are those that the
/// thread keeps, so that only the first sums of a thread allocate memory.
class ColumnSums
{
public:
    /// `layers`: of all stages of the plan.
    ColumnSums(const Stage& stage, LayerBytes& layers);
    ~ColumnSums();
    ColumnSums(const ColumnSums&) = delete;
    ColumnSums& operator=(const ColumnSums&) = delete;

    HostSums host() const { return m_host; }
    HostSums hostLoading() const { return m_loading; }
    Bytes disk() const { return m_disk; }
    bool overflowed() const { return m_everything == tooMany; }
    Bytes totalAt(std::size_t column) const { return m_totals[column]; }
    GroupBytes groupsAt(std::size_t column) const;

private:
    /// Neighbours in the list of terms that are on the GPU, of one row and of one group.
    struct Neighbours
    {
        const std::int64_t* counts; ///< of each column
        std::size_t group;
        Bytes each; ///< of one tensor of each term
    };

    std::span<const Neighbours> used() const { return {m_neighbours.data(), m_used}; }
    void add(const Neighbours& neighbours, std::int64_t most);
    void addElsewhere(const Term& term, Bytes bytes);
    void setTotals();
    template <std::size_t Columns> void setTotals(std::size_t first);

    const MomentTable& m_table;
    std::vector<Neighbours> m_neighbours; ///< the first `m_used`; room for one of each term
    std::size_t m_used = 0;
    /// A stage has 6 to some 20 columns, and no others are set.
    std::array<Bytes, MomentTable::mostColumns + MomentTable::block> m_totals;
    HostSums m_host, m_loading;
    Bytes m_disk = 0;
    Bytes m_everything = 0; ///< an upper bound on every total: if below tooMany, no total has
                            ///< overflowed
};

} // namespace highwater
