// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

namespace {

// recipes/, and recipes/dev/ for GRPO
constexpr std::array tuneJobs{JobKind::Sft, JobKind::Dpo, JobKind::Ppo, JobKind::Grpo,
                              JobKind::Distill};
constexpr std::array tuneAdapters{AdapterMethod::Lora};
// modules/low_precision/nf4_linear.py: torchao's NF4
constexpr std::array tuneBases{AdapterBase::Nf4, AdapterBase::Nf4Double};
// training/activations.py: every so many layers
constexpr std::array tuneRecompute{RecomputeMethod::All, RecomputeMethod::Every};

bool castsChunk(const Resolved& plan, const StageLayers& layers)
{
    return layers.predicts && plan.chunksLoss() && plan.choices.kernels == Kernels::Eager;
}

constexpr std::array tuneExtras{
    // modules/loss/ce_chunked_output_loss.py, compute_cross_entropy(): without compile a chunk is
    // cast to 32 bits, and F.cross_entropy keeps the log-softmax of each.
    Extra{TermId::LogitsFloat, Life::Loss, Per::Model, 4 * Symbol::ChunkTokens* Symbol::Vocabulary,
          castsChunk},
    Extra{TermId::LogSoftmax, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary),
          castsChunk},
};

} // namespace

constinit const Profile torchtune{.framework = Framework::Torchtune,
                                  .name = "torchtune",
                                  .source = "torchtune, modules/loss, training",
                                  .precision = Precision::Bf16,
                                  .keepGradients = false,
                                  .moments = Moments::Bf16,
                                  .kernels = Kernels::Eager, // recipes/configs: compile: False
                                  .loss = Loss::Chunked,
                                  // recipes/full_finetune_distributed.py: tensor_parallel_dim,
                                  // which no other recipe has, and context_parallel_dim in addition
                                  // to fully_shard; fp16 is refused. Its selective mode
                                  // (training/activations.py) takes every second block or so.
                                  // recipes/*_finetune_*.py refuse offloaded activations without
                                  // checkpoints, and offload with FSDP2's CPUOffloadPolicy;
                                  // modules/peft/_utils.py: LORA_ATTN_MODULES.
                                  .abilities = {.pipeline = false,
                                                .expert = false,
                                                .hostActivationsRecomputed = true,
                                                .offloadsTogether = true,
                                                .recomputeMethods = tuneRecompute,
                                                .halfPrecision = false,
                                                .halfAlone = false,
                                                // recipes/: optimizer_in_bwd
                                                .stepsInBackward = true,
                                                .fusedLoss = false,
                                                .jobs = tuneJobs,
                                                .adapterMethods = tuneAdapters,
                                                .adapterBases = tuneBases,
                                                .floatBase = false, // dtype is of all weights
                                                .embeddingAdapters = false,
                                                .savesModules = false,
                                                .tensorAdapters = false,
                                                .leastZero = 2,
                                                .shardsAlways = true},
                                  .engine = Engine::Fsdp2,
                                  .selective = Selective::Layers,
                                  .lossChunks = LossChunks::Kept,
                                  .lossChunkCount = 8, // num_output_chunks
                                  .torchOptimizers = true,
                                  .upcastsBase = false,
                                  .keepsFrozenInputs = false,
                                  // recipes/configs of full fine-tuning from 8B on:
                                  // custom_sharded_layers are embedding and head
                                  .sharding = Sharding::Blocks,
                                  .copiesOut = true,
                                  .castsAnew = true, // training/quantization.py: torchao
                                  .rowMultiple = 1, // data/_collate.py: padded_collate_sft
                                  .logits = castLogits,
                                  .chunkedLogits = tuneChunks,
                                  .extras = tuneExtras};

} // namespace highwater::frameworks
