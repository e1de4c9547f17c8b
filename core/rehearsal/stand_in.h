// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// Where a function has the pointers through which it tells how much memory another one needs.
struct SizePlaces
{
    int first = 0; ///< argument, counted from 0
    std::optional<int> second; ///< a later one, and not the second argument
    int bytes = 8; ///< of each number
    bool operator==(const SizePlaces&) const = default;
};

/// A function that only says that it was called.
struct StandInFunction
{
    enum class Does {
        nothing,
        makesHandle, ///< fills its first argument, a pointer to a pointer, in
        tellsSizes, ///< of nothing
        refuses
    };
    std::string name;
    std::string version; ///< empty, or one of the library's
    Does does = Does::nothing;
    SizePlaces sizes = {}; ///< of one that tells sizes
    bool operator==(const StandInFunction&) const = default;
};

/// A shared object that takes the place of another: it has its SONAME and its versions.
///
/// Its functions jump to one of four that a library in `needed` defines:
/// `int highwater_unwritten(const char* name)`,
/// `int highwater_unwritten_handle(void** handle, const char* name)`,
/// `int highwater_unwritten_sizes(const char* name, void* first, void* second, size_t bytes)` and
/// `int highwater_refused(const char* name)`.
/// Functions that such a library defines itself are not listed here: without versions of its own,
/// it answers names of any version.
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
