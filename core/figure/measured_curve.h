// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/timeline_figure.h"

#include <vector>

namespace highwater {

/// A measured step at the events of a timeline.
struct MeasuredCurve
{
    struct Sample
    {
        double at = 0; ///< in the units of spansOf()
        Bytes tensors = 0, reserved = 0;
        bool operator==(const Sample&) const = default;
    };

    std::vector<Sample> samples; ///< in order
    bool hasReserved = false;
    Text note; ///< on where the measurement differs from the plan
    bool operator==(const MeasuredCurve&) const = default;
};

/// Draws the curve over the timeline's figure. The stack has the runtime's memory, which no
/// recording includes: the curve is raised by these bytes. A capacity of more than twice the
/// highest value is left out.
void addMeasured(TimelineChart& chart, const MeasuredCurve& curve);

} // namespace highwater
