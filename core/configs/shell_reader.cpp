// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/shell_reader.h"

#include "core/configs/yaml_reader.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

namespace highwater {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view blanks = " \t\r";

bool isVariableLetter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Sums and products of whole numbers, the content of "$(( … ))".
class Arithmetic
{
public:
    explicit Arithmetic(std::string_view text)
        : m_rest(text)
    { }

    std::optional<std::int64_t> value()
    {
        const std::int64_t sum = this->sum(0);
        skip();
        return m_wrong || !m_rest.empty() ? std::nullopt : std::optional(sum);
    }

private:
    void skip()
    {
        while (!m_rest.empty() && blanks.find(m_rest.front()) != std::string_view::npos)
            m_rest.remove_prefix(1);
    }
    bool takes(char sign)
    {
        skip();
        if (!m_rest.starts_with(sign))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    std::int64_t sum(int depth)
    {
        std::int64_t left = product(depth);
        for (;;) {
            const bool plus = takes('+');
            if (!plus && !takes('-'))
                return left;
            const std::int64_t right = product(depth);
            m_wrong |= plus ? __builtin_add_overflow(left, right, &left)
                            : __builtin_sub_overflow(left, right, &left);
        }
    }
    std::int64_t product(int depth)
    {
        std::int64_t left = atom(depth);
        for (;;) {
            const bool times = takes('*');
            if (!times && !takes('/'))
                return left;
            const std::int64_t right = atom(depth);
            if (times)
                m_wrong |= __builtin_mul_overflow(left, right, &left);
            else if (right > 0)
                left /= right;
            else
                m_wrong = true;
        }
    }
    std::int64_t atom(int depth)
    {
        constexpr int deepest = 32;
        if (depth < deepest && takes('(')) {
            const std::int64_t inner = sum(depth + 1);
            m_wrong |= !takes(')');
            return inner;
        }
        skip();
        std::int64_t number = 0;
        const auto [end, error]
            = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        m_wrong |= error != std::errc();
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return number;
    }

    std::string_view m_rest;
    bool m_wrong = false;
};

class ShellReader
{
public:
    explicit ShellReader(std::string_view text)
        : m_text(text)
    { }

    Result<ShellScript> read()
    {
        while (!m_problem && !isAtEnd())
            command();
        if (m_problem)
            return *m_problem;
        for (const auto& [name, words] : m_variables)
            m_script.variables.emplace(name, joined(words, " "));
        return std::move(m_script);
    }

private:
    bool isAtEnd() const { return m_at >= m_text.size(); }
    char letter() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool startsWith(std::string_view start) const
    {
        return m_text.substr(m_at, start.size()) == start;
    }

    void fail(Text message)
    {
        if (!m_problem)
            m_problem = scriptProblem(m_text, m_at, std::move(message));
    }

    bool endsCommand() const
    {
        return isAtEnd() || std::string_view("\n;|&").find(letter()) != std::string_view::npos;
    }

    void skipBlanks()
    {
        while (!isAtEnd()) {
            if (startsWith("\\\n"))
                m_at += 2;
            else if (startsWith("\\\r\n"))
                m_at += 3;
            else if (blanks.find(letter()) != std::string_view::npos)
                ++m_at;
            else if (letter() == '#')
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else
                return;
        }
    }

    void command()
    {
        Words words;
        for (skipBlanks(); !endsCommand() && !m_problem; skipBlanks()) {
            if (letter() == '<' || letter() == '>')
                skipRedirection();
            else if (!words.empty() || !assignment())
                word(words);
        }
        if (!isAtEnd())
            ++m_at; // the letter that ended the command
        if (words.empty())
            return;
        if (words.front() == "if" || words.front() == "case" || words.front() == "elif")
            m_script.hasConditions = true;
        m_script.commands.push_back(std::move(words));
    }

    /// "> log.txt", "2>&1" and "< file" are no words of the command.
    void skipRedirection()
    {
        while (letter() == '<' || letter() == '>')
            ++m_at;
        if (letter() == '&')
            ++m_at;
        skipBlanks();
        Words file;
        if (!endsCommand())
            word(file);
    }

    /// NAME=value, NAME+=value or NAME=( list ), also after export and its like.
    bool assignment()
    {
        const std::size_t from = m_at;
        for (const std::string_view prefix : {"export ", "local ", "declare ", "readonly "})
            if (startsWith(prefix))
                m_at += prefix.size();
        skipBlanks();
        const std::size_t start = m_at;
        while (!isAtEnd() && isVariableLetter(letter()))
            ++m_at;
        const std::string name(m_text.substr(start, m_at - start));
        const bool adds = startsWith("+=");
        if (name.empty() || (!adds && letter() != '=')
            || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
            m_at = from;
            return false;
        }
        m_at += adds ? 2 : 1;
        Words value;
        const bool isList = letter() == '(';
        if (isList)
            list(value);
        else
            value.push_back(plainWord());
        keep(name, std::move(value), adds, isList);
        return true;
    }

