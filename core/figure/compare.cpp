// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/compare.h"

#include "core/answer/group_words.h"
#include "core/explore/solve.h"
#include "core/explore/sweep.h"
#include "core/figure/context_chart.h"
#include "core/figure/figure_words.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/time_answer.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

struct Prepared
{
    std::size_t index = 0;
    Resolved plan; ///< as it is drawn
    std::shared_ptr<CountedPlan> counted;
};

std::shared_ptr<CountedPlan> countedAmong(const CountedPlans& counted, const Plan& plan)
{
    const auto found
        = std::ranges::find_if(counted, [&](const auto& each) { return each->plan == plan; });
    return found == counted.end() ? nullptr : *found;
}

Result<std::shared_ptr<CountedPlan>> countedPlan(const Plan& plan, Result<Resolved> resolved)
{
    const auto found = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!found)
        return found.problems();
    return std::make_shared<CountedPlan>(CountedPlan{plan, *std::move(resolved), *found});
}

/// The plans that have an estimate; `problems` gets the first reason why another one has none.
/// While one plan's control is dragged, the others are not replayed at the points that are drawn.
std::vector<Prepared> prepared(const std::vector<Compared>& plans, const Catalog& catalog,
                               const std::optional<MovingPlan>& moving, CountedPlans* counted,
                               Problems& problems)
{
    std::vector<Prepared> good;
    CountedPlans resting;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Plan& plan = plans[i].plan;
        const bool moves = moving && moving->index == i;
        std::shared_ptr<CountedPlan> each
            = counted && !moves ? countedAmong(*counted, plan) : nullptr;
        if (!each) {
            auto made = countedPlan(
                plan, moves ? prepare(plan, catalog, moving->idle) : prepare(plan, catalog));
            if (!made) {
                if (problems.empty())
                    problems = made.problems();
                continue;
            }
            each = *std::move(made);
        }
        if (!moves)
            resting.push_back(each);
        good.push_back({i, each->resolved, std::move(each)});
        if (moving && !moves) {
            good.back().plan.replays = false;
            good.back().plan.idle = idleSharesOf(good.back().counted->judged.totals);
        }
    }
    if (counted)
        *counted = std::move(resting);
    return good;
}

/// Whether every plan generates text: the groups then have the names for serving.
bool serveAll(const std::vector<Prepared>& plans)
{
    return std::ranges::all_of(plans, [](const Prepared& each) { return each.plan.serves(); });
}

/// The largest context to which one of the plans would be drawn if it were alone.
std::int64_t farthestEnd(const std::vector<Prepared>& plans)
{
    std::int64_t last = 0;
    for (const Prepared& each : plans) {
        std::optional<std::int64_t>& end = each.counted->chartEnd;
        if (!end) {
            const auto chart = contextChart(each.counted->resolved, {});
            end = chart ? std::llround(chart->x.most) : 0;
        }
        last = std::max(last, *end);
    }
    return last;
}

std::int64_t longestOf(CountedPlan& plan)
{
    if (!plan.longest)
        plan.longest = longestContext(plan.resolved, SolveFor::Run);
    return *plan.longest;
}

/// "B  Shared", with the method where it is not the exact one.
Text lineName(const Compared& compared, std::size_t index)
{
    std::vector<Text> parts;
    if (compared.name.empty())
        parts.push_back(Text::plain(letterOf(index)));
    else
        parts.push_back({"%1  %2", {letterOf(index), compared.name}});
    if (compared.plan.method != MethodId::Exact)
        parts.push_back({methodOf(compared.plan.method).name});
    return listed(std::move(parts));
}

/// What the plans' methods are, each said once.
Text methodsOf(const std::vector<Compared>& plans)
{
    std::vector<Text> said;
    for (const Compared& each : plans)
        if (auto counted = countedBy(each.plan.method);
            counted && std::ranges::find(said, *counted) == said.end())
            said.push_back(*std::move(counted));
    return listed(std::move(said));
}

/// The current plan's line is the solid one, wherever it is in the list.
CurveLook lookOf(std::size_t index, std::size_t current)
{
    return {index, index == current ? 0 : index < current ? index + 1 : index};
}

/// The plan at this place of the list, where it has an estimate.
const Prepared* preparedAt(std::size_t index, const std::vector<Prepared>& good)
{
    const auto found = std::ranges::find(good, index, &Prepared::index);
    return found == good.end() ? nullptr : &*found;
}

