// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/answer/group_words.h"
#include "core/explore/search_words.h"
#include "core/figure/figure.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/time_answer.h"
#include "padding.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr std::size_t verdictColumns = 13; // "probably fits"

std::string settingsOf(const FoundLayout& layout)
{
    std::string text;
    for (const Change& change : layout.changes)
        text += setOption(change.key, change.value);
    if (text.empty())
        text = " as the plan has it";
    return layout.folded > 0 ? text + "  (" + english(foldedText(layout.folded)) + ")" : text;
}

void addRow(std::string& text, const std::string& place, const FoundLayout& layout,
            const std::string& words)
{
    text += "  " + rightAligned(place, 5) + rightAligned(amountText(layout.seconds()), 11)
        + rightAligned(amountText(layout.tokensPerSecondPerGpu), 12)
        + rightAligned(fixed(100 * layout.modelUtilisation, 1), 8)
        + rightAligned(inGib(layout.judged.totals.total), 9)
        + rightAligned(inGib(layout.judged.totals.high), 9)
        + rightAligned(layout.days ? amountText(*layout.days) : "-", 9)
        + rightAligned(layout.price ? briefText(*layout.price) : "-", 9) + "  "
        + leftAligned(english(verdictWord(layout.judged.verdict)), verdictColumns)
        + (layout.pareto ? "  *" : "   ") + (isDoubtful(layout) ? "?" : " ") + words + "\n";
}

void addHead(std::string& text, const std::string& title)
{
    text += "\n" + title + "\n  " + rightAligned("", 5) + rightAligned("step, s", 11)
        + rightAligned("tok/s/GPU", 12) + rightAligned("MFU, %", 8) + rightAligned("GiB", 9)
        + rightAligned("up to", 9) + rightAligned("days", 9) + rightAligned("USD", 9) + "\n";
}

void addFastest(std::string& text, const std::vector<FoundLayout>& layouts)
{
    if (layouts.empty())
        return;
    addHead(text, "Fastest (* where no other one is both as fast and as small)");
    std::int64_t place = 0;
    for (const FoundLayout& layout : layouts)
        addRow(text, grouped(++place), layout, settingsOf(layout));
}

/// Adds layouts of the front, in steps of at least a tenth of the memory; --json has all of them.
void addFront(std::string& text, const std::vector<FoundLayout>& front)
{
    if (front.empty())
        return;
    addHead(text, "Less memory for more time, in steps of at least a tenth");
    constexpr double part = 0.9;
    double last = 0;
    for (const FoundLayout& layout : front) {
        const double total = toGib(layout.judged.totals.total);
        if (last > 0 && total > part * last)
            continue;
        addRow(text, "", layout, settingsOf(layout));
        last = total;
    }
}

std::string withSign(double number, std::string digits)
{
    return (number < 0 ? "-" : "+") + std::move(digits);
}

/// The parts of step and memory in which the plan differs most from the fastest layout.
void addDifferences(std::string& text, const SearchResult& result)
{
    constexpr std::size_t most = 5, nameColumns = 30;
    if (!result.times.empty())
        text += "\nThe plan's step against the fastest one's\n";
    for (std::size_t i = 0; i < std::min(most, result.times.size()); ++i) {
        const TimeDifference& one = result.times[i];
        text += "  " + leftAligned(english(timePartName(one.part)), nameColumns)
            + rightAligned(withSign(one.seconds, amountText(std::abs(one.seconds))), 12) + " s\n";
    }
    if (!result.memory.empty())
        text += "The plan's memory against the fastest one's\n";
    for (std::size_t i = 0; i < std::min(most, result.memory.size()); ++i) {
        const MemoryDifference& one = result.memory[i];
        const double more = toGib(one.bytes);
        text += "  " + leftAligned(english(groupName(one.group)), nameColumns)
            + rightAligned(withSign(more, fixed(std::abs(more), 2)), 12) + " GiB\n";
    }
}

std::string countsOf(const SearchResult& result)
{
    std::string text
        = filled("%1 {layout|layouts}, %2 of them counted one by one, of which %3 "
                 "{fits|fit}",
                 {grouped(result.allowed), grouped(result.counted), grouped(result.fitting)});
    if (result.ended)
        return text
            + ".\nThe search ended there: the others are not known, and one may be faster. Hold "
              "some settings\nwith --keep.\n";
    if (result.counted < result.allowed)
        text += "; the others\nare slower and larger than one of these, or do not fit";
    return text + ".\n";
}

/// Adds the meaning of the marks, and the remarks on the answer.
void addRemarks(std::string& text, const SearchResult& result)
{
    constexpr std::size_t mostColumns = 100;
    const auto holds = [&](auto is) {
        return std::ranges::any_of(result.layouts, is) || std::ranges::any_of(result.front, is);
    };
    std::vector<std::string> notes;
    if (holds([](const FoundLayout& layout) { return layout.folded > 0; }))
        notes.emplace_back(
            "+N within 1 %: near equals that cut the model alike, which --all lists.");
    if (holds(isDoubtful))
        notes.emplace_back("?: the time is in doubt, for one of the reasons below.");
    for (const Text& remark : remarksOn(result))
        notes.push_back(english(remark) + ".");
    if (!notes.empty())
        text += "\n";
    for (const std::string& note : notes)
        text += wrapped({}, note, mostColumns);
}

} // namespace

std::string searchReport(const SearchResult& result)
{
    std::string text = countsOf(result) + english(result.reason) + ".\n";
    addFastest(text, result.layouts);
    if (!result.layouts.empty()) {
        text += "\nThe plan as it stands\n";
        addRow(text, result.place ? grouped(*result.place) : "-", result.present, {});
    }
    addDifferences(text, result);
    addFront(text, result.front);
    addRemarks(text, result);
    return withoutTrailingBlanks(text);
}

} // namespace highwater
