// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

bool onQuantised(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase();
}

bool keepsInputs(const Resolved& plan, const StageLayers&)
{
    return plan.keepsFrozenInputs() && plan.microBatches > 1;
}

bool flatWithAdapters(const Resolved& plan, const StageLayers&)
{
    return plan.flattensFrozen();
}

// litgpt: Fabric returns 32-bit logits, which stay to the end of the micro-batch and, from 2024,
// through the next forward pass.
constexpr std::array litLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsFloat, Life::Pass, 0, 4},
    LogitBytes{LogSoftmax, Life::LossBackward, 0, 4},
};
constexpr std::array ownLitExtras{
    Extra{LogitsPrevious, Life::ForwardEnd, Per::Model, splitTokens(4, Symbol::Vocabulary),
          keepsPreviousLogits},
    // The flat tensor's gradient covers the frozen weights too, and stays whole while gradients of
    // micro-batches are accumulated (litgpt, issue 1417).
    Extra{UnshardedFlatGradient, Life::Accumulated, Per::Layer, 2 * Symbol::BlockParameters,
          flatWithAdapters},
    Extra{DequantisedHead, Life::ForwardEnd, Per::Model, 4 * Symbol::HeadParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.quantisedBase() && layers.predicts;
          }},
    Extra{DequantisedWeight, Life::LayerBackward, Per::Layer,
          4 * Symbol::Hidden* Symbol::FeedForward, onQuantised},
    Extra{PreviousInputs, Life::Retained, Per::Layer, hiddenTokens(4), keepsInputs},
    Extra{PreviousInputs, Life::Retained, Per::Layer, splitTokens(2, Symbol::FeedForward),
          keepsInputs},
    Extra{PreviousInputs, Life::Retained, Per::Layer, splitTokens(2, Symbol::Query), keepsInputs},
    Extra{GatheredLastBlock, Life::LossBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocksAhead},
    Extra{GatheredLastBlock, Life::HeadBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocksAhead},
    Extra{LoadCopy, Life::Loading, Per::Layer, 2 * Symbol::BlockParameters, flatWithAdapters},
    Extra{LoadCopy, Life::Loading, Per::Model, 2 * Symbol::RootParameters, flatWithAdapters},
};

constexpr std::array litExtras = joined(gatheredExtras, ownLitExtras);

constexpr std::array litGptJobs{JobKind::Sft}; // finetune/
constexpr std::array litGptAdapters{AdapterMethod::Lora, AdapterMethod::Adapter,
                                    AdapterMethod::AdapterV2};
constexpr std::array litGptBases{AdapterBase::Nf4, AdapterBase::Nf4Double, AdapterBase::Int8};

} // namespace

constinit const Profile litGpt{
    .framework = Framework::LitGpt,
    .name = "litgpt",
    .source = "litgpt, model.py, lora.py, finetune/lora.py",
    .precision = Precision::Bf16,
    .keepGradients = false,
    .moments = Moments::Bf16,
    .kernels = Kernels::Eager,
    .fusedStep = false, // finetune/full.py: instantiate_torch_optimizer without more arguments
    // pretrain.py and finetune/*.py know FSDPStrategy alone, which shards in full,
    // checkpoints whole blocks and says cpu_offload=False; generate/tp.py is for inference.
    // lora.py adapts linear layers; finetune/lora.py: --quantize.
    .abilities = {.tensor = false,
                  .context = false,
                  .pipeline = false,
                  .expert = false,
                  .host = false,
                  .fusedLoss = false,
                  .packing = false, // data/base.py: get_sft_collate_fn pads
                  .jobs = litGptJobs,
                  .adapterMethods = litGptAdapters,
                  .adapterBases = litGptBases,
                  .dora = false,
                  .embeddingAdapters = false,
                  .savesModules = false,
                  .sharedQuantisedBase = false,
                  .leastZero = 3,
                  .shardsAlways = true},
    .engine = Engine::Fsdp1,
    .lossChunks = LossChunks::Kept,
    .torchOptimizers = true,
    .untiesHead = true,
    .quantisesHead = true,
    .upcastsBase = false,
    .pagedWhenQuantised = true,
    .fusedQkv = true,
    .expandsKeys = true,
    .sharding = Sharding::BlocksAndRoot,
    .flatShards = true,
    .rowMultiple = 1, // data/base.py: get_sft_collate_fn pads to the longest
    .logits = litLogits,
    .chunkedLogits = tuneChunks,
    .extras = litExtras};

} // namespace highwater::frameworks
