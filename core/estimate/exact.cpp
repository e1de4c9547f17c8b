// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "estimate/exact.h"

#include "ledger/overhead.h"
#include "ledger/walk.h"
#include "plan/keys.h"

#include <algorithm>
#include <span>

namespace highwater {
namespace {

/// Adds terms up at every moment of the step.
struct AddingSink
{
    const Stage& stage;
    std::array<MomentTable::Row, groupCount> sums{};
    Bytes host = 0, disk = 0;
    Bytes everything = 0; ///< a bound of every sum: while it holds, no sum has overflowed

    void operator()(const Term& term)
    {
        const Bytes each = value(term.each, stage.symbols);
        const Bytes all = times(each, stage.table.most(term.life, term.per));
        everything = plus(everything, all);
        if (everything == tooMany)
            return;
        if (term.place != Place::Gpu) {
            (term.place == Place::Host ? host : disk) += all;
            return;
        }
        MomentTable::Row& row = sums[static_cast<std::size_t>(groupOf(term.id))];
        const MomentTable::Row& counts = stage.table.row(term.life, term.per);
        for (std::size_t i = 0; i < stage.table.columns; ++i)
            row[i] += each * counts[i];
    }

    GroupBytes at(std::size_t column) const
    {
        GroupBytes groups;
        for (std::size_t i = 0; i < groupCount; ++i)
            groups.bytes[i] = sums[i][column];
        return groups;
    }
};

/// Writes terms down as lines of a ledger.
struct RecordingSink
{
    const Stage& stage;
    const SymbolValues& symbols;
    const std::array<std::size_t, momentCount>& columns; ///< of the moments
    std::vector<Line>& lines;

    void operator()(const Term& term)
    {
        const std::int64_t copies = stage.table.most(term.life, term.per);
        if (copies == 0)
            return;
        Line line = lineOf(term.id, term.each, symbols, copies);
        line.place = term.place;
        const MomentTable::Row& counts = stage.table.row(term.life, term.per);
        for (std::size_t i = 0; i < momentCount && term.place == Place::Gpu; ++i)
            line.live[i] = counts[columns[i]];
        // It may be there only while a layer is at work that no moment is about.
        if (term.place == Place::Gpu && line.live == MomentCounts{})
            return;
        lines.push_back(std::move(line));
    }
};

SymbolValues withAllocated(const Stage& stage, Bytes allocated)
{
    SymbolValues symbols = stage.symbols;
    symbols[static_cast<std::size_t>(Symbol::AllocatedBytes)] = allocated;
    return symbols;
}

Bytes overheadAt(const Resolved& plan, const SymbolValues& symbols, Overhead level)
{
    Bytes sum = 0;
    walkOverhead(plan, level,
                 [&](const Term& term) { sum = plus(sum, value(term.each, symbols)); });
    return sum;
}

struct Sums
{
    Bytes overhead = 0; ///< what the runtime takes all the time
    std::array<GroupBytes, momentCount> moments{};
    std::array<std::size_t, momentCount> columns{}; ///< of the table, one for each moment
    SymbolValues symbols{}; ///< with what the peak allocates
    Totals totals;
};

Sums addUp(const Resolved& plan, const Stage& stage)
{
    AddingSink sink{stage};
    walk(plan, stage, sink);

    Sums sums;
    constexpr auto layer = static_cast<std::size_t>(Moment::LayerBackward);
    for (std::size_t i = 0; i < momentCount; ++i) {
        sums.columns[i] = i;
        sums.moments[i] = sink.at(i);
    }
    for (std::size_t i = momentCount; i < stage.table.columns; ++i)
        if (const GroupBytes at = sink.at(i); at.total() > sums.moments[layer].total()) {
            sums.columns[layer] = i;
            sums.moments[layer] = at;
        }

    std::size_t peak = 0;
    Bytes allocated = 0;
    for (std::size_t i = 0; i < momentCount; ++i)
        if (const Bytes total = sums.moments[i].total(); total > allocated) {
            peak = i;
            allocated = total;
        }
    if (sink.everything == tooMany)
        allocated = tooMany;

    sums.symbols = withAllocated(stage, allocated);
    const Overhead level = plan.cluster.overhead;
    const bool band = level != Overhead::None;
    const auto totalAt = [&](Overhead at) {
        return plus(allocated, overheadAt(plan, sums.symbols, band ? at : Overhead::None));
    };
    const Bytes overhead = sums.overhead = overheadAt(plan, sums.symbols, level);
    for (GroupBytes& groups : sums.moments)
        groups[Group::Overhead] = plus(groups[Group::Overhead], overhead);
    sums.totals = {sums.moments[peak],
                   plus(allocated, overhead),
                   totalAt(Overhead::Low),
                   totalAt(Overhead::High),
                   static_cast<Moment>(peak),
                   stage.layers.index,
                   sink.host,
                   sink.disk};
    return sums;
}

/// The stage of the largest total, the first of equals.
const Stage& mostLoaded(const Resolved& plan)
{
    const Stage* most = &plan.stages.front();
    Bytes total = -1;
    for (const Stage& stage : plan.stages)
        if (const Bytes found = addUp(plan, stage).totals.total; found > total) {
            total = found;
            most = &stage;
        }
    return *most;
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

Bytes overheadOf(const Resolved& plan, const Stage& stage)
{
    return addUp(plan, stage).overhead;
}

Totals exactTotals(const Resolved& plan)
{
    Totals most = addUp(plan, plan.stages.front()).totals;
    for (std::size_t i = 1; i < plan.stages.size(); ++i)
        if (const Totals found = addUp(plan, plan.stages[i]).totals; found.total > most.total)
            most = found;
    return most;
}

Bytes perNode(const Resolved& plan, Bytes perRank)
{
    return times(perRank, std::min(plan.cluster.gpus, plan.cluster.gpusPerNode));
}

Answer exactAnswer(const Resolved& plan, const Stage& stage)
{
    const Sums sums = addUp(plan, stage);
    Answer answer;
    answer.totals = sums.totals;
    for (std::size_t i = 0; i < momentCount; ++i)
        answer.moments.push_back({static_cast<Moment>(i), sums.moments[i]});
    walk(plan, stage, RecordingSink{stage, stage.symbols, sums.columns, answer.ledger});
    walkOverhead(plan, plan.cluster.overhead,
                 RecordingSink{stage, sums.symbols, sums.columns, answer.ledger});
    answer.hostPerNode = perNode(plan, sums.totals.host);
    answer.diskPerNode = perNode(plan, sums.totals.disk);
    return answer;
}

Result<Answer> exactAnswer(const Resolved& plan)
{
    Answer answer = exactAnswer(plan, mostLoaded(plan));
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
