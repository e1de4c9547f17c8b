// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"

#include <optional>
#include <vector>

namespace highwater {

/// One method's answer to a plan, or the reason why it has none.
struct MethodAnswer
{
    MethodId method{};
    Result<Estimate> estimate;
};

/// A plan by every method, with one limit: the plan's own, else the capacity that the device
/// reports.
struct MethodComparison
{
    Bytes capacity = 0;
    std::vector<MethodAnswer> answers; ///< exact first

    /// The relative distance of a method's total from the exact one: 0.5 where the total is half as
    /// large again. Null where one of the two has no answer.
    std::optional<double> away(const MethodAnswer& answer) const;
};

/// Fails where no method has an answer, with the exact method's reason. Without a replay of the
/// allocator where `idle` is given (estimate()).
Result<MethodComparison> byEveryMethod(const Plan& plan, const Catalog& catalog,
                                       const std::optional<IdleShares>& idle = {});

} // namespace highwater
