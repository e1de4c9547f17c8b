// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/figure/figure.h"

namespace highwater {

/// A figure of the layouts of a plan's cluster, still without a panel.
Figure figureOfLayouts(const Resolved& plan, MemoryUnit unit);

/// Memory of one GPU beside the time of a step, one row each for the plan and for the layouts that
/// no other one beats in both.
Figure searchFigure(const SearchResult& found, const Resolved& plan, MemoryUnit unit);

/// The same for a plan; runs the search itself.
Result<Figure> searchFigure(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                            const SearchConstraints& constraints = {});

/// The layouts of the figure's rows, in its order: fastest first. Of the front, it shows only
/// layouts that are visibly smaller than the one before.
std::vector<const FoundLayout*> shownLayouts(const SearchResult& found);

} // namespace highwater
