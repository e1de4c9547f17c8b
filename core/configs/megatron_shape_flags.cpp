// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/megatron_flags.h"

#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

/// "([0]*3+[1]*58)", one piece for each run of layers of one kind; empty where the text would be
/// long.
std::string expertLayers(const Shape& shape)
{
    constexpr int mostPieces = 64;
    std::string text;
    int pieces = 0;
    for (std::int64_t from = 0; from < shape.layers; ++pieces) {
        std::int64_t to = from;
        while (to < shape.layers && shape.isMoe(to) == shape.isMoe(from))
            ++to;
        text += (text.empty() ? "([" : "+[") + std::string(shape.isMoe(from) ? "1" : "0") + "]*"
            + std::to_string(to - from);
        from = to;
        if (pieces == mostPieces)
            return {};
    }
    return text + ")";
}

void addExperts(ConfigRun& run, MegatronFlags& flags)
{
    const Shape& shape = run.shape();
    if (shape.experts == 0)
        return;
    if (shape.moeLayers() == 0) // a list of dense layers alone is refused
        return run.lacks("model.custom.experts");
    flags.add("--num-experts", shape.experts);
    flags.add("--moe-router-topk", shape.expertsPerToken);
    flags.add("--moe-ffn-hidden-size", shape.expertWidth);
    if (shape.sharedTotalWidth() > 0)
        flags.add("--moe-shared-expert-intermediate-size", shape.sharedTotalWidth());
    if (shape.moeLayers() < shape.layers) {
        const std::string layers = expertLayers(shape);
        if (shape.denseFirst == 0 && shape.moeOffset % shape.moeEvery == 0)
            flags.add("--moe-layer-freq", shape.moeEvery);
        else if (!layers.empty())
            flags.addQuoted("--moe-layer-freq", layers);
        else
            run.lacks("model.custom.moe_every");
    }
    flags.add("--moe-grouped-gemm");
    flags.add("--moe-token-dispatcher-type", "alltoall");
    if (shape.expertBias && !shape.mlpBias)
        run.lacks("model.custom.moe_bias");
    if (shape.routerBias)
        run.lacks("model.custom.router_bias");
}

void addLatent(const Shape& shape, MegatronFlags& flags)
{
    if (!shape.isLatent())
        return;
    flags.add("--multi-latent-attention");
    if (shape.latent.queryRank > 0)
        flags.add("--q-lora-rank", shape.latent.queryRank);
    flags.add("--kv-lora-rank", shape.latent.kvRank);
    flags.add("--qk-head-dim", shape.latent.plainHeadDim);
    flags.add("--qk-pos-emb-head-dim", shape.latent.rotaryHeadDim);
    flags.add("--v-head-dim", shape.latent.valueHeadDim);
}

/// One flag is for the biases of all products, one for those of q, k and v.
void addBiases(ConfigRun& run, MegatronFlags& flags)
{
    const Shape& shape = run.shape();
    const bool all = shape.outBias && shape.mlpBias && shape.qkvBias;
    if (!all)
        flags.add("--disable-bias-linear");
    if (!all && shape.qkvBias)
        flags.add("--add-qkv-bias");
    if (!all && shape.outBias)
        run.lacks("model.custom.attn_out_bias");
    if (!all && shape.mlpBias)
        run.lacks("model.custom.mlp_bias");
}

void noteRest(ConfigRun& run)
{
    const Shape& shape = run.shape();
    if (shape.normsPerLayer != 2)
        run.lacks("model.custom.norms_per_layer");
    if (shape.extraFinal > 0)
        run.lacks("model.custom.extra_final");
    if (shape.extraAttention > 0)
        run.lacks("model.custom.attn_extra");
    if (shape.activation != (shape.gated ? Activation::Silu : Activation::Gelu))
        run.lacks("model.custom.activation");
    if (shape.qkNorm == QkNorm::Full)
        run.lacks("model.custom.qk_norm");
    if (shape.predictionLayers > 0)
        run.lacks("model.custom.mtp_layers");
    if (shape.normVectors != (shape.norm == Norm::LayerNorm ? 2 : 1))
        run.lacks("model.custom.norm_vectors");
    if (!shape.finalNorm)
        run.lacks("model.custom.final_norm");
    if (shape.embeddingWidth > 0)
        run.lacks("model.custom.embedding_width");
    if (shape.visionParameters > 0)
        run.lacks("model.custom.vision_params");
    if (shape.sharedGate)
        run.lacks("model.custom.shared_gate");
    if (shape.expertHidden > 0)
        run.lacks("model.custom.moe_latent_size");
    if (shape.mixesAttention()) // states, windows with other heads, or layers without attention
        run.note("model.custom.layer_pattern",
                 {HW_TR("core", "the file has the same attention in every layer")});
}

} // namespace

void addMegatronShape(ConfigRun& run, MegatronFlags& flags)
{
    const Shape& shape = run.shape();
    flags.add("--num-layers", shape.layers);
    flags.add("--hidden-size", shape.hidden);
    flags.add("--ffn-hidden-size", shape.feedForward);
    flags.add("--num-attention-heads", shape.heads);
    if (shape.kvHeads != shape.heads) {
        flags.add("--group-query-attention");
        flags.add("--num-query-groups", shape.kvHeads);
    }
    flags.add("--kv-channels", shape.headDim);
    addLatent(shape, flags);
    if (shape.gated)
        flags.add("--swiglu");
    flags.add("--normalization", shape.norm == Norm::RmsNorm ? "RMSNorm" : "LayerNorm");
    if (shape.qkNorm == QkNorm::Head)
        flags.add("--qk-layernorm");
    flags.add("--position-embedding-type",
              shape.learnedPositions > 0 ? "learned_absolute" : "rope");
    if (!shape.tied)
        flags.add("--untie-embeddings-and-output-weights");
    addBiases(run, flags);
    addExperts(run, flags);
    noteRest(run);
    flags.add("--seq-length", run.workload().context);
    const std::int64_t positions
        = shape.learnedPositions > 0 ? shape.learnedPositions : shape.maxPositions;
    if (shape.learnedPositions > 0 && run.workload().context > shape.learnedPositions)
        run.note("model.custom.learned_positions",
                 {HW_TR("core", "the table of positions is as long as the context here, %1"),
                  {grouped(run.workload().context)}});
    flags.add("--max-position-embeddings", std::max(run.workload().context, positions));
}

} // namespace highwater
