// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/accelerate_launch.h"

#include "core/configs/readers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {
namespace {

/// The arguments of "accelerate launch" that count, as accelerate's file has them
/// (accelerate/commands/launch.py: launch_command_parser).
Json launchSettings(const Json& arguments)
{
    constexpr std::array types{std::pair{"use_fsdp", "FSDP"},
                               std::pair{"use_deepspeed", "DEEPSPEED"},
                               std::pair{"multi_gpu", "MULTI_GPU"}};
    constexpr std::array plain{"num_processes", "num_machines", "mixed_precision"};
    constexpr std::array engine{"zero_stage", "offload_optimizer_device", "offload_param_device",
                                "deepspeed_config_file"};
    const auto isOneOf = [](const auto& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    Json settings = Json::object();
    for (const auto& [option, type] : types)
        if (arguments.contains(option))
            settings["distributed_type"] = type;
    for (const Json::Member& member : arguments.members()) {
        if (isOneOf(plain, member.key))
            settings[member.key] = member.value;
        else if (member.key.starts_with("fsdp_"))
            settings["fsdp_config"][member.key] = member.value;
        else if (member.key.starts_with("parallelism_config_"))
            settings["parallelism_config"][member.key] = member.value;
        else if (isOneOf(engine, member.key))
            settings["deepspeed_config"][member.key] = member.value;
    }
    return settings;
}

/// The settings of both, where those of the first count.
Json mergedSettings(Json first, const Json& second)
{
    for (const Json::Member& member : second.members()) {
        if (!first.contains(member.key))
            first.add(member.key, member.value);
        else if (Json& part = first[member.key]; part.isObject())
            part = mergedSettings(std::move(part), member.value);
    }
    return first;
}

} // namespace

AccelerateLaunch accelerateLaunchIn(std::span<const std::string> words)
{
    const Json arguments = launchArgumentsIn(words);
    const Json* file = arguments.find("config_file");
    return {file && file->text() ? *file->text() : std::string(), launchSettings(arguments), {}};
}

void readAccelerateFile(AccelerateLaunch& launch, const NamedFiles& files)
{
    // trl/accelerate_configs
    struct Named
    {
        std::string_view name, settings;
    };
    static constexpr std::array own{
        Named{"single_gpu", "distributed_type: 'NO'\nnum_processes: 1\n"},
        Named{"multi_gpu", "distributed_type: MULTI_GPU\nnum_processes: 8\n"},
        Named{"fsdp1",
              "distributed_type: FSDP\nnum_processes: 8\nfsdp_config:\n"
              "  fsdp_reshard_after_forward: FULL_SHARD\n  fsdp_version: 1\n"
              "  fsdp_use_orig_params: true\n  fsdp_backward_prefetch: BACKWARD_PRE\n"
              "  fsdp_cpu_ram_efficient_loading: true\n"
              "  fsdp_state_dict_type: FULL_STATE_DICT\n"},
        Named{"fsdp2",
              "distributed_type: FSDP\nnum_processes: 8\nfsdp_config:\n"
              "  fsdp_reshard_after_forward: true\n  fsdp_version: 2\n"
              "  fsdp_cpu_ram_efficient_loading: true\n"
              "  fsdp_state_dict_type: FULL_STATE_DICT\n"},
        Named{"zero1",
              "distributed_type: DEEPSPEED\nnum_processes: 8\ndeepspeed_config:\n"
              "  zero_stage: 1\n"},
        Named{"zero2",
              "distributed_type: DEEPSPEED\nnum_processes: 8\ndeepspeed_config:\n"
              "  zero_stage: 2\n"},
        Named{"zero3",
              "distributed_type: DEEPSPEED\nnum_processes: 8\ndeepspeed_config:\n"
              "  zero_stage: 3\n"},
    };
    auto text = files.text(launch.file);
    if (const auto* named = std::ranges::find(own, launch.file, &Named::name);
        !text && named != own.end())
        text = named->settings;
    if (!text) {
        launch.settings.reset();
        return;
    }
    auto read = settingsOf(launch.file, *text);
    if (read)
        launch.settings = mergedSettings(*std::move(launch.settings), *read);
    else
        launch.problem = read.problems().front();
}

void addAccelerate(const AccelerateLaunch& launch, SettingLog& log, const Catalog& catalog)
{
    if (!launch.sharesOut())
        return;
    if (launch.problem) {
        log.problems.push_back(*launch.problem);
        return;
    }
    if (!launch.settings) {
        log.note(excerpt(launch.file), {HW_TR("core", "is another file: import it as well")});
        log.leave(excerpt(launch.file));
        return;
    }
    const auto read
        = readAccelerate({launch.file, launch.settings->onOneLine()}, log.plan, catalog);
    if (!read) {
        log.problems.insert(log.problems.end(), read.problems().begin(), read.problems().end());
        return;
    }
    const Plan& given = read->plan;
    Plan& plan = log.plan;
    const Layout& layout = given.layout;
    plan.cluster.gpusPerNode = given.cluster.gpusPerNode;
    plan.layout.zero = layout.zero;
    plan.layout.reduceBucket = layout.reduceBucket;
    plan.layout.offloadOptimizer = layout.offloadOptimizer;
    plan.layout.offloadParameters = layout.offloadParameters;
    if (layout.replicate > 1)
        plan.layout.replicate = layout.replicate;
    if (layout.tensor > 1) {
        plan.layout.tensor = layout.tensor;
        plan.layout.sequenceParallel = layout.sequenceParallel;
    }
    if (layout.context > 1)
        plan.layout.context = layout.context;
    plan.recipe.engine = given.recipe.engine;
    plan.recipe.originalParameters = given.recipe.originalParameters;
    plan.recipe.backwardPrefetch = given.recipe.backwardPrefetch;
    plan.recipe.efficientLoading = given.recipe.efficientLoading;
    plan.recipe.savedState = given.recipe.savedState;
    if (given.recipe.reentrant == false) {
        plan.recipe.recompute = given.recipe.recompute;
        plan.recipe.reentrant = given.recipe.reentrant;
        plan.recipe.checkpointOutside = given.recipe.checkpointOutside;
    }
    log.unread.insert(log.unread.end(), read->unread.begin(), read->unread.end());
}

} // namespace highwater
