// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/launch_gpus.h"

#include "core/configs/file_words.h"
#include "core/configs/slurm_options.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace highwater {
namespace {

using Words = std::span<const std::string>;

std::optional<std::int64_t> countIn(std::optional<std::int64_t> number)
{
    constexpr std::int64_t most = 65536;
    return number && *number >= 1 && *number <= most ? number : std::nullopt;
}

/// A program that starts the processes of a training.
struct Launcher
{
    std::string_view name; ///< empty: Python alone
    std::string_view module; ///< the begin of its Python module's name; empty: none
    /// One process for each card that it sees; else one on each node, if it is told no number.
    bool takesAll;
    const char* nodes; ///< variables that it reads; null: none
    const char* each;
};

/// torch/distributed/run.py; launcher/runner.py of DeepSpeed; commands/launch.py of accelerate, by
/// which TRL and Axolotl start; launcher.py of LLaMA-Factory; swift/cli/main.py.
constexpr std::array launchers{
    Launcher{"torchrun", "torch.distributed", false, "PET_NNODES", "PET_NPROC_PER_NODE"},
    Launcher{"deepspeed", "deepspeed.", true, nullptr, nullptr},
    Launcher{"accelerate", "accelerate.commands", true, nullptr, nullptr},
    Launcher{"llamafactory-cli", "llamafactory.", true, "NNODES", "NPROC_PER_NODE"},
    Launcher{"swift", {}, false, "NNODES", "NPROC_PER_NODE"},
    Launcher{"trl", {}, true, nullptr, nullptr},
    Launcher{"axolotl", {}, true, nullptr, nullptr},
    Launcher{{}, {}, false, nullptr, nullptr},
};

/// Also that which Axolotl names: "--launcher torchrun".
const Launcher& launcherIn(Words words)
{
    const auto starts = [words](const Launcher& launcher) {
        return std::ranges::any_of(words, [&launcher](std::string_view word) {
            return word.substr(word.rfind('/') + 1) == launcher.name
                || (!launcher.module.empty() && word.starts_with(launcher.module));
        });
    };
    const auto* found = std::ranges::find_if(launchers.begin(), launchers.end() - 1, starts);
    return *found;
}

/// The options of a launcher and the variables that it reads.
class LaunchOptions
{
public:
    LaunchOptions(const ShellCommand& command, Words words)
        : m_command(&command)
        , m_launcher(&launcherIn(words))
        , m_options(launchArgumentsIn(words))
    { }

    const Launcher& launcher() const { return *m_launcher; }
    const Json* word(const char* name) const { return m_options.find(name); }
    /// The first of these options that states a number.
    std::optional<std::int64_t> count(std::initializer_list<const char*> names) const
    {
        for (const char* name : names) {
            const Json* value = word(name);
            const auto number = !value ? std::nullopt
                : value->whole()       ? std::optional(*value->whole())
                : value->text() // torchrun's "2:4", of which all may come
                ? wholeIn(value->text()->substr(value->text()->rfind(':') + 1))
                : std::nullopt;
            if (const auto found = countIn(number))
                return found;
        }
        return std::nullopt;
    }
    std::optional<std::int64_t> variable(const char* name) const
    {
        const auto& variables = m_command->variables;
        const auto found = name ? variables.find(name) : variables.end();
        return found == variables.end() ? std::nullopt : countIn(wholeIn(found->second));
    }
    /// The cards of a node that the command sees.
    std::optional<std::int64_t> cards() const
    {
        const auto devices = m_command->variables.find("CUDA_VISIBLE_DEVICES");
        const bool areListed = devices != m_command->variables.end()
            && devices->second.find_first_of("0123456789") != std::string::npos;
        return areListed ? countIn(std::ranges::count(devices->second, ',') + 1) : std::nullopt;
    }

private:
    const ShellCommand* m_command;
    const Launcher* m_launcher;
    Json m_options;
};

/// Tasks of srun or mpirun, each of them a process.
StatedGpus tasksIn(const LaunchOptions& options, Words words)
{
    const auto has
        = [words](std::string_view name) { return std::ranges::find(words, name) != words.end(); };
    const auto after = [words](std::initializer_list<std::string_view> names) {
        const auto at = std::ranges::find_first_of(words, names);
        return at != words.end() && at + 1 != words.end() ? countIn(wholeIn(*(at + 1)))
                                                          : std::nullopt;
    };
    if (has("srun")) {
        SlurmOptions own;
        own.read(joined(words, " "));
        const auto asked = own.variables();
        const auto count = [&](const char* name, bool isAsked) {
            const auto found = asked.find(name);
            return isAsked && found != asked.end() ? countIn(found->second)
                                                   : options.variable(name);
        };
        StatedGpus tasks{count("SLURM_NTASKS", true)};
        tasks.nodes = count("SLURM_NNODES", own.stated("SLURM_NNODES").has_value());
        return tasks;
    }
    StatedGpus tasks;
    if (has("mpirun") || has("mpiexec"))
        tasks.processes = after({"-np", "-n", "--np"});
    if (const auto each = after({"-npernode", "--npernode", "-ppn"}); each && tasks.processes)
        tasks.nodes = shareOf(*tasks.processes, *each);
    return tasks;
}

/// The cards that DeepSpeed's launcher takes of "host:0,1@host:0,1" or "host@host"
/// (launcher/runner.py: parse_resource_filter).
StatedGpus includedIn(const std::string& text)
{
    std::int64_t nodes = 0, slots = 0;
    bool areSlots = true;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view host = rest.substr(0, rest.find('@'));
        rest.remove_prefix(std::min(host.size() + 1, rest.size()));
        const std::size_t colon = host.find(':');
        areSlots = areSlots && colon != std::string_view::npos;
        ++nodes;
        slots += 1 + std::ranges::count(host, ',');
    }
    return {areSlots ? countIn(slots) : std::nullopt, {}, countIn(nodes)};
}

