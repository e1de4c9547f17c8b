// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rehearsal/device/device_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace highwater::device {

/// What little is known of the content of device memory: what the host copied there. Kernels do
/// nothing, so nobody knows what they would have written, nor where.
///
/// What was written since the last piece of work is certain. What is older is told for exactly the
/// bytes that were written together: PyTorch gives the same memory to other tensors unseen, whose
/// size is seldom the same. Single values, of up to 8 bytes, are not told once work was queued, as
/// every result that is read back is one.
/// Callers take care that one thread uses it at a time, but for workQueued().
class KnownContent
{
public:
    /// Larger writes are not kept.
    static constexpr std::uint64_t largestPiece = std::uint64_t{1} << 20;

    void write(Address at, std::span<const std::byte> bytes);
    void fill(Address at, std::uint64_t size, std::byte value);
    void copy(Address to, Address from, std::uint64_t size);
    void forget(Address at, std::uint64_t size);
    /// Null where a byte is not known.
    std::optional<std::vector<std::byte>> read(Address at, std::uint64_t size) const;

    void workQueued() { m_work.fetch_add(1, std::memory_order_relaxed); }

private:
    struct Written
    {
        std::vector<std::byte> bytes;
        std::uint64_t work = 0; ///< pieces of work before it
    };

    void keep(Address at, Written written);
    bool isCertain(const Written& written) const { return written.work == m_work.load(); }

    std::map<Address, Written> m_pieces;
    std::uint64_t m_size = 0;
    std::atomic<std::uint64_t> m_work = 0;
};

} // namespace highwater::device
