// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipe_runs.h"

#include "core/measured/validation.h"
#include "core/methods/method.h"
#include "core/plan/plan.h"
#include "core/time/real.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace highwater {
namespace {

constexpr std::string_view cardH100 = "h100-sxm5-80gb", cardB200 = "b200-sxm-180gb",
                           cardB300 = "b300-288gb", cardGb200 = "gb200-per-gpu-186gb";

/// The rows of a model on a card are all of one half: constants were fitted to the first, and the
/// second was looked at once, after that.
enum class Half { Fitted, Checked };

/// What a recipe replays from captured CUDA graphs.
enum class Captured {
    Nothing,
    Parts, ///< of layers: attention, router, what prepares the exchange
    Step ///< all of it
};

/// A run of Megatron-Bridge's performance recipes: the newest release in which a configuration
/// stands. The documents do not state recomputation. What is captured and whether exchanges between
/// experts' ranks overlap with computation is in the recipes of the release, of which only those of
/// mixtures were read.
struct BridgeRow
{
    std::string_view release, device;
    Half half = Half::Fitted;
    std::string_view model;
    Precision precision = Precision::Fp8Mixed;
    bool adapters = false;
    std::int64_t gpus, sequences, microBatch, context, tensor, pipeline, contextRanks, chunks,
        expert, zero;
    double speed; ///< tokens a second and GPU
    Captured captured = Captured::Nothing;
    bool overlaps = false;
};

// Recipes: scripts/performance/configs of the tags v0.2.0 (25.11), v0.3.0 (26.02), v0.3.1
// (26.02.01), v0.4.0 (26.04), v0.4.2 (26.04.01), v0.5.0 (26.06), and
// src/megatron/bridge/perf_recipes (26.08); 25.09 as 25.11. NVIDIA-NeMo/Megatron-Bridge@067f987df,
// docs/performance-summary.md and performance-summary-archive.md; 24.12: NeMo framework user guide,
// performance summary. Read on 2026-11-28. Left out: cards that the catalogue does not know, NVFP4,
// hybrid models, Muon, and rows that drop tokens.
constexpr std::array bridgeRows = std::to_array<BridgeRow>({
    {"26.08", cardGb200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 4096,
     1, 4096, 1, 4, 1, 4, 64, 1, 4912, Captured::Step, true},
    {"26.08", cardGb200, Half::Fitted, "gpt-oss-120b", Precision::Fp8Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 64, 1, 28672, Captured::Step, true},
    {"26.08", cardGb200, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 4, 4096,
     1, 1, 1, 1, 8, 1, 39936, Captured::Step, true},
    {"26.08", cardGb200, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192, 1,
     4096, 1, 8, 1, 3, 32, 1, 7280, Captured::Step, true},
    {"26.06", cardGb200, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 256, 1536, 1,
     8192, 4, 16, 1, 4, 1, 1, 843},
    {"26.06", cardGb200, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 256, 1536, 1,
     8192, 4, 16, 1, 7, 1, 1, 783},
    {"26.06", cardH100, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 1024, 1536, 1,
     8192, 8, 8, 2, 8, 1, 1, 326},
    {"26.06", cardB300, Half::Checked, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 4096,
     2, 4096, 1, 8, 1, 1, 8, 1, 3541, Captured::Parts},
    {"26.06", cardB300, Half::Checked, "gpt-oss-120b", Precision::Fp8Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 8, 1, 18534, Captured::Parts},
    {"26.06", cardB300, Half::Checked, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 8, 4096,
     1, 1, 1, 1, 8, 1, 40769, Captured::Step, true},
    {"26.06", cardH100, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 16, 1024, 1,
     4096, 1, 1, 1, 1, 16, 1, 8826},
    {"26.06", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 32, 32, 1, 4096,
     1, 8, 1, 10, 1, 1, 3864},
    {"26.06", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 32, 32, 1, 4096,
     1, 8, 1, 10, 1, 1, 3593},
    {"26.06", cardH100, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 32, 32, 1, 4096,
     4, 4, 1, 5, 1, 1, 1638},
    {"26.06", cardGb200, Half::Fitted, "llama-3-70b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 1,
     2, 1, 20, 1, 1, 6206},
    {"26.06", cardGb200, Half::Fitted, "llama-3-70b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 1,
     4, 1, 20, 1, 1, 5958},
    {"26.06", cardH100, Half::Fitted, "llama-3-70b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 2,
     4, 1, 20, 1, 1, 2643},
    {"26.04.01", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 256, 2,
     8192, 1, 1, 1, 1, 1, 3, 4224},
    {"26.04.01", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 256, 1,
     8192, 2, 4, 1, 5, 1, 1, 3712},
    {"26.04.01", cardH100, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 256, 1,
     8192, 4, 8, 1, 5, 1, 1, 1664},
    {"26.04.01", cardB200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256,
     4096, 1, 4096, 1, 8, 1, 2, 32, 1, 3328, Captured::Parts, true},
    {"26.04.01", cardGb200, Half::Fitted, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 64, 1, 16640, Captured::Nothing, true},
    {"26.04.01", cardB300, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 8, 1, 15232, Captured::Parts},
    {"26.04.01", cardB200, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 8, 1, 13568},
    {"26.04.01", cardH100, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 1,
     4096, 1, 4, 1, 1, 8, 1, 5824},
    {"26.04.01", cardB200, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 4,
     4096, 1, 1, 1, 1, 8, 1, 27136, Captured::Parts},
    {"26.04.01", cardB300, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192,
     2, 4096, 1, 8, 1, 1, 8, 1, 5936},
    {"26.04.01", cardB200, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192,
     1, 4096, 1, 8, 1, 1, 8, 1, 3776},
    {"26.04.01", cardH100, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192,
     1, 4096, 2, 8, 1, 4, 32, 1, 1712, Captured::Nothing, true},
    {"26.04", cardB300, Half::Checked, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 4096,
     1, 4096, 1, 16, 1, 1, 8, 1, 3131},
    {"26.04", cardB200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 4096,
     1, 4096, 1, 16, 1, 1, 8, 1, 2815},
    {"26.02.01", cardH100, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 16, 1024, 1,
     4096, 1, 2, 1, 12, 8, 1, 9058, Captured::Nothing, true},
    {"26.02.01", cardGb200, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192,
     1, 4096, 1, 8, 1, 1, 32, 1, 5530, Captured::Parts},
    {"26.02.01", cardB300, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 8192,
     1, 4096, 1, 8, 1, 4, 8, 1, 2644, Captured::Nothing, true},
    {"26.02", cardB300, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 64, 1, 8359, Captured::Parts},
    {"26.02", cardB200, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 4,
     4096, 1, 1, 1, 1, 64, 1, 8047},
    {"26.02", cardB200, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 1, 4096,
     1, 1, 1, 1, 8, 1, 9691, Captured::Parts},
    {"25.11", cardGb200, Half::Checked, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 2, 8192,
     1, 1, 1, 1, 1, 1, 31508},
    {"25.11", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 256, 2, 8192,
     1, 1, 1, 1, 1, 3, 4312},
    {"25.11", cardGb200, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 256, 1536, 1,
     8192, 4, 16, 1, 4, 1, 1, 813},
    {"25.11", cardGb200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Bf16Mixed, false, 256,
     4096, 1, 4096, 1, 4, 1, 4, 64, 1, 3139, Captured::Parts},
    {"25.11", cardGb200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 4096,
     1, 4096, 1, 8, 1, 4, 32, 1, 4018, Captured::Parts},
    {"25.11", cardGb200, Half::Fitted, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 1280, 1,
     8192, 1, 1, 1, 1, 64, 1, 15876},
    {"25.11", cardGb200, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 4, 4096,
     1, 1, 1, 1, 8, 1, 23766, Captured::Parts},
    {"25.11", cardGb200, Half::Checked, "qwen3-235b-a22b", Precision::Bf16Mixed, false, 256, 8192,
     1, 4096, 1, 8, 1, 3, 32, 1, 4916, Captured::Parts},
    {"25.11", cardB200, Half::Fitted, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 2, 8192, 1,
     1, 1, 1, 1, 1, 30624},
    {"25.11", cardB200, Half::Checked, "llama-3.1-405b", Precision::Fp8Mixed, false, 128, 64, 1,
     8192, 4, 8, 2, 8, 1, 1, 661},
    {"25.11", cardB200, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 256, 2048,
     1, 4096, 1, 16, 1, 1, 8, 1, 2139},
    {"25.11", cardB200, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 512, 4,
     4096, 1, 1, 1, 1, 8, 1, 8213},
    {"25.11", cardB200, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 8, 512, 1, 4096,
     1, 1, 1, 1, 8, 1, 9299, Captured::Parts},
    {"25.11", cardB200, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 64, 1024, 1,
     4096, 1, 8, 1, 2, 8, 1, 3269, Captured::Nothing, true},
    {"25.11", cardH100, Half::Checked, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 1, 8192, 1,
     1, 1, 1, 1, 3, 14451},
    {"25.11", cardH100, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 128, 1, 8192,
     4, 8, 1, 5, 1, 1, 1602},
    {"25.11", cardH100, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 1024, 512, 1,
     8192, 8, 8, 2, 8, 1, 1, 292},
    {"25.11", cardH100, Half::Checked, "gpt-oss-120b", Precision::Bf16Mixed, false, 64, 512, 4,
     4096, 1, 4, 1, 1, 8, 1, 5630},
    {"25.11", cardH100, Half::Fitted, "qwen3-30b-a3b", Precision::Fp8Mixed, false, 16, 512, 2, 4096,
     1, 2, 1, 24, 8, 1, 5275, Captured::Nothing, true},
    {"25.11", cardH100, Half::Checked, "qwen3-235b-a22b", Precision::Fp8Mixed, false, 256, 2048, 1,
     4096, 2, 8, 1, 4, 32, 1, 1575, Captured::Nothing, true},
    {"25.09", cardGb200, Half::Checked, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 2, 8192,
     1, 1, 1, 1, 1, 1, 31357},
    {"25.09", cardGb200, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 128, 2, 8192,
     1, 1, 1, 1, 1, 3, 3986},
    {"25.09", cardGb200, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 128, 64, 1,
     8192, 2, 1, 1, 1, 1, 3, 729},
    {"25.09", cardB200, Half::Fitted, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 2, 8192, 1,
     1, 1, 1, 1, 1, 29994},
    {"25.09", cardB200, Half::Checked, "llama-3.1-405b", Precision::Fp8Mixed, false, 128, 64, 1,
     8192, 4, 8, 2, 8, 1, 1, 664},
    {"25.09", cardH100, Half::Checked, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 1, 8192, 1,
     1, 1, 1, 1, 3, 14079},
    {"25.09", cardH100, Half::Checked, "llama-3-70b", Precision::Fp8Mixed, false, 64, 128, 1, 8192,
     4, 8, 1, 5, 1, 1, 1619},
    {"25.09", cardH100, Half::Fitted, "llama-3.1-405b", Precision::Fp8Mixed, false, 1024, 512, 1,
     8192, 8, 8, 2, 8, 1, 1, 302},
    {"25.09", cardH100, Half::Fitted, "deepseek-v3-r1-671b", Precision::Fp8Mixed, false, 1024, 8192,
     1, 4096, 2, 8, 1, 4, 64, 1, 1297, Captured::Nothing, true},
    {"24.12", cardH100, Half::Fitted, "llama-2-7b", Precision::Fp8Mixed, false, 8, 128, 1, 4096, 1,
     1, 1, 1, 1, 1, 16934},
    {"24.12", cardH100, Half::Fitted, "llama-2-13b", Precision::Fp8Mixed, false, 16, 128, 1, 4096,
     1, 4, 1, 10, 1, 1, 8715},
    {"24.12", cardH100, Half::Fitted, "llama-2-70b", Precision::Fp8Mixed, false, 64, 128, 1, 4096,
     4, 4, 1, 20, 1, 1, 1728},
    {"24.12", cardH100, Half::Fitted, "llama-3-8b", Precision::Fp8Mixed, false, 8, 128, 1, 8192, 1,
     1, 2, 1, 1, 1, 12273},
    {"24.12", cardH100, Half::Fitted, "llama-3-70b", Precision::Fp8Mixed, false, 64, 128, 1, 8192,
     4, 4, 2, 5, 1, 1, 1524},
    {"24.12", cardH100, Half::Fitted, "llama-2-7b", Precision::Fp8Mixed, false, 8, 32, 1, 4096, 1,
     1, 1, 1, 1, 1, 16891},
    {"24.12", cardH100, Half::Fitted, "llama-2-13b", Precision::Fp8Mixed, false, 8, 32, 1, 4096, 1,
     4, 1, 1, 1, 1, 10176},
    {"24.12", cardH100, Half::Fitted, "llama-2-70b", Precision::Fp8Mixed, false, 16, 32, 1, 4096, 4,
     4, 1, 1, 1, 1, 1816},
    {"24.12", cardH100, Half::Fitted, "llama-2-7b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 1, 1,
     1, 1, 1, 1, 24824},
    {"24.12", cardH100, Half::Fitted, "llama-2-13b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 1,
     1, 1, 1, 1, 1, 14629},
    {"24.12", cardH100, Half::Fitted, "llama-2-70b", Precision::Fp8Mixed, true, 8, 32, 1, 4096, 2,
     4, 1, 1, 1, 1, 2621},
});

/// A run of IBM's benchmarks of the Trainer: Mistral 7B, 4,096 tokens, full recomputation, on one
/// A100 or on two with FSDP.
struct TrainerRow
{
    bool fused = false; ///< norms, rotary embedding and loss
    AdapterKind adapter = AdapterKind::None;
    AdapterBase base = AdapterBase::Nf4Double;
    bool upcast = true;
    Precision precision = Precision::Bf16;
    std::int64_t gpus, microBatch;
    double speed; ///< tokens a second and GPU
};

// foundation-model-stack/fms-acceleration, scripts/benchmarks/refs/a100_80gb.csv of 2025-02-07:
// transformers 4.48.1, PEFT 0.13.2, PyTorch 2.4.1. No constant was fitted to these rows.
constexpr std::array trainerRows = std::to_array<TrainerRow>({
    {false, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 4, 3063},
    {false, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 2, 2777},
    {false, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 8, 3143},
    {false, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 4, 3009},
    {true, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 4, 3447},
    {true, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 2, 3095},
    {true, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 8, 3547},
    {true, AdapterKind::None, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 2, 4, 3373},
    {false, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 4, 3324},
    {false, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 2, 2946},
    {false, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16, 1, 8, 3354},
    {false, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 4, 3169},
    {true, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 1, 4, 3781},
    {true, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16, 2, 2, 3284},
    {true, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 1, 8, 3807},
    {true, AdapterKind::Lora, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 2, 4, 3564},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 1, 4, 2904},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 2, 2949},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, true, Precision::Bf16Mixed, 1, 8, 2987},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 4, 3399},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 1, 4, 3596},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 2, 2948},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 1, 8, 3663},
    {false, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 4, 3393},
    {true, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 1, 4, 4128},
    {true, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 2, 3741},
    {true, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 1, 8, 4213},
    {true, AdapterKind::Qlora, AdapterBase::Nf4Double, false, Precision::Bf16Mixed, 2, 4, 4017},
    {false, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 1, 4, 3455},
    {false, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 2, 2, 2896},
    {false, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 1, 8, 3510},
    {false, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 2, 4, 3291},
    {true, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 1, 4, 3975},
    {true, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 2, 2, 3645},
    {true, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 1, 8, 4052},
    {true, AdapterKind::Qlora, AdapterBase::Gptq, false, Precision::Fp16Mixed, 2, 4, 3882},
});