/// A row of one number for each plan with an estimate.
template <class Number>
std::vector<TableCell> numberRow(Text name, const std::vector<Compared>& plans, std::size_t base,
                                 const std::vector<Prepared>& good, bool strong, Number number)
{
    std::vector<TableCell> row{wordsCell(std::move(name), strong)};
    const Prepared* from = preparedAt(base, good);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Prepared* each = preparedAt(i, good);
        row.push_back(each ? number(*each) : noCell());
        row.back().strong = strong;
        if (i == base)
            continue;
        TableCell away = wordsCell({});
        if (each && from) {
            away = number(*each);
            const TableCell origin = number(*from);
            away.kind = away.kind == CellKind::Amount ? CellKind::AmountAway : CellKind::CountAway;
            away.number -= origin.number;
            away.over = false;
            if (origin.kind == CellKind::None || number(*each).kind == CellKind::None)
                away = wordsCell({});
        }
        row.push_back(std::move(away));
    }
    return row;
}

const ComparedTimes& timesOf(CountedPlan& plan)
{
    if (!plan.times) {
        ComparedTimes times;
        if (!plan.resolved.serves())
            if (const auto found = timeOf(plan.resolved)) {
                times.seconds = found->seconds;
                times.tokensPerSecond = found->tokensPerSecond;
                times.modelUtilisation = 100 * found->modelUtilisation;
                if (found->run) {
                    times.days = found->run->days();
                    times.price = found->run->price;
                }
            }
        plan.times = times;
    }
    return *plan.times;
}

/// How the change of a number is said, and which number is the best.
struct RowRule
{
    bool inPercent = true, moreIsBetter = false;
    bool brief = false; ///< "6.14M" in place of all digits
};

/// A row of a speed or a cost; none where no plan has it.
template <class Number>
void addRealRow(FigureTable& table, Text name, const std::vector<Compared>& plans, std::size_t base,
                const std::vector<Prepared>& good, RowRule rule, Number number)
{
    std::vector<std::optional<double>> values(plans.size());
    for (const Prepared& each : good)
        values[each.index] = number(timesOf(*each.counted));
    std::optional<double> best;
    std::size_t known = 0;
    for (const std::optional<double>& value : values)
        if (value) {
            ++known;
            if (!best || (rule.moreIsBetter ? *value > *best : *value < *best))
                best = value;
        }
    if (known == 0)
        return;
    const auto& from = values[base];
    std::vector<TableCell> row{wordsCell(std::move(name))};
    for (std::size_t i = 0; i < values.size(); ++i) {
        row.push_back(values[i]
                          ? writtenCell(rule.brief ? briefText(*values[i]) : amountText(*values[i]))
                          : noCell());
        row.back().strong = known > 1 && values[i] && *values[i] == *best;
        if (i == base)
            continue;
        TableCell away = wordsCell({});
        if (values[i] && from && *from != 0)
            away = writtenCell(rule.inPercent ? changeText(100 * (*values[i] / *from - 1), 1, " %")
                                              : changeText(*values[i] - *from, 1));
        away.quiet = true;
        row.push_back(std::move(away));
    }
    table.rows.push_back(std::move(row));
}

void addTimes(FigureTable& table, const std::vector<Compared>& plans, std::size_t base,
              const std::vector<Prepared>& good)
{
    using Times = const ComparedTimes&;
    const auto add = [&](const char* name, RowRule rule, auto number) {
        addRealRow(table, {name}, plans, base, good, rule, number);
    };
    add(HW_TR("core", "Step (s)"), {}, [](Times times) { return times.seconds; });
    add(HW_TR("core", "Tokens/s"), {true, true}, [](Times times) { return times.tokensPerSecond; });
    add(HW_TR("core", "MFU (%)"), {false, true},
        [](Times times) { return times.modelUtilisation; });
    add(HW_TR("core", "Run (days)"), {}, [](Times times) { return times.days; });
    add(HW_TR("core", "Cost (USD)"), {.brief = true}, [](Times times) { return times.price; });
}

/// Marks the smallest amount of the last row, where several plans have one.
void markLeast(FigureTable& table)
{
    TableCell* least = nullptr;
    std::size_t known = 0;
    for (TableCell& cell : table.rows.back())
        if (cell.kind == CellKind::Amount) {
            ++known;
            if (!least || cell.number < least->number)
                least = &cell;
        }
    if (known > 1)
        least->strong = true;
}

