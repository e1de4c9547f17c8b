// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/answer/group_words.h"
#include "core/explore/suggestion_words.h"
#include "core/explore/token_time.h"
#include "core/figure/answer_tables.h"
#include "core/figure/plan_words.h"
#include "core/methods/estimate_words.h"
#include "core/plan/numbers.h"
#include "padding.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

/// A bar of eighths of a column.
std::string bar(double part, double whole, int columns)
{
    static constexpr std::array<const char*, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!(whole > 0) || !(part > 0))
        return {};
    const auto steps
        = std::min(8 * columns, static_cast<int>(std::lround(8 * columns * part / whole)));
    std::string text;
    for (int i = 0; i < steps / 8; ++i)
        text += "█";
    return text + eighths[static_cast<std::size_t>(steps % 8)];
}

std::string modelTitle(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    std::string count = grouped(estimate.parameters()) + " parameters";
    if (plan.counts.vision > 0)
        count += ", " + grouped(plan.counts.vision) + " of them in a vision tower";
    if (plan.model)
        return plan.model->name + ", " + count;
    const Shape& shape = plan.shape;
    return (plan.madeToSize ? "Llama-shaped model" : "Custom model")
        + filled(" of %1 {layer|layers}, %2 wide, ", {grouped(shape.layers), grouped(shape.hidden)})
        + count;
}

std::string runTitle(const Resolved& plan)
{
    const Workload& workload = plan.workload;
    std::string text = filled("%1 {token|tokens} × %2 {sequence|sequences}",
                              {grouped(workload.context), grouped(workload.microBatch)});
    for (const Text& part : runParts(plan))
        text += ", " + english(part);
    if (plan.microBatches > 1)
        text += ", " + grouped(plan.microBatches) + " micro-batches a step";
    return text;
}

std::string verdictLines(const Estimate& estimate)
{
    const Judgement judged = estimate.judgement();
    std::string lines = english(pageVerdict(judged)) + "\n";
    if (const auto counted = countedBy(estimate.plan.method))
        lines += english(*counted) + "\n";
    if (const auto reason = pageVerdictReason(judged))
        lines += english(*reason) + "\n";
    return lines;
}

Text nameIn(const Resolved& plan, Group group)
{
    return groupName(group, plan.serves());
}

/// The cache of a plan that generates text: the room for it.
void addCache(std::string& text, const Estimate& estimate)
{
    const FigureTable table = cacheTable(estimate);
    if (!table.rows.empty())
        text += "\n" + english(table.heads.front()) + "\n";
    for (const std::vector<TableCell>& row : table.rows)
        text += "  " + leftAligned(english(row[0].text), 26) + english(row[1].text) + "\n";
}

/// "49.03 GiB, likely 47.91 to 51.20"
std::string withBand(const Totals& totals)
{
    std::string text = inGib(totals.total) + " GiB";
    if (totals.low != totals.high)
        text += ", likely " + inGib(totals.low) + " to " + inGib(totals.high);
    return text;
}

void addGroups(std::string& text, const Estimate& estimate)
{
    constexpr int barColumns = 32;
    const Totals& totals = estimate.answer.totals;
    const double whole = std::max(1.0, toGib(totals.total));
    FigureTable table = groupTable(estimate);
    table.rows.pop_back(); // with the band, below
    for (const std::vector<TableCell>& row : table.rows)
        if (const Bytes bytes = row[1].number; bytes != 0)
            text += "  " + leftAligned(english(row[0].text), 20) + rightAligned(inGib(bytes), 12)
                + " GiB" + rightAligned(english(row[2].text), 10) + "  "
                + bar(toGib(bytes), whole, barColumns) + "\n";
    const std::string digits = inGib(totals.total);
    const std::string total
        = std::string(12 - std::min<std::size_t>(12, digits.size()), ' ') + withBand(totals);
    text += "  " + leftAligned("Total per GPU", 20) + leftAligned(total, 45) + "  "
        + grouped(totals.total) + " bytes\n";
    const auto addOffGpu = [&](const char* name, Bytes bytes) {
        if (bytes > 0)
            text += "  " + leftAligned(name, 20) + rightAligned(inGib(bytes), 12) + " GiB"
                + rightAligned(grouped(bytes), 24) + " bytes\n";
    };
    addOffGpu("Host, per node", estimate.answer.hostPerNode);
    addOffGpu("NVMe, per node", estimate.answer.diskPerNode);
    if (const auto allocator = pageAllocator(totals, estimate.fits()))
        text += "  " + english(*allocator) + "\n";
    if (const auto driver = pageDriver(estimate.plan))
        text += "  " + english(*driver) + "\n";
}

