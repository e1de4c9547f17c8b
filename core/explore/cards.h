// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/plan/keys.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/time/time_answer.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {

/// Speed and cost of a run on a card, as timeOf() computes them; for a plan that generates text,
/// the speed of a token of every sequence and the cost of a million tokens (generationOf()).
struct CardRun
{
    double seconds = 0, low = 0, high = 0; ///< of a step
    double tokens = 0; ///< of a step
    double tokensPerSecond = 0, tokensPerSecondPerGpu = 0;
    double modelUtilisation = 0; ///< MFU
    RunCost cost;
};

/// A device of the catalogue as the card of a plan, with the fewest GPUs on which the plan fits.
struct Card
{
    const Device* device = nullptr; ///< of the catalogue that the caller passed
    std::optional<std::int64_t> gpus;
    Text reason; ///< the reason why no number of GPUs is enough
    Judgement judged; ///< on the fewest GPUs; on as many as the plan has where none fits
    std::optional<CardRun> run; ///< on the fewest GPUs; null where the time is not known
    Text untimed; ///< the reason why the time is not known
};

/// The orders of a list of cards.
enum class CardKey { Device, Memory, Gpus, Step, Tokens, Days, GpuHours, Price, Energy };

/// The plan on another device: capacity, links and price that the plan states belong to its own
/// device, and are left open. For its own device, the plan unchanged.
Plan onDevice(const Plan& plan, const Device& device);

/// The plan on the card; on the plan's number of GPUs where no number fits.
Plan onCard(const Plan& plan, const Card& card);

/// The keys that onCard() changes, with their new values.
std::vector<std::pair<KeyPath, Value>> cardSettings(const Plan& plan, const Card& card);

/// One card of cards(), for callers that compute them one by one. The plan needs an estimate.
Result<Card> cardOf(const Plan& plan, const Catalog& catalog, const Device& device);

/// Every device of the catalogue, in its order. A problem where the plan has no estimate, or where
/// its method treats all devices alike.
Result<std::vector<Card>> cards(const Plan& plan, const Catalog& catalog);

/// The cards of the last plan, kept for callers that show them several times.
class KnownCards
{
public:
    const Result<std::vector<Card>>& of(const Plan& plan, const Catalog& catalog);
    void keep(Plan plan, Result<std::vector<Card>> cards);

private:
    std::optional<std::pair<Plan, Result<std::vector<Card>>>> m_last;
};

/// The problem of cards() with the plan's method, if it has one.
Problems cardProblems(const Plan& plan);

/// The value by which the card is sorted, a smaller value is better; null where the value is not
/// known.
std::optional<double> sortValue(const Card& card, CardKey key);

/// The sorting of a list of cards; cards with an unknown price come last.
struct CardOrder
{
    CardKey key = CardKey::Price;
    bool reversed = false;
    bool operator==(const CardOrder&) const = default;
};

/// Sorts by the key, best first, or last where `reversed`; cards without a value are last in both
/// orders. Of cards with equal values, the one with fewer GPUs comes first. CardKey::Device: by
/// name.
void sortCards(std::vector<Card>& cards, CardKey key, bool reversed = false);

} // namespace highwater

HIGHWATER_NAMES(CardKey, "device", "memory", "gpus", "step", "tokens", "days", "gpu-hours", "price",
                "energy")
