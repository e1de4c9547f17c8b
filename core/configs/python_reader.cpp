// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_reader.h"

#include "core/configs/yaml_reader.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>

namespace highwater {
namespace {

constexpr std::size_t deepestPython = 64;

bool isNameLetter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'
        || (letter & 0x80) != 0;
}

/// Reads expressions; everything but literals, lists, dictionaries and calls is skipped.
class PythonReader
{
public:
    explicit PythonReader(std::string_view text)
        : m_text(text)
    { }

    Result<PythonScript> read()
    {
        PythonScript script;
        while (!m_problem && skipToStatement())
            statement(script);
        if (m_problem)
            return *m_problem;
        return script;
    }

private:
    bool isAtEnd() const { return m_at >= m_text.size(); }
    char letter() const { return isAtEnd() ? '\0' : m_text[m_at]; }

    void fail(Text message)
    {
        if (!m_problem)
            m_problem = scriptProblem(m_text, m_at, std::move(message));
    }

    /// Skips blanks, line ends and comments; inside brackets a line end means nothing.
    void skipSpace(bool lines)
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
    bool skipToStatement()
    {
        skipSpace(true);
        // Commands of a notebook: "!pip install …", "%%capture".
        while (letter() == '!' || letter() == '%') {
            do
                m_at = std::min(m_text.find('\n', m_at + 1), m_text.size());
            while (!isAtEnd() && m_text[m_at - 1] == '\\');
            skipSpace(true);
        }
        return !isAtEnd();
    }

    /// Keeps "a.b = value" and "a, b = value", and each call in the line.
    void statement(PythonScript& script)
    {
        const std::size_t from = m_at;
        std::string name = isNameLetter(letter()) ? dottedName() : std::string();
        for (skipSpace(false); !name.empty() && letter() == ','; skipSpace(false)) {
            ++m_at;
            skipSpace(false);
            name += "," + dottedName(); // the name of no single value
        }
        if (!name.empty() && letter() == '=' && m_text.substr(m_at, 2) != "==") {
            ++m_at;
            Json value = expression(0, false);
            if (value.contains(pythonFunction))
                script.calls.push_back(value);
            if (value.whole() || m_numbers.contains(name))
                m_numbers[name] = value;
            if (script.assigned.members().size() < mostEntries)
                script.assigned[name] = std::move(value);
            else
                fail(tooManyEntries());
        } else {
            if (name != "return")
                m_at = from;
            Json value = expression(0, false);
            if (value.contains(pythonFunction))
                script.calls.push_back(std::move(value));
        }
        if (m_at == from)
            ++m_at; // a letter that begins no expression
    }

    std::string dottedName()
    {
        const std::size_t from = m_at;
        while (!isAtEnd() && (isNameLetter(letter()) || letter() == '.'))
            ++m_at;
        return std::string(m_text.substr(from, m_at - from));
    }

    /// One expression; `inside` brackets, it may take several lines.
    Json expression(std::size_t depth, bool inside)
    {
        if (depth >= deepestPython) {
            fail({HW_TR("core", "nested more than %1 levels deep"),
                  {std::to_string(deepestPython)}});
            return {};
        }
        skipSpace(inside);
        const std::size_t from = m_at;
        Json value = operand(depth, inside);
        for (;;) {
            skipSpace(inside);
            const char sign = letter();
            const bool power = sign == '*' && m_text.substr(m_at, 2) == "**";
            if ((sign != '*' && sign != '+' && sign != '-') || power)
                break;
            value = numberOf(value);
            if (!value.whole())
                break;
            ++m_at;
            const Json right = numberOf(operand(depth, inside));
            std::int64_t result = 0;
            const bool overflow = !right.whole()
                || (sign == '*' ? __builtin_mul_overflow(*value.whole(), *right.whole(), &result)
                        : sign == '+'
                        ? __builtin_add_overflow(*value.whole(), *right.whole(), &result)
                        : __builtin_sub_overflow(*value.whole(), *right.whole(), &result));
            value = overflow ? codeFrom(from) : Json(result);
        }
        return endsHere(inside) ? value : rest(from, value, depth, inside);
    }

    /// The number that a name has in the script so far, else the value itself.
    Json numberOf(const Json& value) const
    {
        const Json* name = value.find(pythonCode);
        const Json* set = name && name->text() ? m_numbers.find(*name->text()) : nullptr;
        return set && set->whole() ? *set : value;
    }

    bool endsHere(bool inside)
    {
        const char next = letter();
        return isAtEnd() || (!inside && (next == '\n' || next == ';'))
            || (inside && std::string_view(",)]}:").find(next) != std::string_view::npos);
    }

    Json codeFrom(std::size_t from) const
    {
        Json code;
        code[pythonCode] = excerpt(m_text.substr(from, m_at - from));
        return code;
    }

