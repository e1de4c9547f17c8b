// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_text.h"

#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {

JsonText::JsonText(std::string_view text)
    : m_text(text)
    , m_counted(text.data())
    , m_lineStart(text.data())
{
    setPiece(text);
}

void JsonText::parse(JsonHandler& handler)
{
    parseJson(*this, handler);
}

const char* JsonText::reached() const
{
    return next();
}

const char* JsonText::afterNumber() const
{
    const std::string_view numeric = "0123456789+-.eE";
    const bool past = next() > m_text.data() && numeric.find(next()[-1]) == std::string_view::npos;
    return past ? next() - 1 : next();
}

std::string JsonText::place(const char* end)
{
    for (; m_counted < end; ++m_counted)
        if (*m_counted == '\n') {
            ++m_line;
            m_lineStart = m_counted + 1;
        }
    const auto column = std::count_if(std::min(m_lineStart, end), end, startsLetter);
    return std::to_string(m_line) + ":" + std::to_string(std::max<std::ptrdiff_t>(1, column));
}

Problem JsonText::notJson(const JsonError& error)
{
    if (isUtf16(m_text))
        return {{}, {}, {HW_TR("core", "is text in UTF-16; save it as UTF-8")}, "1:1"};
    const Text reason = error.isNul ? Text(HW_TR("core", "not valid JSON: it has a NUL byte"))
        : !isUtf8(m_text)           ? Text(HW_TR("core", "not valid JSON: it is no text in UTF-8"))
        : error.atEnd               ? Text(HW_TR("core", "not valid JSON: it ends too early"))
                                    : Text(HW_TR("core", "not valid JSON: %1 is not expected here"),
                                           {"\"" + excerpt(lastWord()) + "\""});
    return {{}, {}, reason, place(reached())};
}

/// The word or the mark that the parser has met last; where it has read a mark past a word, both.
std::string_view JsonText::lastWord() const
{
    constexpr std::ptrdiff_t longest = 32;
    const auto isMark = [](char letter) {
        return std::string_view(" \t\r\n,:{}[]\"").find(letter) != std::string_view::npos;
    };
    const char* const end = reached();
    const char* const first = end - std::min(longest, end - m_text.data());
    const char* start = end > first ? end - 1 : end;
    while (start > first && !isMark(start[-1]))
        --start;
    return {start, static_cast<std::size_t>(end - start)};
}

Problem JsonText::tooDeep()
{
    return {{},
            {},
            {HW_TR("core", "nested more than %1 levels deep"), {std::to_string(deepest)}},
            place(reached())};
}

} // namespace highwater
