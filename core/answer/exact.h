// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/answer/replay.h"
#include "core/ledger/resolve.h"
#include "core/plan/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace highwater {

/// The sums of the ledger of the most loaded stage. Allocates no heap memory, except for a list
/// that a thread keeps (ColumnSums), and unless the allocator is replayed or the plan is a job.
Totals exactTotals(const Resolved& plan);

/// Bytes that exactTotals() adds to the tensors where nothing is replayed: those outside the
/// allocator, and those that the allocator keeps idle.
Bytes outsideBytes(const Resolved& plan);
Bytes idleWithoutReplay(const Resolved& plan, Bytes allocated);

/// The sums of one stage's ledger: the allocator is replayed for the most loaded stage, and keeps
/// the same share idle in the others.
Totals exactTotals(const Resolved& plan, const Stage& stage);

/// Says that the allocator was not replayed, and the share that it is assumed to keep idle.
Text remarkOnEndedReplay(const Totals& totals);

/// The bytes that PyTorch's allocator has reserved at the events of a step; empty where the
/// allocator is not replayed.
std::vector<ReplayMark> replayMarks(const Resolved& plan, const Stage& stage);

/// The totals of a peak whose tensors hold `tensors`. An inference engine takes `pool` of them in
/// one piece. For the rest, the allocator keeps the bytes of `replayed` idle, or else the plan's
/// share.
Totals totalsOfPeak(const Resolved& plan, const GroupBytes& tensors, Bytes pool, Moment moment,
                    const std::optional<Totals>& replayed);

/// The ledger of the most loaded stage, written out.
Result<Answer> exactAnswer(const Resolved& plan);

/// The same of one stage, to compare with a run that measured this stage.
Answer exactAnswer(const Resolved& plan, const Stage& stage);

/// The same of a stage, for the list of all stages: the allocator is replayed for the most loaded
/// stage, and keeps the same share idle in the others.
Answer exactAnswer(const Resolved& plan, const Stage& stage, const Totals& mostLoaded);

/// The sum of the bytes of all ranks of one node, each of which keeps `perRank`.
Bytes perNode(const Resolved& plan, Bytes perRank);

/// The bytes on the host of a node that has the job's first rank.
Bytes hostPerNode(const Resolved& plan, const Totals& totals);

} // namespace highwater
