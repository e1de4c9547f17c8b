// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/measured/measured_runs.h"
#include "core/plan/plan.h"

#include <optional>
#include <variant>

namespace highwater {

/// The architecture of a run: the catalogue's where the name is known and no column disagrees,
/// else the one that the columns describe, completed from the number of parameters or the family of
/// the model's name. Otherwise the reason why there is none.
std::variant<ModelChoice, Text> modelOf(const MeasuredRun& run, const Catalog& catalog,
                                        bool tiesWeights = true);

/// The card of a run. The capacity is set where the row says which size of a card it was.
struct RunDevice
{
    std::string device;
    std::optional<std::int64_t> capacity; ///< where it differs from the device's
    bool capacityKnown = false;
};
RunDevice deviceOf(const MeasuredRun& run, const Catalog& catalog);

} // namespace highwater
