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
    std::optional<double> pricePerGpuHour, pricePerMillion; ///< USD; of a million tokens
    std::optional<RunCost> cost; ///< null where nothing says how long the run is
};

/// How many GPUs a card is taken with: the fewest on which the plan fits; as many as the plan has;
/// the fewest with which the run ends within so many days; as many as make it faster for at most so
/// many USD. The last two double the fewest until that is so. With the first two, the plan's own
/// card is taken as the plan has it where the plan fits.
enum class CardCount { Fewest, Same, Within, Under };

/// A device of the catalogue as the card of a plan, with the number of GPUs that was asked for.
struct Card
{
    const Device* device = nullptr; ///< of the catalogue that the caller passed
    std::optional<std::int64_t> gpus;
    Text reason; ///< the reason why it has no number of GPUs
    bool isUsable = true; ///< the plan's program runs on it; if not, nothing else is counted
    bool asPlanned = false; ///< as many GPUs as the plan has, laid out as they are
    Judgement judged; ///< on these GPUs; on as many as the plan has where none fits
    std::optional<std::int64_t> globalBatch; ///< the plan's own, which a step keeps
    bool batchDivides = true; ///< it is a whole number of passes
    std::optional<CardRun> run; ///< on these GPUs; null where the time is not known
    Text untimed; ///< the reason why the time is not known
};

/// The orders of a list of cards.
enum class CardKey { Device, Memory, Gpus, Step, Tokens, Days, GpuHours, Price, Energy };

/// The plan on another device: capacity, links and price that the plan states belong to its own
/// device, and are left open. For its own device, the plan unchanged.
Plan onDevice(const Plan& plan, const Device& device);

/// The plan on the card, with the global batch that it has on its own; on the plan's number of GPUs
/// where no number fits.
Plan onCard(const Plan& plan, const Card& card);

/// The keys that onCard() changes, with their new values.
std::vector<std::pair<KeyPath, Value>> cardSettings(const Plan& plan, const Card& card);

/// A plan whose cards are asked for.
struct CardQuestion
{
    Plan plan;
    CardCount count = CardCount::Fewest;
    double limit = 0; ///< days of Within, USD of Under
    bool operator==(const CardQuestion&) const = default;
};

/// One card of cards(), for callers that compute them one by one. The plan needs an estimate.
Result<Card> cardOf(const CardQuestion& asked, const Catalog& catalog, const Device& device);

/// Every device of the catalogue, in its order. A problem where the plan has no estimate, or where
/// its method treats all devices alike.
Result<std::vector<Card>> cards(const CardQuestion& asked, const Catalog& catalog);

/// The cards of the last plan, kept for callers that show them several times.
class KnownCards
{
public:
    const Result<std::vector<Card>>& of(const CardQuestion& asked, const Catalog& catalog);
    void keep(CardQuestion asked, Result<std::vector<Card>> cards);

private:
    std::optional<std::pair<CardQuestion, Result<std::vector<Card>>>> m_last;
};

/// The reason why the plan's program does not run on the device; empty where it does. A program
/// that trains runs on the vendor of the plan's own device in any case: the plan says so.
Text whyUnusable(const Resolved& plan, const Device& device);

/// The problem of cards() with the plan's method, if it has one.
Problems cardProblems(const Plan& plan);

/// The value by which the card is sorted, a smaller value is better; null where the value is not
/// known.
std::optional<double> sortValue(const Card& card, CardKey key);

/// Which cards a list has, and their sorting; cards with an unknown price come last.
struct CardOrder
{
    CardKey key = CardKey::Price;
    bool reversed = false;
    CardCount count = CardCount::Fewest;
    bool all = false; ///< those on which the plan's program does not run too
    std::optional<double> days{}, price{}; ///< the most that the run may take, and cost in USD
    bool operator==(const CardOrder&) const = default;
};

/// The question that a list of this order asks. Without a number of days or USD, the counts that
/// follow from one are the fewest.
CardQuestion questionOf(const Plan& plan, const CardOrder& order);

/// The problem of a limit on a run of unknown length, if there is one.
Problems limitProblems(const std::vector<Card>& cards, const CardOrder& order);

/// Takes cards out that the list does not have: those of other programs, and runs beyond the limits
/// or of unknown time or price. Returns the number taken out because of a limit.
std::size_t keepWanted(std::vector<Card>& cards, const CardOrder& order);

/// Sorts by the key, best first, or last where `reversed`; cards without a value are last in both
/// orders. Of cards with equal values, the one with fewer GPUs comes first. CardKey::Device: by
/// name.
void sortCards(std::vector<Card>& cards, CardKey key, bool reversed = false);

} // namespace highwater

HIGHWATER_NAMES(CardCount, "fewest", "same", "within", "under")
HIGHWATER_NAMES(CardKey, "device", "memory", "gpus", "step", "tokens", "days", "gpu-hours", "price",
                "energy")
