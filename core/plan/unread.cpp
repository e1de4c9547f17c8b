// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/unread.h"

#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr std::string_view between = ", ";
constexpr std::string_view more = "…";

} // namespace

std::string unreadText(const std::vector<std::string>& fields)
{
    constexpr std::size_t longest = 1024; // the limit of the keys
    std::string text;
    for (const std::string& field : fields) {
        const std::string name = excerpt(field);
        const std::size_t room = longest - more.size() - between.size();
        if (text.size() + between.size() + name.size() > room)
            return text + std::string(between) + std::string(more);
        text += (text.empty() ? "" : std::string(between)) + name;
    }
    return text;
}

std::vector<std::string> unreadFields(std::string_view text)
{
    std::vector<std::string> fields;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view field = text.substr(0, comma);
        while (field.starts_with(' '))
            field.remove_prefix(1);
        while (field.ends_with(' '))
            field.remove_suffix(1);
        if (!field.empty())
            fields.emplace_back(field);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return fields;
}

} // namespace highwater
