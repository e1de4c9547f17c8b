// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The files that a shell script writes, with the number of commands before each.
class WrittenFiles
{
public:
    static constexpr std::size_t most = 1024;

    /// Appends to the file of this name, or begins it anew. Returns its text.
    const std::string& write(const std::string& name, std::string text, bool appends,
                             std::size_t commands);
    /// Null where there is none.
    const std::string* find(const std::string& name) const;
    /// The texts by name, as so many commands find them.
    std::map<std::string, std::string> before(std::size_t commands) const;
    bool isFull() const { return m_files.size() >= most; }

    /// The name without "./" and "//", by which a file has one name.
    static std::string plainName(std::string_view name);

private:
    struct File
    {
        std::string name, text;
        std::size_t commands;
    };
    std::vector<File> m_files; ///< in the order in which they were written
};

} // namespace highwater
