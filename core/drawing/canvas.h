// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// A scene while it is drawn, with the figure, the style and the measures that its parts share.
/// Lengths are given in `em`, the size of the font, and in `hair`, the width of a thin line, so
/// that a picture of any size has the same proportions.
struct Canvas
{
    const Figure& figure;
    SceneStyle style; ///< with the palette that can be read on the backdrop
    const Translator& words;
    const TextWidth& measure;
    Scene scene = {};
    Role role = Role::Shape; ///< of the items that are added next

    double em() const { return style.font; }
    double hair() const { return std::max(1.0, style.font / 14); }
    Typeface plain() const { return {style.font, false}; }
    Typeface strong() const { return {style.font, true}; }
    Typeface heading() const { return {1.45 * style.font, true}; }
    Colour colour(std::uint32_t rgb) const { return {rgb, 1}; }
    /// The colour of a wider line under a line, which separates that line from the bands that it
    /// crosses.
    Colour casing() const { return {style.palette.surface, 0.9}; }

    std::string said(const Text& text) const { return printable(words(text)); }
    double width(const std::string& text, Typeface face) const
    {
        return measure(text, face.size, face.bold);
    }
    /// The centre nearest to `at` for a thin line whose edges fall on whole pixels.
    double crisp(double at) const { return std::round(at - hair() / 2) + hair() / 2; }

    template <class Shape> void add(Shape shape, std::string id = {})
    {
        scene.items.push_back({std::move(id), std::move(shape), role});
    }
    void line(Points points, Stroke stroke, std::string id = {})
    {
        add(Path{{std::move(points)}, false, {}, std::move(stroke)}, std::move(id));
    }
    Rect write(std::string text, Point at, Anchor anchor, Typeface face, std::uint32_t rgb,
               double rotation = 0)
    {
        Writing writing{std::move(text), at,          anchor,   face.size,
                        face.bold,       colour(rgb), rotation, 0};
        writing.width = width(writing.text, face);
        const Rect bounds = writing.bounds();
        add(std::move(writing));
        return bounds;
    }
};

/// The place of a panel and of its texts.
struct PanelFrame
{
    std::size_t index = 0;
    Rect plot;
    bool tickLabels = true; ///< of the y axis; panels that share a scale have them once
    bool limitLabel = true;
    bool sideLabels = false; ///< the bands' names, right of the plot
    double unders = 0; ///< from the plot down to the texts of Stretch::under; 0: no such texts
    std::size_t numbers = 0; ///< columns of numbers that have room next to horizontal bars
    double left = 0, right = 0; ///< the bounds of the texts under the plot
};

/// The texts at the ticks of a y axis.
std::vector<std::string> yLabels(const Axis& axis);

/// Grid, bands or curves, limit line, crossing, markers and marks of one panel.
void drawPanel(Canvas& canvas, const Panel& panel, const PanelFrame& frame);

/// A band's name next to the plot.
std::string bandLabel(const Canvas& canvas, const Panel& panel, const Layer& layer);

/// A circle with the letter that a compared plan goes by.
void drawBadge(Canvas& canvas, Point centre, const CurveLook& look);
double badgeRadius(const Canvas& canvas);
Stroke overlayStroke(const Canvas& canvas, const Curve& overlay);
Stroke curveStroke(const Canvas& canvas, const CurveLook& look);

} // namespace highwater