void addStages(std::string& text, const Estimate& estimate)
{
    const FigureTable table = briefStageTable(estimate);
    if (table.rows.empty())
        return;
    const auto rows = textsOf(
        table, toEnglish, [&](const TableCell& cell) { return cellText(cell, toEnglish, inGib); });
    std::vector<std::size_t> widths(table.heads.size());
    for (const std::vector<std::string>& row : rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], terminalWidth(row[column]));

    text += "\nPipeline stages (GiB of one GPU; the ledger is that of stage "
        + grouped(estimate.answer.totals.stage + 1) + ")\n";
    for (const std::vector<std::string>& row : rows) {
        text += " ";
        for (std::size_t column = 0; column < row.size(); ++column)
            text += (column > 0 ? "  " : " ")
                + (table.isNumeric(column) ? rightAligned(row[column], widths[column])
                                           : leftAligned(row[column], widths[column]));
        text += "\n";
    }
}

void addMoments(std::string& text, const Answer& answer)
{
    const FigureTable table = momentTable(answer);
    if (table.rows.empty())
        return;
    text += "\n" + english(table.title) + "\n";
    std::size_t columns = 20;
    for (const auto& row : table.rows)
        columns = std::max(columns, terminalWidth(english(row.front().text)));
    for (const auto& row : table.rows)
        text += "  " + leftAligned(english(row.front().text), columns)
            + rightAligned(inGib(row.back().number), 12) + " GiB"
            + (row.front().strong ? "   peak" : "") + "\n";
}

/// The words for the place of a line's tensors; empty for the GPU.
std::string placeOf(const Line& line)
{
    return line.place == Place::Gpu ? ""
        : line.place == Place::Disk ? "   on NVMe"
        : line.place == Place::Host ? "   on the host"
                                    : "   on the first rank's host";
}

std::string timesCount(const Line& line)
{
    return line.count > 1 ? " × " + grouped(line.count) : "";
}

/// Whether the line belongs to a table with the steps of a layer, like the lecture's tables.
bool isOfStep(const Line& line)
{
    return line.step.find(": ") != std::string::npos;
}

void addLedger(std::string& text, const Estimate& estimate)
{
    const std::vector<Line>& ledger = estimate.answer.ledger;
    // The steps of a layer have short formulas, which leaves room for their shapes and names.
    std::size_t labelColumns = 0, formulaColumns = 0, stepColumns = 0, shapeColumns = 0;
    std::size_t roleColumns = 0, countColumns = 0;
    for (const Line& line : ledger) {
        if (line.role)
            roleColumns = std::max(roleColumns, nameOf(*line.role).size() + 2);
        countColumns = std::max(countColumns, terminalWidth(timesCount(line)));
        std::size_t& formula = isOfStep(line) ? stepColumns : formulaColumns;
        labelColumns = std::max(labelColumns, terminalWidth(english(line.label)));
        formula = std::max(formula, terminalWidth(line.formula));
        if (isOfStep(line))
            shapeColumns = std::max(shapeColumns, terminalWidth(line.shape));
    }
    text += "\nLedger (GiB of one GPU; formula of one entry × count)\n";
    const Group* group = nullptr;
    for (const Line& line : ledger) {
        if (!group || *group != line.group)
            text += "  " + english(nameIn(estimate.plan, line.group)) + "\n";
        group = &line.group;
        text += "    "
            + leftAligned(line.role ? std::string(nameOf(*line.role)) : std::string(), roleColumns)
            + leftAligned(english(line.label), labelColumns)
            + rightAligned(fixed(toGib(line.bytes), 3), 12) + "   "
            + leftAligned(line.formula, isOfStep(line) ? stepColumns : formulaColumns)
            + leftAligned(timesCount(line),
                          isOfStep(line)                 ? countColumns + 2
                              : line.place != Place::Gpu ? countColumns
                                                         : 0)
            + placeOf(line)
            + (isOfStep(line) ? leftAligned(line.shape, shapeColumns + 2) + line.step : "") + "\n";
    }
}

