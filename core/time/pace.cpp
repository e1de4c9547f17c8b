// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/pace.h"

#include "core/plan/names.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr std::string_view stepRows
    = "nano-* that state a speed; `tuned` by core/measured/published_runs.cpp";
constexpr std::string_view stepRefit
    = "change the value, run `highwater validate tests/golden/measured.csv --speed`, keep the "
      "value of the least error of nano-*, and of the published runs for `tuned`";
constexpr std::string_view recipeTable = "none; the fitted half of core/measured/recipe_runs.cpp";
constexpr std::string_view recipeTableRefit
    = "change the value, run `highwater validate tests/golden/measured.csv --speed`, keep the "
      "value of the least error of the recipes' fitted half";
/// The network and the host are the same for all programs. Those of the rows are of one cluster,
/// which has values of its own (core/measured).
constexpr std::string_view clusterRows = "none; core/measured/published_runs.cpp";
constexpr std::string_view clusterRefit
    = "change all values, run `highwater validate tests/golden/measured.csv --speed`, keep the "
      "value of the least error of the published runs";

/// Tokens a second of one sequence, llama.cpp and gpt-fast.
constexpr std::string_view generationRows
    = "none; Llama 3 8B on a RTX 4090 (F16 54.3, Q4_K_M 127.7) and a RTX 3090 (46.5, 111.7), 70B "
      "Q4_K_M on two RTX 3090 (16.3), Llama 2 7B on a H100 PCIe (F16 83.3, Q4_0 133.8), on an A100 "
      "(bf16 104.9, int8 155.6)";
constexpr std::string_view generationRefit
    = "change the value, run test_generation, keep the value that meets all readings but the "
      "H100's Q4_0, which is 30 % slower, within 12 %; the ends hold all of them";

} // namespace

