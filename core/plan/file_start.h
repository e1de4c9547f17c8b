// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace highwater {

/// The first bytes of a file, at most so many; empty where it cannot be read.
std::string startOfFile(const std::filesystem::path& path, std::size_t most);

} // namespace highwater
