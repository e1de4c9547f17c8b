// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/least_bytes.h"
#include "core/explore/search_space.h"
#include "core/time/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace highwater {

/// Values of a pipeline's first and last stages: one has the embedding, the other the head, and one
/// of the two is near the most loaded.
template <class T> using AtBothEnds = std::array<T, 2>;

/// Lower bounds for each saving of a family, valid for all groups and kinds of recomputation: bytes
/// of states, seconds of the optimizer.
struct FamilyBounds
{
    struct OfSaving
    {
        AtBothEnds<StateBytes> states;
        double optimizerSeconds = 0;
    };
    std::vector<OfSaving> savings; ///< as in the family
    Bytes outside = 0; ///< of the allocator

    /// A lower bound on a GPU's memory, without activations.
    Bytes total(const OfSaving& saving) const
    {
        const auto& [first, last] = saving.states;
        return bounded::plus(std::max(leastAllocated(first, 0), leastAllocated(last, 0)), outside);
    }
};

FamilyBounds boundsOf(const SearchSpace::Family& family, Resolved& plan, const Machine& machine);

/// Least bytes and seconds of the layouts of one group that have one recomputation and one offload
/// of activations.
class GroupBounds
{
public:
    /// Sets the plan to the group, with neither ZeRO nor an offload of states.
    GroupBounds(Resolved& plan, const Machine& machine, const LayoutGroup& group,
                const Recomputing& recomputing, ActivationOffload activations);

    /// The seconds of a pipeline's passes alone, a lower bound on the step: ZeRO, replicas,
    /// offload, the reduction of gradients and the optimizer only add to these.
    double seconds() const { return m_seconds; }
    /// Whether the plan got the stages of the group.
    bool hasStages() const { return m_hasStages; }
    double seconds(const FamilyBounds::OfSaving& saving) const;

    /// A quick lower bound on a GPU's memory, and a closer one that adds logits and gathered
    /// weights.
    Bytes total(const FamilyBounds& family, std::size_t saving) const;
    Bytes closeTotal(const FamilyBounds& family, std::size_t index, const Saving& saving);

private:
    Bytes totalOf(const FamilyBounds& family, std::size_t saving,
                  const AtBothEnds<Bytes>& tokens) const;

    Resolved& m_plan;
    Candidate m_candidate;
    double m_seconds = 0;
    bool m_hasStages = false;
    AtBothEnds<Bytes> m_activations{};
    /// By ZeRO stage, without and with offload of parameters: these decide which weights are
    /// gathered.
    std::array<std::optional<AtBothEnds<Bytes>>, 8> m_working;
};

/// The bounds on the time of a group with each kind of recomputation; nothing is offloaded.
std::vector<double> leastSecondsOf(const LayoutGroup& group,
                                   const std::vector<Recomputing>& recomputes, Resolved& plan,
                                   const Machine& machine);

} // namespace highwater
