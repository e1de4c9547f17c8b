// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/bytes.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/text.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// One stacked band of a panel: a group's bytes at each x, or the nanoseconds of a part of a step.
struct Layer
{
    Group group{}; ///< the group whose colours the band has
    Text name;
    std::vector<Bytes> values;
    std::string_view id = {}; ///< its name in a drawing; empty: the group's
    bool operator==(const Layer&) const = default;
};
std::string_view nameOf(const Layer& layer);
/// The sum of a stack's layers at the value with this index.
Bytes sumOfLayers(const std::vector<Layer>& layers, std::size_t index);

/// The things that an axis counts, on which the form of its labels depends: 8192 is "8K" for tokens
/// and "8,192" for anything else; 2 is plan "B". Places are positions in an order whose points have
/// names.
enum class Marks { Tokens, Gpus, Sequences, Stages, Places, Letters };

/// The values of a figure: bytes, shown in GiB or GB, or nanoseconds, in seconds or milliseconds.
struct ValueUnit
{
    std::string_view name;
    double size = 1; ///< in bytes or nanoseconds
    bool ofTime = false;

    constexpr ValueUnit(MemoryUnit unit) // so that a figure of memory can take the reader's unit
                                         // directly
        : name(unit == MemoryUnit::GiB ? "GiB" : "GB")
        , size(static_cast<double>(bytesOf(unit)))
    { }
    static constexpr ValueUnit seconds() { return {"s", 1e9}; }
    static constexpr ValueUnit milliseconds() { return {"ms", 1e6}; }
    bool operator==(const ValueUnit&) const = default;

private:
    constexpr ValueUnit(std::string_view called, double nanoseconds)
        : name(called)
        , size(nanoseconds)
        , ofTime(true)
    { }
};

constexpr double inUnit(Bytes value, ValueUnit unit)
{
    return static_cast<double>(value) / unit.size;
}
/// "0.200 ms", "359 s": a value of a figure of time, in the unit of its size.
std::string durationText(Bytes nanoseconds);
constexpr std::string_view nameOf(ValueUnit unit)
{
    return unit.name;
}
constexpr std::string_view nameOf(MemoryUnit unit)
{
    return ValueUnit(unit).name;
}

/// An axis that knows its own marks; one that begins above 0 runs in powers of two.
struct Axis
{
    Text title;
    std::vector<double> ticks;
    double least = 0, most = 0;
    Marks marks = Marks::Tokens;
    std::vector<std::string> labels = {}; ///< of the ticks, where a label is not the tick's value
    bool operator==(const Axis&) const = default;
};

/// A horizontal line across the panel, such as the capacity.
struct LimitLine
{
    Bytes at = 0;
    bool dashed = false;
    Text label;
    bool operator==(const LimitLine&) const = default;
};

/// A vertical line at an x, with a label.
struct Marker
{
    double x = 0;
    Text label;
    bool dragged = false; ///< by a person: its label stays in view beyond the axis' ends too
    bool operator==(const Marker&) const = default;
};

/// The total of a pinned plan at each x, as a line over the stack.
struct Baseline
{
    std::vector<Bytes> values;
    Bytes atMarker = 0;
    Text label;
    bool operator==(const Baseline&) const = default;
};

/// A part of the x axis with a name above it, such as a phase of a step.
struct Stretch
{
    double from = 0, to = 0;
    Text name;
    Text brief = {}; ///< used where the full name has no room
    Text under = {}; ///< the unit that the marks below it count
    bool cut = false; ///< a gap: more events of the same kind are left out here
    bool operator==(const Stretch&) const = default;
};

/// A label of a few lines of text at an x.
struct Callout
{
    double x = 0;
    Text head, detail;
    Text more = {}; ///< a line below the detail, or none
    std::vector<Text> lines() const;
    bool operator==(const Callout&) const = default;
};

/// Kinds of line that a figure has, each with its own colour and dashes; the first is solid.
inline constexpr std::size_t curveKinds = 5;

/// Tells a compared plan from the others: by its letter, and by the kind of its line.
struct CurveLook
{
    std::size_t letter = 0, line = 0;
    bool operator==(const CurveLook&) const = default;
};

/// One plan's total at each x, where plans are compared.
struct Curve
{
    Text name;
    std::vector<Bytes> values;
    std::optional<CurveLook> look = {}; ///< null: follows from its place among the curves
    bool isLimit = false; ///< the largest value of each case: looks like the limit line
    bool operator==(const Curve&) const = default;
};

/// A column of numbers next to horizontal bars, one for each bar; null where the number is not
/// known.
struct RowNumbers
{
    Text head;
    std::vector<std::optional<double>> values;
    bool counted = false; ///< whole numbers with all their digits
    bool operator==(const RowNumbers&) const = default;
};

/// What a dot of a scatter stands for, in the order in which they are drawn.
enum class DotKind { Removed, Kept, Front, Own, Chosen };

/// A case at a place of both axes.
struct Dot
{
    double x = 0;
    Bytes y = 0;
    DotKind kind = DotKind::Kept;
    Text name = {}; ///< written beside it, if any
    Bytes low = 0, high = 0; ///< of a bar through it; both 0: none
    bool operator==(const Dot&) const = default;
};

