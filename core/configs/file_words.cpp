// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/file_words.h"

#include "core/configs/python_reader.h"
#include "core/configs/setting_fields.h"
#include "core/configs/slurm_options.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace highwater {

bool states(const ImportFile& file, std::string_view key)
{
    if (file.json)
        return file.json->contains(key);
    const std::string start(std::string(key) + ":");
    return file.text.starts_with(start) || file.text.starts_with("\xEF\xBB\xBF" + start)
        || file.text.find("\n" + start) != std::string_view::npos;
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

std::optional<std::string> textNextTo(const std::string& name, std::string_view path)
{
    namespace fs = std::filesystem;
    constexpr int mostFolders = 5;
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

namespace {

/// Whether Slurm starts the processes itself, each of them a Python program: "srun python …".
bool startsTasks(std::span<const std::string> words)
{
    const auto has = [words](auto&& is) { return std::ranges::any_of(words, is); };
    return has([](const std::string& word) { return word == "srun"; })
        && has([](const std::string& word) {
               return word.ends_with("python") || word.ends_with("python3");
           })
        && !has([](const std::string& word) {
               return word.starts_with("torch.distributed") || word.starts_with("accelerate")
                   || word.ends_with("torchrun") || word.ends_with("deepspeed");
           });
}

/// The tasks that srun is asked for, else those of the script.
std::optional<std::int64_t> slurmTasks(const ShellScript& script,
                                       std::span<const std::string> words)
{
    SlurmOptions own;
    own.read(joined(words, " "));
    const auto asked = own.variables();
    if (const auto tasks = asked.find("SLURM_NTASKS"); tasks != asked.end())
        return tasks->second;
    const auto tasks = script.variables.find("SLURM_NTASKS");
    return tasks == script.variables.end() ? std::nullopt : wholeIn(tasks->second);
}

} // namespace

StatedGpus gpusIn(const ShellScript& script, std::span<const std::string> words)
{
    constexpr std::int64_t most = 65536;
    const auto within = [](std::optional<std::int64_t> number) {
        return number && *number >= 1 && *number <= most ? number : std::nullopt;
    };
    const auto variable = [&](const char* name) {
        const auto found = script.variables.find(name);
        return found == script.variables.end() ? std::nullopt : within(wholeIn(found->second));
    };
    const Json launcher = argumentsIn(words);
    const auto word = [&](const char* name) {
        const Json* value = launcher.find(name);
        // The script follows the launcher's last option.
        if (value && !value->items().empty())
            value = &value->items().front();
        return value && value->whole() ? within(*value->whole()) : std::nullopt;
    };
    StatedGpus stated;
    const auto devices = script.variables.find("CUDA_VISIBLE_DEVICES");
    if (devices != script.variables.end()
        && devices->second.find_first_of("0123456789") != std::string::npos)
        stated.visible = std::ranges::count(devices->second, ',') + 1;
    std::optional<std::int64_t> nodes = variable("NNODES"), each = variable("NPROC_PER_NODE");
    for (const char* name : {"nnodes", "num_machines", "num_nodes"}) // the last one: deepspeed
        nodes = nodes ? nodes : word(name);
    for (const char* name : {"nproc_per_node", "num_gpus"})
        each = each ? each : word(name);
    if (each)
        stated.processes = bounded::times(*each, nodes.value_or(1));
    else
        stated.processes = word("num_processes");
    if (!stated.processes && startsTasks(words))
        stated.processes = within(slurmTasks(script, words));
    if (stated.visible)
        stated.visible = bounded::times(*stated.visible, nodes.value_or(1));
    return stated;
}

void noteUnfollowed(const ShellScript& script, SettingLog& log)
{
    for (const std::string& name : script.unknown)
        log.note("$" + name,
                 {name.starts_with('{') ? HW_TR("core", "is a value that is not worked out")
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

StatedGpus gpusOfHead(std::string_view text)
{
    constexpr std::string_view written = "# Written by Highwater. Start", margin = "#   ";
    const std::size_t head = text.substr(0, 4096).find(written);
    std::size_t line = head == std::string_view::npos ? head : text.find('\n', head);
    if (line == std::string_view::npos || !text.substr(line + 1).starts_with(margin))
        return {};
    line += 1 + margin.size();
    const auto script = readShell(text.substr(line, text.find('\n', line) - line));
    if (!script || script->commands.empty())
        return {};
    StatedGpus stated = gpusIn(*script, script->commands.front());
    if (!stated.processes && script->commands.front().front() == "python")
        stated.processes = 1;
    return stated;
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

} // namespace highwater
