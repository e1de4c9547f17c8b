// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layout_list.h"
#include "core/figure/figure_table.h"

#include <functional>

namespace highwater {

/// A row of the table of layouts.
struct LayoutRow
{
    const FoundLayout* layout = nullptr;
    std::size_t near = 0; ///< equals that are folded under it, or stand below it
    bool isOpen = false; ///< they stand below it
    bool isInside = false; ///< it is one of them
};

/// The list as rows; near equals of the layouts that `isOpen` names follow their row.
std::vector<LayoutRow> layoutRows(const std::vector<ListedLayout>& list,
                                  const std::function<bool(const FoundLayout&)>& isOpen);

/// The columns that tell something about the found layouts: those whose values are all alike
/// because the plan leaves no choice are left out.
std::vector<LayoutKey> layoutColumns(const SearchResult& found);

/// The name of a column; a price is in USD, thousands or millions of it, as `price` is large.
Text layoutKeyName(LayoutKey key, MemoryUnit unit, double price);

/// The table: a mark, the columns, and a remark. `found` has the plan's own layout, whose GPUs are
/// `gpus`.
FigureTable layoutTable(const std::vector<LayoutRow>& rows, const SearchResult& found,
                        MemoryUnit unit, std::int64_t gpus);

/// "TP 8 · PP 16 · DP 4 · ZeRO-1 · mb 2": the layout in few words, for a name.
Text briefLayoutName(const FoundLayout& layout);

/// A line of the comparison of a layout with the plan: the value, and the change from the plan.
struct LayoutFact
{
    Text name;
    std::string value, change;
};
std::vector<LayoutFact> layoutFacts(const FoundLayout& layout, const FoundLayout& plan,
                                    MemoryUnit unit, std::int64_t gpus);

} // namespace highwater
