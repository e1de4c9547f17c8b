// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/gpu_scan.h"

#include "core/ledger/server.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <numeric>

namespace highwater {
namespace {

std::int64_t mostOfACluster()
{
    return static_cast<std::int64_t>(keyOf("cluster.gpus").most);
}

} // namespace

Plan servedOn(const Plan& plan, std::int64_t gpus)
{
    Plan changed = plan;
    changed.cluster.gpus = gpus;
    changed.layout.tensor = changed.layout.pipeline = 1;
    changed.layout.expert = changed.layout.expertTensor = 1;
    (splitsByLayers(plan.inference.server) ? changed.layout.pipeline : changed.layout.tensor)
        = gpus;
    return changed;
}

std::optional<Judgement> GpuScan::judgedToFit(const Resolved& plan)
{
    if (plan.replays) {
        const auto known = fitsByTensors(plan);
        if (known == false)
            return std::nullopt;
        m_replays += known ? 0 : 1;
    }
    const auto judged = judge(plan);
    return judged && judged->fits() ? std::optional(*judged) : std::nullopt;
}

std::int64_t GpuScan::copyOfTheModel() const
{
    const Layout& layout = m_resolved.layout;
    return bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context);
}

bool GpuScan::fillsNodes() const
{
    const std::int64_t node = m_plan.cluster.gpusPerNode, copy = copyOfTheModel();
    return node % copy == 0 || copy % node == 0;
}

std::int64_t GpuScan::stride() const
{
    return fillsNodes() ? m_plan.cluster.gpusPerNode : copyOfTheModel();
}

/// The next larger count that a cluster can have.
std::int64_t GpuScan::countAfter(std::int64_t gpus) const
{
    const std::int64_t node = m_plan.cluster.gpusPerNode;
    if (fillsNodes() && gpus < node) {
        do
            ++gpus;
        while (node % gpus != 0);
        return gpus;
    }
    return (gpus / stride() + 1) * stride();
}

/// The micro-batches of a step of the whole cluster where the plan states a batch that they fill;
/// else 0.
std::int64_t GpuScan::fullMicroBatches() const
{
    const std::int64_t batch = m_resolved.stepSequences();
    const bool fills = m_resolved.workload.globalBatch && batch % m_resolved.passSequences() == 0;
    return fills ? batch / m_resolved.workload.microBatch : 0;
}

Result<Resolved> GpuScan::resolvedOn(std::int64_t gpus) const
{
    Plan changed = m_plan;
    changed.cluster.gpus = gpus;
    return preparedLike(m_resolved, changed, m_catalog);
}

std::optional<GpusThatFit> GpuScan::on(std::int64_t gpus)
{
    if (gpus % copyOfTheModel() != 0)
        return std::nullopt;
    std::optional<Judgement> judged;
    if (gpus != m_plan.cluster.gpus) {
        if (const auto resolved = resolvedOn(gpus))
            judged = judgedToFit(*resolved);
    } else if (!m_present) {
        judged = judgedToFit(m_resolved);
    } else if (m_present->fits()) {
        judged = m_present;
    }
    return judged ? std::optional(GpusThatFit{gpus, *judged}) : std::nullopt;
}

/// More GPUs of a server hold less each only if they share the model (servedOn()).
std::optional<GpusThatFit> GpuScan::fewestServingRanks()
{
    const Shape& shape = m_resolved.shape;
    const bool byLayers = splitsByLayers(m_plan.inference.server);
    const std::int64_t most = std::min(byLayers ? shape.layers : shape.heads, mostOfACluster());
    for (std::int64_t gpus = 1; gpus <= most; ++gpus) {
        if (!byLayers && shape.heads % gpus != 0)
            continue;
        const auto resolved = preparedLike(m_resolved, servedOn(m_plan, gpus), m_catalog);
        if (!resolved)
            continue;
        if (auto judged = judgedToFit(*resolved))
            return GpusThatFit{gpus, *judged};
    }
    return std::nullopt;
}

