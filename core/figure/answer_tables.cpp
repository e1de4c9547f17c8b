// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/answer_tables.h"

#include "core/answer/group_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace highwater {
namespace {

/// "3, most loaded": stages with equal memory differ by their place only.
Text nameOf(const StageTotal& stage, const Answer& answer)
{
    const std::int64_t index = stage.layers.index;
    const bool most = index == answer.totals.stage;
    const bool first = index == 0;
    const bool last = index + 1 == static_cast<std::int64_t>(answer.stages.size());
    const char* id = most && first ? HW_TR("core", "%1, first, most loaded")
        : most && last             ? HW_TR("core", "%1, last, most loaded")
        : most                     ? HW_TR("core", "%1, most loaded")
        : first                    ? HW_TR("core", "%1, first")
        : last                     ? HW_TR("core", "%1, last")
                                   : "%1";
    return {id, {grouped(index + 1)}};
}

Text layersOf(const StageLayers& layers)
{
    if (layers.layers() == 1)
        return Text::plain(grouped(layers.end));
    return {"%1–%2", {grouped(layers.first + 1), grouped(layers.end)}};
}

constexpr EnumTable<AnswerColumn, const char*> columnHeads({
    HW_TR("core", "Group"),
    HW_TR("core", "Tensor"),
    HW_TR("core", "Part"),
    HW_TR("core", "Traffic"),
    HW_TR("core", "Step"),
    HW_TR("core", "Shape"),
    HW_TR("core", "Formula"),
    HW_TR("core", "With numbers"),
    HW_TR("core", "Source"),
    HW_TR("core", "Link"),
    HW_TR("core", "Copies"),
    HW_TR("core", "One copy"),
    HW_TR("core", "At the peak"),
    HW_TR("core", "At the peak"),
    HW_TR("core", "Share (%)"),
    "GB",
    "GB/s",
    HW_TR("core", "Seconds"),
    HW_TR("core", "Seconds that wait"),
});

using Row = std::vector<TableCell>;

/// A row of the cells that `cellOf` makes for the columns.
template <class CellOf> Row rowOf(AnswerColumns columns, const CellOf& cellOf)
{
    Row row;
    for (const AnswerColumn column : columns)
        row.push_back(cellOf(column));
    return row;
}

/// A table without rows.
FigureTable tableOf(const char* title, AnswerColumns columns)
{
    FigureTable table;
    table.title = {title};
    for (const AnswerColumn column : columns)
        table.heads.emplace_back(columnHeads[column]);
    return table;
}

/// The row of a sum: its name, in the first column of words, and the numbers of `cellOf`.
template <class CellOf> Row sumRow(AnswerColumns columns, const char* name, const CellOf& cellOf)
{
    Row row = rowOf(columns, cellOf);
    const auto words = std::ranges::find_if_not(row, &TableCell::isNumber);
    if (words != row.end())
        *words = wordsCell({name}, true);
    return row;
}

TableCell plainCell(const std::string& text)
{
    return wordsCell(Text::plain(text));
}

TableCell shareCell(double share)
{
    return realCell(100 * share, 1);
}

/// The cells of a line that are the same for parts and traffic.
template <class Line> TableCell timeCell(const Line& line, AnswerColumn column)
{
    switch (column) {
    case AnswerColumn::Formula:
        return wordsCell(line.formula);
    case AnswerColumn::Numbers:
        return wordsCell(line.numbers);
    case AnswerColumn::Source:
        return wordsCell(line.source);
    default:
        return wordsCell(wholeLabel(line));
    }
}

TableCell cellOf(const TimeLine& line, AnswerColumn column)
{
    return column == AnswerColumn::Share  ? shareCell(line.share)
        : column == AnswerColumn::Seconds ? realCell(line.seconds)
                                          : timeCell(line, column);
}

TableCell cellOf(const TrafficLine& line, AnswerColumn column)
{
    const Traffic& traffic = line.traffic;
    switch (column) {
    case AnswerColumn::Link:
        return wordsCell(linkName(traffic.link));
    case AnswerColumn::Gigabytes:
        return realCell(traffic.bytes / si::giga);
    case AnswerColumn::Rate:
        return realCell(traffic.rate / si::giga);
    case AnswerColumn::Seconds:
        return realCell(traffic.seconds);
    case AnswerColumn::Waits:
        return realCell(traffic.waits);
    default:
        return timeCell(line, column);
    }
}

/// A row for each of the lines of a step.
template <class Line>
FigureTable tableOf(const char* title, AnswerColumns columns, const std::vector<Line>& lines)
{
    FigureTable table = tableOf(title, columns);
    for (const Line& line : lines)
        table.rows.push_back(
            rowOf(columns, [&](AnswerColumn column) { return cellOf(line, column); }));
    return table;
}

/// The cells of some copies of a line's tensor.
TableCell cellOf(const Line& line, std::int64_t copies, AnswerColumn column,
                 const Translator& words, bool serves)
{
    const Bytes bytes = bounded::times(line.each, copies);
    switch (column) {
    case AnswerColumn::Group:
        return wordsCell(groupName(line.group, serves));
    case AnswerColumn::Step:
        return plainCell(line.step);
    case AnswerColumn::Shape:
        return plainCell(line.shape);
    case AnswerColumn::Formula:
        return plainCell(line.formula);
    case AnswerColumn::Numbers:
        return plainCell(line.numbers);
    case AnswerColumn::Copies:
        return countCell(copies);
    case AnswerColumn::OneCopy:
        return countCell(line.each);
    case AnswerColumn::AllCopies:
        return countCell(bytes);
    case AnswerColumn::AtPeak:
        return bytesCell(bytes);
    default:
        return plainCell(lineName(line, words));
    }
}

class RunRows
{
public:
    explicit RunRows(const TimeAnswer& answer)
        : m_low(answer.low / answer.seconds)
        , m_high(answer.high / answer.seconds)
        , m_banded(answer.low < answer.high)
    { }

