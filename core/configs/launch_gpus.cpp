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

bool startsTorchrun(Words words)
{
    return std::ranges::any_of(words, [](const std::string& word) {
        return word.ends_with("torchrun") || word.starts_with("torch.distributed");
    });
}

/// The tasks that srun or mpirun starts, where each of them is a Python program: "srun python …".
std::optional<std::int64_t> tasksIn(const ShellCommand& command, Words words)
{
    const auto has = [words](auto&& is) { return std::ranges::any_of(words, is); };
    const bool startsPython
        = has([](const std::string& word) {
              return word.ends_with("python") || word.ends_with("python3");
          })
        && !startsTorchrun(words) && !has([](const std::string& word) {
               return word.starts_with("accelerate") || word.ends_with("deepspeed");
           });
    if (!startsPython)
        return std::nullopt;
    if (std::ranges::find(words, "srun") != words.end()) {
        SlurmOptions own;
        own.read(joined(words, " "));
        const auto asked = own.variables();
        if (const auto tasks = asked.find("SLURM_NTASKS"); tasks != asked.end())
            return countIn(tasks->second);
        const auto tasks = command.variables.find("SLURM_NTASKS");
        return tasks == command.variables.end() ? std::nullopt : countIn(wholeIn(tasks->second));
    }
    const auto isMpi
        = [](const std::string& word) { return word.ends_with("mpirun") || word == "mpiexec"; };
    auto at = std::ranges::find_if(words, isMpi);
    constexpr std::array names{"-np", "-n", "--np"};
    at = std::find_first_of(at, words.end(), names.begin(), names.end());
    return at != words.end() && at + 1 != words.end() ? countIn(wholeIn(*(at + 1))) : std::nullopt;
}

/// What DeepSpeed's launcher takes of "host:0,1@host:0,1" or "host@host" (launcher/runner.py:
/// parse_resource_filter).
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
    return {areSlots ? countIn(slots) : std::nullopt, {}, countIn(nodes), {}};
}

void spreadOverNodes(StatedGpus& stated)
{
    const std::int64_t nodes = stated.nodes.value_or(1);
    if (nodes > 1 && stated.processes && *stated.processes % nodes == 0)
        stated.perNode = *stated.processes / nodes;
}

} // namespace

StatedGpus gpusIn(const ShellCommand& command, Words words)
{
    const auto variable = [&](const char* name) {
        const auto found = command.variables.find(name);
        return found == command.variables.end() ? std::nullopt : countIn(wholeIn(found->second));
    };
    const Json launcher = argumentsIn(words);
    const auto word = [&](const char* name) {
        const Json* value = launcher.find(name);
        // The script follows the launcher's last option.
        if (value && !value->items().empty())
            value = &value->items().front();
        return value;
    };
    const auto firstOf = [&](std::initializer_list<const char*> names) {
        std::optional<std::int64_t> found;
        for (const char* name : names)
            if (const Json* value = word(name); value && value->whole() && !found)
                found = countIn(*value->whole());
        return found;
    };
    StatedGpus stated;
    if (const Json* included = word("include"); included && included->text())
        stated = includedIn(*included->text());
    if (const auto nodes = firstOf({"nnodes", "num_machines", "num_nodes"}))
        stated.nodes = nodes;
    if (!stated.nodes)
        stated.nodes = variable("NNODES");
    const auto devices = command.variables.find("CUDA_VISIBLE_DEVICES");
    if (devices != command.variables.end()
        && devices->second.find_first_of("0123456789") != std::string::npos)
        stated.visible = bounded::times(std::ranges::count(devices->second, ',') + 1,
                                        stated.nodes.value_or(1));
    auto each = firstOf({"nproc_per_node", "num_gpus"});
    const auto processes = firstOf({"num_processes"});
    if (!each && !processes)
        each = variable("NPROC_PER_NODE");
    // torchrun starts one on each node if it is not told how many, and one for each card if it is
    // told "gpu" or "auto" (torch/distributed/run.py).
    const bool isTorchrun = startsTorchrun(words), isTold = launcher.contains("nproc_per_node");
    if (!each && !processes && stated.nodes && isTorchrun && !isTold)
        each = 1;
    if (each)
        stated.processes = bounded::times(*each, stated.nodes.value_or(1));
    else if (processes)
        stated.processes = processes;
    if (!stated.processes)
        stated.processes = tasksIn(command, words);
    if (!stated.processes && isTorchrun && isTold)
        stated.processes = stated.visible;
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
    StatedGpus stated{count("num_processes"), {}, count("num_machines"), {}};
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
