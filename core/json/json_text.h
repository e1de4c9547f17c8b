// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_handler.h"
#include "core/plan/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace highwater {

/// The text of a JSON file while a parser walks through it: what the parser hands out has no
/// position in the text.
class JsonText : private JsonSource
{
public:
    static constexpr std::size_t deepest = 64; ///< levels of objects and arrays

    explicit JsonText(std::string_view text);

    /// Hands the parts of the text to `handler`.
    void parse(JsonHandler& handler);

    /// The end of the token that the parser has met last.
    const char* reached() const;
    /// The same after a number: the parser has read one letter past it, unless the text ended.
    const char* afterNumber() const;
    /// "3:14", the last letter of the token that ends before `end`. Places must be requested in the
    /// order of the text, so that each letter is counted once.
    std::string place(const char* end);

    Problem notJson(const JsonError& error);
    Problem tooDeep();

private:
    std::string_view lastWord() const;
    bool refill() override { return false; } // the text is one piece

    std::string_view m_text;
    const char* m_counted; ///< the place up to which lines are counted
    const char* m_lineStart;
    std::ptrdiff_t m_line = 1;
};

} // namespace highwater
