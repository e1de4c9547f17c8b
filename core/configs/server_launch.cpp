// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/server_launch.h"

#include "core/exchange/plan_name.h"
#include "core/figure/plan_words.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"
#include "core/ledger/weight_formats.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace highwater {
namespace {

struct ServerFacts
{
    Server server;
    const char* file;
    const char* command; ///< with the script's first argument, the model
};

constexpr EnumTable<ServerTarget, ServerFacts> facts({
    {Server::Vllm, "serve-vllm.sh", "vllm serve \"$1\""},
    {Server::Sglang, "serve-sglang.sh", "python -m sglang.launch_server --model-path \"$1\""},
    {Server::LlamaCpp, "serve-llama.sh", "llama-server --model \"$1\""},
});

constexpr auto vllmOptions = std::to_array<std::string_view>(
    {"--dtype", "--quantization", "--max-model-len", "--tensor-parallel-size",
     "--pipeline-parallel-size", "--enable-expert-parallel", "--gpu-memory-utilization",
     "--max-num-seqs", "--max-num-batched-tokens", "--kv-cache-dtype", "--enforce-eager",
     "--speculative-config"});
// Most options are the names of fields of arg_groups/fields. --disable-cuda-graph is called
// deprecated there; the two options that replace it are unknown to older releases.
constexpr auto sglangOptions = std::to_array<std::string_view>(
    {"--model-path", "--dtype", "--quantization", "--context-length", "--tp-size", "--pp-size",
     "--ep-size", "--mem-fraction-static", "--max-running-requests", "--chunked-prefill-size",
     "--kv-cache-dtype", "--disable-cuda-graph", "--speculative-algorithm",
     "--speculative-draft-model-path", "--speculative-num-steps", "--speculative-eagle-topk",
     "--speculative-num-draft-tokens"});
constexpr auto llamaOptions = std::to_array<std::string_view>(
    {"--model", "--ctx-size", "--parallel", "--n-gpu-layers", "--n-cpu-moe", "--override-tensor",
     "--ubatch-size", "--flash-attn", "--cache-type-k", "--cache-type-v", "--model-draft",
     "--spec-type", "--spec-draft-n-max", "--gpu-layers-draft"});

constexpr EnumTable<ServerTarget, ServerOptions> serverOptions({
    {"0.33.0", "vllm/engine/arg_utils.py", vllmOptions},
    {"0.5.23", "python/sglang/srt/server_args.py, arg_groups/fields", sglangOptions},
    {"0c1e57098", "common/arg.cpp", llamaOptions},
});

/// An option that one of the parsers knows.
struct Option
{
    consteval Option(const char* name)
        : text(name)
    {
        if (std::ranges::none_of(serverOptions, [&](const ServerOptions& known) {
                return std::ranges::find(known.names, text) != known.names.end();
            }))
            throw "no parser knows the option";
    }
    std::string_view text;
};

/// The command line of one server while it is written, with notes on what it cannot say.
class Launch
{
public:
    Launch(const Resolved& plan, ServerTarget target)
        : m_plan(plan)
        , m_target(target)
    {
        if (plan.inference.server != facts[target].server)
            note("inference.server",
                 {HW_TR("core",
                        "the plan is counted for %1; what it leaves open has the defaults "
                        "of %2 here"),
                  {traitsOf(plan.inference.server).name, programName(target)}});
    }

    void write()
    {
        switch (m_target) {
        case ServerTarget::Vllm:
            writeVllm();
            break;
        case ServerTarget::Sglang:
            writeSglang();
            break;
        case ServerTarget::LlamaCpp:
            writeLlama();
            break;
        }
    }

    /// Whether the script gets another model that drafts.
    bool takesDraft() const { return drafts() && draftKind() != DraftKind::Mtp; }

    std::vector<std::string> line; ///< options, each with its value
    std::vector<Warning> notes;

private:
    const Inference& serving() const { return m_plan.inference; }

