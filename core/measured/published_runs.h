// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A training run whose speed a paper states.
struct PublishedRun
{
    std::string_view name, source;
    double teraflops = 0; ///< of one GPU, by the paper's way of counting
    /// Whether the paper counts the second forward pass and all of the attention (Narayanan et
    /// al.); if not, it counts the operations that the model needs.
    bool countsAll = false;
    Plan plan;
};

/// Micro-batches and chunks are assumed where a paper does not state them.
std::vector<PublishedRun> publishedRuns();

/// The prediction of the model of a step's time, by the paper's way of counting.
std::optional<double> predictedTeraflops(const PublishedRun& run, const Catalog& catalog);

/// A training run whose GPU-hours a paper states.
struct PublishedLength
{
    std::string_view name, source;
    double gpuHours = 0;
    bool atMost = false; ///< the hours are those of a whole project, of which the run is a part
    Plan plan;
};

/// The layouts of runs with `atMost` are assumed.
std::vector<PublishedLength> publishedLengths();

std::optional<double> predictedGpuHours(const PublishedLength& run, const Catalog& catalog);

struct PublishedCheck
{
    std::string name, source;
    double published = 0, predicted = 0;
    bool atMost = false; ///< the published number is a bound

    double error() const { return predicted / published - 1; }
};

/// All published runs and lengths with their predictions.
struct PublishedSpeeds
{
    std::vector<PublishedCheck> runs; ///< TFLOPS of one GPU, by the paper's way of counting
    double median = 0, worst = 0; ///< of the error's size
    std::vector<PublishedCheck> lengths; ///< GPU-hours
};

PublishedSpeeds checkedSpeeds(const Catalog& catalog);

} // namespace highwater
