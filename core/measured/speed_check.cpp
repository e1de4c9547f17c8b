// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/speed_check.h"

#include "core/measured/measured_runs.h"
#include "core/measured/run_plan.h"
#include "core/measured/sweep_build.h"
#include "core/measured/validation.h"
#include "core/methods/method.h"
#include "core/time/layer_work.h"
#include "core/time/real.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace highwater {
namespace {

std::optional<CheckedSpeed> checkedSpeed(const MeasuredRun& run, double measured,
                                         const Catalog& catalog)
{
    auto planned = planOf(run, catalog);
    auto* known = std::get_if<PlannedRun>(&planned);
    if (!known)
        return std::nullopt;
    known->facts.tokensPerSecondPerGpu.reset(); // what is predicted must not help to predict it
    auto plan = resolvedRun(*known, catalog);
    if (!plan)
        return std::nullopt;
    if (const auto judged = judge(*plan))
        plan->idle.flushes = emptiesCache(*judged);
    auto machine = machineOf(*plan);
    if (!machine)
        return std::nullopt;
    CheckedSpeed checked;
    checked.id = run.id;
    checked.family
        = std::to_string(plan->counts.total) + " on " + std::to_string(plan->cluster.gpus);
    checked.measured = measured;
    if (known->ofSweep) {
        checked.build = sweepBuildOf(*plan);
        machine->pace = sweepPace(*checked.build, *plan);
        checked.oneBuild = plan->layout.pipeline == 1 && !isOfSlowGpus(*plan);
    }
    const double gpus = real(plan->cluster.gpus);
    const StepTime step = stepTime(*plan, *machine);
    checked.predicted = step.tokens / step.seconds / gpus;
    checked.low = checked.predicted / stepBand.high;
    checked.high = checked.predicted / stepBand.low;
    const double passes = plan->trainsAll() ? 3 : 2;
    checked.utilisation = passes * forwardOperations(*plan) * measured / machine->products;
    return checked;
}

SpeedGroup speedGroupOf(std::string name, const std::vector<CheckedSpeed>& rows,
                        const std::function<bool(const CheckedSpeed&)>& belongs)
{
    SpeedGroup group;
    group.name = std::move(name);
    std::vector<double> errors, sizes, logs;
    std::int64_t inBand = 0;
    for (const CheckedSpeed& row : rows) {
        if (!belongs(row))
            continue;
        ++group.rows;
        errors.push_back(row.error());
        sizes.push_back(std::abs(row.error()));
        logs.push_back(std::abs(std::log(row.predicted / row.measured)));
        inBand += row.low <= row.measured && row.measured <= row.high ? 1 : 0;
    }
    if (group.rows == 0)
        return group;
    for (auto* values : {&errors, &sizes, &logs})
        std::ranges::sort(*values);
    constexpr double half = 0.5, most = 0.9;
    group.median = quantile(sizes, half);
    group.p90 = quantile(sizes, most);
    group.medianLog = quantile(logs, half);
    group.p90Log = quantile(logs, most);
    group.bias = quantile(errors, half);
    group.inBand = real(inBand) / real(group.rows);
    return group;
}

Regret regretOf(std::string name, const std::vector<CheckedSpeed>& rows,
                const std::function<bool(const CheckedSpeed&)>& belongs)
{
    struct Family
    {
        std::int64_t rows = 0;
        double fastest = 0, chosen = 0, predicted = 0;
    };
    std::map<std::string, Family> families;
    for (const CheckedSpeed& row : rows) {
        if (!belongs(row))
            continue;
        Family& family = families[row.family];
        ++family.rows;
        family.fastest = std::max(family.fastest, row.measured);
        if (row.predicted > family.predicted) {
            family.predicted = row.predicted;
            family.chosen = row.measured;
        }
    }
    Regret regret;
    regret.name = std::move(name);
    std::vector<double> losses;
    for (const auto& [model, family] : families)
        if (family.rows > 1)
            losses.push_back(family.fastest / family.chosen - 1);
    std::ranges::sort(losses);
    regret.families = static_cast<std::int64_t>(losses.size());
    for (const double loss : losses)
        regret.mean += loss / real(regret.families);
    regret.median = quantile(losses, 0.5);
    return regret;
}

} // namespace

Result<SpeedValidation> validateSpeeds(std::string_view csv, const Catalog& catalog,
                                       const RunSpeeds& speeds)
{
    SpeedValidation validation;
    RunReader reader(csv);
    for (MeasuredRun run; reader.next(run);) {
        addSpeed(run, speeds);
        const auto& measured = run.tokensPerSecondPerGpu;
        if (!measured || !(*measured > 0))
            continue;
        if (auto checked = checkedSpeed(run, *measured, catalog))
            validation.rows.push_back(*std::move(checked));
    }
    if (reader.problem())
        return *reader.problem();
    constexpr double usual = 0.1, busy = 0.25;
    const auto all = [](const CheckedSpeed&) { return true; };
    const auto oneBuild = [](const CheckedSpeed& row) { return row.oneBuild; };
    const auto& rows = validation.rows;
    validation.groups = {
        speedGroupOf("MFU >= 10 %", rows,
                     [](const CheckedSpeed& row) { return row.utilisation >= usual; }),
        speedGroupOf("MFU >= 25 %", rows,
                     [](const CheckedSpeed& row) { return row.utilisation >= busy; }),
        speedGroupOf("PP = 1 below 512 GPUs", rows, oneBuild),
        speedGroupOf("all rows", rows, all),
    };
    validation.regrets
        = {regretOf("PP = 1 below 512 GPUs", rows, oneBuild), regretOf("all rows", rows, all)};
    validation.published = checkedSpeeds(catalog);
    return validation;
}

} // namespace highwater
