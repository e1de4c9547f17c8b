// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/plan/numbers.h"
#include "padding.h"

#include <cmath>
#include <span>

namespace highwater {
namespace {

constexpr std::size_t nameColumns = 34, recipeColumns = 46, speedColumns = 10, lengthColumns = 15,
                      jobNameColumns = 46, jobColumns = 11, lineColumns = 100;

std::string table(std::span<const PublishedCheck> checks, std::size_t width)
{
    const auto whole = [](double number) { return grouped(std::llround(number)); };
    std::string text = titles(nameColumns, {"published", "predicted", "error"}, width);
    for (const PublishedCheck& check : checks)
        text += leftAligned(check.name, nameColumns)
            + rightAligned((check.atMost ? "<= " : "") + whole(check.published), width)
            + rightAligned(whole(check.predicted), width)
            + rightAligned(signedPercent(check.error()), width) + "\n";
    return text;
}

std::string gibibytes(double bytes)
{
    return fixed(bytes / static_cast<double>(gib), 2);
}

std::string sign(CheckedJob::Documented documented)
{
    switch (documented) {
    case CheckedJob::Documented::Amount:
        break;
    case CheckedJob::Documented::Ran:
        return "<= ";
    case CheckedJob::Documented::OutOfMemory:
        return "> ";
    }
    return {};
}

} // namespace

std::string publishedReport(const PublishedSpeeds& speeds)
{
    std::string text = "\nPublished runs, TFLOPS of one GPU as the paper counts them\n";
    text += table(speeds.runs, speedColumns);
    text += leftAligned("median and worst error", nameColumns) + rightAligned("", 2 * speedColumns)
        + rightAligned(percent(speeds.median, 1), speedColumns)
        + rightAligned(percent(speeds.worst, 1), speedColumns) + "\n";
    text += "\nRuns with public scripts, tokens a second; nothing was fitted to \"checked\" rows "
            "and the Trainer\n";
    text += titles(recipeColumns, {"rows", "median", "P90", "bias"}, speedColumns);
    for (const RecipeGroup& group : speeds.groups)
        text += leftAligned(group.name, recipeColumns)
            + rightAligned(grouped(static_cast<std::int64_t>(group.rows)), speedColumns)
            + rightAligned(percent(group.median, 1), speedColumns)
            + rightAligned(percent(group.p90, 0), speedColumns)
            + rightAligned(signedPercent(group.bias), speedColumns) + "\n";
    text += "\nPublished lengths of runs, GPU-hours; \"<=\" where they count a whole project, its "
            "layout assumed\n";
    text += table(speeds.lengths, lengthColumns);
    return withoutTrailingBlanks(text);
}

std::string publishedReport(const std::vector<CheckedJob>& jobs)
{
    std::string text = "Documented jobs, GiB; \"<=\" and \">\" where a run fitted a card or did "
                       "not\n";
    text += titles(jobNameColumns, {"documented", "predicted", "low", "high", "error"}, jobColumns);
    for (const CheckedJob& job : jobs) {
        const bool known = job.documented == CheckedJob::Documented::Amount;
        const auto end = [&](Bytes Band::*bytes) {
            return job.band ? gibibytes(static_cast<double>((*job.band).*bytes)) : "";
        };
        text += leftAligned(job.name, jobNameColumns)
            + rightAligned(sign(job.documented) + gibibytes(job.bytes), jobColumns)
            + rightAligned(gibibytes(job.predicted), jobColumns)
            + rightAligned(end(&Band::low), jobColumns) + rightAligned(end(&Band::high), jobColumns)
            + rightAligned(known              ? signedPercent(job.error())
                               : job.agrees() ? "agrees"
                                              : "differs",
                           jobColumns)
            + "\n";
    }
    text += "\nSources, and what they leave open\n";
    std::string last;
    for (const CheckedJob& job : jobs) {
        const std::string line = job.source + (job.open.empty() ? "" : "; open: " + job.open);
        if (line != last)
            text += wrapped("  ", line, lineColumns);
        last = line;
    }
    return withoutTrailingBlanks(text);
}

} // namespace highwater
