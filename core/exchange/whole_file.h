// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace highwater {

/// Writes the whole file, or leaves the old one unchanged and returns the reason in a few words,
/// which may be the system's.
std::optional<Text> writeWhole(const std::filesystem::path& path, std::string_view text);

/// The reason of writeWhole() where the disk is full, or an account's share of it.
const Text& diskIsFull();

/// Removes the temporary files that a killed program has left beside this file.
void removeLeftOvers(const std::filesystem::path& path);

} // namespace highwater
