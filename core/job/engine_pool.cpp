// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/engine_pool.h"

#include "core/ledger/server.h"
#include "core/ledger/serving.h"

namespace highwater {

EnginePool enginePool(const Resolved& job, const JobRole& rollout)
{
    const ServedBytes served = servedBytes(rollout.plan.stages.front());
    EnginePool pool;
    pool.all = static_cast<Bytes>(static_cast<double>(job.capacity) * memoryFraction(rollout.plan));
    pool.weights = served.weights;
    pool.passes = served.passes;
    pool.sequence = cacheBytes(rollout.plan.stages.front());
    return pool;
}

} // namespace highwater
