// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/answer_tables.h"

#include "core/answer/group_words.h"
#include "core/ledger/kv_cache.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"

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

using TableRow = std::vector<TableCell>;

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

    std::vector<TableRow> rows;

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
        TableRow row{wordsCell(nameOf(stage, answer), most), wordsCell(layersOf(stage.layers)),
                     countCell(stage.inFlight),
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
    const std::vector<TableRow> all = std::exchange(table.rows, {});
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

FigureTable cacheTable(const Estimate& estimate)
{
    FigureTable table;
    if (!estimate.serving)
        return table;
    const Serving& serving = *estimate.serving;
    const Resolved& plan = estimate.plan;
    table.heads = {{HW_TR("core", "KV cache")}, {HW_TR("core", "Size")}};
    const auto add = [&table](const char* name, Text value) {
        table.rows.push_back({wordsCell({name}), wordsCell(std::move(value))});
    };
    const auto ofLayer = [&](std::int64_t tensor) {
        return kvBytesOfLayer(plan.shape, plan.inference.kvCache, tensor);
    };
    const bool isSplit = plan.layout.pipeline > 1 || ofLayer(plan.layout.tensor) < ofLayer(1);
    add(HW_TR("core", "of a token"),
        {isSplit ? HW_TR("core", "%1 bytes in all layers, shared out over GPUs")
                 : HW_TR("core", "%1 bytes in all layers"),
         {grouped(serving.kvBytesPerToken)}});
    if (serving.kvBytesPerFurtherToken != serving.kvBytesPerToken)
        add(HW_TR("core", "of a further token"),
            {HW_TR("core", "%1 bytes in layers that see all tokens"),
             {grouped(serving.kvBytesPerFurtherToken)}});
    if (serving.windowTokens > 0)
        add(HW_TR("core", "of a window"),
            {HW_TR("core", "%1 {token|tokens}"), {grouped(serving.windowTokens)}});
    if (serving.stateBytesPerSequence > 0)
        add(HW_TR("core", "state of a sequence"),
            {HW_TR("core", "%1 bytes in layers with linear attention"),
             {grouped(serving.stateBytesPerSequence)}});
    add(HW_TR("core", "of a sequence"),
        {HW_TR("core", "%1 GiB per GPU, %2 {token|tokens}"),
         {inGib(serving.kvBytesPerSequence), grouped(serving.tokensPerSequence)}});
    add(HW_TR("core", "room for it"), {HW_TR("core", "%1 GiB per GPU"), {inGib(serving.pool)}});
    add(HW_TR("core", "sequences that fit"),
        serving.sequences == serving.limit
            ? Text{HW_TR("core", "%1, the server's limit; the cache would hold %2"),
                   {grouped(serving.sequences), grouped(serving.inCache)}}
            : Text::plain(grouped(serving.sequences)));
    add(HW_TR("core", "tokens that fit"), Text::plain(grouped(serving.tokens)));
    if (serving.keptFree > 0)
        add(HW_TR("core", "kept free by the server"),
            {HW_TR("core", "%1 GiB, share of the card %2 %"),
             {inGib(serving.keptFree), fixed(100 * serving.memoryFraction, 1)}});
    return table;
}

FigureTable ledgerTable(const Answer& answer, MemoryUnit unit, const Translator& words)
{
    const auto head = [&words](const char* id, const char* of, std::string in = {}) {
        return Text(id, {words({of}), std::move(in)});
    };
    const char* peak = HW_TR("core", "At the peak");
    FigureTable table;
    table.title = {HW_TR("core", "Memory at the peak, tensor by tensor")};
    table.heads = {{HW_TR("core", "Group")},
                   {HW_TR("core", "Tensor")},
                   {HW_TR("core", "Step")},
                   {HW_TR("core", "Shape")},
                   {HW_TR("core", "Formula")},
                   {HW_TR("core", "With numbers")},
                   {HW_TR("core", "Copies")},
                   head(HW_TR("core", "%1 (bytes)"), HW_TR("core", "One copy")),
                   head(HW_TR("core", "%1 (bytes)"), peak),
                   head(HW_TR("core", "%1 (%2)"), peak, std::string(nameOf(unit)))};
    const auto plain = [](const std::string& text) { return wordsCell(Text::plain(text)); };
    for (const Group group : everyOf<Group>())
        for (const Line& line : answer.ledger) {
            const std::int64_t copies = answer.copiesAtPeak(line);
            if (line.group != group || copies <= 0 || line.place != Place::Gpu)
                continue;
            const Bytes bytes = bounded::times(line.each, copies);
            table.rows.push_back({wordsCell(groupName(group, answer.serves)),
                                  plain(lineName(line, words)), plain(line.step), plain(line.shape),
                                  plain(line.formula), plain(line.numbers), countCell(copies),
                                  countCell(line.each), countCell(bytes), bytesCell(bytes)});
        }
    TableRow& sum = table.rows.emplace_back(table.heads.size());
    sum.front() = wordsCell({HW_TR("core", "Total")}, true);
    sum[LedgerColumns::AllCopies] = countCell(answer.totals.total);
    sum[LedgerColumns::AtPeak] = bytesCell(answer.totals.total);
    return table;
}

FigureTable partTable(const TimeAnswer& answer)
{
    FigureTable table;
    table.title = {HW_TR("core", "The time of a step, part by part")};
    table.heads
        = {{HW_TR("core", "Part")},   {HW_TR("core", "Formula")},   {HW_TR("core", "With numbers")},
           {HW_TR("core", "Source")}, {HW_TR("core", "Share (%)")}, {HW_TR("core", "Seconds")}};
    for (const TimeLine& line : answer.lines)
        table.rows.push_back({wordsCell(wholeLabel(line)), wordsCell(line.formula),
                              wordsCell(line.numbers), wordsCell(line.source),
                              realCell(100 * line.share, 1), realCell(line.seconds)});
    TableRow& sum = table.rows.emplace_back(table.heads.size());
    sum.front() = wordsCell({HW_TR("core", "Step")}, true);
    sum.back() = realCell(answer.seconds);
    return table;
}

FigureTable trafficTable(const TimeAnswer& answer)
{
    FigureTable table;
    table.title = {HW_TR("core", "What one GPU sends in a step")};
    table.heads = {{HW_TR("core", "Traffic")},
                   {HW_TR("core", "Formula")},
                   {HW_TR("core", "With numbers")},
                   {HW_TR("core", "Source")},
                   {HW_TR("core", "Link")},
                   {"GB"},
                   {"GB/s"},
                   {HW_TR("core", "Seconds")},
                   {HW_TR("core", "Seconds that wait")}};
    for (const TrafficLine& line : answer.traffic) {
        const Traffic& traffic = line.traffic;
        table.rows.push_back({wordsCell(wholeLabel(line)), wordsCell(line.formula),
                              wordsCell(line.numbers), wordsCell(line.source),
                              wordsCell(linkName(traffic.link)), realCell(traffic.bytes / si::giga),
                              realCell(traffic.rate / si::giga), realCell(traffic.seconds),
                              realCell(traffic.waits)});
    }
    return table;
}

FigureTable runTable(const TimeAnswer& answer)
{
    RunRows table(answer);
    table.addLong(HW_TR("core", "Step (s)"), answer.seconds, true);
    if (const auto& run = answer.run) {
        if (run->isShort())
            table.addLong(HW_TR("core", "Hours"), run->hours(), true);
        else
            table.addLong(HW_TR("core", "Days"), run->days(), true);
        if (run->price)
            table.addLong(HW_TR("core", "Cost (USD)"), *run->price, true);
        table.addLong(HW_TR("core", "GPU-hours"), run->gpuHours);
    } else if (const auto price = answer.pricePerMillion()) {
        table.addLong(HW_TR("core", "1M tokens (USD)"), *price, true);
    }
    table.addFast(HW_TR("core", "Tokens/s"), answer.tokensPerSecond);
    table.addFast(HW_TR("core", "Tokens/s, one GPU"), answer.tokensPerSecondPerGpu);
    if (answer.realShare < 1)
        table.addFast(HW_TR("core", "Tokens/s without padding"),
                      answer.realShare * answer.tokensPerSecond);
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
