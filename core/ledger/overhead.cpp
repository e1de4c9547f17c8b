// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

#include "core/catalog/cuda_cards.h"
#include "core/ledger/communicators.h"
#include "core/ledger/fitted.h"

#include <array>

namespace highwater {

using bounded::plus;

namespace {

/// PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp, getChosenWorkspaceSize. Liger's measurements
/// on A100 cards show this size to the byte.
Bytes workspace(bool hopper)
{
    return hopper ? 32 * mib : 8 * mib + mib / 8;
}

/// The constants of a card's context, from the least to the most.
using ContextSizes = std::array<Fitted, 3>;

constexpr ContextSizes largeCard{Fitted::ContextLow, Fitted::Context, Fitted::ContextHigh};
constexpr ContextSizes smallCard{Fitted::ContextOfT4Low, Fitted::ContextOfT4,
                                 Fitted::ContextOfT4High};

/// A context has room for the local memory of every thread that the multiprocessors can hold at a
/// time, so that it grows with their number. Readings are known of cards with 82 to 142 of them,
/// which differ by less than their runs do, and of the T4 with its 40: a card with no more of them
/// has its context.
const ContextSizes& contextOf(const Device& device)
{
    constexpr int processorsOfT4 = 40;
    const CudaCard* const card = cudaCard(device.id);
    return card && card->processors <= processorsOfT4 ? smallCard : largeCard;
}

/// The parts of the sizes that are the same at every level of caution.
class OverheadOf
{
public:
    explicit OverheadOf(const Resolved& plan)
        : m_communicators(communicatorsOf(plan))
        , m_device(*plan.device)
        , m_hopper(plan.device->isHopper())
        , m_links(nodeLinksOf(*plan.device))
        , m_reserve(plan.cluster.reserve)
    { }

    OverheadSizes at(Overhead level) const
    {
        if (level == Overhead::None)
            return {.reserve = m_reserve};
        return {contextBytes(m_device, level), productThreads * workspace(m_hopper),
                communicatorBytes(m_communicators, m_links, level), m_reserve};
    }

private:
    Communicators m_communicators;
    const Device& m_device;
    bool m_hopper;
    NodeLinks m_links;
    Bytes m_reserve;
};

} // namespace

Bytes contextBytes(const Device& device, Overhead level)
{
    const auto& [low, expected, high] = contextOf(device);
    switch (level) {
    case Overhead::None:
        return 0;
    case Overhead::Low:
        return fittedValue(low) * mib;
    case Overhead::Expected:
        return fittedValue(expected) * mib;
    case Overhead::High:
        break;
    }
    return fittedValue(high) * mib;
}

Bytes workspaceOfThread(const Device& device)
{
    return workspace(device.isHopper());
}

OverheadSizes overheadSizes(const Resolved& plan, Overhead level)
{
    return OverheadOf(plan).at(level);
}

OverheadRange overheadRange(const Resolved& plan)
{
    const OverheadOf overhead(plan);
    return {overhead.at(Overhead::Low), overhead.at(plan.cluster.overhead),
            overhead.at(Overhead::Expected), overhead.at(Overhead::High)};
}

Bytes bytesOfOverhead(const OverheadSizes& sizes)
{
    return plus(sizes.context + sizes.workspace + sizes.communicators, sizes.reserve);
}

std::vector<Term> overheadTerms(const OverheadSizes& sizes, Bytes idle)
{
    std::vector<Term> terms;
    const auto add = [&](TermId id, Product each) { terms.emplace_back(id, Life::Always, each); };
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
