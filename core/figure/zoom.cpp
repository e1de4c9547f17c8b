// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/zoom.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace highwater {
namespace {

/// Places along an axis: its numbers, or their powers of two.
struct Along
{
    bool powers = false;
    double of(double value) const { return powers ? std::log2(std::max(value, 0.5)) : value; }
    double at(double place) const { return powers ? std::exp2(place) : place; }
};

AxisRange inside(double least, double most, const AxisRange& whole, Along along)
{
    const double first = along.of(whole.least), last = along.of(whole.most);
    const double length = std::min(most - least, last - first);
    const double from = std::clamp(least, first, std::max(first, last - length));
    // The ends of the whole axis are kept exactly: a range that has both does not count as zoomed.
    const auto end = [&](double place, double wholeEnd) {
        return std::abs(place - along.of(wholeEnd)) < 1e-9 ? wholeEnd : along.at(place);
    };
    return {end(from, whole.least), end(from + length, whole.most)};
}

/// The samples from the last one at or before the range to the first one at or after it.
std::pair<std::size_t, std::size_t> samplesOf(const std::vector<std::int64_t>& xs,
                                              const AxisRange& range)
{
    const auto after = [&](double x) {
        return std::ranges::find_if(
            xs, [x](std::int64_t each) { return static_cast<double>(each) > x; });
    };
    const auto first = after(range.least);
    const auto notBefore = std::ranges::find_if(
        xs, [&](std::int64_t each) { return static_cast<double>(each) >= range.most; });
    const auto last = notBefore == xs.end() ? notBefore : std::next(notBefore);
    return {static_cast<std::size_t>(std::max(first, std::next(xs.begin())) - xs.begin()) - 1,
            static_cast<std::size_t>(last - xs.begin())};
}

template <class T> void keep(std::vector<T>& values, std::size_t from, std::size_t to)
{
    if (values.size() < to)
        return;
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(to), values.end());
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(from));
}

void setTicks(Axis& axis, const AxisRange& range)
{
    if (axis.labels.empty() && axis.marks != Marks::Letters && axis.least > 0) {
        axis.ticks = rangeTicks(range);
        return;
    }
    for (std::size_t i = axis.ticks.size(); i-- > 0;)
        if (axis.ticks[i] < range.least || axis.ticks[i] > range.most) {
            axis.ticks.erase(axis.ticks.begin() + static_cast<std::ptrdiff_t>(i));
            if (i < axis.labels.size())
                axis.labels.erase(axis.labels.begin() + static_cast<std::ptrdiff_t>(i));
        }
}

void narrow(Panel& panel, const AxisRange& range)
{
    const auto [from, to] = samplesOf(panel.xs, range);
    keep(panel.xs, from, to);
    keep(panel.names, from, to);
    for (Layer& layer : panel.layers)
        keep(layer.values, from, to);
    for (Curve& curve : panel.curves)
        keep(curve.values, from, to);
    for (Curve& overlay : panel.overlays)
        keep(overlay.values, from, to);
    if (panel.baseline)
        keep(panel.baseline->values, from, to);
    setTicks(panel.x, range);
    panel.x.least = range.least;
    panel.x.most = range.most;
}

} // namespace

std::optional<AxisRange> wholeRange(const Figure& figure)
{
    for (const Panel& panel : figure.panels)
        if (!panel.bars && panel.xs.size() > 1)
            return AxisRange{panel.x.least, panel.x.most};
    return std::nullopt;
}

AxisRange zoomed(const AxisRange& range, const AxisRange& whole, double at, double factor)
{
    const Along along{whole.least > 0};
    const double middle = std::clamp(along.of(at), along.of(range.least), along.of(range.most));
    const double before = middle - along.of(range.least), after = along.of(range.most) - middle;
    // A sixteenth of an octave, or of sixteen events, is the shortest range that has marks to read.
    const double least = along.powers ? 1.0 / 16 : 16;
    const double length = std::max(1e-9, before + after);
    const double scale = std::max(factor, std::min(1.0, least / length));
    return inside(middle - scale * before, middle + scale * after, whole, along);
}

AxisRange moved(const AxisRange& range, const AxisRange& whole, double part)
{
    const Along along{whole.least > 0};
    const double by = part * (along.of(range.most) - along.of(range.least));
    return inside(along.of(range.least) + by, along.of(range.most) + by, whole, along);
}

Figure within(Figure figure, const AxisRange& range)
{
    for (Panel& panel : figure.panels)
        if (!panel.bars && panel.xs.size() > 1 && range.most > range.least
            && range.most > panel.x.least && range.least < panel.x.most)
            narrow(panel,
                   {std::max(range.least, panel.x.least), std::min(range.most, panel.x.most)});
    scaleY(figure);
    return figure;
}

std::vector<double> rangeTicks(const AxisRange& range)
{
    std::vector<double> ticks;
    const auto first = static_cast<std::uint64_t>(std::ceil(std::max(1.0, range.least)));
    const auto last = static_cast<std::uint64_t>(std::max(1.0, range.most));
    for (std::uint64_t mark = std::bit_ceil(first); mark <= last; mark *= 2)
        ticks.push_back(static_cast<double>(mark));
    constexpr std::size_t enough = 3;
    if (ticks.size() >= enough || last <= first)
        return ticks;
    const std::uint64_t step = std::bit_floor(std::max<std::uint64_t>(1, (last - first) / 4));
    ticks.clear();
    for (std::uint64_t mark = (first + step - 1) / step * step; mark <= last; mark += step)
        ticks.push_back(static_cast<double>(mark));
    return ticks;
}

} // namespace highwater