    void note(KeyPath key, Text message) { notes.emplace_back(key, std::move(message)); }
    void cannotSay(KeyPath key, bool matters, std::string value)
    {
        if (matters)
            note(key,
                 {HW_TR("core", "%1 has no setting for it: %2"),
                  {programName(m_target), std::move(value)}});
    }
    void add(Option option) { line.emplace_back(option.text); }
    void add(Option option, std::string_view value)
    {
        line.push_back(std::string(option.text) + " " + std::string(value));
    }
    void add(Option option, std::int64_t value) { add(option, std::to_string(value)); }
    /// Where it is not what the server does without the option.
    void addUnless(std::int64_t usual, Option option, std::int64_t value)
    {
        if (value != usual)
            add(option, value);
    }
    void addSet(Option option, const std::optional<std::int64_t>& value)
    {
        if (value)
            add(option, *value);
    }

    /// What both servers on PyTorch say of the weights: a model that is stored in the format tells
    /// it by itself; those that the server makes of 16-bit weights need the option.
    void addWeights()
    {
        const WeightFormat format = serving().weights;
        if (format == WeightFormat::Bf16 || format == WeightFormat::Fp16
            || format == WeightFormat::Fp32)
            add("--dtype",
                format == WeightFormat::Bf16       ? "bfloat16"
                    : format == WeightFormat::Fp16 ? "float16"
                                                   : "float32");
        else if (format == WeightFormat::Fp8)
            add("--quantization", "fp8");
        else if (factsOf(format).kind == "bitsandbytes" && format != WeightFormat::Int8)
            add("--quantization", "bitsandbytes");
        else
            note("inference.weights",
                 {HW_TR("core", "the model that the script gets has to be stored in it: %1"),
                  {std::string(nameOf(format))}});
    }

    void addFraction(Option option)
    {
        if (serving().memoryFraction)
            add(option, shortest(*serving().memoryFraction));
    }

    void writeVllm()
    {
        addWeights();
        add("--max-model-len", tokensOfSequence(m_plan));
        addUnless(1, "--tensor-parallel-size", m_plan.layout.tensor);
        addUnless(1, "--pipeline-parallel-size", m_plan.layout.pipeline);
        if (m_plan.layout.expert > 1)
            add("--enable-expert-parallel");
        addFraction("--gpu-memory-utilization");
        addSet("--max-num-seqs", serving().maxSequences);
        addSet("--max-num-batched-tokens", serving().prefillChunk);
        addCache("fp8", serving().kvCache == KvFormat::Fp8DsMla ? "fp8_ds_mla" : "");
        if (!serving().graphs)
            add("--enforce-eager");
        // vllm/config/speculative.py: SpeculativeMethod; the model's own layers need no model.
        if (drafts())
            add("--speculative-config",
                "\"{" + std::string(takesDraft() ? "\\\"model\\\": \\\"$2\\\", " : "")
                    + "\\\"method\\\": \\\""
                    + (draftKind() == DraftKind::Model ? "draft_model"
                                                       : std::string(nameOf(draftKind())))
                    + "\\\", \\\"num_speculative_tokens\\\": "
                    + std::to_string(serving().draftTokens) + "}\"");
        noteDraft();
        noteHost();
    }

    void writeSglang()
    {
        addWeights();
        add("--context-length", tokensOfSequence(m_plan));
        addUnless(1, "--tp-size", m_plan.layout.tensor);
        addUnless(1, "--pp-size", m_plan.layout.pipeline);
        addUnless(1, "--ep-size", m_plan.layout.expert);
        addFraction("--mem-fraction-static");
        addSet("--max-running-requests", serving().maxSequences);
        addSet("--chunked-prefill-size", serving().prefillChunk);
        addCache("fp8_e4m3", "");
        if (!serving().graphs)
            add("--disable-cuda-graph");
        if (drafts()) { // a chain of tokens: the tree that it can draft has one branch
            // NEXTN is the name of EAGLE for the model's own layers (server_args.py:
            // _handle_speculative_decoding).
            add("--speculative-algorithm",
                draftKind() == DraftKind::Model       ? "STANDALONE"
                    : draftKind() == DraftKind::Mtp   ? "NEXTN"
                    : draftKind() == DraftKind::Eagle ? "EAGLE"
                                                      : "EAGLE3");
            if (takesDraft())
                add("--speculative-draft-model-path", "\"$2\"");
            add("--speculative-num-steps", serving().draftTokens);
            add("--speculative-eagle-topk", std::int64_t{1});
            add("--speculative-num-draft-tokens", serving().draftTokens + 1);
        }
        noteDraft();
        noteHost();
    }

