// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/figure.h"

#include "core/answer/group_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace highwater {

std::vector<Text> Callout::lines() const
{
    std::vector<Text> lines{head, detail};
    if (*more.id != '\0')
        lines.push_back(more);
    return lines;
}

Bytes sumOfLayers(const std::vector<Layer>& layers, std::size_t index)
{
    Bytes total = 0;
    for (const Layer& layer : layers)
        total = bounded::plus(total, layer.values[index]);
    return total;
}

Bytes Panel::totalAt(std::size_t index) const
{
    return sumOfLayers(layers, index);
}

std::string_view nameOf(const Layer& layer)
{
    return layer.id.empty() ? nameOf(layer.group) : layer.id;
}

int tickDecimals(const std::vector<double>& ticks)
{
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    return step > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6) : 0;
}

std::string writtenPlainly(double number, int decimals)
{
    return grouped(number, decimals);
}

std::string amountText(Bytes value, ValueUnit unit, int decimals)
{
    return grouped(inUnit(value, unit), decimals);
}

std::string rowText(const RowNumbers& numbers, std::size_t row)
{
    const auto& value = numbers.values[row];
    if (!value)
        return "–";
    return numbers.counted ? grouped(*value, 0) : briefText(*value);
}

std::string durationText(Bytes nanoseconds)
{
    return secondsText(inUnit(nanoseconds, ValueUnit::seconds()));
}

Text valueTitle(ValueUnit unit)
{
    return {unit.ofTime ? HW_TR("core", "Time (%1)") : HW_TR("core", "Memory per GPU (%1)"),
            {std::string(unit.name)}};
}

LimitLine limitLine(Bytes capacity, ValueUnit unit, const std::string& device,
                    const NumberWriter& written)
{
    const std::string number = written(inUnit(capacity, unit), 1), name(nameOf(unit));
    if (device.empty())
        return {capacity, false, {HW_TR("core", "Capacity %1 %2"), {number, name}}};
    return {capacity, false, {HW_TR("core", "Capacity %1 %2 · %3"), {number, name, device}}};
}

void scaleY(Figure& figure)
{
    constexpr double room = 1.1; // above the line, for its label
    const double limit = figure.limit ? room * inUnit(figure.limit->at, figure.unit) : 0;
    constexpr double labelRoom = 1.08; // above a bar, for its total
    double mostOfCurves = std::numeric_limits<double>::infinity();
    if (figure.sharedScale && std::ranges::any_of(figure.panels, &Panel::bars)) {
        double bars = limit;
        for (const Panel& panel : figure.panels)
            for (std::size_t i = 0; i < panel.xs.size(); ++i)
                bars = std::max(bars, inUnit(panel.totalAt(i), figure.unit));
        mostOfCurves = 1.5 * bars;
    }
    const auto highest = [&](const Panel& panel) {
        const double above = tellsTotals(panel) ? labelRoom : 1;
        double most = limit;
        for (std::size_t i = 0; i < panel.xs.size(); ++i) {
            most = std::max(most, above * inUnit(panel.totalAt(i), figure.unit));
            for (const Curve& curve : panel.curves)
                most = std::max(most, std::min(mostOfCurves, inUnit(curve.values[i], figure.unit)));
            for (const Curve& overlay : panel.overlays)
                most = std::max(most, inUnit(overlay.values[i], figure.unit));
            if (panel.baseline)
                most = std::max(most, inUnit(panel.baseline->values[i], figure.unit));
        }
        return most;
    };
    double shared = 0;
    for (const Panel& panel : figure.panels)
        shared = std::max(shared, highest(panel));
    for (Panel& panel : figure.panels) {
        panel.y.title = valueTitle(figure.unit);
        panel.y.ticks = niceTicks(figure.sharedScale ? shared : highest(panel));
        panel.y.most = panel.y.ticks.back();
    }
}

std::vector<Layer> layersOf(const std::vector<Totals>& points,
                            const std::array<bool, groupCount>& shown, bool serves)
{
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        Layer layer{group, groupName(group, serves), {}};
        for (const Totals& point : points)
            layer.values.push_back(point.perGpu.bytes[i]);
        const bool empty
            = std::ranges::all_of(layer.values, [](Bytes bytes) { return bytes == 0; });
        if (shown[i] && !empty)
            layers.push_back(std::move(layer));
    }
    return layers;
}

