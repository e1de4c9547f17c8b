// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/automatic_value.h"

#include "core/job/role_keys.h"
#include "core/ledger/server.h"
#include "core/time/machine.h"
#include "core/time/run_length.h"
#include "ui/panel/key_control.h"

namespace highwater {

Value automaticValue(KeyPath path, const Document* document)
{
    // While a plan has an error, the values of its last estimate are shown, faded like the rest of
    // the window.
    if (!document || !document->estimatedResults().estimate)
        return {};
    const Resolved& resolved = document->estimatedResults().estimate->plan;
    if (path == "cluster.capacity") {
        const Plan& plan = document->plan();
        const bool same
            = plan.cluster.device == resolved.cluster.device && plan.method == resolved.method;
        return same ? Value{resolved.capacity} : Value{};
    }
    if (path == "workload.global_batch")
        return bounded::times(resolved.workload.microBatch, resolved.dataParallel);
    if (path == "recipe.engine")
        return std::string(nameOf(resolved.choices.engine));
    if (path == "layout.reduce_bucket")
        if (const std::int64_t bucket = resolved.reduceBucket(); bucket > 0)
            return bucket;
    if (path == "layout.overlap_comm")
        return resolved.overlapsComm();
    if (path == "cluster.price_per_hour")
        if (const auto price = pricePerGpuHour(resolved))
            return *price;
    if (resolved.serves() && path == "inference.memory_fraction")
        return memoryFraction(resolved);
    if (resolved.serves() && path == "inference.prefill_chunk")
        return prefillTokens(resolved);
    if (resolved.serves() && path == "inference.max_sequences")
        if (const auto limit = sequenceLimit(resolved))
            return *limit;
    if (resolved.serves() && path == "inference.gpu_layers")
        return everyGpuLayer(resolved);
    if (const auto rate = takenRate(resolved, path))
        return *rate;
    return takenValue(resolved, path);
}

QString automaticText(KeyPath path, const Document* document)
{
    if (path == "cluster.host_memory")
        return KeyControlWords::tr("not checked");
    if (path == "workload.training_tokens")
        return document && !assumesLength(document->plan())
            ? KeyControlWords::tr("not given")
            : KeyControlWords::tr("20 per parameter");
    if (path == "workload.examples")
        return KeyControlWords::tr("not given");
    if (path == "layout.context_kind")
        return KeyControlWords::tr("not counted");
    return path == "job.kind" ? KeyControlWords::tr("One model") : KeyControlWords::tr("automatic");
}

} // namespace highwater
