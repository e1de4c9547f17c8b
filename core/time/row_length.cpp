// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/row_length.h"

#include "core/ledger/framework.h"
#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// The longest of n lengths, divided by their mean, where they are spread exponentially:
/// 1 + 1/2 + … + 1/n.
double longestOf(double n)
{
    constexpr double added = 64; // beyond, the series is right to 1e-5
    constexpr double eulerGamma = 0.57721566490153286;
    if (n > added)
        return std::log(n) + eulerGamma + 1 / (2 * n);
    double sum = 0;
    for (double i = 1; i <= n; ++i)
        sum += 1 / i;
    return sum;
}

/// The time of a step is that of the rank with the longest rows. Ranks that gather weights wait for
/// one another in every pass, others after the last one: over a passes the differences between
/// ranks grow as the root of a.
double averageRow(const Resolved& plan)
{
    const double own = longestOf(real(plan.workload.microBatch));
    const double all = longestOf(real(plan.workload.microBatch) * real(plan.dataParallel));
    const bool waits = plan.layout.zero == 3 && plan.dataParallel > 1;
    const double passes = waits ? 1 : std::max(1.0, real(plan.microBatches));
    return real(plan.meanLength()) * (own + (all - own) / std::sqrt(passes));
}

} // namespace

std::optional<Resolved> withAverageRows(const Resolved& plan)
{
    const std::int64_t multiple = plan.profile->rowMultiple;
    const bool trains = plan.workload.task == Task::Train && !plan.isJob() && !plan.role;
    if (multiple == 0 || !trains || plan.packs || !plan.workload.meanLength)
        return std::nullopt;
    const double context = real(plan.workload.context);
    const double rows = std::ceil(averageRow(plan) / real(multiple)) * real(multiple);
    if (!(rows < context))
        return std::nullopt;
    Resolved shorter = plan;
    setWorkload(shorter, std::llround(rows), plan.workload.microBatch);
    return shorter;
}

Text averageRowsText(const Resolved& plan)
{
    const std::string rows = grouped(plan.workload.context);
    const std::string program = plan.profile->name;
    if (plan.workload.microBatch == 1 && plan.dataParallel == 1)
        return {HW_TR("core",
                      "time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, "
                      "which has one sequence; memory is that of the whole context"),
                {rows, program}};
    return {HW_TR("core",
                  "time of rows of %1 {token|tokens}: %2 pads to the longest of a micro-batch, and "
                  "ranks wait for one another; lengths are assumed to spread exponentially; memory "
                  "is that of the whole context"),
            {rows, program}};
}

} // namespace highwater
