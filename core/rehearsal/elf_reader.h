// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace highwater {

/// A name that a binary expects another library to define.
struct WantedName
{
    std::string name;
    std::string version; ///< empty where the library has no versions
    std::string library; ///< the SONAME that is to define this version; empty without one
    bool operator==(const WantedName&) const = default;
};

/// A shared object: its own name, and the libraries and names that it wants of others.
struct ElfFile
{
    std::string soname; ///< empty: the file has none
    std::vector<std::string> needed;
    std::vector<WantedName> wanted;
    bool operator==(const ElfFile&) const = default;
};

/// Reads a shared object for Linux on x86-64. Only its tables are read, which are a small part of a
/// library of PyTorch's. `name` is the file's, for problems.
Result<ElfFile> readElfFile(std::istream& file, const std::string& name);

/// The names that a shared object defines for others.
Result<std::vector<std::string>> readDefinedNames(std::istream& file, const std::string& name);

} // namespace highwater
