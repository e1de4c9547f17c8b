// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace highwater {

/// What is wrong with one field of a plan: where, what was found, what is allowed.
struct Problem
{
    std::string field;
    std::string found;
    Text message;
    std::string place = {}; ///< "3:14", line and column, where it was read from a file
    bool operator==(const Problem&) const = default;
};
using Problems = std::vector<Problem>;

/// A value, or every reason why there is none (at least one).
template <class T> class Result
{
public:
    Result(T value)
        : m_content(std::move(value))
    { }
    Result(Problems problems)
        : m_content(std::move(problems))
    { }
    Result(Problem problem)
        : m_content(Problems{std::move(problem)})
    { }

    explicit operator bool() const { return std::holds_alternative<T>(m_content); }
    const T& operator*() const& { return std::get<T>(m_content); }
    T& operator*() & { return std::get<T>(m_content); }
    T&& operator*() && { return std::get<T>(std::move(m_content)); }
    const T* operator->() const { return &std::get<T>(m_content); }
    T* operator->() { return &std::get<T>(m_content); }
    const Problems& problems() const { return std::get<Problems>(m_content); }

private:
    std::variant<T, Problems> m_content;
};

/// "workload.context: must be a whole number from 1 to 16777216; found 0".
std::string english(const Problem& problem);

} // namespace highwater
