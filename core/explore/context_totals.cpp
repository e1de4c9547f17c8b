// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/context_totals.h"

#include "core/methods/method.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace highwater {
namespace {

std::int64_t interpolated(std::int64_t left, std::int64_t right, double part)
{
    return left + std::llround(part * static_cast<double>(right - left));
}

std::uint64_t wide(std::int64_t context)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(1, context));
}

} // namespace

IdleShares sharesBetween(const IdleShares& left, const IdleShares& right, double part)
{
    return {interpolated(left.low, right.low, part),
            interpolated(left.expected, right.expected, part),
            interpolated(left.high, right.high, part)};
}

ContextTotals::ContextTotals(const Resolved& plan, std::int64_t extra, Replays replays)
    : m_plan(plan)
    , m_own(plan.workload.context)
    , m_extra(extra)
    , m_replays(plan.replays && plan.method == MethodId::Exact)
    , m_everywhere(replays == Replays::EveryPoint)
{ }

Result<Totals> ContextTotals::replayedAt(std::int64_t context)
{
    if (const auto known = m_replayed.find(context); known != m_replayed.end())
        return known->second;
    setWorkload(m_plan, context, m_plan.workload.microBatch);
    m_plan.replays = m_replays;
    auto found = totals(m_plan);
    if (found)
        m_replayed.emplace(context, *found);
    return found;
}

bool ContextTotals::isCounted(std::int64_t context) const
{
    return !m_replays || m_everywhere || context == m_own || context == m_extra
        || std::has_single_bit(wide(context));
}

Result<Totals> ContextTotals::at(std::int64_t context)
{
    if (isCounted(context))
        return replayedAt(context);
    auto before = static_cast<std::int64_t>(std::bit_floor(wide(context)));
    auto after = static_cast<std::int64_t>(std::bit_ceil(wide(context)));
    for (const std::int64_t marked : {m_own, m_extra})
        if (marked > before && marked < after)
            (marked < context ? before : after) = marked;
    auto left = replayedAt(before);
    const auto right = replayedAt(after);
    if (!left)
        return left;
    m_plan.replays = false;
    m_plan.idle = right
        ? sharesBetween(idleSharesOf(*left), idleSharesOf(*right),
                        static_cast<double>(context - before) / static_cast<double>(after - before))
        : idleSharesOf(*left);
    setWorkload(m_plan, context, m_plan.workload.microBatch);
    return totals(m_plan);
}

} // namespace highwater
