// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/ledger/resolve.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// What decides the work of a micro-batch and the bubble.
struct LayoutGroup
{
    std::int64_t tensor = 1, pipeline = 1, virtualPipeline = 1, context = 1, expert = 1;
    std::int64_t microBatch = 1;
    bool sequenceParallel = true;

    bool operator==(const LayoutGroup&) const = default;
};

/// What saves memory at the price of traffic or time.
struct Saving
{
    std::int64_t zero = 0, replicate = 1;
    Recompute recompute = Recompute::None;
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

/// Takes a plan that is looked up to a candidate; problems where the candidate contradicts it.
Problems setCandidate(Resolved& plan, const Candidate& candidate);

/// All values that a search tries.
class SearchSpace
{
public:
    /// `present`: the plan as it stands, with the global batch that it has.
    SearchSpace(const Resolved& present, const SearchConstraints& constraints);

    /// Groups that share tensor, pipeline, context and expert ranks, and so what savings they
    /// allow.
    struct Family
    {
        std::vector<LayoutGroup> groups;
        std::vector<Saving> savings;
        std::int64_t considered = 0; ///< combinations, with those that contradict something
        std::int64_t allowed() const
        {
            return static_cast<std::int64_t>(groups.size() * savings.size());
        }
    };
    const std::vector<Family>& families() const { return m_families; }

private:
    bool keeps(KeyPath key) const;
    void setValues();
    void addFamily(const LayoutGroup& ranks);
    std::vector<std::int64_t> chunks(const LayoutGroup& ranks, std::int64_t microBatches) const;
    std::vector<Saving> savingsOf(const LayoutGroup& ranks, std::int64_t& considered) const;

    const Resolved& m_present;
    const SearchConstraints& m_constraints;
    Candidate m_own;
    std::int64_t m_batch;
    std::vector<std::int64_t> m_tensors, m_pipelines, m_contexts, m_experts, m_zeros, m_batchParts;
    std::vector<Recompute> m_recomputes;
    std::vector<Offload> m_optimizerOffloads, m_parameterOffloads;
    std::vector<ActivationOffload> m_activationOffloads;
    std::vector<Family> m_families;
};

} // namespace highwater
