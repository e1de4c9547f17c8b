// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/measured/measured_runs.h"
#include "core/measured/run_facts.h"
#include "core/measured/validation.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <functional>
#include <string_view>
#include <variant>

namespace highwater {

/// The pipeline stage whose memory a row states; Highest: the largest value of all stages.
enum class RunStage { First, Last, Highest };

/// A measured run as a plan that can be estimated.
struct PlannedRun
{
    Plan plan;
    bool capacityKnown = false;
    Reading reading = Reading::Allocated;
    RunStage stage = RunStage::Highest;
    RunFacts facts;
    bool ofSweep = false; ///< see SourceDefaults
};

/// Reads a plan from its share code.
using CodeReader = std::function<Result<Plan>(std::string_view code)>;

/// The plan of a run, or the reason why it has none. Nothing is guessed: a value that a plan needs
/// and the row does not state comes from the source's own scripts (see source_defaults.cpp), or the
/// row has no plan.
std::variant<PlannedRun, LeftOut> planOf(const MeasuredRun& run, const Catalog& catalog,
                                         const CodeReader& codes = {});

} // namespace highwater
