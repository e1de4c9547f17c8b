// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/key_words.h"

#include "core/plan/names.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

struct CheckLabel
{
    KeyPath path;
    const char* label;
};

/// The labels of a choice's words, in the order of its enumeration.
struct WordLabels
{
    KeyPath path;
    std::array<const char*, 24> labels{};
};

/// A word without a label does not compile.
template <class E, std::size_t count>
constexpr WordLabels wordsLabelled(KeyPath path, const char* const (&labels)[count])
{
    static_assert(count == enumCount<E>, "one label for each word");
    WordLabels row{path};
    std::ranges::copy(labels, row.labels.begin());
    return row;
}

constexpr WordLabels kernelsLabelled(KeyPath path)
{
    return wordsLabelled<Kernels>(path, {HW_TR("keys", "Eager"), HW_TR("keys", "Fused")});
}

/// Keys with two words that are clearer as yes or no, and flags whose name does not show the
/// meaning of yes.
constexpr std::array checkLabels{
    CheckLabel{"recipe.attention", HW_TR("keys", "Flash attention")},
    CheckLabel{"recipe.kernels", HW_TR("keys", "Fused kernels")},
    CheckLabel{"recipe.keep_gradients", HW_TR("keys", "Keep gradients between steps")},
};

constexpr std::array wordLabels{
    wordsLabelled<Precision>(
        "recipe.precision",
        {HW_TR("keys", "bf16 + fp32 master"), HW_TR("keys", "fp16 + fp32 master"),
         HW_TR("keys", "bf16 alone"), HW_TR("keys", "fp32"), HW_TR("keys", "fp8 + fp32 master"),
         HW_TR("keys", "fp8 in blocks + fp32 master"), HW_TR("keys", "MXFP8 + fp32 master"),
         HW_TR("keys", "NVFP4 + fp32 master"), HW_TR("keys", "fp16 alone")}),
    wordsLabelled<Gradients>(
        "recipe.gradients",
        {HW_TR("keys", "16-bit"), HW_TR("keys", "32-bit"), HW_TR("keys", "16-bit and 32-bit")}),
    wordsLabelled<Optimizer>(
        "recipe.optimizer",
        {HW_TR("keys", "AdamW"), HW_TR("keys", "AdamW 8-bit"), HW_TR("keys", "SGD"),
         HW_TR("keys", "SGD with momentum"), HW_TR("keys", "AdaGrad"), HW_TR("keys", "Adafactor"),
         HW_TR("keys", "Lion"), HW_TR("keys", "Muon"), HW_TR("keys", "AdamW, paged"),
         HW_TR("keys", "AdamW 8-bit, paged"), "GaLore", "APOLLO", "APOLLO-Mini", "LOMO", "AdaLomo",
         "Adam-mini", "SOAP"}),
    wordsLabelled<Moments>(
        "recipe.moments",
        {HW_TR("keys", "32-bit"), HW_TR("keys", "16-bit"), HW_TR("keys", "8-bit"), "fp16", "fp8"}),
    wordsLabelled<Recompute>(
        "recipe.recompute",
        {HW_TR("keys", "None"), HW_TR("keys", "Selective"), HW_TR("keys", "Full, every layer")}),
    wordsLabelled<RecomputeMethod>("recipe.recompute_method",
                                   {HW_TR("keys", "All"), HW_TR("keys", "The first of each stage"),
                                    HW_TR("keys", "In groups"), HW_TR("keys", "Every few layers")}),
    wordsLabelled<Engine>("recipe.engine", {"DDP", "FSDP1", "FSDP2", "DeepSpeed"}),
    wordsLabelled<MuonGather>(
        "recipe.muon_gather",
        {HW_TR("keys", "Each to every rank"), HW_TR("keys", "A batch to every rank"),
         HW_TR("keys", "One to each rank"), HW_TR("keys", "None: shares are whole")}),
    wordsLabelled<MasterPrecision>("recipe.master_precision",
                                   {HW_TR("keys", "32-bit"), HW_TR("keys", "16-bit")}),
    wordsLabelled<PipelineSchedule>(
        "layout.schedule",
        {"1F1B", "ZB1P", "ZB2P", "ZBV", "V-Half", "V-Min", "DualPipe", "DualPipeV"}),
    wordsLabelled<ContextKind>("layout.context_kind",
                               {HW_TR("keys", "All-gather"), HW_TR("keys", "Ring"), "Ulysses"}),
    wordsLabelled<Attention>("recipe.attention", {HW_TR("keys", "Eager"), HW_TR("keys", "Flash")}),
    wordsLabelled<AttentionKernel>("recipe.attention_kernel",
                                   {"Triton", "cuDNN", "FlashAttention-2", "FlashAttention-3"}),
    kernelsLabelled("recipe.kernels"),
    kernelsLabelled("recipe.norm_kernels"),
    kernelsLabelled("recipe.mlp_kernels"),
    kernelsLabelled("adapter.kernels"),
    wordsLabelled<Loss>(
        "recipe.loss",
        {HW_TR("keys", "Full logits"), HW_TR("keys", "Chunked loss"), HW_TR("keys", "Fused loss")}),
    wordsLabelled<SavedState>(
        "recipe.saved_state",
        {HW_TR("keys", "No"), HW_TR("keys", "On the host"), HW_TR("keys", "On every GPU")}),
    wordsLabelled<Overhead>("cluster.overhead",
                            {HW_TR("keys", "None"), HW_TR("keys", "Low"), HW_TR("keys", "Expected"),
                             HW_TR("keys", "High")}),
    wordsLabelled<Offload>(
        "layout.offload_optimizer",
        {HW_TR("keys", "None"), HW_TR("keys", "Host memory"), HW_TR("keys", "NVMe")}),
    wordsLabelled<Offload>(
        "layout.offload_parameters",
        {HW_TR("keys", "None"), HW_TR("keys", "Host memory"), HW_TR("keys", "NVMe")}),
    wordsLabelled<ActivationOffload>("layout.offload_activations",
                                     {HW_TR("keys", "None"), HW_TR("keys", "Host memory")}),
    wordsLabelled<HostStep>("layout.host_step",
                            {HW_TR("keys", "After the backward pass"),
                             HW_TR("keys", "SuperOffload"), HW_TR("keys", "ZenFlow"),
                             HW_TR("keys", "ZenFlow, beside the passes")}),
    wordsLabelled<TpInputs>("layout.tp_inputs",
                            {HW_TR("keys", "Gathered again"), HW_TR("keys", "Kept whole")}),
    wordsLabelled<StageSplit>("layout.stage_split",
                              {HW_TR("keys", "Even"), HW_TR("keys", "Balanced")}),
    wordsLabelled<Task>("workload.task",
                        {HW_TR("keys", "Training"), HW_TR("keys", "Inference"),
                         HW_TR("keys", "Preferences"), HW_TR("keys", "Reinforcement")}),
    wordsLabelled<JobKind>("job.kind",
                           {HW_TR("keys", "Fine-tuning (SFT)"), "DPO", "ORPO", "KTO",
                            HW_TR("keys", "Reward model"), "GRPO, DAPO", "PPO",
                            HW_TR("keys", "Distillation")}),
    wordsLabelled<Packing>("job.packing", {HW_TR("keys", "Padded"), HW_TR("keys", "Packed")}),
    wordsLabelled<JobLogits>("job.logits",
                             {"fp32", "bf16", HW_TR("keys", "Chunked"), HW_TR("keys", "Fused")}),
    wordsLabelled<LogitRows>("job.rows", {HW_TR("keys", "All"), HW_TR("keys", "Completion")}),
    wordsLabelled<Entropy>(
        "job.entropy",
        {HW_TR("keys", "None"), HW_TR("keys", "Without gradient"), HW_TR("keys", "With gradient")}),
    wordsLabelled<RoleState>(
        "roles.policy.state",
        {HW_TR("keys", "Trained"), HW_TR("keys", "Frozen"), HW_TR("keys", "Serves")}),
    wordsLabelled<RolePlace>("roles.policy.place",
                             {HW_TR("keys", "Shared cards"), HW_TR("keys", "Own cards"),
                              HW_TR("keys", "Host memory"), HW_TR("keys", "In the policy")}),
    wordsLabelled<SleepLevel>("roles.policy.sleep", {HW_TR("keys", "None"), "1", "2"}),
    wordsLabelled<DraftKind>("inference.draft_kind",
                             {HW_TR("keys", "Another model"), "MTP", "EAGLE", "EAGLE-3"}),
    wordsLabelled<Server>("inference.server",
                          {HW_TR("keys", "None"), "vLLM", "SGLang", "TensorRT-LLM", "llama.cpp",
                           HW_TR("keys", "Hugging Face generate")}),
    wordsLabelled<Framework>("recipe.framework",
                             {HW_TR("keys", "None"), HW_TR("keys", "PyTorch FSDP"),
                              HW_TR("keys", "DeepSpeed"), HW_TR("keys", "Megatron-LM"),
                              HW_TR("keys", "Nanotron"), HW_TR("keys", "Hugging Face"),
                              HW_TR("keys", "torchtune"), HW_TR("keys", "LitGPT"), "verl",
                              "OpenRLHF", "LLaMA-Factory", "ms-swift", "Axolotl", "Unsloth"}),
    wordsLabelled<AdapterKind>(
        "adapter.kind", {HW_TR("keys", "None"), HW_TR("keys", "LoRA"), HW_TR("keys", "QLoRA")}),
    wordsLabelled<AdapterMethod>("adapter.method",
                                 {HW_TR("keys", "LoRA"), HW_TR("keys", "LLaMA-Adapter"),
                                  HW_TR("keys", "LLaMA-Adapter V2"), HW_TR("keys", "Prefix tuning"),
                                  HW_TR("keys", "Prompt tuning")}),
    wordsLabelled<AdapterBase>(
        "adapter.base",
        {"bf16", "int8", "nf4", HW_TR("keys", "nf4, scales in 8 bits"), "gptq", "fp32"}),
    wordsLabelled<Activation>("model.custom.activation",
                              {HW_TR("keys", "SiLU"), HW_TR("keys", "GELU"),
                               HW_TR("keys", "GELU, tanh form"), HW_TR("keys", "ReLU")}),
    wordsLabelled<QkNorm>(
        "model.custom.qk_norm",
        {HW_TR("keys", "None"), HW_TR("keys", "Each head"), HW_TR("keys", "All heads")}),
    wordsLabelled<LinearKind>("model.custom.linear.kind",
                              {HW_TR("keys", "Gated delta"), HW_TR("keys", "Lightning"), "Mamba",
                               "Mamba-2", HW_TR("keys", "Delta by channel"),
                               HW_TR("keys", "Convolution")}),
    wordsLabelled<TowerKind>("model.custom.vision.kind",
                             {"Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL", "SigLIP", "CLIP", "Pixtral",
                              "Llama 4", "Llama 3.2", "MoonViT", "Gemma 4"}),
};
} // namespace

KeyPath listedPath(KeyPath path)
{
    const auto key = roleKeyOf(path);
    return key ? rolePath(RoleId::Policy, *key) : path;
}

const char* checkLabelSource(KeyPath path)
{
    const auto found = std::ranges::find(checkLabels, path, &CheckLabel::path);
    return found == checkLabels.end() ? nullptr : found->label;
}

const char* wordLabelSource(KeyPath path, std::string_view word)
{
    const auto found = std::ranges::find(wordLabels, listedPath(path), &WordLabels::path);
    const auto words = keyOf(path).words;
    const auto at = std::ranges::find(words, word);
    if (found == wordLabels.end() || at == words.end())
        return nullptr;
    return found->labels[static_cast<std::size_t>(at - words.begin())];
}

} // namespace highwater
