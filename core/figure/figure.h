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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// One stacked band of a panel: a group's bytes at each x.
struct Layer
{
    Group group{};
    Text name;
    std::vector<Bytes> values;
    bool operator==(const Layer&) const = default;
};

/// How the marks of an axis are written: 8192 as "8K" tokens or as "8,192"; 2 as plan "B".
enum class Marks { Tokens, Counts, Letters };

/// What memory is told in: GiB (2^30 bytes) or GB (10^9 bytes).
double inUnit(Bytes bytes, MemoryUnit unit);
std::string_view nameOf(MemoryUnit unit);

/// An axis that knows its own marks; one that begins above 0 runs in powers of two.
struct Axis
{
    Text title;
    std::vector<double> ticks;
    double least = 0, most = 0;
    Marks marks = Marks::Tokens;
    std::vector<std::string> labels = {}; ///< of the ticks, where they do not say their value
    bool operator==(const Axis&) const = default;
};

/// A line across the panel.
struct LimitLine
{
    Bytes at = 0;
    bool dashed = false;
    Text label;
    bool operator==(const LimitLine&) const = default;
};

/// A point on x that is pointed out.
struct Marker
{
    double x = 0;
    Text label;
    bool operator==(const Marker&) const = default;
};

/// A part of the x axis with a name above it, as the phases of a step have.
struct Stretch
{
    double from = 0, to = 0;
    Text name;
    Text brief = {}; ///< where the name has no room
    Text under = {}; ///< what the marks below it count
    bool cut = false; ///< it stands for more of the same, which is not drawn
    bool operator==(const Stretch&) const = default;
};

/// A point on x that is explained where it stands.
struct Callout
{
    double x = 0;
    Text head, detail;
    bool operator==(const Callout&) const = default;
};

/// What tells a compared plan from the others: its letter, and the dash and colour of its line.
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
    std::optional<CurveLook> look = {}; ///< else by its place among the curves
    bool operator==(const Curve&) const = default;
};

struct Panel
{
    Text title;
    std::vector<std::int64_t> xs;
    std::vector<Text> names = {}; ///< what happens at each x, where that is more than a number
    std::vector<Layer> layers; ///< bottom first
    std::vector<Curve> curves; ///< in place of layers where plans are compared
    bool bars = false; ///< xs are few cases, not a range
    Axis x, y; ///< y in the figure's unit
    std::vector<Marker> markers;
    std::optional<Marker> crossing; ///< where the total meets the limit line
    std::vector<Stretch> stretches = {}; ///< of the whole axis, from left to right
    std::optional<Callout> callout = {};
    std::vector<Text> captions; ///< the first one stands out
    std::int64_t longest = 0; ///< tokens that fit, where the panel asks; it may lie beyond the axis
    bool neverFits = false; ///< at no x, which is what the first caption says
    double share = 1; ///< of the width, against the other panels
    bool operator==(const Panel&) const = default;

    Bytes totalAt(std::size_t index) const;
};

/// A chart as a value: whoever draws it needs nothing else.
struct Figure
{
    std::string_view name; ///< "lecture-scaling"
    Text title;
    Text subtitle; ///< what is fixed: "Llama 3.1 8B · 8 × H100 · ZeRO-3"
    std::vector<Panel> panels;
    std::optional<LimitLine> limit;
    bool sharedScale = false; ///< the panels have one y axis
    MemoryUnit unit = MemoryUnit::GiB; ///< of the y axes and of every sentence
    bool operator==(const Figure&) const = default;
};

inline constexpr std::array<bool, groupCount> everyGroup{true, true, true, true, true, true};

/// The bands of a sweep that are to be shown, without those that are empty all along.
std::vector<Layer> layersOf(const std::vector<Totals>& points,
                            const std::array<bool, groupCount>& shown = everyGroup);

/// The figure with some of its bands, stacked and scaled anew.
Figure onlyShown(Figure figure, const std::array<bool, groupCount>& shown);

/// Marks of 1, 2 or 5 times a power of ten, 5 to 9 of them, the last at or above `most`.
std::vector<double> niceTicks(double most);

inline double gib(Bytes bytes)
{
    return inUnit(bytes, MemoryUnit::GiB);
}

/// "6,079.96", without the unit.
std::string amount(Bytes bytes, MemoryUnit unit, int decimals);

/// "Capacity 79.6 GiB", with the name of the device where one is meant.
LimitLine limitLine(Bytes capacity, MemoryUnit unit, const std::string& device = {});

/// Gives each panel a y axis that holds its stack, its curves and the limit line; one for all where
/// the figure has a shared scale. Beside bars, curves leave the plot where they are far above all
/// bars and the line, which they would press flat.
void scaleY(Figure& figure);

/// "Memory per GPU (GiB)"
Text memoryTitle(MemoryUnit unit);

/// Fills, edges and lines of a figure (0xRRGGBB), checked for colour-blind readers.
struct Palette
{
    std::array<std::uint32_t, groupCount> fill, edge;
    std::uint32_t limit, text, muted, grid, axis, surface, hatch;
    double hatchOpacity;
    std::array<std::uint32_t, 5> curves; ///< of compared plans, in order
    bool operator==(const Palette&) const = default;
};

const Palette& lightPalette();
const Palette& darkPalette();
const Palette& printPalette();
const Palette& lecturePalette();

} // namespace highwater
