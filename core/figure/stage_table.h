// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/methods/method.h"

#include <cstddef>
#include <vector>

namespace highwater {

/// The stages of a pipeline, a row each, stages and layers counted from 1; no rows where there is
/// no pipeline.
FigureTable stageTable(const Estimate& estimate);

/// The rows of it that tell the whole where there is little room: the ends, the most loaded stage
/// and those beside it.
std::vector<std::size_t> tellingStages(const Answer& answer);

/// What stands in place of the rows left out between two: "… 12 more".
Text stagesLeftOut(std::size_t count);

/// Which stage the ledger speaks of: "Stage 0 of 4, the most loaded". Empty where there is one.
Text stageShown(const Answer& answer);

} // namespace highwater
