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
    /// `asked`: the plan with its global batch written out, so that the batch stays the same while
    /// changes move the ranks. Its references must outlive this object.
    explicit Trials(const JudgedPlan& asked);

    const JudgedPlan& asked() const { return m_asked; }
    /// Whether a control is dragged, so that answers are needed at once.
    bool moves() const { return !m_asked.resolved.replays; }

    /// The plan with the changes, resolved without a replay of the allocator: with the idle shares
    /// of the unchanged plan, or of that with expandable segments.
    Result<Resolved> resolvedWith(const std::vector<Change>& changes) const;
    /// The verdict on the plan with the changes.
    Result<Judgement> judged(const std::vector<Change>& changes) const;

    /// Whether the plan takes the changes, and the framework has them.
    bool allows(const std::vector<Change>& changes) const;

    /// The changes with the totals that follow from them; null where the plan does not allow them,
    /// the framework does not have them, the method does not read them or they do not help. A
    /// change of the global batch is added where one follows. Without a replay.
    std::optional<Suggestion> roughly(std::vector<Change> changes) const;
    /// The same with the totals of an estimate.
    std::optional<Suggestion> exactly(Suggestion rough) const;
    /// Calls roughly(), and then exactly().
    std::optional<Suggestion> suggestionBy(std::vector<Change> changes) const;

private:
    bool suits(const Resolved& changed, const std::vector<Change>& changes) const;
    Suggestion suggestionOf(std::vector<Change> changes, const Judgement& found,
                            Resolved& changed) const;
    bool helps(const Judgement& found) const;

    JudgedPlan m_asked;
    std::optional<double> m_seconds; ///< of a token
    IdleShares m_idle; ///< of the unchanged plan
    /// Of the unchanged plan with expandable segments, which keep less idle. Only a replay tells
    /// it.
    IdleShares m_expandableIdle;
};

/// Whether the global batch of a plan can stay with passes of this many sequences: all passes are
/// full, or the last one is not full in the plan either.
bool keepsBatch(const Resolved& present, std::int64_t pass);

} // namespace highwater
