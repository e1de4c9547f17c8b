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

using MomentGroups = std::array<GroupBytes, momentCount>;

/// Adds terms up at every moment of the step.
struct AddingSink
{
    const SymbolValues& symbols;
    MomentGroups& sums;
    Bytes& everything; ///< a bound of every sum: while it holds, no sum has overflowed

    void operator()(const Term& term)
    {
        const Bytes each = value(term.each, symbols);
        everything = plus(everything, times(each, term.copies.all));
        if (everything == tooMany)
            return;
        const Group group = groupOf(term.id);
        const MomentCounts counts = live(term.life, term.copies);
        for (std::size_t i = 0; i < momentCount; ++i)
            sums[i][group] += each * counts[i];
    }
};

/// Writes terms down as lines of a ledger.
struct RecordingSink
{
    const SymbolValues& symbols;
    std::vector<Line>& lines;

    void operator()(const Term& term)
    {
        Line line = lineOf(term.id, term.each, symbols, term.copies.all);
        line.live = live(term.life, term.copies);
        lines.push_back(std::move(line));
    }
};

SymbolValues withAllocated(const Resolved& plan, Bytes allocated)
{
    SymbolValues symbols = plan.symbols;
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
    MomentGroups moments{};
    SymbolValues symbols{}; ///< with what the peak allocates
    Totals totals;
};

Sums addUp(const Resolved& plan)
{
    Sums sums;
    Bytes everything = 0;
    walk(plan, AddingSink{plan.symbols, sums.moments, everything});

    std::size_t peak = 0;
    Bytes allocated = 0;
    for (std::size_t i = 0; i < momentCount; ++i)
        if (const Bytes total = sums.moments[i].total(); total > allocated) {
            peak = i;
            allocated = total;
        }
    if (everything == tooMany)
        allocated = tooMany;

    sums.symbols = withAllocated(plan, allocated);
    const Overhead level = plan.cluster.overhead;
    const bool band = level != Overhead::None;
    const auto totalAt = [&](Overhead at) {
        return plus(allocated, overheadAt(plan, sums.symbols, band ? at : Overhead::None));
    };
    const Bytes overhead = overheadAt(plan, sums.symbols, level);
    for (GroupBytes& groups : sums.moments)
        groups[Group::Overhead] = overhead;
    sums.totals = {sums.moments[peak], plus(allocated, overhead), totalAt(Overhead::Low),
                   totalAt(Overhead::High), static_cast<Moment>(peak)};
    return sums;
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
        Limit{"recipe.framework", std::string("plain")},
        Limit{"adapter.kind", std::string("none")},
        Limit{"layout.tensor", std::int64_t{1}},
        Limit{"layout.pipeline", std::int64_t{1}},
        Limit{"layout.context", std::int64_t{1}},
        Limit{"layout.expert", std::int64_t{1}},
        Limit{"layout.expert_tensor", std::int64_t{1}},
        Limit{"layout.virtual_pipeline", std::int64_t{1}},
        Limit{"layout.stage_split", std::string("even")},
        Limit{"layout.imbalance", 1.0},
        Limit{"layout.offload_optimizer", std::string("none")},
        Limit{"layout.offload_parameters", std::string("none")},
        Limit{"layout.offload_activations", std::string("none")},
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

Totals exactTotals(const Resolved& plan)
{
    return addUp(plan).totals;
}

Result<Answer> exactAnswer(const Resolved& plan)
{
    const Sums sums = addUp(plan);
    Answer answer;
    answer.totals = sums.totals;
    for (std::size_t i = 0; i < momentCount; ++i)
        answer.moments.push_back({static_cast<Moment>(i), sums.moments[i]});
    walk(plan, RecordingSink{plan.symbols, answer.ledger});
    walkOverhead(plan, plan.cluster.overhead, RecordingSink{sums.symbols, answer.ledger});
    return answer;
}

} // namespace highwater
