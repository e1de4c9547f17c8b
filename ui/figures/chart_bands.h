// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

#include <memory>

class QPainter;

namespace highwater {

/// The stacked bands of the context chart, drawn by Qt Charts without a view. Each area extends
/// down to the axis and covers the lower part of the one behind it, which needs half the points and
/// leaves no gap between neighbours.
class ChartBands
{
public:
    ChartBands();
    ~ChartBands();

    /// The bands of a scene's first plot, lowest first: closed paths that run along their upper
    /// edge from left to right and back along the lower one.
    void show(const Scene& scene, const std::vector<const Path*>& areas);
    void paint(QPainter& painter);

private:
    struct Series;
    std::unique_ptr<Series> m_series;
};

} // namespace highwater
