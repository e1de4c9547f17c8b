// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/layout_ticks.h"

#include <algorithm>

namespace highwater {

bool LayoutTicks::has(LayoutTick tick) const
{
    switch (tick) {
    case LayoutTick::NoOffload:
        return noOffload;
    case LayoutTick::NoPipeline:
        return noPipeline;
    case LayoutTick::SameZero:
        return sameZero;
    case LayoutTick::UpperEnd:
        return upperEnd;
    case LayoutTick::Days:
        return days.has_value();
    case LayoutTick::Price:
        return price.has_value();
    }
    return false;
}

bool LayoutTicks::any() const
{
    return *this != LayoutTicks();
}

void LayoutTicks::drop(LayoutTick tick)
{
    switch (tick) {
    case LayoutTick::NoOffload:
        noOffload = false;
        break;
    case LayoutTick::NoPipeline:
        noPipeline = false;
        break;
    case LayoutTick::SameZero:
        sameZero = false;
        break;
    case LayoutTick::UpperEnd:
        upperEnd = false;
        break;
    case LayoutTick::Days:
        days.reset();
        break;
    case LayoutTick::Price:
        price.reset();
        break;
    }
}

bool keeps(const LayoutTicks& ticks, LayoutTick tick, const TickedFacts& facts)
{
    switch (tick) {
    case LayoutTick::NoOffload:
        return !facts.offloads;
    case LayoutTick::NoPipeline:
        return !facts.pipelines;
    case LayoutTick::SameZero:
        return facts.sameZero;
    case LayoutTick::UpperEnd:
        return facts.upperEndFits;
    case LayoutTick::Days: // a run of unknown length is within no limit
        return facts.days && facts.days <= ticks.days;
    case LayoutTick::Price:
        return facts.price && facts.price <= ticks.price;
    }
    return true;
}

bool keeps(const LayoutTicks& ticks, const TickedFacts& facts)
{
    return std::ranges::all_of(everyOf<LayoutTick>(), [&](LayoutTick tick) {
        return !ticks.has(tick) || keeps(ticks, tick, facts);
    });
}

} // namespace highwater
