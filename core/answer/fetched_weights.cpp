// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/fetched_weights.h"

#include "core/ledger/framework.h"
#include "core/ledger/stage_weights.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

// runtime/zero/config.py: stage3_max_live_parameters, and stage3_max_reuse_distance of the same
// size.
constexpr std::int64_t mostAvailable = 1'000'000'000, reuseDistance = mostAvailable;
/// partitioned_param_coordinator.py: before a weight arrives, the program waits for the GPU until
/// no more than __max_ongoing_fetch_events of those before have yet to arrive there.
constexpr std::size_t mostOngoing = 2;

} // namespace

FetchedWeights::FetchedWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                               const LayerSizesOf& sizesOf, ReplayMemory& memory)
    : m_memory(memory)
    , m_valueBytes(valueBytes)
{
    const bool gathers = plan.usesDeepSpeed() && plan.gathersWeights();
    // Of full fine-tuning by engines before 0.13.2 there are measured runs and no recordings; these
    // runs are met by LiveParameters alone.
    const bool unrecorded = plan.trainsAll() && plan.makesStatesFirst();
    if (!gathers || plan.quantisedBase() || unrecorded)
        return;
    // stage3_prefetch_bucket_size and stage3_param_persistence_threshold: DeepSpeed's defaults, and
    // those that the Trainer sets (transformers, integrations/deepspeed.py).
    const std::int64_t h = plan.shape.hidden;
    const bool ofTrainer = plan.profile->sizesByHidden();
    m_prefetched = ofTrainer ? bounded::times(9, bounded::times(h, h)) / 10 : 50'000'000;
    m_persistent = ofTrainer ? bounded::times(10, h) : 100'000;

    std::vector<std::size_t> embedding, head;
    if (stage.layers.embeds)
        embedding = addWeights({plan.weights[Part::Embedding].parameters});
    addModules(embedding, false);
    addStop();
    std::vector<std::vector<std::size_t>> layers;
    for (std::int64_t layer = stage.layers.first; layer < stage.layers.end; ++layer) {
        addModules(layers.emplace_back(addWeights(sizesOf(layer).fetched)), false);
        addStop();
    }
    const auto own = ownHead(plan, stage.layers);
    if (stage.layers.predicts)
        head = own ? addWeights({plan.weights[*own].parameters}) : embedding;
    addModules(head, false);
    addStop();
    addModules(head, true);
    addStop();
    for (std::int64_t layer = stage.layers.end; layer-- > stage.layers.first;) {
        const auto& weights = layers[static_cast<std::size_t>(layer - stage.layers.first)];
        if (sizesOf(layer).recomputes)
            addModules(weights, false);
        addModules(weights, true);
        addStop();
    }
    findNextUses();
}

/// Adds weights of which the ranks hold parts, and returns their numbers.
std::vector<std::size_t> FetchedWeights::addWeights(const std::vector<std::int64_t>& entries)
{
    std::vector<std::size_t> added;
    for (const std::int64_t each : entries)
        if (each > m_persistent) {
            added.push_back(m_weights.size());
            m_weights.push_back({.entries = each});
        }
    return added;
}

void FetchedWeights::addModules(const std::vector<std::size_t>& weights, bool backward)
{
    if (backward)
        m_order.insert(m_order.end(), weights.rbegin(), weights.rend());
    else
        m_order.insert(m_order.end(), weights.begin(), weights.end());
}

void FetchedWeights::findNextUses()
{
    const std::size_t steps = m_order.size();
    m_before.assign(steps + 1, 0);
    for (std::size_t i = 0; i < steps; ++i)
        m_before[i + 1] = bounded::plus(m_before[i], m_weights[m_order[i]].entries);
    m_nextUse.assign(steps, steps);
    std::vector<std::size_t> next(m_weights.size(), steps);
    for (std::size_t i = steps; i-- > 0;)
        m_nextUse[i] = std::exchange(next[m_order[i]], i);
}

void FetchedWeights::next()
{
    if (m_part >= m_stops.size())
        return;
    for (const std::size_t stop = m_stops[m_part++]; m_step < stop; ++m_step)
        use(m_step);
}

void FetchedWeights::use(std::size_t step)
{
    const std::size_t number = m_order[step];
    Weight& weight = m_weights[number];
    if (!weight.available && !weight.group)
        gather({number});
    if (weight.group)
        arrive(number);
    m_ahead = std::max(m_ahead, step + 1);
    prefetch();
    if (!isKept(step))
        release(weight);
}

void FetchedWeights::release(Weight& weight)
{
    m_released.push_back({*std::exchange(weight.block, std::nullopt), m_arrived});
    weight.available = false;
    m_available -= weight.entries;
}

/// partitioned_param_coordinator.py: __params_to_release. A weight also stays where the engine has
/// already passed over its next use when it gathered ahead.
bool FetchedWeights::isKept(std::size_t step) const
{
    const std::size_t next = m_nextUse[step];
    return next < m_order.size()
        && (next < m_ahead || m_before[next] - m_before[step + 1] < reuseDistance);
}

void FetchedWeights::prefetch()
{
    const std::int64_t most = std::min(mostAvailable - m_available, m_prefetched);
    std::vector<std::size_t> chosen;
    for (std::int64_t values = 0; m_ahead < m_order.size() && values < most; ++m_ahead) {
        const std::size_t number = m_order[m_ahead];
        Weight& weight = m_weights[number];
        if (weight.available || weight.group || weight.chosen)
            continue;
        weight.chosen = true;
        chosen.push_back(number);
        values += weight.entries;
    }
    if (!chosen.empty())
        gather(chosen);
}

void FetchedWeights::gather(const std::vector<std::size_t>& weights)
{
    FetchGroup group{.weights = weights, .unused = weights.size()};
    Bytes sum = 0;
    for (const std::size_t number : weights) {
        Weight& weight = m_weights[number];
        weight.group = m_groups.size();
        weight.chosen = false;
        m_available += weight.entries;
        sum = bounded::plus(sum, bytesOf(weight));
    }
    const ReplayMemory::Block made = m_memory.make(sum, gatherStream);
    if (weights.size() == 1)
        m_weights[weights.front()].block = made;
    else
        group.buffer = made;
    m_groups.push_back(std::move(group));
}

/// partition_parameters.py: AllGatherCoalescedHandle.wait.
void FetchedWeights::arrive(std::size_t number)
{
    Weight& weight = m_weights[number];
    FetchGroup& group = m_groups[*std::exchange(weight.group, std::nullopt)];
    weight.available = true;
    ++m_arrived;
    while (!m_released.empty() && m_released.front().arrived + mostOngoing < m_arrived) {
        m_memory.drop(m_released.front().block);
        m_released.pop_front();
    }
    if (group.buffer && !std::exchange(group.copied, true))
        for (const std::size_t each : group.weights)
            m_weights[each].block = m_memory.make(bytesOf(m_weights[each]), gatherStream);
    if (--group.unused == 0)
        m_memory.drop(group.buffer);
}

void FetchedWeights::endPass()
{
    for (const Released& each : m_released)
        m_memory.drop(each.block);
    m_released.clear();
    for (Weight& weight : m_weights) {
        m_memory.drop(weight.block);
        weight.available = false;
        weight.group.reset();
    }
    for (FetchGroup& group : m_groups)
        m_memory.drop(group.buffer);
    m_groups.clear();
    m_available = 0;
    m_step = m_part = m_ahead = m_arrived = 0;
}

} // namespace highwater
