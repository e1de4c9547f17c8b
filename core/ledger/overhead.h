// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <array>
#include <cstddef>

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

/// The runtime's terms at one level of caution: at most one of each kind, kept without a call to
/// the allocator, for three levels are added up at every step of a slider.
class OverheadTerms
{
public:
    OverheadTerms(const Resolved& plan, Overhead level);

    const Term* begin() const { return m_terms.data(); }
    const Term* end() const { return m_terms.data() + m_count; }

private:
    void add(TermId id, const Product& each);

    std::array<Term, 5> m_terms{};
    std::size_t m_count = 0;
};

/// The bytes of all of them, where the tensors at the peak come to `allocated`.
Bytes bytesOfOverhead(const Resolved& plan, Overhead level, Bytes allocated);

} // namespace highwater
