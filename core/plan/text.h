// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Marks a sentence for translation; lupdate finds it through
/// -tr-function-alias QT_TRANSLATE_NOOP+=HW_TR.
#define HW_TR(context, source) source

namespace highwater {

/// A sentence of core that can be translated: its id is the English sentence, with %1 … %9 for the
/// arguments; words after a count are in braces, those for 1 first: "%1 {GPU|GPUs}". Rooms above
/// core translate the id and fill the arguments in. A list of facts is a Text with the further
/// facts in `more`. An id that is the path of a key means the key's label.
struct Text
{
    const char* id = "";
    std::vector<std::string> arguments;
    std::vector<Text> more; ///< each after a " · "

    Text() = default;
    Text(const char* source, std::initializer_list<std::string> values = {})
        : id(source)
        , arguments(values)
    { }
    /// A text that is the same in every language: a name, a number.
    static Text plain(std::string text) { return {"%1", {std::move(text)}}; }

    bool operator==(const Text& other) const
    {
        return std::string_view(id) == other.id && arguments == other.arguments
            && more == other.more;
    }
};

/// The facts as one text: "Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100".
Text listed(std::vector<Text> facts);

/// `source`, an id or its translation, with the arguments put in, which choose words in braces.
std::string filled(std::string_view source, const std::vector<std::string>& arguments);

/// Turns a Text into a sentence of one language: english() does, and so does the window's
/// translated().
using Translator = std::function<std::string(const Text&)>;

/// The text in the language of `source`, which returns the sentence for an id.
std::string said(const Text& text, const std::function<std::string(const char* id)>& source);

std::string english(const Text& text);
/// The same as a Translator: english() has other forms.
inline std::string toEnglish(const Text& text)
{
    return english(text);
}

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

} // namespace highwater
