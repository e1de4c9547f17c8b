// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/figure/cards_table.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/run_length.h"
#include "padding.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostCardColumns = 120;
constexpr double kilowattHoursOfOne = 1000; ///< MWh

std::string amount(const std::optional<double>& value)
{
    return value ? amountText(*value) : "";
}

/// A column of numbers after those of the memory.
struct Column
{
    const char* head;
    std::size_t width;
    CardKey key;
};
constexpr std::array wholeRun{
    Column{"step s", 9, CardKey::Step}, Column{"tokens/s", 12, CardKey::Tokens},
    Column{"days", 10, CardKey::Days},  Column{"GPU-hours", 15, CardKey::GpuHours},
    Column{"USD", 13, CardKey::Price},  Column{"MWh", 9, CardKey::Energy}};
constexpr std::array endlessRun{Column{"step s", 9, CardKey::Step},
                                Column{"tokens/s", 12, CardKey::Tokens},
                                Column{"USD of 1M", 13, CardKey::Price}};

std::span<const Column> columnsOf(CardTimes times)
{
    return times == CardTimes::Endless ? std::span<const Column>(endlessRun)
                                       : std::span<const Column>(wholeRun);
}

std::string cellOf(const Card& card, const Column& column)
{
    auto value = sortValue(card, column.key);
    if (value && column.key == CardKey::Tokens)
        *value = -*value; // a higher speed is better
    if (value && column.key == CardKey::Energy)
        *value /= kilowattHoursOfOne;
    return rightAligned(amount(value), column.width);
}

std::string row(const Card& card, std::size_t deviceColumns, std::span<const Column> columns)
{
    std::string text = leftAligned(card.device->id, deviceColumns)
        + rightAligned(grouped(*card.gpus), 8) + rightAligned(inGib(card.judged.totals.total), 9)
        + rightAligned(inGib(card.judged.capacity), 9);
    for (const Column& column : columns)
        text += cellOf(card, column);
    const bool probably = card.judged.verdict == Verdict::Probably;
    return text + (probably ? "  " + english(verdictWord(Verdict::Probably)) : std::string())
        + "\n";
}

/// Devices by the remark on them, in the order in which the remarks first occur.
class Remarks
{
public:
    void add(const Text& remark, const Card& card)
    {
        const std::string said = english(remark);
        auto found
            = std::ranges::find(m_remarks, said, &std::pair<std::string, std::string>::first);
        if (found == m_remarks.end())
            found = m_remarks.insert(found, {said, {}});
        found->second += (found->second.empty() ? "" : ", ") + card.device->id;
    }
    std::string text() const
    {
        std::string text;
        for (const auto& [said, devices] : m_remarks)
            text += said + ":\n" + wrapped("  ", devices, mostCardColumns);
        return text;
    }

private:
    std::vector<std::pair<std::string, std::string>> m_remarks;
};

/// Lines on the step and the run that the columns describe.
std::string aboutRun(const Plan& plan, const std::vector<Card>& cards)
{
    const auto timed
        = std::ranges::find_if(cards, [](const Card& card) { return card.run.has_value(); });
    if (timed == cards.end())
        return {};
    if (plan.workload.task == Task::Inference)
        return "A step makes one token for each sequence, on GPUs that share the model; days, "
               "hours "
               "and price (USD) are those of a million generated tokens.\n";
    std::string text;
    if (timed->globalBatch)
        text = filled("A step has %1 {sequence|sequences} on every card, as in the plan.\n",
                      {grouped(*timed->globalBatch)});
    if (!timed->run->cost)
        return text + "Length of the run: " + english(noLength())
            + ". Prices are those of a million tokens, in USD.\n";
    const RunCost& cost = *timed->run->cost;
    return text + filled("Run of %1 {token|tokens}", {countText(cost.tokens)})
        + (cost.chinchilla ? ", 20 for each parameter that is trained" : "")
        + "; prices in USD, energy of the boards in MWh.\n";
}

/// "The fewest of each device with which the plan fits, in nodes of 8"
std::string titleOf(const CardQuestion& asked)
{
    if (asked.count == CardCount::Within)
        return "The fewest of each device with which the run ends within " + shortest(asked.limit)
            + " days";
    if (asked.count == CardCount::Under)
        return "As many of each device as make the run faster for at most " + shortest(asked.limit)
            + " USD";
    return asked.count == CardCount::Same
        ? filled("%1 {GPU|GPUs} of each device on which the plan fits",
                 {grouped(asked.plan.cluster.gpus)})
        : "The fewest of each device with which the plan fits, in nodes of "
            + grouped(asked.plan.cluster.gpusPerNode) + "; of the plan's own, as many as it has";
}

} // namespace

std::string cardsReport(const CardQuestion& asked, const std::vector<Card>& cards,
                        std::size_t beyond)
{
    std::size_t device = 0;
    for (const Card& card : cards)
        device = std::max(device, terminalWidth(card.device->id) + 2);
    const auto columns = columnsOf(cardTimesOf(asked.plan, cards));
    std::string rows;
    Remarks remarks;
    for (const Card& card : cards) {
        if (card.gpus)
            rows += row(card, device, columns);
        if (!card.gpus || !card.run)
            remarks.add(cardRemark(card), card);
        if (card.gpus && !card.batchDivides)
            remarks.add(batchRemark(card), card);
    }
    std::string text = titleOf(asked) + "\n" + aboutRun(asked.plan, cards);
    if (beyond > 0)
        text += filled("%1 {device is|devices are} left out: longer or dearer than asked for, or "
                       "of unknown time or price.\n",
                       {grouped(static_cast<std::int64_t>(beyond))});
    if (!rows.empty()) {
        text += "\n" + leftAligned("device", device) + rightAligned("GPUs", 8)
            + rightAligned("GiB", 9) + rightAligned("of GiB", 9);
        for (const Column& column : columns)
            text += rightAligned(column.head, column.width);
        text += "\n" + rows;
    }
    if (const std::string said = remarks.text(); !said.empty())
        text += "\n" + said;
    return withoutTrailingBlanks(text);
}

} // namespace highwater
