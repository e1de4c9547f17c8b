// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"

namespace highwater::frameworks {

constinit const Profile deepSpeed{
    .framework = Framework::DeepSpeed,
    .name = "DeepSpeed",
    .source = "DeepSpeed, runtime/zero/config.py, stage_1_and_2.py, stage3.py",
    .kernels = Kernels::Eager,
    // runtime/pipe/schedule.py has no interleaved schedule (issue 4035).
    // runtime/activation_checkpointing/checkpointing.py: cpu_checkpointing. From 0.19.4 on
    // runtime/engine.py: _configure_tensor_parallel_states refuses no stage of ZeRO.
    .abilities = {.chunks = false,
                  .hostActivationsRecomputed = true,
                  .disk = true,
                  .leastZeroOfParts = 3, // runtime/zero/offload_config.py: ratio
                  .tilesMlp = true, // runtime/sequence_parallel/ulysses_sp.py: TiledMLP
                  .floatBase = false}, // runtime/engine.py: _configure_distributed_model
    .engine = Engine::DeepSpeed,
    .sharding = Sharding::Buckets,
    .bucketElements = 500'000'000,
    .freesAttended = true,
    .logits = trainerLogits,
    .chunkedLogits = plainChunks,
    .extras = deepSpeedExtras};

} // namespace highwater::frameworks