/// A run of Liger Kernel's example with transformers' Trainer.
struct LigerRow
{
    bool liger = false;
    std::int64_t context;
    double speed; ///< tokens a second and GPU
};

// linkedin/Liger-Kernel@ead96b6, README.md and docs/images/e2e-tps.png, whose bars are read to one
// part in a hundred: Llama 3 8B, 8 sequences a GPU, full recomputation, FSDP1 on 8 A100. Without
// Liger, longer rows ran out of memory. No constant was fitted to these rows.
constexpr std::array ligerRows = std::to_array<LigerRow>({
    {false, 1024, 3170},
    {false, 2048, 3260},
    {true, 1024, 3600},
    {true, 2048, 3750},
    {true, 4096, 3700},
    {true, 8192, 3430},
    {true, 16384, 2920},
});

Plan planOf(const BridgeRow& row)
{
    Plan plan;
    plan.model = CatalogModel{std::string(row.model)};
    plan.workload.context = row.context;
    plan.workload.microBatch = row.microBatch;
    plan.workload.globalBatch = row.sequences;
    plan.recipe.framework = Framework::Megatron;
    plan.recipe.precision = row.precision;
    if (row.adapters)
        plan.adapter.kind = AdapterKind::Lora;
    plan.cluster.device = row.device;
    plan.cluster.gpus = row.gpus;
    plan.layout.tensor = row.tensor;
    plan.layout.pipeline = row.pipeline;
    plan.layout.context = row.contextRanks;
    plan.layout.virtualPipeline = row.chunks;
    plan.layout.expert = row.expert;
    plan.layout.zero = row.zero;
    return plan;
}