struct Panel
{
    Text title;
    std::vector<std::int64_t> xs;
    std::vector<Text> names = {}; ///< the event at each x, where x is not just a number
    std::vector<Layer> layers; ///< bottom first
    std::vector<Curve> curves; ///< in place of layers where plans are compared
    std::vector<Curve> overlays
        = {}; ///< lines over the stack, named in the legend; dotted without a look
    std::vector<Dot> dots = {}; ///< a scatter, in place of layers and curves
    bool bars = false; ///< each x is a separate case, not a point of a range
    bool lying = false; ///< the bars are horizontal rows from the top, each with its whole name
    std::vector<RowNumbers> numbers = {}; ///< at the right of horizontal bars
    std::int64_t step = 0; ///< points this close have no case between them: a value holds until the
                           ///< next
    Axis x, y; ///< y in the figure's unit
    std::vector<Marker> markers;
    std::optional<Marker> crossing; ///< where the total meets the limit line
    std::vector<double> switches = {}; ///< x from which another moment is the peak
    std::optional<Baseline> baseline = {};
    std::optional<Text> notice = {}; ///< written within the plot where there is no crossing
    std::vector<Stretch> stretches = {}; ///< they cover the axis, from left to right
    std::optional<Callout> callout = {};
    std::vector<Text> captions; ///< the first one is emphasised
    bool listed = false; ///< the other captions are a list, each from the left edge
    std::int64_t longest = 0; ///< tokens that fit, 0 where not computed; may be beyond the axis
    bool neverFits = false; ///< no x fits; the first caption says so
    double share = 1; ///< the panel's width relative to the other panels
    bool operator==(const Panel&) const = default;

    Bytes totalAt(std::size_t index) const;
    CurveLook lookOfCurve(std::size_t curve) const
    {
        return curves[curve].look.value_or(CurveLook{curve, curve});
    }
};

/// The text of the number next to a bar; "–" where there is none.
std::string rowText(const RowNumbers& numbers, std::size_t row);

/// Whether each bar has its total as a text: bars of plans, and a single bar.
inline bool tellsTotals(const Panel& panel)
{
    return panel.x.marks == Marks::Letters || (panel.bars && panel.xs.size() == 1);
}

/// Whether a line over the panel's points goes from one edge to the other.
inline bool isLine(const Panel& panel)
{
    return !panel.bars && panel.xs.size() > 1;
}

/// A chart as a value, with all that drawing needs.
struct Figure
{
    std::string_view name; ///< "lecture-scaling"
    Text title;
    Text subtitle; ///< the fixed settings: "Llama 3.1 8B · 8 × H100 · ZeRO-3"
    std::optional<Text> method; ///< whose numbers these are, where not the exact method's
    std::vector<Panel> panels;
    Text total{HW_TR("core", "Total")}; ///< the name of what the layers come to
    std::optional<LimitLine> limit;
    bool sharedScale = false; ///< all panels have the same y axis
    ValueUnit unit = MemoryUnit::GiB; ///< of the y axes and of every sentence
    bool operator==(const Figure&) const = default;
};

inline constexpr std::array<bool, groupCount> everyGroup{true, true, true, true, true, true};

/// The shown bands of a sweep, without those that are empty at every point.
std::vector<Layer> layersOf(const std::vector<Totals>& points,
                            const std::array<bool, groupCount>& shown = everyGroup,
                            bool serves = false);

/// The figure with some of its bands, stacked and scaled again.
Figure onlyShown(Figure figure, const std::array<bool, groupCount>& shown);

/// Marks of 1, 2 or 5 times a power of ten, 5 to 9 of them, the last at or above `most`.
std::vector<double> niceTicks(double most);

inline double toGib(Bytes bytes)
{
    return inUnit(bytes, MemoryUnit::GiB);
}

/// The number of decimals with which neighbouring ticks differ.
int tickDecimals(const std::vector<double>& ticks);

/// Writes a number with so many decimals, as grouped() does or by the rules of a language.
using NumberWriter = std::function<std::string(double number, int decimals)>;
std::string writtenPlainly(double number, int decimals);

/// "6,079.96", without the unit.
std::string amountText(Bytes value, ValueUnit unit, int decimals);

/// "Capacity 79.6 GiB", with the name of the device where one is given.
LimitLine limitLine(Bytes capacity, ValueUnit unit, const std::string& device = {},
                    const NumberWriter& written = writtenPlainly);

/// Gives each panel a y axis that holds its stack, its curves and the limit line, or all panels one
/// axis where the figure has a shared scale. In a figure with a shared scale and bars, the scale
/// ignores a curve far above all bars and the limit line, as the bars would get too small to read;
/// that curve leaves the plot at the top.
void scaleY(Figure& figure);

/// "Memory per GPU (GiB)", "Time (s)"
Text valueTitle(ValueUnit unit);

/// Fills, edges and lines of a figure (0xRRGGBB), checked for colour-blind readers.
struct Palette
{
    std::array<std::uint32_t, groupCount> fill, edge;
    std::uint32_t limit, text, muted, grid, axis, surface, hatch;
    double hatchOpacity;
    std::array<std::uint32_t, curveKinds> curves; ///< of compared plans, by kind of line
    bool operator==(const Palette&) const = default;
};

const Palette& lightPalette();
const Palette& darkPalette();
const Palette& printPalette();
const Palette& lecturePalette();

} // namespace highwater
