// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_source.h"

#include "core/measured/csv_reader.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace highwater {
namespace {

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
    // "G", without a word on how it was measured: 162 GiB would be more than the two cards have.
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
constexpr RunSource unknownSource{"", "", Framework::Plain, gb};

/// The start of a method's name, before the words on how it was run.
constexpr std::array methodKinds{
    std::pair<std::string_view, RunKind>{"qlora", RunKind::Qlora},
    std::pair<std::string_view, RunKind>{"q-lora", RunKind::Qlora},
    std::pair<std::string_view, RunKind>{"lora", RunKind::Lora},
    std::pair<std::string_view, RunKind>{"full", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full-parameter", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full finetune", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full finetuning", RunKind::Full},
    std::pair<std::string_view, RunKind>{"full fine-tuning", RunKind::Full},
    std::pair<std::string_view, RunKind>{"baseline", RunKind::Full},
    std::pair<std::string_view, RunKind>{"adapter", RunKind::Adapter},
    std::pair<std::string_view, RunKind>{"adapter v2", RunKind::AdapterV2},
    std::pair<std::string_view, RunKind>{"prefix tuning", RunKind::OtherAdapter},
    std::pair<std::string_view, RunKind>{"prompt tuning", RunKind::OtherAdapter},
    std::pair<std::string_view, RunKind>{"p-tuning", RunKind::OtherAdapter},
};

/// Words after a method that do not change the weights that it trains.
constexpr std::array<std::string_view, 7> waysToRun{"multinode", "multi-node", "single", "node",
                                                    "deepspeed", "zero",       "fsdp"};

constexpr std::array measures{
    std::pair<std::string_view, Measure>{"packed", Measure::Packed},
    std::pair<std::string_view, Measure>{"packing", Measure::Packed},
    std::pair<std::string_view, Measure>{"compile", Measure::Compile},
    std::pair<std::string_view, Measure>{"chunked", Measure::ChunkedLoss},
    std::pair<std::string_view, Measure>{"activation checkpointing", Measure::Checkpointing},
    std::pair<std::string_view, Measure>{"backward", Measure::OptimizerInBackward},
    std::pair<std::string_view, Measure>{"offloading", Measure::Offloading},
    std::pair<std::string_view, Measure>{"8-bit", Measure::EightBitOptimizer},
};

/// A method in small letters: its name, and the words after it, which follow "+" or a comma or are
/// in brackets.
struct MethodWords
{
    std::string name, rest;
};

/// The end of the longest name of a kind with which the text begins; for an unknown kind, the first
/// plus or bracket.
std::size_t endOfName(std::string_view text)
{
    constexpr std::string_view between = " +(,";
    std::size_t end = 0;
    for (const auto& [name, kind] : methodKinds)
        if (text.starts_with(name)
            && (text.size() == name.size() || between.find(text[name.size()]) != between.npos))
            end = std::max(end, name.size());
    return end > 0 ? end : std::min(text.find_first_of("+("), text.size());
}

MethodWords methodOf(const MeasuredRun& run)
{
    const RunNotes& notes = run.notes;
    std::string text = lowered(notes.method);
    // torchtune's table names the measure that a row adds; a plus means that it is added to a full
    // run.
    if (text.empty() && !notes.cumulative.starts_with('+'))
        text = lowered(notes.cumulative);
    const std::size_t end = endOfName(text);
    return {std::string(withoutBlanks(std::string_view(text).substr(0, end))), text.substr(end)};
}

bool startsAnyOf(std::string_view word, std::span<const std::string_view> known)
{
    return std::ranges::any_of(known,
                               [word](std::string_view start) { return word.starts_with(start); });
}

/// Calls `use` with every word of letters, digits and hyphens.
template <class Use> void forEachWord(std::string_view text, Use use)
{
    constexpr std::string_view between = "+() ,\t";
    for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        use(text.substr(at, end - at));
        at = text.find_first_not_of(between, end);
    }
}

} // namespace

RunKind kindOf(const MeasuredRun& run)
{
    const MethodWords method = methodOf(run);
    if (method.name.empty())
        return RunKind::Full;
    const auto found
        = std::ranges::find(methodKinds, method.name, &std::pair<std::string_view, RunKind>::first);
    if (found == methodKinds.end())
        return RunKind::Other;
    bool embeddings = false;
    bool understood = true;
    forEachWord(method.rest, [&](std::string_view word) {
        if (word.starts_with("emb"))
            embeddings = true;
        else
            understood = understood
                && (startsAnyOf(word, waysToRun)
                    || word.find_first_not_of("0123456789") == word.npos);
    });
    RunKind kind = found->second;
    if (!understood || (embeddings && kind != RunKind::Lora))
        return RunKind::Other;
    if (embeddings)
        return RunKind::LoraAndEmbeddings;
    // litgpt's resource tables name the second version in their headings.
    if (kind == RunKind::Adapter && lowered(run.source).find("adapter v2") != std::string::npos)
        return RunKind::AdapterV2;
    const bool quantized = run.notes.quantization.starts_with("bnb.");
    return kind == RunKind::Lora && quantized ? RunKind::Qlora : kind;
}

std::optional<std::int64_t> zeroOfMethod(const MeasuredRun& run)
{
    std::optional<std::int64_t> stage;
    forEachWord(methodOf(run).rest, [&](std::string_view word) {
        const char last = word.back();
        if (word.starts_with("zero") && last >= '0' && last <= '3')
            stage = last - '0';
    });
    return stage;
}

std::optional<Measure> measureOf(const MeasuredRun& run)
{
    const std::string text = lowered(run.notes.cumulative);
    if (text == "baseline")
        return Measure::Baseline;
    if (!text.starts_with('+'))
        return std::nullopt;
    const auto found = std::ranges::find_if(
        measures, [&](const auto& known) { return text.find(known.first) != std::string::npos; });
    return found == measures.end() ? std::nullopt : std::optional(found->second);
}

const RunSource& sourceOf(const MeasuredRun& run)
{
    const std::string text = lowered(run.source);
    const auto found = std::ranges::find_if(sources, [&](const RunSource& source) {
        return text.find(source.mark) != std::string::npos;
    });
    return found == sources.end() ? unknownSource : *found;
}

std::optional<Framework> frameworkOf(const MeasuredRun& run)
{
    return run.framework.empty() ? sourceOf(run).framework
                                 : fromName<Framework>(lowered(run.framework));
}

std::string groupNameOf(const MeasuredRun& run)
{
    // Names of tables and unknown sources are cut to the width of the report's column.
    constexpr std::size_t longest = 24;
    if (!run.group.empty())
        return excerpt(run.group, longest);
    const RunSource& source = sourceOf(run);
    std::string name(source.group);
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
    return run.source.empty() ? "no source" : excerpt(run.source, longest);
}

} // namespace highwater
