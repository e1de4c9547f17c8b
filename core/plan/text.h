// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Marks a sentence for translation; lupdate finds it through
/// -tr-function-alias QT_TRANSLATE_NOOP+=HW_TR.
#define HW_TR(context, source) source

namespace highwater {

/// A sentence that core says: the English source is its id, %1 … %9 are its arguments. The
/// program above core translates the id and puts the arguments in.
struct Text
{
    const char* id = "";
    std::vector<std::string> arguments;

    Text() = default;
    Text(const char* source, std::initializer_list<std::string> values = {})
        : id(source)
        , arguments(values)
    { }
    bool operator==(const Text& other) const
    {
        return std::string_view(id) == other.id && arguments == other.arguments;
    }
};

/// The sentence with its arguments put in; `source` is the id or a translation of it.
std::string filled(std::string_view source, const std::vector<std::string>& arguments);

inline std::string english(const Text& text)
{
    return filled(text.id, text.arguments);
}

/// A text of core in the language of whoever asks for it: english(), or a translation.
using Words = std::function<std::string(const Text&)>;

/// Whether the bytes are UTF-8 without overlong forms, surrogates or values beyond Unicode.
bool isUtf8(std::string_view bytes);

/// Text from outside as it may stand on one line of a terminal: control characters and what is not
/// UTF-8 become '?'.
std::string printable(std::string_view text);

/// The same, cut where it is long.
std::string excerpt(std::string_view text, std::size_t longest = 64);

/// "a, b, c"
std::string joined(const auto& words, std::string_view between = ", ")
{
    std::string list;
    bool first = true;
    for (const std::string_view word : words) {
        if (!first)
            list += between;
        list += word;
        first = false;
    }
    return list;
}

/// 8030261248 -> "8,030,261,248".
std::string grouped(long long number);

/// The same of any number, rounded half up to so many decimals: "6,079.96".
std::string grouped(double number, int decimals);

/// The shortest text that reads back as the same number: 8e9 -> "8e+09", 0.5 -> "0.5".
std::string shortest(double number);

/// 49.0349 -> "49.03", with a point in every locale.
std::string fixed(double number, int decimals);

} // namespace highwater