Plan planOf(const TrainerRow& row)
{
    Plan plan;
    plan.model = CatalogModel{"mistral-7b-v0.1"};
    plan.workload.context = 4096;
    plan.workload.microBatch = row.microBatch;
    plan.recipe.framework = Framework::HuggingFace;
    plan.recipe.precision = row.precision;
    plan.recipe.recompute = Recompute::Full;
    plan.recipe.kernels = Kernels::Eager;
    plan.recipe.fusedStep = false;
    if (row.fused) {
        plan.recipe.normKernels = Kernels::Fused;
        plan.recipe.loss = Loss::Fused;
    }
    plan.adapter.kind = row.adapter;
    plan.adapter.base = row.base;
    plan.adapter.upcast = row.upcast;
    plan.adapter.targets = {AdapterTarget::Q, AdapterTarget::K, AdapterTarget::V, AdapterTarget::O};
    plan.adapter.dropout = row.adapter == AdapterKind::None ? 0 : 0.1;
    plan.cluster.device = "a100-sxm4-80gb";
    plan.cluster.gpus = row.gpus;
    if (row.gpus > 1) {
        plan.recipe.engine = Engine::Fsdp1;
        plan.layout.zero = 3;
    }
    return plan;
}

Plan planOf(const LigerRow& row)
{
    Plan plan;
    plan.model = CatalogModel{"llama-3-8b"};
    plan.workload.context = row.context;
    plan.workload.microBatch = 8;
    plan.recipe.framework = Framework::HuggingFace;
    plan.recipe.engine = Engine::Fsdp1;
    plan.recipe.precision = Precision::Bf16;
    plan.recipe.recompute = Recompute::Full;
    plan.recipe.kernels = row.liger ? Kernels::Fused : Kernels::Eager;
    if (row.liger)
        plan.recipe.loss = Loss::Chunked; // fused_linear_cross_entropy
    plan.cluster.device = "a100-sxm4-80gb";
    plan.cluster.gpus = 8;
    plan.layout.zero = 3;
    return plan;
}

