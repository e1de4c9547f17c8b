// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/token_time.h"

#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/time/machine.h"
#include "core/time/step_time.h"

#include <cmath>

namespace highwater {

std::optional<double> secondsOfAToken(const Resolved& plan)
{
    if (plan.method != MethodId::Exact || plan.workload.task != Task::Train || plan.isJob())
        return std::nullopt;
    const auto machine = machineOf(plan);
    if (!machine || (plan.cluster.utilisation && !(*plan.cluster.utilisation > 0)))
        return std::nullopt;
    const StepTime step = stepTime(plan, *machine);
    const double seconds = step.seconds / step.tokens;
    return std::isfinite(seconds) && seconds > 0 ? std::optional(seconds) : std::nullopt;
}

bool isSameTime(double ratio)
{
    constexpr double sameTime = 0.005;
    return std::abs(ratio - 1) < sameTime;
}

namespace {

/// From this ratio on, times are written as a factor.
constexpr double shownAsFactor = 3;

std::string factorText(double ratio)
{
    return fixed(ratio, ratio < 10 ? 1 : 0);
}

std::string percentText(double ratio)
{
    const double percent = 100 * std::abs(ratio - 1);
    return fixed(percent, percent < 2 ? 1 : 0);
}

} // namespace

std::string briefTime(double ratio)
{
    if (isSameTime(ratio))
        return {};
    if (ratio >= shownAsFactor)
        return factorText(ratio) + " ×";
    return (ratio > 1 ? "+" : "−") + percentText(ratio) + " %";
}

Text timeText(double ratio, TimeOf of)
{
    const bool ofToken = of == TimeOf::Token;
    const std::string number = percentText(ratio);
    if (isSameTime(ratio))
        return ofToken ? HW_TR("core", "same time a token") : HW_TR("core", "same step time");
    if (ratio >= shownAsFactor)
        return {ofToken ? HW_TR("core", "%1 × the time a token")
                        : HW_TR("core", "%1 × the step time"),
                {factorText(ratio)}};
    if (ratio > 1)
        return {ofToken ? HW_TR("core", "+%1 % time a token") : HW_TR("core", "+%1 % step time"),
                {number}};
    return {ofToken ? HW_TR("core", "−%1 % time a token") : HW_TR("core", "−%1 % step time"),
            {number}};
}

} // namespace highwater
