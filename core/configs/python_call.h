// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A text as a literal of Python.
std::string pythonText(std::string_view text);
/// ["wqkv", "wo"]
std::string pythonList(const std::vector<std::string>& texts);
/// 0.0003
std::string pythonReal(double number);
/// A JSON value as Python writes it.
std::string pythonOf(const Json& value);

/// A call of Python with arguments by name, each on a separate line.
class PythonCall
{
public:
    explicit PythonCall(std::string function)
        : m_function(std::move(function))
    { }

    /// Any expression.
    PythonCall& code(const std::string& name, std::string expression)
    {
        m_arguments.push_back(name + "=" + std::move(expression));
        return *this;
    }
    template <std::integral T> PythonCall& value(const std::string& name, T value)
    {
        if constexpr (std::is_same_v<T, bool>)
            return code(name, value ? "True" : "False");
        else
            return code(name, std::to_string(value));
    }
    PythonCall& value(const std::string& name, std::string_view text)
    {
        return code(name, pythonText(text));
    }
    PythonCall& value(const std::string& name, const char* text)
    {
        return code(name, pythonText(text));
    }

    /// An argument for each field of the object.
    PythonCall& fields(const Json& object);

    /// The call; its arguments are indented by `indent` + 4 spaces.
    std::string written(std::size_t indent) const;

private:
    std::string m_function;
    std::vector<std::string> m_arguments;
};

} // namespace highwater
