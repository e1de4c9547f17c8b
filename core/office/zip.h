// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

struct ZipEntry
{
    std::string name; ///< UTF-8, parts separated by '/'
    std::string bytes;
};

/// The entries as an archive, stored as they are and dated 1980-01-01, so that equal entries give
/// equal bytes. Entries and archive stay below 4 GiB.
std::string zip(const std::vector<ZipEntry>& entries);

} // namespace highwater
