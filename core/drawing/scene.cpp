// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace highwater {

Rect Writing::bounds() const
{
    constexpr double ascent = 0.78, descent = 0.22; // of most fonts, including Chinese ones
    const double start = anchor == Anchor::Start ? 0
        : anchor == Anchor::Middle               ? -width / 2
                                                 : -width;
    const double turn = rotation * std::numbers::pi / 180;
    const double left = start, right = start + width, top = -ascent * size, bottom = descent * size;
    const std::array corners{Point{left, top}, Point{right, top}, Point{left, bottom},
                             Point{right, bottom}};
    Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
    for (const Point corner : corners) {
        const Point turned{at.x + corner.x * std::cos(turn) - corner.y * std::sin(turn),
                           at.y + corner.x * std::sin(turn) + corner.y * std::cos(turn)};
        least = {std::min(least.x, turned.x), std::min(least.y, turned.y)};
        most = {std::max(most.x, turned.x), std::max(most.y, turned.y)};
    }
    return {least.x, least.y, most.x - least.x, most.y - least.y};
}

Rect united(const Rect& left, const Rect& right)
{
    if (left.isEmpty() || right.isEmpty())
        return left.isEmpty() ? right : left;
    const double x = std::min(left.left, right.left), y = std::min(left.top, right.top);
    return {x, y, std::max(left.right(), right.right()) - x,
            std::max(left.bottom(), right.bottom()) - y};
}

namespace {

/// The distance to which an outline reaches beyond the shape: pointed corners are cut at twice the
/// width (Qt's limit of a miter join), and a smooth edge takes a pixel.
double reachOf(const std::optional<Stroke>& stroke)
{
    return 1 + (stroke ? 2 * stroke->width : 0);
}

Rect areaOf(const std::vector<Points>& parts)
{
    Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
    for (const Points& part : parts)
        for (const Point at : part) {
            least = {std::min(least.x, at.x), std::min(least.y, at.y)};
            most = {std::max(most.x, at.x), std::max(most.y, at.y)};
        }
    if (least.x > most.x)
        return {};
    return Rect{least.x, least.y, most.x - least.x, most.y - least.y}.grown(1);
}

Rect areaOf(const Path& path)
{
    return united(areaOf(path.parts), areaOf(path.hatched)).grown(reachOf(path.stroke));
}

Rect areaOf(const Box& box)
{
    return box.rect.grown(reachOf(box.stroke));
}

Rect areaOf(const Circle& circle)
{
    const Rect centre{circle.centre.x, circle.centre.y, 0, 0};
    return centre.grown(circle.radius + reachOf(circle.stroke));
}

Rect areaOf(const Writing& writing)
{
    return writing.bounds().grown(writing.size / 2);
}

} // namespace

Rect Item::area() const
{
    return std::visit([](const auto& each) { return areaOf(each); }, shape);
}

/// Walks through both lists of items at once. Where they differ, an item that the other list has
/// next was added or removed; any other two are a changed item.
Rect changedArea(const Scene& before, const Scene& after)
{
    Rect area;
    const auto differs = [&](const Item& item) { area = united(area, item.area()); };
    auto old = before.items.begin(), made = after.items.begin();
    const auto oldEnd = before.items.end(), madeEnd = after.items.end();
    while (old != oldEnd && made != madeEnd) {
        if (*old == *made) {
            ++old;
            ++made;
        } else if (made + 1 != madeEnd && *old == *(made + 1)) {
            differs(*made++);
        } else if (old + 1 != oldEnd && *(old + 1) == *made) {
            differs(*old++);
        } else {
            differs(*old++);
            differs(*made++);
        }
    }
    std::for_each(old, oldEnd, differs);
    std::for_each(made, madeEnd, differs);
    return area;
}

} // namespace highwater
