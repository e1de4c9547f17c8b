// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/communicators.h"

#include "core/ledger/server.h"

#include <algorithm>
#include <array>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

// None of these numbers is fitted. Those of NCCL's files are derived from its code, those of its
// issues are read off one report each, and the channels of the low and the high end are assumed.
// To replace a reading, take nvidia-smi's before and after the first collective of a group of so
// many ranks, and subtract what the allocator reserved meanwhile.

/// Buffers of one channel to one peer of the same node: 10 MiB to receive and 2 MiB to send (NCCL,
/// transport/p2p.cc and init.cc, computeBuffSizes).
constexpr Bytes channelBytes = 12 * mib;

/// Channels for sends between two ranks (NCCL, NCCL_MAX_P2P_NCHANNELS), by level of caution.
constexpr std::array<std::int64_t, 3> pairChannels{8, 16, 32};

/// NVLink SHARP on a whole node of Hopper cards: 16 channels · 2 · 128 KiB · 8 · 8 heads (NCCL,
/// transport/nvls.cc).
constexpr Bytes nvlsBytes = 256 * mib;
constexpr std::int64_t nvlsRanks = 8;

/// A communicator whose ranks are on several nodes: buffers of the network in addition to those of
/// the node. Expected: the bytes reported after one all-reduce (NVIDIA/nccl, issue 864; three took
/// 6 GB). More than two nodes take no more (issue 986). High: 64 channels, each with a peer of the
/// ring and three of the tree.
constexpr Bytes acrossNodes = 1'600'000'000;
constexpr std::int64_t peersAcrossNodes = 4;

std::size_t indexOf(Overhead level)
{
    return level == Overhead::Low ? 0 : level == Overhead::High ? 2 : 1;
}

/// Expected: two readings on A100 cards with NVLink, between two ranks and among more
/// (NVIDIA/nccl, issue 964).
constexpr Bytes pairOverNvlink = 544'000'000, moreOverNvlink = 688'000'000;

/// Rings through PCIe and the host's memory, which are two (NVIDIA/nccl-tests, issue 307, the log
/// of eight RTX 4090). Expected: what vLLM counted outside PyTorch after it had connected two RTX
/// 4090, 0.25 GiB (vllm-project/vllm, issue 13061). High: what NVLink takes.
Bytes ringBytesOverPcie(Overhead level)
{
    constexpr std::int64_t channels = 2;
    return level == Overhead::Low     ? channelBytes * channels
        : level == Overhead::Expected ? 256 * mib
                                      : moreOverNvlink;
}

/// Rings of 16 channels at least and of 64 at most, and trees in addition.
Bytes ringBytes(const Communicator& communicator, NodeLinks links, Overhead level)
{
    constexpr std::int64_t leastChannels = 16, mostChannels = 64;
    if (communicator.inNode && links == NodeLinks::Pcie)
        return ringBytesOverPcie(level);
    if (level == Overhead::Low)
        return channelBytes * leastChannels;
    if (level == Overhead::High)
        return channelBytes * mostChannels * (communicator.inNode ? 1 : peersAcrossNodes)
            + nvlsBytes;
    if (!communicator.inNode && communicator.use == Communicator::Use::Rings)
        return acrossNodes;
    return communicator.ranks == 2 ? pairOverNvlink : moreOverNvlink;
}

Bytes bytesOf(const Communicator& communicator, NodeLinks links, Overhead level)
{
    const std::int64_t channels = pairChannels[indexOf(level)];
    switch (communicator.use) {
    case Communicator::Use::Pairs: {
        constexpr std::int64_t neighbours = 2;
        const std::int64_t peers = std::min<std::int64_t>(neighbours, communicator.ranks - 1);
        return times(channelBytes, times(channels, peers));
    }
    case Communicator::Use::AllToAll:
        return times(channelBytes, times(channels, communicator.ranks - 1));
    case Communicator::Use::Rings:
    case Communicator::Use::Barriers:
        break;
    }
    const bool wholeNode = communicator.inNode && communicator.ranks == nvlsRanks;
    const bool adds = links == NodeLinks::NvLinkSharp && wholeNode && level == Overhead::Expected;
    return plus(ringBytes(communicator, links, level), adds ? nvlsBytes : 0);
}

} // namespace

NodeLinks nodeLinksOf(const Device& device)
{
    return device.isHopper()            ? NodeLinks::NvLinkSharp
        : device.interconnect == "PCIe" ? NodeLinks::Pcie
                                        : NodeLinks::NvLink;
}

Communicators communicatorsOf(const Resolved& plan)
{
    using enum Communicator::Use;
    Communicators groups;
    if (plan.serves() && !traitsOf(plan.inference.server).collectives)
        return groups;
    const Layout& layout = plan.layout;
    const std::int64_t node = plan.cluster.gpusPerNode;
    // Each copy of a served model is a separate program. Expert ranks alone may span copies.
    const std::int64_t copy = times(layout.tensor, layout.pipeline);
    const std::int64_t all = plan.serves() ? copy : plan.cluster.gpus;
    // Ranks of one tensor group are neighbours, then those of context, of data and of the pipeline.
    std::int64_t apart = 1;
    const auto add = [&](Communicator::Use use, std::int64_t ranks) {
        apart = times(apart, ranks);
        if (ranks > 1)
            groups.add({use, ranks, apart <= node});
    };
    add(Rings, layout.tensor);
    add(Rings, layout.context);
    add(Rings, plan.serves() ? 1 : plan.dataParallel);
    add(Pairs, layout.pipeline);
    if (layout.expert > 1 && plan.shape.experts > 0)
        groups.add({AllToAll, layout.expert, times(layout.expert, layout.tensor) <= node});
    const bool covered = std::ranges::any_of(groups, [all](const Communicator& group) {
        return group.use == Rings && group.ranks >= all;
    });
    if (all > 1 && !covered)
        groups.add({Barriers, all, all <= node});
    return groups;
}

Bytes communicatorBytes(const Resolved& plan, Overhead level)
{
    return communicatorBytes(communicatorsOf(plan), nodeLinksOf(*plan.device), level);
}

Bytes communicatorBytes(const Communicators& communicators, NodeLinks links, Overhead level)
{
    Bytes sum = 0;
    for (const Communicator& group : communicators)
        sum = plus(sum, bytesOf(group, links, level));
    return sum;
}

} // namespace highwater
