// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/drawing/layout.h"
#include "core/figure/figures.h"

#include <string>
#include <vector>

namespace highwater {

/// Four compared plans: one that leaves the plot at once, a flat one, and two that cross.
inline Figure comparedPlans()
{
    constexpr Bytes oneGib = Bytes{1} << 30;
    Panel panel;
    panel.xs = {1024, 2048, 4096, 8192, 16384, 32768};
    const std::vector<std::vector<Bytes>> totals{{33, 36, 42, 62, 140, 400},
                                                 {20, 22, 28, 49, 90, 150},
                                                 {15, 15, 16, 18, 21, 27},
                                                 {12, 16, 24, 42, 78, 149}};
    for (const std::vector<Bytes>& total : totals) {
        Curve curve{Text("Plan %1", {std::to_string(panel.curves.size() + 1)}), {}};
        for (const Bytes bytes : total)
            curve.values.push_back(bytes * oneGib);
        panel.curves.push_back(std::move(curve));
    }
    panel.x = {
        "Context length (tokens, log₂ scale)", {1024, 2048, 4096, 8192, 16384, 32768}, 1024, 32768};
    panel.markers.push_back({8192, Text::plain("8,192")});
    Figure figure;
    figure.name = "compare";
    figure.title = "Compared plans";
    figure.limit = limitLine(80 * oneGib, MemoryUnit::GiB, "H100");
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    figure.panels[0].y.ticks = {0, 20, 40, 60, 80, 100, 120};
    figure.panels[0].y.most = 120; // set so that the first two leave the plot
    return figure;
}

/// A figure by name, as "lecture-zero", "lecture-zero published" or "compare", made once for all
/// rows of a test; throws, which fails the test, where the plan has none.
inline Figure sampleFigure(const std::string& name, const Plan& plan = {})
{
    if (name == "compare")
        return comparedPlans();
    struct Sample
    {
        std::string name;
        Plan plan;
        Figure figure;
    };
    static std::vector<Sample> made;
    for (const Sample& sample : made)
        if (sample.name == name && sample.plan == plan)
            return sample.figure;
    FigureChoice choice;
    const std::string suffix = " published";
    const bool published = name.ends_with(suffix);
    if (published)
        choice.sampling = Sampling::Published;
    const Figure figure
        = *figureNamed(published ? name.substr(0, name.size() - suffix.size()) : name, plan,
                       builtinCatalog(), choice);
    made.push_back({name, plan, figure});
    return figure;
}

inline Result<Scene> laidOut(const Figure& figure, const SceneStyle& style)
{
    return sceneOf(
        figure, style, [](const Text& text) { return english(text); }, arialWidth);
}

} // namespace highwater
