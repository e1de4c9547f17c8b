// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/even_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace highwater {
namespace {

double octaves(double from, double to)
{
    return std::log2(to / from);
}

std::int64_t at(double first, std::size_t index, std::size_t perOctave)
{
    return std::llround(first
                        * std::exp2(static_cast<double>(index) / static_cast<double>(perOctave)));
}

/// The number of points from one power of two to the next, where xs are evenly spaced except for
/// rounding; 0 where they are not.
std::size_t evenness(const std::vector<std::int64_t>& xs)
{
    const auto first = static_cast<double>(xs.front());
    const double steps = static_cast<double>(xs.size() - 1);
    const double each = steps / octaves(first, static_cast<double>(xs.back()));
    const auto perOctave = static_cast<std::size_t>(std::llround(each));
    for (std::size_t i = 0; i < xs.size(); ++i)
        if (perOctave == 0 || at(first, i, perOctave) != xs[i])
            return 0;
    return perOctave;
}

/// Interpolates along a power of x: between two close points, memory nearly follows one.
Bytes bytesBetween(Bytes left, Bytes right, double part)
{
    if (left == right || part <= 0)
        return left;
    if (part >= 1)
        return right;
    const auto a = static_cast<double>(left);
    const auto b = static_cast<double>(right);
    const double value = a > 0 && b > 0 ? a * std::pow(b / a, part) : a + part * (b - a);
    // near the greatest number of bytes a double is coarser than a byte
    if (std::abs(value) >= 9e18)
        return left;
    return std::clamp(static_cast<Bytes>(std::llround(value)), std::min(left, right),
                      std::max(left, right));
}

std::vector<Bytes> readOff(const std::vector<Bytes>& values, const std::vector<std::int64_t>& xs,
                           const std::vector<std::int64_t>& wanted)
{
    std::vector<Bytes> result;
    for (const std::int64_t x : wanted) {
        const auto after = std::ranges::lower_bound(xs, x);
        const auto right
            = static_cast<std::size_t>(std::min(after, std::prev(xs.end())) - xs.begin());
        const std::size_t left = right == 0 || xs[right] <= x ? right : right - 1;
        const double part = left == right
            ? 0
            : octaves(static_cast<double>(xs[left]), static_cast<double>(x))
                / octaves(static_cast<double>(xs[left]), static_cast<double>(xs[right]));
        result.push_back(bytesBetween(values[left], values[right], part));
    }
    return result;
}

std::size_t lastUpTo(const std::vector<std::int64_t>& xs, std::int64_t x)
{
    return static_cast<std::size_t>(std::ranges::upper_bound(xs, x) - xs.begin() - 1);
}

/// Interpolates along straight lines from point to point.
std::vector<Bytes> readStraight(const std::vector<Bytes>& values,
                                const std::vector<std::int64_t>& xs,
                                const std::vector<std::int64_t>& wanted)
{
    std::vector<Bytes> result;
    for (const std::int64_t x : wanted) {
        const std::size_t left = lastUpTo(xs, x), right = std::min(left + 1, xs.size() - 1);
        const auto width = static_cast<double>(std::max<std::int64_t>(1, xs[right] - xs[left]));
        const double part = static_cast<double>(x - xs[left]) / width;
        const auto rise = static_cast<double>(values[right] - values[left]);
        result.push_back(values[left] + std::llround(part * rise));
    }
    return result;
}

/// A panel of events at every whole x (its axis does not run in powers of two); unchanged where
/// that would be too many points.
EvenPanel evenSteps(const Panel& panel)
{
    constexpr std::int64_t mostPoints = 1500;
    constexpr std::size_t marks = 6;
    EvenPanel result{panel};
    Panel& even = result.panel;
    if (panel.xs.back() - panel.xs.front() < mostPoints) {
        even.xs.clear();
        even.names.clear();
        for (std::int64_t x = panel.xs.front(); x <= panel.xs.back(); ++x) {
            even.xs.push_back(x);
            if (!panel.names.empty())
                even.names.push_back(panel.names[lastUpTo(panel.xs, x)]);
        }
        for (Layer& layer : even.layers)
            layer.values = readStraight(layer.values, panel.xs, even.xs);
        for (Curve& curve : even.curves)
            curve.values = readStraight(curve.values, panel.xs, even.xs);
        for (Curve& overlay : even.overlays)
            overlay.values = readStraight(overlay.values, panel.xs, even.xs);
    }
    result.marksEvery = std::max<std::size_t>(1, even.xs.size() / marks);
    return result;
}

/// The first mark within the points, or the first point where no mark is.
double firstMark(const Panel& panel)
{
    const auto least = static_cast<double>(panel.xs.front());
    const auto most = static_cast<double>(panel.xs.back());
    for (const double tick : panel.x.ticks)
        if (tick >= least && tick < most)
            return std::round(tick);
    return least;
}

/// Powers of two from mark to mark, where all distances are the same whole number; 1 otherwise.
std::size_t octavesPerMark(const std::vector<double>& ticks)
{
    if (ticks.size() < 2 || !(ticks[0] > 0))
        return 1;
    const double each = octaves(ticks[0], ticks[1]);
    const bool whole = each >= 1 && each < 64 && each == std::round(each);
    for (std::size_t i = 1; i < ticks.size(); ++i)
        if (!whole || octaves(ticks[i - 1], ticks[i]) != each)
            return 1;
    return static_cast<std::size_t>(each);
}

/// A place on the axis, from 0 at its least to 1 at its most.
double placeOn(const Axis& axis, double x)
{
    const bool powers = axis.least > 0;
    const auto at = [powers](double of) { return powers ? std::log2(std::max(of, 0.5)) : of; };
    return (at(x) - at(axis.least)) / (at(axis.most) - at(axis.least));
}

double valueAt(const Axis& axis, double place)
{
    return axis.least > 0 ? axis.least * std::exp2(place * octaves(axis.least, axis.most))
                          : axis.least + place * (axis.most - axis.least);
}

/// Interpolates along straight lines as drawn on the axis; beyond the points, the value of the last
/// of them.
std::vector<Bytes> readDrawn(const std::vector<Bytes>& values, const std::vector<double>& places,
                             std::size_t count)
{
    std::vector<Bytes> result;
    for (std::size_t i = 0; i < count; ++i) {
        const double place = static_cast<double>(i) / static_cast<double>(count - 1);
        const auto after = std::ranges::upper_bound(places, place);
        const auto right = static_cast<std::size_t>(after - places.begin());
        if (right == 0 || right == places.size()) {
            result.push_back(right == 0 ? values.front() : values.back());
            continue;
        }
        const double part = (place - places[right - 1]) / (places[right] - places[right - 1]);
        const auto rise
            = static_cast<double>(values[right]) - static_cast<double>(values[right - 1]);
        // near the greatest number of bytes a sum of doubles is not a number of bytes
        result.push_back(part <= 0 || std::abs(rise) >= 9e18
                             ? values[right - 1]
                             : values[right - 1] + std::llround(part * rise));
    }
    return result;
}

} // namespace