constexpr std::array<SpeedConstant, speedCount> speedTable{{
    {Speed::ProductShare, 0.68, 0.68, 0.62, "of the peak",
     "the rate of wide matrix products; the best ones measured on an H100 reach 0.80", stepRows,
     "2026-11-23", stepRefit},
    {Speed::NarrowWidth, 150, 150, 20, "columns of a rank's weight",
     "a product so narrow reaches half of that rate", stepRows, "2026-11-23", stepRefit},
    {Speed::ScoresShare, 0.5, 0.5, 0.18, "of the peak",
     "the products of attention that keeps its scores, and of flash attention on cards without a "
     "figure, rotary embedding and copies of q, k, v included",
     stepRows, "2026-11-23", stepRefit},
    {Speed::KernelShare, 0.95, 0.95, 0.66, "of the published rate of the kernel",
     "flash attention, rotary embedding and copies of q, k, v included", stepRows, "2026-11-29",
     stepRefit},
    {Speed::MemoryPasses, 0.4, 1, 1.25, "of the counted reads and writes",
     "norms, sums, activations: what caches and fused kernels leave of them", stepRows,
     "2026-11-23", stepRefit},
    {Speed::EagerNorms, 1, 1.6, 1,
     "times the reads and writes of eager norms and rotary embeddings",
     "reductions and operators of two types stay below the memory's bandwidth: an A100 takes 1.92 "
     "ms for the forward pass of transformers' RMSNorm of 2,048 x 32,768 values, which is counted "
     "as 1.18 ms, and 3.82 for a rotary embedding counted as 1.64; Liger Kernel's norm takes 0.18 "
     "ms, counted as 0.13",
     "none; linkedin/Liger-Kernel@ead96b6, benchmark/data/all_benchmark_data.csv", "2026-11-29",
     "divide the seconds of rms_norm, huggingface, forward, of the widest rows by those of their "
     "counted bytes"},
    {Speed::LogitBytes, 20, 56, 56, "bytes a logit", "the loss reads and writes logits in 32 bits",
     stepRows, "2026-11-23", stepRefit},
    {Speed::AccumulateBytes, 1, 1.9, 1.9, "times its reads and writes",
     "adding a micro-batch's gradients up, and zeroing them", stepRows, "2026-11-23", stepRefit},
    {Speed::OptimizerPasses, 1.2, 3.7, 3.7, "times its reads and writes",
     "the optimizer's step; unfused ones copy states and gradients around it", stepRows,
     "2026-11-23", stepRefit},
    {Speed::Launching, 0.5e-3, 4.1e-3, 4.1e-3, "seconds a layer, forward and backward",
     "a layer takes no less than its kernels take to launch: about a hundred of 5 µs, or four "
     "hundred of 10 µs",
     stepRows, "2026-11-23", stepRefit},
    {Speed::ExpertLaunching, 8.5e-3, 8.5e-3, 8.2e-3, "seconds a layer with experts, both passes",
     "the same of a layer with experts: router, permutations, exchanges and the experts' products",
     recipeTable, "2026-11-29", recipeTableRefit},
    {Speed::ExpertWait, 4.05e-3, 4.05e-3, 0, "seconds a layer with experts, both passes",
     "a GPU's wait for the program, which reads the number of tokens of each expert before it "
     "launches their products",
     recipeTable, "2026-11-29", recipeTableRefit},
    {Speed::EightBits, 0.87, 0.87, 0.87, "of the rate in 16 bits, each by its peak",
     "the best 8-bit products reach 0.71 of an H100's peak, where 16-bit ones reach 0.80 "
     "(stas00/ml-engineering)",
     recipeTable, "2026-11-28", recipeTableRefit},
    {Speed::HopInside, 7e-6, 7e-6, 7e-6, "seconds", "one step of a ring within a node", clusterRows,
     "2026-11-23", clusterRefit},
    {Speed::HopAcross, 20e-6, 20e-6, 20e-6, "seconds", "one step of a ring across nodes",
     clusterRows, "2026-11-23", clusterRefit},
    {Speed::LinkShare, 0.75, 0.75, 0.75, "of the link",
     "what a ring reaches within a node; partly hidden, where it is near 1", clusterRows,
     "2026-11-23", clusterRefit},
    {Speed::NetShare, 0.8, 0.8, 0.8, "of the network link",
     "what a ring of one GPU a node reaches; partly hidden, where it is above 1", clusterRows,
     "2026-11-23", clusterRefit},
    {Speed::NetFan, 1, 1, 1, "exponent of the group's GPUs in a node",
     "rings over several network cards at once", clusterRows, "2026-11-23", clusterRefit},
    {Speed::NetDecay, 0, 0, 0, "exponent of the number of nodes",
     "the slowest of many links sets the pace", clusterRows, "2026-11-23", clusterRefit},
    {Speed::HiddenShare, 0.7, 0.7, 0.75, "of the computation at the same time",
     "how much of it can hide communication", stepRows, "2026-11-23", stepRefit},
    {Speed::LeastWait, 0.1, 0.1, 0.1, "of a transfer",
     "its first or last part, which nothing hides", stepRows, "2026-11-23", stepRefit},
    {Speed::ContextWait, 0.5, 0.5, 0.5, "of a ring's time",
     "the part that does not overlap with attention", stepRows, "2026-11-23", stepRefit},
    {Speed::ExchangeWait, 1, 1, 1, "of an exchange between experts' ranks",
     "the products wait for the tokens: of a run's exchanges 0.1 % took place during products or "
     "attention",
     "none; NVIDIA-NeMo/Megatron-Bridge@067f987df, skills/nemo-mbridge-perf-moe-comm-overlap, a "
     "profile of Qwen3 30B-A3B on 16 H100",
     "2026-11-29",
     "profile a run, take the share of its exchanges that run while products or attention do"},
    {Speed::ExchangeShare, 0.9, 0.9, 0.9, "of the network link",
     "what exchanges between nodes reach; DeepEP's README has 43 to 58 of 50 GB/s, copies within "
     "a node included",
     recipeTable, "2026-11-29", recipeTableRefit},
    {Speed::SendWait, 0.3, 0.3, 0.3, "of a send's time", "the part that delays the next stage",
     clusterRows, "2026-11-23", clusterRefit},
    {Speed::StageSeconds, 0.2e-3, 0.2e-3, 0.2e-3, "seconds a micro-batch and stage",
     "the program between two passes", clusterRows, "2026-11-23", clusterRefit},
    {Speed::StepSeconds, 0, 0, 0, "seconds a step", "loading data, clipping, logging, barriers",
     clusterRows, "2026-11-23", clusterRefit},
    {Speed::FlushSeconds, 0.7, 0.7, 0.7, "seconds a micro-batch",
     "the allocator waits for the GPU, returns its idle segments and asks for them again",
     "nano-* whose cache is emptied in each pass", "2026-11-26", stepRefit},
    {Speed::RankSeconds, 0, 0, 0, "seconds a collective and rank of its group",
     "work of the program in each collective, in addition to its launches, such as a comparison of "
     "all ranks",
     clusterRows, "2026-11-23", clusterRefit},
    {Speed::BucketSeconds, 0, 0, 0, "seconds a bucket of gradients and rank",
     "the same, where a bucket is reduced", clusterRows, "2026-11-23", clusterRefit},
    {Speed::PollSeconds, 0, 0, 0, "seconds a micro-batch that a stage waits for",
     "sleeps of a program that looks for messages", clusterRows, "2026-11-23", clusterRefit},
}};

