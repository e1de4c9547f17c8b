// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"

#include "core/ledger/overhead.h"
#include "core/plan/keys.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace highwater {
namespace {

/// The column of the table of moments that stands for each moment.
using MomentColumns = std::array<std::size_t, momentCount>;

/// The sum that a term is added to: its group's, or the pools', which stands behind the groups.
constexpr auto sumOf = [] {
    std::array<std::uint8_t, static_cast<std::size_t>(TermId::Count)> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto id = static_cast<TermId>(i);
        table[i] = static_cast<std::uint8_t>(isPool(id) ? groupCount
                                                        : static_cast<std::size_t>(groupOf(id)));
    }
    return table;
}();

/// The terms of a stage, added up at every column of its table of moments.
class ColumnSums
{
public:
    ColumnSums(const Stage& stage, std::int64_t poolShare)
        : m_table(stage.table)
    {
        std::fill_n(m_sums.begin(), m_table.columns, Column{});
        for (const Term& term : stage.terms)
            add(term, stage.symbols, poolShare);
        addRun();
    }

    Bytes host() const { return m_host; }
    Bytes disk() const { return m_disk; }
    bool overflowed() const { return m_everything == tooMany; }

    GroupBytes groupsAt(std::size_t column) const
    {
        GroupBytes groups;
        std::copy_n(m_sums[column].begin(), groupCount, groups.bytes.begin());
        return groups;
    }
    Bytes totalAt(std::size_t column) const
    {
        const Column& sums = m_sums[column];
        return std::accumulate(sums.begin(), sums.begin() + groupCount, Bytes{0});
    }
    Bytes poolAt(std::size_t column) const { return m_sums[column][groupCount]; }

private:
    using Column = std::array<Bytes, groupCount + 1>;

    void add(const Term& term, const SymbolValues& symbols, std::int64_t poolShare)
    {
        const std::size_t row = MomentTable::rowOf(term.life, term.point, term.per);
        const std::int64_t most = m_table.largest[row];
        if (most == 0)
            return;
        const Bytes each = value(term.each, symbols);
        if (term.place != Place::Gpu) {
            Bytes& elsewhere = term.place == Place::Host ? m_host : m_disk;
            elsewhere = plus(elsewhere, times(each, most));
            return;
        }
        const std::size_t sum = sumOf[static_cast<std::size_t>(term.id)];
        if (row != m_row || sum != m_sum) {
            addRun();
            m_row = row;
            m_sum = sum;
        }
        m_run = plus(m_run, sum == groupCount ? pooled(term.id, each, poolShare) : each);
    }

    void addRun()
    {
        const Bytes each = std::exchange(m_run, 0);
        m_everything = plus(m_everything, times(each, m_table.largest[m_row]));
        if (overflowed())
            return;
        const std::int64_t* counts = m_table.row(m_row);
        Bytes* sum = &m_sums.front()[m_sum];
        for (std::size_t i = 0, end = m_table.columns; i < end; ++i, sum += Column{}.size())
            *sum += each * counts[i];
    }

    const MomentTable& m_table;
    /// A stage has 6 to some 20 columns, and only those are set.
    std::array<Column, MomentTable::mostColumns> m_sums;
    Bytes m_host = 0, m_disk = 0;
    Bytes m_everything = 0; ///< bounds every sum: below tooMany, no sum has overflowed
    /// Neighbours in the list often live alike and belong to one group: a run of them is added up
    /// first, and then goes into all columns at once.
    Bytes m_run = 0;
    std::size_t m_row = 0, m_sum = 0;
};

/// A line of one term; none where the stage never holds the tensor.
std::optional<Line> lineAtMoments(const Term& term, const Stage& stage, const SymbolValues& symbols,
                                  const MomentColumns& columns, std::int64_t poolShare)
{
    const std::size_t row = MomentTable::rowOf(term.life, term.point, term.per);
    const std::int64_t copies = stage.table.largest[row];
    if (copies == 0)
        return std::nullopt;
    Line line = lineOf(term.id, term.each, symbols, copies);
    line.place = term.place;
    shrinkPool(line, term.id, poolShare);
    if (term.place != Place::Gpu)
        return line;
    const std::int64_t* counts = stage.table.row(row);
    for (std::size_t i = 0; i < momentCount; ++i)
        line.live[i] = counts[columns[i]];
    // A tensor may live only beside a layer that is no moment's: the moments do not hold it.
    if (std::ranges::none_of(line.live, std::identity{}))
        return std::nullopt;
    return line;
}