    void keep(const std::string& name, Words value, bool adds, bool isList)
    {
        Words& kept = m_variables[name];
        if (!adds)
            kept = std::move(value);
        else if (isList || kept.empty())
            kept.insert(kept.end(), value.begin(), value.end());
        else
            kept.front() += value.empty() ? std::string() : value.front();
        for (const std::string& each : kept)
            limit(each.size());
        limit(kept.size());
    }

    /// Without this limit, variables with other variables in them could grow without bound.
    void limit(std::size_t size)
    {
        m_expanded += size;
        if (size > mostScriptBytes || m_expanded > 64 * mostScriptBytes)
            fail({HW_TR("core", "its variables grow beyond measure")});
    }

    void list(Words& words)
    {
        ++m_at;
        for (;;) {
            skipBlanks();
            if (isAtEnd()) {
                fail({HW_TR("core", "a bracket has no end")});
                return;
            }
            if (m_problem)
                return;
            if (letter() == ')') {
                ++m_at;
                return;
            }
            if (letter() == '\n' || letter() == ';' || letter() == '|' || letter() == '&'
                || letter() == '(') {
                ++m_at;
                continue;
            }
            m_inList = true;
            word(words);
            m_inList = false;
        }
    }

    bool endsWord() const
    {
        return endsCommand() || blanks.find(letter()) != std::string_view::npos || letter() == '<'
            || letter() == '>' || startsWith("\\\n") || startsWith("\\\r\n")
            || (m_inList && letter() == ')');
    }

    /// One word of the text, which may become several words or none when variables are replaced.
    void word(Words& words)
    {
        std::string text;
        bool isWord = false;
        const std::size_t from = m_at;
        while (!m_problem && !endsWord()) {
            const char next = letter();
            if (next == '\'' || next == '"') {
                isWord = true;
                quotedPart(text, words);
            } else if (next == '$') {
                const Words value = variable();
                splice(value, text, words, isWord);
            } else {
                if (next == '\\' && m_at + 1 < m_text.size())
                    ++m_at;
                text += letter();
                isWord = true;
                ++m_at;
            }
        }
        const bool isStream = (letter() == '<' || letter() == '>') && !text.empty()
            && std::ranges::all_of(text, [](char each) {
                                  return std::isdigit(static_cast<unsigned char>(each)) != 0;
                              });
        if (isWord && !isStream) // 2>&1
            words.push_back(text);
        if (m_at == from && !isAtEnd())
            ++m_at; // < and >, in a list
        limit(text.size());
    }

    /// Puts the value of an unquoted variable in, where blanks separate words.
    void splice(const Words& value, std::string& text, Words& words, bool& isWord)
    {
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::string_view rest = value[i];
            if (i > 0)
                flush(text, words, isWord);
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
                text += rest.substr(0, end);
                isWord = isWord || end > 0;
                if (end < rest.size())
                    flush(text, words, isWord);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }

    void flush(std::string& text, Words& words, bool& isWord)
    {
        if (isWord)
            words.push_back(text);
        limit(words.size());
        text.clear();
        isWord = false;
    }

    /// The word of an assignment: blanks in variables stay.
    std::string plainWord()
    {
        std::string text;
        Words parts;
        while (!m_problem && !endsWord()) {
            const char next = letter();
            if (next == '\'' || next == '"') {
                quotedPart(text, parts);
            } else if (next == '$') {
                text += joined(variable(), " ");
                limit(text.size());
            } else {
                if (next == '\\' && m_at + 1 < m_text.size())
                    ++m_at;
                text += letter();
                ++m_at;
            }
        }
        return text;
    }

    /// A part in quotes. A list in double quotes gives each of its words: "${ARGS[@]}".
    void quotedPart(std::string& text, Words& words)
    {
        const char quote = letter();
        ++m_at;
        while (!isAtEnd() && letter() != quote && !m_problem) {
            if (quote == '"' && letter() == '$') {
                const Words value = variable();
                for (std::size_t i = 0; i + 1 < value.size(); ++i) {
                    words.push_back(text + value[i]);
                    text.clear();
                }
                text += value.empty() ? std::string() : value.back();
                limit(text.size() + value.size());
                continue;
            }
            if (quote == '"' && startsWith("\\\n")) {
                m_at += 2;
                continue;
            }
            if (quote == '"' && letter() == '\\' && m_at + 1 < m_text.size()
                && std::string_view("\"\\$`").find(m_text[m_at + 1]) != std::string_view::npos)
                ++m_at;
            text += letter();
            ++m_at;
        }
        if (isAtEnd())
            fail({HW_TR("core", "a quoted text has no end")});
        else
            ++m_at;
    }