namespace {

constexpr FittedRange fittedBand{
    {0.87, 1, 1.1},
    "of the expected time of a step",
    "differences between runs of one plan, and what the constants above do not tell",
    "nano-* that state a speed of a tenth of the peak or more",
    "2026-11-23",
    "change the value, run `highwater validate tests/golden/measured.csv --speed`, keep the value "
    "with which eight of ten steps are in the band"};
constexpr FittedRange fittedShare{
    {0.7, 0.9, 0.97},
    "of the memory's bandwidth",
    "what kernels that read weights and cache reach of the datasheet's rate",
    generationRows,
    "2026-11-23",
    generationRefit};
constexpr FittedRange fittedLaunch{{0.2e-3, 0.1e-3, 0.06e-3},
                                   "seconds a layer",
                                   "launches and short kernels in addition to the reads",
                                   generationRows,
                                   "2026-11-23",
                                   generationRefit};

constexpr std::string_view promptRows
    = "assumed: between the speeds of prompts in XiongjieDai/GPU-Benchmarks-on-LLM-Inference";
constexpr std::string_view promptRefit
    = "divide two operations a parameter and token of a prompt by its seconds and by the card's "
      "peak; take the least, the median and the most of several cards";
constexpr FittedRange assumedPass{
    {0.5, 0.65, 0.8}, "of the peak", "the rate of wide products, with attention and short kernels",
    promptRows,       "2026-11-23",  promptRefit};
constexpr FittedRange assumedPacked{
    {0.4, 0.52, 0.65}, "of the peak", "the same, of weights that are unpacked on the way",
    promptRows,        "2026-11-23",  promptRefit};
constexpr FittedRange assumedHop{{20e-6, 10e-6, 5e-6},
                                 "seconds of a sum over tensor ranks",
                                 "its launch and its steps, whatever its bytes",
                                 "assumed: without a reading",
                                 "2026-11-23",
                                 "time an all-reduce of a few bytes within a node (nccl-tests, "
                                 "all_reduce_perf -b 8); take the least, the median and the most"};

} // namespace

constexpr std::array<FittedRange, 6> rangeTable{fittedBand,  fittedShare,   fittedLaunch,
                                                assumedPass, assumedPacked, assumedHop};
constexpr SpeedRange stepBand = fittedBand.range;
constexpr SpeedRange weightReadShare = fittedShare.range;
constexpr SpeedRange launchSeconds = fittedLaunch.range;
constexpr SpeedRange passShare = assumedPass.range;
constexpr SpeedRange packedShare = assumedPacked.range;
constexpr SpeedRange hopSeconds = assumedHop.range;

namespace {

constexpr bool saysHowToFit(const auto& row)
{
    return !row.unit.empty() && !row.cause.empty() && !row.rows.empty() && !row.date.empty()
        && !row.refit.empty();
}
static_assert(std::ranges::all_of(rangeTable,
                                  [](const FittedRange& row) { return saysHowToFit(row); }));

consteval bool speedsAreInOrder()
{
    for (std::size_t i = 0; i < speedTable.size(); ++i) {
        const SpeedConstant& row = speedTable[i];
        if (row.id != static_cast<Speed>(i) || !saysHowToFit(row))
            return false;
    }
    return true;
}
static_assert(speedsAreInOrder());

consteval Pace paceFor(Program program)
{
    Pace pace;
    for (const SpeedConstant& row : speedTable)
        pace[row.id] = program == Program::Tuned ? row.tuned
            : program == Program::Trainer        ? row.trainer
                                                 : row.many;
    return pace;
}

constexpr EnumTable<Program, Pace> paces({paceFor(Program::Tuned), paceFor(Program::Trainer),
                                          paceFor(Program::ManyKernels)});

} // namespace

const Pace& paceOf(Program program)
{
    return paces[program];
}

} // namespace highwater
