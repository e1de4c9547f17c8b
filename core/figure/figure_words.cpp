// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/figure_words.h"

#include "core/answer/group_words.h"
#include "core/figure/context_chart.h"
#include "core/figure/even_panel.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace highwater {
namespace {

bool isEmpty(const Text& text)
{
    return std::string_view(text.id).empty();
}

/// The highest value drawn at an x: the stack's top, or the highest curve.
Bytes highestAt(const Panel& panel, std::size_t index)
{
    Bytes most = panel.totalAt(index);
    for (const Curve& curve : panel.curves)
        most = std::max(most, curve.values[index]);
    return most;
}

Text meetingOf(const Panel& panel, const LimitLine& limit, const Translator& words)
{
    if (panel.crossing)
        return {HW_TR("core", "Capacity reached at %1."),
                {markLabel(panel.crossing->x, panel.x.marks)}};
    std::size_t over = 0;
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        over += highestAt(panel, i) > limit.at ? 1 : 0;
    if (over == 0)
        return {HW_TR("core", "It stays within the capacity.")};
    if (over == panel.xs.size())
        return {HW_TR("core", "It is above the capacity everywhere.")};
    std::size_t i = 1;
    while ((highestAt(panel, i - 1) > limit.at) == (highestAt(panel, i) > limit.at))
        ++i;
    return {HW_TR("core", "Capacity reached between %1 and %2."),
            {pointName(panel, i - 1, words), pointName(panel, i, words)}};
}

/// The points at the marks of the axis; all points where there are few.
std::vector<std::size_t> spokenPoints(const Panel& panel)
{
    std::vector<std::size_t> points;
    if (panel.callout) {
        const auto at = std::ranges::find(panel.xs, std::llround(panel.callout->x));
        const auto peak = static_cast<std::size_t>(at - panel.xs.begin());
        return {0, std::min(peak, panel.xs.size() - 1), panel.xs.size() - 1};
    }
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        if (std::ranges::count(panel.x.ticks, static_cast<double>(panel.xs[i])) > 0)
            points.push_back(i);
    if (points.empty() && !panel.xs.empty())
        points = {0, panel.xs.size() - 1};
    return points;
}

/// "Activations: 1K 9.25 · 2K 27.50"
Text numbersOf(const std::string& name, const Panel& panel, ValueUnit unit, const Translator& words,
               const std::function<Bytes(std::size_t)>& valueAt)
{
    std::vector<std::string> numbers;
    for (const std::size_t i : spokenPoints(panel))
        numbers.push_back(pointName(panel, i, words) + " " + amountText(valueAt(i), unit, 2));
    return {HW_TR("core", "%1: %2"), {name, joined(numbers, " · ")}};
}

void addNumbers(std::vector<Text>& notes, const Panel& panel, ValueUnit unit,
                const Translator& words)
{
    notes.emplace_back();
    if (!isEmpty(panel.title))
        notes.push_back(panel.title);
    notes.push_back({HW_TR("core", "%1 by %2"), {words(panel.y.title), words(panel.x.title)}});
    for (const Layer& layer : panel.layers)
        notes.push_back(numbersOf(words(layer.name), panel, unit, words,
                                  [&layer](std::size_t i) { return layer.values[i]; }));
    for (const Curve& curve : panel.curves)
        notes.push_back(numbersOf(words(curve.name), panel, unit, words,
                                  [&curve](std::size_t i) { return curve.values[i]; }));
    if (!panel.layers.empty())
        notes.push_back(numbersOf(words({HW_TR("core", "Total")}), panel, unit, words,
                                  [&panel](std::size_t i) { return panel.totalAt(i); }));
    for (const Curve& overlay : panel.overlays)
        notes.push_back(numbersOf(words(overlay.name), panel, unit, words,
                                  [&overlay](std::size_t i) { return overlay.values[i]; }));
    if (panel.baseline)
        notes.push_back(numbersOf(words({HW_TR("core", "Baseline")}), panel, unit, words,
                                  [&panel](std::size_t i) { return panel.baseline->values[i]; }));
    if (panel.callout)
        std::ranges::copy(panel.callout->lines(), std::back_inserter(notes));
    notes.insert(notes.end(), panel.captions.begin(), panel.captions.end());
}

void addFormulas(std::vector<Text>& notes, const Answer& answer, ValueUnit unit,
                 const Translator& words)
{
    notes.emplace_back();
    notes.emplace_back(HW_TR("core", "Formulas, per GPU:"));
    const std::string in(nameOf(unit));
    for (const Line& line : answer.ledger) {
        const std::string name = words(line.label);
        const std::string count = grouped(line.count);
        const std::string size = amountText(line.bytes, unit, 2);
        if (line.formula.empty() || line.formula == line.numbers) // no formula: a fixed size
            notes.push_back({HW_TR("core", "%1: %2 %3"), {name, size, in}});
        else if (line.numbers.empty()) // no numbers: a sum of another method
            notes.push_back({HW_TR("core", "%1: %2 = %3 %4"), {name, line.formula, size, in}});
        else if (line.count == 1)
            notes.push_back({HW_TR("core", "%1: %2 = %3 bytes (%4 %5)"),
                             {name, line.formula, line.numbers, size, in}});
        else
            notes.push_back({HW_TR("core", "%1: %2 × (%3) = %2 × (%4) bytes (%5 %6)"),
                             {name, count, line.formula, line.numbers, size, in}});
    }
    notes.push_back(
        {HW_TR("core", "Peak per GPU: %1 %2"), {amountText(answer.totals.total, unit, 2), in}});
}

} // namespace

