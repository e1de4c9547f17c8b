// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"

namespace highwater {

/// The chart in words, for a screen reader: memory at the marker, how far the plan fits, the pinned
/// plan, and each band at the marker. `serves`: the plan generates text, whose bands have names of
/// their own.
QString spokenChart(const ContextChart& chart, const MemoryFormat& format, bool serves);

} // namespace highwater