    Words variable()
    {
        ++m_at; // $
        if (startsWith("(("))
            return arithmetic();
        if (letter() == '(')
            return printed();
        if (letter() == '{')
            return inBraces();
        const std::size_t from = m_at;
        while (!isAtEnd() && isVariableLetter(letter()))
            ++m_at;
        if (m_at == from && !isAtEnd()
            && std::string_view("@*#?!$-").find(letter()) != std::string_view::npos)
            ++m_at;
        return valueOf(std::string(m_text.substr(from, m_at - from)), std::nullopt);
    }

    Words valueOf(const std::string& name, const std::optional<std::string>& otherwise)
    {
        const auto found = m_variables.find(name);
        if (found != m_variables.end() && !(otherwise && joined(found->second, "").empty()))
            return found->second;
        if (otherwise)
            return {*otherwise};
        if (!name.empty() && std::ranges::find(m_script.unknown, name) == m_script.unknown.end()
            && m_script.unknown.size() < 100)
            m_script.unknown.push_back(excerpt(name));
        return {};
    }

    /// ${NAME}, ${NAME:-otherwise}, ${NAME[@]}
    Words inBraces()
    {
        const std::size_t from = m_at + 1;
        skipBrackets('{', '}');
        if (m_problem)
            return {};
        std::string_view inner = m_text.substr(from, m_at - from - 1);
        std::size_t end = 0;
        while (end < inner.size() && isVariableLetter(inner[end]))
            ++end;
        const std::string name(inner.substr(0, end));
        inner.remove_prefix(end);
        if (inner.starts_with("[@]") || inner.starts_with("[*]"))
            inner.remove_prefix(3);
        for (const std::string_view sign : {":-", ":=", "-", "="})
            if (inner.starts_with(sign))
                return valueOf(name, expanded(inner.substr(sign.size())));
        return valueOf(name, std::nullopt);
    }

    /// A text inside ${…:-…} or $((…)) with its variables put in.
    std::string expanded(std::string_view text)
    {
        if (m_depth >= 16) {
            fail({HW_TR("core", "nested more than %1 levels deep"), {"16"}});
            return {};
        }
        ++m_depth;
        const std::string_view outer = std::exchange(m_text, text);
        const std::size_t at = std::exchange(m_at, 0);
        std::string result;
        while (!isAtEnd() && !m_problem) {
            if (letter() == '$') {
                result += joined(variable(), " ");
                limit(result.size());
            } else {
                if (letter() != '"' && letter() != '\'')
                    result += letter();
                ++m_at;
            }
        }
        m_text = outer;
        m_at = at;
        --m_depth;
        return result;
    }

    /// $(expr 16 / $RANKS); what other commands print is not known.
    Words printed()
    {
        constexpr std::string_view known = "expr ";
        const std::size_t from = m_at + 1;
        skipBrackets('(', ')');
        if (m_problem || m_text.substr(from, known.size()) != known)
            return {};
        std::string text
            = expanded(m_text.substr(from + known.size(), m_at - from - known.size() - 1));
        std::erase(text, '\\');
        const auto value = Arithmetic(text).value();
        return value ? Words{std::to_string(*value)} : Words{};
    }

    Words arithmetic()
    {
        const std::size_t from = m_at + 2;
        skipBrackets('(', ')');
        if (m_problem || m_at < from + 2)
            return {};
        std::string_view inner = m_text.substr(from, m_at - from - 2);
        std::string text = expanded(inner);
        text = withNames(text);
        const auto value = Arithmetic(text).value();
        return value ? Words{std::to_string(*value)} : Words{};
    }

    /// Names inside $((…)) need no dollar sign.
    std::string withNames(const std::string& text)
    {
        std::string result;
        for (std::size_t i = 0; i < text.size();) {
            if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 && text[i] != '_') {
                result += text[i++];
                continue;
            }
            const std::size_t from = i;
            while (i < text.size() && isVariableLetter(text[i]))
                ++i;
            result += joined(valueOf(text.substr(from, i - from), std::nullopt), " ");
            limit(result.size());
        }
        return result;
    }

    void skipBrackets(char open, char close)
    {
        std::size_t depth = 0;
        for (; !isAtEnd(); ++m_at) {
            if (letter() == open)
                ++depth;
            else if (letter() == close && --depth == 0) {
                ++m_at;
                return;
            }
        }
        fail({HW_TR("core", "a bracket has no end")});
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_expanded = 0; ///< bytes of values, including values within others
    int m_depth = 0;
    bool m_inList = false;
    std::map<std::string, Words> m_variables;
    ShellScript m_script;
    std::optional<Problem> m_problem;
};

} // namespace

Result<ShellScript> readShell(std::string_view text)
{
    if (auto problem = unreadableScript(text))
        return *std::move(problem);
    return ShellReader(text).read();
}

} // namespace highwater
