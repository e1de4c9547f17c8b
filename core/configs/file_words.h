// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"
#include "core/configs/shell_reader.h"
#include "core/json/json.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
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

/// The settings in the text of a YAML or JSON file that another file names.
Result<Json> settingsOf(const std::string& name, const std::string& text);

/// The files that a file names: those that it writes, as a shell script may, and those near it.
struct NamedFiles
{
    std::string name; ///< of the file
    std::map<std::string, std::string> written{};

    /// Null where there is none. A relative path is one in the file's folder or in one of those
    /// above it, as programs are started from there.
    std::optional<std::string> text(const std::string& path) const;
    /// The settings of a YAML or JSON file that `field` names.
    Result<Json> settings(const std::string& path, const std::string& field) const;
};

/// The arguments of a command as an object: "--key value", "--key=value", "--list a b" and a flag
/// alone. Words before the first argument are left out.
Json argumentsIn(std::span<const std::string> words);

/// Notes what the reading of a script leaves out: variables that it does not set, and conditions.
void noteUnfollowed(const ShellScript& script, SettingLog& log);
void noteConditions(SettingLog& log);

/// Whether the file is a shell script, by its name, its first line or options of Slurm.
bool isShellScript(const ImportFile& file);

/// Whether a line is such a one, without its comment and with the lines that it goes on in.
bool anyCommandLine(std::string_view text, const std::function<bool(std::string_view)>& is);

/// Whether one of these texts stands anywhere in a file, but in a comment.
bool hasOutsideComments(std::string_view text, std::span<const std::string_view> starts);

/// Notes that so many commands train after the one that is read.
void noteLaterTrainings(std::size_t count, SettingLog& log);

/// The arguments of a launcher, whose last one the program follows: one value of each.
Json launchArgumentsIn(std::span<const std::string> words);

/// Arguments in which "--no_gradient_checkpointing" makes gradient_checkpointing false.
Json withNegations(const Json& arguments);

/// The value of a word of a command: a number, true or false, an object in JSON, else the text.
Json valueOf(const std::string& word);

} // namespace highwater
