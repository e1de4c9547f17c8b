// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/trainer_program.h"
#include "core/plan/bytes.h"

#include <algorithm>
#include <array>
#include <bit>

namespace highwater::frameworks {
namespace {

constexpr std::int64_t tileRows = 4096, tileColumns = 16384;

/// unsloth_zoo/fused_losses/fused_linear.py: fused_linear_rows(), a power of two.
std::int64_t chunkRows(std::int64_t tokens, const Shape& shape)
{
    constexpr std::int64_t leastLogits = std::int64_t{512} * 151936, budget = 2 * gib, bytes = 4;
    const std::int64_t v = shape.vocabulary;
    const auto power = [](std::int64_t rows) {
        return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(rows)));
    };
    const std::int64_t least = std::clamp<std::int64_t>(power(leastLogits / v), 512, tileRows);
    const std::int64_t wanted = power(bounded::times(tokens, shape.hidden) / v);
    const std::int64_t rows = std::clamp(wanted, least, tileRows);
    return std::min({rows, tokens, std::max<std::int64_t>(2, budget / (bytes * v))});
}

std::int64_t tokensOf(const Resolved& plan)
{
    return shareOf(plan.tokensPerMicroBatch(), plan.layout.context);
}

/// Whether the loss is computed in tiles: below a frozen head, but not of short passes on cards of
/// more than 24.5 GiB (_flash_min_rows_auto()).
bool tilesLoss(const Resolved& plan)
{
    const bool frozen = !plan.trainsHead() && !plan.saves(SavedModule::Head);
    const bool small = plan.capacity <= 49 * gib / 2;
    return frozen && plan.shape.vocabulary > 2 * tileColumns
        && (tokensOf(plan) >= tileRows || small);
}

/// The rows of 32-bit logits that exist at a time. Those of a tile have 16,384 columns
/// (_tiled_layout()), and are counted as fewer rows of all columns.
std::int64_t lossRows(const Resolved& plan)
{
    const std::int64_t tokens = tokensOf(plan);
    return tilesLoss(plan)
        ? shareOf(std::min(tokens, tileRows) * tileColumns, plan.shape.vocabulary)
        : chunkRows(tokens, plan.shape);
}

constexpr std::array chunkedLoss{
    LogitBytes{TermId::LogitsFloat, Life::LossBackward, 0, 4},
};

bool dequantises(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase();
}

bool adaptsOffloaded(const Resolved& plan, const StageLayers& layers)
{
    return !plan.trainsAll() && layers.embeds && plan.offloadsActivations();
}

bool recomputes(const Resolved& plan, const StageLayers&)
{
    return plan.choices.recompute == Recompute::Full;
}

/// Whether the loss takes tiles of as many rows as one has at most.
bool fillsTiles(const Resolved& plan, const StageLayers& layers)
{
    return layers.predicts && plan.chunksLoss() && tilesLoss(plan) && tokensOf(plan) >= tileRows;
}

bool adapts(const Resolved& plan, const StageLayers&)
{
    return !plan.trainsAll();
}

/// transformers, trainer.py, create_optimizer(): of 8-bit optimizers an embedding has states of 32
/// bits, 3 bytes more in each of the two.
bool widensStatesOfEmbedding(const Resolved& plan, const StageLayers& layers)
{
    return layers.embeds && plan.trainsEmbedding() && plan.layout.zero == 0
        && !plan.offloadsStates() && plan.choices.optimizer == Optimizer::AdamW8bit
        && plan.choices.moments == Moments::Int8;
}

