// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace highwater {

/// One group of ranks, for which every rank has separate NCCL buffers.
struct Communicator
{
    enum class Use {
        Rings, ///< collectives
        Pairs, ///< sends to the neighbouring stages of a pipeline
        AllToAll, ///< tokens on their way to their experts
        Barriers ///< barriers and sums of a few values
    };

    Use use = Use::Rings;
    std::int64_t ranks = 1;
    bool inNode = true; ///< all of its ranks are on one node
};

/// How the cards of a node are joined.
enum class NodeLinks {
    Pcie,
    NvLink, ///< or another link of that kind
    NvLinkSharp ///< whose switches add
};

NodeLinks nodeLinksOf(const Device& device);

/// A short list that allocates no memory, since every step of a slider makes several.
class Communicators
{
public:
    void add(const Communicator& communicator) { m_list[m_count++] = communicator; }
    const Communicator* begin() const { return m_list.data(); }
    const Communicator* end() const { return m_list.data() + m_count; }

private:
    std::array<Communicator, 6> m_list{};
    std::size_t m_count = 0;
};

/// The communicators that a rank of the plan takes part in: one for each kind of parallelism, and
/// one of all ranks unless another one for collectives has them all.
Communicators communicatorsOf(const Resolved& plan);

/// Bytes of all communicators on one rank, at one level of caution (Low, Expected or High).
Bytes communicatorBytes(const Resolved& plan, Overhead level);
/// The same of the listed communicators.
Bytes communicatorBytes(const Communicators& communicators, NodeLinks links, Overhead level);

} // namespace highwater
