// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/figure/figure_table.h"

namespace highwater {

/// Memory of one GPU against the time of a step, a bar each: of the plan, and of layouts that no
/// other beats in both.
Figure searchFigure(const SearchResult& found, const Resolved& plan, MemoryUnit unit);

/// The same for a plan, with a search of its own.
Result<Figure> searchFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                            const SearchConstraints& constraints = {});

/// The layouts that the figure has bars of, in its order: of the front only those that are visibly
/// smaller than the one before.
std::vector<const FoundLayout*> shownLayouts(const SearchResult& found);

/// The x of a layout's bar.
std::int64_t shownMilliseconds(const FoundLayout* layout);

/// The layouts that the table has rows of, fastest first: all but the plan's own.
std::vector<const FoundLayout*> otherLayouts(const SearchResult& found);

/// A row for the plan as it stands, then one for each other layout, fastest first.
FigureTable searchTable(const SearchResult& found, MemoryUnit unit, const Translator& words);

} // namespace highwater
