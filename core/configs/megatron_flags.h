// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The arguments of pretrain_gpt.py, each with its values.
class MegatronFlags
{
public:
    void add(std::string flag) { m_lines.push_back(std::move(flag)); }
    void add(std::string flag, std::string_view value)
    {
        m_lines.push_back(std::move(flag) + " " + std::string(value));
    }
    void add(std::string flag, std::integral auto value)
    {
        add(std::move(flag), std::to_string(value));
    }
    /// Adds a value that the shell would take for more than one word without quotes.
    void addQuoted(std::string flag, std::string_view value)
    {
        add(std::move(flag), "'" + std::string(value) + "'");
    }
    const std::vector<std::string>& lines() const { return m_lines; }

private:
    std::vector<std::string> m_lines;
};

/// "t*11|t*11|t*10": the layers of each stage between the first layers of all, and their end.
std::string stagePieces(const std::vector<std::int64_t>& starts);

/// The flags of the architecture and its positions.
void addMegatronShape(ConfigRun& run, MegatronFlags& flags);

} // namespace highwater
