// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/csv_reader.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <cmath>

namespace highwater {
namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

std::string number(std::size_t value)
{
    return grouped(static_cast<long long>(value));
}

} // namespace

CsvReader::CsvReader(std::string_view text)
    : m_text(text)
{
    if (text.size() > mostCsvBytes)
        fail({HW_TR("core", "is larger than a table may be, %1 bytes"), {number(mostCsvBytes)}}, 1,
             1);
    else if (isUtf16(text))
        fail({HW_TR("core", "is text in UTF-16; save it as UTF-8")}, 1, 1);
    else if (!isUtf8(text))
        fail({HW_TR("core", "is not text in UTF-8")}, 1, 1);
    if (m_text.starts_with(byteOrderMark))
        m_at = byteOrderMark.size();
}

bool CsvReader::fail(Text message, std::size_t line, std::size_t column)
{
    m_problem
        = Problem{{}, {}, std::move(message), std::to_string(line) + ":" + std::to_string(column)};
    return false;
}

bool CsvReader::atLineEnd() const
{
    return atEnd() || m_text[m_at] == '\n'
        || (m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n');
}

void CsvReader::passLineEnd()
{
    if (atEnd())
        return;
    m_at += m_text[m_at] == '\r' ? 2 : 1;
    ++m_line;
    m_column = 1;
}

void CsvReader::advance()
{
    if (m_text[m_at] == '\n') {
        ++m_line;
        m_column = 1;
    } else if (m_at + 1 >= m_text.size() || startsLetter(m_text[m_at + 1])) {
        ++m_column;
    }
    ++m_at;
}

bool CsvReader::quoted(std::string& text)
{
    const std::size_t line = m_line;
    const std::size_t column = m_column;
    advance();
    while (!atEnd()) {
        const char letter = m_text[m_at];
        if (letter == '\0')
            return fail({HW_TR("core", "has a NUL")}, m_line, m_column);
        if (letter == '"') {
            advance();
            if (atLineEnd() || m_text[m_at] == ',')
                return true;
            if (m_text[m_at] != '"')
                return fail({HW_TR("core", "has text after a closing quote")}, m_line, m_column);
        }
        if (text.size() >= mostCsvFieldBytes)
            break;
        text += letter;
        advance();
    }
    if (!atEnd())
        return fail(
            {HW_TR("core", "has a field of more than %1 bytes"), {number(mostCsvFieldBytes)}}, line,
            column);
    return fail({HW_TR("core", "has a quote that is not closed")}, line, column);
}

bool CsvReader::field(std::string& text)
{
    text.clear();
    if (!atEnd() && m_text[m_at] == '"')
        return quoted(text);
    const std::size_t line = m_line;
    const std::size_t column = m_column;
    while (!atLineEnd() && m_text[m_at] != ',') {
        const char letter = m_text[m_at];
        if (letter == '\0')
            return fail({HW_TR("core", "has a NUL")}, m_line, m_column);
        if (letter == '"')
            return fail({HW_TR("core", "has a quote inside a field that does not begin with one")},
                        m_line, m_column);
        if (letter == '\r')
            return fail({HW_TR("core", "has a carriage return that ends no line")}, m_line,
                        m_column);
        if (text.size() >= mostCsvFieldBytes)
            return fail(
                {HW_TR("core", "has a field of more than %1 bytes"), {number(mostCsvFieldBytes)}},
                line, column);
        text += letter;
        advance();
    }
    return true;
}

bool CsvReader::next(std::vector<std::string>& fields)
{
    if (m_problem)
        return false;
    while (!atEnd() && atLineEnd())
        passLineEnd();
    if (atEnd())
        return false;
    m_recordLine = m_line;
    if (++m_records > mostCsvRecords)
        return fail({HW_TR("core", "has more than %1 rows"), {number(mostCsvRecords)}}, m_line, 1);
    std::size_t count = 0;
    while (true) {
        if (count == mostCsvColumns)
            return fail({HW_TR("core", "has more than %1 columns"), {number(mostCsvColumns)}},
                        m_line, m_column);
        if (count == fields.size())
            fields.emplace_back();
        if (!field(fields[count++]))
            return false;
        if (atLineEnd())
            break;
        advance();
    }
    fields.resize(count);
    if (m_records == 1)
        m_columns = count;
    if (count != m_columns)
        return fail({HW_TR("core", "has %1 {field|fields} where the first row has %2"),
                     {number(count), number(m_columns)}},
                    m_recordLine, 1);
    passLineEnd();
    return true;
}

std::optional<double> realOf(std::string_view field)
{
    const auto value = realIn(field);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace highwater