    /// Skips the rest of an expression that is not understood. Keeps a call at its beginning:
    /// "Trainer(…).train()".
    Json rest(std::size_t from, const Json& value, std::size_t depth, bool inside)
    {
        while (!m_problem && !endsHere(inside)) {
            const char next = letter();
            if (next == '"' || next == '\'')
                (void)quoted();
            else if (next == '(' || next == '[' || next == '{')
                (void)bracketed(depth + 1);
            else if (next == '#')
                skipSpace(inside);
            else
                ++m_at;
        }
        return value.contains(pythonFunction) ? value : codeFrom(from);
    }

    /// Any pair of brackets with its content.
    Json bracketed(std::size_t depth)
    {
        const char open = letter();
        return open == '{' ? dictionary(depth) : list(open == '(' ? ')' : ']', depth);
    }

    Json operand(std::size_t depth, bool inside)
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

    Json number()
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

    Json quoted()
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

    Json nameOrCall(std::size_t depth)
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
        return codeFrom(from);
    }

    Json call(const std::string& name, std::size_t depth)
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
            if (letter() == '*') // *list and **dictionary
                while (letter() == '*')
                    ++m_at;
            const std::string field = key.empty() ? std::to_string(position++) : key;
            Json value = expression(depth + 1, true);
            if (auto reason = whyNotAdded(call, field))
                fail(*std::move(reason));
            else
                call.add(field, std::move(value));
            comma(')', from);
        }
        return call;
    }

    /// The name before an "=" that is not part of a comparison; empty where there is none.
    std::string argumentName()
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

    /// Whether the bracket ends here; then skips its end. An end of the text is a problem.
    bool closes(char bracket)
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

    /// Takes the comma between values; skips anything else.
    void comma(char bracket, std::size_t from)
    {
        skipSpace(true);
        if (letter() == ',')
            ++m_at;
        else if (letter() != bracket && !isAtEnd())
            m_at = std::max(m_at, from) + 1;
    }

    Json list(char bracket, std::size_t depth)
    {
        if (depth >= deepestPython) {
            fail({HW_TR("core", "nested more than %1 levels deep"),
                  {std::to_string(deepestPython)}});
            return {};
        }
        Json items = Json::array();
        ++m_at;
        while (!m_problem && !closes(bracket)) {
            const std::size_t from = m_at;
            items.append(expression(depth + 1, true));
            comma(bracket, from);
        }
        return items;
    }

    Json dictionary(std::size_t depth)
    {
        Json object = Json::object();
        ++m_at;
        while (!m_problem && !closes('}')) {
            const std::size_t from = m_at;
            const Json key = expression(depth + 1, true);
            skipSpace(true);
            if (letter() == ':') {
                ++m_at;
                Json value = expression(depth + 1, true);
                if (object.members().size() >= mostEntries)
                    fail(tooManyEntries());
                else if (key.text() && object.contains(*key.text()))
                    fail({HW_TR("core", "%1 is written twice"), {excerpt(*key.text())}});
                else if (key.text())
                    object.add(*key.text(), std::move(value));
            }
            comma('}', from);
        }
        return object;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Json m_numbers = Json::object(); ///< by their names
    std::optional<Problem> m_problem;
};

} // namespace

Result<PythonScript> readPython(std::string_view text)
{
    if (auto problem = unreadableScript(text))
        return *std::move(problem);
    return PythonReader(text).read();
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

/// A value, or a list of some: a script could name a large one many times.
bool isSmall(const Json& value)
{
    constexpr std::size_t most = 64;
    return value.items().size() <= most && value.members().size() <= 1
        && std::ranges::all_of(
               value.items(), [](const Json& item) { return !item.isArray() && !item.isObject(); });
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
    for (const Json& call : script.calls)
        if (const Json* found = firstIn(call, isMeant, 0))
            return found;
    return nullptr;
}

const Json* lastCall(const PythonScript& script, std::string_view function)
{
    const auto isMeant = [function](std::string_view name) {
        return name.ends_with(function)
            && (name.size() == function.size() || name[name.size() - function.size() - 1] == '.');
    };
    for (const Json& call : std::views::reverse(script.calls))
        if (const Json* found = firstIn(call, isMeant, 0))
            return found;
    return nullptr;
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

std::optional<std::string> scriptOfNotebook(const Json& notebook)
{
    const Json* cells = notebook.find("cells");
    if (!cells || !cells->isArray() || !notebook.contains("nbformat"))
        return std::nullopt;
    std::string script;
    for (const Json& cell : cells->items()) {
        const Json* type = cell.find("cell_type");
        const Json* source = cell.find("source");
        if (!type || !type->text() || *type->text() != "code" || !source)
            continue;
        if (source->text())
            script += *source->text();
        for (const Json& line : source->items())
            if (line.text())
                script += *line.text();
        script += '\n';
    }
    return script;
}

const Json* callOf(const PythonScript& script, std::string_view function)
{
    const Json* found = nullptr;
    for (const Json& call : script.calls)
        if (isCallOf(call, function))
            found = &call;
    return found;
}

} // namespace highwater
