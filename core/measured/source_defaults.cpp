// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/source_defaults.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <string>

namespace highwater {
namespace {

constexpr std::array knownSources{
    // tensor_parallel/functional.py of July 2024 saves the inputs that it gathered.
    SourceDefaults{.source = "nanotron/old_bench", .tpInputs = TpInputs::Gathered},
    SourceDefaults{.source = "nanotron/bench_cluster", .tpInputs = TpInputs::Gathered},
    // trainer.py of nanotron's branch nouamane/bench2, with which the sweep ran: measure_bandwidth.
    SourceDefaults{.source = "nanotron-ultrascale-playbook", .ofSweep = true},
    // The tables of litgpt are of early 2024, before bitsandbytes 0.43.2. FSDPStrategy of its
    // scripts checkpoints every block.
    // config_hub/finetune/*/*.yaml: global_batch_size 8. The peaks of its full runs leave no room
    // for the moments of the AdamW that the files name, so the optimizer that ran is not known.
    SourceDefaults{.source = "litgpt config_hub",
                   .kind = RunKind::Full,
                   .optimizerKnown = false,
                   .recomputesSharded = true,
                   .globalBatch = 8,
                   .kernels = Kernels::Eager,
                   .earlyBitsandbytes = true,
                   .tiesWeights = false},
    SourceDefaults{.source = "litgpt config_hub",
                   .recomputesSharded = true,
                   .globalBatch = 8,
                   .kernels = Kernels::Eager,
                   .earlyBitsandbytes = true,
                   .tiesWeights = false},
    // GPT holds wte and lm_head as two parameters (litgpt/model.py), so the weights of a tied
    // checkpoint are there twice.
    SourceDefaults{.source = "lightning-ai/litgpt",
                   .kind = RunKind::Full,
                   .optimizerKnown = false,
                   .recomputesSharded = true,
                   .kernels = Kernels::Eager,
                   .earlyBitsandbytes = true,
                   .tiesWeights = false},
    SourceDefaults{.source = "lightning-ai/litgpt",
                   .recomputesSharded = true,
                   .kernels = Kernels::Eager,
                   .earlyBitsandbytes = true,
                   .tiesWeights = false},
    // README.md of Qwen names PyTorch 2.0; its table is of 11 October 2023, when DeepSpeed 0.11.0
    // was new. It does not state recomputation and stage. Its peaks grow by 14 MB a token and GPU,
    // which needs activations that are kept, and two GPUs have no room for the states of stages
    // below 3.
    SourceDefaults{.source = "qwenlm/qwen",
                   .kind = RunKind::Full,
                   .recompute = Recompute::None,
                   .zero = 3,
                   .kernels = Kernels::Eager,
                   .earlyPyTorch = true,
                   .narrowLoss = true,
                   .deepspeed = "0.11.0",
                   .overlapComm = true},
    // finetune/finetune_lora_*.sh and finetune_qlora_*.sh pass --gradient_checkpointing, and the
    // latter --fp16 and ds_config_zero2.json, which states the bucket.
    SourceDefaults{.source = "qwenlm/qwen",
                   .kind = RunKind::Qlora,
                   .recompute = Recompute::Full,
                   .zero = 2,
                   .zeroOnOne = true,
                   .reduceBucket = 200'000'000,
                   .kernels = Kernels::Eager,
                   .precision = Precision::Fp16Mixed,
                   .earlyPyTorch = true,
                   .narrowLoss = true,
                   .deepspeed = "0.11.0",
                   .overlapComm = true},
    // finetune_lora_ds.sh, the script for several GPUs, passes ds_config_zero2.json.
    SourceDefaults{.source = "qwenlm/qwen",
                   .recompute = Recompute::Full,
                   .zero = 2,
                   .reduceBucket = 200'000'000,
                   .kernels = Kernels::Eager,
                   .earlyPyTorch = true,
                   .narrowLoss = true,
                   .deepspeed = "0.11.0",
                   .overlapComm = true},
    // Every configuration in recipes/ sets enable_activation_checkpointing and dtype: bf16, which
    // casts the parameters themselves, and runs on several GPUs are always sharded with FSDP2.
    // README.md measures with compile=True.
    SourceDefaults{.source = "torchtune",
                   .recompute = Recompute::Full,
                   .zero = 3,
                   .kernels = Kernels::Fused,
                   .precision = Precision::Bf16},
    // Started with torchrun alone. From June 2025 the loss is compiled too, which keeps only 16-bit
    // logits and their gradient.
    SourceDefaults{.source = "202506_trainy",
                   .loss = Loss::Fused,
                   .statesKernels = true,
                   .narrowFloat8 = false},
    // run_llama_train.sh, for one node, sets PYTORCH_CUDA_ALLOC_CONF; multinode_trainer.slurm does
    // not. All rows state whether the blocks are compiled. torchao's float8 products keep their
    // inputs in 16 bits.
    SourceDefaults{.source = "torchtitan",
                   .statesKernels = true,
                   .narrowFloat8 = false,
                   .expandsOnOneNode = true},
    // ComposerMPTCausalLM's default loss is flash-attn's fused cross entropy.
    SourceDefaults{.source = "llm-foundry", .loss = Loss::Fused},
    SourceDefaults{.source = "megatron-bridge", .recomputeKnown = false},
    // Unchanged models of Hugging Face.
    SourceDefaults{.source = "deepspeed 0.14.2",
                   .kernels = Kernels::Eager,
                   .deepspeed = "0.14.2",
                   .overlapComm = true},
    SourceDefaults{.source = "accelerate-deepspeed", .kernels = Kernels::Eager},
};
constexpr SourceDefaults noDefaults{.source = ""};

constexpr std::array adapterRecipes{
    // litgpt/config_hub/finetune/*/lora.yaml and qlora.yaml.
    AdapterRecipe{"litgpt config_hub", "gemma-2b", RunKind::Lora, 8, "qkvomh", 0.1,
                  AdapterBase::Nf4, false},
    AdapterRecipe{"litgpt config_hub", "gemma-2-2b", RunKind::Lora, 8, "qkvomh", 0.1,
                  AdapterBase::Nf4, false},
    AdapterRecipe{"litgpt config_hub", "gemma", {}, 16, "qkvomh", 0.1, AdapterBase::Nf4, false},
    AdapterRecipe{"litgpt config_hub", "phi", {}, 8, "qkvomh", 0.05, AdapterBase::Nf4, false},
    AdapterRecipe{"litgpt config_hub", "tiny", {}, 32, "qkvomh", 0.05, AdapterBase::Nf4, false},
    AdapterRecipe{"litgpt config_hub", "", {}, 32, "qv", 0.05, AdapterBase::Nf4, false},
    // The trainable parameters that its resource tables print are those of rank 8 on q and v.
    AdapterRecipe{"litgpt tutorials", "", {}, 8, "qv", 0.05, AdapterBase::Nf4, false},
    // LoraArguments of finetune.py. Its quantised checkpoints are GPTQ in groups of 128.
    AdapterRecipe{"qwenlm/qwen", "", {}, 64, "qkvom", 0.05, AdapterBase::Gptq, true},
    // recipes/configs/llama3_2/3B_lora_single_device.yaml.
    AdapterRecipe{"torchtune", "", {}, 64, "qvom", 0, AdapterBase::Nf4Double, false},
};

} // namespace

const SourceDefaults& defaultsOf(const MeasuredRun& run)
{
    const std::string source = lowered(run.source);
    const RunKind kind = kindOf(run);
    const auto found = std::ranges::find_if(knownSources, [&](const SourceDefaults& defaults) {
        return defaults.kind.value_or(kind) == kind
            && source.find(defaults.source) != std::string::npos;
    });
    return found == knownSources.end() ? noDefaults : *found;
}

const AdapterRecipe* adapterRecipeOf(const MeasuredRun& run)
{
    const std::string source = lowered(run.source);
    const std::string model = lowered(run.model);
    const RunKind kind = kindOf(run);
    const auto found = std::ranges::find_if(adapterRecipes, [&](const AdapterRecipe& recipe) {
        return recipe.kind.value_or(kind) == kind && model.starts_with(recipe.model)
            && source.find(recipe.source) != std::string::npos;
    });
    return found == adapterRecipes.end() ? nullptr : &*found;
}

} // namespace highwater
