// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "speed_report.h"

#include "core/plan/numbers.h"
#include "padding.h"

#include <cmath>
#include <span>

namespace highwater {
namespace {

constexpr std::size_t speedNameColumns = 34, speedNumberColumns = 10, lengthColumns = 15;

std::string percentCell(double part, int decimals)
{
    return rightAligned(percent(part, decimals), speedNumberColumns);
}

std::string signedCell(double part)
{
    return rightAligned(signedPercent(part), speedNumberColumns);
}

std::string titles(const char* first, std::initializer_list<const char*> columns,
                   std::size_t width = speedNumberColumns)
{
    std::string line = leftAligned(first, speedNameColumns);
    for (const char* title : columns)
        line += rightAligned(title, width);
    return line + "\n";
}

std::string publishedTable(std::span<const PublishedCheck> checks, std::size_t width)
{
    const auto whole = [](double number) { return grouped(std::llround(number)); };
    std::string text = titles("", {"published", "predicted", "error"}, width);
    for (const PublishedCheck& check : checks)
        text += leftAligned(check.name, speedNameColumns)
            + rightAligned((check.atMost ? "<= " : "") + whole(check.published), width)
            + rightAligned(whole(check.predicted), width)
            + rightAligned(signedPercent(check.error()), width) + "\n";
    return text;
}

} // namespace

std::string speedReport(const SpeedValidation& validation)
{
    std::string text = "\nTokens a second, predicted against measured\n";
    text += titles("", {"rows", "median", "P90", "|ln|", "P90 |ln|", "bias", "in band"});
    for (const SpeedGroup& group : validation.groups)
        text += leftAligned(group.name, speedNameColumns)
            + rightAligned(grouped(static_cast<long long>(group.rows)), speedNumberColumns)
            + percentCell(group.median, 1) + percentCell(group.p90, 0)
            + percentCell(group.medianLog, 1) + percentCell(group.p90Log, 0)
            + signedCell(group.bias) + percentCell(group.inBand, 0) + "\n";
    text += "\nThe fastest layout measured against the one ranked first\n";
    text += titles("", {"families", "mean", "median"});
    for (const Regret& regret : validation.regrets)
        text += leftAligned(regret.name, speedNameColumns)
            + rightAligned(grouped(static_cast<long long>(regret.families)), speedNumberColumns)
            + percentCell(regret.mean, 1) + percentCell(regret.median, 1) + "\n";
    text += "\nPublished runs, TFLOPS of one GPU as the paper counts them\n";
    text += publishedTable(validation.published, speedNumberColumns);
    text += leftAligned("median and worst error", speedNameColumns)
        + rightAligned("", 2 * speedNumberColumns) + percentCell(validation.publishedMedian, 1)
        + percentCell(validation.publishedWorst, 1) + "\n";
    text += "\nPublished lengths of runs, GPU-hours; \"<=\" where they count a whole project, its "
            "layout assumed\n";
    text += publishedTable(validation.lengths, lengthColumns);
    return withoutTrailingBlanks(text);
}

} // namespace highwater
