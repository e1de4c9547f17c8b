// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_ranking.h"

#include <algorithm>
#include <tuple>

namespace highwater {
namespace {

/// The number of settings of a candidate that are not the plan's own.
int changesOf(const Candidate& candidate, const Candidate& own)
{
    const auto& [group, saving] = candidate;
    const auto& [ownGroup, ownSaving] = own;
    return int{group.tensor != ownGroup.tensor} + int{group.pipeline != ownGroup.pipeline}
    + int{group.virtualPipeline != ownGroup.virtualPipeline}
    + int{group.context != ownGroup.context} + int{group.expert != ownGroup.expert}
    + int{group.microBatch != ownGroup.microBatch}
    + int{group.sequenceParallel != ownGroup.sequenceParallel} + int{saving.zero != ownSaving.zero}
    + int{saving.replicate != ownSaving.replicate}
    + int{saving.recomputing.recompute != ownSaving.recomputing.recompute}
    + int{saving.recomputing.method != ownSaving.recomputing.method}
    + int{saving.recomputing.layers != ownSaving.recomputing.layers}
    + int{saving.optimizer != ownSaving.optimizer} + int{saving.parameters != ownSaving.parameters}
    + int{saving.activations != ownSaving.activations};
}

auto order(const Candidate& candidate)
{
    const auto& [group, saving] = candidate;
    return std::tuple(group.tensor, group.pipeline, group.virtualPipeline, group.context,
                      group.expert, group.microBatch, !group.sequenceParallel, saving.zero,
                      saving.replicate, saving.recomputing, saving.optimizer, saving.parameters,
                      saving.activations);
}

/// An order without ties, so that the answer does not depend on the order of the search.
bool standsBefore(const Ranked& left, const Ranked& right, const Candidate& own)
{
    if (left.seconds != right.seconds)
        return left.seconds < right.seconds;
    if (left.total != right.total)
        return left.total < right.total;
    const int leftChanges = changesOf(left.candidate, own);
    const int rightChanges = changesOf(right.candidate, own);
    if (leftChanges != rightChanges)
        return leftChanges < rightChanges;
    return order(left.candidate) < order(right.candidate);
}

/// The number of means beyond the plainest ones that a layout needs. Using nearly all of the memory
/// is one: at the upper end of its range the layout may not fit.
int meansOf(const Ranked& ranked, Bytes capacity)
{
    constexpr std::int64_t part = 10;
    const auto& [group, saving] = ranked.candidate;
    return int{group.virtualPipeline > 1} + int{group.context > 1} + int{saving.replicate > 1}
    + int{saving.recomputing.recompute != Recompute::None}
    + int{saving.recomputing.recompute == Recompute::Full}
    + int{saving.recomputing.method != RecomputeMethod::All}
    + int{saving.optimizer != Offload::None} + int{saving.parameters != Offload::None}
    + int{saving.activations != ActivationOffload::None}
    + int{ranked.total > capacity - capacity / part};
}

bool cutTheModelAlike(const LayoutGroup& left, const LayoutGroup& right)
{
    return left.tensor == right.tensor && left.pipeline == right.pipeline
        && left.expert == right.expert;
}

} // namespace

std::vector<NearEquals> nearEquals(const std::vector<Ranked>& fastest, const Candidate& own,
                                   Bytes capacity, bool folds)
{
    std::vector<NearEquals> groups;
    for (const Ranked& ranked : fastest) {
        const auto belongs = [&](const NearEquals& group) {
            return cutTheModelAlike(group.front().candidate.group, ranked.candidate.group)
                && ranked.seconds <= nearlyEqual * group.front().seconds;
        };
        const auto found = folds ? std::ranges::find_if(groups, belongs) : groups.end();
        if (found != groups.end())
            found->push_back(ranked);
        else
            groups.push_back({ranked});
    }
    const auto order = [&](const Ranked& ranked) {
        return std::tuple(ranked.candidate != own, meansOf(ranked, capacity),
                          ranked.candidate.saving.zero, changesOf(ranked.candidate, own));
    };
    for (NearEquals& group : groups)
        std::ranges::stable_sort(group, {}, order);
    return groups;
}

void FastestLayouts::add(const Ranked& found)
{
    const auto before
        = [&](const Ranked& left, const Ranked& right) { return standsBefore(left, right, m_own); };
    if (m_most == 0 || (m_list.size() == m_most && !before(found, m_list.back())))
        return;
    if (m_list.size() == m_most)
        m_list.pop_back();
    m_list.insert(std::ranges::upper_bound(m_list, found, before), found);
}

void ParetoFront::add(const Ranked& found)
{
    const auto before
        = [&](const Ranked& left, const Ranked& right) { return standsBefore(left, right, m_own); };
    const auto at = std::ranges::lower_bound(m_list, found, before);
    if (at != m_list.begin() && std::prev(at)->total <= found.total)
        return;
    auto end = at;
    while (end != m_list.end() && end->total >= found.total)
        ++end;
    m_list.insert(m_list.erase(at, end), found);
}

bool ParetoFront::beats(double seconds, Bytes total) const
{
    const auto slower = std::ranges::lower_bound(m_list, seconds, {}, &Ranked::seconds);
    return slower != m_list.begin() && std::prev(slower)->total <= total;
}

} // namespace highwater