SymbolValues withAllocated(SymbolValues symbols, Bytes allocated)
{
    symbols[static_cast<std::size_t>(Symbol::AllocatedBytes)] = allocated;
    return symbols;
}

/// A stage added up.
struct Sums
{
    Bytes allocated = 0; ///< at the peak
    std::array<GroupBytes, momentCount> moments{};
    MomentColumns columns{};
    Totals totals{};
};

/// Chooses for every moment the column of the largest total, the first of equals.
std::array<Bytes, momentCount> chooseColumns(const MomentTable& table, const ColumnSums& columnSums,
                                             MomentColumns& columns)
{
    std::array<Bytes, momentCount> totals{};
    for (std::size_t i = 0; i < table.columns; ++i) {
        const auto moment = static_cast<std::size_t>(table.moments[i]);
        if (const Bytes total = columnSums.totalAt(i); i < momentCount || total > totals[moment]) {
            columns[moment] = i;
            totals[moment] = total;
        }
    }
    return totals;
}

std::array<Bytes, momentCount> poolsAt(const ColumnSums& columnSums, const MomentColumns& columns)
{
    std::array<Bytes, momentCount> pools{};
    for (std::size_t i = 0; i < momentCount; ++i)
        pools[i] = columnSums.poolAt(columns[i]);
    return pools;
}

/// The share of the pools, in thousandths, that leaves room for them at every moment.
std::int64_t poolShareOf(const std::array<Bytes, momentCount>& totals,
                         const std::array<Bytes, momentCount>& pools, Bytes runtime, Bytes capacity)
{
    std::int64_t poolShare = wholePool;
    for (std::size_t i = 0; i < momentCount; ++i) {
        const Bytes room = capacity - std::min(capacity, plus(totals[i], runtime));
        if (pools[i] > room)
            poolShare = std::min(
                poolShare,
                static_cast<std::int64_t>(static_cast<double>(room) / static_cast<double>(pools[i])
                                          * static_cast<double>(wholePool)));
    }
    return poolShare;
}

Sums addUp(const Resolved& plan, const Stage& stage)
{
    const ColumnSums columnSums(stage, wholePool);
    Sums sums;
    const auto totals = chooseColumns(stage.table, columnSums, sums.columns);
    sums.allocated = columnSums.overflowed() ? tooMany : std::ranges::max(totals);

    const Overhead level = plan.cluster.overhead;
    const auto overheadAt = [&](Overhead at) {
        return bytesOfOverhead(plan, level == Overhead::None ? level : at, sums.allocated);
    };
    const Bytes runtime = overheadAt(level);

    auto pools = poolsAt(columnSums, sums.columns);
    Bytes withPools = sums.allocated;
    for (std::size_t i = 0; i < momentCount; ++i)
        withPools = std::max(withPools, plus(totals[i], pools[i]));
    const std::int64_t poolShare = poolShareOf(totals, pools, runtime, plan.capacity);
    if (poolShare != wholePool)
        pools = poolsAt(ColumnSums(stage, poolShare), sums.columns);

    std::size_t peak = 0;
    for (std::size_t i = 0; i < momentCount; ++i) {
        GroupBytes& groups = sums.moments[i];
        groups = columnSums.groupsAt(sums.columns[i]);
        groups[Group::Overhead] = plus(groups[Group::Overhead], plus(pools[i], runtime));
        if (groups.total() > sums.moments[peak].total())
            peak = i;
    }
    sums.totals = {sums.moments[peak],
                   sums.allocated == tooMany ? tooMany : sums.moments[peak].total(),
                   plus(sums.allocated, overheadAt(Overhead::Low)),
                   plus(withPools, overheadAt(Overhead::High)),
                   static_cast<Moment>(peak),
                   stage.layers.index,
                   columnSums.host(),
                   columnSums.disk(),
                   poolShare,
                   runtime};
    return sums;
}

