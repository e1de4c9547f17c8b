// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_call.h"

#include "core/plan/numbers.h"

namespace highwater {

std::string pythonText(std::string_view text)
{
    return Json(text).onOneLine(); // the escapes of JSON are Python's too
}

std::string pythonList(const std::vector<std::string>& texts)
{
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "" : ", ") + pythonText(text);
    return "[" + list + "]";
}

std::string pythonReal(double number)
{
    return shortest(number);
}

std::string pythonOf(const Json& value)
{
    if (value.isNull())
        return "None";
    if (value.flag())
        return *value.flag() ? "True" : "False";
    if (value.isArray()) {
        std::vector<std::string> items;
        for (const Json& item : value.items())
            items.push_back(pythonOf(item));
        return "[" + joined(items, ", ") + "]";
    }
    if (value.isObject()) {
        std::vector<std::string> members;
        for (const Json::Member& member : value.members())
            members.push_back(pythonText(member.key) + ": " + pythonOf(member.value));
        return "{" + joined(members, ", ") + "}";
    }
    return value.onOneLine();
}

PythonCall& PythonCall::fields(const Json& object)
{
    for (const Json::Member& member : object.members())
        code(member.key, pythonOf(member.value));
    return *this;
}

std::string PythonCall::written(std::size_t indent) const
{
    if (m_arguments.empty())
        return m_function + "()";
    const std::string margin(indent + 4, ' ');
    std::string text = m_function + "(\n";
    for (const std::string& argument : m_arguments)
        text += margin + argument + ",\n";
    return text + std::string(indent, ' ') + ")";
}

} // namespace highwater
