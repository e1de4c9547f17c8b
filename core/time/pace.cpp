// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/pace.h"

#include "core/plan/names.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr std::string_view sweepRows
    = "nano-* that state a speed; `tuned` by core/measured/published_runs.cpp";
constexpr std::string_view sweepRefit
    = "change the value, run `highwater validate tests/golden/measured.csv --speed`, keep the "
      "value of the least error of the sweep, and of the published runs for `tuned`";

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
    {Speed::ProductShare, 0.68, 0.62, false, "of the peak",
     "the rate of wide matrix products; the best ones measured on an H100 reach 0.80", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::NarrowWidth, 150, 20, false, "columns of a rank's weight",
     "a product so narrow reaches half of that rate", sweepRows, "2026-11-23", sweepRefit},
    {Speed::ScoresShare, 0.5, 0.18, false, "of the peak",
     "flash attention's rate, rotary embedding and copies of q, k, v included", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::MemoryPasses, 0.4, 1.25, false, "of the counted reads and writes",
     "norms, sums, activations: what caches and fused kernels leave of them", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::LogitBytes, 20, 56, false, "bytes a logit",
     "the loss reads and writes logits in 32 bits", sweepRows, "2026-11-23", sweepRefit},
    {Speed::AccumulateBytes, 1, 1.9, false, "times its reads and writes",
     "adding a micro-batch's gradients up, and zeroing them", sweepRows, "2026-11-23", sweepRefit},
    {Speed::OptimizerPasses, 1.2, 3.7, false, "times its reads and writes",
     "the optimizer's step; unfused ones copy states and gradients around it", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::Launching, 0.5e-3, 4.1e-3, false, "seconds a layer, forward and backward",
     "a layer takes no less than its kernels take to launch: about a hundred of 5 µs, or four "
     "hundred of 10 µs",
     sweepRows, "2026-11-23", sweepRefit},
    {Speed::HopInside, 7e-6, 8.5e-6, true, "seconds", "one step of a ring within a node", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::HopAcross, 20e-6, 48e-6, true, "seconds", "one step of a ring across nodes", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::LinkShare, 0.75, 1, true, "of the link",
     "what a ring reaches within a node; partly hidden, where it is near 1", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::NetShare, 0.8, 2.3, true, "of the network link",
     "what a ring of one GPU a node reaches; partly hidden, where it is above 1", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::NetFan, 1, 0.7, true, "exponent of the group's GPUs in a node",
     "rings over several network cards at once", sweepRows, "2026-11-23", sweepRefit},
    {Speed::NetDecay, 0, 0.45, true, "exponent of the number of nodes",
     "the slowest of many links sets the pace", sweepRows, "2026-11-23", sweepRefit},
    {Speed::HiddenShare, 0.7, 0.75, false, "of the computation at the same time",
     "how much of it can hide communication", sweepRows, "2026-11-23", sweepRefit},
    {Speed::LeastWait, 0.1, 0.1, false, "of a transfer",
     "its first or last part, which nothing hides", sweepRows, "2026-11-23", sweepRefit},
    {Speed::ContextWait, 0.5, 0.5, false, "of a ring's or an all-to-all's time",
     "the part that does not overlap with attention or experts", sweepRows, "2026-11-23",
     sweepRefit},
    {Speed::SendWait, 0.3, 0.3, true, "of a send's time", "the part that delays the next stage",
     sweepRows, "2026-11-23", sweepRefit},
    {Speed::StageSeconds, 0.2e-3, 0.2e-3, true, "seconds a micro-batch and stage",
     "the program between two passes", sweepRows, "2026-11-23", sweepRefit},
    {Speed::StepSeconds, 0, 0.1, true, "seconds a step",
     "loading data, clipping, logging; the sweep also waits at a barrier after each step",
     sweepRows, "2026-11-23", sweepRefit},
    {Speed::FlushSeconds, 0.7, 0.7, false, "seconds a micro-batch",
     "the allocator waits for the GPU, returns its idle segments and asks for them again",
     "nano-* whose cache is emptied in each pass", "2026-11-26", sweepRefit},
    {Speed::RankSeconds, 0, 0.295e-3, true, "seconds a collective and rank of its group",
     "a distributed debug mode that compares all ranks would take it; of some builds of the sweep",
     sweepRows, "2026-11-23", sweepRefit},
    {Speed::PollOfTwo, 0, 0.47, true, "seconds a micro-batch that a stage of two waits for",
     "sleeps of nanotron's p2p.py of December 2024; of some builds of the sweep", sweepRows,
     "2026-11-23", sweepRefit},
    {Speed::PollOfMore, 0, 0.92, true, "seconds a micro-batch that a stage of more waits for",
     "the same", sweepRows, "2026-11-23", sweepRefit},
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
        pace[row.id]
            = program == Program::Tuned || (program == Program::ManyKernels && row.ofCluster)
            ? row.tuned
            : row.sweep;
    return pace;
}

constexpr EnumTable<Program, Pace> paces({paceFor(Program::Tuned), paceFor(Program::ManyKernels),
                                          paceFor(Program::Sweep)});

} // namespace

const Pace& paceOf(Program program)
{
    return paces[program];
}

} // namespace highwater
