// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/plan/numbers.h"
#include "padding.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace highwater {
namespace {

constexpr std::size_t groupColumns = 26;
constexpr std::size_t numberColumns = 9;
constexpr std::size_t counterColumns = 12;
/// The widths in the table of errors: 100 columns with the names.
constexpr std::size_t errorNameColumns = 25;
constexpr std::array<std::size_t, 9> errorColumns{6, 6, 9, 9, 10, 12, 7, 8, 8};

std::string cell(std::int64_t number)
{
    return rightAligned(grouped(static_cast<long long>(number)), numberColumns);
}

std::string cell(const std::string& text)
{
    return rightAligned(text, numberColumns);
}

std::string head(std::string_view first, std::initializer_list<const char*> rest)
{
    std::string line = leftAligned(std::string(first), groupColumns);
    for (const char* title : rest)
        line += cell(std::string(title));
    return line + "\n";
}

std::string errorRow(const std::string& name,
                     const std::array<std::string, errorColumns.size()>& cells)
{
    std::string line = leftAligned(name, errorNameColumns);
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += rightAligned(cells[i], errorColumns[i]);
    return line + "\n";
}

/// The shares of the peaks inside the bands: "90 %", or "90 / 80 %" where the estimates state the
/// narrower band.
std::string bandCell(const ValidationGroup& group)
{
    if (!group.inBand80)
        return percent(group.inBand, 0);
    return fixed(100 * group.inBand.value_or(0), 0) + " / " + percent(group.inBand80, 0);
}

std::string errorLine(const ValidationGroup& group)
{
    return errorRow(group.name,
                    {grouped(group.rows), grouped(group.peaks), percent(group.median, 1),
                     percent(group.p90, 1), signedPercent(group.bias), bandCell(group),
                     percent(group.within5, 0), percent(group.within10, 0),
                     percent(group.within20, 0)});
}

/// "torchtune                 allocated          6     83 %      9 %": a line a counter.
std::string bandLines(const ValidationGroup& group)
{
    std::string lines;
    for (const BandCount& count : group.bands)
        lines += leftAligned(group.name, groupColumns)
            + leftAligned(std::string(nameOf(count.reading)), counterColumns) + cell(count.peaks)
            + cell(percent(count.held, 0)) + cell(percent(count.width, 0)) + "\n";
    return lines;
}

std::string bandTable(const Validation& validation)
{
    if (validation.sums.back().peaks == 0)
        return {};
    std::string text = "Likely ranges: the peaks that lie in them, and their median width over the "
                       "prediction\n";
    text += std::string(counterColumns, ' ') + head("", {"peaks", "held", "width"});
    for (const auto* groups : {&validation.groups, &validation.sums})
        for (const ValidationGroup& group : *groups)
            text += bandLines(group);
    return text + "\n";
}

/// "Peaks predicted: 942 of the 966 whose rows state what a plan needs, 97.5 %"
std::string coverageLine(const ValidationGroup& all)
{
    if (all.statedPeaks == 0)
        return {};
    return "Peaks predicted: " + grouped(all.peaks) + " of the " + grouped(all.statedPeaks)
        + " whose rows state what a plan needs, " + percent(all.coverage(), 1) + "\n";
}

std::string speedLine(const Validation& validation)
{
    const auto rows = std::ranges::count_if(validation.rows, [](const CheckedRun& run) {
        return run.tokensPerSecondPerGpu.has_value();
    });
    return rows == 0
        ? ""
        : "Rows with a measured speed: " + grouped(static_cast<long long>(rows)) + "\n";
}

std::string verdictLine(const ValidationGroup& group)
{
    const VerdictCounts& oom = group.oom;
    const auto accuracy = oom.balancedAccuracy();
    return leftAligned(group.name, groupColumns) + cell(oom.hits) + cell(oom.misses)
        + cell(oom.rightFits) + cell(oom.falseAlarms)
        + rightAligned(accuracy ? fixed(*accuracy, 3) : "-", 2 * numberColumns) + "\n";
}

bool hasVerdict(const ValidationGroup& group)
{
    const VerdictCounts& oom = group.oom;
    return oom.hits + oom.misses + oom.rightFits + oom.falseAlarms > 0;
}

/// The reason on lines that are no longer than the tables; further lines are indented.
std::string leftOutLines(const ReasonCount& entry)
{
    constexpr std::size_t mostColumns = 100;
    return wrapped("  " + cell(entry.rows) + "  ", english(entry.reason), mostColumns);
}

} // namespace

std::string validationReport(const Validation& validation)
{
    const ValidationGroup& all = validation.sums.back();
    std::string text = "Peak memory, predicted against measured\n";
    text += errorRow(
        "", {"rows", "peaks", "median", "P90", "bias", "in band", "<= 5 %", "<= 10 %", "<= 20 %"});
    for (const auto* groups : {&validation.groups, &validation.sums}) {
        for (const ValidationGroup& group : *groups)
            text += errorLine(group);
        text += "\n";
    }

    text += bandTable(validation);
    text += coverageLine(all) + speedLine(validation);
    text += "Rows left out: " + grouped(static_cast<long long>(all.rows - all.compared)) + " of "
        + grouped(static_cast<long long>(all.rows)) + "\n";
    for (const ValidationGroup& group : validation.groups) {
        if (group.leftOut.empty())
            continue;
        text += "  " + group.name + "\n";
        for (const ReasonCount& entry : group.leftOut)
            text += leftOutLines(entry);
    }

    text += "\nOut of memory, predicted against what happened\n";
    const std::string titles = head("", {"hits", "misses", "fits", "alarms"});
    text
        += titles.substr(0, titles.size() - 1) + rightAligned("balanced", 2 * numberColumns) + "\n";
    for (const auto* groups : {&validation.groups, &validation.sums})
        for (const ValidationGroup& group : *groups)
            if (hasVerdict(group))
                text += verdictLine(group);
    return withoutTrailingBlanks(text);
}

} // namespace highwater
