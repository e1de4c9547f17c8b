// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/attention.h"
#include "core/ledger/feed_forward.h"
#include "core/ledger/recompute.h"
#include "core/ledger/states.h"
#include "core/ledger/working_set.h"

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