/// The verdict of each plan with an estimate; after the verdict of a plan other than `base` comes
/// an empty cell.
std::vector<TableCell> verdictRow(std::size_t plans, std::size_t base,
                                  const std::vector<Prepared>& good)
{
    std::vector<TableCell> row{wordsCell({HW_TR("core", "Verdict")})};
    for (std::size_t i = 0; i < plans; ++i) {
        const Prepared* each = preparedAt(i, good);
        row.push_back(each ? wordsCell(verdictWord(each->counted->judged.verdict)) : noCell());
        if (i != base)
            row.push_back(wordsCell({}));
    }
    return row;
}

/// A plan's value of a key, defaults filled in.
Value shownValue(const Plan& plan, const Key& key)
{
    return key.get(withDefaults(plan));
}

bool isSetting(const Key& key)
{
    return !isDescription(key.path);
}

/// The plans' totals against context, one curve for each plan.
Result<Panel> linesPanel(const std::vector<Compared>& plans, const std::vector<Prepared>& good,
                         std::int64_t context, std::size_t current, Replays replays)
{
    Panel lines;
    constexpr std::int64_t from = 1024;
    const std::int64_t to = std::max<std::int64_t>(farthestEnd(good), 2 * from);
    lines.xs = octaveSamples(from, to);
    if (context > from && context < to)
        addPoint(lines.xs, context);
    for (const Prepared& each : good) {
        ContextTotals over(each.plan, context, replays);
        const auto swept = contextSweep(over, lines.xs);
        if (!swept)
            return swept.problems();
        Curve curve{lineName(plans[each.index], each.index), {}, lookOf(each.index, current)};
        for (const Totals& point : *swept)
            curve.values.push_back(point.total);
        lines.curves.push_back(std::move(curve));
    }
    lines.x.title = {HW_TR("core", "Context length (tokens, log₂ scale)")};
    for (std::int64_t mark = from; mark <= to; mark *= 2)
        lines.x.ticks.push_back(static_cast<double>(mark));
    lines.x.least = static_cast<double>(from);
    lines.x.most = static_cast<double>(to);
    if (context >= from && context <= to)
        lines.markers.push_back({static_cast<double>(context),
                                 {HW_TR("core", "%1 {token|tokens}"), {grouped(context)}}});
    lines.share = 1.6; // curves need more width than a few bars
    return lines;
}

/// The plans' groups at one context, one bar for each plan.
Result<Panel> barsPanel(const std::vector<Compared>& plans, const std::vector<Prepared>& good,
                        std::int64_t context)
{
    Panel bars;
    bars.title = {HW_TR("core", "At %1 {token|tokens}"), {grouped(context)}};
    std::vector<Totals> at;
    for (const Prepared& each : good) {
        Resolved moved = each.plan;
        setWorkload(moved, context, each.plan.workload.microBatch);
        const auto found = totals(moved);
        if (!found)
            return found.problems();
        at.push_back(*found);
        bars.xs.push_back(static_cast<std::int64_t>(each.index) + 1);
        bars.x.ticks.push_back(static_cast<double>(bars.xs.back()));
    }
    bars.layers = layersOf(at, everyGroup, serveAll(good));
    bars.bars = true;
    bars.x.marks = Marks::Letters;
    bars.x.title = {HW_TR("core", "Plan")};
    bars.x.least = 1;
    bars.x.most = static_cast<double>(plans.size());
    return bars;
}

/// Adds a row for each key whose values differ; after the value of a plan other than `base` comes
/// an empty cell.
void addDifferences(FigureTable& table, const std::vector<Compared>& plans, std::size_t base)
{
    for (const Key* key : differingKeys(plans)) {
        std::vector<TableCell> row{keyCell(key->path)};
        for (std::size_t i = 0; i < plans.size(); ++i) {
            row.push_back(valueCell(key->path, shownValue(plans[i].plan, *key)));
            if (i != base)
                row.push_back(wordsCell({}));
        }
        table.rows.push_back(std::move(row));
    }
}

} // namespace

std::string letterOf(std::size_t index)
{
    return markLabel(static_cast<double>(index) + 1, Marks::Letters);
}

