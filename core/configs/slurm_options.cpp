// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/slurm_options.h"

#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace highwater {
namespace {

struct SlurmOption
{
    std::string_view name, variable;
};

constexpr std::array slurmOptions{
    SlurmOption{"--nodes", "SLURM_NNODES"},
    SlurmOption{"-N", "SLURM_NNODES"},
    SlurmOption{"--ntasks", "SLURM_NTASKS"},
    SlurmOption{"-n", "SLURM_NTASKS"},
    SlurmOption{"--ntasks-per-node", "SLURM_NTASKS_PER_NODE"},
    SlurmOption{"--tasks-per-node", "SLURM_NTASKS_PER_NODE"},
    SlurmOption{"--gpus-per-node", "SLURM_GPUS_ON_NODE"},
    SlurmOption{"--gres", "SLURM_GPUS_ON_NODE"},
    SlurmOption{"--gpus", "SLURM_GPUS"},
    SlurmOption{"-G", "SLURM_GPUS"},
};

/// The option and the value of "-N2"; an empty value for any other word.
std::pair<std::string_view, std::string_view> splitShort(std::string_view word)
{
    constexpr std::size_t letters = 2; // "-N"
    const bool isShort = word.starts_with('-') && !word.starts_with("--") && word.size() > letters;
    return isShort ? std::pair{word.substr(0, letters), word.substr(letters)}
                   : std::pair{word, std::string_view()};
}

/// The count in "2", "a100:4", "gpu:8" and "gpu:a100:4,nvme:1": that of GPUs, where resources are
/// named.
std::optional<std::int64_t> slurmCount(std::string_view value, bool namesResources)
{
    while (!value.empty()) {
        std::string_view item = value.substr(0, value.find(','));
        value.remove_prefix(std::min(item.size() + 1, value.size()));
        if (namesResources && item == "gpu")
            return 1;
        if (namesResources && !item.starts_with("gpu:"))
            continue;
        item.remove_prefix(item.rfind(':') + 1);
        const auto count = wholeIn(item);
        return count && *count > 0 ? count : std::nullopt;
    }
    return std::nullopt;
}

/// Takes the letters before the first of `ends` off the text.
std::string_view takenWord(std::string_view& text, std::string_view ends)
{
    const std::string_view start = text.substr(0, text.find_first_of(ends));
    text.remove_prefix(start.size());
    text.remove_prefix(std::min(text.find_first_not_of(ends), text.size()));
    return start;
}

} // namespace

void SlurmOptions::read(std::string_view options)
{
    constexpr std::string_view blanks = " \t\r";
    options = options.substr(0, options.find('#'));
    options.remove_prefix(std::min(options.find_first_not_of(blanks), options.size()));
    while (!options.empty()) {
        auto [name, value] = splitShort(takenWord(options, " \t\r="));
        const auto* option = std::ranges::find(slurmOptions, name, &SlurmOption::name);
        if (option == slurmOptions.end())
            continue;
        if (value.empty())
            value = takenWord(options, blanks);
        if (const auto count = slurmCount(value, name == "--gres"))
            m_stated[std::string(option->variable)] = *count;
    }
    m_isUsed = true;
}

std::optional<std::int64_t> SlurmOptions::stated(const std::string& variable) const
{
    const auto found = m_stated.find(variable);
    return found == m_stated.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::string, std::int64_t> SlurmOptions::variables() const
{
    auto all = m_stated;
    if (!m_isUsed)
        return all;
    const std::int64_t tasks = stated("SLURM_NTASKS").value_or(0);
    const std::int64_t each = stated("SLURM_NTASKS_PER_NODE").value_or(0);
    const std::int64_t nodes
        = all.emplace("SLURM_NNODES", tasks > 0 && each > 0 ? shareOf(tasks, each) : 1)
              .first->second;
    all.emplace("SLURM_JOB_NUM_NODES", nodes);
    if (each > 0)
        all.emplace("SLURM_NTASKS", bounded::times(each, nodes));
    if (const auto gpus = stated("SLURM_GPUS"))
        all.emplace("SLURM_GPUS_ON_NODE", shareOf(*gpus, nodes));
    if (const auto gpus = all.find("SLURM_GPUS_ON_NODE"); gpus != all.end())
        all.emplace("SLURM_GPUS_PER_NODE", gpus->second);
    return all;
}

} // namespace highwater
