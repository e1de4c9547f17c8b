// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/yaml_reader.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {
namespace {

constexpr std::size_t deepestYaml = 64;

struct YamlLine
{
    std::size_t indent = 0;
    std::string_view content; ///< without comment and blanks at the end
    std::size_t number = 0; ///< from 1
};

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t';
}

/// The end of a quoted text that begins at `from`, after its last quote; npos where it has none.
std::size_t endOfQuoted(std::string_view text, std::size_t from)
{
    const char quote = text[from];
    for (std::size_t i = from + 1; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (text[i] == quote) {
            if (quote == '\'' && i + 1 < text.size() && text[i + 1] == '\'')
                ++i;
            else
                return i + 1;
        }
    }
    return std::string_view::npos;
}

/// A quote opens a text only where a value can begin.
bool opensQuote(std::string_view text, std::size_t at)
{
    if (text[at] != '"' && text[at] != '\'')
        return false;
    return at == 0 || isBlank(text[at - 1])
        || std::string_view("[{,:").find(text[at - 1]) != std::string_view::npos;
}

std::string_view withoutComment(std::string_view line)
{
    std::size_t end = line.size();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (opensQuote(line, i)) {
            const std::size_t after = endOfQuoted(line, i);
            if (after == std::string_view::npos)
                break;
            i = after - 1;
        } else if (line[i] == '#' && (i == 0 || isBlank(line[i - 1]))) {
            end = i;
            break;
        }
    }
    line = line.substr(0, end);
    while (!line.empty() && (isBlank(line.back()) || line.back() == '\r'))
        line.remove_suffix(1);
    return line;
}

/// "500_000" is a number of YAML 1.1.
std::string withoutUnderscores(std::string_view word)
{
    std::string digits(word);
    if (word.find_first_not_of("0123456789_") == std::string_view::npos && !word.starts_with('_'))
        std::erase(digits, '_');
    return digits;
}

