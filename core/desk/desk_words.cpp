// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/desk/desk_words.h"

#include "core/ledger/server.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

Text deskCardText(const DeskCard& card)
{
    const auto capacity = card.capacity();
    std::vector<Text> facts{capacity ? Text(HW_TR("core", "%1: %2 GiB for programs"),
                                            {card.reported.name, inGib(*capacity)})
                                     : Text::plain(card.reported.name)};
    if (!card.device)
        facts.push_back({HW_TR("core", "not in the catalogue")});
    if (card.used() > 0)
        facts.push_back({HW_TR("core", "others hold %1 GiB"), {inGib(card.used())}});
    return listed(std::move(facts));
}

std::vector<Text> deskProcessTexts(const DeskCard& card)
{
    std::vector<Text> texts;
    for (const DeskProcess& process : card.reported.processes) {
        std::string name = process.name.empty() ? "?" : process.name;
        name += " (" + std::to_string(process.id) + ")";
        texts.push_back(process.bytes
                            ? Text(HW_TR("core", "%1: %2 GiB"), {name, inGib(*process.bytes)})
                            : Text::plain(name));
    }
    return texts;
}

Text deskCardsText(const DeskCards& cards)
{
    const Bytes capacity = cards.capacity.value_or(cards.device->capacityBytes());
    return {HW_TR("core", "%1 × %2, %3 GiB free on each"),
            {grouped(cards.count), cards.device->name,
             inGib(std::max<Bytes>(0, capacity - cards.used))}};
}

Text deskWayText(const DeskFit& fit)
{
    constexpr EnumTable<DeskWay, const char*> words(
        {HW_TR("core", "llama.cpp, %1"), HW_TR("core", "vLLM, %1"), HW_TR("core", "QLoRA"),
         HW_TR("core", "LoRA"), HW_TR("core", "Full fine-tuning")});
    if (!fit.serves())
        return {words[fit.way]};
    const std::string format(nameOf(fit.plan.inference.weights));
    if (fit.plan.inference.hostExperts == 0)
        return {words[fit.way], {format}};
    return {HW_TR("core", "llama.cpp, %1, experts of %2 {layer|layers} on the host"),
            {format, grouped(fit.plan.inference.hostExperts)}};
}

Text noDeskCards(const Desk& desk)
{
    if (desk.cards.empty())
        return {HW_TR("core", "No card was found in this machine")};
    return {HW_TR("core", "The catalogue has none of the cards of this machine")};
}

} // namespace highwater
