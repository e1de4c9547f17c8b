// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace highwater {

/// One key of an object. It is a template so that the type is complete where Json's functions use
/// it.
template <class Value> struct JsonMember
{
    std::string key;
    Value value;
};

/// A JSON value; an object keeps its keys in the order in which they were added.
class Json
{
public:
    using Member = JsonMember<Json>;

    Json() = default; ///< null
    Json(std::nullptr_t) { }
    template <std::integral T> Json(T value)
    {
        if constexpr (std::is_same_v<T, bool>)
            m_content = value;
        else
            m_content = static_cast<std::int64_t>(value);
    }
    Json(double number)
        : m_content(number)
    { }
    Json(std::string text)
        : m_content(std::move(text))
    { }
    Json(std::string_view text)
        : m_content(std::string(text))
    { }
    Json(const char* text)
        : m_content(std::string(text))
    { }
    template <class T> Json(const std::optional<T>& value)
    {
        if (value)
            *this = Json(*value);
    }
    static Json object(std::initializer_list<Member> members = {});
    static Json array(std::vector<Json> items = {}); ///< of any values
    static Json list(const auto& values) ///< of values of one type
    {
        return list(values, [](const auto& value) { return Json(value); });
    }
    /// Of what `write` makes of each value.
    static Json list(const auto& values, auto&& write)
    {
        std::vector<Json> items;
        for (const auto& value : values)
            items.emplace_back(write(value));
        return array(std::move(items));
    }

    bool isNull() const { return std::holds_alternative<std::monostate>(m_content); }
    bool isObject() const { return std::holds_alternative<std::vector<Member>>(m_content); }
    bool isArray() const { return std::holds_alternative<std::vector<Json>>(m_content); }
    /// The plain value; null where this is a value of another kind.
    const bool* flag() const { return std::get_if<bool>(&m_content); }
    const std::int64_t* whole() const { return std::get_if<std::int64_t>(&m_content); }
    const std::string* text() const { return std::get_if<std::string>(&m_content); }
    std::optional<double> number() const; ///< whole or real
    std::span<const Json> items() const; ///< of an array, else none
    std::span<const Member> members() const; ///< of an object, else none
    /// The value of an object's key; null where the key is missing or this is no object.
    const Json* find(std::string_view key) const;
    /// Whether the object has the key.
    bool contains(std::string_view key) const;
    /// The value of a key of this object, null where the key is new; null becomes an object.
    Json& operator[](std::string_view key);
    /// Adds a key that the object does not have.
    void add(std::string key, Json value);
    /// Adds to the array; null becomes an array.
    void append(Json item);

    /// The text, indented by this many spaces; bytes that
    /// are not UTF-8 become U+FFFD.
    std::string written(int indent) const;
    /// The text on one line, without spaces; letters that are not ASCII become \u escapes.
    std::string onOneLine() const;

private:
    friend class JsonWriter;
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<Json>,
                 std::vector<Member>>
        m_content;
};

Json jsonOf(const Value& value);

} // namespace highwater
