// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_script.h"

#include <algorithm>
#include <ranges>

namespace highwater {

bool isSmall(const Json& value)
{
    constexpr std::size_t most = 64;
    const auto isPlain = [](const Json& item) { return !item.isArray() && !item.isObject(); };
    const auto isPart = [](const Json& part) { return !part.isObject() && isSmall(part); };
    return value.items().size() <= most && std::ranges::all_of(value.items(), isPlain)
        && value.members().size() <= 1
        && std::ranges::all_of(value.members(), isPart, &Json::Member::value);
}

bool isCallOf(const Json& value, std::string_view function)
{
    const Json* name = value.find(pythonFunction);
    return name && name->text() && *name->text() == function;
}

namespace {

constexpr std::size_t deepestCall = 16;

/// The first call in a value whose function has a name that is meant.
template <class IsMeant>
const Json* firstIn(const Json& value, const IsMeant& isMeant, std::size_t depth)
{
    if (depth >= deepestCall)
        return nullptr;
    const Json* name = value.find(pythonFunction);
    if (name && name->text() && isMeant(*name->text()))
        return &value;
    for (const Json::Member& member : value.members())
        if (const Json* found = firstIn(member.value, isMeant, depth + 1))
            return found;
    for (const Json& item : value.items())
        if (const Json* found = firstIn(item, isMeant, depth + 1))
            return found;
    return nullptr;
}

/// The value that a name has in the script, also by way of other names.
Json valueIn(const PythonScript& script, const Json& value)
{
    const Json* now = &value;
    for (std::size_t i = 0; i < deepestCall; ++i) {
        const Json* code = now->find(pythonCode);
        const Json* set = code && code->text() ? script.assigned.find(*code->text()) : nullptr;
        if (!set || !isSmall(*set))
            break;
        now = set;
    }
    return *now;
}

} // namespace

const Json* firstCall(const PythonScript& script, std::span<const std::string_view> endings)
{
    const auto isMeant = [endings](std::string_view name) {
        return std::ranges::any_of(
            endings, [name](std::string_view ending) { return name.ends_with(ending); });
    };
    for (const ScriptCall& call : script.calls)
        if (const Json* found = firstIn(call.value, isMeant, 0))
            return found;
    return nullptr;
}

const Json* lastCall(const PythonScript& script, std::string_view function)
{
    const auto isMeant = [function](std::string_view name) {
        return name.ends_with(function)
            && (name.size() == function.size() || name[name.size() - function.size() - 1] == '.');
    };
    for (const ScriptCall& call : std::views::reverse(script.calls))
        if (const Json* found = firstIn(call.value, isMeant, 0))
            return found;
    return nullptr;
}

const Json* callNamed(const PythonScript& script, const Json& value, std::string_view ending)
{
    const Json* code = value.find(pythonCode);
    if (!code || !code->text())
        return nullptr;
    for (const ScriptCall& call : std::views::reverse(script.calls))
        if (call.name == *code->text()
            && call.value.find(pythonFunction)->text()->ends_with(ending))
            return &call.value;
    return nullptr;
}

namespace {

/// Whether the call is the value or one of its parts.
bool isWithin(const Json& value, const Json& call)
{
    const auto inside = [&call](const Json& part) { return isWithin(part, call); };
    return &value == &call || std::ranges::any_of(value.items(), inside)
        || std::ranges::any_of(value.members(), inside, &Json::Member::value);
}

} // namespace

bool isUncertain(const PythonScript& script, const Json& call)
{
    return std::ranges::any_of(script.calls, [&call](const ScriptCall& known) {
        return known.isUncertain && isWithin(known.value, call);
    });
}

Json settledArguments(const Json& call, const PythonScript& script)
{
    Json arguments = Json::object();
    for (const Json::Member& member : call.members())
        if (member.key != pythonFunction)
            arguments.add(member.key, valueIn(script, member.value));
    return arguments;
}

Json argumentsOf(const Json& call, const PythonScript& script,
                 std::vector<std::string>& expressions)
{
    Json arguments = Json::object();
    const Json settled = settledArguments(call, script);
    for (const Json::Member& member : settled.members()) {
        if (member.value.contains(pythonCode) || member.value.contains(pythonFunction))
            expressions.push_back(member.key);
        else
            arguments.add(member.key, member.value);
    }
    return arguments;
}

const Json* callOf(const PythonScript& script, std::string_view function)
{
    const Json* found = nullptr;
    for (const ScriptCall& call : script.calls)
        if (isCallOf(call.value, function))
            found = &call.value;
    return found;
}

} // namespace highwater