    /// The format of the cache: that of the weights needs no option.
    void addCache(std::string_view eightBits, std::string_view own)
    {
        const KvFormat format = serving().kvCache;
        if (!own.empty())
            add("--kv-cache-dtype", own);
        else if (format == KvFormat::Fp8)
            add("--kv-cache-dtype", eightBits);
        else
            cannotSay("inference.kv_cache", format != KvFormat::Bf16 && format != KvFormat::Fp16,
                      std::string(nameOf(format)));
    }

    DraftKind draftKind() const { return serving().draftKind; }
    /// llama.cpp has no EAGLE but EAGLE-3 (common/arg.cpp, --spec-type).
    bool drafts() const
    {
        return m_plan.draft
            && (m_target != ServerTarget::LlamaCpp || draftKind() != DraftKind::Eagle);
    }

    /// The servers take a probability from their own counts, and the draft's format from its files.
    void noteDraft()
    {
        if (!drafts())
            return;
        if (draftKind() == DraftKind::Model)
            note("inference.draft_model",
                 {HW_TR("core", "the second argument of the script is the draft model: %1"),
                  {m_plan.inference.draftModel}});
        else if (takesDraft())
            note("inference.draft_kind",
                 {HW_TR("core",
                        "the second argument of the script is a head that was trained for "
                        "the model")});
        if (serving().draftWeights && *serving().draftWeights != serving().weights)
            note("inference.draft_weights",
                 {HW_TR("core", "the draft model that the script gets has to be stored in it: %1"),
                  {std::string(nameOf(*serving().draftWeights))}});
    }

    void noteHost()
    {
        cannotSay("inference.gpu_layers", serving().gpuLayers.has_value(),
                  std::to_string(serving().gpuLayers.value_or(0)));
        cannotSay("inference.host_experts", serving().hostExperts > 0 && m_plan.shape.experts > 0,
                  std::to_string(serving().hostExperts));
        cannotSay("inference.host_mlps", serving().hostMlps > 0 && m_plan.counts.denseLayers > 0,
                  std::to_string(serving().hostMlps));
    }

    void writeLlama()
    {
        if (!isGguf(serving().weights) || isInPlainBits(serving().weights))
            note("inference.weights",
                 {HW_TR("core", "llama.cpp reads a GGUF file: %1 has to be made into one"),
                  {std::string(nameOf(serving().weights))}});
        else
            note("inference.weights",
                 {HW_TR("core", "the model that the script gets has to be stored in it: %1"),
                  {std::string(nameOf(serving().weights))}});
        // llama-server shares its context out to its slots.
        const std::int64_t slots = m_plan.workload.microBatch;
        add("--ctx-size", bounded::times(tokensOfSequence(m_plan), slots));
        add("--parallel", slots);
        // The head counts as a layer.
        add("--n-gpu-layers", serving().gpuLayers.value_or(everyGpuLayer(m_plan)));
        if (serving().hostExperts > 0 && m_plan.shape.experts > 0)
            add("--n-cpu-moe", hostExpertLayers(m_plan));
        if (serving().hostMlps > 0 && m_plan.counts.denseLayers > 0)
            add("--override-tensor", layersPattern(hostMlpLayers(m_plan)));
        addSet("--ubatch-size", serving().prefillChunk);
        cannotSay("inference.draft_kind", m_plan.draft && !drafts(),
                  std::string(nameOf(draftKind())));
        if (drafts()) { // layers for further tokens are in the model's file
            if (draftKind() != DraftKind::Model)
                add("--spec-type", "draft-" + std::string(nameOf(draftKind())));
            if (takesDraft())
                add("--model-draft", "\"$2\"");
            add("--spec-draft-n-max", serving().draftTokens);
            if (takesDraft())
                add("--gpu-layers-draft", m_plan.draft->shape.layers + 1);
            noteDraft();
        }
        add("--flash-attn", m_plan.choices.attention == Attention::Flash ? "on" : "off");
        const KvFormat cache = serving().kvCache;
        if (isInBlocks(cache) || cache == KvFormat::Fp32) {
            const std::string name = cache == KvFormat::Fp32 ? "f32" : std::string(nameOf(cache));
            add("--cache-type-k", name);
            add("--cache-type-v", name);
        } else {
            cannotSay("inference.kv_cache", cache != KvFormat::Bf16 && cache != KvFormat::Fp16,
                      std::string(nameOf(cache)));
        }
        cannotSay("inference.memory_fraction", serving().memoryFraction.has_value(),
                  shortest(serving().memoryFraction.value_or(0)));
        cannotSay("inference.max_sequences", serving().maxSequences.has_value(),
                  std::to_string(serving().maxSequences.value_or(0)));
    }

