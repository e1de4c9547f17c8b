// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

inline constexpr std::size_t mostCsvBytes = std::size_t{64} << 20;
inline constexpr std::size_t mostCsvRecords = 1'000'000; ///< with the header
inline constexpr std::size_t mostCsvColumns = 1024;
inline constexpr std::size_t mostCsvFieldBytes = std::size_t{64} << 10;

/// The records of a CSV in UTF-8 as RFC 4180 has it, one after another. Lines end in CR LF or LF,
/// a byte order mark before the first is passed over, and so are blank lines. Every record has as
/// many fields as the first.
class CsvReader
{
public:
    /// `text` outlives the reader.
    explicit CsvReader(std::string_view text);

    /// The next record; false at the end of the text or where it is broken.
    bool next(std::vector<std::string>& fields);

    /// The error with line and column; none where the text was read to its end.
    const std::optional<Problem>& problem() const { return m_problem; }

    /// The line on which the last record starts, from 1.
    std::size_t line() const { return m_recordLine; }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    bool atLineEnd() const;
    void passLineEnd();
    void advance();
    bool field(std::string& text);
    bool quoted(std::string& text);
    bool fail(Text message, std::size_t line, std::size_t column);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_line = 1, m_column = 1, m_recordLine = 1;
    std::size_t m_records = 0, m_columns = 0;
    std::optional<Problem> m_problem;
};

/// A field without the blanks around it.
std::string_view stripped(std::string_view field);

/// The number that a field holds and nothing else; nothing where it is not finite.
std::optional<double> realOf(std::string_view field);

} // namespace highwater
