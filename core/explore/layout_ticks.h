// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/names.h"

#include <optional>

namespace highwater {

/// What a person may ask of a layout, each by a tick; the words are options of the command line.
enum class LayoutTick { NoOffload, NoPipeline, SameZero, UpperEnd, Days, Price };

/// The ticks that are set. Limits are above 0.
struct LayoutTicks
{
    bool noOffload = false, noPipeline = false;
    bool sameZero = false; ///< as the plan's
    bool upperEnd = false; ///< of the likely range fits too
    std::optional<double> days, price; ///< the most that the run may take, and cost in USD

    bool has(LayoutTick tick) const;
    bool any() const;
    void drop(LayoutTick tick);
    bool operator==(const LayoutTicks&) const = default;
};

/// What the ticks look at. Days and price are null where nothing says how long the run is.
struct TickedFacts
{
    bool offloads = false, pipelines = false, sameZero = true, upperEndFits = true;
    std::optional<double> days, price;
};

/// Whether one tick, which is set, keeps a layout; the only place that says what a tick means.
bool keeps(const LayoutTicks& ticks, LayoutTick tick, const TickedFacts& facts);
/// Whether all set ticks do.
bool keeps(const LayoutTicks& ticks, const TickedFacts& facts);

} // namespace highwater

HIGHWATER_NAMES(LayoutTick, "no-offload", "no-pipeline", "same-zero", "upper-end", "within",
                "under")
