// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"

#include "core/ledger/overhead.h"
#include "core/ledger/walk.h"
#include "core/plan/keys.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace highwater {
namespace {

/// Where a term is added: the sum of its group, or behind those the one of the pools.
constexpr auto sumOf = [] {
    std::array<std::uint8_t, static_cast<std::size_t>(TermId::Count)> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto id = static_cast<TermId>(i);
        table[i] = static_cast<std::uint8_t>(isPool(id) ? groupCount
                                                        : static_cast<std::size_t>(groupOf(id)));
    }
    return table;
}();

/// Adds terms up at every moment of the step.
struct AddingSink
{
    using Column = std::array<Bytes, groupCount + 1>;

    const Stage& stage;
    std::int64_t poolShare;
    std::array<Column, MomentTable::mostColumns> sums; // few of them are used: those are set
    Bytes host = 0, disk = 0;
    Bytes everything = 0; ///< a bound of every sum: while it holds, no sum has overflowed
    // Terms that follow one another have mostly these in common, and go into the sums together.
    std::size_t group = 0, row = 0;
    Bytes together = 0;

    AddingSink(const Stage& at, std::int64_t share)
        : stage(at)
        , poolShare(share)
    {
        std::fill_n(sums.begin(), stage.table.columns, Column{});
    }

    void operator()(const Term& term)
    {
        const std::size_t next = MomentTable::rowOf(term.life, term.point, term.per);
        const std::int64_t most = stage.table.largest[next];
        if (most == 0)
            return;
        const Bytes each = value(term.each, stage.symbols);
        if (term.place != Place::Gpu) {
            Bytes& away = term.place == Place::Host ? host : disk;
            away = plus(away, times(each, most));
            return;
        }
        const std::size_t target = sumOf[static_cast<std::size_t>(term.id)];
        if (next != row || target != group) {
            flush();
            group = target;
            row = next;
        }
        together = plus(together, target == groupCount ? pooled(term.id, each, poolShare) : each);
    }

    void flush()
    {
        const Bytes each = std::exchange(together, 0);
        everything = plus(everything, times(each, stage.table.largest[row]));
        if (everything == tooMany)
            return;
        const std::int64_t* counts = stage.table.row(row);
        Bytes* sum = &sums.front()[group];
        for (std::size_t i = 0, end = stage.table.columns; i < end; ++i, sum += Column{}.size())
            *sum += each * counts[i];
    }

    GroupBytes at(std::size_t column) const
    {
        GroupBytes groups;
        std::copy_n(sums[column].begin(), groupCount, groups.bytes.begin());
        return groups;
    }
    Bytes total(std::size_t column) const
    {
        return std::accumulate(sums[column].begin(), sums[column].begin() + groupCount, Bytes{0});
    }
    Bytes pool(std::size_t column) const { return sums[column][groupCount]; }
};

/// Inlined as a whole, for terms then need not be made to be added: a third less time.
[[gnu::flatten]] AddingSink added(const Resolved& plan, const Stage& stage, std::int64_t poolShare)
{
    AddingSink sink(stage, poolShare);
    walk(plan, stage, sink);
    sink.flush();
    return sink;
}

/// Writes terms down as lines of a ledger.
struct RecordingSink
{
    const Stage& stage;
    const SymbolValues& symbols;
    const std::array<std::size_t, momentCount>& columns; ///< of the moments
    std::int64_t poolShare;
    std::vector<Line>& lines;

    void operator()(const Term& term)
    {
        const std::size_t row = MomentTable::rowOf(term.life, term.point, term.per);
        const std::int64_t copies = stage.table.largest[row];
        if (copies == 0)
            return;
        Line line = lineOf(term.id, term.each, symbols, copies);
        line.place = term.place;
        shrinkPool(line, term.id, poolShare);
        const std::int64_t* counts = stage.table.row(row);
        for (std::size_t i = 0; i < momentCount && term.place == Place::Gpu; ++i)
            line.live[i] = counts[columns[i]];
        // What lives only beside a layer that none of the moments is about is no part of them.
        if (term.place != Place::Gpu || std::ranges::any_of(line.live, std::identity{}))
            lines.push_back(std::move(line));
    }
};

