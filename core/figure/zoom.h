// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

#include <optional>

namespace highwater {

/// A part of an x axis.
struct AxisRange
{
    double least = 0, most = 0;
    bool operator==(const AxisRange&) const = default;
};

/// The x axis of the figure's curves; null where the figure has bars only.
std::optional<AxisRange> wholeRange(const Figure& figure);

/// The range around `at` that is `factor` times as far on both sides, in powers of two where
/// `whole` begins above 0. The result is within `whole` and not too narrow to read.
AxisRange zoomed(const AxisRange& range, const AxisRange& whole, double at, double factor);
/// The range moved by a part of its own length; it stops at the ends of `whole`.
AxisRange moved(const AxisRange& range, const AxisRange& whole, double part);

/// The figure with this range alone on the x axes of its curves, and the y axes scaled to it.
Figure within(Figure figure, const AxisRange& range);

/// Marks for an axis of tokens or counts: powers of two, and steps between them where fewer than
/// three powers are in the range.
std::vector<double> rangeTicks(const AxisRange& range);

} // namespace highwater
