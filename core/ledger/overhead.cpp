// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

#include "core/ledger/communicators.h"
#include "core/ledger/fitted.h"

namespace highwater {

using bounded::plus;

/// PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp, getChosenWorkspaceSize. Seen to the byte in
/// Liger's measurements on A100 cards.
Bytes workspaceOfThread(const Device& device)
{
    return device.isHopper() ? 32 * mib : 8 * mib + mib / 8;
}

OverheadSizes overheadSizes(const Resolved& plan, Overhead level)
{
    const Bytes workspace = productThreads * workspaceOfThread(*plan.device);
    const auto sizes = [&](Fitted context) {
        return OverheadSizes{fittedValue(context) * mib, workspace, communicatorBytes(plan, level),
                             plan.cluster.reserve};
    };
    switch (level) {
    case Overhead::None:
        break;
    case Overhead::Low:
        return sizes(Fitted::ContextLow);
    case Overhead::Expected:
        return sizes(Fitted::Context);
    case Overhead::High:
        return sizes(Fitted::ContextHigh);
    }
    return {.reserve = plan.cluster.reserve};
}

Bytes bytesOfOverhead(const OverheadSizes& sizes)
{
    return plus(sizes.context + sizes.workspace + sizes.communicators, sizes.reserve);
}

std::vector<Term> overheadTerms(const OverheadSizes& sizes, Bytes idle)
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
    if (idle > 0)
        add(TermId::OverheadAllocator, 1 * Symbol::IdleBytes);
    return terms;
}

} // namespace highwater
