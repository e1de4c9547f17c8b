// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/config_difference.h"

#include "core/configs/export.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace highwater {
namespace {

/// How a file writes a setting.
enum class Notation { Json, Yaml, Python, Shell };

/// The program whose files are of this kind; null where no writer knows it.
std::optional<ConfigTarget> targetOf(ImportKind kind)
{
    switch (kind) {
    case ImportKind::DeepSpeed:
        return ConfigTarget::DeepSpeed;
    case ImportKind::Accelerate:
        return ConfigTarget::Accelerate;
    case ImportKind::TrainingArguments:
        return ConfigTarget::Trl;
    case ImportKind::Megatron:
        return ConfigTarget::Megatron;
    case ImportKind::Nanotron:
        return ConfigTarget::Nanotron;
    case ImportKind::Torchtitan:
        return ConfigTarget::Torchtitan;
    case ImportKind::LlamaFactory:
        return ConfigTarget::LlamaFactory;
    case ImportKind::Axolotl:
        return ConfigTarget::Axolotl;
    case ImportKind::MsSwift:
        return ConfigTarget::MsSwift;
    case ImportKind::Unsloth:
        return ConfigTarget::Unsloth;
    case ImportKind::ModelConfig:
    case ImportKind::Peft:
    case ImportKind::LitGpt:
    case ImportKind::Weights:
        break;
    }
    return std::nullopt;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool isOfName(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9') || letter == '_';
}

/// A setting at a place of a line: its name, and the range of its value.
struct SettingAt
{
    std::string_view name;
    std::size_t value = 0, end = 0;
};

/// The end of a value that begins at `at`: of a quoted text or brackets as a whole, else before a
/// comma, a blank, a bracket or a comment.
std::size_t endOfValue(std::string_view line, std::size_t at, Notation notation)
{
    if (at >= line.size())
        return at;
    const char first = line[at];
    if (first == '"' || first == '\'') {
        const std::size_t end = line.find(first, at + 1);
        return end == std::string_view::npos ? line.size() : end + 1;
    }
    if (first == '[' || first == '{' || (first == '(' && notation == Notation::Python)) {
        // Each object within objects is passed over once more for each one around it.
        constexpr int deepest = 64;
        int depth = 0;
        for (std::size_t i = at; i < line.size() && depth <= deepest; ++i) {
            depth += line[i] == '[' || line[i] == '{' || line[i] == '(' ? 1 : 0;
            depth -= line[i] == ']' || line[i] == '}' || line[i] == ')' ? 1 : 0;
            if (depth == 0)
                return i + 1;
        }
        return line.size();
    }
    const std::string_view ends = notation == Notation::Yaml ? "#\r" : ",)}] \t#\\\r";
    std::size_t end = std::min(line.find_first_of(ends, at), line.size());
    while (end > at && (line[end - 1] == ' ' || line[end - 1] == '\t'))
        --end;
    return end;
}

/// All settings of a line: "key: value", "\"key\": value", "key=value", "--key value".
std::vector<SettingAt> settingsOf(std::string_view line, Notation notation)
{
    std::vector<SettingAt> list;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == '#')
            break;
        if (!isOfName(line[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < line.size()
               && (isOfName(line[end]) || (notation == Notation::Shell && line[end] == '-')))
            ++end;
        const std::string_view name = line.substr(at, end - at);
        const bool isFlag
            = notation == Notation::Shell && at >= 2 && line[at - 1] == '-' && line[at - 2] == '-';
        std::size_t value = end;
        const auto skipBlanks = [&] {
            while (value < line.size() && (line[value] == ' ' || line[value] == '\t'))
                ++value;
        };
        bool isSetting = false;
        if (notation == Notation::Json && value < line.size() && line[value] == '"')
            ++value;
        if (notation == Notation::Shell) {
            isSetting = isFlag;
            if (value < line.size() && line[value] == '=')
                ++value;
            skipBlanks();
            if (isFlag && line.substr(value).starts_with("--"))
                value = end;
        } else {
            skipBlanks();
            const char sign = notation == Notation::Python ? '=' : ':';
            isSetting = value < line.size() && line[value] == sign
                && (value + 1 >= line.size() || line[value + 1] != '=');
            ++value;
            skipBlanks();
        }
        if (isSetting) {
            const std::size_t last = endOfValue(line, value, notation);
            list.push_back({name, value, last});
            at = notation == Notation::Python || notation == Notation::Json
                ? std::max(end, line[std::min(value, line.size() - 1)] == '{' ? value : last)
                : std::max(end, last);
        } else {
            at = end;
        }
    }
    return list;
}

Notation notationOf(const ImportFile& file)
{
    const std::string_view text = withoutBlanks(withoutByteOrderMark(file.text));
    if (text.starts_with('{'))
        return Notation::Json;
    const bool imports = text.starts_with("from ") || text.starts_with("import ")
        || text.find("\nfrom ") != text.npos || text.find("\nimport ") != text.npos;
    if (imports)
        return Notation::Python;
    const std::size_t flag = text.find("--");
    const bool isCommand = flag != text.npos && flag + 2 < text.size() && isOfName(text[flag + 2]);
    return isCommand && text.find(": ") > flag ? Notation::Shell : Notation::Yaml;
}

Notation notationOf(ConfigTarget target)
{
    switch (target) {
    case ConfigTarget::DeepSpeed:
        return Notation::Json;
    case ConfigTarget::Accelerate:
    case ConfigTarget::Nanotron:
    case ConfigTarget::LlamaFactory:
    case ConfigTarget::Axolotl:
        return Notation::Yaml;
    case ConfigTarget::Torchtitan:
    case ConfigTarget::Trl:
    case ConfigTarget::Unsloth:
        return Notation::Python;
    case ConfigTarget::Megatron:
    case ConfigTarget::MsSwift:
        break;
    }
    return Notation::Shell;
}

/// A setting of a file, with the names of the objects around it in its path.
struct PathAt
{
    std::size_t line = 0;
    SettingAt setting;
    std::string path;
};

std::vector<PathAt> pathsOf(const std::vector<std::string_view>& lines, Notation notation)
{
    std::vector<PathAt> found;
    std::vector<std::pair<std::size_t, std::string>> around; // indents and names
    const bool nests = notation == Notation::Json || notation == Notation::Yaml;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        const std::size_t indent = line.find_first_not_of(" -\t");
        if (indent == std::string_view::npos || line[indent] == '#')
            continue;
        while (!around.empty() && around.back().first >= indent)
            around.pop_back();
        for (const SettingAt& setting : settingsOf(line, notation)) {
            std::string path;
            if (nests)
                for (const auto& [level, name] : around)
                    path += name + ".";
            path += setting.name;
            const std::string_view value = line.substr(setting.value, setting.end - setting.value);
            if (nests && (value.empty() || value == "{"))
                around.emplace_back(indent, std::string(setting.name));
            else
                found.push_back({i, setting, std::move(path)});
        }
    }
    return found;
}

/// The settings of a written file by their paths, without the comment at its top.
std::map<std::string, std::string> writtenSettings(std::string_view text, Notation notation)
{
    const std::vector<std::string_view> lines = linesOf(text);
    std::map<std::string, std::string> found;
    for (const PathAt& one : pathsOf(lines, notation))
        found.emplace(
            one.path,
            lines[one.line].substr(one.setting.value, one.setting.end - one.setting.value));
    return found;
}

/// "true" of one notation in another.
std::string inNotation(std::string value, Notation from, Notation to)
{
    if (from == Notation::Python && to != Notation::Python) {
        if (value == "True")
            return "true";
        if (value == "False")
            return "false";
        if (value == "None")
            return "null";
    }
    if (to == Notation::Python && from != Notation::Python) {
        if (value == "true")
            return "True";
        if (value == "false")
            return "False";
    }
    const bool isQuoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    if (isQuoted && to == Notation::Shell)
        return value.substr(1, value.size() - 2);
    if (to == Notation::Json && from == Notation::Shell && !value.empty()
        && value.find_first_not_of("0123456789.") != std::string::npos && value != "true"
        && value != "false")
        return std::string("\"").append(value).append("\"");
    return value;
}

std::string addedLine(const std::string& name, const std::string& value, Notation notation)
{
    std::string line;
    switch (notation) {
    case Notation::Json:
        line.append("\"").append(name).append("\": ");
        break;
    case Notation::Yaml:
        line.append(name).append(": ");
        break;
    case Notation::Python:
        line.append(name).append("=");
        break;
    case Notation::Shell:
        line.append("--").append(name).append(value.empty() ? "" : " ");
        break;
    }
    return line.append(value);
}

std::string lastName(const std::string& path)
{
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? path : path.substr(dot + 1);
}

/// Names that mean the same: words are separated by '-' or '_'.
bool isSameSetting(std::string_view left, std::string_view right)
{
    return std::ranges::equal(
        left, right, [](char a, char b) { return (a == '-' ? '_' : a) == (b == '-' ? '_' : b); });
}

class FileChanges
{
public:
    FileChanges(const ImportFile& file, Notation own, Notation written)
        : m_own(own)
        , m_written(written)
    {
        for (const std::string_view line : linesOf(file.text)) {
            m_lines.emplace_back(line);
            m_before.emplace_back(line);
        }
    }

