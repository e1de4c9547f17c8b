// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_source.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;
constexpr std::int64_t gb = 1'000'000'000;

constexpr std::string_view playbook = "nanotron";
constexpr std::string_view litgpt = "litgpt";
constexpr std::string_view qwen = "Qwen";
constexpr std::string_view torchtune = "torchtune";

constexpr std::array sources{
    RunSource{"nanotron-ultrascale-playbook", playbook, Framework::Nanotron, gib},
    RunSource{"nanotron/old_bench", "nanotron old bench", Framework::Nanotron, gib},
    RunSource{"nanotron/bench_cluster", "nanotron old bench", Framework::Nanotron, gib},
    RunSource{"torchtitan", "torchtitan", Framework::PyTorchFsdp, gib},
    RunSource{"torchtune", torchtune, Framework::Torchtune, gib},
    // litgpt prints max_memory_allocated() / 1e9.
    RunSource{"lightning-ai/litgpt", litgpt, Framework::LitGpt, gb},
    // "G", with no measuring method told: 162 GiB on two cards would be more than they have.
    RunSource{"qwenlm/qwen", qwen, Framework::HuggingFace, gb},
    // see_memory_usage of deepspeed/runtime/utils.py divides by 1024³ and prints "GB".
    RunSource{"deepspeed 0.", "DeepSpeed", Framework::DeepSpeed, gib},
    RunSource{"deepspeedai/deepspeed", "DeepSpeed", Framework::DeepSpeed, gib},
    RunSource{"accelerate-deepspeed", "Accelerate with DeepSpeed", Framework::DeepSpeed, gb},
    RunSource{"llm-foundry", "llm-foundry", Framework::PyTorchFsdp, gb},
    // report_memory of Megatron-Bridge's train_utils.py counts gigabytes of 1e9.
    RunSource{"megatron-bridge", "Megatron-Bridge", Framework::Megatron, gb},
    RunSource{"huggingface/transformers", "Hugging Face Trainer", Framework::HuggingFace, gb},
    RunSource{"liger-kernel", "Liger Kernel", Framework::Plain, gb},
    RunSource{"lecture", "lecture", Framework::DeepSpeed, gb},
};
constexpr RunSource unknown{"", "", Framework::Plain, gb};

constexpr std::array kinds{
    std::pair<std::string_view, RunKind>{"qlora", RunKind::Qlora},
    std::pair<std::string_view, RunKind>{"q-lora", RunKind::Qlora},
    std::pair<std::string_view, RunKind>{"lora + deepspeed zero3", RunKind::Lora},
    std::pair<std::string_view, RunKind>{"lora", RunKind::Lora},
    std::pair<std::string_view, RunKind>{"full", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full-parameter", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full finetune", RunKind::Full},
};

} // namespace

std::string lowered(std::string_view text)
{
    std::string small(text);
    for (char& letter : small)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return small;
}

RunKind kindOf(const MeasuredRun& run)
{
    const RunNotes& notes = run.notes;
    std::string method = lowered(notes.method);
    // torchtune's table names what it adds: a plus where it adds it to a full run.
    if (method.empty() && !notes.cumulative.starts_with('+'))
        method = lowered(notes.cumulative);
    if (method.empty())
        return RunKind::Full;
    const auto found
        = std::ranges::find(kinds, method, &std::pair<std::string_view, RunKind>::first);
    if (found == kinds.end())
        return RunKind::Other;
    const bool quantized = notes.quantization.starts_with("bnb.");
    return found->second == RunKind::Lora && quantized ? RunKind::Qlora : found->second;
}

const RunSource& sourceOf(const MeasuredRun& run)
{
    const std::string text = lowered(run.source);
    const auto found = std::ranges::find_if(sources, [&](const RunSource& source) {
        return text.find(source.mark) != std::string::npos;
    });
    return found == sources.end() ? unknown : *found;
}

std::optional<Framework> frameworkOf(const MeasuredRun& run)
{
    return run.framework.empty() ? sourceOf(run).framework
                                 : fromName<Framework>(lowered(run.framework));
}

std::string groupNameOf(const MeasuredRun& run)
{
    const RunSource& source = sourceOf(run);
    const std::string name(source.group);
    const RunKind kind = kindOf(run);
    if (source.group == playbook)
        return name + (run.tp.value_or(1) > 1 ? ", TP > 1" : ", TP = 1");
    if (source.group == litgpt)
        return name + (kind == RunKind::Full ? " full" : " LoRA");
    if (source.group == qwen)
        return name
            + (kind == RunKind::Full        ? " full"
                   : kind == RunKind::Qlora ? " Q-LoRA"
                                            : " LoRA");
    if (!name.empty())
        return name;
    // Sources of others: as far as a column of the report holds them.
    constexpr std::size_t longest = 24;
    return run.source.empty() ? "no source" : excerpt(run.source, longest);
}

} // namespace highwater
