// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/cards_table.h"

#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <array>

namespace highwater {
namespace {

constexpr std::array stepColumns{CardKey::Device,   CardKey::Gpus,   CardKey::Step,
                                 CardKey::Days,     CardKey::Price,  CardKey::Tokens,
                                 CardKey::GpuHours, CardKey::Energy, CardKey::Memory};
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
        return run ? amountCell(run->cost.days()) : noCell();
    case CardKey::GpuHours:
        return run ? amountCell(run->cost.gpuHours) : noCell();
    case CardKey::Price:
        return run ? amountCell(run->cost.price) : noCell();
    case CardKey::Energy:
        return run ? amountCell(run->cost.kilowattHours) : noCell();
    }
    return noCell();
}

/// The reason why the card has no number or no time, or how close its memory is to the limit.
Text remarkOf(const Card& card)
{
    if (!card.gpus)
        return card.reason;
    if (!card.run)
        return card.untimed;
    return card.judged.verdict == Verdict::Probably ? verdictWord(card.judged.verdict) : Text();
}

} // namespace

Text cardKeyName(CardKey key, CardTimes times)
{
    const bool tokens = times == CardTimes::Token;
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
        return {tokens ? HW_TR("core", "1M tokens (USD)") : HW_TR("core", "Price (USD)")};
    case CardKey::Energy:
        return {HW_TR("core", "Energy (kWh)")};
    }
    return {};
}

CardTimes cardTimesOf(const Plan& plan)
{
    return plan.workload.task == Task::Inference ? CardTimes::Token : CardTimes::Step;
}

std::span<const CardKey> cardColumns(CardTimes times)
{
    return times == CardTimes::Token ? std::span(tokenColumns)
                                     : std::span<const CardKey>(stepColumns);
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
        row.push_back(wordsCell(remarkOf(card)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace highwater