std::string markLabel(double value, Marks marks)
{
    constexpr double most = 9e18;
    const auto whole = static_cast<std::int64_t>(std::llround(std::clamp(value, -most, most)));
    switch (marks) {
    case Marks::Tokens:
        return tokensLabel(whole);
    case Marks::Letters:
        return std::string(1, static_cast<char>('A' + std::clamp<std::int64_t>(whole - 1, 0, 25)));
    case Marks::Gpus:
    case Marks::Sequences:
    case Marks::Stages:
    case Marks::Places:
        break;
    }
    return grouped(whole);
}

Text valueText(Marks marks, std::int64_t value, const std::string& written)
{
    switch (marks) {
    case Marks::Tokens:
        return {HW_TR("core", "%1 {token|tokens}"), {written}};
    case Marks::Gpus:
        return {HW_TR("core", "%1 {GPU|GPUs}"), {written}};
    case Marks::Sequences:
        return {HW_TR("core", "%1 {sequence|sequences} at a time"), {written}};
    case Marks::Stages:
        return {HW_TR("core", "Stage %1"), {written}};
    case Marks::Places:
    case Marks::Letters:
        break;
    }
    return Text::plain(markLabel(static_cast<double>(value), marks));
}

std::string tickLabel(const Axis& axis, std::size_t tick)
{
    return axis.labels.empty() ? markLabel(axis.ticks[tick], axis.marks) : axis.labels[tick];
}

std::string pointName(const Panel& panel, std::size_t index, const Translator& words)
{
    return panel.names.empty() ? markLabel(static_cast<double>(panel.xs[index]), panel.x.marks)
                               : words(panel.names[index]);
}

std::vector<Text> altText(const Figure& figure, std::size_t index, const Translator& words)
{
    const Panel& panel = figure.panels[index];
    std::vector<Text> sentences;
    if (!isEmpty(panel.title))
        sentences.push_back({HW_TR("core", "%1."), {words(panel.title)}});
    std::vector<std::string> names;
    for (const Layer& layer : panel.layers)
        names.push_back(words(layer.name));
    for (const Curve& curve : panel.curves)
        names.push_back(words(curve.name));
    const char* kind = !panel.curves.empty() ? HW_TR("core", "Lines of %1 by %2: %3.")
        : panel.bars                         ? HW_TR("core", "Stacked bars of %1 by %2: %3.")
                                             : HW_TR("core", "Stacked areas of %1 by %2: %3.");
    sentences.push_back({kind, {words(panel.y.title), words(panel.x.title), joined(names, ", ")}});
    if (panel.xs.empty())
        return sentences;

    const std::size_t last = panel.xs.size() - 1;
    if (last == 0 && panel.bars && panel.curves.empty())
        sentences.push_back(
            {HW_TR("core", "The total is %1 %2."),
             {amountText(panel.totalAt(0), figure.unit, 2), std::string(nameOf(figure.unit))}});
    else
        sentences.push_back(
            {panel.curves.empty()
                 ? HW_TR("core", "The total goes from %1 %5 at %2 to %3 %5 at %4.")
                 : HW_TR("core", "The highest goes from %1 %5 at %2 to %3 %5 at %4."),
             {amountText(highestAt(panel, 0), figure.unit, 2), pointName(panel, 0, words),
              amountText(highestAt(panel, last), figure.unit, 2), pointName(panel, last, words),
              std::string(nameOf(figure.unit))}});
    if (panel.callout)
        for (const Text& line : panel.callout->lines())
            sentences.push_back({HW_TR("core", "%1."), {words(line)}});
    if (figure.limit) {
        sentences.push_back({HW_TR("core", "%1."), {words(figure.limit->label)}});
        sentences.push_back(meetingOf(panel, *figure.limit, words));
    }
    return sentences;
}

std::vector<Text> figureNotes(const Figure& figure, const Answer* answer, const Translator& words)
{
    std::vector<Text> notes{figure.title};
    if (!isEmpty(figure.subtitle))
        notes.push_back(figure.subtitle);
    for (const Panel& panel : figure.panels)
        addNumbers(notes, evenPanel(panel, panel.bars).panel, figure.unit, words);
    if (answer && !figure.unit.ofTime)
        addFormulas(notes, *answer, figure.unit, words);
    return notes;
}

} // namespace highwater
