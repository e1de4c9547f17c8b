// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/engine_gradients.h"

#include <algorithm>
#include <utility>

namespace highwater {

EngineGradients::EngineGradients(const Resolved& plan, const std::vector<std::int64_t>& matrices,
                                 const std::vector<std::int64_t>& vectors, ReplayMemory& memory)
    : m_plan(plan)
    , m_memory(memory)
    , m_bucket(plan.reduceBucket())
    , m_groups{weightsOf(matrices), weightsOf(vectors)}
{
    for (const Weights& group : m_groups)
        for (std::size_t i = 0; i < group.entries.size(); ++i)
            if (group.offsets[i] < group.partition)
                m_part += group.entries[i];
}

/// A group is padded, so that its parts are even (nccl_start_alignment_factor).
EngineGradients::Weights EngineGradients::weightsOf(const std::vector<std::int64_t>& entries) const
{
    constexpr std::int64_t aligned = 2;
    Weights weights;
    weights.entries = entries;
    std::int64_t end = 0;
    for (const std::int64_t each : entries) {
        weights.offsets.push_back(end);
        end += each;
    }
    weights.partition = shareOf(end, aligned * m_plan.shards) * aligned;
    weights.all = weights.partition * m_plan.shards;
    return weights;
}

void EngineGradients::load(std::array<std::vector<Block>, groupCount> weights, bool here)
{
    for (std::size_t i = 0; i < groupCount; ++i) {
        const Weights& group = m_groups[i];
        if (group.entries.empty())
            continue;
        if (!here)
            m_memory.drop(weights[i]);
        m_memory.allocator().emptyCache();
        m_memory.make(narrow * group.all);
        m_memory.drop(weights[i]);
        const Block clone = m_memory.make(narrow * group.partition);
        m_memory.make(wide * group.partition);
        m_memory.drop(clone);
    }
    std::vector<Block> zeros; // initialize_optimizer_states
    for (const Weights& group : m_groups)
        if (!group.entries.empty())
            zeros.push_back(m_memory.make(wide * group.partition));
    m_memory.drop(zeros);
}

/// reduce_independent_p_g_buckets_and_remove_grads
void EngineGradients::take(Block gradient, Group group, std::size_t weight)
{
    for (int missing = m_buckets.empty() ? (m_plan.overlapsComm() ? 2 : 1) : 0; missing > 0;
         --missing)
        m_buckets.push_back(m_memory.make(narrow * m_bucket));
    const std::int64_t entries = m_groups[group].entries[weight];
    if (m_filled + entries > m_bucket)
        reduce();
    Taken taken{group, weight, none};
    if (entries > m_bucket)
        taken.gradient = gradient;
    else
        m_memory.drop(gradient);
    m_taken.push_back(taken);
    m_filled += entries;
}

/// A bucket is cut where the rank changes that steps the weights, and all parts are reduced in one
/// copy (average_tensor: use_multi_rank_bucket_allreduce; allreduce_and_scatter).
void EngineGradients::reduce()
{
    std::vector<std::int64_t> slices;
    std::int64_t last = -1;
    for (const Taken& each : m_taken) {
        const Weights& group = m_groups[each.group];
        const std::int64_t entries = group.entries[each.weight];
        for (std::int64_t done = 0; done < entries;) {
            const std::int64_t at = group.offsets[each.weight] + done;
            const std::int64_t rank = at / group.partition;
            const std::int64_t size = std::min(entries - done, (rank + 1) * group.partition - at);
            if (rank == last)
                slices.back() += size;
            else
                slices.push_back(size);
            last = rank;
            done += size;
        }
    }
    const std::uint32_t stream = m_plan.overlapsComm() ? reduceStream : 0;
    std::int64_t together = 0, count = 0;
    const auto reduceTogether = [&] {
        if (count > 1)
            m_memory.drop(m_memory.make(narrow * together, stream));
        together = count = 0;
    };
    for (const std::int64_t size : slices) {
        together += size;
        ++count;
        if (together > m_bucket)
            reduceTogether();
    }
    reduceTogether();
    for (const Taken& each : m_taken) {
        const Weights& group = m_groups[each.group];
        if (group.offsets[each.weight] < group.partition)
            copyPart();
        m_memory.drop(each.gradient);
    }
    m_taken.clear();
    m_filled = 0;
}

/// copy_grads_in_partition
void EngineGradients::copyPart()
{
    if (!m_made)
        m_made = m_memory.make(narrow * m_part, m_plan.overlapsComm() ? reduceStream : 0);
}

/// independent_gradient_partition_epilogue
void EngineGradients::endPass(bool first)
{
    reduce();
    m_memory.drop(m_buckets);
    if (first)
        m_sum = std::exchange(m_made, std::nullopt);
    m_memory.drop(m_made);
}

/// get_grad_norm_direct, and the step of one group after the other.
void EngineGradients::step()
{
    for (const Weights& group : m_groups)
        for (std::size_t i = 0; i < group.entries.size(); ++i) {
            const std::int64_t size
                = std::min(group.entries[i], group.partition - group.offsets[i]);
            if (size > 0)
                m_memory.drop(m_memory.make(ofNorm * size));
        }
    for (const Weights& group : m_groups) {
        if (group.entries.empty())
            continue;
        const bool isOne = group.entries.front() >= group.partition;
        const Block flat = isOne ? none : m_memory.make(narrow * group.partition);
        const Block floats = m_memory.make(wide * group.partition);
        m_memory.drop(flat);
        if (!m_hasStates) {
            m_memory.make(wide * group.partition);
            m_memory.make(wide * group.partition);
        }
        m_memory.drop(floats);
    }
    m_hasStates = true;
    m_memory.drop(m_sum);
}

} // namespace highwater
