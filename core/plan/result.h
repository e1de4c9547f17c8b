// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "core/plan/text.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace highwater {

/// A name that is not a key of a plan: an option of the command line, a column, a file. Only a
/// std::string converts to a FieldName: a bare literal is a KeyPath, which the compiler checks.
struct FieldName
{
    std::string text;

    FieldName() = default;
    FieldName(std::string name)
        : text(std::move(name))
    { }
    FieldName(KeyGroup group)
        : text(group.text())
    { }
};

/// One wrong value: the field's name, the value that was found, and a sentence on the allowed ones.
struct Problem
{
    Problem(KeyPath key, std::string found_, Text message_)
        : field(key.text())
        , found(std::move(found_))
        , message(std::move(message_))
    { }
    Problem(FieldName name, std::string found_, Text message_, std::string place_ = {})
        : field(std::move(name.text))
        , found(std::move(found_))
        , message(std::move(message_))
        , place(std::move(place_))
    { }

    std::string field; ///< a key's path or another name; empty for a whole file
    std::string found;
    Text message;
    std::string place = {}; ///< "3:14", line and column in the file that was read
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
