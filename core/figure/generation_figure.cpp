// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/generation_figure.h"

#include "core/figure/plan_words.h"
#include "core/figure/time_figure.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// Powers of two and three points between each, as far as the plan's sequences and the knee.
std::vector<std::int64_t> sampled(double most)
{
    constexpr int perOctave = 4, leastOctaves = 9, mostOctaves = 16;
    const int octaves
        = std::clamp(static_cast<int>(std::ceil(std::log2(most))) + 1, leastOctaves, mostOctaves);
    std::vector<std::int64_t> xs;
    for (int i = 0; i <= octaves * perOctave; ++i) {
        const std::int64_t x = std::llround(std::exp2(static_cast<double>(i) / perOctave));
        if (xs.empty() || x > xs.back())
            xs.push_back(x);
    }
    return xs;
}

Axis sequenceAxis(const std::vector<std::int64_t>& xs)
{
    Axis axis;
    axis.title = {HW_TR("core", "Sequences at a time")};
    axis.marks = Marks::Sequences;
    axis.least = real(xs.front());
    axis.most = real(xs.back());
    for (std::int64_t tick = 1; tick <= xs.back(); tick *= 2)
        axis.ticks.push_back(real(tick));
    return axis;
}

Figure figureOf(const Resolved& plan, const Generation& generation)
{
    Panel panel;
    panel.xs = sampled(std::max(generation.sequences, generation.knee));
    const std::vector<double> sequences(panel.xs.begin(), panel.xs.end());
    const auto seconds = decodeSeconds(plan, sequences);
    for (const DecodePart part : everyOf<DecodePart>()) {
        Layer layer{coloursOf(part), decodePartName(part), {}, nameOf(part)};
        for (const DecodeSeconds& parts : *seconds)
            layer.values.push_back(std::llround(
                std::min(mostSeconds, parts[static_cast<std::size_t>(part)]) / si::nano));
        if (std::ranges::any_of(layer.values, [](std::int64_t value) { return value > 0; }))
            panel.layers.push_back(std::move(layer));
    }
    panel.x = sequenceAxis(panel.xs);
    panel.markers.push_back({generation.sequences, Text::plain(countText(generation.sequences))});
    for (const Text& sentence : generationSentences(generation))
        panel.captions.push_back(sentence);
    Figure figure;
    figure.name = "time";
    figure.title = {HW_TR("core", "Time of a generated token")};
    describe(figure, plan);
    figure.unit = generation.step.value < 1 ? ValueUnit::milliseconds() : ValueUnit::seconds();
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

} // namespace

Group coloursOf(DecodePart part)
{
    constexpr EnumTable<DecodePart, Group> groups({Group::Parameters, Group::Activations,
                                                   Group::Gradients, Group::Overhead,
                                                   Group::Temporary, Group::Optimizer});
    return groups[part];
}

Result<GenerationChart> generationChart(const Resolved& plan)
{
    auto generation = generationOf(plan);
    if (!generation)
        return generation.problems();
    Figure figure = figureOf(plan, *generation);
    return GenerationChart{*std::move(generation), std::move(figure)};
}

FigureTable generationTable(const Generation& generation)
{
    FigureTable table;
    table.heads = {{HW_TR("core", "Speed")},
                   {HW_TR("core", "Low")},
                   {HW_TR("core", "Expected")},
                   {HW_TR("core", "High")}};
    const auto add = [&](const char* name, const Expected& value, double scale, bool strong) {
        table.rows.push_back({wordsCell({name}, strong), writtenCell(amountText(scale * value.low)),
                              writtenCell(amountText(scale * value.value), strong),
                              writtenCell(amountText(scale * value.high))});
    };
    const auto addFixed = [&](const char* name, std::string number) {
        table.rows.push_back(
            {wordsCell({name}), noCell(), writtenCell(std::move(number)), noCell()});
    };
    add(HW_TR("core", "Tokens/s"), generation.tokensPerSecond, 1, true);
    if (generation.sequences > 1)
        add(HW_TR("core", "Tokens/s, one sequence"), generation.tokensPerSecond,
            1 / generation.sequences, false);
    add(HW_TR("core", "A token (ms)"), generation.step, 1 / si::milli, false);
    add(HW_TR("core", "A prompt (s)"), generation.prefill, 1, true);
    addFixed(HW_TR("core", "Tokens of the prompt"), countText(generation.promptTokens));
    addFixed(HW_TR("core", "Bound by products from (sequences)"),
             countText(std::max(1.0, std::round(generation.knee))));
    if (generation.pricePerMillion)
        addFixed(HW_TR("core", "A million tokens (USD)"), amountText(*generation.pricePerMillion));
    table.note = {HW_TR("core", "An estimate; published readings lie between low and high.")};
    return table;
}

} // namespace highwater
