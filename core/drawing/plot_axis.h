// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/figure.h"

#include <algorithm>
#include <cmath>

namespace highwater {

/// The x of a value on a plot, which may be beyond the plot's ends.
inline double plotX(const Axis& axis, const Rect& plot, double value)
{
    const bool powers = axis.least > 0;
    const auto at = [powers](double of) { return powers ? std::log2(std::max(of, 0.5)) : of; };
    const double span = at(axis.most) - at(axis.least);
    const double part = span > 0 ? (at(value) - at(axis.least)) / span : 0.5;
    return plot.left + part * plot.width;
}

/// The value at an x of a plot.
inline double plotValue(const Axis& axis, const Rect& plot, double x)
{
    const double part = plot.width > 0 ? (x - plot.left) / plot.width : 0;
    return axis.least > 0 ? axis.least * std::pow(axis.most / axis.least, part)
                          : axis.least + part * (axis.most - axis.least);
}

/// The middle of a bar.
inline double barX(const Panel& panel, const Rect& plot, std::size_t bar)
{
    return plot.left
        + (static_cast<double>(bar) + 0.5) * plot.width / static_cast<double>(panel.xs.size());
}

/// The middle of a horizontal bar.
inline double rowY(const Panel& panel, const Rect& plot, std::size_t row)
{
    return plot.top
        + (static_cast<double>(row) + 0.5) * plot.height / static_cast<double>(panel.xs.size());
}

} // namespace highwater
