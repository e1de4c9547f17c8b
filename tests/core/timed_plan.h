// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/time_answer.h"
#include "helpers.h"

#include <utility>

namespace highwater {

/// A resolved plan; fails the test where the plan is refused.
inline Resolved preparedPlan(const Plan& plan)
{
    auto found = prepare(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

/// The time of a plan that must have one.
inline TimeAnswer timed(const Resolved& plan)
{
    const auto found = timeOf(plan);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *found;
}

} // namespace highwater
