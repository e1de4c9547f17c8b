// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/cards_table.h"

#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr std::array stepColumns{CardKey::Device,   CardKey::Gpus,   CardKey::Step,
                                 CardKey::Days,     CardKey::Price,  CardKey::Tokens,
                                 CardKey::GpuHours, CardKey::Energy, CardKey::Memory};
constexpr std::array endlessColumns{CardKey::Device, CardKey::Gpus,   CardKey::Step,
                                    CardKey::Price,  CardKey::Tokens, CardKey::Memory};
constexpr std::array tokenColumns{CardKey::Device, CardKey::Gpus,   CardKey::Step,
                                  CardKey::Price,  CardKey::Tokens, CardKey::GpuHours,
                                  CardKey::Memory};

TableCell amountCell(const std::optional<double>& amount)
{
    return amount ? writtenCell(briefText(*amount)) : noCell();
}

TableCell cellOf(const Card& card, CardKey key, bool own)
{
    const auto& run = card.run;
    switch (key) {
    case CardKey::Device:
        return wordsCell(Text::plain(card.device->name), own);
    case CardKey::Memory:
        return card.gpus ? bytesCell(card.judged.totals.total, false, own) : noCell();
    case CardKey::Gpus:
        return card.gpus ? countCell(*card.gpus) : noCell();
    case CardKey::Step:
        return run ? amountCell(run->seconds) : noCell();
    case CardKey::Tokens:
        return run ? amountCell(run->tokensPerSecond) : noCell();
    case CardKey::Days:
    case CardKey::GpuHours:
    case CardKey::Price:
    case CardKey::Energy:
        return amountCell(sortValue(card, key));
    }
    return noCell();
}

} // namespace

Text batchRemark(const Card& card)
{
    return {HW_TR("core", "%1 {sequence does|sequences do} not fill whole passes"),
            {grouped(*card.globalBatch)}};
}

Text cardRemark(const Card& card)
{
    if (!card.gpus)
        return card.reason;
    if (!card.run)
        return card.untimed;
    std::vector<Text> remarks;
    if (card.judged.verdict == Verdict::Probably)
        remarks.push_back(verdictWord(card.judged.verdict));
    if (!card.batchDivides)
        remarks.push_back(batchRemark(card));
    return remarks.empty() ? Text() : listed(std::move(remarks));
}

Text cardKeyName(CardKey key, CardTimes times)
{
    const bool tokens = times == CardTimes::Token;
    const bool million = times != CardTimes::Step;
    switch (key) {
    case CardKey::Device:
        return {HW_TR("core", "Card")};
    case CardKey::Memory:
        return {HW_TR("core", "Memory per GPU")};
    case CardKey::Gpus:
        return {HW_TR("core", "GPUs")};
    case CardKey::Step:
        return {tokens ? HW_TR("core", "Token (s)") : HW_TR("core", "Step (s)")};
    case CardKey::Tokens:
        return {HW_TR("core", "Tokens/s")};
    case CardKey::Days:
        return {HW_TR("core", "Days")};
    case CardKey::GpuHours:
        return {tokens ? HW_TR("core", "GPU-hours of 1M") : HW_TR("core", "GPU-hours")};
    case CardKey::Price:
        return {million ? HW_TR("core", "1M tokens (USD)") : HW_TR("core", "Cost (USD)")};
    case CardKey::Energy:
        return {HW_TR("core", "Energy (kWh)")};
    }
    return {};
}

CardTimes cardTimesOf(const Plan& plan, const std::vector<Card>& cards)
{
    if (plan.workload.task == Task::Inference)
        return CardTimes::Token;
    const auto isTimed = [](const Card& card) { return card.run.has_value(); };
    const auto hasCost = [](const Card& card) { return card.run && card.run->cost; };
    return std::ranges::any_of(cards, isTimed) && std::ranges::none_of(cards, hasCost)
        ? CardTimes::Endless
        : CardTimes::Step;
}

std::span<const CardKey> cardColumns(CardTimes times)
{
    switch (times) {
    case CardTimes::Step:
        return stepColumns;
    case CardTimes::Token:
        return tokenColumns;
    case CardTimes::Endless:
        break;
    }
    return endlessColumns;
}

FigureTable cardsTable(const std::vector<Card>& cards, const std::string& own, CardTimes times,
                       MemoryUnit unit)
{
    FigureTable table;
    for (const CardKey key : cardColumns(times))
        table.heads.push_back(key == CardKey::Memory
                                  ? Text(HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))})
                                  : cardKeyName(key, times));
    table.heads.push_back({HW_TR("core", "Remark")});
    for (const Card& card : cards) {
        std::vector<TableCell> row;
        for (const CardKey key : cardColumns(times))
            row.push_back(cellOf(card, key, card.device->id == own));
        row.push_back(wordsCell(cardRemark(card)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace highwater