/// A stage and its sums.
struct Loaded
{
    const Stage* stage;
    Sums sums;
};

/// The stage of the largest total, the first of equals; off the GPU, what the stage keeps there
/// that keeps most.
Loaded mostLoaded(const Resolved& plan)
{
    Loaded most{&plan.stages.front(), addUp(plan, plan.stages.front())};
    Bytes host = most.sums.totals.host, disk = most.sums.totals.disk;
    for (std::size_t i = 1; i < plan.stages.size(); ++i) {
        Sums found = addUp(plan, plan.stages[i]);
        host = std::max(host, found.totals.host);
        disk = std::max(disk, found.totals.disk);
        if (found.totals.total > most.sums.totals.total)
            most = {&plan.stages[i], std::move(found)};
    }
    most.sums.totals.host = host;
    most.sums.totals.disk = disk;
    return most;
}

/// The ledger of a stage that is added up already, written out.
Answer answerOf(const Resolved& plan, const Stage& stage, const Sums& sums)
{
    Answer answer;
    answer.totals = sums.totals;
    for (std::size_t i = 0; i < momentCount; ++i)
        answer.moments.push_back({static_cast<Moment>(i), sums.moments[i]});
    const SymbolValues symbols = withAllocated(stage.symbols, sums.allocated);
    const auto list = [&](const auto& terms) {
        for (const Term& term : terms)
            if (auto line
                = lineAtMoments(term, stage, symbols, sums.columns, sums.totals.poolShare))
                answer.ledger.push_back(*std::move(line));
    };
    list(stage.terms);
    list(OverheadTerms(plan, plan.cluster.overhead));
    answer.hostPerNode = perNode(plan, sums.totals.host);
    answer.diskPerNode = perNode(plan, sums.totals.disk);
    return answer;
}

/// A key and the one value of it that is computed so far.
struct Limit
{
    KeyPath path;
    Value only;
};

std::span<const Limit> limits()
{
    static const std::array table{
        Limit{"workload.task", std::string("train")},
    };
    return table;
}

Text saying(const Limit& limit)
{
    return {HW_TR("core", "the exact method computes only %1 so far"), {typed(limit.only)}};
}

} // namespace

std::optional<Text> exactLimit(KeyPath path)
{
    const auto found = std::ranges::find(limits(), path, &Limit::path);
    return found == limits().end() ? std::nullopt : std::optional(saying(*found));
}

Problems exactRefusals(const Plan& plan)
{
    Problems problems;
    for (const Limit& limit : limits()) {
        const Value found = keyOf(limit.path).get(plan);
        const bool unsaid = std::holds_alternative<std::monostate>(found);
        if (!unsaid && found != limit.only)
            problems.push_back({limit.path, typed(found), saying(limit)});
    }
    return problems;
}

Totals exactTotals(const Resolved& plan, const Stage& stage)
{
    return addUp(plan, stage).totals;
}

Totals exactTotals(const Resolved& plan)
{
    return mostLoaded(plan).sums.totals;
}

Bytes perNode(const Resolved& plan, Bytes perRank)
{
    return times(perRank, std::min(plan.cluster.gpus, plan.cluster.gpusPerNode));
}

Answer exactAnswer(const Resolved& plan, const Stage& stage)
{
    return answerOf(plan, stage, addUp(plan, stage));
}

Result<Answer> exactAnswer(const Resolved& plan)
{
    const Loaded most = mostLoaded(plan);
    Answer answer = answerOf(plan, *most.stage, most.sums);
    const std::int64_t stages = plan.layout.pipeline;
    for (std::int64_t i = 0; stages > 1 && i < stages; ++i) {
        const Stage stage = stageAt(plan, i);
        const Schedule& schedule = stage.schedule;
        answer.stages.push_back(
            {stage.layers, shareOf(schedule.inFlight, schedule.chunks), exactTotals(plan, stage)});
    }
    return answer;
}

} // namespace highwater
