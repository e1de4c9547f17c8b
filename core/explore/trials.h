// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// Tries changes of one plan that does not fit.
class Trials
{
public:
    /// `asked`: with its global batch written out, so that it stays the same while the changes move
    /// the ranks. What it refers to must outlive this.
    explicit Trials(const JudgedPlan& asked);

    const JudgedPlan& asked() const { return m_asked; }
    /// Whether a control is dragged, so that answers must come at once.
    bool moves() const { return !m_asked.resolved.replays; }

    /// The plan with the changes, resolved without a replay of the allocator: with the shares that
    /// it keeps idle in the plan as it stands.
    Result<Resolved> resolvedWith(const std::vector<Change>& changes) const;
    /// The verdict on it.
    Result<Judgement> judged(const std::vector<Change>& changes) const;

    /// The changes with the totals that they lead to; nothing where the plan does not allow them,
    /// the framework does not have them, the method does not read them or they do not help. What
    /// becomes of the global batch is added to them. Without a replay.
    std::optional<Remedy> roughly(std::vector<Change> changes) const;
    /// The same with the totals of an estimate.
    std::optional<Remedy> exactly(Remedy rough) const;
    /// Roughly, and then exactly.
    std::optional<Remedy> remedyBy(std::vector<Change> changes) const;

private:
    std::optional<double> secondsOfAToken(const Resolved& plan) const;
    Remedy remedyOf(std::vector<Change> changes, const Judgement& found, Resolved& changed) const;
    bool helps(const Judgement& found) const;

    JudgedPlan m_asked;
    std::optional<double> m_seconds; ///< of a token
};

/// Whether the global batch of a plan stays with passes of so many sequences: they are full, or the
/// last one is not full in the plan either.
bool keepsBatch(const Resolved& present, std::int64_t pass);

} // namespace highwater
