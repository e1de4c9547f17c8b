// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/scale.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

double threeDigits(double value)
{
    if (value <= 0)
        return value;
    const double grain = std::pow(10, std::floor(std::log10(value)) - 2);
    return std::round(value / grain) * grain;
}

} // namespace

double Scale::fraction(double value) const
{
    const double inside = std::clamp(value, least, most);
    return logarithmic ? std::log(inside / least) / std::log(most / least)
                       : (inside - least) / (most - least);
}

double Scale::valueAt(double fraction) const
{
    const double inside = std::clamp(fraction, 0.0, 1.0);
    return logarithmic ? least * std::pow(most / least, inside) : least + inside * (most - least);
}

double Scale::rounded(double value) const
{
    const double coarse = rounding == Rounding::ThreeDigits ? threeDigits(value) : value;
    return std::clamp(std::round(coarse), least, most);
}

std::vector<double> Scale::stops() const
{
    std::vector<double> values{least};
    for (const Mark& mark : marks) {
        if (mark.value > least && mark.value < most)
            values.push_back(mark.value);
    }
    values.push_back(most);
    return values;
}

double Scale::nextStop(double value, int direction) const
{
    const std::vector<double> values = stops();
    if (direction > 0) {
        const auto above = std::upper_bound(values.begin(), values.end(), value);
        return above == values.end() ? most : *above;
    }
    const auto here = std::lower_bound(values.begin(), values.end(), value);
    return here == values.begin() ? least : *std::prev(here);
}

double Steps::from(const Scale& scale, double value, int direction, bool toPage) const
{
    // A plan's value may be outside the scale; a key towards the outside must not pull it in.
    if ((direction > 0 && value >= scale.most) || (direction < 0 && value <= scale.least))
        return value;
    const Step& step = toPage ? page : arrow;
    const double to = step ? step(value, direction)
        : toPage           ? scale.nextStop(value, direction)
                           : value + direction;
    return std::clamp(to, scale.least, scale.most);
}

std::optional<double> Steps::byKey(const Scale& scale, double value, const QKeyEvent& key) const
{
    const bool control = key.modifiers() & Qt::ControlModifier;
    switch (key.key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        return from(scale, value, -1, control);
    case Qt::Key_Right:
    case Qt::Key_Up:
        return from(scale, value, 1, control);
    case Qt::Key_PageDown:
        return from(scale, value, -1, true);
    case Qt::Key_PageUp:
        return from(scale, value, 1, true);
    case Qt::Key_Home:
        return scale.least;
    case Qt::Key_End:
        return scale.most;
    default:
        return std::nullopt;
    }
}

double ScaleOnScreen::nearestStop(double x) const
{
    const std::vector<double> stops = scale.stops();
    return *std::ranges::min_element(stops, {},
                                     [&](double stop) { return std::abs(positionOf(stop) - x); });
}

double ScaleOnScreen::valueUnder(double x, bool freely) const
{
    constexpr double snapDistance = 6; // px
    if (!freely) {
        const double stop = nearestStop(x);
        if (std::abs(positionOf(stop) - x) <= snapDistance)
            return stop;
    }
    return scale.rounded(scale.valueAt((x - left) / width));
}

bool dragsFreely(Qt::KeyboardModifiers modifiers)
{
    // Some desktops keep Alt with the mouse for themselves, so Shift does the same.
    return modifiers & (Qt::ShiftModifier | Qt::AltModifier);
}

double nextMultiple(double value, int direction, double grain)
{
    return direction > 0 ? (std::floor(value / grain) + 1) * grain
                         : (std::ceil(value / grain) - 1) * grain;
}

Scale contextScale()
{
    Scale scale{128, 1048576, true, {}};
    for (double mark = scale.least; mark <= scale.most; mark *= 2)
        scale.marks.push_back({mark, {}});
    return scale;
}

Steps contextSteps()
{
    const auto arrow = [](double value, int direction) {
        constexpr double coarseFrom = 32768;
        const bool coarse = direction > 0 ? value >= coarseFrom : value > coarseFrom;
        return nextMultiple(value, direction, coarse ? 1024 : 256);
    };
    return {arrow, {}};
}

} // namespace highwater