void spreadOverNodes(StatedGpus& stated)
{
    const std::int64_t nodes = stated.nodes.value_or(1);
    if (nodes > 1 && stated.processes && *stated.processes % nodes == 0)
        stated.perNode = *stated.processes / nodes;
}

/// The processes where no number is told.
void startByCards(const LaunchOptions& options, StatedGpus& stated)
{
    const Launcher& launcher = options.launcher();
    const std::int64_t nodes = stated.nodes.value_or(1);
    const Json* all = options.word("nproc_per_node"); // torchrun's "gpu" and "auto"
    const Json* own = options.word("launcher"); // of Axolotl
    const bool isPython = own && own->text() && *own->text() == "python";
    const bool isAll = all && all->text() && (*all->text() == "gpu" || *all->text() == "auto");
    const bool takesAll = (launcher.takesAll || isAll) && !isPython;
    auto cards = options.cards();
    if (!takesAll) {
        const bool isStarted = !launcher.name.empty() && (stated.nodes || cards);
        if (isStarted || isPython || cards == 1)
            stated.processes = nodes;
        stated.leavesCards = cards > 1;
        return;
    }
    if (!cards)
        cards = options.variable("SLURM_GPUS_ON_NODE");
    stated.followsCards = cards.has_value();
    if (cards)
        stated.processes = bounded::times(*cards, nodes);
    else
        stated.takesAll = !launcher.takesAll || launcher.name == "deepspeed";
}

} // namespace

StatedGpus gpusIn(const ShellCommand& command, Words words)
{
    const LaunchOptions options(command, words);
    const Launcher& launcher = options.launcher();
    StatedGpus stated;
    if (const Json* included = options.word("include"); included && included->text())
        stated = includedIn(*included->text());
    if (const auto nodes = options.count({"nnodes", "num_machines", "num_nodes"}))
        stated.nodes = nodes;
    if (!stated.nodes)
        stated.nodes = options.variable(launcher.nodes);
    const std::int64_t nodes = stated.nodes.value_or(1);
    const auto processes = options.count({"num_processes"});
    auto each = options.count({"nproc_per_node", "num_gpus"});
    if (!each && !processes && !stated.processes)
        each = options.variable(launcher.each);
    if (each)
        stated.processes = bounded::times(*each, nodes);
    else if (processes)
        stated.processes = processes;
    if (launcher.name.empty()) {
        const StatedGpus tasks = tasksIn(options, words);
        if (!stated.processes)
            stated.processes = tasks.processes;
        if (!stated.nodes)
            stated.nodes = tasks.nodes;
    }
    if (!stated.processes)
        startByCards(options, stated);
    spreadOverNodes(stated);
    return stated;
}

StatedGpus gpusIn(const Json& settings)
{
    const auto count = [&settings](const char* name) {
        const Json* value = settings.find(name);
        return value && value->whole() && *value->whole() >= 1 ? std::optional(*value->whole())
                                                               : std::nullopt;
    };
    StatedGpus stated{count("num_processes"), {}, count("num_machines")};
    spreadOverNodes(stated);
    return stated;
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
    const ShellCommand& start = script->commands.front();
    StatedGpus stated = gpusIn(start, start.words);
    if (!stated.processes && start.words.front() == "python")
        stated.processes = 1;
    return stated;
}

} // namespace highwater
