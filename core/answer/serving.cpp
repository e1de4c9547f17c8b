// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/serving.h"

#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"
#include "core/ledger/serving.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

Bytes bytesOfLine(const Answer& answer, TermId id)
{
    const auto found = std::ranges::find(answer.ledger, words(id).id, &Line::id);
    return found == answer.ledger.end() ? 0 : found->bytes;
}

/// A fifth of the weights for cache and activations: a rule for one short sequence.
Bytes byRuleOfThumb(Bytes weights)
{
    return plus(weights, weights / 5);
}

} // namespace

std::optional<Serving> servingOf(const Resolved& plan, const Answer& answer)
{
    if (plan.method != MethodId::Exact || !plan.serves())
        return std::nullopt;
    const Totals& totals = answer.totals;
    const Bytes cache = bytesOfLine(answer, TermId::KvCache);
    Serving serving;
    serving.weights = totals.perGpu[Group::Parameters];
    const WeightFormat format = plan.inference.weights;
    serving.file = fileBytes(plan.shape, format, servedWeights(plan));
    serving.nominal = nominalBytes(countWeights(plan.shape).total, format);
    serving.ruleOfThumb = byRuleOfThumb(serving.weights);
    serving.kvBytesPerToken = kvBytesOfToken(plan.shape, plan.inference.kvCache);
    serving.kvBytesPerSequence = cache / plan.workload.microBatch;
    serving.tokensPerSequence = cachedTokens(plan);
    serving.memoryFraction = memoryFraction(plan);
    serving.keptFree = bytesOfLine(answer, TermId::OverheadServer);
    serving.pool = std::max<Bytes>(0, plan.capacity - (totals.total - cache));
    if (serving.kvBytesPerSequence > 0) {
        const std::int64_t block = traitsOf(plan.inference.server).block;
        const std::int64_t blocks = serving.tokensPerSequence / block;
        const Bytes blockBytes = serving.kvBytesPerSequence / blocks;
        serving.sequences = serving.pool / serving.kvBytesPerSequence;
        serving.tokens = times(serving.pool / std::max<Bytes>(1, blockBytes), block);
    }
    return serving;
}

Text servingRemark(const Serving& serving)
{
    constexpr double gb = 1e9;
    return {HW_TR("core",
                  "The rule of thumb is 1.2 times the weights: %1 GB of %2 GB of weights, whatever "
                  "the context"),
            {fixed(static_cast<double>(serving.ruleOfThumb) / gb, 2),
             fixed(static_cast<double>(serving.weights) / gb, 2)}};
}

} // namespace highwater
