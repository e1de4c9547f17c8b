// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_reader.h"

#include "core/configs/python_expressions.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <string>

namespace highwater {
namespace {

constexpr std::size_t deepestBlock = 100; ///< CPython, Parser/tokenizer.h: MAXINDENT
constexpr std::size_t mostCode = 256; ///< letters of an expression that is kept

/// Reads the statements of a script.
class PythonReader : PythonExpressions
{
public:
    explicit PythonReader(std::string_view text)
        : PythonExpressions(text)
    {
        m_flow.set("__name__", "__main__");
    }

    Result<PythonScript> read()
    {
        while (!m_problem && skipToStatement())
            statement();
        if (m_problem)
            return *m_problem;
        for (const auto& [name, value] : m_flow.values())
            if (m_script.assigned.contains(name))
                m_script.assigned[name] = value.known ? *value.known : unknownValue(name);
        return std::move(m_script);
    }

private:
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

    void statement()
    {
        const std::size_t from = m_at;
        readStatement();
        keepTrained(from);
    }

    /// Keeps "a.b = value" and "a, b = value", and each call in the line.
    void readStatement()
    {
        const std::size_t from = m_at;
        std::size_t line = from;
        while (line > 0 && (m_text[line - 1] == ' ' || m_text[line - 1] == '\t'))
            --line;
        if (line == 0 || m_text[line - 1] == '\n')
            m_flow.beginLine(from, from - line);
        std::string name = isNameLetter(letter()) ? dottedName() : std::string();
        if (name == "async") {
            skipSpace(false);
            name = dottedName();
        }
        skipSpace(false);
        if (header(name))
            return;
        leave(name);
        bool isPart = false; // "model, tokenizer = …": of the value, a part for each name
        for (; !name.empty() && letter() == ','; skipSpace(false)) {
            m_flow.forget(name);
            ++m_at;
            skipSpace(false);
            m_flow.forget(dottedName());
            isPart = true;
        }
        if (!name.empty() && letter() == ':') // "name: type = value"
            while (!m_problem && !endsHere(false) && letter() != '=')
                skipPiece(0, false);
        if (!name.empty() && letter() == '=' && m_text.substr(m_at, 2) != "==") {
            ++m_at;
            Json value = expression(0, false);
            if (!isPart)
                assign(name, std::move(value));
            else if (value.contains(pythonFunction))
                keepCall(std::move(value), name);
        } else if (name.empty() || (!calculates(name) && !setsItem(name))) {
            if (name != "return")
                m_at = from;
            Json value = expression(0, false);
            if (value.contains(pythonFunction))
                keepCall(std::move(value), {});
        }
        if (m_at == from)
            ++m_at; // a letter that begins no expression
    }

    void assign(const std::string& name, Json value)
    {
        if (m_flow.isSkipped())
            return;
        if (value.contains(pythonFunction))
            keepCall(value, name);
        const std::size_t dot = name.rfind('.');
        if (dot != std::string::npos)
            setField(name.substr(0, dot), name.substr(dot + 1), value);
        if (m_script.assigned.members().size() < mostEntries)
            m_script.assigned[name] = value;
        else
            fail(tooManyEntries());
        m_flow.set(name, std::move(value));
    }

    void keepCall(Json value, const std::string& name)
    {
        if (m_flow.isSkipped())
            return;
        const std::string function = *value.find(pythonFunction)->text();
        constexpr std::string_view update = ".update";
        if (function.ends_with(update)) {
            const std::string updated = function.substr(0, function.size() - update.size());
            Json* object = m_flow.objectOf(updated);
            if (object && m_flow.isUncertain())
                m_flow.forget(updated);
            else if (object)
                addSpread(*object, value);
        }
        const bool makesSettings = function.ends_with("Config") || function.ends_with("Arguments");
        if (!name.empty() && makesSettings)
            m_settings[name] = m_script.calls.size();
        m_script.calls.push_back({std::move(value), name, m_flow.isUncertain()});
    }

    /// "args.FIELD = value" of a call that was assigned to args.
    void setField(const std::string& object, const std::string& field, const Json& value)
    {
        const auto settings = m_settings.find(object);
        const Json* now = m_flow.objectOf(object);
        if (settings == m_settings.end() || !now || !now->contains(pythonFunction))
            return;
        ScriptCall& made = m_script.calls[settings->second];
        made.isUncertain = made.isUncertain || m_flow.isUncertain();
        Json& call = made.value;
        const Json* before = call.find(field);
        const bool isOther
            = m_flow.isUncertain() && before && before->onOneLine() != value.onOneLine();
        if (auto reason = before ? std::nullopt : whyNotAdded(call, field))
            fail(*std::move(reason));
        else
            call[field] = isOther ? unknownValue(object + "." + field) : value;
    }

