// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/desk/desk.h"
#include "core/desk/desk_fits.h"
#include "core/desk/desk_words.h"
#include "core/exchange/desk_json.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "padding.h"

#include <algorithm>

namespace highwater {
namespace {

/// A machine with one card, which nothing else uses.
Desk deskWith(const Device& device)
{
    Desk desk;
    desk.cards.push_back({{device.name, {}, {}, {}}, &device});
    return desk;
}

std::string cardLines(const Desk& desk)
{
    std::string text;
    for (const DeskCard& card : desk.cards) {
        text += english(deskCardText(card)) + "\n";
        for (const Text& process : deskProcessTexts(card))
            text += "    " + english(process) + "\n";
    }
    if (desk.hostTotal)
        text += "Memory of the host: " + inGib(*desk.hostTotal) + " GiB"
            + (desk.hostAvailable ? ", " + inGib(*desk.hostAvailable) + " available" : "") + "\n";
    return text;
}

std::string fitLines(const std::vector<DeskFit>& fits)
{
    std::size_t model = 0, way = 0;
    for (const DeskFit& fit : fits) {
        model = std::max(model, terminalWidth(fit.model->id) + 2);
        way = std::max(way, terminalWidth(english(deskWayText(fit))));
    }
    std::string text = leftAligned("model", model) + leftAligned("way", way)
        + rightAligned("context", 11) + rightAligned("batch", 7) + rightAligned("GiB", 9)
        + rightAligned("tokens/s", 11) + "\n";
    for (const DeskFit& fit : fits)
        text += leftAligned(fit.model->id, model) + leftAligned(english(deskWayText(fit)), way)
            + rightAligned(grouped(fit.context()), 11) + rightAligned(grouped(fit.batch()), 7)
            + rightAligned(inGib(fit.judged.totals.total), 9)
            + rightAligned(fit.tokensPerSecond ? amountText(*fit.tokensPerSecond) : "", 11)
            + (fit.judged.verdict == Verdict::Probably
                   ? "  " + english(verdictWord(Verdict::Probably))
                   : std::string())
            + "\n";
    return text;
}

std::string deskReport(const Desk& desk, const std::optional<DeskCards>& on,
                       const std::vector<DeskFit>& fits)
{
    std::string text = cardLines(desk);
    if (!on)
        return text + english(noDeskCards(desk))
            + "; --device ID lists what fits on a card of the catalogue.\n";
    text += "\nOn " + english(deskCardsText(*on))
        + ", the largest model first, each with the longest context that fits; tokens a second "
          "are estimates.\n\n";
    return withoutTrailingBlanks(text + (fits.empty() ? "Nothing fits.\n" : fitLines(fits)));
}

} // namespace

Outcome runDesk(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {"--device", "--system"}, 0}, words))
        return failed(Exit::BadInput, *wrong);
    const Catalog& catalog = builtinCatalog();
    const auto id = words.value("--device"), folder = words.value("--system");
    if (id && folder)
        return failed(Exit::BadInput, "--device and --system cannot go together");
    Desk desk;
    if (id) {
        const Device* const device = catalog.deviceTyped(*id);
        if (!device)
            return failed(Exit::BadInput,
                          typed(*id) + " is not in the catalogue; see highwater catalog devices");
        desk = deskWith(*device);
    } else {
        desk = folder ? readDesk(*folder, {}, catalog) : readDesk("/", nvmlCards(), catalog);
    }
    const auto on = mainCards(desk);
    const std::vector<DeskFit> fits = on ? deskFits(*on, catalog) : std::vector<DeskFit>();
    return {Exit::Done,
            words.has("--json") ? deskJson(desk, on, fits) : deskReport(desk, on, fits),
            {}};
}

} // namespace highwater
