// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/command_line_text.h"

#include "core/catalog/catalog.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace highwater {
namespace {

std::string catalogId(KeyPath key, const std::string& text)
{
    if (key == "model.id")
        if (const Model* model = builtinCatalog().modelTyped(text))
            return model->id;
    if (key == "cluster.device")
        if (const Device* device = builtinCatalog().deviceTyped(text))
            return device->id;
    return text;
}

/// The words of a POSIX shell's line, up to a pipe or a second command. Of the commands within
/// words, it reads only printf with octal escapes, which commandLineOf() writes for control
/// characters.
class ShellWords
{
public:
    explicit ShellWords(std::string_view text)
        : m_rest(text)
    { }

    /// The next word; null at the end, or where the line is not understood.
    std::optional<std::string> next()
    {
        while (!m_rest.empty() && skipBlank()) { }
        if (m_rest.empty() || ends(m_rest.front()))
            return std::nullopt;
        std::string word;
        while (!m_rest.empty() && !isBlank(m_rest.front()) && !ends(m_rest.front()))
            if (!take(word)) {
                m_broken = true;
                return std::nullopt;
            }
        return word;
    }
    bool isBroken() const { return m_broken; }

private:
    static bool isBlank(char letter)
    {
        return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
    }
    static bool ends(char letter)
    {
        return std::string_view("|;&<>").find(letter) != std::string_view::npos;
    }
    bool skipBlank()
    {
        const bool continued = m_rest.starts_with("\\\n") || m_rest.starts_with("\\\r\n");
        if (continued)
            m_rest.remove_prefix(m_rest.find('\n') + 1);
        else if (isBlank(m_rest.front()))
            m_rest.remove_prefix(1);
        else
            return false;
        return true;
    }
    bool take(std::string& word)
    {
        const char letter = m_rest.front();
        m_rest.remove_prefix(1);
        switch (letter) {
        case '\'':
            return takeUntilQuote(word);
        case '"':
            return takeDoubleQuoted(word);
        case '\\':
            if (m_rest.empty())
                return false;
            if (m_rest.front() != '\n') // an escaped line end continues the line
                word += m_rest.front();
            m_rest.remove_prefix(1);
            return true;
        case '$':
        case '`':
            return false;
        default:
            word += letter;
            return true;
        }
    }
    bool takeUntilQuote(std::string& word)
    {
        const std::size_t end = m_rest.find('\'');
        if (end == std::string_view::npos)
            return false;
        word += m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        return true;
    }
    bool takeDoubleQuoted(std::string& word)
    {
        while (!m_rest.empty()) {
            const char letter = m_rest.front();
            if (letter == '$') {
                if (!takePrintf(word))
                    return false;
                continue;
            }
            m_rest.remove_prefix(1);
            if (letter == '"')
                return true;
            if (letter == '`')
                return false;
            const bool escapes = letter == '\\' && !m_rest.empty()
                && std::string_view("\"\\$`").find(m_rest.front()) != std::string_view::npos;
            word += escapes ? m_rest.front() : letter;
            if (escapes)
                m_rest.remove_prefix(1);
        }
        return false;
    }
    bool takePrintf(std::string& word)
    {
        constexpr std::string_view start = "$(printf '";
        constexpr std::string_view end = "')";
        if (!m_rest.starts_with(start))
            return false;
        m_rest.remove_prefix(start.size());
        const auto digit = [this](std::size_t at) {
            return m_rest[at] >= '0' && m_rest[at] <= '7' ? m_rest[at] - '0' : -1;
        };
        while (m_rest.size() >= 4 && m_rest.front() == '\\') {
            const int high = digit(1), middle = digit(2), low = digit(3);
            if (high < 0 || high > 3 || middle < 0 || low < 0)
                return false;
            word += static_cast<char>(high * 64 + middle * 8 + low);
            m_rest.remove_prefix(4);
        }
        if (!m_rest.starts_with(end))
            return false;
        m_rest.remove_prefix(end.size());
        return true;
    }

    std::string_view m_rest;
    bool m_broken = false;
};

/// The text from the program's name on, after a prompt.
std::string_view withoutPrompt(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\r\n$");
    return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

bool isProgram(std::string_view word)
{
    const std::size_t slash = word.rfind('/');
    return (slash == std::string_view::npos ? word : word.substr(slash + 1)) == "highwater";
}

/// Whether the next word is the value of the option, which is not --set.
bool takesValue(std::string_view option)
{
    constexpr std::array options{"--axis",   "--from", "--to",     "--points", "--for",
                                 "--figure", "-o",     "--output", "--size",   "--theme",
                                 "--lang",   "--unit", "--title",  "--stage",  "--speeds",
                                 "--speed",  "--sort", "--top",    "--keep",   "--free"};
    return std::ranges::find(options, option) != options.end();
}

bool isCommandName(std::string_view word)
{
    constexpr std::array names{"estimate", "sweep", "solve",    "advise",  "search",
                               "cards",    "chart", "validate", "catalog", "export"};
    return std::ranges::find(names, word) != names.end();
}

Problem notUnderstood(Text why, std::string found = {})
{
    return {std::string(), std::move(found), std::move(why)};
}

} // namespace

Problems applySetting(Plan& plan, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return {{std::string("--set"), typed(setting), {HW_TR("core", "must be KEY=VALUE")}}};
    const std::string path = setting.substr(0, equals);
    const std::string text = setting.substr(equals + 1);
    const bool json = text.starts_with('{') || text.starts_with('[');
    const auto key = findKeyPath(path);
    if (json && (KeyGroup::isOne(path) || (key && keyOf(*key).kind == Kind::Choices))) {
        Problems problems = readInto(plan, path, text);
        for (Problem& problem : problems) {
            problem.place.clear();
            if (problem.field.empty())
                problem.field = path;
        }
        return problems;
    }
    if (!key)
        return assignTyped(plan, path, text);
    const auto value = parsed(keyOf(*key), catalogId(*key, text));
    if (!value)
        return value.problems();
    return assign(plan, *key, *value);
}

bool isCommandLine(std::string_view text)
{
    const std::string_view line = withoutPrompt(text);
    const std::size_t end = std::min(line.find_first_of(" \t\r\n"), line.size());
    return end < line.size() && isProgram(line.substr(0, end));
}

Result<Plan> readCommandLine(std::string_view text)
{
    ShellWords words(withoutPrompt(text));
    Plan plan;
    std::vector<std::string> settings; // they are applied after the plan, wherever they are in the
                                       // line
    bool commandMayFollow = true;
    words.next(); // the program
    for (auto word = words.next(); word; word = words.next()) {
        constexpr std::string_view setting = "--set=";
        if (*word == "--set") {
            const auto value = words.next();
            if (!value)
                break;
            settings.push_back(*value);
        } else if (word->starts_with(setting)) {
            settings.push_back(word->substr(setting.size()));
        } else if (word->starts_with('-')) {
            if (takesValue(*word))
                words.next();
        } else if (findShareCode(*word)) {
            auto coded = readShareCode(*word);
            if (!coded)
                return coded.problems();
            plan = *std::move(coded);
        } else if (!commandMayFollow || !isCommandName(*word)) {
            return notUnderstood({HW_TR("core", "names a file; open it instead")}, excerpt(*word));
        }
        commandMayFollow = false;
    }
    for (const std::string& each : settings)
        if (Problems problems = applySetting(plan, each); !problems.empty())
            return problems;
    if (words.isBroken())
        return notUnderstood({HW_TR("core",
                                    "the command line ends inside a quoted text, or has a "
                                    "substitution that is not read")});
    return plan;
}

} // namespace highwater
