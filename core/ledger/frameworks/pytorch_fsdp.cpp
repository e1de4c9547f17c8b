// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

// torchtitan, components/loss.py: ChunkedLossWrapper computes the loss of castLogits for one of
// eight chunks, goes backward through it, and frees all before the next chunk.
constexpr std::array titanChunks{
    LogitBytes{LogSoftmax, Life::LossBackward, 0, 4},
    LogitBytes{LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 0, 4},
};

// PyTorch, distributed/pipelining/schedules.py
constexpr std::array torchSchedules{PipelineSchedule::OneForwardOneBackward, PipelineSchedule::Zb1p,
                                    PipelineSchedule::Zbv, PipelineSchedule::DualPipeV};

// torchtitan, components/quantization/mx.py: MXFP8LinearConverter
constexpr std::array titanFormats{Precision::Mxfp8Mixed};

} // namespace

constinit const Profile pyTorchFsdp{
    .framework = Framework::PyTorchFsdp,
    .name = "FSDP",
    .source = "torchtitan, parallelisms/parallelize_llama.py; PyTorch, "
              "distributed/fsdp/_fully_shard",
    .gradients = Gradients::Fp32,
    .keepGradients = false,
    .masterWeights = false,
    .moments = Moments::Bf16,
    // FullyShardedDataParallel has SHARD_GRAD_OP and FULL_SHARD;
    // fully_shard has the same two by reshard_after_forward.
    // fsdp/_fully_shard/_fsdp_api.py: CPUOffloadPolicy keeps
    // shards on the host, where the optimizer then steps.
    .abilities = {.schedules = torchSchedules,
                  .offloadsTogether = true,
                  // torchtitan, distributed/activation_checkpoint.py: MemoryBudgetAC
                  .budgetsCompiled = true,
                  .scaledBlocks = titanFormats,
                  .leastZero = 2},
    .engine = Engine::Fsdp2,
    .selective = Selective::Operators,
    .lossChunks = LossChunks::InTurn,
    .lossChunkCount = 8,
    .floatParameters = true,
    .torchOptimizers = true,
    .sharding = Sharding::BlocksAndRoot,
    .reducedBytes = 4, // torchtitan, config: mixed_precision_reduce
    .wrapsOneGpu = true,
    // distributed/pipelining/stage.py:
    // backward_maybe_with_nosync
    .pipelineReducesOnce = true,
    .copiesOut = true,
    .sharesParametersFrom = 2,
    .castsAnew = true, // torchao, float8/float8_linear.py, prototype/mx_formats/mx_linear.py
    .freesAttended = true,
    .hasOwnBand = true,
    .dropsUnused = true,
    .logits = castLogits,
    .chunkedLogits = titanChunks,
    .extras = fsdpExtras};

} // namespace highwater::frameworks
