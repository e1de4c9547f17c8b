// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layout_list.h"
#include "core/figure/figure.h"

#include <vector>

namespace highwater {

/// Time of a step against memory of one GPU, a dot for each found layout.
struct LayoutScatter
{
    Figure figure;
    std::vector<const FoundLayout*> layouts; ///< of the dots, in their order
};

/// `list`: the layouts that the ticks keep; the others are grey rings. `chosen` is one of `found`,
/// or null. Layouts that are far slower than the ones that matter are beyond the axis.
LayoutScatter layoutScatter(const SearchResult& found, const std::vector<ListedLayout>& list,
                            const FoundLayout* chosen, const Resolved& plan, MemoryUnit unit);

} // namespace highwater
