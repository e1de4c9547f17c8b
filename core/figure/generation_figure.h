// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/figure/figure_table.h"
#include "core/time/generation.h"

namespace highwater {

/// The speed of a plan that generates text as a value: the answer, and its figure of the time of a
/// token by the number of sequences, stacked by part.
struct GenerationChart
{
    Generation generation;
    Figure figure;
};

Result<GenerationChart> generationChart(const Resolved& plan);

/// Speed, prompt and price, each with low, expected and high value.
FigureTable generationTable(const Generation& generation);

/// The group of memory whose colours the part has in figures and tables.
Group coloursOf(DecodePart part);

} // namespace highwater