    void set(const std::string& path, const std::string& value)
    {
        const std::string own = inNotation(value, m_written, m_own);
        const auto at = find(path);
        if (at && isClosed(m_lines[at->line], at->setting)) {
            m_lines[at->line].replace(at->setting.value, at->setting.end - at->setting.value, own);
            return;
        }
        m_added.push_back(addedLine(m_own == Notation::Yaml ? path : lastName(path), own, m_own));
    }

    /// Only a line that has nothing else goes.
    void remove(const std::string& path)
    {
        const auto at = find(path);
        if (!at)
            return;
        std::string& line = m_lines[at->line];
        const std::string rest
            = std::string(line).replace(at->setting.value, at->setting.end - at->setting.value, "");
        constexpr std::string_view signs = " \t-\":=,\\\r";
        const std::size_t first = rest.find_first_not_of(signs);
        if (first != std::string::npos
            && rest.find_first_not_of(signs, first + at->setting.name.size()) == std::string::npos)
            line.clear();
    }

    /// Whether a line that the file has now, or gets, sets a name that begins like this.
    bool changes(std::string_view start) const
    {
        for (std::size_t i = 0; i < m_lines.size(); ++i)
            if (m_lines[i] != m_before[i] && withoutBlanks(m_lines[i]).starts_with(start))
                return true;
        return std::ranges::any_of(
            m_added, [start](const std::string& line) { return line.starts_with(start); });
    }