Figure onlyShown(Figure figure, const std::array<bool, groupCount>& shown)
{
    for (Panel& panel : figure.panels)
        std::erase_if(panel.layers, [&](const Layer& layer) {
            return !shown[static_cast<std::size_t>(layer.group)];
        });
    scaleY(figure);
    return figure;
}

std::vector<double> niceTicks(double most)
{
    constexpr std::array steps{1.0, 2.0, 5.0, 10.0};
    constexpr double mostIntervals = 8; // nine marks with the zero
    const double top = std::max(most, 1e-9);
    const double power = std::pow(10.0, std::floor(std::log10(top / mostIntervals)));
    const double step = power * *std::ranges::find_if(steps, [&](double candidate) {
                            return std::ceil(top / (candidate * power) - 1e-9) <= mostIntervals;
                        });
    std::vector<double> ticks;
    const auto count = static_cast<int>(std::ceil(top / step - 1e-9));
    for (int i = 0; i <= count; ++i)
        ticks.push_back(step * i);
    return ticks;
}

// Parameters, gradients, optimizer, activations, temporary (logits and buffers), overhead.

const Palette& lightPalette()
{
    static constexpr Palette palette{
        .fill = {0x2E8B6F, 0xF2B3CB, 0x6B559E, 0xF0A74B, 0x7FA6C9, 0xB9BEC4},
        .edge = {0x1C5F4B, 0xB0507A, 0x43326F, 0xA85F00, 0x2F5D85, 0x5F6770},
        .limit = 0xC4001F,
        .text = 0x1B1F24,
        .muted = 0x555D66,
        .grid = 0xE4E7EA,
        .axis = 0x6B747D,
        .surface = 0xFFFFFF,
        .hatch = 0x1B1F24,
        .hatchOpacity = 0.30,
        .curves = {0x1B1F24, 0x555D66, 0x1F5FA8, 0x8A5A00, 0x7B3FA0},
    };
    return palette;
}

const Palette& darkPalette()
{
    static constexpr Palette palette{
        .fill = {0x349A7D, 0xEFA9C4, 0x7461B4, 0xE9A24A, 0x7FA6C9, 0xB9BEC4},
        .edge = {0x7CCDB3, 0xFAD3E1, 0xB7A8E3, 0xFFD19B, 0xB4D0EA, 0xE2E5E9},
        .limit = 0xFF4F79,
        .text = 0xE7E9EB,
        .muted = 0xA9B1B9,
        .grid = 0x2E3237,
        .axis = 0x929BA4,
        .surface = 0x1B1D20,
        .hatch = 0x0A0C0E,
        .hatchOpacity = 0.42,
        .curves = {0xE7E9EB, 0xA9B1B9, 0x7DB2EE, 0xE9C58A, 0xCDA4E6},
    };
    return palette;
}

const Palette& printPalette()
{
    static constexpr Palette palette{
        .fill = {0x5E5E5E, 0xDADADA, 0x8C8C8C, 0xF2F2F2, 0xC4C4C4, 0xB0B0B0},
        .edge = {0x222222, 0x222222, 0x222222, 0x222222, 0x222222, 0x222222},
        .limit = 0x000000,
        .text = 0x000000,
        .muted = 0x444444,
        .grid = 0xE4E7EA,
        .axis = 0x222222,
        .surface = 0xFFFFFF,
        .hatch = 0x222222,
        .hatchOpacity = 1,
        .curves = {0x000000, 0x444444, 0x000000, 0x444444, 0x000000},
    };
    return palette;
}

/// The bands in the colours of the lecture's figures (4EA5B7, E889AB, CEC0FA, E38A42), with darker
/// edges; the two groups that the lecture does not show, and all other colours, are the light ones.
const Palette& lecturePalette()
{
    static const Palette palette = [] {
        Palette made = lightPalette();
        constexpr std::array<std::uint32_t, 4> fill{0x4EA5B7, 0xE889AB, 0xCEC0FA, 0xE38A42};
        constexpr std::array<std::uint32_t, 4> edge{0x2A6A78, 0xA8456C, 0x6F5CB0, 0x8F4E14};
        std::ranges::copy(fill, made.fill.begin());
        std::ranges::copy(edge, made.edge.begin());
        return made;
    }();
    return palette;
}

} // namespace highwater
