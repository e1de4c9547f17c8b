// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/ledger/resolve.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// Settings that decide the work of a micro-batch and the bubble.
struct LayoutGroup
{
    std::int64_t tensor = 1, pipeline = 1, virtualPipeline = 1, context = 1, expert = 1;
    std::int64_t microBatch = 1;
    bool sequenceParallel = true;

    bool operator==(const LayoutGroup&) const = default;
};

/// A kind of recomputation, and the layers that it concerns.
struct Recomputing
{
    Recompute recompute = Recompute::None;
    RecomputeMethod method = RecomputeMethod::All;
    std::int64_t layers = 1; ///< of a method that is not All

    auto operator<=>(const Recomputing&) const = default;
};

/// Settings that save memory at the price of traffic or time.
struct Saving
{
    std::int64_t zero = 0, replicate = 1;
    Recomputing recomputing{};
    Offload optimizer = Offload::None, parameters = Offload::None;
    ActivationOffload activations = ActivationOffload::None;

    bool operator==(const Saving&) const = default;
};

/// One layout of a search.
struct Candidate
{
    LayoutGroup group;
    Saving saving;

    bool operator==(const Candidate&) const = default;
};

Candidate candidateOf(const Resolved& plan);

/// Sets a resolved plan to a candidate; problems where the candidate contradicts the plan.
Problems setCandidate(Resolved& plan, const Candidate& candidate);
/// The same without the stages (setRanks()).
Problems setRanks(Resolved& plan, const Candidate& candidate);

/// The ways to recompute some of a part of so many layers, but not all, fewest layers first.
std::vector<Recomputing> rungsOf(RecomputeMethod method, std::int64_t part);

// A search ends after a number of steps, not after a time, so that its answer is the same on every
// machine. One step takes some 6 ns: looking at one layout. The time of a layout takes some more
// for each stage of its pipeline, and its memory again as many.
inline constexpr std::int64_t mostSearchWork = std::int64_t{1} << 29;
constexpr std::int64_t workOfTime(std::int64_t stages)
{
    return 256 + 8 * stages;
}
constexpr std::int64_t workOfMemory(std::int64_t stages)
{
    return 512 + 8 * stages;
}

/// All values that a search tries.
class SearchSpace
{
public:
    /// `present`: the unchanged plan, with its global batch.
    SearchSpace(const Resolved& present, const SearchConstraints& constraints);

    /// Groups with equal tensor, pipeline, context and expert ranks, for which therefore the same
    /// savings are allowed. In the savings, recompute and activation offload are none; the walk
    /// combines each saving with all kinds of recompute, and with those of activation offload that
    /// are allowed beside it.
    struct Family
    {
        std::vector<LayoutGroup> groups;
        std::vector<Recomputing> recomputes;
        /// The method by which some layers alone are recomputed; null: none. The walk combines each
        /// saving that does not fit without recompute, and offloads no activations, with as few
        /// layers as are enough (rungsOf()).
        std::optional<RecomputeMethod> partial;
        std::vector<ActivationOffload> keptOffloads; ///< without recompute
        std::vector<ActivationOffload> recomputedOffloads;
        std::vector<Saving> savings; ///< savings with one ZeRO stage and number of replicas follow
                                     ///< one another

        const std::vector<ActivationOffload>& activationOffloads(const Recomputing& of) const
        {
            return of.recompute == Recompute::None ? keptOffloads : recomputedOffloads;
        }
    };
    const std::vector<Family>& families() const { return m_families; }

    /// Combinations of values; `allowed`: those that do not contradict the plan.
    std::int64_t considered() const { return m_considered; }
    std::int64_t allowed() const { return m_allowed; }
    /// Whether the space is larger than can be searched; it then ends early.
    bool isTooLarge() const { return m_work > mostSearchWork / 8; }

private:
    bool keeps(KeyPath key) const;
    void setValues();
    void addFamilies();
    void addFamily(const LayoutGroup& ranks);
    std::vector<std::int64_t> chunks(const LayoutGroup& ranks, std::int64_t microBatches,
                                     const Profile& profile) const;
    bool fillsSchedule(const LayoutGroup& ranks, std::int64_t microBatches) const;
    std::vector<LayoutGroup> groupsOf(const LayoutGroup& ranks, const Profile& profile) const;
    std::vector<Recomputing> recomputesOf(const Profile& profile) const;
    std::optional<RecomputeMethod> partialOf(const Profile& profile) const;
    void setActivationOffloads(Family& family, const Profile& profile) const;
    std::vector<std::int64_t> zerosOf(const Profile& profile, const LayoutGroup& ranks) const;
    void addSavings(Family& family, const LayoutGroup& ranks, const Profile& profile);
    std::int64_t dataParallel(const LayoutGroup& ranks) const;

    const Resolved& m_present;
    const SearchConstraints& m_constraints;
    Candidate m_own;
    std::int64_t m_batch;
    std::vector<std::int64_t> m_ranks; ///< numbers that divide the GPUs
    std::vector<std::int64_t> m_tensors, m_pipelines, m_contexts, m_experts, m_microBatches;
    std::vector<Offload> m_optimizerOffloads, m_parameterOffloads;
    std::vector<ActivationOffload> m_activationOffloads;
    std::vector<Family> m_families;
    std::int64_t m_work = 0; ///< of listing the space and of a bound on the time of each group
    std::int64_t m_considered = 0, m_allowed = 0;
};

} // namespace highwater
