// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of keys as text: the sentence on the allowed values, the text of a value, and the value of
// a text that a person typed.
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>

namespace highwater {

Text allowedValues(const Key& key)
{
    switch (key.kind) {
    case Kind::Bool:
        return {HW_TR("core", "must be true or false")};
    case Kind::Integer:
        return {HW_TR("core", "must be a whole number from %1 to %2"),
                {grouped(static_cast<long long>(key.least)),
                 grouped(static_cast<long long>(key.most))}};
    case Kind::Real:
        return {HW_TR("core", "must be a number from %1 to %2"),
                {shortest(key.least), shortest(key.most)}};
    case Kind::Text:
        return {HW_TR("core", "must be a text of at most %1 bytes"),
                {grouped(static_cast<long long>(key.most))}};
    case Kind::Choice:
        return {HW_TR("core", "must be one of %1"), {joined(key.words, ", ")}};
    case Kind::Choices:
        return {HW_TR("core", "must be a list, without repeats, of %1"), {joined(key.words, ", ")}};
    }
    return {};
}

std::string typed(const Value& value)
{
    struct Typed
    {
        std::string operator()(std::monostate) const { return "null"; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const
        {
            const std::string text = shortest(number);
            const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
            return whole ? text + ".0" : text; // so that a reader does not take it for a whole
                                               // number
        }
        std::string operator()(const std::string& text) const { return '"' + excerpt(text) + '"'; }
        std::string operator()(const std::vector<std::string>& words) const
        {
            constexpr std::size_t shown = 8;
            std::string list;
            for (std::size_t i = 0; i < std::min(shown, words.size()); ++i)
                list += (list.empty() ? "" : ", ") + (*this)(words[i]);
            return "[" + list + (words.size() > shown ? ", …]" : "]");
        }
    };
    return std::visit(Typed{}, value);
}

std::string settingText(const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    const auto* words = std::get_if<std::vector<std::string>>(&value);
    return words ? joined(*words, ",") : typed(value);
}

namespace {

/// "32k" and "1M" count in powers of two, as contexts do; "8b" and "15T" are parameters and tokens
/// of a run.
std::optional<double> suffixed(std::string_view text, bool inThousands)
{
    double scale = 1;
    if (!text.empty()) {
        switch (text.back()) {
        case 'k':
        case 'K':
            scale = inThousands ? 1e3 : 1024;
            break;
        case 'm':
        case 'M':
            scale = inThousands ? 1e6 : 1048576;
            break;
        case 'b':
        case 'B':
            scale = inThousands ? 1e9 : 0;
            break;
        case 't':
        case 'T':
            scale = inThousands ? 1e12 : 0;
            break;
        default:
            break;
        }
    }
    if (scale == 0)
        return std::nullopt;
    if (scale != 1)
        text.remove_suffix(1);
    const auto number = realIn(text);
    return number && std::isfinite(*number) ? std::optional(*number * scale) : std::nullopt;
}

Value wholeOrReal(const Key& key, double number)
{
    const bool whole = number == std::floor(number) && std::abs(number) < 9e18;
    if (key.kind == Kind::Integer && whole)
        return static_cast<std::int64_t>(number);
    return number;
}

} // namespace

Result<Value> parsed(const Key& key, std::string_view text)
{
    const Problem refusal{key.path, typed(std::string(text)), allowedValues(key)};
    if (key.nullable && text == "null")
        return Value{};
    switch (key.kind) {
    case Kind::Bool:
        if (text == "true" || text == "false")
            return Value{text == "true"};
        return refusal;
    case Kind::Integer:
    case Kind::Real: {
        if (const auto whole = wholeIn(text))
            return Value{*whole};
        const bool inThousands = key.path == "model.parameters"
            || key.path == "model.custom.parameters" || key.path == "workload.training_tokens"
            || key.path == "workload.examples";
        if (const auto number = suffixed(text, inThousands))
            return wholeOrReal(key, *number);
        return refusal;
    }
    case Kind::Text:
    case Kind::Choice:
        return Value{std::string(text)};
    case Kind::Choices: {
        std::vector<std::string> words;
        while (!text.empty()) {
            const std::size_t comma = std::min(text.find(','), text.size());
            words.emplace_back(text.substr(0, comma));
            text.remove_prefix(std::min(comma + 1, text.size()));
        }
        return Value{words};
    }
    }
    return refusal;
}

} // namespace highwater
