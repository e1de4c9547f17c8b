// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QKeyEvent;

namespace highwater {

struct Mark
{
    double value = 0;
    QString label; ///< empty: a tick alone
    bool operator==(const Mark&) const = default;
};

/// The values of a slider, and their places between its ends.
struct Scale
{
    enum class Rounding { Whole, ThreeDigits };

    double least = 0, most = 1;
    bool logarithmic = false;
    std::vector<Mark> marks; ///< in ascending order
    Rounding rounding = Rounding::Whole; ///< of values that a drag gives between marks
    double unit = 1; ///< values are divided by this for screen readers

    double fraction(double value) const; ///< 0 at the least, 1 at the most; never outside
    double valueAt(double fraction) const;
    double rounded(double value) const;
    std::vector<double> stops() const; ///< all marks and both ends
    /// The stop above (or below) a value; the end when there is none.
    double nextStop(double value, int direction) const;
    bool operator==(const Scale&) const = default;
};

/// The value that an arrow key or a page key leads to; direction is 1 or -1.
struct Steps
{
    using Step = std::function<double(double value, int direction)>;
    Step arrow, page; ///< by default a step of 1, and the next mark

    /// The value one arrow or page step away, never beyond the scale's ends.
    double from(const Scale& scale, double value, int direction, bool page) const;
    /// The value that a key leads to; null where the key moves nothing.
    std::optional<double> byKey(const Scale& scale, double value, const QKeyEvent& key) const;
};

/// A scale along a line on the screen: converts values to pixels and back.
struct ScaleOnScreen
{
    Scale scale;
    double left = 0, width = 1;

    double positionOf(double value) const { return left + scale.fraction(value) * width; }
    double nearestStop(double x) const;
    /// The value at x. Within a few pixels of a mark it is the mark's value, unless `freely`.
    double valueUnder(double x, bool freely) const;
};

/// A drag with this key held does not stick to marks.
bool dragsFreely(Qt::KeyboardModifiers modifiers);

/// The scale of context lengths, for the slider in the panel and for the chart's marker: every
/// power of two is a mark, and an arrow key leads to the next multiple of 256, above 32K to the
/// next multiple of 1,024.
Scale contextScale();
Steps contextSteps();

/// The next multiple of a grain, so that keys lead to round numbers from any value.
double nextMultiple(double value, int direction, double grain);

} // namespace highwater
