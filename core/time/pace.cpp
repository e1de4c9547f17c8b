// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/pace.h"

#include "core/plan/names.h"

namespace highwater {

constexpr std::array<SpeedConstant, speedCount> speedTable{{
    {Speed::ProductShare, 0.68, 0.62, false, "of the peak",
     "the rate of wide matrix products; the best ones measured on an H100 reach 0.80"},
    {Speed::NarrowWidth, 150, 20, false, "columns of a rank's weight",
     "a product so narrow reaches half of that rate"},
    {Speed::ScoresShare, 0.5, 0.18, false, "of the peak",
     "flash attention's rate, rotary embedding and copies of q, k, v included"},
    {Speed::MemoryPasses, 0.4, 1.25, false, "of the counted reads and writes",
     "norms, sums, activations: what caches and fused kernels leave of them"},
    {Speed::LogitBytes, 20, 56, false, "bytes a logit",
     "the loss reads and writes logits in 32 bits"},
    {Speed::AccumulateBytes, 1, 1.9, false, "times its reads and writes",
     "adding a micro-batch's gradients up, and zeroing them"},
    {Speed::OptimizerPasses, 1.2, 3.7, false, "times its reads and writes",
     "the optimizer's step; unfused ones copy states and gradients around it"},
    {Speed::Launching, 0.5e-3, 4.1e-3, false, "seconds a layer, forward and backward",
     "a layer takes no less than its kernels take to launch: about a hundred of 5 µs, or four "
     "hundred of 10 µs"},
    {Speed::HopInside, 7e-6, 8.5e-6, true, "seconds", "one step of a ring within a node"},
    {Speed::HopAcross, 20e-6, 48e-6, true, "seconds", "one step of a ring across nodes"},
    {Speed::LinkShare, 0.75, 1, true, "of the link",
     "what a ring reaches within a node; partly hidden, where it is near 1"},
    {Speed::NetShare, 0.8, 2.3, true, "of the network link",
     "what a ring of one GPU a node reaches; partly hidden, where it is above 1"},
    {Speed::NetFan, 1, 0.7, true, "exponent of the group's GPUs in a node",
     "rings over several network cards at once"},
    {Speed::NetDecay, 0, 0.45, true, "exponent of the number of nodes",
     "the slowest of many links sets the pace"},
    {Speed::HiddenShare, 0.7, 0.75, false, "of the computation beside it",
     "how much of it can hide communication"},
    {Speed::LeastWait, 0.1, 0.1, false, "of a transfer",
     "its first or last part, which nothing hides"},
    {Speed::ContextWait, 0.5, 0.5, false, "of a ring's or an all-to-all's time",
     "the part that does not overlap with attention or experts"},
    {Speed::SendWait, 0.3, 0.3, true, "of a send's time", "the part that delays the next stage"},
    {Speed::StageSeconds, 0.2e-3, 0.2e-3, true, "seconds a micro-batch and stage",
     "the program between two passes"},
    {Speed::StepSeconds, 0, 0.1, true, "seconds a step",
     "loading data, clipping, logging; here with a barrier behind each step"},
    {Speed::FlushSeconds, 0.7, 0.7, false, "seconds a micro-batch",
     "the allocator waits for the GPU, returns its idle segments and asks for them again"},
}};

namespace {

consteval bool speedsAreInOrder()
{
    for (std::size_t i = 0; i < speedTable.size(); ++i) {
        const SpeedConstant& row = speedTable[i];
        if (row.id != static_cast<Speed>(i) || row.unit.empty() || row.reading.empty())
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
