// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/answer/launch_clock.h"
#include "core/ledger/resolve.h"

#include <functional>
#include <optional>
#include <vector>

namespace highwater {

/// The result of a replay: the most bytes of tensors, without those by which a block is larger than
/// its tensor, and the most that PyTorch's allocator reserved; both without the workspaces of the
/// matrix library, which are in the allocator's segments too.
struct Replay
{
    Bytes allocated = 0, reserved = 0;
    std::int64_t flushes = 0; ///< of the cache, because the GPU was full: in two steps, or in
                              ///< each later one where every tensor is known
    bool overruns = false; ///< the GPU is too small: allocated and reserved are those of a replay
                           ///< without a limit
    std::int64_t work = 0; ///< CachingAllocator::work(), of all its tries

    bool operator==(const Replay&) const = default;
};

/// An event of a step, and the most that the allocator had reserved since the event before.
struct ReplayMark
{
    Phase phase{};
    std::int64_t pass = -1, layer = -1; ///< as in a TimelinePoint
    Bytes reserved = 0;
};

/// The most work() of one try.
inline constexpr std::int64_t mostReplayWork = std::int64_t{1} << 21;

/// Bounds the replays of one question that judges many plans, such as a curve or a search: once
/// they have done `most` work(), further plans of this thread are not replayed
/// (Totals::replayEnded). It counts work and reads no clock, so that an answer is the same on every
/// machine. Within another budget, it can only lessen what is left.
class ReplayBudget
{
public:
    explicit ReplayBudget(std::int64_t most = 8 * mostReplayWork);
    ~ReplayBudget();
    ReplayBudget(const ReplayBudget&) = delete;
    ReplayBudget& operator=(const ReplayBudget&) = delete;

    std::int64_t spent() const;
    bool isSpent() const;

private:
    std::int64_t m_outside, m_most;
};

/// Asks before each replay of its thread whether the answer is still wanted. Where it is not, no
/// plan is replayed, so that an answer which nobody gets is soon there.
class ReplayWatch
{
public:
    explicit ReplayWatch(std::function<bool()> isWanted);
    ~ReplayWatch();
    ReplayWatch(const ReplayWatch&) = delete;
    ReplayWatch& operator=(const ReplayWatch&) = delete;

private:
    std::function<bool()> m_outside;
};

/// Whether a replay can follow the plan's step: not schedules other than 1F1B, layers recomputed in
/// groups, frozen layers or parts, or multi-token prediction.
bool canReplay(const Resolved& plan);

/// Sends the tensors of the first training steps of one stage through the caching allocator, in the
/// order in which a program makes and frees them. Unless `pace` is null, a tensor of a collective
/// that the program has freed stays until the GPU is done with its layer. `marks` gets the loading
/// of the plan and the events of the second step; an event may have several marks. The result is
/// null for a plan with too many layers, micro-batches or tensors to replay, or with sizes that no
/// GPU has.
std::optional<Replay> replayOf(const Resolved& plan, const Stage& stage,
                               const AllocatorSettings& settings,
                               const std::optional<LaunchPace>& pace,
                               std::vector<ReplayMark>* marks = nullptr);

} // namespace highwater
