// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace highwater {

/// A function that only says that it was called.
struct StandInFunction
{
    std::string name;
    std::string version; ///< empty, or one of the library's
    bool makesHandle = false; ///< fills its first argument, a pointer to a pointer, in
    bool operator==(const StandInFunction&) const = default;
};

/// A shared object that takes the place of another: it has its SONAME and its versions.
///
/// Its functions jump to one of two that a library in `needed` defines: `int
/// highwater_unwritten(const char* name)`, and `int highwater_unwritten_handle(void** handle, const
/// char* name)` for those that make a handle. Functions that such a library defines itself are
/// not listed here: without versions of its own, it answers names of any version.
struct StandIn
{
    std::string soname;
    std::vector<std::string> needed;
    std::vector<std::string> versions;
    std::vector<StandInFunction> functions;
    bool operator==(const StandIn&) const = default;
};

/// The file's bytes, for Linux on x86-64.
std::string standInFile(const StandIn& standIn);

} // namespace highwater
