// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/written_files.h"

#include <algorithm>
#include <utility>

namespace highwater {

const std::string& WrittenFiles::write(const std::string& name, std::string text, bool appends,
                                       std::size_t commands)
{
    const std::string* const begun = appends ? find(name) : nullptr;
    if (begun)
        text.insert(0, *begun);
    m_files.push_back({plainName(name), std::move(text), commands});
    return m_files.back().text;
}

const std::string* WrittenFiles::find(const std::string& name) const
{
    const std::string plain = plainName(name);
    const auto found = std::find_if(m_files.rbegin(), m_files.rend(),
                                    [&plain](const File& file) { return file.name == plain; });
    return found == m_files.rend() ? nullptr : &found->text;
}

std::map<std::string, std::string> WrittenFiles::before(std::size_t commands) const
{
    std::map<std::string, std::string> texts;
    for (const File& file : m_files)
        if (file.commands <= commands)
            texts[file.name] = file.text;
    return texts;
}

std::string WrittenFiles::plainName(std::string_view name)
{
    std::string plain;
    std::string_view rest = name;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (part == "." || part.empty())
            continue;
        if (!plain.empty() || name.starts_with('/'))
            plain += '/';
        plain += part;
    }
    return plain;
}

} // namespace highwater
