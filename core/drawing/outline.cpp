// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/outline.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

double yAt(Point a, Point b, double x)
{
    return b.x > a.x ? std::lerp(a.y, b.y, (x - a.x) / (b.x - a.x)) : b.y;
}

Point meeting(Point a, Point b, double y)
{
    return {std::lerp(a.x, b.x, (y - a.y) / (b.y - a.y)), y};
}

void keep(const Points& outline, std::size_t first, std::size_t last, double tolerance,
          Points& kept)
{
    std::size_t farthest = first;
    double most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
        const double off
            = std::abs(yAt(outline[first], outline[last], outline[i].x) - outline[i].y);
        if (off > most) {
            most = off;
            farthest = i;
        }
    }
    if (farthest == first) {
        kept.push_back(outline[last]);
        return;
    }
    keep(outline, first, farthest, tolerance, kept);
    keep(outline, farthest, last, tolerance, kept);
}

/// The outline with a point wherever it crosses the height y.
Points crossedAt(const Points& outline, double y)
{
    Points crossed;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point at = outline[i];
        if (i > 0 && (outline[i - 1].y < y) != (at.y < y))
            crossed.push_back(meeting(outline[i - 1], at, y));
        crossed.push_back(at);
    }
    return crossed;
}

} // namespace

Points clippedBetween(const Points& outline, double left, double right)
{
    Points cut;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point at = outline[i];
        if (i > 0)
            for (const double edge : {left, right})
                if (outline[i - 1].x < edge && edge < at.x)
                    cut.push_back({edge, yAt(outline[i - 1], at, edge)});
        if (at.x >= left && at.x <= right)
            cut.push_back(at);
    }
    return cut;
}

Points clampedAt(const Points& outline, double top)
{
    Points lowered = crossedAt(outline, top);
    for (Point& point : lowered)
        point.y = std::max(point.y, top);
    return lowered;
}

std::vector<Points> partsBelow(const Points& outline, double top)
{
    std::vector<Points> parts;
    bool open = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point at = outline[i];
        const bool in = at.y >= top;
        if (i > 0 && in != (outline[i - 1].y >= top)) {
            if (in)
                parts.emplace_back();
            parts.back().push_back(meeting(outline[i - 1], at, top));
            open = in;
        }
        if (!in)
            continue;
        if (!open)
            parts.emplace_back();
        open = true;
        parts.back().push_back(at);
    }
    return parts;
}

Points simplifiedOutline(const Points& outline, double tolerance)
{
    if (outline.size() < 3)
        return outline;
    Points kept{outline.front()};
    keep(outline, 0, outline.size() - 1, tolerance, kept);
    return kept;
}

double highestPoint(const Points& outline, double left, double right)
{
    double least = INFINITY;
    for (const Point at : clippedBetween(outline, left, right))
        least = std::min(least, at.y);
    return least;
}

std::vector<Points> hatchLines(const Points& outline, double floor, double apart)
{
    std::vector<Points> lines;
    if (outline.size() < 2 || apart <= 0)
        return lines;
    const double top = std::ranges::min(outline, {}, &Point::y).y;
    if (top >= floor)
        return lines;
    // Each diagonal holds the points of one sum of x and y.
    const double last = outline.back().x + floor;
    for (double sum = std::ceil((outline.front().x + top) / apart) * apart; sum < last;
         sum += apart) {
        std::vector<Points> pieces;
        for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
            const Point a = outline[i], b = outline[i + 1];
            double from = std::max(a.x, sum - floor), to = std::min(b.x, sum - top);
            const auto under = [&](double x) { return sum - x - yAt(a, b, x); };
            if (from >= to || (under(from) < 0 && under(to) < 0))
                continue;
            if (const double first = under(from), second = under(to); first * second < 0) {
                const double turn = std::lerp(from, to, first / (first - second));
                (first < 0 ? from : to) = turn;
            }
            if (!pieces.empty() && pieces.back().back().x >= from - 1e-6)
                pieces.back().back() = {to, sum - to};
            else
                pieces.push_back({{from, sum - from}, {to, sum - to}});
        }
        lines.insert(lines.end(), pieces.begin(), pieces.end());
    }
    std::erase_if(lines, [](const Points& line) { return line[1].x - line[0].x < 0.5; });
    return lines;
}

Points areaAbove(const Points& outline, double floor)
{
    Points area = crossedAt(outline, floor);
    for (Point& point : area)
        point.y = std::min(point.y, floor);
    if (!outline.empty()) // back along the floor
        area.insert(area.end(), {{outline.back().x, floor}, {outline.front().x, floor}});
    return area;
}

std::vector<double> spreadApart(std::vector<double> wanted, double spacing, double top,
                                double bottom)
{
    double free = bottom;
    for (double& y : wanted) {
        y = std::min(y, free);
        free = y - spacing;
    }
    free = top;
    for (auto y = wanted.rbegin(); y != wanted.rend(); ++y) {
        *y = std::max(*y, free);
        free = *y + spacing;
    }
    return wanted;
}

} // namespace highwater
