// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/text.h"

namespace highwater {

std::string filled(std::string_view source, const std::vector<std::string>& arguments)
{
    std::string result;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool marker = source[i] == '%' && i + 1 < source.size() && source[i + 1] >= '1'
            && source[i + 1] <= '9';
        if (!marker) {
            result += source[i];
            continue;
        }
        ++i;
        const auto index = static_cast<std::size_t>(source[i] - '1');
        if (index < arguments.size())
            result += arguments[index];
    }
    return result;
}

Text listed(std::vector<Text> facts)
{
    if (facts.empty())
        return {};
    Text text = std::move(facts.front());
    facts.erase(facts.begin());
    text.more = std::move(facts);
    return text;
}

std::string said(const Text& text, const std::function<std::string(const char* id)>& source)
{
    std::string whole = filled(source(text.id), text.arguments);
    for (const Text& fact : text.more)
        whole += " · " + said(fact, source);
    return whole;
}

std::string english(const Text& text)
{
    return said(text, [](const char* id) { return std::string(id); });
}

} // namespace highwater
