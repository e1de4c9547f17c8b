// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "ledger_lines.h"
#include "plans.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

/// The rows of saved_tensors.json and saved_tensors_counted.json: the bytes that PyTorch saves for
/// the backward pass of one layer.
namespace highwater {

/// The bytes of a layer that do not depend on the tokens.
inline constexpr std::int64_t tolerance = 64;

/// A counted row as a plan: the bytes that the ledger must have, within the tolerance.
struct Counted
{
    Plan plan;
    std::int64_t bytes = 0;
};

/// A row that no plan can express, by name.
using Skipped = std::string;

inline CustomModel shapeOfRow(const nlohmann::json& in)
{
    const std::string block = in.at("block");
    CustomModel model = llama(in.at("hidden"), 1, in.at("heads"),
                              in.value("kv_heads", in.at("heads")), in.at("ffn"), 256);
    if (in.contains("head_dim"))
        model.headDim = in.at("head_dim");
    if (block == "gpt") {
        model.norm = Norm::LayerNorm;
        model.gated = false;
        model.activation
            = in.value("activation", "gelu") == "relu" ? Activation::Relu : Activation::Gelu;
    }
    model.normsPerLayer = in.value("norms_per_layer", 2);
    const std::string qkNorm = in.value("qk_norm", "none");
    model.qkNorm = *fromName<QkNorm>(qkNorm);
    if (block == "moe") {
        model.experts = in.at("experts");
        model.expertsPerToken = in.at("top_k");
        model.moeIntermediateSize = in.at("ffn");
        model.sharedIntermediate = in.at("shared_ffn");
    }
    if (block == "mla") {
        model.mlaQLoraRank = in.at("q_lora_rank");
        model.mlaKvLoraRank = in.at("kv_lora_rank");
        model.mlaQkNopeHeadDim = in.at("qk_nope_head_dim");
        model.mlaQkRopeHeadDim = in.at("qk_rope_head_dim");
        model.mlaVHeadDim = in.at("v_head_dim");
    }
    return model;
}

/// The reason why a plan cannot express the row; empty where it can.
inline Skipped inexpressible(const nlohmann::json& in)
{
    if (in.at("block") == "lm_head+cross_entropy")
        return in.at("upcast_fp32") ? "" : "loss in 16 bits";
    if (in.value("attn", "") == "sdpa")
        return "heads repeated before a flash kernel";
    if (in.value("norm_style", "") == "gemma")
        return "Gemma's eager norm in 32 bits";
    if (in.value("fused_qkv", false))
        return "one product for query, key and value";
    if (in.value("parallel", false) && in.at("norms_per_layer") == 2)
        return "parallel halves with two norms of one input";
    if (in.value("activation", "") == "gelu_new")
        return "GELU spelt out in operators";
    if (in.value("value", "view") != "view")
        return "latent value copied or padded";
    return {};
}

/// The bytes that a plan with eager kernels, for both norms and GLU, keeps more than the row: a
/// fused norm 4h of each two (eager norms keep 8h more), a fused GLU one 2f.
inline std::int64_t fusedPart(const nlohmann::json& in)
{
    const std::int64_t tokens
        = in.at("seq").get<std::int64_t>() * in.at("micro_batch").get<std::int64_t>();
    const std::int64_t h = in.at("hidden"), f = in.at("ffn");
    const std::int64_t routed = in.value("top_k", std::int64_t{1});
    const std::int64_t shared = in.value("shared_ffn", std::int64_t{0});
    std::int64_t bytes = 0;
    if (in.at("fused_norm"))
        bytes += 8 * h;
    if (in.at("fused_glu"))
        bytes += 2 * (routed * f + shared);
    return tokens * bytes;
}

/// Dropout masks as a CPU kept them for saved_tensors.json, two bytes an entry, less the one byte
/// of a GPU: 36h + 6as + 8 there, 34h + 5as + 8 here.
inline std::int64_t cpuMasks(const nlohmann::json& in)
{
    if (in.value("p", 0.0) == 0)
        return 0;
    const std::int64_t s = in.at("seq"), b = in.at("micro_batch"), h = in.at("hidden"),
                       a = in.at("heads");
    return 2 * s * b * h + a * s * s * b;
}

inline Counted layerOf(const nlohmann::json& row)
{
    const nlohmann::json& in = row.at("inputs");
    const std::string block = in.at("block");
    Counted counted{bare(shapeOfRow(in)), 0};
    Plan& plan = counted.plan;
    plan.workload.context = in.at("seq");
    plan.workload.microBatch = in.at("micro_batch");
    plan.recipe.precision = in.at("dtype") == "float32" ? Precision::Fp32 : Precision::Bf16Mixed;
    plan.recipe.attention = *fromName<Attention>(in.value("attn", "eager"));
    plan.recipe.dropout = in.value("p", 0.0) > 0;
    if (block == "checkpoint")
        plan.recipe.recompute = Recompute::Full;
    if (block == "selective_op")
        plan.recipe.recompute = Recompute::Selective;

    const nlohmann::json& out = row.at("outputs");
    counted.bytes = out.contains("gpu_saved_bytes_per_layer")
        ? out.at("gpu_saved_bytes_per_layer").get<std::int64_t>()
        : out.at("saved_bytes_per_layer").get<std::int64_t>() - cpuMasks(in);
    const bool looping = in.value("experts_kernel", "grouped") == "loop";
    if (in.contains("fused_norm") && (looping || !in.at("fused_norm") || !in.at("fused_glu"))) {
        plan.recipe.kernels = Kernels::Eager;
        counted.bytes += fusedPart(in);
    }
    return counted;
}

} // namespace highwater
