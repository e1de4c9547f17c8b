// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cards_report.h"

#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "padding.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostCardColumns = 120;
constexpr double kilowattHoursOfOne = 1000; ///< MWh

std::string amount(const std::optional<double>& value)
{
    return value ? amountText(*value) : "";
}

std::string row(const Card& card, std::size_t deviceColumns)
{
    const auto ofRun
        = [&card](auto value) { return card.run ? amountText(value(*card.run)) : std::string(); };
    std::string energy;
    if (card.run && card.run->cost.kilowattHours)
        energy = amountText(*card.run->cost.kilowattHours / kilowattHoursOfOne);
    const bool probably = card.judged.verdict == Verdict::Probably;
    return leftAligned(card.device->id, deviceColumns) + rightAligned(grouped(*card.gpus), 8)
        + rightAligned(inGib(card.judged.totals.total), 9)
        + rightAligned(inGib(card.judged.capacity), 9)
        + rightAligned(ofRun([](const CardRun& run) { return run.seconds; }), 9)
        + rightAligned(ofRun([](const CardRun& run) { return run.tokensPerSecond; }), 12)
        + rightAligned(ofRun([](const CardRun& run) { return run.cost.days(); }), 10)
        + rightAligned(ofRun([](const CardRun& run) { return run.cost.gpuHours; }), 15)
        + rightAligned(amount(card.run ? card.run->cost.price : std::nullopt), 13)
        + rightAligned(energy, 9)
        + (probably ? "  " + english(verdictWord(Verdict::Probably)) : std::string()) + "\n";
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

/// A line on the step and the run that the columns describe.
std::string aboutRun(const Plan& plan, const std::vector<Card>& cards)
{
    std::string text;
    const auto timed
        = std::ranges::find_if(cards, [](const Card& card) { return card.run.has_value(); });
    if (timed == cards.end())
        return text;
    if (plan.workload.task == Task::Inference)
        return "A step makes one token for each sequence, on GPUs that share the model; days, "
               "hours "
               "and price (USD) are those of a million generated tokens.\n";
    if (!plan.workload.globalBatch)
        text += "A step has one micro-batch on each rank: the plan leaves the global batch open.\n";
    const RunCost& cost = timed->run->cost;
    return text + filled("Run of %1 {token|tokens}", {countText(cost.tokens)})
        + (cost.chinchilla           ? ", 20 for each parameter that is trained"
               : cost.usualSequences ? ", 100,000 sequences"
                                     : "")
        + "; prices in USD, energy of the boards in MWh.\n";
}

} // namespace

std::string cardsReport(const Plan& plan, const std::vector<Card>& cards)
{
    std::size_t device = 0;
    for (const Card& card : cards)
        device = std::max(device, terminalWidth(card.device->id) + 2);
    std::string rows;
    Remarks remarks;
    for (const Card& card : cards) {
        if (card.gpus)
            rows += row(card, device);
        if (!card.gpus)
            remarks.add(card.reason, card);
        else if (!card.run)
            remarks.add(card.untimed, card);
    }
    std::string text = "The fewest of each device with which the plan fits, in nodes of "
        + grouped(plan.cluster.gpusPerNode) + "\n" + aboutRun(plan, cards);
    if (!rows.empty())
        text += "\n" + leftAligned("device", device) + rightAligned("GPUs", 8)
            + rightAligned("GiB", 9) + rightAligned("of GiB", 9) + rightAligned("step s", 9)
            + rightAligned("tokens/s", 12) + rightAligned("days", 10)
            + rightAligned("GPU-hours", 15) + rightAligned("USD", 13) + rightAligned("MWh", 9)
            + "\n" + rows;
    if (const std::string said = remarks.text(); !said.empty())
        text += "\n" + said;
    return withoutTrailingBlanks(text);
}

} // namespace highwater
