// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/json_text.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <iterator>

namespace highwater {
namespace {

/// Hands the parser one letter after another and keeps count.
class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** reached)
        : m_at(at)
        , m_reached(reached)
    { }
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        *m_reached = ++m_at;
        return *this;
    }
    CountingIterator operator++(int)
    {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    const char** m_reached;
};

} // namespace

JsonText::JsonText(std::string_view text)
    : m_text(text)
    , m_reached(text.data())
    , m_counted(text.data())
    , m_lineStart(text.data())
{ }

Problems JsonText::parse(nlohmann::json_sax<nlohmann::json>& handler)
{
    // The parser takes a NUL for the end of the text and would ignore the rest.
    if (const std::size_t nul = m_text.find('\0'); nul != std::string_view::npos)
        return {{{},
                 {},
                 {HW_TR("core", "not valid JSON: %1"), {"a NUL byte"}},
                 place(m_text.data() + nul + 1)}};
    const CountingIterator begin(m_text.data(), &m_reached);
    const CountingIterator end(m_text.data() + m_text.size(), &m_reached);
    nlohmann::json::sax_parse(begin, end, &handler);
    return {};
}

const char* JsonText::reached() const
{
    return std::min(m_reached, m_text.data() + m_text.size());
}

const char* JsonText::afterNumber() const
{
    const std::string_view numeric = "0123456789+-.eE";
    const bool past
        = m_reached > m_text.data() && numeric.find(m_reached[-1]) == std::string_view::npos;
    return past ? m_reached - 1 : m_reached;
}

std::string JsonText::place(const char* end)
{
    for (; m_counted < end; ++m_counted)
        if (*m_counted == '\n') {
            ++m_line;
            m_lineStart = m_counted + 1;
        }
    const auto column = std::count_if(std::min(m_lineStart, end), end, [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xC0) != 0x80;
    });
    return std::to_string(m_line) + ":" + std::to_string(std::max<std::ptrdiff_t>(1, column));
}

std::string JsonText::overflown(const nlohmann::detail::exception& error)
{
    constexpr int numberOverflow = 406;
    const std::string reason = error.what();
    const std::size_t quote = reason.find('\'');
    if (error.id != numberOverflow || quote == std::string::npos)
        return {};
    return reason.substr(quote + 1, reason.rfind('\'') - quote - 1);
}

Problem JsonText::notJson(const nlohmann::detail::exception& error)
{
    // what() is "[json.exception…] parse error at line 1, column 2: reason".
    const std::string sentence = error.what();
    const std::size_t colon = sentence.find(": ");
    const std::string reason = colon == std::string::npos ? sentence : sentence.substr(colon + 2);
    return {
        {}, {}, {HW_TR("core", "not valid JSON: %1"), {excerpt(reason, 200)}}, place(reached())};
}

Problem JsonText::tooDeep()
{
    return {{},
            {},
            {HW_TR("core", "nested more than %1 levels deep"), {std::to_string(deepest)}},
            place(reached())};
}

} // namespace highwater
