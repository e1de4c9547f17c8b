// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/serving.h"

#include "core/answer/exact.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"
#include "core/ledger/serving.h"
#include "core/plan/keys.h"
#include "core/plan/largest.h"
#include "core/plan/numbers.h"
#include "core/time/generation.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

Bytes bytesOfLine(const Answer& answer, TermId id)
{
    const auto found = std::ranges::find(answer.ledger, words(id).name, &Line::id);
    return found == answer.ledger.end() ? 0 : found->bytes;
}

/// The card's memory that is left for the cache, and the bytes of it that one sequence takes.
struct CacheRoom
{
    Bytes pool = 0, sequence = 0;
};

CacheRoom cacheRoom(const Resolved& plan, const Totals& totals)
{
    const Bytes cache = totals.perGpu[Group::Activations];
    return {std::max<Bytes>(0, plan.capacity - (totals.total - cache)),
            cache / servedSequences(plan)};
}

std::int64_t sequencesIn(const CacheRoom& room)
{
    return room.sequence > 0 ? room.pool / room.sequence : 0;
}

/// The weights and a fifth of them for cache and activations: a rule for one short sequence.
Bytes byRuleOfThumb(Bytes weights)
{
    return plus(weights, weights / 5);
}

} // namespace

std::int64_t mostSequences(const Resolved& plan)
{
    const auto key = static_cast<std::int64_t>(keyOf("workload.micro_batch").most);
    Resolved moving = plan;
    return largest(std::min(key, sequenceLimit(plan).value_or(key)), [&](std::int64_t sequences) {
        setWorkload(moving, plan.workload.context, sequences);
        return exactTotals(moving).total <= moving.capacity;
    });
}

std::int64_t sequencesInCache(const Resolved& plan)
{
    return sequencesIn(cacheRoom(plan, exactTotals(plan)));
}

std::optional<Serving> servingOf(const Resolved& plan, const Answer& answer)
{
    if (!isGeneration(plan))
        return std::nullopt;
    const Totals& totals = answer.totals;
    const CacheRoom room = cacheRoom(plan, totals);
    const CacheCells cells = cacheCells(plan);
    Serving serving;
    serving.weights = totals.perGpu[Group::Parameters];
    const WeightFormat format = plan.inference.weights;
    serving.file = fileBytes(plan.shape, format, servedWeights(plan));
    serving.nominal = nominalBytes(countWeights(plan.shape).total, format);
    const std::int64_t parts = times(plan.layout.tensor, plan.layout.pipeline);
    serving.nominalLeft = std::max<Bytes>(0, plan.capacity - shareOf(serving.nominal, parts));
    serving.weightsLeft = std::max<Bytes>(0, plan.capacity - serving.weights);
    serving.ruleOfThumb = byRuleOfThumb(serving.weights);
    serving.kvBytesPerToken = kvBytesOfToken(plan.shape, plan.inference.kvCache);
    serving.kvBytesPerFurtherToken = kvBytesOfFurtherToken(plan.shape, plan.inference.kvCache);
    serving.stateBytesPerSequence
        = times(plan.shape.layersThat(Attending::Linear, 0, plan.shape.layers),
                stateBytesOfLayer(plan.shape, plan.inference.server == Server::LlamaCpp ? 4 : 2));
    serving.kvBytesPerSequence = room.sequence;
    serving.tokensPerSequence = cells.full;
    serving.windowTokens = cells.window;
    serving.memoryFraction = memoryFraction(plan);
    serving.keptFree = bytesOfLine(answer, TermId::OverheadServer);
    serving.pool = room.pool;
    serving.limit = sequenceLimit(plan);
    if (serving.kvBytesPerSequence == 0)
        return serving;
    serving.sequences = mostSequences(plan);
    serving.inCache = sequencesIn(room);
    if (plan.shape.isHybrid()) { // the bytes of a token depend on the number of tokens
        serving.tokens = static_cast<std::int64_t>(static_cast<double>(serving.pool)
                                                   / static_cast<double>(serving.kvBytesPerSequence)
                                                   * static_cast<double>(tokensOfSequence(plan)));
        return serving;
    }
    const Bytes blockBytes = serving.kvBytesPerSequence / (cells.full / cells.block);
    serving.tokens = times(serving.pool / std::max<Bytes>(1, blockBytes), cells.block);
    return serving;
}

std::vector<Text> servingRemarks(const Resolved& plan, const Serving& serving)
{
    const auto in = [](Bytes unit, Bytes bytes) {
        return fixed(static_cast<double>(bytes) / static_cast<double>(unit), 2);
    };
    return {{HW_TR("core",
                   "The rule of thumb is 1.2 times the weights: %1 GB of %2 GB of weights, "
                   "whatever the context"),
             {in(gb, serving.ruleOfThumb), in(gb, serving.weights)}},
            {HW_TR("core",
                   "By the bits in its name alone, %1 leaves %2 of a GPU's %3 GiB for the input; "
                   "its real bits leave %4, of which %5 remain after passes and runtime"),
             {std::string(nameOf(plan.inference.weights)), in(gib, serving.nominalLeft),
              in(gib, plan.capacity), in(gib, serving.weightsLeft), in(gib, serving.pool)}}};
}

} // namespace highwater