/// Sentences as lines of notes.
std::string linesOf(const std::vector<Text>& sentences)
{
    std::string lines;
    for (const Text& sentence : sentences)
        lines += "  · " + english(sentence) + "\n";
    return lines;
}

std::string notesOf(const std::string& lines)
{
    return lines.empty() ? lines : "\nNotes\n" + lines;
}

void addNotes(std::string& text, const Estimate& estimate)
{
    std::string notes;
    for (const Warning& warning : estimate.answer.warnings)
        notes += "  ! " + warning.field + ": " + english(warning.message) + "\n";
    for (const std::vector<Text>& sentences :
         {methodWords(estimate), layerWords(estimate.answer, MemoryUnit::GiB), batchWords(estimate),
          ignoredWords(estimate.plan.method, estimate.ignored)})
        notes += linesOf(sentences);
    text += notesOf(notes);
}

} // namespace

std::string estimateReport(const Estimate& estimate)
{
    if (!estimate.answer.ownTable.empty())
        return estimate.answer.ownTable
            + notesOf(linesOf(ignoredWords(estimate.plan.method, estimate.ignored)));
    std::string text = modelTitle(estimate) + "\n" + runTitle(estimate.plan) + "\n";
    text += "Method: " + std::string(methodOf(estimate.plan.method).name) + "\n\n";
    text += verdictLines(estimate) + "\n";
    addGroups(text, estimate);
    addCache(text, estimate);
    addStages(text, estimate);
    addMoments(text, estimate.answer);
    addLedger(text, estimate);
    if (estimate.plan.method == MethodId::Exact)
        text += timeReport(estimate.plan);
    addNotes(text, estimate);
    return withoutTrailingBlanks(text);
}

std::string sweepReport(const Sweep& sweep)
{
    constexpr int barColumns = 40;
    constexpr std::size_t verdictColumns = 14; // "probably fits", and a space
    Bytes most = 1;
    for (const SweepPoint& point : sweep.points)
        most = std::max({most, point.totals.total, point.capacity});
    const std::size_t columns = std::max<std::size_t>(14, sweep.axis.text().size());
    std::string text = rightAligned(std::string(sweep.axis), columns)
        + rightAligned("GiB per GPU", 14) + "  of " + inGib(sweep.points.front().capacity) + "\n";
    for (const SweepPoint& point : sweep.points)
        text += rightAligned(grouped(point.value), columns)
            + rightAligned(inGib(point.totals.total), 14) + "  "
            + leftAligned(english(verdictWord(point.verdict)), verdictColumns)
            + bar(toGib(point.totals.total), toGib(most), barColumns) + "\n";
    const auto falls = [](const SweepPoint& left, const SweepPoint& right) {
        return right.totals.total < left.totals.total;
    };
    if (sweep.axis == "model.parameters"
        && std::ranges::adjacent_find(sweep.points, falls) != sweep.points.end())
        text += "Where a total falls, the shape made for the size has narrower layers, or "
                "PyTorch's\n"
                "allocator keeps less idle: see Model size in the help.\n";
    return withoutTrailingBlanks(text);
}

