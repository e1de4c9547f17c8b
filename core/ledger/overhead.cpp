// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

#include "core/ledger/communicators.h"
#include "core/ledger/fitted.h"

namespace highwater {

using bounded::plus;

namespace {

/// PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp, getChosenWorkspaceSize. Liger's measurements
/// on A100 cards show this size to the byte.
Bytes workspace(bool hopper)
{
    return hopper ? 32 * mib : 8 * mib + mib / 8;
}

/// The parts of the sizes that are the same at every level of caution.
class OverheadOf
{
public:
    explicit OverheadOf(const Resolved& plan)
        : m_communicators(communicatorsOf(plan))
        , m_hopper(plan.device->isHopper())
        , m_reserve(plan.cluster.reserve)
    { }

    OverheadSizes at(Overhead level) const
    {
        switch (level) {
        case Overhead::None:
            break;
        case Overhead::Low:
            return at(level, Fitted::ContextLow);
        case Overhead::Expected:
            return at(level, Fitted::Context);
        case Overhead::High:
            return at(level, Fitted::ContextHigh);
        }
        return {.reserve = m_reserve};
    }

private:
    OverheadSizes at(Overhead level, Fitted context) const
    {
        return {fittedValue(context) * mib, productThreads * workspace(m_hopper),
                communicatorBytes(m_communicators, m_hopper, level), m_reserve};
    }

    Communicators m_communicators;
    bool m_hopper;
    Bytes m_reserve;
};

} // namespace

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
