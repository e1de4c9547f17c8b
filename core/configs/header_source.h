// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The bytes of a file, or of a text in memory, read from the first on and no further than a header
/// goes.
class HeaderSource
{
public:
    explicit HeaderSource(std::string_view bytes)
        : m_bytes(bytes)
        , m_size(bytes.size())
    { }
    /// Null where the path cannot be opened or is no regular file, which may have no end.
    static std::optional<HeaderSource> open(const std::string& path);

    std::uint64_t size() const { return m_size; }
    std::uint64_t position() const { return m_position; }
    std::uint64_t left() const { return m_size - m_position; }

    /// Copies `count` bytes; false where fewer are left.
    bool take(char* to, std::uint64_t count);
    /// Passes over `count` bytes without reading them; false where fewer are left.
    bool skip(std::uint64_t count);

private:
    HeaderSource(std::ifstream file, std::uint64_t size)
        : m_file(std::move(file))
        , m_size(size)
    { }

    std::string_view m_bytes; ///< of a text
    std::ifstream m_file; ///< not open for a text
    std::uint64_t m_size = 0, m_position = 0;
};

} // namespace highwater
