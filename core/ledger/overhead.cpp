// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

namespace highwater {

OverheadSizes overheadSizes(Overhead level, const Profile& profile)
{
    constexpr Bytes mib = 1 << 20;
    // Two workspaces of 8.125 MiB are what cuBLAS allocates on a Hopper card, seen to the byte in
    // Liger's measurements. Context and communicators are what readings of nvidia-smi show over
    // the allocator's own count; the allocator's part is the reserved over the allocated memory
    // of the measured runs, 2 to 5 %.
    constexpr Bytes workspace = 2 * 8 * mib + mib / 4;
    switch (level) {
    case Overhead::None:
        return {0, 0, 0, 0};
    case Overhead::Low:
        return {450 * mib, workspace, 200 * mib, profile.slack[0]};
    case Overhead::Expected:
        return {600 * mib, workspace, 400 * mib, profile.slack[1]};
    case Overhead::High:
        return {1200 * mib, workspace, 1000 * mib, profile.slack[2]};
    }
    return {};
}

OverheadTerms::OverheadTerms(const Resolved& plan, Overhead level)
{
    const auto addBytes = [&](TermId id, Bytes bytes) {
        if (bytes > 0)
            add(id, Product{bytes});
    };
    const OverheadSizes sizes = overheadSizes(level, *plan.profile);
    addBytes(TermId::OverheadContext, sizes.context);
    addBytes(TermId::OverheadWorkspace, sizes.workspace);
    addBytes(TermId::OverheadCommunicators, plan.cluster.gpus > 1 ? sizes.communicators : 0);
    addBytes(TermId::OverheadReserve, plan.cluster.reserve);
    if (sizes.allocatorPercent > 0)
        add(TermId::OverheadAllocator,
            sizes.allocatorPercent * Symbol::AllocatedBytes / Symbol::Hundred);
}

Bytes bytesOfOverhead(const Resolved& plan, Overhead level, Bytes allocated)
{
    SymbolValues symbols{};
    symbols[static_cast<std::size_t>(Symbol::One)] = 1;
    symbols[static_cast<std::size_t>(Symbol::Hundred)] = 100;
    symbols[static_cast<std::size_t>(Symbol::AllocatedBytes)] = allocated;
    Bytes sum = 0;
    for (const Term& term : OverheadTerms(plan, level))
        sum = plus(sum, value(term.each, symbols));
    return sum;
}

void OverheadTerms::add(TermId id, const Product& each)
{
    m_terms[m_count++] = Term{id, Life::Always, each};
}

} // namespace highwater
