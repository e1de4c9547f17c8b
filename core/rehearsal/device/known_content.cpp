// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/known_content.h"

#include <algorithm>
#include <iterator>

namespace highwater::device {

namespace {

constexpr std::uint64_t largestSingleValue = 8;
// A training script copies its batches, some megabytes at most, to memory that it uses again.
constexpr std::uint64_t mostInAll = std::uint64_t{256} << 20;

} // namespace

void KnownContent::keep(Address at, Written written)
{
    const std::uint64_t size = written.bytes.size();
    forget(at, size);
    if (m_size + size > mostInAll) {
        m_pieces.clear();
        m_size = 0;
    }
    m_size += size;
    m_pieces[at] = std::move(written);
}

void KnownContent::write(Address at, std::span<const std::byte> bytes)
{
    if (bytes.empty() || bytes.size() > largestPiece)
        forget(at, bytes.size());
    else
        keep(at, {{bytes.begin(), bytes.end()}, m_work.load()});
}

void KnownContent::fill(Address at, std::uint64_t size, std::byte value)
{
    if (size == 0 || size > largestPiece)
        forget(at, size);
    else
        keep(at, {std::vector<std::byte>(size, value), m_work.load()});
}

void KnownContent::copy(Address to, Address from, std::uint64_t size)
{
    const auto exact = m_pieces.find(from);
    if (exact != m_pieces.end() && exact->second.bytes.size() == size)
        keep(to, Written(exact->second));
    else if (auto bytes = size <= largestPiece ? read(from, size) : std::nullopt)
        write(to, *bytes);
    else
        forget(to, size);
}

void KnownContent::forget(Address at, std::uint64_t size)
{
    if (size == 0)
        return;
    auto each = m_pieces.upper_bound(at);
    if (each != m_pieces.begin()) {
        const auto before = std::prev(each);
        if (at - before->first < before->second.bytes.size())
            each = before;
    }
    while (each != m_pieces.end() && (each->first <= at || each->first - at < size)) {
        m_size -= each->second.bytes.size();
        each = m_pieces.erase(each);
    }
}

std::optional<std::vector<std::byte>> KnownContent::read(Address at, std::uint64_t size) const
{
    auto each = m_pieces.find(at);
    if (each != m_pieces.end() && each->second.bytes.size() == size)
        return size > largestSingleValue || isCertain(each->second)
            ? std::optional(each->second.bytes)
            : std::nullopt;
    each = m_pieces.upper_bound(at);
    if (size == 0 || each == m_pieces.begin())
        return std::nullopt;
    std::vector<std::byte> bytes;
    for (--each; bytes.size() < size; ++each) {
        const Address next = at + bytes.size();
        if (each == m_pieces.end() || each->first > next || !isCertain(each->second)
            || next - each->first >= each->second.bytes.size())
            return std::nullopt;
        const auto& piece = each->second.bytes;
        const std::uint64_t into = next - each->first;
        const std::uint64_t count = std::min(size - bytes.size(), piece.size() - into);
        const auto from = piece.begin() + static_cast<std::ptrdiff_t>(into);
        bytes.insert(bytes.end(), from, from + static_cast<std::ptrdiff_t>(count));
    }
    return bytes;
}

} // namespace highwater::device
