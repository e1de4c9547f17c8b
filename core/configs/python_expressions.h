// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/python_flow.h"
#include "core/json/json.h"
#include "core/plan/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// Reads the expressions of a Python script at a place that moves on. Literals, lists, dictionaries
/// and calls become values, and names what they mean there; everything else is skipped.
class PythonExpressions
{
protected:
    explicit PythonExpressions(std::string_view text)
        : m_text(text)
    { }

    static bool isNameLetter(char letter);
    static bool isLiteral(const Json& value);
    static std::string unknownCode(const std::string& name);
    static Json unknownValue(const std::string& name);
    /// Null where the numbers are not whole or too large, or a sign is not calculated.
    static std::optional<std::int64_t> calculated(std::string_view sign, const Json& left,
                                                  const Json& right);

    bool isAtEnd() const { return m_at >= m_text.size(); }
    char letter() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    void fail(Text message);
    void failAsDeep(std::size_t most);
    /// Skips blanks, line ends and comments; inside brackets a line end means nothing.
    void skipSpace(bool lines);
    std::string dottedName();
    /// One expression; `inside` brackets, it may take several lines.
    Json expression(std::size_t depth, bool inside);
    Json operand(std::size_t depth, bool inside);
    Json list(char bracket, std::size_t depth);
    /// The value of a name, if it is small; else its code.
    Json named(const std::string& name) const;
    /// Adds "**value" to a call or a dictionary.
    void addSpread(Json& object, const Json& value);
    bool endsHere(bool inside);
    /// A text, a pair of brackets, a comment or a letter.
    void skipPiece(std::size_t depth, bool inside);
    /// Whether the bracket ends here; then skips its end. An end of the text is a problem.
    bool closes(char bracket);
    /// Takes the comma between values; skips anything else.
    void comma(char bracket, std::size_t from);

    std::string_view m_text;
    std::size_t m_at = 0;
    PythonFlow m_flow;
    std::optional<Problem> m_problem;

private:
    /// Whole numbers with signs between them: of sums, their products, of these their powers.
    Json terms(std::size_t depth, bool inside, std::size_t level);
    /// The dictionary that a name means; else the value.
    Json dictionaryBehind(const Json& value);
    /// What "**value" adds to a call or a dictionary; no object where this is not known.
    Json spreadOf(const Json& value);
    /// Whether the script may have one more copy of a value: it could name a large one many times.
    bool isWithinParts(const Json& value);
    /// Skips the rest of an expression that is not understood. Keeps a call at its beginning:
    /// "Trainer(…).train()".
    Json rest(std::size_t from, const Json& value, std::size_t depth, bool inside);
    /// Any pair of brackets with its content.
    Json bracketed(std::size_t depth);
    Json number();
    Json quoted();
    Json nameOrCall(std::size_t depth);
    Json call(const std::string& name, std::size_t depth);
    /// The name before an "=" that is not part of a comparison; empty where there is none.
    std::string argumentName();
    Json dictionary(std::size_t depth);
    Json codeFrom(std::size_t from) const;

    std::size_t m_parts = 0; ///< of values that were copied from a name
};

} // namespace highwater
