// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

#include "core/ledger/fitted.h"

namespace highwater {

using bounded::plus, bounded::times;

OverheadSizes overheadSizes(const Resolved& plan, Overhead level)
{
    constexpr Bytes mib = 1 << 20;
    // cuBLAS allocates two workspaces of 8.125 MiB on a Hopper card, seen to the byte in Liger's
    // measurements.
    constexpr Bytes workspace = 2 * 8 * mib + mib / 4;
    const auto sizes = [&](Fitted context, Fitted communicators, std::int64_t percent) {
        return OverheadSizes{fittedValue(context) * mib, workspace,
                             plan.cluster.gpus > 1 ? fittedValue(communicators) * mib : 0,
                             plan.cluster.reserve, percent};
    };
    const auto& slack = plan.profile->slack;
    switch (level) {
    case Overhead::None:
        break;
    case Overhead::Low:
        return sizes(Fitted::ContextLow, Fitted::CommunicatorsLow, slack[0]);
    case Overhead::Expected:
        return sizes(Fitted::Context, Fitted::Communicators, slack[1]);
    case Overhead::High:
        return sizes(Fitted::ContextHigh, Fitted::CommunicatorsHigh, slack[2]);
    }
    return {.reserve = plan.cluster.reserve};
}

Bytes bytesOfOverhead(const OverheadSizes& sizes, Bytes allocated)
{
    const Bytes fixed = plus(sizes.context + sizes.workspace + sizes.communicators, sizes.reserve);
    return plus(fixed, shareOf(times(sizes.allocatorPercent, allocated), 100));
}

std::vector<Term> overheadTerms(const OverheadSizes& sizes)
{
    std::vector<Term> terms;
    const auto add = [&](TermId id, const Product& each) {
        terms.push_back(Term{id, Life::Always, each});
    };
    const auto addBytes = [&](TermId id, Bytes bytes) {
        if (bytes > 0)
            add(id, Product{bytes});
    };
    addBytes(TermId::OverheadContext, sizes.context);
    addBytes(TermId::OverheadWorkspace, sizes.workspace);
    addBytes(TermId::OverheadCommunicators, sizes.communicators);
    addBytes(TermId::OverheadReserve, sizes.reserve);
    if (sizes.allocatorPercent > 0)
        add(TermId::OverheadAllocator,
            sizes.allocatorPercent * Symbol::AllocatedBytes / Symbol::Hundred);
    return terms;
}

} // namespace highwater
