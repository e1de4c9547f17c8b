// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"
#include "core/plan/result.h"

#include <cstdint>
#include <map>

namespace highwater {

/// The points at which a chart replays the allocator: the points whose numbers a table shows, with
/// the idle share interpolated between two of them, or every point, for a file of numbers.
enum class Replays { ShownPoints, EveryPoint };

/// Idle shares interpolated between those of two points, `part` of the way from left to right.
IdleShares sharesBetween(const IdleShares& left, const IdleShares& right, double part);

/// The totals of one plan over its context, for charts. Where the plan's estimate replays the
/// allocator, the chart replays it at the plan's context and at every power of two, as the numbers
/// of these points are shown.
class ContextTotals
{
public:
    /// `extra`: another context to replay at: the marker or the longest context that fits.
    explicit ContextTotals(const Resolved& plan, std::int64_t extra = 0,
                           Replays replays = Replays::ShownPoints);

    Result<Totals> at(std::int64_t context);
    /// Whether the totals at a context are those of the plan's estimate there.
    bool isCounted(std::int64_t context) const;

private:
    Result<Totals> replayedAt(std::int64_t context);

    Resolved m_plan;
    std::int64_t m_own, m_extra;
    bool m_replays, m_everywhere;
    std::map<std::int64_t, Totals> m_replayed;
};

} // namespace highwater
