// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_expressions.h"

#include "core/configs/python_script.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t deepestPython = 64;

std::size_t partsOf(const Json& value)
{
    std::size_t parts = 1;
    for (const Json& item : value.items())
        parts += partsOf(item);
    for (const Json::Member& member : value.members())
        parts += partsOf(member.value);
    return parts;
}

Json codeOf(std::string_view text)
{
    Json code;
    code[pythonCode] = excerpt(text);
    return code;
}

} // namespace

bool PythonExpressions::isNameLetter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'
        || (letter & 0x80) != 0;
}

bool PythonExpressions::isLiteral(const Json& value)
{
    return !value.contains(pythonFunction) && !value.contains(pythonCode);
}

std::string PythonExpressions::unknownCode(const std::string& name)
{
    return excerpt(name) + std::string(pythonUnknown);
}

Json PythonExpressions::unknownValue(const std::string& name)
{
    Json code;
    code[pythonCode] = unknownCode(name);
    return code;
}

std::optional<std::int64_t> PythonExpressions::calculated(std::string_view sign, const Json& left,
                                                          const Json& right)
{
    if (!left.whole() || !right.whole())
        return std::nullopt;
    const std::int64_t a = *left.whole(), b = *right.whole();
    std::int64_t result = 0;
    bool fails = true;
    if (sign == "+")
        fails = __builtin_add_overflow(a, b, &result);
    else if (sign == "-")
        fails = __builtin_sub_overflow(a, b, &result);
    else if (sign == "*")
        fails = __builtin_mul_overflow(a, b, &result);
    else if (sign == "//" && a >= 0 && b > 0) {
        fails = false;
        result = a / b;
    } else if (sign == "**" && b >= 0 && b < 64) {
        fails = false;
        result = 1;
        for (std::int64_t i = 0; i < b; ++i)
            fails = fails || __builtin_mul_overflow(result, a, &result);
    }
    return fails ? std::nullopt : std::optional(result);
}

void PythonExpressions::fail(Text message)
{
    if (!m_problem)
        m_problem = scriptProblem(m_text, m_at, std::move(message));
}

void PythonExpressions::failAsDeep(std::size_t most)
{
    fail({HW_TR("core", "nested more than %1 levels deep"), {std::to_string(most)}});
}

