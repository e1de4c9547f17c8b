// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/launch_gpus.h"
#include "core/configs/setting_fields.h"
#include "core/configs/shell_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The arguments of a run of Megatron-LM: those of the first command that trains, or of all where
/// none does. Of a flag that is given twice the last one counts.
class MegatronArguments
{
public:
    MegatronArguments(const ShellScript& script, SettingLog& log);

    SettingLog& log() const { return *m_log; }
    bool isEmpty() const { return m_values.empty(); }
    bool has(std::string_view flag) const { return m_values.contains(flag); }
    /// The script that trains; empty where none is named.
    const std::string& program() const { return m_program; }
    /// The GPUs of the launcher of the command.
    const StatedGpus& gpus() const { return m_gpus; }

    /// Whether the flag is there; it counts as read.
    bool flag(std::string_view name);
    std::optional<std::int64_t> whole(std::string_view name, std::int64_t least, std::int64_t most);
    std::optional<double> number(std::string_view name);
    std::optional<std::string> word(std::string_view name); ///< in small letters
    std::vector<std::string> words(std::string_view name); ///< all of its values
    void ignore(std::initializer_list<std::string_view> names);
    void noteRest();

private:
    const std::vector<std::string>* take(std::string_view name);
    std::optional<std::string> single(std::string_view name);

    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
    std::set<std::string, std::less<>> m_read;
    SettingLog* m_log;
    std::string m_program;
    StatedGpus m_gpus;
};

/// The architecture of the flags, where they have one.
void readMegatronShape(MegatronArguments& arguments, const Catalog& catalog);

} // namespace highwater