    /// Adds an item to a list of YAML, at its end; makes the list where the file has none.
    void addItem(const std::string& name, const std::string& item)
    {
        const auto names = [&name](std::string_view line) { return line.starts_with(name + ":"); };
        const auto key = std::ranges::find_if(m_lines, names);
        if (key == m_lines.end()) {
            m_added.push_back(name + ": [" + item + "]");
            return;
        }
        if (const std::size_t end = key->rfind(']'); end != std::string::npos) {
            const bool isEmpty = withoutBlanks(key->substr(0, end)).ends_with('[');
            key->insert(end, (isEmpty ? "" : ", ") + item);
            return;
        }
        std::string indent = "  ";
        auto last = key;
        for (auto line = key + 1; line != m_lines.end(); ++line) {
            const std::size_t at = line->find_first_not_of(' ');
            if (at == std::string::npos || (*line)[at] == '#')
                continue;
            if (!line->substr(at).starts_with("- "))
                break;
            indent = line->substr(0, at);
            last = line;
        }
        *last += "\n" + indent + "- " + item;
    }

    ConfigDifference difference() &&
    {
        ConfigDifference made;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            if (m_lines[i] != m_before[i])
                made.lines.push_back({static_cast<std::int64_t>(i) + 1, m_before[i], m_lines[i]});
            made.text += m_lines[i] + "\n";
        }
        for (std::string& line : m_added)
            made.lines.push_back({0, {}, std::move(line)});
        return made;
    }

private:
    /// Whether a value in brackets ends on its line.
    static bool isClosed(const std::string& line, const SettingAt& setting)
    {
        constexpr std::string_view opens = "[{(", closes = "]})";
        if (setting.value >= setting.end
            || opens.find(line[setting.value]) == std::string_view::npos)
            return true;
        return closes.find(line[setting.end - 1]) != std::string_view::npos;
    }

