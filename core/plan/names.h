// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace highwater {

/// The words of an enumeration in files and on the command line, in the order of its values.
/// Specialised beside each enumeration: there is no silent fallback for an unknown word.
template <class E> struct Names;

template <class E>
concept Named = requires
{
    Names<E>::list;
};

template <Named E> constexpr std::string_view nameOf(E value)
{
    return Names<E>::list[static_cast<std::size_t>(value)];
}

template <Named E> constexpr std::optional<E> fromName(std::string_view word)
{
    for (std::size_t i = 0; i < Names<E>::list.size(); ++i)
        if (Names<E>::list[i] == word)
            return static_cast<E>(i);
    return std::nullopt;
}

} // namespace highwater

/// Declares an enumeration's words; used at the outermost namespace.
#define HIGHWATER_NAMES(Enumeration, count, ...)                                                   \
    template <> struct highwater::Names<highwater::Enumeration>                                    \
    {                                                                                              \
        static constexpr std::array<std::string_view, count> list{__VA_ARGS__};                    \
    };
