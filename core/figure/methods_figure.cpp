// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/methods_figure.h"

#include "core/figure/compare.h"
#include "core/figure/plan_words.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// "B · Lecture, ZeRO"
Text methodName(std::size_t index, MethodId method)
{
    return listed({Text::plain(letterOf(index)), Text(methodOf(method).name)});
}

/// The text of a key, for which the window puts its label; of a group of keys, its name.
Text keyText(const std::string& field)
{
    const auto key = findKeyPath(std::string_view(field));
    return key ? Text(key->text().data()) : Text::plain(field);
}

/// The flaw of the method, or the reason why it has no answer.
Text flawOf(const MethodAnswer& answer)
{
    if (answer.estimate)
        return {methodOf(answer.method).flaw};
    const Problem& problem = answer.estimate.problems().front();
    return listed({{HW_TR("core", "no answer")}, keyText(problem.field), problem.message});
}

/// The exact total and the range of the other methods' totals, as far as these exist.
Text headline(const MethodComparison& comparison, MemoryUnit unit)
{
    Bytes least = 0, most = 0;
    for (std::size_t i = 1; i < comparison.answers.size(); ++i) {
        const auto& found = comparison.answers[i].estimate;
        if (!found)
            continue;
        const Bytes total = found->answer.totals.total;
        least = least == 0 ? total : std::min(least, total);
        most = std::max(most, total);
    }
    const auto amount = [unit](Bytes bytes) { return amountText(bytes, unit, 1); };
    const std::string in(nameOf(unit));
    const auto& exact = comparison.answers.front().estimate;
    if (!exact)
        return {HW_TR("core", "The methods say %1 to %2 %3"), {amount(least), amount(most), in}};
    const Bytes total = exact->answer.totals.total;
    if (most == 0)
        return {HW_TR("core", "Exact: %1 %2"), {amount(total), in}};
    return {HW_TR("core", "Exact: %1 %4; the other methods say %2 to %3 %4"),
            {amount(total), amount(least), amount(most), in}};
}

const Resolved& resolvedOf(const MethodComparison& comparison)
{
    return std::ranges::find_if(
               comparison.answers,
               [](const MethodAnswer& answer) { return static_cast<bool>(answer.estimate); })
        ->estimate->plan;
}

Panel barsOf(const MethodComparison& comparison)
{
    Panel panel;
    panel.bars = true;
    std::vector<Totals> bars;
    for (std::size_t i = 0; i < comparison.answers.size(); ++i) {
        const MethodAnswer& answer = comparison.answers[i];
        if (!answer.estimate)
            continue;
        bars.push_back(answer.estimate->answer.totals);
        panel.xs.push_back(static_cast<std::int64_t>(i) + 1);
        panel.x.ticks.push_back(static_cast<double>(panel.xs.back()));
        panel.names.push_back(methodName(i, answer.method));
    }
    panel.layers = layersOf(bars, everyGroup, resolvedOf(comparison).serves());
    panel.x.title = {HW_TR("core", "Method")};
    panel.x.marks = Marks::Letters;
    panel.x.least = 1;
    panel.x.most = static_cast<double>(comparison.answers.size());
    return panel;
}

/// "+41.2 %", with the minus that the window writes.
std::string awayText(double away)
{
    const std::string percent = grouped(std::abs(100 * away), 1) + " %";
    return (away < 0 ? "−" : "+") + percent;
}

} // namespace

Figure methodsFigure(const MethodComparison& comparison, MemoryUnit unit)
{
    const Resolved& plan = resolvedOf(comparison);
    Figure figure;
    figure.name = "methods";
    figure.title = {HW_TR("core", "The same plan by every method")};
    figure.subtitle = planLine(plan, {.method = false});
    figure.unit = unit;
    figure.limit = limitLine(comparison.capacity, unit); // a short label among so many bars
    Panel panel = barsOf(comparison);
    panel.listed = true;
    panel.captions.push_back(headline(comparison, unit));
    for (std::size_t i = 0; i < comparison.answers.size(); ++i) {
        const MethodAnswer& answer = comparison.answers[i];
        Text line = methodName(i, answer.method);
        if (answer.method != MethodId::Exact || !answer.estimate)
            line.more.push_back(flawOf(answer));
        panel.captions.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

Result<Figure> methodsFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                             const std::optional<IdleShares>& idle)
{
    const auto comparison = byEveryMethod(plan, catalog, idle);
    if (!comparison)
        return comparison.problems();
    return methodsFigure(*comparison, unit);
}

FigureTable methodsTable(const MethodComparison& comparison, MethodId own, MemoryUnit unit)
{
    FigureTable table;
    table.heads = {{HW_TR("core", "Method")},
                   {HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))}},
                   {HW_TR("core", "Difference")},
                   {HW_TR("core", "Verdict")},
                   {HW_TR("core", "Flaw")}};
    for (std::size_t i = 0; i < comparison.answers.size(); ++i) {
        const MethodAnswer& answer = comparison.answers[i];
        const bool strong = answer.method == own;
        std::vector<TableCell> row{wordsCell(methodName(i, answer.method), strong)};
        if (answer.estimate) {
            const Bytes total = answer.estimate->answer.totals.total;
            const auto away = comparison.away(answer);
            row.push_back(bytesCell(total, total > comparison.capacity, strong));
            row.push_back(away && i > 0 ? writtenCell(awayText(*away)) : noCell());
            row.push_back(wordsCell(verdictWord(answer.estimate->verdict)));
        } else {
            row.insert(row.end(), {noCell(), noCell(), wordsCell({})});
        }
        row.push_back(wordsCell(flawOf(answer)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace highwater