std::string solutionReport(const Solution& solution)
{
    const bool band = solution.totals.low != solution.totals.high;
    const std::string found = ": " + withBand(solution.totals) + (band ? ", of " : " of ")
        + inGib(solution.capacity) + " GiB\n";
    if (!solution.answer)
        return english(solution.reason) + ". This plan" + found;
    std::string text = std::string(solution.key) + " " + grouped(*solution.answer) + found;
    const auto price = priceOf(solution);
    const auto edge = edgeText(solution, grouped(solution.edge.value_or(0)), toEnglish);
    if (price || edge)
        text += (price ? english(*price) : "") + (price && edge ? "; " : "")
            + (edge ? english(*edge) : "") + "\n";
    const std::string note = remarkOf(solution);
    return text + (note.empty() ? "" : note + "\n");
}

std::string justEnoughReport(const JustEnough& found)
{
    const auto& saved = found.least ? found.least : found.smallest;
    if (!saved)
        return english(found.reason) + ".\n";
    const std::string labels = savedLabel(*saved, [](const Text& text) { return english(text); });
    const std::string comesTo
        = ": " + withBand(saved->totals) + ", of " + inGib(found.line) + " GiB\n";
    std::string text
        = found.least ? labels + comesTo : english(found.reason) + ". " + labels + comesTo;
    if (saved->slowdown)
        text += english(timeText(*saved->slowdown, TimeOf::Token)) + "\n";
    const FateCounts& of = saved->counts;
    std::vector<Text> layers;
    for (const auto& [count, words] : {std::pair{of.kept, HW_TR("core", "%1 {layer|layers} kept")},
                                       std::pair{of.inPart, HW_TR("core", "%1 in part")},
                                       std::pair{of.recomputed, HW_TR("core", "%1 recomputed")},
                                       std::pair{of.offloaded, HW_TR("core", "%1 offloaded")}})
        if (count > 0)
            layers.push_back({words, {grouped(count)}});
    for (std::size_t i = 0; i < layers.size(); ++i)
        text += (i > 0 ? ", " : "") + english(layers[i]);
    text += "\n";
    if (!saved->changes.empty())
        text += "     ";
    for (const Change& change : saved->changes)
        text += setOption(change.key, change.value);
    if (!saved->changes.empty())
        text += "\n";
    if (!found.complete)
        text += english(HW_TR("core", "Not all choices were compared")) + ".\n";
    return withoutTrailingBlanks(text);
}

std::string suggestionsReport(const std::vector<Suggestion>& suggestions, const Estimate& present)
{
    struct Said
    {
        std::string labels, costs, settings;
    };
    std::vector<Said> said;
    std::size_t labelColumns = 36;
    for (const Suggestion& suggestion : suggestions) {
        Said& one = said.emplace_back();
        one.labels = labelsOf(suggestion, [](const Text& text) { return english(text); });
        for (const Change& change : suggestion.changes) {
            one.settings += setOption(change.key, change.value);
        }
        for (const Text& cost : suggestion.costs())
            one.costs += (one.costs.empty() ? "" : ", ") + english(cost);
        labelColumns = std::max(labelColumns, terminalWidth(one.labels));
    }
    std::string text = verdictLines(present);
    const char* head = "";
    for (std::size_t i = 0; i < suggestions.size(); ++i) {
        const Suggestion& suggestion = suggestions[i];
        const char* wanted = suggestion.fits ? "\nEach of these makes it fit, cheapest first\n"
                                             : "\nThese help, but not enough alone\n";
        if (std::string_view(head) != wanted)
            text += wanted;
        head = wanted;
        text += "  " + leftAligned(said[i].labels, labelColumns + 2)
            + rightAligned(inGib(suggestion.totals.total), 10) + " GiB   " + said[i].costs
            + "\n     " + said[i].settings + "\n";
    }
    if (!present.fits() && suggestions.empty())
        text += "Nothing that this method computes makes it smaller.\n";
    return withoutTrailingBlanks(text);
}

} // namespace highwater
