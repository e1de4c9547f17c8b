// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"
#include "core/measured/run_check.h"
#include "core/plan/numbers.h"
#include "reports.h"
#include "tests/core/golden_file.h"
#include "tests/core/presets.h"
#include "tests/golden/tally.h"

using namespace highwater;

namespace {

/// The reports of `highwater validate`, which quote every measured run.
bool reports()
{
    Tally tally("reports, to the byte");
    const std::string runs = goldenText("measured.csv");
    const auto speeds = readSpeeds(goldenText("measured_speed.csv"));
    if (!speeds)
        return false;
    const auto memory = validateRuns(runs, builtinCatalog(), *speeds);
    tally.check(memory && validationReport(*memory) == goldenText("validation.txt"),
                "validation.txt");
    const auto speed = validateSpeeds(runs, builtinCatalog(), *speeds);
    tally.check(speed && speedReport(*speed) == goldenText("speed.txt"), "speed.txt");
    tally.check(publishedReport(publishedJobs(builtinCatalog())) == goldenText("published.txt"),
                "published.txt");
    return tally.report();
}

bool says(const std::string& report, const Answer& answer)
{
    const std::string total = grouped(static_cast<long long>(answer.totals.total)) + " bytes\n";
    return !answer.ownTable.empty() || report.find(total) != std::string::npos;
}

/// Each plan that ships has a report with its total.
bool estimates()
{
    Tally tally("reports of presets");
    for (const auto& [name, text] : presetTexts()) {
        const auto plan = readPlan(text);
        const auto found = plan ? estimate(*plan, builtinCatalog()) : plan.problems();
        tally.check(found && says(estimateReport(*found), found->answer), name);
    }
    return tally.report();
}

} // namespace

int main()
{
    const bool results[]{reports(), estimates()};
    return results[0] && results[1] ? 0 : 1;
}
