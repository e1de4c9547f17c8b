// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/megatron_arguments.h"

#include "core/configs/file_words.h"
#include "core/configs/started_settings.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cctype>
#include <span>

namespace highwater {
namespace {

bool isFlag(std::string_view word)
{
    return word.size() > 2 && word.starts_with("--")
        && std::isalpha(static_cast<unsigned char>(word[2])) != 0;
}

/// "--nproc-per-node" for "--nproc_per_node", as torchrun takes both.
std::string spelt(std::string_view flag)
{
    std::string name(flag);
    std::ranges::replace(name, '_', '-');
    return name;
}

/// Whether the command runs a Python script with arguments of a training.
bool isMegatronTraining(const ShellCommand& command)
{
    const auto& words = command.words;
    const auto has = [&words](auto&& is) { return std::ranges::any_of(words, is); };
    return has([](const std::string& word) { return word == "-m" || word.ends_with(".py"); })
        && has([](const std::string& word) {
               const std::string name = spelt(word.substr(0, word.find('=')));
               return name == "--micro-batch-size" || name == "--num-layers"
                   || name == "--tensor-model-parallel-size";
           });
}

} // namespace

MegatronArguments::MegatronArguments(const ShellScript& script, SettingLog& log)
    : m_log(&log)
{
    std::span<const ShellCommand> read = script.commands;
    if (const auto training = firstTraining(script, isMegatronTraining)) {
        const ShellCommand& first = script.commands[training->command];
        read = {&first, 1};
        noteLaterTrainings(training->later, log);
        const auto program = std::ranges::find_if(
            first.words, [](const std::string& word) { return word.ends_with(".py"); });
        if (program != first.words.end())
            m_program = *program;
        m_gpus = gpusIn(first, {first.words.begin(), program});
    } else {
        for (const ShellCommand& command : script.commands)
            if (const StatedGpus stated = gpusIn(command, command.words);
                stated.processes || stated.nodes)
                m_gpus = stated;
    }
    for (const ShellCommand& command : read) {
        std::vector<std::string>* values = nullptr;
        for (const std::string& word : command.words) {
            if (!isFlag(word)) {
                if (values)
                    values->push_back(word);
                continue;
            }
            const std::size_t equals = word.find('=');
            values = &m_values[spelt(word.substr(0, equals))];
            values->clear();
            if (equals != std::string::npos)
                values->push_back(word.substr(equals + 1));
        }
    }
}

const std::vector<std::string>* MegatronArguments::take(std::string_view name)
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        return nullptr;
    m_read.insert(std::string(name));
    return &found->second;
}

bool MegatronArguments::flag(std::string_view name)
{
    return take(name) != nullptr;
}

std::optional<std::string> MegatronArguments::single(std::string_view name)
{
    const auto* values = take(name);
    if (!values)
        return std::nullopt;
    if (!values->empty() && !values->front().empty())
        return values->front();
    m_log->note(std::string(name), {HW_TR("core", "has a value that the file does not state")});
    return std::nullopt;
}

std::optional<std::int64_t> MegatronArguments::whole(std::string_view name, std::int64_t least,
                                                     std::int64_t most)
{
    const auto text = single(name);
    if (!text)
        return std::nullopt;
    const auto number = wholeIn(*text);
    if (number && *number >= least && *number <= most)
        return number;
    m_log->problems.push_back(
        {std::string(name),
         typed(*text),
         {HW_TR("core", "must be a whole number from %1 to %2"), {grouped(least), grouped(most)}}});
    return std::nullopt;
}

std::optional<double> MegatronArguments::number(std::string_view name)
{
    const auto text = single(name);
    if (!text)
        return std::nullopt;
    if (const auto number = realIn(*text))
        return number;
    m_log->problems.push_back(
        {std::string(name), typed(*text), {HW_TR("core", "must be a number")}});
    return std::nullopt;
}

std::optional<std::string> MegatronArguments::word(std::string_view name)
{
    const auto text = single(name);
    return text ? std::optional(lowered(*text)) : std::nullopt;
}

std::vector<std::string> MegatronArguments::words(std::string_view name)
{
    const std::vector<std::string>* values = take(name);
    return values ? *values : std::vector<std::string>{};
}

void MegatronArguments::ignore(std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        m_read.emplace(name);
}

void MegatronArguments::noteRest()
{
    constexpr std::size_t most = 200;
    for (const auto& [name, values] : m_values)
        if (!m_read.contains(name) && m_log->notes.size() < most) {
            m_log->note(excerpt(name),
                        {HW_TR("core", "is not read: %1"),
                         {values.empty() ? std::string("true") : excerpt(joined(values, " "))}});
            m_log->leave(excerpt(name));
        }
}

} // namespace highwater
