// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"

#include "core/ledger/resolve.h"
#include "core/ledger/stage.h"

#include <array>
#include <utility>

namespace highwater {
namespace {

using enum TermId;

constexpr Product hiddenTokens(std::int64_t bytes)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * Symbol::Hidden;
}

constexpr Product splitTokens(std::int64_t bytes, Symbol width)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * width / Symbol::TensorContextRanks;
}

bool sharded(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2;
}

/// Gradients of whole blocks are reduced where whole blocks are trained.
bool reducesBlocks(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2 && plan.trainsAll();
}

/// One list behind another.
template <std::size_t First, std::size_t Second>
constexpr std::array<Extra, First + Second> joined(const std::array<Extra, First>& first,
                                                   const std::array<Extra, Second>& second)
{
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>,
                                                   std::index_sequence<J...>)
    {
        return std::array<Extra, First + Second>{first[I]..., second[J]...};
    }
    (std::make_index_sequence<First>{}, std::make_index_sequence<Second>{});
}

bool gathers(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 3;
}

bool keepsLogits(const Resolved& plan, const StageLayers& layers)
{
    return layers.predicts && plan.microBatches > 1;
}

bool bucketed(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1;
}

bool onQuantised(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase();
}

bool keepsInputs(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase() && plan.microBatches > 1;
}

/// FSDP of PyTorch 1 shards adapters and frozen weights in one flat tensor.
bool flatWithAdapters(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 3 && !plan.trainsAll();
}

// Logits: kept by F.cross_entropy on 32-bit logits, as counted in autograd.
constexpr std::array plainLogits{
    LogitBytes{Logits, Life::Head, 1, 0},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};
// A chunk's loss and gradient take its logits' place, and are done with before the next chunk
// (Liger Kernel).
constexpr std::array plainChunks{
    LogitBytes{Logits, Life::LossBackward, 1, 0},
};

// torchtitan, F.cross_entropy(pred.flatten(0, 1).float(), …), and torchtune: the 16-bit logits are
// gone by the time of the backward pass, which holds the log-softmax and the two 32-bit gradients.
constexpr std::array castLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
// flash-attn's fused cross entropy: the logits and their gradient, in 16 bits.
constexpr std::array fusedLogits{
    LogitBytes{Logits, Life::Head, 1, 0},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};
constexpr std::array fsdpExtras{
    Extra{GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::HeldParameters,
          [](const Resolved& plan, const StageLayers&) { return plan.layout.zero == 2; }},
    // The last block is not resharded between its forward and its backward pass.
    Extra{GatheredLastBlock, Life::Head, Per::Model, 2 * Symbol::BlockParameters, gathers},
    Extra{ReduceInput, Life::LayerBackward, Per::DenseLayer, 4 * Symbol::DenseLayerParameters,
          reducesBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::MoeLayerParameters,
          reducesBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::ExpertParameters,
          reducesBlocks},
    // Gathered weights are allocated on a stream of their own, and the caching allocator keeps a
    // pool for every stream.
    Extra{PoolGather, Life::Pass, Per::Model, 2 * Symbol::RootParameters, gathers},
    Extra{PoolGather, Life::Pass, Per::Model, 2 * Symbol::BlockParameters, gathers},
    // Freed tensors of a block are too small to serve the logits.
    Extra{PoolBlock, Life::Head, Per::Model, splitTokens(4, Symbol::FeedForward), sharded},
    Extra{PoolBlock, Life::Head, Per::Model, splitTokens(2, Symbol::FeedForward),
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 2 && plan.choices.kernels == Kernels::Eager;
          }},
    Extra{PoolBlock, Life::Head, Per::Model, hiddenTokens(6) / Symbol::ContextRanks,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 2 && plan.layout.tensor > 1;
          }},
    // A loss over split logits keeps the values, their exponentials and the gradient apart.
    Extra{LogitsParallel, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts;
          }},
    Extra{PoolLogits, Life::LossBackward, Per::Model, splitTokens(2, Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.zero >= 2 && layers.predicts;
          }},
};