/// The fewest units from `low`, which are too few, to `high`, which are enough.
std::optional<GpusThatFit> GpuScan::byHalves(std::int64_t unit, std::int64_t low, GpusThatFit high)
{
    std::int64_t most = high.gpus / unit;
    while (most - low > 1) {
        const std::int64_t middle = low + (most - low) / 2;
        if (auto found = on(middle * unit)) {
            high = *found;
            most = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/// Tries every multiple of the stride. Totals fall ever more slowly with the number of GPUs: above
/// many GPUs, or after many replays of the allocator, the scan goes in steps of a sixteenth and
/// bisects the last step.
std::optional<GpusThatFit> GpuScan::fewestOfMany(std::int64_t stride, std::int64_t last)
{
    constexpr int patience = 32;
    constexpr std::int64_t many = 512;
    constexpr std::int64_t part = 16;
    std::int64_t before = 0;
    for (std::int64_t count = 1; count <= last / stride;) {
        if (auto found = on(count * stride))
            return byHalves(stride, before, *found);
        before = count;
        const std::int64_t step
            = m_replays < patience && count < many ? 1 : std::max<std::int64_t>(1, count / part);
        count = count < last / stride ? std::min(count + step, last / stride) : count + 1;
    }
    return std::nullopt;
}

std::optional<GpusThatFit> GpuScan::fewest()
{
    if (m_resolved.serves())
        return fewestServingRanks();
    const std::int64_t node = m_plan.cluster.gpusPerNode;
    for (std::int64_t gpus = 1; fillsNodes() && gpus < node; gpus = countAfter(gpus))
        if (auto found = on(gpus))
            return found;
    // More GPUs make no share larger: where the largest count that replicas and experts divide is
    // not enough, no count is.
    const Layout& layout = m_resolved.layout;
    const std::int64_t most = mostOfACluster();
    const std::int64_t step = bounded::times(bounded::times(copyOfTheModel(), layout.replicate),
                                             bounded::times(layout.expert, layout.expertTensor));
    auto own = on(m_plan.cluster.gpus);
    if (!own && (most < step || !on(most / step * step)))
        return std::nullopt;
    const std::int64_t scanned = std::min(own ? own->gpus : most, 8192 * stride());
    if (auto found = fewestOfMany(stride(), scanned))
        return found;
    if (own)
        return own;
    // Beyond the scan, totals fall so slowly that bisection finds the fewest.
    const std::int64_t wide = std::lcm(stride(), step);
    const std::int64_t low = scanned / wide, high = most / wide;
    auto found = high > low ? on(high * wide) : std::nullopt;
    return found ? byHalves(wide, low, *found) : on(most / step * step);
}

std::optional<GpusThatFit> GpuScan::fewestRunning(std::int64_t fewest, const RunCheck& check)
{
    constexpr int patience = 64; // of counts on which the plan does not run
    const std::int64_t own = m_present && m_present->fits() ? m_plan.cluster.gpus : 0;
    const std::int64_t copy = copyOfTheModel(), whole = fullMicroBatches();
    std::int64_t most = own > 0 ? own - 1 : mostOfACluster();
    if (whole > 0) // more replicas than micro-batches divide no batch
        most = std::min(most, bounded::times(whole, copy));
    int tries = 0;
    for (std::int64_t gpus = fewest; gpus <= most && tries < patience; gpus = countAfter(gpus)) {
        if (gpus % copy != 0 || whole % (gpus / copy) != 0)
            continue;
        ++tries;
        const auto resolved = resolvedOn(gpus);
        if (!resolved || !check.takes(*resolved))
            continue;
        if (auto judged = judgedToFit(*resolved); judged && check.allows(fitOf(*judged)))
            return GpusThatFit{gpus, *judged};
    }
    return own > 0 ? std::optional(GpusThatFit{own, *m_present}) : std::nullopt;
}

std::int64_t GpuScan::fewerWithIdle(std::int64_t gpus)
{
    const std::int64_t node = m_plan.cluster.gpusPerNode;
    if (m_resolved.serves() || (gpus > node && gpus % node != 0))
        return 0;
    for (std::int64_t fewer = gpus > node ? gpus - node + 1 : gpus / 2 + 1; fewer < gpus; ++fewer)
        if (on(fewer))
            return fewer;
    return 0;
}

} // namespace highwater
