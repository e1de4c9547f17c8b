// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/figure/plan_words.h"
#include "core/methods/estimate_words.h"
#include "core/plan/numbers.h"
#include "padding.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr std::size_t reportColumns = 120, methodColumns = 18, amountColumns = 12;

/// Heads of the six groups, short enough for a column.
constexpr EnumTable<Group, const char*> groupHeads({"parameters", "gradients", "optimizer",
                                                    "activations", "temporary", "overhead"});

std::string row(const MethodComparison& comparison, const MethodAnswer& answer)
{
    std::string text = leftAligned(std::string(nameOf(answer.method)), methodColumns);
    const Totals& totals = answer.estimate->answer.totals;
    text += rightAligned(inGib(totals.total), amountColumns);
    for (const Group group : everyOf<Group>())
        text += rightAligned(totals.perGpu[group] > 0 ? inGib(totals.perGpu[group]) : "",
                             amountColumns);
    const bool exact = answer.method == MethodId::Exact;
    text += rightAligned(exact ? "" : signedPercent(comparison.away(answer)), 10);
    return text + "  " + english(verdictWord(answer.estimate->verdict)) + "\n";
}

} // namespace

std::string compareReport(const MethodComparison& comparison)
{
    std::string rows, remarks;
    const Resolved* plan = nullptr;
    for (const MethodAnswer& answer : comparison.answers) {
        const Method& method = methodOf(answer.method);
        const std::string start = leftAligned(std::string(nameOf(answer.method)), methodColumns);
        if (!answer.estimate) {
            remarks += wrapped(start, "no answer: " + english(answer.estimate.problems().front()),
                               reportColumns);
            continue;
        }
        rows += row(comparison, answer);
        if (*method.flaw != '\0')
            remarks += wrapped(start, english(Text(method.flaw)), reportColumns);
        for (const Text& sentence : ignoredWords(answer.method, answer.estimate->ignored))
            remarks += wrapped(start, english(sentence), reportColumns);
        if (!plan)
            plan = &answer.estimate->plan;
    }
    std::string text = (plan ? english(planLine(*plan, {.method = false})) + "\n" : "")
        + "GiB of one GPU, of " + inGib(comparison.capacity) + "\n\n"
        + leftAligned("method", methodColumns) + rightAligned("total", amountColumns);
    for (const Group group : everyOf<Group>())
        text += rightAligned(groupHeads[group], amountColumns);
    text += rightAligned("to exact", 10) + "\n" + rows + "\n" + remarks;
    return withoutTrailingBlanks(text);
}

} // namespace highwater
