// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

namespace highwater {

/// What the runtime takes beside the tensors, at one level of caution.
struct OverheadSizes
{
    Bytes context; ///< driver and kernels
    Bytes workspace; ///< of the matrix library
    Bytes communicators; ///< of the collectives, where there is more than one GPU
    std::int64_t allocatorPercent; ///< of what is allocated: rounding and fragmentation
};

OverheadSizes overheadSizes(Overhead level, const Profile& profile);

/// Gives the sink the runtime's terms; `allocated` is the peak of everything else.
template <class Sink> void walkOverhead(const Resolved& plan, Overhead level, Sink&& sink)
{
    const auto put = [&](TermId id, Bytes bytes) {
        if (bytes > 0)
            sink(Term{id, Life::Always, Product{bytes}});
    };
    const OverheadSizes sizes = overheadSizes(level, *plan.profile);
    put(TermId::OverheadContext, sizes.context);
    put(TermId::OverheadWorkspace, sizes.workspace);
    put(TermId::OverheadCommunicators, plan.cluster.gpus > 1 ? sizes.communicators : 0);
    put(TermId::OverheadReserve, plan.cluster.reserve);
    if (sizes.allocatorPercent > 0)
        sink(Term{TermId::OverheadAllocator, Life::Always,
                  sizes.allocatorPercent * Symbol::AllocatedBytes / Symbol::Hundred});
}

} // namespace highwater
