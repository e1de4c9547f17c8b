// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/file_words.h"

#include "core/configs/python_reader.h"
#include "core/configs/setting_fields.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace highwater {

namespace {

/// Whether a command of the text is given a document: "cat > FILE <<END". YAML has "<<: *NAME".
bool hasDocument(std::string_view text)
{
    return anyCommandLine(text, [](std::string_view line) {
        const std::size_t at = std::min(line.find("cat "), line.find("tee "));
        const std::size_t sign = at == std::string_view::npos ? at : line.find("<<", at);
        if (sign == std::string_view::npos)
            return false;
        std::string_view end = line.substr(sign + 2);
        end.remove_prefix(std::min(end.find_first_not_of(" -'\"\\"), end.size()));
        return !end.empty() && std::isalpha(static_cast<unsigned char>(end.front())) != 0;
    });
}

} // namespace

bool isShellScript(const ImportFile& file)
{
    constexpr std::array endings{".sh", ".bash", ".slurm", ".sbatch", ".pbs"};
    const std::string_view text = file.text;
    const std::string_view line = text.substr(0, std::min<std::size_t>(text.find('\n'), 256));
    const bool isOther = file.name.ends_with(".py") || file.name.ends_with(".ipynb")
        || text.starts_with('{') || text.starts_with('[');
    return !file.json
        && (std::ranges::any_of(endings, [&](const char* end) { return file.name.ends_with(end); })
            || (line.starts_with("#!") && line.find("sh") != std::string_view::npos)
            || text.starts_with("#SBATCH ") || text.find("\n#SBATCH ") != std::string_view::npos
            || (!isOther && hasDocument(text)));
}

bool anyCommandLine(std::string_view text, const std::function<bool(std::string_view)>& is)
{
    std::string joined;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        // A comment begins at the begin of a word.
        for (std::size_t at = line.find('#'); at != std::string_view::npos;
             at = line.find('#', at + 1))
            if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t')
                line = line.substr(0, at);
        joined += line;
        if (line.ends_with('\\') && !text.empty()) {
            joined.back() = ' ';
            continue;
        }
        if (is(joined))
            return true;
        joined.clear();
    }
    return false;
}

bool hasOutsideComments(std::string_view text, std::span<const std::string_view> starts)
{
    return anyCommandLine(text, [starts](std::string_view line) {
        return std::ranges::any_of(starts, [line](std::string_view start) {
            return line.find(start) != std::string_view::npos;
        });
    });
}

bool states(const ImportFile& file, std::string_view key)
{
    if (file.json)
        return file.json->contains(key);
    const std::string start(std::string(key) + ":");
    const bool has = file.text.starts_with(start) || file.text.starts_with("\xEF\xBB\xBF" + start)
        || file.text.find("\n" + start) != std::string_view::npos;
    return has && !isShellScript(file); // which may have documents
}

bool statesAny(const ImportFile& file, std::initializer_list<std::string_view> keys)
{
    return std::ranges::any_of(keys, [&file](std::string_view key) { return states(file, key); });
}

Result<std::string> scriptIn(const ImportFile& file)
{
    if (!file.json)
        return std::string(file.text);
    if (auto cells = scriptOfNotebook(*file.json))
        return *std::move(cells);
    return Problem{{}, {}, {HW_TR("core", "is no file of a kind that can be imported")}};
}

Result<Json> settingsIn(const ImportFile& file)
{
    if (file.json)
        return objectIn(*file.json);
    return objectIn(readYaml(file.text));
}

std::optional<std::string> NamedFiles::text(const std::string& path) const
{
    namespace fs = std::filesystem;
    constexpr int mostFolders = 5;
    if (const auto own = written.find(WrittenFiles::plainName(path)); own != written.end())
        return own->second;
    const fs::path relative(path);
    if (name.empty() || relative.empty() || relative.is_absolute()
        || std::ranges::find(relative, fs::path("..")) != relative.end())
        return std::nullopt;
    std::error_code error;
    fs::path folder = fs::absolute(fs::path(name), error).parent_path();
    for (int i = 0; i < mostFolders && !error; ++i, folder = folder.parent_path()) {
        const fs::path file = folder / relative;
        if (fs::is_regular_file(file, error) && fs::file_size(file, error) <= mostScriptBytes) {
            std::ifstream stream(file, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(stream), {});
        }
        error.clear();
    }
    return std::nullopt;
}

