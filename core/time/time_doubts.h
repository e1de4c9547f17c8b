// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/text.h"

#include <vector>

namespace highwater {

/// The reasons why the time of a step may be far off: no run of the kind bears it out.
enum class TimeDoubt {
    Utilisation, ///< published runs of dense models reach less of the peak
    Offload, ///< no run that offloads states, weights or activations was measured
    Sharding ///< nor one that shards gradients or weights (ZeRO-2, ZeRO-3)
};

/// Whether a layout holds states, weights or activations outside the GPU.
bool offloads(const Layout& layout);

/// The doubts on a layout's time, which comes to this share of the peak.
std::vector<TimeDoubt> timeDoubts(const Layout& layout, double modelUtilisation);

Text doubtText(TimeDoubt doubt);

/// Whether a doubt marks a layout in a list. Shards are too common for a mark on each of them.
inline bool isMarked(TimeDoubt doubt)
{
    return doubt != TimeDoubt::Sharding;
}

} // namespace highwater

HIGHWATER_NAMES(TimeDoubt, "utilisation", "offload", "sharding")
