// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "speed_report.h"

#include "core/plan/numbers.h"
#include "padding.h"

#include <cmath>

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
    text += titles("", {"published", "predicted", "error"});
    for (const PublishedCheck& check : validation.published)
        text += leftAligned(check.name, speedNameColumns)
            + rightAligned(fixed(check.published, 0), speedNumberColumns)
            + rightAligned(fixed(check.predicted, 0), speedNumberColumns)
            + signedCell(check.error()) + "\n";
    text += leftAligned("median and worst error", speedNameColumns)
        + rightAligned("", 2 * speedNumberColumns) + percentCell(validation.publishedMedian, 1)
        + percentCell(validation.publishedWorst, 1) + "\n";
    text += "\nPublished lengths of runs, GPU-hours; \"<=\" where they count a whole project, its "
            "layout assumed\n";
    text += titles("", {"published", "predicted", "error"}, lengthColumns);
    for (const LengthCheck& check : validation.lengths)
        text += leftAligned(check.name, speedNameColumns)
            + rightAligned((check.atMost ? "<= " : "") + grouped(std::llround(check.published)),
                           lengthColumns)
            + rightAligned(grouped(std::llround(check.predicted)), lengthColumns)
            + rightAligned(signedPercent(check.error()), lengthColumns) + "\n";
    return withoutTrailingBlanks(text);
}

} // namespace highwater