    /// A row of a value that grows with the time of a step.
    void addLong(const char* name, double expected, bool strong = false)
    {
        add(name, briefText(m_low * expected), briefText(expected), briefText(m_high * expected),
            strong);
    }
    /// A row of a value that shrinks as a step takes longer.
    void addFast(const char* name, double expected)
    {
        add(name, briefText(expected / m_high), briefText(expected), briefText(expected / m_low));
    }
    void addPercent(const char* name, double share)
    {
        const double percent = 100 * share;
        add(name, fixed(percent / m_high, 1), fixed(percent, 1), fixed(percent / m_low, 1));
    }
    void addFixed(const char* name, std::string number)
    {
        rows.push_back({wordsCell({name}), noCell(), writtenCell(std::move(number)), noCell()});
    }

    std::vector<std::vector<TableCell>> rows;

private:
    void add(const char* name, std::string low, std::string expected, std::string high,
             bool strong = false)
    {
        rows.push_back({wordsCell({name}, strong),
                        m_banded ? writtenCell(std::move(low)) : noCell(),
                        writtenCell(std::move(expected), strong),
                        m_banded ? writtenCell(std::move(high)) : noCell()});
    }

    double m_low, m_high;
    bool m_banded;
};

Text noteOn(const TimeAnswer& answer)
{
    if (!answer.run)
        return {HW_TR("core",
                      "Days and price need the length of the run: examples, mean length and "
                      "epochs.")};
    return {answer.byUtilisation
                ? HW_TR("core", "At the utilisation that the plan states, without low and high.")
                : HW_TR("core", "80 % of measured steps lie in between.")};
}

} // namespace