/// The value that YAML reads from a plain text.
Json plainValue(std::string_view word)
{
    const auto isOne = [word](std::initializer_list<std::string_view> words) {
        return std::ranges::find(words, word) != words.end();
    };
    if (isOne({"", "~", "null", "Null", "NULL"}))
        return nullptr;
    if (isOne({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"}))
        return true;
    if (isOne({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"}))
        return false;
    if (const auto whole = wholeIn(withoutUnderscores(word)))
        return *whole;
    const bool numeric = word.find_first_of("0123456789") != std::string_view::npos;
    if (const auto real = realIn(word); real && numeric)
        return *real;
    return word;
}

std::string unquoted(std::string_view quoted)
{
    const char quote = quoted.front();
    const std::string_view inner = quoted.substr(1, quoted.size() - 2);
    std::string text;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (quote == '\'' && inner[i] == '\'') {
            ++i; // the second of two quotes
            text += '\'';
        } else if (quote == '"' && inner[i] == '\\' && i + 1 < inner.size()) {
            const char letter = inner[++i];
            text += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
        } else {
            text += inner[i];
        }
    }
    return text;
}

/// Whether brackets or a quoted text are open in a text that comes in pieces.
class OpenPairs
{
public:
    void read(std::string_view piece)
    {
        for (const char letter : piece) {
            if (m_quote != '\0')
                readQuoted(letter);
            else
                readPlain(letter);
            m_before = letter;
        }
    }
    bool areOpen() const { return m_open > 0 || m_quote != '\0'; }

private:
    void readQuoted(char letter)
    {
        if (m_escaped)
            m_escaped = false;
        else if (m_quote == '"' && letter == '\\')
            m_escaped = true;
        else if (letter == m_quote)
            m_quote = '\0';
    }
    void readPlain(char letter)
    {
        const bool begins = m_before == '\0' || isBlank(m_before)
            || std::string_view("[{,:'").find(m_before) != std::string_view::npos;
        if ((letter == '"' || letter == '\'') && begins)
            m_quote = letter;
        else if (letter == '{' || letter == '[')
            ++m_open;
        else if (letter == '}' || letter == ']')
            --m_open;
    }

    char m_quote = '\0', m_before = '\0';
    bool m_escaped = false;
    std::int64_t m_open = 0;
};

class YamlReader
{
public:
    explicit YamlReader(std::string_view text) { split(text); }

    Result<Json> read()
    {
        Json root = Json::object();
        if (!m_problem && !m_lines.empty())
            root = block(m_lines.front().indent, 0);
        if (!m_problem && m_at < m_lines.size())
            fail({HW_TR("core", "is indented otherwise than the lines before it")});
        if (m_problem)
            return *m_problem;
        return root;
    }

private:
    void split(std::string_view text)
    {
        std::size_t number = 0;
        while (!text.empty() && !m_problem) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            addLine(line, ++number);
        }
    }

    void addLine(std::string_view line, std::size_t number)
    {
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        if (indent < line.size() && line[indent] == '\t' && !withoutBlanks(line).empty()) {
            failAt({HW_TR("core", "a tab: YAML indents by spaces")}, number, indent);
            return;
        }
        const std::string_view content = withoutComment(line.substr(indent));
        if (content.empty() || (content == "---" && m_lines.empty()))
            return;
        if (content == "..." && indent == 0) {
            m_isEnded = true;
            return;
        }
        if (content == "---" || m_isEnded) {
            failAt({HW_TR("core", "a second document: a configuration has one")}, number, 0);
            return;
        }
        m_lines.push_back({indent, content, number});
    }

    void failAt(Text message, std::size_t line, std::size_t column)
    {
        if (!m_problem)
            m_problem = Problem{{},
                                {},
                                std::move(message),
                                std::to_string(line) + ":" + std::to_string(column + 1)};
    }
    void fail(Text message)
    {
        if (m_lines.empty())
            return failAt(std::move(message), 1, 0);
        const YamlLine& line = m_lines[std::min(m_at, m_lines.size() - 1)];
        failAt(std::move(message), line.number, line.indent);
    }
    bool isTooDeep(std::size_t depth)
    {
        if (depth < deepestYaml)
            return false;
        fail({HW_TR("core", "nested more than %1 levels deep"), {std::to_string(deepestYaml)}});
        return true;
    }

    static bool isItem(std::string_view content)
    {
        return content == "-" || content.starts_with("- ");
    }

    /// The place of the colon after a key; npos where the line has none.
    static std::size_t colonOf(std::string_view content)
    {
        std::size_t i = 0;
        if (opensQuote(content, 0))
            i = endOfQuoted(content, 0);
        else if (content.front() == '{' || content.front() == '[')
            return std::string_view::npos;
        for (; i < content.size(); ++i)
            if (content[i] == ':' && (i + 1 == content.size() || isBlank(content[i + 1])))
                return i;
        return std::string_view::npos;
    }

    Json block(std::size_t indent, std::size_t depth)
    {
        if (isTooDeep(depth))
            return {};
        const std::string_view content = m_lines[m_at].content;
        if (isItem(content))
            return list(indent, depth);
        if (colonOf(content) != std::string_view::npos)
            return mapping(indent, depth);
        return inlineValue(content, depth);
    }

    Json list(std::size_t indent, std::size_t depth)
    {
        Json items = Json::array();
        while (!m_problem && m_at < m_lines.size() && m_lines[m_at].indent == indent
               && isItem(m_lines[m_at].content)) {
            YamlLine& line = m_lines[m_at];
            const std::size_t start
                = std::min(line.content.find_first_not_of(' ', 1), line.content.size());
            if (start == line.content.size()) {
                ++m_at;
                items.append(below(indent, depth, false));
                continue;
            }
            // The rest of the line is a separate block; its place in the line is its indent.
            line.content.remove_prefix(start);
            line.indent += start;
            items.append(block(line.indent, depth + 1));
        }
        return items;
    }

    Json mapping(std::size_t indent, std::size_t depth)
    {
        Json object = Json::object();
        while (!m_problem && m_at < m_lines.size() && m_lines[m_at].indent == indent
               && !isItem(m_lines[m_at].content)) {
            const std::string_view content = m_lines[m_at].content;
            const std::size_t colon = colonOf(content);
            if (colon == std::string_view::npos) {
                fail({HW_TR("core", "must be KEY: VALUE")});
                break;
            }
            const std::string key = keyText(withoutBlanks(content.substr(0, colon)));
            if (auto reason = whyNotAdded(object, key)) {
                fail(*std::move(reason));
                break;
            }
            const std::string_view value = withoutBlanks(content.substr(colon + 1));
            if (value.empty()) {
                ++m_at;
                object.add(key, below(indent, depth, true));
            } else if (value.front() == '|' || value.front() == '>') {
                ++m_at;
                object.add(key, literal(indent));
            } else {
                object.add(key, inlineValue(value, depth));
            }
        }
        return object;
    }

    static std::string keyText(std::string_view key)
    {
        const bool quoted = key.size() >= 2 && opensQuote(key, 0) && key.back() == key.front();
        return quoted ? unquoted(key) : std::string(key);
    }

    /// The block under a key or a dash; a list under a key may have the same indent as the key.
    Json below(std::size_t indent, std::size_t depth, bool underKey)
    {
        if (m_at == m_lines.size())
            return nullptr;
        const YamlLine& line = m_lines[m_at];
        const bool sameList = underKey && line.indent == indent && isItem(line.content);
        if (line.indent <= indent && !sameList)
            return nullptr;
        return block(line.indent, depth + 1);
    }

    Json literal(std::size_t indent)
    {
        std::string text;
        for (; m_at < m_lines.size() && m_lines[m_at].indent > indent; ++m_at)
            text += std::string(m_lines[m_at].content) + "\n";
        return text;
    }

    /// A value that begins on this line. One in brackets may end on a later one.
    Json inlineValue(std::string_view value, std::size_t depth)
    {
        if (std::string_view("&*!@`").find(value.front()) != std::string_view::npos) {
            fail({HW_TR("core", "anchors, aliases and tags are not read")});
            return {};
        }
        std::string text(value);
        OpenPairs pairs;
        pairs.read(text);
        const bool mayGoOn = std::string_view("{[\"'").find(text.front()) != std::string_view::npos;
        while (mayGoOn && pairs.areOpen() && m_at + 1 < m_lines.size()) {
            const std::string more = " " + std::string(m_lines[++m_at].content);
            pairs.read(more);
            text += more;
        }
        m_flow = text;
        Json read = flow(depth + 1, false);
        if (!m_problem && !withoutBlanks(m_flow).empty())
            fail({HW_TR("core", "is not read: %1"), {excerpt(withoutBlanks(m_flow))}});
        m_flow = {};
        ++m_at;
        return read;
    }

    void skipBlanks()
    {
        while (!m_flow.empty() && isBlank(m_flow.front()))
            m_flow.remove_prefix(1);
    }

    Json flow(std::size_t depth, bool inside)
    {
        if (isTooDeep(depth))
            return {};
        skipBlanks();
        if (m_flow.starts_with('{'))
            return flowMapping(depth);
        if (m_flow.starts_with('['))
            return flowList(depth);
        return scalar(inside);
    }

    Json scalar(bool inside)
    {
        if (!m_flow.empty() && (m_flow.front() == '"' || m_flow.front() == '\'')) {
            const std::size_t end = endOfQuoted(m_flow, 0);
            if (end == std::string_view::npos) {
                fail({HW_TR("core", "a quoted text has no end")});
                return {};
            }
            const std::string text = unquoted(m_flow.substr(0, end));
            m_flow.remove_prefix(end);
            return text;
        }
        const std::size_t end
            = inside ? std::min(m_flow.find_first_of(",]}"), m_flow.size()) : m_flow.size();
        const std::string_view word = withoutBlanks(m_flow.substr(0, end));
        m_flow.remove_prefix(end);
        return plainValue(word);
    }

    /// Whether the next letter is this one; then skips it.
    bool takes(char letter)
    {
        skipBlanks();
        if (!m_flow.starts_with(letter))
            return false;
        m_flow.remove_prefix(1);
        return true;
    }

    Json flowList(std::size_t depth)
    {
        Json items = Json::array();
        m_flow.remove_prefix(1);
        while (!m_problem && !takes(']')) {
            items.append(flow(depth + 1, true));
            if (!takes(',') && !m_flow.starts_with(']'))
                fail({HW_TR("core", "a list in brackets has no end")});
        }
        return items;
    }

    Json flowMapping(std::size_t depth)
    {
        Json object = Json::object();
        m_flow.remove_prefix(1);
        while (!m_problem && !takes('}')) {
            const std::size_t colon = m_flow.find(':');
            if (colon == std::string_view::npos) {
                fail({HW_TR("core", "a mapping in braces has no end")});
                break;
            }
            const std::string key = keyText(withoutBlanks(m_flow.substr(0, colon)));
            m_flow.remove_prefix(colon + 1);
            if (auto reason = whyNotAdded(object, key)) {
                fail(*std::move(reason));
                break;
            }
            object.add(key, flow(depth + 1, true));
            if (!takes(',') && !m_flow.starts_with('}'))
                fail({HW_TR("core", "a mapping in braces has no end")});
        }
        return object;
    }

    std::vector<YamlLine> m_lines;
    std::size_t m_at = 0;
    std::string_view m_flow; ///< the rest of a value
    bool m_isEnded = false; ///< by "..."
    std::optional<Problem> m_problem;
};

} // namespace

std::optional<Problem> unreadableScript(std::string_view text)
{
    if (text.size() > mostScriptBytes)
        return Problem{{},
                       {},
                       {HW_TR("core", "larger than such a file can be, %1 bytes"),
                        {grouped(static_cast<long long>(mostScriptBytes))}}};
    if (!isUtf8(text) || text.find('\0') != std::string_view::npos)
        return Problem{{}, {}, {HW_TR("core", "is no text in UTF-8")}};
    return std::nullopt;
}

Text tooManyEntries()
{
    return {HW_TR("core", "more than %1 entries in one place"), {grouped(mostEntries)}};
}

std::optional<Text> whyNotAdded(const Json& object, const std::string& key)
{
    if (object.members().size() >= mostEntries)
        return tooManyEntries();
    if (object.contains(key))
        return Text{HW_TR("core", "%1 is written twice"), {excerpt(key)}};
    return std::nullopt;
}

Problem scriptProblem(std::string_view script, std::size_t at, Text message)
{
    const std::string_view before = script.substr(0, std::min(at, script.size()));
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t end = before.rfind('\n'); // of the line before
    const std::size_t start = end == std::string_view::npos ? 0 : end + 1;
    return {{},
            {},
            std::move(message),
            std::to_string(line) + ":" + std::to_string(before.size() - start + 1)};
}

Result<Json> readYaml(std::string_view text)
{
    if (auto problem = unreadableScript(text))
        return *std::move(problem);
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return YamlReader(text).read();
}

} // namespace highwater