// transformers, modeling_llama.py before 4.45: logits.float(), a shifted contiguous copy, and the
// log-softmax; then the log-softmax and its gradients.
constexpr std::array trainerLogits{
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogitsShifted, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
bool toHost(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1 && plan.layout.offloadOptimizer == Offload::Cpu;
}

constexpr std::array deepSpeedExtras{
    Extra{ReduceBucket, Life::Training, Per::Model, 2 * Symbol::BucketElements, gathers},
    // Stages 1 and 2 fill one bucket while the other is reduced (overlap_comm).
    Extra{ReduceBucket, Life::Pass, Per::Model, 4 * Symbol::BucketElements,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 1 && plan.layout.zero < 3;
          }},
    Extra{BucketCopy, Life::LayerBackward, Per::Layer, 2 * Symbol::BucketCopyElements, bucketed},
    Extra{LiveParameters, Life::Pass, Per::Model, 2 * Symbol::LiveElements, gathers},
    Extra{StepGradients, Life::Step, Per::Model, 6 * Symbol::SubGroupElements,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 1 && plan.layout.offloadOptimizer == Offload::None;
          }},
    Extra{HostGradients, Life::Always, Per::Model, 4 * Symbol::Parameters / Symbol::Shards, toHost,
          Place::Host},
    Extra{HostGradients, Life::Always, Per::Model,
          4 * Symbol::RoutedParameters / Symbol::ExpertShards, toHost, Place::Host},
};

// Under DeepSpeed's engine there is no autocast: logits, a shifted copy and the softmax in 16 bits.
constexpr std::array engineLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsShifted, Life::ForwardEnd, 1, 0},
    LogitBytes{LogSoftmax, Life::Head, 1, 0},
    LogitBytes{LogitsGradient, Life::LossBackward, 1, 0},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 1, 0},
};

// torch.optim's foreach AdamW makes a square root and a denominator of every second moment
// (optim/adamw.py, _multi_tensor_adamw).
constexpr std::array trainerOwnExtras{
    Extra{StepTemporaries, Life::Step, Per::Model, 8 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return plan.layout.zero == 0; }},
    Extra{ReduceBuckets, Life::Training, Per::Model, 4 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero == 0 && plan.dataParallel > 1;
          }},
};
constexpr std::array trainerExtras = joined(deepSpeedExtras, trainerOwnExtras);

// Megatron-LM, core/tensor_parallel/cross_entropy.py: 32-bit logits and their exponentials, in
// place; the softmax becomes the gradient.
constexpr std::array megatronLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};

// torchtune, modules/loss: eight chunks of 16-bit logits, whose gradients take their places.
constexpr std::array tuneChunks{
    LogitBytes{Logits, Life::Head, 1, 0},
};

// litgpt: Fabric returns 32-bit logits, which stay to the end of the micro-batch and, from 2024,
// through the next forward pass.
constexpr std::array litLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsFloat, Life::Pass, 0, 4},
    LogitBytes{LogSoftmax, Life::LossBackward, 0, 4},
};
constexpr std::array litExtras{
    Extra{LogitsPrevious, Life::ForwardEnd, Per::Model, splitTokens(4, Symbol::Vocabulary),
          keepsLogits},
    // Its gradient has the size of all its weights, and stays whole while micro-batches are
    // accumulated (litgpt, issue 1417).
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
    Extra{LoadCopy, Life::Loading, Per::Layer, 2 * Symbol::BlockParameters, flatWithAdapters},
    Extra{LoadCopy, Life::Loading, Per::Model, 2 * Symbol::RootParameters, flatWithAdapters},
};

// nanotron, src/nanotron: parallel/tensor_parallel/functional.py (sharded cross entropy: 32-bit
// logits, a softmax in place, a 16-bit gradient), optim/gradient_accumulator.py, optim/zero.py.
constexpr std::array nanotronLogits{
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};