    /// The dense MLPs of the first layers, by the names that GGUF gives their tensors.
    static std::string layersPattern(std::int64_t layers)
    {
        std::string numbers;
        for (std::int64_t layer = 0; layer < layers; ++layer)
            numbers += (layer == 0 ? "" : "|") + std::to_string(layer);
        return "'blk\\.(" + numbers + ")\\.ffn_(gate|up|down)\\.weight=CPU'";
    }

    static bool isInPlainBits(WeightFormat format)
    {
        return format == WeightFormat::Bf16 || format == WeightFormat::Fp16
            || format == WeightFormat::Fp32;
    }

    const Resolved& m_plan;
    ServerTarget m_target;
};

std::string scriptOf(const Plan& plan, const Resolved& resolved, ServerTarget target,
                     const Launch& launch, const std::string& start)
{
    std::string text = "#!/bin/sh\n# " + excerpt(planTitle(plan), 120) + "\n# "
        + printable(english(planLine(resolved, {.method = false})))
        + "\n# Written by Highwater with the options of " + programName(target) + " "
        + std::string(serverOptions[target].version) + ". Start:\n#   " + start + "\n";
    if (!launch.notes.empty())
        text += "# Not as the plan has it:\n";
    for (const Warning& note : launch.notes)
        text += "# - " + printable(english(note)) + "\n";
    text += std::string("exec ") + facts[target].command;
    for (const std::string& option : launch.line)
        text += " \\\n    " + option;
    return text + "\n";
}

} // namespace

const char* programName(ServerTarget target)
{
    return traitsOf(facts[target].server).name;
}

const ServerOptions& optionsOf(ServerTarget target)
{
    return serverOptions[target];
}

std::string usualFileName(ServerTarget target)
{
    return facts[target].file;
}

Result<WrittenConfig> writeServerLaunch(const Plan& plan, const Catalog& catalog,
                                        ServerTarget target, std::string_view fileName)
{
    if (plan.workload.task != Task::Inference)
        return Problem{
            "workload.task",
            std::string(nameOf(plan.workload.task)),
            {HW_TR("core", "must be inference: %1 serves a model"), {programName(target)}}};
    if (!serverReads(facts[target].server, plan.inference.weights))
        return Problem{"inference.weights",
                       std::string(nameOf(plan.inference.weights)),
                       {HW_TR("core", "cannot be served by %1"), {programName(target)}}};
    Plan served = plan;
    served.method = MethodId::Exact;
    const auto resolved = prepare(served, catalog);
    if (!resolved)
        return resolved.problems();
    Launch launch(*resolved, target);
    launch.write();
    WrittenConfig written;
    written.fileName = fileName.empty() ? usualFileName(target) : std::string(fileName);
    const std::string start
        = "sh " + shellName(written.fileName) + (launch.takesDraft() ? " MODEL DRAFT" : " MODEL");
    written.launch = {start};
    written.text = scriptOf(plan, *resolved, target, launch, start);
    written.notes = std::move(launch.notes);
    return written;
}

} // namespace highwater