void PythonExpressions::skipSpace(bool lines)
{
    while (!isAtEnd()) {
        const char next = letter();
        if (next == '#')
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        else if (next == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n')
            m_at += 2;
        else if (next == ' ' || next == '\t' || next == '\r' || (lines && next == '\n'))
            ++m_at;
        else
            return;
    }
}

std::string PythonExpressions::dottedName()
{
    const std::size_t from = m_at;
    while (!isAtEnd() && (isNameLetter(letter()) || letter() == '.'))
        ++m_at;
    return std::string(m_text.substr(from, m_at - from));
}

Json PythonExpressions::expression(std::size_t depth, bool inside)
{
    if (depth >= deepestPython) {
        failAsDeep(deepestPython);
        return {};
    }
    skipSpace(inside);
    const std::size_t from = m_at;
    const Json value = terms(depth, inside, 0);
    return endsHere(inside) ? value : rest(from, value, depth, inside);
}

Json PythonExpressions::terms(std::size_t depth, bool inside, std::size_t level)
{
    static constexpr std::array<std::array<std::string_view, 2>, 3> signs{
        {{"+", "-"}, {"//", "*"}, {"**", "**"}}};
    skipSpace(inside);
    const std::size_t from = m_at;
    const bool isLast = level + 1 == signs.size();
    const auto next
        = [&] { return isLast ? operand(depth, inside) : terms(depth, inside, level + 1); };
    Json value = next();
    for (bool hasPower = false;;) {
        skipSpace(inside);
        const auto* const sign = std::ranges::find_if(
            signs[level], [this](auto text) { return m_text.substr(m_at, text.size()) == text; });
        const bool isPower = m_text.substr(m_at, 2) == "**";
        if (!value.whole() || sign == signs[level].end() || (isPower && !isLast))
            return value;
        if (isPower && std::exchange(hasPower, true)) // 2**3**2 is 2**9
            return codeFrom(from);
        m_at += sign->size();
        const auto result = calculated(*sign, value, next());
        value = result ? Json(*result) : codeFrom(from);
    }
}

Json PythonExpressions::named(const std::string& name) const
{
    const auto known = m_flow.values().find(name);
    if (known == m_flow.values().end())
        return codeOf(name);
    if (!known->second.known)
        return unknownValue(name);
    const Json& value = *known->second.known;
    if (isSmall(value) && !value.contains(pythonFunction))
        return value;
    return codeOf(name);
}

Json PythonExpressions::dictionaryBehind(const Json& value)
{
    const Json* code = value.find(pythonCode);
    const Json* object = code && code->text() ? m_flow.objectOf(*code->text()) : nullptr;
    return object && isLiteral(*object) && isWithinParts(*object) ? *object : value;
}

Json PythonExpressions::spreadOf(const Json& value)
{
    const Json* code = value.find(pythonCode);
    const Json* object = code && code->text() ? m_flow.objectOf(*code->text()) : &value;
    Json spread;
    if (!object || !object->isObject() || object->contains(pythonCode))
        return spread;
    const Json* function = object->find(pythonFunction);
    if (function && *function->text() != "dict" && !function->text()->ends_with(".update"))
        return spread;
    spread = Json::object();
    for (const Json::Member& member : object->members())
        if (function && member.key == "0") // update({…}) and dict({…})
            addSpread(spread, member.value);
        else if (member.key != pythonFunction)
            spread[member.key] = member.value;
    return isWithinParts(spread) ? spread : Json();
}

bool PythonExpressions::isWithinParts(const Json& value)
{
    constexpr std::size_t most = 16 * mostEntries;
    m_parts += partsOf(value);
    if (m_parts > most)
        fail(tooManyEntries());
    return m_parts <= most;
}

void PythonExpressions::addSpread(Json& object, const Json& value)
{
    const Json spread = spreadOf(value);
    if (!spread.isObject())
        object["**"] = value;
    for (const Json::Member& member : spread.members())
        object[member.key] = member.value;
}

bool PythonExpressions::endsHere(bool inside)
{
    const char next = letter();
    return isAtEnd() || (!inside && (next == '\n' || next == ';'))
        || (inside && std::string_view(",)]}:").find(next) != std::string_view::npos);
}

Json PythonExpressions::rest(std::size_t from, const Json& value, std::size_t depth, bool inside)
{
    while (!m_problem && !endsHere(inside))
        skipPiece(depth, inside);
    return value.contains(pythonFunction) ? value : codeFrom(from);
}

void PythonExpressions::skipPiece(std::size_t depth, bool inside)
{
    const char next = letter();
    if (next == '"' || next == '\'')
        (void)quoted();
    else if (next == '(' || next == '[' || next == '{')
        (void)bracketed(depth + 1);
    else if (next == '#')
        skipSpace(inside);
    else
        m_at += m_text.substr(m_at, 2) == "\\\n" ? 2 : 1;
}

Json PythonExpressions::bracketed(std::size_t depth)
{
    const char open = letter();
    return open == '{' ? dictionary(depth) : list(open == '(' ? ')' : ']', depth);
}

Json PythonExpressions::operand(std::size_t depth, bool inside)
{
    skipSpace(inside);
    const char next = letter();
    if (next == '"' || next == '\'')
        return quoted();
    if (next == '(' || next == '[' || next == '{')
        return bracketed(depth + 1);
    if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '-' || next == '+'
        || next == '.')
        return number();
    if (isNameLetter(next))
        return nameOrCall(depth);
    return {};
}

Json PythonExpressions::number()
{
    const std::size_t from = m_at;
    const bool negative = letter() == '-';
    if (negative || letter() == '+')
        ++m_at;
    std::string digits = negative ? "-" : "";
    while (!isAtEnd()
           && (std::isalnum(static_cast<unsigned char>(letter())) != 0 || letter() == '_'
               || letter() == '.'
               || ((letter() == '-' || letter() == '+') && !digits.empty()
                   && (digits.back() == 'e' || digits.back() == 'E')))) {
        if (letter() != '_')
            digits += letter();
        ++m_at;
    }
    if (const auto whole = wholeIn(digits))
        return *whole;
    if (const auto real = realIn(digits))
        return *real;
    return codeFrom(from);
}

Json PythonExpressions::quoted()
{
    const char quote = letter();
    const std::string three(3, quote);
    const bool isLong = m_text.substr(m_at, 3) == three;
    m_at += isLong ? 3 : 1;
    std::string text;
    while (!isAtEnd()) {
        if (isLong ? m_text.substr(m_at, 3) == three : letter() == quote) {
            m_at += isLong ? 3 : 1;
            return text;
        }
        if (letter() == '\n' && !isLong)
            break;
        if (letter() == '\\' && m_at + 1 < m_text.size())
            ++m_at;
        text += letter();
        ++m_at;
    }
    fail({HW_TR("core", "a quoted text has no end")});
    return {};
}

