// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"

namespace highwater::frameworks {

namespace {

// trainer/sft_trainer.py, trainer/main_ppo.py with its advantage estimators
constexpr std::array verlJobs{JobKind::Sft, JobKind::Grpo, JobKind::Ppo};
constexpr std::array verlAdapters{AdapterMethod::Lora}; // trainer/config/model/hf_model.yaml

} // namespace

// config/engine/fsdp.yaml: 32-bit shards, computed in bf16, reduced in 32 bits. The models are
// those of transformers, with their own kernels.
constinit const Profile verl{.framework = Framework::Verl,
                             .name = "verl",
                             .source = "verl, workers/engine/fsdp/transformer_impl.py",
                             .gradients = Gradients::Fp32,
                             .keepGradients = false,
                             .masterWeights = false,
                             .moments = Moments::Bf16,
                             .kernels = Kernels::Eager,
                             .fusedStep = false, // workers/config/optimizer.py
                             .abilities = {.eightBits = false,
                                           .jobs = verlJobs,
                                           .adapterMethods = verlAdapters,
                                           .dora = false,
                                           .savesModules = false,
                                           .quantisedBase = false,
                                           .leastZero = 2},
                             // utils/experimental/torch_functional.py: FusedLinearForPPO
                             .lossChunkTokens = 512,
                             .floatParameters = true,
                             .torchOptimizers = true,
                             .sharding = Sharding::BlocksAndRoot,
                             .wrapsOneGpu = true,
                             .copiesOut = true,
                             .sharesParametersFrom = 2,
                             .freesAttended = true,
                             .logits = castLogits,
                             .chunkedLogits = castLogits,
                             .extras = fsdpExtras};

// config/engine/megatron.yaml: bf16 weights, gradients reduced and kept in 32 bits
// (utils/megatron_utils.py: grad_reduce_in_fp32), the distributed optimizer, which is ZeRO-1.
// Its scripts of large models add weight gradients to these sums in place
// (examples/grpo_trainer: gradient_accumulation_fusion).
constinit const Profile verlMegatron{.framework = Framework::Megatron,
                                     .name = "verl with Megatron-LM",
                                     .source = "verl, workers/engine/megatron/transformer_impl.py",
                                     .gradients = Gradients::Fp32,
                                     // core/transformer/transformer_config.py of Megatron-LM
                                     .abilities = {.unevenRanks = false,
                                                   .jobs = verlJobs,
                                                   .adapterMethods = verlAdapters,
                                                   .savesModules = false,
                                                   .quantisedBase = false,
                                                   .mostZero = 1},
                                     .selective = Selective::CoreAttention,
                                     .fusesWeightGradients = true,
                                     .narrowSoftmax = true, // core/fusions/fused_softmax.py
                                     .logits = megatronLogits,
                                     .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
