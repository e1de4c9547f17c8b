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
inline constexpr std::size_t mostCsvRecords = 1'000'000; ///< including the header
inline constexpr std::size_t mostCsvColumns = 1024;
inline constexpr std::size_t mostCsvFieldBytes = std::size_t{64} << 10;

/// The records of a CSV in UTF-8 as in RFC 4180, one after another. Lines end in CR LF or LF; a
/// byte order mark at the beginning and blank lines are skipped. Every record has as many fields as
/// the first.
class CsvReader
{
public:
    /// `text` must outlive the reader.
    explicit CsvReader(std::string_view text);

    /// The next record; false at the end of the text, and at an error.
    bool next(std::vector<std::string>& fields);

    /// The error with line and column; null where the text was read to its end.
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

/// The number of a field that has nothing else in it; null for any other field, or where the number
/// is not finite.
std::optional<double> realOf(std::string_view field);

} // namespace highwater
