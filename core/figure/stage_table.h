// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/methods/method.h"

#include <cstddef>
#include <vector>

namespace highwater {

/// The stages of a pipeline, one row each, stages and layers counted from 1; no rows without a
/// pipeline.
FigureTable stageTable(const Estimate& estimate);

/// The rows to show where there is little room: the first and last stage, the most loaded one and
/// its neighbours.
std::vector<std::size_t> tellingStages(const Answer& answer);

/// The row that replaces rows left out between two others: "… 12 more".
Text stagesLeftOut(std::size_t count);

/// The stage that the ledger shows: "Stage 0 of 4, the most loaded". Empty where there is only one.
Text stageShown(const Answer& answer);

} // namespace highwater