Json PythonExpressions::nameOrCall(std::size_t depth)
{
    const std::size_t from = m_at;
    const std::string name = dottedName();
    if (letter() == '"' || letter() == '\'')
        return quoted(); // r"…", b"…", f"…"
    if (name == "True" || name == "False")
        return name == "True";
    if (name == "None")
        return nullptr;
    if (letter() == '(')
        return call(name, depth + 1);
    return m_at == from ? codeFrom(from) : named(name);
}

Json PythonExpressions::call(const std::string& name, std::size_t depth)
{
    Json call = Json::object();
    call.add(std::string(pythonFunction), name);
    ++m_at;
    int position = 0;
    while (!m_problem && !closes(')')) {
        const std::size_t from = m_at;
        const std::string key = argumentName();
        if (key.empty())
            m_at = from;
        const bool isSpread = m_text.substr(m_at, 2) == "**";
        while (letter() == '*') // *list and **dictionary
            ++m_at;
        if (isSpread && key.empty()) {
            addSpread(call, expression(depth + 1, true));
            comma(')', from);
            continue;
        }
        const std::string field = key.empty() ? std::to_string(position++) : key;
        Json value = expression(depth + 1, true);
        if (key == "deepspeed" || key == "fsdp_config" || key == "model_init_kwargs")
            value = dictionaryBehind(value);
        if (auto reason = whyNotAdded(call, field))
            fail(*std::move(reason));
        else
            call.add(field, std::move(value));
        comma(')', from);
    }
    const Json plain = name == "dict" ? spreadOf(call) : Json();
    return plain.isObject() ? plain : call;
}

std::string PythonExpressions::argumentName()
{
    skipSpace(true);
    if (!isNameLetter(letter()))
        return {};
    std::string name = dottedName();
    skipSpace(true);
    if (letter() != '=' || m_text.substr(m_at, 2) == "==")
        return {};
    ++m_at;
    return name;
}

bool PythonExpressions::closes(char bracket)
{
    skipSpace(true);
    if (isAtEnd()) {
        fail({HW_TR("core", "a bracket has no end")});
        return true;
    }
    if (letter() != bracket)
        return false;
    ++m_at;
    return true;
}

void PythonExpressions::comma(char bracket, std::size_t from)
{
    skipSpace(true);
    if (letter() == ',')
        ++m_at;
    else if (letter() != bracket && !isAtEnd())
        m_at = std::max(m_at, from) + 1;
}

Json PythonExpressions::list(char bracket, std::size_t depth)
{
    if (depth >= deepestPython) {
        failAsDeep(deepestPython);
        return {};
    }
    Json items = Json::array();
    ++m_at;
    bool isTuple = bracket != ')'; // "(a)" is a, and "(a,)" a tuple
    while (!m_problem && !closes(bracket)) {
        const std::size_t from = m_at;
        items.append(expression(depth + 1, true));
        skipSpace(true);
        isTuple = isTuple || letter() == ',';
        comma(bracket, from);
    }
    return isTuple || items.items().size() != 1 ? items : items.items().front();
}

Json PythonExpressions::dictionary(std::size_t depth)
{
    Json object = Json::object();
    ++m_at;
    bool hasSpread = false; // its entries can be replaced
    while (!m_problem && !closes('}')) {
        const std::size_t from = m_at;
        if (m_text.substr(m_at, 2) == "**") {
            m_at += 2;
            hasSpread = true;
            addSpread(object, expression(depth + 1, true));
            comma('}', from);
            continue;
        }
        const Json key = expression(depth + 1, true);
        skipSpace(true);
        if (letter() == ':') {
            ++m_at;
            Json value = expression(depth + 1, true);
            if (object.members().size() >= mostEntries)
                fail(tooManyEntries());
            else if (key.text() && object.contains(*key.text()) && !hasSpread)
                fail({HW_TR("core", "%1 is written twice"), {excerpt(*key.text())}});
            else if (key.text())
                object[*key.text()] = std::move(value);
        }
        comma('}', from);
    }
    return object;
}

Json PythonExpressions::codeFrom(std::size_t from) const
{
    return codeOf(m_text.substr(from, m_at - from));
}

} // namespace highwater
