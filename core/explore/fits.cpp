// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/fits.h"

#include "core/answer/run_ahead.h"
#include "core/methods/method.h"

namespace highwater {

Result<Resolved> preparedLike(const Resolved& like, const Plan& changed, const Catalog& catalog)
{
    return prepare(changed, catalog, like.replays ? std::nullopt : std::optional(like.idle));
}

std::optional<bool> fitsByTensors(const Resolved& plan)
{
    constexpr std::int64_t ample = 1'000'000;
    Resolved moving = plan;
    moving.replays = false;
    const auto fitsWith = [&moving](std::int64_t idle) {
        moving.idle = {idle, idle, idle};
        const auto judged = judge(moving);
        return judged && judged->fits();
    };
    if (!fitsWith(0))
        return false;
    // The memory of freed inputs of collectives that wait for the GPU has no bound.
    return !waitsForCollectives(plan) && fitsWith(ample) ? std::optional(true) : std::nullopt;
}

Fit fitOf(const Judgement& judged)
{
    return !judged.fits() ? Fit::No : emptiesCache(judged) ? Fit::Emptying : Fit::Yes;
}

Fit fitOf(const Resolved& plan)
{
    if (plan.replays)
        if (const auto known = fitsByTensors(plan))
            return *known ? Fit::Yes : Fit::No;
    const auto judged = judge(plan);
    return judged ? fitOf(*judged) : Fit::No;
}

} // namespace highwater
