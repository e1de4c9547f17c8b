// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/header_source.h"

#include <cstring>
#include <filesystem>

namespace highwater {

std::optional<HeaderSource> HeaderSource::open(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return std::nullopt;
    return HeaderSource(std::move(file), size);
}

bool HeaderSource::take(char* to, std::uint64_t count)
{
    if (count > left())
        return false;
    if (m_file.is_open()) {
        m_file.read(to, static_cast<std::streamsize>(count));
        if (static_cast<std::uint64_t>(m_file.gcount()) != count)
            return false;
    } else if (count > 0) {
        std::memcpy(to, m_bytes.data() + m_position, count);
    }
    m_position += count;
    return true;
}

bool HeaderSource::skip(std::uint64_t count)
{
    if (count > left())
        return false;
    constexpr std::uint64_t near = 4096; // a seek drops what the stream has read ahead
    if (m_file.is_open() && count <= near)
        m_file.ignore(static_cast<std::streamsize>(count));
    else if (m_file.is_open())
        m_file.seekg(static_cast<std::streamoff>(m_position + count));
    m_position += count;
    return !m_file.is_open() || m_file.good();
}

} // namespace highwater
