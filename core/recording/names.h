// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace highwater {

/// Texts by number; each text is kept once.
class NameTable
{
public:
    std::uint32_t number(std::string_view text)
    {
        const auto found = m_numbers.find(text);
        if (found != m_numbers.end())
            return found->second;
        const std::string& kept = m_texts.emplace_back(text);
        const auto number = static_cast<std::uint32_t>(m_texts.size() - 1);
        m_numbers.emplace(kept, number);
        return number;
    }
    const std::string& operator[](std::uint32_t number) const { return m_texts[number]; }
    std::size_t size() const { return m_texts.size(); }

private:
    std::deque<std::string> m_texts; // a deque does not move its texts
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
};

} // namespace highwater