EvenPanel alignedPanel(const Panel& panel, bool bars)
{
    constexpr double unseen = 1e-3; // of the plot's width
    constexpr double perOctave = 12, fewest = 96, most = 1000;
    EvenPanel result{panel};
    const std::vector<std::int64_t>& xs = panel.xs;
    const bool ascending
        = std::ranges::adjacent_find(xs, std::greater_equal<std::int64_t>()) == xs.end();
    const Axis& axis = panel.x;
    if (bars || xs.size() < 2 || !ascending || !(axis.most > axis.least))
        return result;
    std::vector<double> places;
    for (const std::int64_t x : xs)
        places.push_back(placeOn(axis, static_cast<double>(x)));
    bool aligned = true;
    for (std::size_t i = 0; i < places.size(); ++i)
        aligned = aligned
            && std::abs(places[i] - static_cast<double>(i) / static_cast<double>(xs.size() - 1))
                < unseen;
    if (aligned)
        return result;
    const double wanted
        = axis.least > 0 ? perOctave * octaves(axis.least, axis.most) : axis.most - axis.least;
    const auto count = static_cast<std::size_t>(std::clamp(std::ceil(wanted), fewest, most)) + 1;
    Panel& even = result.panel;
    even.xs.clear();
    even.names.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const double x = valueAt(axis, static_cast<double>(i) / static_cast<double>(count - 1));
        even.xs.push_back(std::llround(x));
        if (!panel.names.empty())
            even.names.push_back(
                panel.names[xs.front() > even.xs.back() ? 0 : lastUpTo(xs, even.xs.back())]);
    }
    for (Layer& layer : even.layers)
        layer.values = readDrawn(layer.values, places, count);
    for (Curve& curve : even.curves)
        curve.values = readDrawn(curve.values, places, count);
    for (Curve& overlay : even.overlays)
        overlay.values = readDrawn(overlay.values, places, count);
    return result;
}

EvenPanel evenPanel(const Panel& panel, bool bars)
{
    EvenPanel result{panel};
    const std::vector<std::int64_t>& xs = panel.xs;
    const bool ascending
        = std::ranges::adjacent_find(xs, std::greater_equal<std::int64_t>()) == xs.end();
    // a double holds whole numbers up to 2^53
    const bool usable = xs.size() >= 2 && xs.front() > 0 && ascending
        && xs.back() <= std::int64_t{1} << std::numeric_limits<double>::digits;
    if (!bars && ascending && xs.size() >= 2 && !panel.stretches.empty())
        return evenSteps(panel);
    if (bars || !usable)
        return result;

    const double first = firstMark(panel);
    std::size_t perOctave = first == static_cast<double>(xs.front()) ? evenness(xs) : 0;
    if (perOctave == 0) {
        // GPUs are whole numbers: between 1, 2 and 4 there are fewer than twelve of them.
        constexpr double roomForMore = 32;
        constexpr std::size_t fine = 12;
        constexpr double rounding = 1e-9;
        perOctave = first < roomForMore || panel.step > 0 ? 1 : fine;
        const auto last = static_cast<double>(xs.back());
        const double steps = octaves(first, last) * static_cast<double>(perOctave);
        std::vector<std::int64_t> wanted;
        for (std::size_t i = 0; static_cast<double>(i) <= steps + rounding; ++i)
            wanted.push_back(at(first, i, perOctave));
        if (wanted.size() < 2)
            return result;
        for (Layer& layer : result.panel.layers)
            layer.values = readOff(layer.values, xs, wanted);
        for (Curve& curve : result.panel.curves)
            curve.values = readOff(curve.values, xs, wanted);
        for (Curve& overlay : result.panel.overlays)
            overlay.values = readOff(overlay.values, xs, wanted);
        result.panel.xs = std::move(wanted);
    }
    result.marksEvery = perOctave * octavesPerMark(panel.x.ticks);
    return result;
}

} // namespace highwater
