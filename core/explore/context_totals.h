// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"
#include "core/plan/result.h"

#include <cstdint>
#include <map>

namespace highwater {

/// The totals of one plan over its context, for charts. A plan whose estimate replays the allocator
/// is replayed at its own context and at every power of two; between two such contexts, the share
/// that the allocator keeps idle is interpolated, and all else is exact.
class ContextTotals
{
public:
    /// `crossing`: another context to replay at, which a reader looks at.
    explicit ContextTotals(const Resolved& plan, std::int64_t crossing = 0);

    Result<Totals> at(std::int64_t context);

private:
    Result<Totals> replayedAt(std::int64_t context);

    Resolved m_moving;
    std::int64_t m_own, m_crossing;
    bool m_replays;
    std::map<std::int64_t, Totals> m_replayed;
};

} // namespace highwater
