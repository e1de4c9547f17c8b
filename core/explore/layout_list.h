// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"

#include <array>
#include <optional>
#include <vector>

namespace highwater {

/// The columns of a list of layouts, by which it may be sorted.
enum class LayoutKey {
    Tensor,
    Pipeline,
    VirtualPipeline,
    Context,
    Expert,
    Data,
    Zero,
    MicroBatch,
    Recompute,
    Offload,
    Step,
    Tokens,
    Utilisation,
    Memory,
    UpperEnd,
    Days,
    Price
};

/// The value by which a layout is sorted, a smaller value is better; null where it is not known.
std::optional<double> sortValue(const FoundLayout& layout, LayoutKey key);

/// Which layouts a list has, and their order.
struct LayoutOrder
{
    LayoutTicks ticks;
    LayoutKey key = LayoutKey::Step;
    bool reversed = false;
    bool operator==(const LayoutOrder&) const = default;
};

/// A layout of a list, with its near equals: the same tensor, pipeline and expert ranks, and a time
/// within 1 % of its own, which is the shortest of them. They are fastest first.
struct ListedLayout
{
    const FoundLayout* layout = nullptr;
    std::vector<const FoundLayout*> near;
};

/// The layouts of the answer to a search of every tick that the ticks keep, near equals folded. The
/// plan's own stands for itself, and is there whatever the ticks say. The pointers are into
/// `found`.
std::vector<ListedLayout> listedLayouts(const SearchResult& found, const LayoutOrder& order);

/// What the set ticks leave of all found layouts, and what each tick alone would leave.
struct TickCounts
{
    std::int64_t all = 0, kept = 0;
    std::array<std::int64_t, enumCount<LayoutTick>> alone{};
    std::int64_t operator[](LayoutTick tick) const { return alone[static_cast<std::size_t>(tick)]; }
};
TickCounts countTicks(const SearchResult& found, const LayoutTicks& ticks);

/// The set tick that removes most: without it, most layouts are kept, or where one tick less keeps
/// none either, it alone leaves the fewest. Null where none is set.
std::optional<LayoutTick> mostRemoving(const SearchResult& found, const LayoutTicks& ticks);

/// What the ticks look at in a layout, beside a plan with this ZeRO stage.
TickedFacts factsOf(const FoundLayout& layout, std::int64_t zero);

/// Whether the ticks keep a found layout.
bool isKept(const FoundLayout& layout, const SearchResult& found, const LayoutTicks& ticks);

/// The layouts of a list, with their near equals, that no other one beats in both time and memory:
/// fastest first, each smaller than the one before.
std::vector<const FoundLayout*> frontOf(const std::vector<ListedLayout>& list);

} // namespace highwater