Result<Figure> compareFigure(const std::vector<Compared>& plans, std::int64_t context,
                             const Catalog& catalog, MemoryUnit unit, std::size_t current,
                             const std::optional<MovingPlan>& moving, Replays replays,
                             CountedPlans* counted)
{
    Problems problems;
    const std::vector<Prepared> good = prepared(plans, catalog, moving, counted, problems);
    if (good.empty())
        return problems.empty() ? Problems{{{}, {}, {HW_TR("core", "no plan to compare")}}}
                                : problems;
    Figure figure;
    figure.name = "compare";
    figure.title = {HW_TR("core", "Plans compared")};
    figure.subtitle = methodsOf(plans);
    figure.unit = unit;
    figure.sharedScale = true;
    const auto limiting = std::ranges::find(good, current, &Prepared::index);
    const Resolved& limited = (limiting == good.end() ? good.front() : *limiting).plan;
    figure.limit = limitLine(limited.capacity, unit, deviceName(limited));

    auto lines = linesPanel(plans, good, context, current, replays);
    auto bars = barsPanel(plans, good, context);
    if (!lines || !bars)
        return lines ? bars.problems() : lines.problems();
    lines->y.title = bars->y.title = valueTitle(unit);
    figure.panels = {*std::move(lines), *std::move(bars)};
    scaleY(figure);
    return figure;
}

std::optional<std::size_t> comparedAt(std::size_t column, std::size_t base)
{
    if (column == 0)
        return std::nullopt;
    std::size_t place = 0;
    for (std::size_t next = 1; next + (place == base ? 0 : 1) < column; ++place)
        next += place == base ? 1 : 2;
    return place;
}

std::size_t columnOfCompared(std::size_t place, std::size_t base)
{
    return 1 + 2 * place - (place > base ? 1 : 0);
}

std::vector<const Key*> differingKeys(const std::vector<Compared>& plans)
{
    std::vector<const Key*> differing;
    for (const Key& key : keys()) {
        const auto differs = [&](const Compared& each) {
            return shownValue(each.plan, key) != shownValue(plans.front().plan, key);
        };
        if (isSetting(key) && std::ranges::any_of(plans, differs))
            differing.push_back(&key);
    }
    return differing;
}

FigureTable compareTable(const std::vector<Compared>& plans, std::size_t base,
                         const Catalog& catalog, const std::optional<MovingPlan>& moving,
                         CountedPlans* counted)
{
    FigureTable table;
    table.heads.push_back(plans.size() > 1 ? Text{HW_TR("core", "Only what differs")} : Text{});
    for (std::size_t i = 0; i < plans.size(); ++i) {
        table.heads.push_back(lineName(plans[i], i));
        if (i != base)
            table.heads.push_back({"±"});
    }
    addDifferences(table, plans, base);

    Problems problems;
    const std::vector<Prepared> good = prepared(plans, catalog, moving, counted, problems);
    const auto bytesRow = [&](Text name, bool strong, auto bytesOf) {
        table.rows.push_back(
            numberRow(std::move(name), plans, base, good, strong, [&](const Prepared& each) {
                const Bytes bytes = bytesOf(each.counted->judged.totals);
                return bytesCell(bytes, strong && bytes > each.plan.capacity);
            }));
    };
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        if (std::ranges::any_of(good, [group](const Prepared& each) {
                return each.counted->judged.totals.perGpu[group] > 0;
            })) {
            bytesRow(groupName(group, serveAll(good)), false,
                     [group](const Totals& totals) { return totals.perGpu[group]; });
            table.rows.back().front().group = group;
        }
    }
    bytesRow({HW_TR("core", "Total")}, true, [](const Totals& totals) { return totals.total; });
    bytesRow({HW_TR("core", "Upper end")}, false,
             [](const Totals& totals) { return std::max(totals.high, totals.total); });
    markLeast(table);
    table.rows.push_back(verdictRow(plans.size(), base, good));
    table.rows.push_back(numberRow({HW_TR("core", "Longest context")}, plans, base, good, false,
                                   [](const Prepared& each) {
                                       const std::int64_t longest = longestOf(*each.counted);
                                       return longest > 0 ? countCell(longest) : noCell();
                                   }));
    addTimes(table, plans, base, good);
    if (!problems.empty())
        table.note = problems.front().message;
    else if (plans.size() == 1)
        table.note = {HW_TR("core", "Add a plan to see differences")};
    else if (std::ranges::any_of(plans, [&](const Compared& each) {
                 return each.plan.workload.context != plans.front().plan.workload.context;
             }))
        table.note = {HW_TR(
            "core",
            "Here each plan is counted at its own context; the bars have one context for all")};
    return table;
}

} // namespace highwater