FigureTable groupTable(const Estimate& estimate)
{
    const Totals& totals = estimate.answer.totals;
    FigureTable table;
    table.heads = {{HW_TR("core", "Group")}, {"GiB"}, {HW_TR("core", "Share")}};
    const auto add = [&](const Text& name, Bytes bytes) {
        const double share = totals.total > 0 ? toGib(bytes) / toGib(totals.total) : 0;
        table.rows.push_back(
            {wordsCell(name), bytesCell(bytes), writtenCell(fixed(100 * share, 1) + " %")});
    };
    for (const Group group : everyOf<Group>())
        add(groupName(group, estimate.plan.serves()), totals.perGpu[group]);
    add({HW_TR("core", "Total per GPU")}, totals.total);
    return table;
}

FigureTable stageTable(const Estimate& estimate)
{
    const Answer& answer = estimate.answer;
    FigureTable table;
    if (answer.stages.empty())
        return table;
    const bool band = answer.totals.low != answer.totals.high;
    const auto head = [&table](const Text& text) { table.heads.push_back(text); };
    head({HW_TR("core", "Stage")});
    head({HW_TR("core", "Layers")});
    head({HW_TR("core", "In flight")});
    head({HW_TR("core", "Total")});
    if (band) {
        head({HW_TR("core", "Low")});
        head({HW_TR("core", "High")});
    }
    head({HW_TR("core", "States")});
    head(groupName(Group::Activations));
    head(groupName(Group::Temporary));
    head({HW_TR("core", "Peak at")});
    const Bytes capacity = estimate.plan.capacity;
    for (const StageTotal& stage : answer.stages) {
        const Totals& totals = stage.totals;
        const bool most = stage.layers.index == answer.totals.stage;
        std::vector<TableCell> row{wordsCell(nameOf(stage, answer), most),
                                   wordsCell(layersOf(stage.layers)), countCell(stage.inFlight),
                                   bytesCell(totals.total, totals.total > capacity, most)};
        if (band) {
            row.push_back(bytesCell(totals.low, totals.low > capacity));
            row.push_back(bytesCell(totals.high, totals.high > capacity));
        }
        for (const Bytes part : {totals.perGpu.states(), totals.perGpu[Group::Activations],
                                 totals.perGpu[Group::Temporary]})
            row.push_back(bytesCell(part));
        row.push_back(wordsCell(totals.peakMoment ? momentName(*totals.peakMoment) : Text()));
        table.rows.push_back(std::move(row));
    }
    return table;
}

FigureTable briefStageTable(const Estimate& estimate)
{
    constexpr std::size_t few = 8;
    FigureTable table = stageTable(estimate);
    const std::vector<Row> all = std::exchange(table.rows, {});
    const auto most = static_cast<std::size_t>(estimate.answer.totals.stage);
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool tells
            = all.size() <= few || i < 2 || i + 1 == all.size() || (i <= most + 1 && most <= i + 1);
        if (!tells)
            continue;
        if (i > next)
            table.rows.push_back({wordsCell(
                {HW_TR("core", "… %1 more"), {grouped(static_cast<long long>(i - next))}})});
        table.rows.push_back(all[i]);
        next = i + 1;
    }
    return table;
}

Text stageShown(const Answer& answer)
{
    if (answer.stages.empty())
        return {};
    return {
        HW_TR("core", "Stage %1 of %2, the most loaded"),
        {grouped(answer.totals.stage + 1), grouped(static_cast<long long>(answer.stages.size()))}};
}

FigureTable momentTable(const Answer& answer)
{
    FigureTable table;
    table.title = {HW_TR("core", "Moments of a step")};
    table.heads = {{HW_TR("core", "Moment")}, {HW_TR("core", "Total")}};
    for (const MomentTotal& moment : answer.moments) {
        const bool peak = answer.totals.peakMoment == moment.moment;
        table.rows.push_back({wordsCell(momentName(moment.moment), peak),
                              bytesCell(moment.perGroup.total(), false, peak)});
    }
    return table;
}