std::string groupOf(const BridgeRow& row)
{
    const bool hopper = row.device == cardH100;
    return std::string("Megatron-Bridge, ") + (row.expert > 1 ? "experts, " : "dense, ")
        + (hopper ? "Hopper" : "Blackwell") + (row.half == Half::Checked ? ", checked" : "");
}

/// What a plan does not tell of a recipe.
void runAsRecipe(const BridgeRow& row, Pace& pace)
{
    // Fitted to the rows of the first half on 2026-11-29: parts of a layer are launched at once.
    constexpr double waitOfParts = 2.5e-3;
    // 36.55 % of a run's exchanges took place during products or attention (the repository's
    // skills/nemo-mbridge-perf-moe-comm-overlap).
    constexpr double overlapped = 1 - 0.3655;
    if (row.captured == Captured::Parts)
        pace[Speed::ExpertWait] = waitOfParts;
    if (row.captured == Captured::Step)
        for (const Speed each : {Speed::Launching, Speed::ExpertLaunching, Speed::ExpertWait})
            pace[each] = 0;
    if (row.overlaps)
        pace[Speed::ExchangeWait] = overlapped;
}

void runAsRecipe(const TrainerRow&, Pace&) { }
void runAsRecipe(const LigerRow&, Pace&) { }

void addRecipe(std::vector<CheckedRecipe>& recipes, CheckedRecipe recipe, const auto& row,
               const Catalog& catalog)
{
    const Plan wanted = planOf(row);
    const auto plan = prepare(wanted, catalog);
    if (!plan)
        return;
    auto machine = machineOf(*plan);
    if (!machine)
        return;
    runAsRecipe(row, machine->pace);
    const StepTime step = stepTime(*plan, *machine);
    recipe.predicted = step.tokens / step.seconds / real(plan->cluster.gpus);
    recipes.push_back(std::move(recipe));
}

} // namespace