constexpr std::array unslothOwn{
    Extra{TermId::OptimizerMomentum, Life::Training, Per::Model, 3 * Symbol::EmbeddingParameters,
          widensStatesOfEmbedding},
    Extra{TermId::OptimizerVariance, Life::Training, Per::Model, 3 * Symbol::EmbeddingParameters,
          widensStatesOfEmbedding},
    // models/llama.py, LlamaModel_fast_forward(): all positions, as those of a pass are explicit
    Extra{TermId::RotaryTables, Life::Training, Per::Model,
          4 * Symbol::Positions* Symbol::Query / Symbol::Heads, nullptr},
    // kernels/utils.py: one buffer for the largest weight, and another weight in a backward pass
    // (kernels/nf4.py: dequantize_nf4())
    Extra{TermId::DequantisedWeight, Life::Training, Per::Model, 2 * Symbol::LargestMatrix,
          dequantises},
    Extra{TermId::DequantisedWeight, Life::LayerBackward, Per::Layer, 2 * Symbol::LargestMatrix,
          dequantises},
    // unsloth_zoo/gradient_checkpointing.py, backward(): the layer's output while it goes backward.
    // The first layer's input requires a gradient of its own and never leaves.
    Extra{TermId::ForwardResidual, Life::LayerBackward, Per::Layer, hiddenTokens(2), recomputes},
    Extra{TermId::LayerInput, Life::Pass, Per::Model, hiddenTokens(2), adaptsOffloaded},
    // kernels/utils.py, matmul_lora(): the output of the product before stays bound, as recordings
    // show.
    Extra{TermId::ForwardResidual, Life::Pass, Per::Model, hiddenTokens(2), adapts},
    // unsloth_zoo/fused_losses/fused_linear.py, _tiled_forward(): a tile's rows, a shifted copy of
    // them, and the sum of their gradients in 32 bits
    Extra{TermId::HeadInput, Life::LossBackward, Per::Model, 8 * tileRows* Symbol::Hidden,
          fillsTiles},
};

constexpr auto unslothExtras = joined(trainerExtras, unslothOwn);
constexpr auto unslothFlatExtras = joined(trainerFlatExtras, unslothOwn);
constexpr auto unslothShardedExtras = joined(trainerShardedExtras, unslothOwn);

constexpr Profile unsloths(Profile profile)
{
    profile.framework = Framework::Unsloth;
    profile.name = "Unsloth";
    profile.source = "Unsloth 2026.10, models/llama.py, models/rl.py, kernels; unsloth_zoo";
    // unsloth_zoo/__init__.py: PYTORCH_ALLOC_CONF
    profile.segments = Segments::Expandable;
    // models/llama.py, get_peft_model(): use_gradient_checkpointing is "unsloth";
    // unsloth_zoo/gradient_checkpointing.py brings the layers' inputs to the host.
    profile.recomputes = profile.offloadsInputs = true;
    profile.trainsLoadedType = true;
    profile.upcastsBase = false;
    profile.quantisesTower = false; // unsloth_zoo, peft_utils.py: SKIP_QUANTIZATION_MODULES
    // models/rl.py: optim is adamw_8bit
    profile.optimizer = Optimizer::AdamW8bit;
    // kernels/rms_layernorm.py, rope_embedding.py, swiglu.py, fast_lora.py
    profile.kernels = profile.adapterKernels = Kernels::Fused;
    profile.abilities.floatBase = false; // models/llama.py: dtype is that of the products
    profile.abilities.adapterKernels = true;
    profile.abilities.tilesMlp = true; // models/loader.py: unsloth_tiled_mlp
    profile.loss = Loss::Chunked;
    profile.lossRows = lossRows;
    profile.chunkedLogits = chunkedLoss;
    // utils/attention_dispatch.py: flash-attn before xformers, which gets keys and values of every
    // head.
    profile.attention = AttentionLibrary::FlashAttention;
    profile.expandsKeys = true;
    profile.extras = profile.engine == Engine::DeepSpeed ? std::span<const Extra>(unslothExtras)
        : profile.engine == Engine::Fsdp1                ? std::span<const Extra>(unslothFlatExtras)
                                          : std::span<const Extra>(unslothShardedExtras);
    return profile;
}

} // namespace

constinit const Profile unslothFsdp1 = unsloths(trainerWithFsdp1());
constinit const Profile unslothFsdp2 = unsloths(trainerWithFsdp2());
constinit const Profile unsloth
    = withEngines(unsloths(trainerWithDeepSpeed()), unslothFsdp1, unslothFsdp2);

} // namespace highwater::frameworks
