// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/file_start.h"

#include <algorithm>
#include <fstream>

namespace highwater {

std::string startOfFile(const std::filesystem::path& path, std::size_t most)
{
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    std::string text(unknown ? most : std::min<std::uintmax_t>(most, size), '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return text;
}

} // namespace highwater