    /// By the whole path; else by the name alone, where it stands once.
    std::optional<PathAt> find(const std::string& path) const
    {
        const std::vector<std::string_view> lines(m_lines.begin(), m_lines.end());
        const std::string name = lastName(path);
        std::optional<PathAt> byName;
        int named = 0;
        for (PathAt& one : pathsOf(lines, m_own)) {
            if (isSameSetting(one.path, path))
                return std::move(one);
            if (isSameSetting(one.setting.name, name)) {
                ++named;
                byName = std::move(one);
            }
        }
        return named == 1 ? byName : std::nullopt;
    }

    Notation m_own, m_written;
    std::vector<std::string> m_lines, m_before, m_added;
};

/// The value of an environment variable in a launch line; empty where it is not set.
std::string variableIn(const std::vector<std::string>& launch, std::string_view name)
{
    for (const std::string& line : launch)
        if (const std::size_t at = line.find(name); at != std::string::npos)
            return line.substr(at, std::min(line.find(' ', at), line.size()) - at);
    return {};
}

} // namespace

std::optional<ConfigTarget> writerOf(const ImportFile& file)
{
    const auto kind = importKind(file);
    return kind ? targetOf(*kind) : std::nullopt;
}

std::optional<ConfigTarget> writerOf(const Plan& plan)
{
    for (std::size_t i = 0; i < enumCount<ConfigTarget>; ++i)
        if (const auto target = static_cast<ConfigTarget>(i);
            frameworkOf(target) == plan.recipe.framework)
            return target;
    return std::nullopt;
}

std::optional<ConfigDifference> configDifference(const ImportFile& file, const Plan& before,
                                                 const Plan& after, const Catalog& catalog)
{
    const auto target = writerOf(file);
    if (!target)
        return std::nullopt;
    const auto old = writeConfig(before, catalog, *target);
    const auto changed = writeConfig(after, catalog, *target);
    if (!old || !changed)
        return std::nullopt;
    const Notation written = notationOf(*target);
    FileChanges changes(file, notationOf(file), written);
    const auto was = writtenSettings(old->text, written);
    const auto is = writtenSettings(changed->text, written);
    for (const auto& [path, value] : is)
        if (const auto known = was.find(path); known == was.end() || known->second != value)
            changes.set(path, value);
    for (const auto& [path, value] : was)
        if (!is.contains(path))
            changes.remove(path);
    // integrations/base.py: Axolotl calls the kernels that its flags name where the plugin is
    // among those of the file, and a plan may have another one's.
    if (*target == ConfigTarget::Axolotl && changes.changes("liger_")
        && changed->text.find(axolotlLigerPlugin) != std::string::npos
        && file.text.find(axolotlLigerPlugin) == std::string_view::npos)
        changes.addItem("plugins", std::string(axolotlLigerPlugin));
    ConfigDifference difference = std::move(changes).difference();
    constexpr std::string_view allocator = "PYTORCH_CUDA_ALLOC_CONF";
    const std::string variable = variableIn(changed->launch, allocator);
    if (!variable.empty() && variable != variableIn(old->launch, allocator))
        difference.environment.push_back(variable);
    difference.isWhole = changed->notes.size() <= old->notes.size()
        && !(difference.lines.empty() && difference.environment.empty());
    return difference;
}

std::vector<std::string> shownDifference(const ConfigDifference& difference)
{
    constexpr std::size_t longest = 200;
    std::vector<std::string> shown;
    for (const ChangedLine& line : difference.lines) {
        if (line.number == 0) {
            shown.push_back("+ " + excerpt(line.after, longest));
            continue;
        }
        if (line.after.starts_with(line.before + "\n")) { // an item of a list after it
            shown.push_back(
                "+ " + excerpt(withoutBlanks(line.after.substr(line.before.size())), longest));
            continue;
        }
        shown.push_back("- " + excerpt(withoutBlanks(line.before), longest));
        if (!line.after.empty())
            shown.push_back("+ " + excerpt(withoutBlanks(line.after), longest));
    }
    for (const std::string& variable : difference.environment)
        shown.push_back("+ " + variable);
    return shown;
}

} // namespace highwater
