// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/attention.h"
#include "ledger/feed_forward.h"
#include "ledger/recompute.h"
#include "ledger/states.h"
#include "ledger/working_set.h"

namespace highwater {

/// Gives the sink every term of one stage of the plan, in the order in which a ledger lists them.
/// Sinks that add and sinks that record see the same terms; the walk itself allocates nothing.
template <class Sink> void walk(const Resolved& plan, const Stage& stage, Sink&& sink)
{
    const Emit<Sink> emit(plan, stage, sink);
    StateTerms<Sink>{emit}();
    RecomputeTerms<Sink>{emit}();
    AttentionTerms<Sink>{emit}();
    FeedForwardHalf<Sink>{emit}();
    WorkingSet<Sink>{emit}();
}

} // namespace highwater
