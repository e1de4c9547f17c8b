// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/parts.h"

// The settings that Megatron-LM has under its own program and under verl.
namespace highwater::frameworks {

// training/arguments.py: --recompute-method
inline constexpr std::array megatronRecompute{RecomputeMethod::All, RecomputeMethod::Block,
                                              RecomputeMethod::Uniform};
inline constexpr std::array megatronAdapters{AdapterMethod::Lora}; // Megatron Bridge, peft/

// core/enums.py: Fp8Recipe, Fp4Recipe
inline constexpr std::array megatronFormats{Precision::Fp8BlockMixed, Precision::Mxfp8Mixed,
                                            Precision::Nvfp4Mixed};

inline constexpr Abilities megatronAbilities{
    .unevenRanks = false, // core/utils.py: divide
    // core/optimizer/optimizer_config.py: optimizer_offload_fraction
    .leastZeroOfParts = 0,
    // core/transformer/transformer_config.py: fine_grained_activation_offloading, which has none of
    // the limits of cpu_offloading_num_layers, which refuses pipelines and recomputation.
    .offloadsSomeLayers = true,
    .offloadsModules = true, // transformer_config.py: offload_modules
    .recomputeMethods = megatronRecompute,
    .recomputesParts = true, // core/transformer/transformer_config.py: recompute_modules
    .scaledBlocks = megatronFormats,
    .narrowParameters = true, // training/arguments.py: --fp8-param-gather, --fp4-param-gather
    .halfAlone = false, // core/optimizer/optimizer.py: Float16OptimizerWithFloat16Params
    // core/optimizer/optimizer_config.py: exp_avg_dtype, exp_avg_sq_dtype, main_params_dtype
    .narrowMoments = true,
    .narrowMasters = true,
    .adapterMethods = megatronAdapters,
    // Megatron Bridge, peft/lora.py: linear layers and routers; peft/base.py: freeze_model
    .floatBase = false,
    .embeddingAdapters = false,
    .savesModules = false,
    .quantisedBase = false};

} // namespace highwater::frameworks
