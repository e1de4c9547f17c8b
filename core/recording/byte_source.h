// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace highwater {

/// Called now and then with the part done, from 0 to 1; returns false to stop.
using Watcher = std::function<bool(double part)>;

/// The bytes of a recording, read once from the first to the last with a buffer of constant size: a
/// file, or a text in memory. Data packed by gzip (known by its magic number, 1f 8b) are unpacked.
class ByteSource
{
public:
    /// Null where the path cannot be opened or is no regular file; errno has the reason.
    static std::unique_ptr<ByteSource> open(const std::string& path);
    /// The bytes of a pipe, after those that were read from it before. The source closes it, unless
    /// it is standard input.
    static std::unique_ptr<ByteSource> ofPipe(std::FILE* pipe, std::string begun);
    explicit ByteSource(std::string_view text);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    static constexpr int atEnd = -1;
    /// The next byte, or atEnd.
    int next()
    {
        if (m_next == m_end && !refill())
            return atEnd;
        return static_cast<unsigned char>(*m_next++);
    }
    int peek()
    {
        if (m_next == m_end && !refill())
            return atEnd;
        return static_cast<unsigned char>(*m_next);
    }
    /// Takes the bytes that are at hand; empty at the end.
    std::string_view nextPiece()
    {
        if (m_next == m_end && !refill())
            return {};
        return {std::exchange(m_next, m_end), m_end};
    }
    /// Copies `count` bytes; false if fewer are left.
    bool take(char* to, std::size_t count);

    /// The number of bytes taken so far, unpacked.
    std::uint64_t position() const
    {
        return m_before + static_cast<std::uint64_t>(m_next - m_start);
    }
    /// An upper bound on the bytes that are left: those of the file, or those to which it may
    /// unpack.
    std::uint64_t mostLeft() const;

    /// The reason why reading stopped before the end: the file cannot be read, is an incomplete
    /// gzip file, unpacks to far more than a recording does, or a watcher stopped it.
    const std::optional<Text>& failure() const { return m_failure; }
    /// Whether the system could not read the file; false where the content is wrong.
    bool unreadable() const { return m_unreadable; }
    bool cancelled() const { return m_cancelled; }
    void setWatcher(Watcher watcher) { m_watcher = std::move(watcher); }

private:
    struct Inflater;
    explicit ByteSource(std::FILE* file);
    void begin();
    bool refill();
    std::size_t readRaw(char* to, std::size_t most);
    bool unpack();
    void fail(Text why)
    {
        if (!m_failure)
            m_failure = std::move(why);
    }

    std::FILE* m_file = nullptr;
    std::string m_begun; ///< of a pipe: the bytes that come before those of the file
    bool m_isPipe = false; ///< its length is not known
    std::string_view m_text; ///< the rest of the text
    std::uint64_t m_size = 0, m_read = 0; ///< bytes of the file, packed if it is packed
    std::vector<char> m_buffer;
    const char *m_start = nullptr, *m_next = nullptr, *m_end = nullptr;
    std::uint64_t m_before = 0; ///< bytes before the buffer
    std::unique_ptr<Inflater> m_inflater;
    std::optional<Text> m_failure;
    bool m_unreadable = false, m_cancelled = false;
    Watcher m_watcher;
};

} // namespace highwater
