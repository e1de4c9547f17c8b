// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/figure/figure_table.h"

namespace highwater {

/// Memory of one GPU beside the time of a step, one row each for the plan and for the layouts that
/// no other one beats in both.
Figure searchFigure(const SearchResult& found, const Resolved& plan, MemoryUnit unit);

/// The same for a plan; runs the search itself.
Result<Figure> searchFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                            const SearchConstraints& constraints = {});

/// The layouts of the figure's rows, in its order: fastest first. Of the front, it shows only
/// layouts that are visibly smaller than the one before.
std::vector<const FoundLayout*> shownLayouts(const SearchResult& found);

/// "TP 4 · PP 32 · DP 4 · ZeRO-1 · micro-batch 2"
Text layoutName(const FoundLayout& layout);

/// The layouts of the table's rows after the plan's, fastest first: all but the plan's own.
std::vector<const FoundLayout*> otherLayouts(const SearchResult& found);

/// A row for the plan's layout, then one for each other layout, fastest first.
FigureTable searchTable(const SearchResult& found, MemoryUnit unit, const Translator& words);

} // namespace highwater