Result<Json> settingsOf(const std::string& name, const std::string& text)
{
    auto read = objectIn(name.ends_with(".json") ? readJson(text) : readYaml(text));
    if (read)
        return read;
    Problems problems = read.problems();
    for (Problem& problem : problems) { // whose places are not those of the file that names it
        std::string field = excerpt(name);
        if (!problem.place.empty())
            field += ":" + std::exchange(problem.place, {});
        problem.field = problem.field.empty() ? field : field + " " + problem.field;
    }
    return problems;
}

Result<Json> NamedFiles::settings(const std::string& path, const std::string& field) const
{
    const auto read = text(path);
    if (!read)
        return Problem{
            FieldName(field), excerpt(path), {HW_TR("core", "is another file: import it as well")}};
    return settingsOf(path, *read);
}

Json valueOf(const std::string& word)
{
    if (word == "true" || word == "True")
        return true;
    if (word == "false" || word == "False")
        return false;
    if (const auto whole = wholeIn(word))
        return *whole;
    if (const auto real = realIn(word);
        real && word.find_first_of("0123456789") != std::string::npos)
        return *real;
    if (word.starts_with('{'))
        if (auto object = readJson(word))
            return *std::move(object);
    return word;
}

void noteUnfollowed(const ShellScript& script, SettingLog& log)
{
    for (const std::string& name : script.unknown)
        log.note("$" + name,
                 {name.starts_with('{') || name.starts_with('(')
                      ? HW_TR("core", "is a value that is not worked out")
                      : HW_TR("core", "is not set in this file")});
    if (script.hasConditions)
        noteConditions(log);
}

void noteConditions(SettingLog& log)
{
    log.note("if", {HW_TR("core", "conditions count as true")});
}

void noteLaterTrainings(std::size_t count, SettingLog& log)
{
    if (count > 0)
        log.note("script",
                 {HW_TR("core", "has %1 more {training|trainings}: only the first is read"),
                  {std::to_string(count)}});
}

Json argumentsIn(std::span<const std::string> words)
{
    constexpr std::size_t most = 4096; // no program has so many
    Json arguments = Json::object();
    for (std::size_t i = 0; i < words.size() && arguments.members().size() < most; ++i) {
        if (!words[i].starts_with("--") || words[i].size() == 2)
            continue;
        const std::size_t equals = words[i].find('=');
        std::string key = words[i].substr(2, equals == std::string::npos ? equals : equals - 2);
        std::ranges::replace(key, '-', '_');
        std::vector<Json> values;
        if (equals != std::string::npos)
            values.push_back(valueOf(words[i].substr(equals + 1)));
        while (i + 1 < words.size() && !words[i + 1].starts_with("--"))
            values.push_back(valueOf(words[++i]));
        Json value = values.empty() ? Json(true)
            : values.size() == 1    ? std::move(values.front())
                                    : Json::array(std::move(values));
        arguments[key] = std::move(value);
    }
    return arguments;
}

Json launchArgumentsIn(std::span<const std::string> words)
{
    const Json arguments = argumentsIn(words);
    Json first = Json::object();
    for (const Json::Member& member : arguments.members())
        first[member.key]
            = member.value.items().empty() ? member.value : member.value.items().front();
    return first;
}

Json withNegations(const Json& arguments)
{
    constexpr std::string_view no = "no_";
    Json plain = Json::object();
    for (const Json::Member& member : arguments.members()) {
        const bool negates = member.key.starts_with(no) && member.value.flag()
            && *member.value.flag() && !arguments.contains(member.key.substr(no.size()));
        if (negates)
            plain[member.key.substr(no.size())] = false;
        else
            plain[member.key] = member.value;
    }
    return plain;
}

} // namespace highwater
