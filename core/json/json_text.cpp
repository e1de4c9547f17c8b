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
    const auto column = std::count_if(std::min(m_lineStart, end), end, [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xC0) != 0x80;
    });
    return std::to_string(m_line) + ":" + std::to_string(std::max<std::ptrdiff_t>(1, column));
}

Problem JsonText::notJson(const JsonError& error)
{
    return {{},
            {},
            {HW_TR("core", "not valid JSON: %1"), {excerpt(error.reason, 200)}},
            place(reached())};
}

Problem JsonText::tooDeep()
{
    return {{},
            {},
            {HW_TR("core", "nested more than %1 levels deep"), {std::to_string(deepest)}},
            place(reached())};
}

} // namespace highwater
