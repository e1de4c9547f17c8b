// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/explore/run_check.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>

namespace highwater {

/// The plan, which generates text, on this many GPUs, all of which share the model: as tensor
/// ranks, or as stages where the server splits by layers.
Plan servedOn(const Plan& plan, std::int64_t gpus);

/// A number of GPUs on which a plan fits, and its verdict there.
struct GpusThatFit
{
    std::int64_t gpus = 0;
    Judgement judged;
};

/// Tries a plan on other numbers of GPUs.
class GpuScan
{
public:
    /// `present`: the verdict on the plan's own number, where it is known.
    GpuScan(const Plan& plan, const Catalog& catalog, const Resolved& resolved,
            std::optional<Judgement> present)
        : m_plan(plan)
        , m_catalog(catalog)
        , m_resolved(resolved)
        , m_present(present)
    { }

    /// Looks at counts that a cluster can have and that leave no GPU idle: the plan's own; parts of
    /// a node that divide the node; whole nodes. Where a copy of the model takes neither a divisor
    /// of a node nor whole nodes, such as 12 GPUs in nodes of 8, all numbers of copies count.
    std::optional<GpusThatFit> fewest();

    /// The fewest of those counts, from `fewest` on, on which the plan also runs; its own at most,
    /// where it fits on these. Null where there is none.
    std::optional<GpusThatFit> fewestRunning(std::int64_t fewest, const RunCheck& check);

    /// The fewest GPUs, below `gpus` and above the number that is tried before it, on which the
    /// plan fits although they do not divide a node or fill whole nodes; 0: none.
    std::int64_t fewerWithIdle(std::int64_t gpus);

private:
    std::int64_t copyOfTheModel() const;
    bool fillsNodes() const;
    std::int64_t stride() const;
    std::int64_t countAfter(std::int64_t gpus) const;
    std::int64_t fullMicroBatches() const;
    Result<Resolved> resolvedOn(std::int64_t gpus) const;
    std::optional<GpusThatFit> on(std::int64_t gpus);
    std::optional<GpusThatFit> fewestServingRanks();
    std::optional<Judgement> judgedToFit(const Resolved& plan);
    std::optional<GpusThatFit> fewestOfMany(std::int64_t stride, std::int64_t last);
    std::optional<GpusThatFit> byHalves(std::int64_t unit, std::int64_t low, GpusThatFit high);

    const Plan& m_plan;
    const Catalog& m_catalog;
    const Resolved& m_resolved;
    std::optional<Judgement> m_present;
    int m_replays = 0;
};

} // namespace highwater