    /// "name *= value"
    bool calculates(const std::string& name)
    {
        for (const std::string_view sign :
             {"**", "//", "<<", ">>", "+", "-", "*", "/", "%", "|", "&", "^", "@"})
            if (m_text.substr(m_at, sign.size()) == sign
                && m_text.substr(m_at + sign.size(), 1) == "=") {
                m_at += sign.size() + 1;
                const Json right = expression(0, false);
                const auto result = calculated(sign, named(name), right);
                if (result && !m_flow.isUncertain())
                    m_flow.set(name, *result);
                else
                    m_flow.forget(name);
                return true;
            }
        return false;
    }

    /// "name["key"] = value"
    bool setsItem(const std::string& name)
    {
        if (letter() != '[')
            return false;
        const Json keys = list(']', 1);
        skipSpace(false);
        const bool isDeeper = letter() == '[' || letter() == '.';
        while (!m_problem && (letter() == '[' || letter() == '.')) {
            if (letter() == '[')
                (void)list(']', 1);
            else
                (void)dottedName();
            skipSpace(false);
        }
        if (letter() != '=' || m_text.substr(m_at, 2) == "==")
            return false;
        ++m_at;
        Json value = expression(0, false);
        Json* object = m_flow.isSkipped() ? nullptr : m_flow.objectOf(name);
        if (!object || !isLiteral(*object))
            return true;
        const std::string* key = keys.items().size() == 1 ? keys.items().front().text() : nullptr;
        if (!key || isDeeper || m_flow.isUncertain())
            m_flow.forget(name);
        else if (auto reason = object->contains(*key) ? std::nullopt : whyNotAdded(*object, *key))
            fail(*std::move(reason));
        else
            (*object)[*key] = std::move(value);
        return true;
    }

    /// A line that opens a block. Its calls are not kept.
    bool header(const std::string& word)
    {
        using enum PythonBlock;
        if (word == "if" || word == "elif") {
            const auto holds = condition();
            m_flow.openBranch(word == "if" ? PythonBranch::If : PythonBranch::Elif, holds);
        } else if (word == "case"
                   && std::string_view("=.,)").find(letter()) == std::string_view::npos) {
            m_flow.openBranch(PythonBranch::If, std::nullopt);
        } else if (word == "else") {
            m_flow.openBranch(PythonBranch::Else, true);
        } else if (word == "for" || word == "while") {
            m_flow.open(Repeated);
            if (word == "for")
                loop();
        } else if (word == "except") {
            m_flow.open(Skipped);
        } else if (word == "try" || word == "finally" || word == "with") {
            m_flow.open(Plain);
        } else if (word == "class") {
            m_flow.open(Class, dottedName());
        } else if (word == "def") {
            m_flow.open(Function);
            (void)dottedName();
            if (letter() == '(')
                parameters();
        } else {
            return false;
        }
        skipToBlock();
        if (letter() == ':')
            ++m_at;
        if (m_flow.depth() > deepestBlock)
            failAsDeep(deepestBlock);
        return true;
    }

    /// "a, b in EXPRESSION", in which each name has one value after another.
    void loop()
    {
        std::vector<std::string> names;
        while (!m_problem && !endsHere(false) && letter() != ':') {
            const std::size_t from = m_at;
            std::string name = isNameLetter(letter()) ? dottedName() : std::string();
            if (name == "in")
                break;
            if (!name.empty())
                names.push_back(std::move(name));
            if (m_at == from)
                ++m_at;
        }
        const std::size_t from = m_at;
        skipToBlock();
        std::string_view over = withoutBlanks(m_text.substr(from, m_at - from));
        constexpr std::string_view counts = "enumerate(";
        if (over.starts_with(counts) && over.ends_with(')'))
            over = over.substr(counts.size(), over.size() - counts.size() - 1);
        const std::string written = spelledOut(over);
        for (const std::string& name : names)
            m_flow.forget(name, written);
    }

    void skipToBlock()
    {
        while (!m_problem && !endsHere(false) && letter() != ':')
            skipPiece(0, false);
    }

    /// The expression with its first name as what the loop goes over that sets the name, or as the
    /// expression that it was assigned.
    std::string spelledOut(std::string_view code) const
    {
        const std::size_t end = std::min(code.find_first_of(".["), code.size());
        const std::string name(code.substr(0, end));
        const auto known = m_flow.values().find(name);
        if (known == m_flow.values().end())
            return excerpt(code, mostCode);
        const auto& [value, over] = known->second;
        const Json* assigned = value ? value->find(pythonCode) : nullptr;
        const std::string first = !over.empty() ? over
            : assigned && assigned->text()      ? *assigned->text()
                                                : name;
        return excerpt(first + std::string(code.substr(end)), mostCode);
    }

    /// The place of a name in code; texts and comments are passed over.
    static std::size_t placeInCode(std::string_view code, std::string_view name)
    {
        char quote = '\0';
        for (std::size_t at = 0; at < code.size(); ++at) {
            if (quote != '\0' && code[at] == '\\')
                ++at;
            else if (quote != '\0')
                quote = code[at] == quote ? '\0' : quote;
            else if (code[at] == '"' || code[at] == '\'')
                quote = code[at];
            else if (code[at] == '#')
                at = std::min(code.find('\n', at), code.size());
            else if (code.substr(at, name.size()) == name)
                return at;
        }
        return std::string_view::npos;
    }