Bytes overheadAt(const Resolved& plan, const SymbolValues& symbols, Overhead level)
{
    Bytes sum = 0;
    walkOverhead(plan, level,
                 [&](const Term& term) { sum = plus(sum, value(term.each, symbols)); });
    return sum;
}

struct Sums
{
    SymbolValues symbols; ///< with what the peak allocates
    std::array<GroupBytes, momentCount> moments{};
    std::array<std::size_t, momentCount> columns{}; ///< of the table, one for each moment
    Totals totals{};
};

Sums addUp(const Resolved& plan, const Stage& stage)
{
    const AddingSink sink = added(plan, stage, wholePool);

    Sums sums{.symbols = stage.symbols};
    std::array<Bytes, momentCount> totals{};
    for (std::size_t i = 0; i < stage.table.columns; ++i) {
        const auto moment = static_cast<std::size_t>(stage.table.moments[i]);
        if (const Bytes total = sink.total(i); i < momentCount || total > totals[moment]) {
            sums.columns[moment] = i;
            totals[moment] = total;
        }
    }

    Bytes allocated = std::ranges::max(totals);
    if (sink.everything == tooMany)
        allocated = tooMany;

    sums.symbols[static_cast<std::size_t>(Symbol::AllocatedBytes)] = allocated;
    const Overhead level = plan.cluster.overhead;
    const bool band = level != Overhead::None;
    const auto overhead
        = [&](Overhead at) { return overheadAt(plan, sums.symbols, band ? at : Overhead::None); };
    const Bytes runtime = overhead(level);

    // Pools shrink alike until the highest moment has room.
    std::array<Bytes, momentCount> pools{};
    const auto takePools = [&](const AddingSink& from) {
        for (std::size_t i = 0; i < momentCount; ++i)
            pools[i] = from.pool(sums.columns[i]);
    };
    takePools(sink);
    Bytes withPools = allocated;
    std::int64_t poolShare = wholePool;
    for (std::size_t i = 0; i < momentCount; ++i) {
        withPools = std::max(withPools, plus(totals[i], pools[i]));
        const Bytes room = plan.capacity - std::min(plan.capacity, plus(totals[i], runtime));
        if (pools[i] > room)
            poolShare = std::min(
                poolShare,
                static_cast<std::int64_t>(static_cast<double>(room) / static_cast<double>(pools[i])
                                          * static_cast<double>(wholePool)));
    }
    if (poolShare != wholePool)
        takePools(added(plan, stage, poolShare));
    std::size_t peak = 0;
    for (std::size_t i = 0; i < momentCount; ++i) {
        GroupBytes& groups = sums.moments[i];
        groups = sink.at(sums.columns[i]);
        groups[Group::Overhead] = plus(groups[Group::Overhead], plus(pools[i], runtime));
        if (groups.total() > sums.moments[peak].total())
            peak = i;
    }
    const bool countable = allocated != tooMany;
    sums.totals = {sums.moments[peak],
                   countable ? sums.moments[peak].total() : tooMany,
                   plus(allocated, overhead(Overhead::Low)),
                   plus(withPools, overhead(Overhead::High)),
                   static_cast<Moment>(peak),
                   stage.layers.index,
                   sink.host,
                   sink.disk,
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
    const std::int64_t poolShare = sums.totals.poolShare;
    walk(plan, stage, RecordingSink{stage, stage.symbols, sums.columns, poolShare, answer.ledger});
    walkOverhead(plan, plan.cluster.overhead,
                 RecordingSink{stage, sums.symbols, sums.columns, poolShare, answer.ledger});
    answer.hostPerNode = perNode(plan, sums.totals.host);
    answer.diskPerNode = perNode(plan, sums.totals.disk);
    return answer;
}

/// A key and the one value of it that is computed so far.
struct Limit
{
    std::string_view path;
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

std::optional<Text> exactLimit(std::string_view path)
{
    const auto found = std::ranges::find(limits(), path, &Limit::path);
    return found == limits().end() ? std::nullopt : std::optional(saying(*found));
}

Problems exactRefusals(const Plan& plan)
{
    Problems problems;
    for (const Limit& limit : limits()) {
        const Value found = findKey(limit.path)->get(plan);
        const bool unsaid = std::holds_alternative<std::monostate>(found);
        if (!unsaid && found != limit.only)
            problems.push_back({std::string(limit.path), typed(found), saying(limit)});
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
