// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"
#include "core/ledger/frameworks/megatron_engine.h"

namespace highwater::frameworks {

namespace {

// trainer/sft_trainer.py, trainer/main_ppo.py with its advantage estimators
constexpr std::array verlJobs{JobKind::Sft, JobKind::Grpo, JobKind::Ppo};
constexpr std::array verlAdapters{AdapterMethod::Lora}; // trainer/config/model/hf_model.yaml

// core/transformer/transformer_config.py of Megatron-LM
constexpr Abilities abilitiesOfVerlMegatron()
{
    Abilities has = megatronAbilities;
    has.jobs = verlJobs;
    has.adapterMethods = verlAdapters;
    has.mostZero = 1;
    return has;
}

// verl 1dda039, workers/engine/fsdp/transformer_impl.py: a copy over the temperature, and
// flash-attn's cross entropy, which makes the gradient in place of it.
constexpr std::array verlWideUpdate{
    LogitBytes{TermId::LogitsFloat, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsScaled, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};
constexpr std::array verlNarrowUpdate{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsScaled, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};
constexpr std::array verlWidePass{
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogitsScaled, Life::ForwardEnd, 1, 0},
};
constexpr std::array verlNarrowPass{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogitsScaled, Life::ForwardEnd, 1, 0},
};
constexpr std::array verlEntropy{LogitBytes{TermId::LogitsEntropy, Life::Head, 0, 4}};
constexpr std::array verlEntropyPass{LogitBytes{TermId::LogitsEntropy, Life::ForwardEnd, 0, 4}};

/// workers/rollout: update_weights_bucket_megabytes
constexpr Bytes syncBucketOfVerl = 2 * gib;

constexpr JobDefaults verlJob{.utilization = 0.5,
                              .rolloutTensor = 2,
                              .rewardModelInPpo = false,
                              .referencePlace = RolePlace::Host,
                              .shardedZero = 3,
                              .floatWeights = true,
                              .narrowLogits = true,
                              .recomputes = true,
                              .packs = true,
                              .updateTokens = 16384,
                              .valueTokens = 32768,
                              .entropy = Entropy::NoGrad,
                              .syncBucket = syncBucketOfVerl,
                              .leanLogits = JobLogits::Fused, // its own fused kernels
                              .wide = {verlWideUpdate, verlWidePass},
                              .narrow = {verlNarrowUpdate, verlNarrowPass},
                              .entropyUpdate = verlEntropy,
                              .entropyPass = verlEntropyPass,
                              .masksPass = false,
                              .source = "verl, trainer/config, workers/engine/fsdp"};

// core/tensor_parallel/cross_entropy.py of Megatron-LM: a 32-bit copy of the logits becomes their
// exponentials and the softmax in place, and then the gradient.
constexpr std::array wideMegatronUpdate{
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};
constexpr std::array wideMegatronPass{
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::ForwardEnd, 0, 4},
};
constexpr std::array narrowMegatronPass{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::ForwardEnd, 0, 4},
};
// workers/engine/megatron/transformer_impl.py: a clone of the logits;
// utils/megatron/tensor_parallel.py: their softmax, in the same type.
constexpr std::array clonedEntropy{LogitBytes{TermId::LogitsEntropy, Life::Head, 2, 0}};
constexpr std::array clonedEntropyPass{LogitBytes{TermId::LogitsEntropy, Life::ForwardEnd, 2, 0}};

/// config/engine/megatron.yaml: 16-bit weights, nothing recomputed; the reference stays on the
/// cards unless the policy's parameters are offloaded (config/ref/megatron_ref.yaml).
constexpr JobDefaults verlMegatronJob{.utilization = 0.5,
                                      .rolloutTensor = 2,
                                      .rewardModelInPpo = false,
                                      .shardedZero = 3,
                                      .keepsMasters = true,
                                      .narrowLogits = true,
                                      .packs = true,
                                      .updateTokens = 16384,
                                      .valueTokens = 32768,
                                      .dropsGradients = true,
                                      .referenceOffloadsAsPolicy = true,
                                      .entropy = Entropy::NoGrad,
                                      .syncBucket = syncBucketOfVerl,
                                      .leanLogits = JobLogits::Fused,
                                      .wide = {wideMegatronUpdate, wideMegatronPass},
                                      .narrow = {megatronLogits, narrowMegatronPass},
                                      .entropyUpdate = clonedEntropy,
                                      .entropyPass = clonedEntropyPass,
                                      .masksPass = false,
                                      .source = "verl, trainer/config, workers/engine/megatron"};

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
                             // its documentation's page "Attention Implementation Override"
                             .attention = AttentionLibrary::FlashAttention,
                             .kernels = Kernels::Eager,
                             .fusedStep = false, // workers/config/optimizer.py
                             .abilities = {.eightBits = false,
                                           .tilesMlp = true, // models/transformers/tiled_mlp.py
                                           .jobs = verlJobs,
                                           .adapterMethods = verlAdapters,
                                           .dora = false,
                                           .savesModules = false,
                                           .quantisedBase = false,
                                           .leastZero = 2},
                             .job = &verlJob,
                             .engine = Engine::Fsdp2,
                             // Its FSDP backend splits none of them (trainer/config/engine).
                             .splitting = &verlMegatron,
                             // utils/experimental/torch_functional.py: FusedLinearForPPO
                             .lossChunkTokens = 512,
                             .floatParameters = true,
                             .torchOptimizers = true,
                             .sharding = Sharding::BlocksAndRoot,
                             .reducedBytes = 4,
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
                                     // As with FSDP: a search times both engines on one machine.
                                     .attention = AttentionLibrary::FlashAttention,
                                     .abilities = abilitiesOfVerlMegatron(),
                                     .job = &verlMegatronJob,
                                     .selective = Selective::CoreAttention,
                                     .fusesWeightGradients = true,
                                     .narrowSoftmax = true, // core/fusions/fused_softmax.py
                                     .keepsGradientBuffer = true,
                                     .logits = megatronLogits,
                                     .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
