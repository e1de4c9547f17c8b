// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/measured/published_runs.h"
#include "core/measured/run_speeds.h"
#include "core/measured/sweep_build.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A measured and the predicted speed, in tokens a second and GPU.
struct CheckedSpeed
{
    std::string id;
    std::string family; ///< runs of one model on equally many GPUs, among which a person would
                        ///< choose a layout
    double measured = 0, predicted = 0;
    double low = 0, high = 0; ///< of the prediction
    double utilisation = 0; ///< of the measured speed
    std::optional<SweepBuild> build; ///< of the sweep
    bool oneBuild = false; ///< the row is from a part of the sweep in which all rows are of the
                           ///< clean build

    double error() const { return predicted / measured - 1; }
};

struct SpeedGroup
{
    std::string name;
    std::int64_t rows = 0;
    double median = 0, p90 = 0; ///< of the error's size
    double medianLog = 0, p90Log = 0; ///< of |ln(predicted / measured)|
    double bias = 0; ///< the median of the error with its sign
    double inBand = 0; ///< the share of rows between low and high
};

/// By how much a family's fastest layout is faster than the one that is predicted to be the
/// fastest.
struct Regret
{
    std::string name;
    std::int64_t families = 0;
    double mean = 0, median = 0;
};

struct SpeedValidation
{
    std::vector<SpeedGroup> groups;
    std::vector<Regret> regrets;
    PublishedSpeeds published;
    std::vector<CheckedSpeed> rows;
};

/// Predicts every run of the table that has a measured speed and a plan.
Result<SpeedValidation> validateSpeeds(std::string_view csv, const Catalog& catalog,
                                       const RunSpeeds& speeds);

} // namespace highwater