FigureTable ledgerTable(const Answer& answer, AnswerColumns columns, MemoryUnit unit,
                        const Translator& words)
{
    FigureTable table = tableOf(HW_TR("core", "Memory at the peak, tensor by tensor"), columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const AnswerColumn column = columns[i];
        const std::string head = words(table.heads[i]);
        if (column == AnswerColumn::OneCopy || column == AnswerColumn::AllCopies)
            table.heads[i] = {HW_TR("core", "%1 (bytes)"), {head}};
        if (column == AnswerColumn::AtPeak)
            table.heads[i] = {HW_TR("core", "%1 (%2)"), {head, std::string(nameOf(unit))}};
    }
    for (const Group group : everyOf<Group>())
        for (const Line& line : answer.ledger) {
            const std::int64_t copies = answer.copiesAtPeak(line);
            if (line.group == group && copies > 0 && line.place == Place::Gpu)
                table.rows.push_back(rowOf(columns, [&](AnswerColumn column) {
                    return cellOf(line, copies, column, words, answer.serves);
                }));
        }
    table.rows.push_back(sumRow(columns, HW_TR("core", "Total"), [&](AnswerColumn column) {
        return column == AnswerColumn::AllCopies ? countCell(answer.totals.total)
            : column == AnswerColumn::AtPeak     ? bytesCell(answer.totals.total)
                                                 : wordsCell({});
    }));
    return table;
}

FigureTable partTable(const TimeAnswer& answer, AnswerColumns columns)
{
    FigureTable table
        = tableOf(HW_TR("core", "The time of a step, part by part"), columns, answer.lines);
    table.rows.push_back(sumRow(columns, HW_TR("core", "Step"), [&](AnswerColumn column) {
        return column == AnswerColumn::Seconds ? realCell(answer.seconds) : wordsCell({});
    }));
    return table;
}

FigureTable trafficTable(const TimeAnswer& answer, AnswerColumns columns)
{
    return tableOf(HW_TR("core", "What one GPU sends in a step"), columns, answer.traffic);
}

FigureTable runTable(const TimeAnswer& answer)
{
    RunRows table(answer);
    table.addLong(HW_TR("core", "Step (s)"), answer.seconds, true);
    if (const auto& run = answer.run) {
        table.addLong(HW_TR("core", "Days"), run->days(), true);
        if (run->price)
            table.addLong(HW_TR("core", "Price (USD)"), *run->price, true);
        table.addLong(HW_TR("core", "GPU-hours"), run->gpuHours);
    } else if (const auto price = answer.pricePerMillion()) {
        table.addLong(HW_TR("core", "1M tokens (USD)"), *price, true);
    }
    table.addFast(HW_TR("core", "Tokens/s"), answer.tokensPerSecond);
    table.addFast(HW_TR("core", "Tokens/s, one GPU"), answer.tokensPerSecondPerGpu);
    table.addPercent(HW_TR("core", "MFU (%)"), answer.modelUtilisation);
    table.addPercent(HW_TR("core", "HFU (%)"), answer.hardwareUtilisation);
    table.addFixed(HW_TR("core", "Tokens a step"), countText(answer.tokens));
    if (const auto& run = answer.run) {
        table.addFixed(run->chinchilla ? HW_TR("core", "Tokens (Chinchilla)")
                                       : HW_TR("core", "Tokens of the run"),
                       briefText(run->tokens));
        table.addFixed(HW_TR("core", "Full steps"), briefText(run->steps));
        if (run->kilowattHours)
            table.addLong(HW_TR("core", "Energy (kWh)"), *run->kilowattHours);
    }
    return {{},
            {{HW_TR("core", "Run")},
             {HW_TR("core", "Low")},
             {HW_TR("core", "Expected")},
             {HW_TR("core", "High")}},
            std::move(table.rows),
            noteOn(answer)};
}

} // namespace highwater