std::vector<CheckedRecipe> checkedRecipes(const Catalog& catalog)
{
    std::vector<CheckedRecipe> recipes;
    for (const BridgeRow& row : bridgeRows)
        addRecipe(recipes,
                  {groupOf(row),
                   std::string(row.model) + " on " + std::to_string(row.gpus) + " "
                       + std::string(row.device),
                   "Megatron-Bridge " + std::string(row.release), row.speed},
                  row, catalog);
    for (const TrainerRow& row : trainerRows)
        addRecipe(recipes,
                  {row.fused ? "Trainer, fused kernels" : "Trainer",
                   "mistral-7b-v0.1 on " + std::to_string(row.gpus) + " a100-sxm4-80gb",
                   "fms-acceleration, a100_80gb.csv", row.speed},
                  row, catalog);
    for (const LigerRow& row : ligerRows)
        addRecipe(recipes,
                  {"Trainer, Liger Kernel",
                   std::string("llama-3-8b, ") + std::to_string(row.context)
                       + (row.liger ? " tokens, Liger" : " tokens"),
                   "Liger-Kernel, README.md", row.speed},
                  row, catalog);
    return recipes;
}

std::vector<RecipeGroup> recipeGroups(const std::vector<CheckedRecipe>& recipes)
{
    std::vector<std::string> names;
    for (const CheckedRecipe& recipe : recipes)
        if (std::ranges::find(names, recipe.group) == names.end())
            names.push_back(recipe.group);
    std::ranges::sort(names);
    std::vector<RecipeGroup> groups;
    for (std::string& name : names) {
        std::vector<double> errors, sizes;
        for (const CheckedRecipe& recipe : recipes)
            if (recipe.group == name) {
                errors.push_back(recipe.error());
                sizes.push_back(std::abs(recipe.error()));
            }
        std::ranges::sort(errors);
        std::ranges::sort(sizes);
        constexpr double half = 0.5, most = 0.9;
        groups.push_back({std::move(name), errors.size(), quantile(sizes, half),
                          quantile(sizes, most), quantile(errors, half)});
    }
    return groups;
}

} // namespace highwater
