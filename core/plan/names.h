// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace highwater {

/// Its name has the values as GCC and Clang write them: an enumerator "highwater::Task::Train", any
/// other value "(highwater::Task)2".
template <auto... values> consteval const char* nameWithValues()
{
    return __PRETTY_FUNCTION__;
}

/// How many of the values before the first that has no enumerator. All are one template's
/// arguments: a template for each value took most of the time of compiling a file of core.
template <class E, std::size_t... values>
consteval std::size_t countEnumerators(std::index_sequence<values...>)
{
    const char* letter = nameWithValues<static_cast<E>(values)...>();
    while (*letter++ != '=')
        ;
    std::size_t count = 0;
    for (; count < sizeof...(values); ++count) {
        while (*letter == ' ' || *letter == ',' || *letter == '{' || *letter == '<')
            ++letter;
        if (*letter == '(')
            break;
        while (*letter != ',' && *letter != '}' && *letter != '>')
            ++letter;
    }
    return count;
}

template <class E> consteval std::size_t countEnumerators()
{
    constexpr std::size_t few = 10;
    constexpr std::size_t count = countEnumerators<E>(std::make_index_sequence<few>());
    if constexpr (count < few)
        return count;
    else
        return countEnumerators<E>(std::make_index_sequence<256>());
}

/// The number of enumerators of an enumeration that begins with 0 and leaves no number out.
template <class E> inline constexpr std::size_t enumCount = countEnumerators<E>();

/// Every enumerator, in their order.
template <class E> consteval std::array<E, enumCount<E>> everyOf()
{
    std::array<E, enumCount<E>> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<E>(i);
    return all;
}

/// One value for each enumerator, in their order. A table with too few or too many values does not
/// compile: EnumTable<Offload, int> table({0, 1, 2}).
template <class E, class T> class EnumTable
{
public:
    template <std::size_t count>
    constexpr EnumTable(const T (&values)[count])
        : m_values(std::to_array(values))
    {
        static_assert(count == enumCount<E>, "one value for each enumerator");
    }

    constexpr T& operator[](E which) { return m_values[static_cast<std::size_t>(which)]; }
    constexpr const T& operator[](E which) const
    {
        return m_values[static_cast<std::size_t>(which)];
    }
    constexpr auto begin() const { return m_values.begin(); }
    constexpr auto end() const { return m_values.end(); }

private:
    std::array<T, enumCount<E>> m_values;
};

/// The words of an enumeration in files and on the command line. HIGHWATER_NAMES specialises this
/// next to the definition of each enumeration with words.
template <class E> struct Names;

template <class E>
concept Named = requires
{
    Names<E>::list;
};

template <Named E> constexpr std::string_view nameOf(E value)
{
    return Names<E>::list[value];
}

template <Named E> constexpr std::span<const std::string_view> namesOf()
{
    return {Names<E>::list.begin(), Names<E>::list.end()};
}

/// Capital and small letters are equal, as files of some types have names such as "Q4_K_M".
constexpr bool isSameName(std::string_view left, std::string_view right)
{
    const auto small = [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    };
    return std::ranges::equal(left, right, {}, small, small);
}

template <Named E> constexpr std::optional<E> fromName(std::string_view word)
{
    for (std::size_t i = 0; i < enumCount<E>; ++i)
        if (isSameName(nameOf(static_cast<E>(i)), word))
            return static_cast<E>(i);
    return std::nullopt;
}

} // namespace highwater

/// Declares an enumeration's words, one for each enumerator in their order; used at the outermost
/// namespace.
#define HIGHWATER_NAMES(Enumeration, ...)                                                          \
    template <> struct highwater::Names<highwater::Enumeration>                                    \
    {                                                                                              \
        static constexpr highwater::EnumTable<highwater::Enumeration, std::string_view> list{      \
            {__VA_ARGS__}};                                                                        \
    };