    /// "PART.requires_grad = …", "PART.requires_grad_(…)", "NAME = MAKE(…).requires_grad_(…)"
    void keepTrained(std::size_t from)
    {
        constexpr std::string_view field = ".requires_grad";
        const std::string_view statement = m_text.substr(from, m_at - from);
        const std::size_t at
            = m_flow.isSkipped() ? std::string_view::npos : placeInCode(statement, field);
        if (at == std::string_view::npos)
            return;
        std::string_view part = statement.substr(0, at);
        std::string_view value = statement.substr(at + field.size());
        value = withoutBlanks(value.substr(0, value.find('#')));
        TrainedPart found;
        found.place = from;
        found.isField = !value.starts_with("_(");
        if (!found.isField) {
            const std::size_t end = value.find(')');
            const bool isAlone = end + 1 >= value.size() || value[end + 1] == '.';
            value = isAlone ? withoutBlanks(value.substr(2, end - 2)) : value;
        } else if (value.starts_with('=') && !value.starts_with("==")) {
            value = withoutBlanks(value.substr(1));
        } else {
            return;
        }
        if (m_script.trained.size() >= mostEntries)
            return fail(tooManyEntries());
        if (const std::size_t sign = part.find('='); sign < part.find('('))
            part = withoutBlanks(part.substr(0, sign));
        found.code = spelledOut(part);
        if (value.empty() || value == "True" || value == "False")
            found.trains = value != "False";
        if (m_flow.isConditional())
            found.trains.reset();
        m_script.trained.push_back(std::move(found));
    }

    /// A loop or function that ends early: its lines do not run for each value.
    void leave(const std::string& word)
    {
        if (word == "continue")
            m_flow.leave(PythonBlock::Repeated);
        else if (word == "return")
            m_flow.leave(PythonBlock::Function);
        const auto loop = word == "break" || word == "return" ? m_flow.leave(PythonBlock::Repeated)
                                                              : std::nullopt;
        if (loop)
            for (TrainedPart& part : std::views::reverse(m_script.trained)) {
                if (part.place < *loop)
                    break;
                part.trains.reset();
            }
    }

    /// The values of a function's parameters are those of its calls, which are not followed.
    void parameters()
    {
        ++m_at;
        while (!m_problem && !closes(')')) {
            const std::size_t from = m_at;
            while (letter() == '*' || letter() == '/')
                ++m_at;
            if (const std::string name = dottedName(); !name.empty())
                m_flow.forget(name, unknownCode(name));
            while (!m_problem && !isAtEnd() && letter() != ',' && letter() != ')')
                skipPiece(1, true);
            comma(')', from);
        }
    }

    /// Whether a condition holds; null where the script does not say it. What asks for a card finds
    /// a card of today.
    std::optional<bool> condition()
    {
        const std::size_t from = m_at;
        bool negated = false;
        for (; m_text.substr(m_at, 4) == "not "; skipSpace(false)) {
            negated = !negated;
            m_at += 4;
        }
        const std::optional<bool> holds = comparison();
        skipSpace(false);
        const bool isWhole = letter() == ':' && m_text.substr(m_at, 2) != ":=";
        skipToBlock();
        if (isWhole && holds)
            return *holds != negated;
        std::string text(m_text.substr(from, m_at - from));
        std::erase(text, ' ');
        const bool asksForCapability = text.starts_with("torch.cuda.get_device_capability(")
            && text.ends_with(")[0]>=8") && std::ranges::count(text, '>') == 1;
        return asksForCapability ? std::optional(true) : std::nullopt;
    }

    std::optional<bool> comparison()
    {
        const Json left = operand(0, false);
        skipSpace(false);
        const std::string_view sign = m_text.substr(m_at, 2);
        if (sign == "==" || sign == "!=") {
            m_at += 2;
            const Json right = operand(0, false);
            if (!isLiteral(left) || !isLiteral(right))
                return std::nullopt;
            return (left.onOneLine() == right.onOneLine()) == (sign == "==");
        }
        constexpr std::array ofCard{"cuda.is_available", "is_bf16_supported",
                                    "is_bfloat16_supported"};
        const Json* asked = left.find(pythonFunction);
        if (asked && std::ranges::any_of(ofCard, [asked](const char* name) {
                return asked->text()->ends_with(name);
            }))
            return true;
        if (!isLiteral(left))
            return std::nullopt;
        if (left.text())
            return !left.text()->empty();
        if (left.flag() || left.number())
            return left.flag() ? *left.flag() : *left.number() != 0;
        return !left.isNull() && left.items().size() + left.members().size() > 0;
    }

    PythonScript m_script;
    std::map<std::string, std::size_t> m_settings; ///< the last call of settings by its name
};

} // namespace

Result<PythonScript> readPython(std::string_view text)
{
    if (auto problem = unreadableScript(text))
        return *std::move(problem);
    return PythonReader(text).read();
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

} // namespace highwater
