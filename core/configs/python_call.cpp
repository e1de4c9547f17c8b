// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_call.h"

#include "core/json/json.h"
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
