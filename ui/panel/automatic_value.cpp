// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/automatic_value.h"

#include "core/job/role_keys.h"
#include "core/ledger/server.h"
#include "core/time/machine.h"
#include "ui/panel/key_control.h"

namespace highwater {

Value automaticValue(KeyPath path, const Document* document)
{
    if (!document || !document->results().estimate)
        return {};
    const Resolved& resolved = document->results().estimate->plan;
    if (path == "cluster.capacity")
        return resolved.capacity;
    if (path == "workload.global_batch")
        return bounded::times(resolved.workload.microBatch, resolved.dataParallel);
    if (path == "cluster.price_per_hour")
        if (const auto price = pricePerGpuHour(resolved))
            return *price;
    if (resolved.serves() && path == "inference.memory_fraction")
        return memoryFraction(resolved);
    if (resolved.serves() && path == "inference.prefill_chunk")
        return prefillTokens(resolved);
    return takenValue(resolved, path);
}

QString automaticText(KeyPath path)
{
    if (path == "cluster.host_memory")
        return KeyControlWords::tr("not checked");
    if (path == "workload.training_tokens")
        return KeyControlWords::tr("20 a parameter");
    if (path == "layout.context_kind")
        return KeyControlWords::tr("not counted");
    return path == "job.kind" ? KeyControlWords::tr("one model") : KeyControlWords::tr("automatic");
}

} // namespace highwater
