// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"
#include "core/configs/shell_reader.h"
#include "core/json/json.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace highwater {

class SettingLog;

/// Whether a file of settings, JSON or YAML, has the key at its top.
bool states(const ImportFile& file, std::string_view key);
bool statesAny(const ImportFile& file, std::initializer_list<std::string_view> keys);

/// The Python of a script or of a notebook's cells; a problem where a JSON file is no notebook.
Result<std::string> scriptIn(const ImportFile& file);

/// The settings of a JSON or YAML file.
Result<Json> settingsIn(const ImportFile& file);

/// The text of a file that the file `name` names by a relative path: in its folder or in one of
/// those above it, as programs are started from there. Null where there is none.
std::optional<std::string> textNextTo(const std::string& name, std::string_view path);

/// The arguments of a command as an object: "--key value", "--key=value", "--list a b" and a flag
/// alone. Words before the first argument are left out.
Json argumentsIn(std::span<const std::string> words);

/// The GPUs that words of a command and the variables before it state: --nproc_per_node, --nnodes,
/// --num_processes, --num_gpus, --num_nodes, else NPROC_PER_NODE, NNODES, tasks of Slurm, and
/// CUDA_VISIBLE_DEVICES.
struct StatedGpus
{
    std::optional<std::int64_t> processes; ///< in all
    std::optional<std::int64_t> perNode; ///< of them, where there are several nodes
    std::optional<std::int64_t> visible; ///< by CUDA_VISIBLE_DEVICES
};
StatedGpus gpusIn(const ShellCommand& command, std::span<const std::string> words);

/// The processes that settings of accelerate state.
std::optional<std::int64_t> processesIn(const Json& settings);

/// Notes what the reading of a script leaves out: variables that it does not set, and conditions.
void noteUnfollowed(const ShellScript& script, SettingLog& log);
void noteConditions(SettingLog& log);

/// Whether the file is a shell script, by its name, its first line or options of Slurm.
bool isShellScript(const ImportFile& file);

/// Whether one of these texts begins anywhere in a line of the file, but in a comment.
bool hasOutsideComments(std::string_view text, std::span<const std::string_view> starts);

/// Notes that so many commands train after the one that is read.
void noteLaterTrainings(std::size_t count, SettingLog& log);

/// The GPUs that the launch line in the comment at the top of a file of Highwater's states.
StatedGpus gpusOfHead(std::string_view text);

/// The value of a word of a command: a number, true or false, an object in JSON, else the text.
Json valueOf(const std::string& word);

} // namespace highwater