/// Its GLU computes the activation and the product apart; its norms are fused.
bool activatesApart(const Resolved& plan, const StageLayers&)
{
    return plan.shape.gated && plan.choices.kernels == Kernels::Fused;
}

bool splits(const Resolved& plan, const StageLayers&)
{
    return plan.layout.tensor > 1;
}

bool gathersInputs(const Resolved& plan, const StageLayers&)
{
    return plan.layout.tensor > 1 && plan.choices.sequenceParallel;
}

/// Whether the program runs ahead of the GPU, so that freed tensors wait. Where it does is only
/// seen, in peaks of nanotron on 8 to 512 GPUs: without pipelines, and in the warm-up of three
/// stages or more, but not there with over 256 GPUs or 16 tensor ranks.
bool runsAhead(const Resolved& plan, const StageLayers& layers)
{
    const Layout& layout = plan.layout;
    const bool gathers
        = gathersInputs(plan, layers) && plan.choices.tpInputs == TpInputs::Recomputed;
    return gathers
        && (layout.pipeline == 1
            || (layout.pipeline > 2 && layout.tensor <= 16 && plan.cluster.gpus <= 256));
}

bool reducesWithZero(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1 && plan.shards > 1;
}

constexpr std::array nanotronExtras{
    Extra{FrameworkConstant, Life::Always, Per::Model, Product{100 << 20}, nullptr},
    // 32-bit gradients are accumulated; the 16-bit ones they come from lie in the buckets of data
    // parallelism, or grow in the backward pass.
    Extra{ReduceBuckets, Life::Training, Per::Model, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.dataParallel > 1 && !reducesWithZero(plan, layers);
          }},
    // ZeRO has no such buckets, but copies of the step before stay reserved.
    Extra{StepCopies, Life::Training, Per::Model, 2 * Symbol::TrainedParameters, reducesWithZero},
    Extra{GradientCopy, Life::LayerBackward, Per::Embedding, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return plan.dataParallel == 1; }},
    Extra{MlpActivated, Life::Saved, Per::DenseLayer, splitTokens(2, Symbol::FeedForward),
          activatesApart, Place::Gpu, BackwardPoint::Input},
    Extra{AttentionOutputCopy, Life::Saved, Per::Layer, splitTokens(2, Symbol::Query), nullptr},
    Extra{LogitsPrevious, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary), keepsLogits},
    Extra{HeadGradientCopy, Life::LossBackward, Per::Model, 2 * Symbol::HeadParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return layers.predicts && plan.choices.loss == Loss::Full;
          }},
    // What is seen beside the gradients that the chain rule needs.
    Extra{BackwardSplitCopies, Life::Working, Per::Layer, splitTokens(6, Symbol::FeedForward),
          nullptr, Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer, splitTokens(2, Symbol::Hidden), nullptr,
          Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer, hiddenTokens(2) / Symbol::ContextRanks,
          nullptr, Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer, hiddenTokens(2) / Symbol::ContextRanks,
          gathersInputs, Place::Gpu, BackwardPoint::Output},
    Extra{CollectiveBuffers, Life::Pass, Per::Model, hiddenTokens(4) / Symbol::ContextRanks,
          splits},
    Extra{EmbeddingGradientCopies, Life::LayerBackward, Per::Model, 6 * Symbol::EmbeddingParameters,
          [](const Resolved&, const StageLayers& layers) { return layers.embeds; }},
    // Seen at the loss, or on a stage without one at the end of its forward pass.
    Extra{ReduceScatterCopies, Life::LossBackward, Per::Model, 8 * Symbol::EmbeddingParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return reducesWithZero(plan, layers) && layers.embeds && layers.predicts;
          }},
    Extra{ReduceScatterCopies, Life::ForwardEnd, Per::Model, 8 * Symbol::EmbeddingParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return reducesWithZero(plan, layers) && layers.embeds && !layers.predicts;
          }},
    Extra{StepCopies, Life::Step, Per::Model, 4 * Symbol::TrainedParameters, reducesWithZero},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::Parameters / Symbol::Shards,
          reducesWithZero},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::RoutedParameters / Symbol::ExpertShards,
          reducesWithZero},
    Extra{PoolCollectives, Life::Pass, Per::Model,
          hiddenTokens(1) * Symbol::HeldGathers / Symbol::TensorContextRanks, runsAhead},
};

