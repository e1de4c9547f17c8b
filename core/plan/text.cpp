// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

namespace highwater {

namespace {

/// Inserts the arguments of one sentence, part by part.
class Filling
{
public:
    explicit Filling(const std::vector<std::string>& arguments)
        : m_arguments(arguments)
    { }

    std::string filled(std::string_view source)
    {
        std::string result;
        while (!source.empty()) {
            if (const auto marker = markerAt(source)) {
                m_last = *marker;
                result += argument(*marker);
                source.remove_prefix(2);
            } else if (const auto forms = formsAt(source)) {
                result += filled(chosen(*forms));
                source.remove_prefix(forms->one.size() + forms->other.size() + 3);
            } else {
                result += source.front();
                source.remove_prefix(1);
            }
        }
        return result;
    }

private:
    /// "{one|other}"
    struct Forms
    {
        std::string_view one, other;
    };

    static std::optional<std::size_t> markerAt(std::string_view source)
    {
        const bool is
            = source.size() > 1 && source[0] == '%' && source[1] >= '1' && source[1] <= '9';
        return is ? std::optional(static_cast<std::size_t>(source[1] - '1')) : std::nullopt;
    }
    static std::optional<Forms> formsAt(std::string_view source)
    {
        const std::size_t bar = source.find('|'), end = source.find('}');
        if (source.front() != '{' || bar == source.npos || end == source.npos || bar > end)
            return std::nullopt;
        return Forms{source.substr(1, bar - 1), source.substr(bar + 1, end - bar - 1)};
    }
    /// The count is the first argument in the braces, or else the last one before them.
    std::string_view chosen(const Forms& forms) const
    {
        std::size_t count = m_last;
        for (std::size_t i = 0; i < forms.other.size(); ++i)
            if (const auto marker = markerAt(forms.other.substr(i))) {
                count = *marker;
                break;
            }
        return argument(count) == "1" ? forms.one : forms.other;
    }
    std::string argument(std::size_t index) const
    {
        return index < m_arguments.size() ? m_arguments[index] : std::string();
    }

    const std::vector<std::string>& m_arguments;
    std::size_t m_last = 0;
};

} // namespace

std::string filled(std::string_view source, const std::vector<std::string>& arguments)
{
    return Filling(arguments).filled(source);
}

Text listed(std::vector<Text> facts)
{
    if (facts.empty())
        return {};
    Text text = std::move(facts.front());
    // The first fact may be a list itself.
    std::move(facts.begin() + 1, facts.end(), std::back_inserter(text.more));
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
