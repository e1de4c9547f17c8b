// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/plan/numbers.h"
#include "padding.h"

namespace highwater {
namespace {

constexpr std::size_t speedNameColumns = 34, speedNumberColumns = 10;

std::string percentCell(double part, int decimals)
{
    return rightAligned(percent(part, decimals), speedNumberColumns);
}

std::string signedCell(double part)
{
    return rightAligned(signedPercent(part), speedNumberColumns);
}

} // namespace

std::string speedReport(const SpeedValidation& validation)
{
    std::string text = "\nTokens a second, predicted against measured\n";
    text += titles(speedNameColumns,
                   {"rows", "median", "P90", "|ln|", "P90 |ln|", "bias", "in band"},
                   speedNumberColumns);
    for (const SpeedGroup& group : validation.groups)
        text += leftAligned(group.name, speedNameColumns)
            + rightAligned(grouped(static_cast<long long>(group.rows)), speedNumberColumns)
            + percentCell(group.median, 1) + percentCell(group.p90, 0)
            + percentCell(group.medianLog, 1) + percentCell(group.p90Log, 0)
            + signedCell(group.bias) + percentCell(group.inBand, 0) + "\n";
    text += "\nThe fastest layout measured against the one ranked first\n";
    text += titles(speedNameColumns, {"families", "mean", "median"}, speedNumberColumns);
    for (const Regret& regret : validation.regrets)
        text += leftAligned(regret.name, speedNameColumns)
            + rightAligned(grouped(static_cast<long long>(regret.families)), speedNumberColumns)
            + percentCell(regret.mean, 1) + percentCell(regret.median, 1) + "\n";
    return withoutTrailingBlanks(text) + publishedReport(validation.published);
}

} // namespace highwater