constexpr std::array profiles{
    Profile{.framework = Framework::Plain,
            .source = "",
            .logits = plainLogits,
            .chunkedLogits = plainChunks},
    Profile{.framework = Framework::PyTorchFsdp,
            .source = "torchtitan, parallelisms/parallelize_llama.py; PyTorch, "
                      "distributed/fsdp/_fully_shard",
            .gradients = Gradients::Fp32,
            .keepGradients = false,
            .masterWeights = false,
            .floatParameters = true,
            .sharding = Sharding::BlocksAndRoot,
            .sharesParametersFrom = 2,
            .slack = {0, 0, 5},
            .keepsChunks = true,
            .dropsUnused = true,
            .logits = castLogits,
            .chunkedLogits = fusedLogits,
            .extras = fsdpExtras},
    Profile{.framework = Framework::DeepSpeed,
            .source = "DeepSpeed, runtime/zero/config.py, stage_1_and_2.py, stage3.py",
            .kernels = Kernels::Eager,
            .sharding = Sharding::Buckets,
            .bucketElements = 500'000'000,
            .logits = trainerLogits,
            .chunkedLogits = plainChunks,
            .extras = deepSpeedExtras},
    Profile{.framework = Framework::Megatron,
            .source = "Megatron-LM, theoretical_memory_usage.py, core/tensor_parallel",
            .gradients = Gradients::Fp32,
            .vocabularyMultiple = 128,
            .fusesWeightGradients = true,
            .logits = megatronLogits,
            .chunkedLogits = plainChunks},
    Profile{.framework = Framework::Nanotron,
            .source = "nanotron, src/nanotron",
            .gradients = Gradients::Fp32,
            .stageSplit = StageSplit::Balanced,
            .logits = nanotronLogits,
            .chunkedLogits = plainChunks,
            .extras = nanotronExtras},
    Profile{.framework = Framework::HuggingFace,
            .source = "transformers, integrations/deepspeed.py, model_memory_anatomy.md",
            .gradients = Gradients::Fp32,
            .keepGradients = false,
            .moments = Moments::Bf16,
            .kernels = Kernels::Eager,
            .floatAdapters = true,
            .sharding = Sharding::Buckets,
            .logits = trainerLogits,
            .chunkedLogits = plainChunks,
            .shardedLogits = engineLogits,
            .extras = trainerExtras},
    Profile{.framework = Framework::Torchtune,
            .source = "torchtune, modules/loss, training",
            .precision = Precision::Bf16,
            .keepGradients = false,
            .moments = Moments::Bf16,
            .loss = Loss::Chunked,
            .upcastsBase = false,
            .sharding = Sharding::BlocksAndRoot,
            .keepsChunks = true,
            .logits = castLogits,
            .chunkedLogits = tuneChunks},
    Profile{.framework = Framework::LitGpt,
            .source = "litgpt, model.py, lora.py, finetune/lora.py",
            .precision = Precision::Bf16,
            .keepGradients = false,
            .moments = Moments::Bf16,
            .kernels = Kernels::Eager,
            .untiesHead = true,
            .quantisesHead = true,
            .upcastsBase = false,
            .pagedWhenQuantised = true,
            .fusedQkv = true,
            .expandsKeys = true,
            .sharding = Sharding::BlocksAndRoot,
            .keepsChunks = true,
            .logits = litLogits,
            .chunkedLogits = tuneChunks,
            .extras = litExtras},
};

} // namespace

const Profile& profileOf(Framework framework)
{
    return profiles[static_cast<std::size_t>(framework)];
}

} // namespace highwater
