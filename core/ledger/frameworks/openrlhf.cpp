// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/jobs.h"

namespace highwater::frameworks {

namespace {

// create_optimizer: FusedAdam or DeepSpeedCPUAdam; cli/train_sft.py: --optim
constexpr std::array openRlhfOptimizers{Optimizer::AdamW, Optimizer::Muon};
// cli/train_*.py
constexpr std::array openRlhfJobs{JobKind::Sft, JobKind::Dpo, JobKind::Reward, JobKind::Grpo,
                                  JobKind::Ppo};
// models/actor.py: LoraConfig, and load_in_4bit with bnb_4bit_quant_type="nf4"
constexpr std::array openRlhfAdapters{AdapterMethod::Lora};
constexpr std::array openRlhfBases{AdapterBase::Nf4, AdapterBase::Nf4Double};

// OpenRLHF 3c3be62, models/actor.py: the logits are cast to 32 bits as a whole.
constexpr std::array openRlhfWide{
    LogitBytes{TermId::LogitsFloat, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 1, 0},
};
constexpr std::array openRlhfNarrow{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};

constexpr JobDefaults openRlhfJob{.utilization = 0.95,
                                  .sleep = SleepLevel::One,
                                  .emaPlace = RolePlace::Host,
                                  .offloadsStates = true,
                                  .adaptsValue = true,
                                  .wide = {openRlhfWide, floatPass},
                                  .narrow = {openRlhfNarrow, logitsPass},
                                  .entropyUpdate = entropyOfUpdate,
                                  .source = "OpenRLHF, utils/deepspeed, trainer/ppo_trainer.py, "
                                            "trainer/ray/vllm_engine.py"};

} // namespace

constinit const Profile openRlhf{.framework = Framework::OpenRlhf,
                                 .name = "OpenRLHF",
                                 .source
                                 = "OpenRLHF, utils/deepspeed/deepspeed.py, models/actor.py",
                                 .attention = AttentionLibrary::FlashAttention, // cli/train_sft.py
                                 .kernels = Kernels::Eager,
                                 .abilities = {.context = true,
                                               .pipeline = false,
                                               .expert = false,
                                               .hostActivations = false,
                                               .eightBits = false, // bf16 and fp16 alone
                                               .fullPrecision = false,
                                               .optimizers = openRlhfOptimizers,
                                               // models/actor.py takes the logits of the model
                                               .fusedLoss = false,
                                               .jobs = openRlhfJobs,
                                               .adapterMethods = openRlhfAdapters,
                                               .adapterBases = openRlhfBases,
                                               .floatBase = false, // models/actor.py: bf16
                                               .dora = false,
                                               .savesModules = false},
                                 .job = &openRlhfJob,
                                 .engine = Engine::DeepSpeed,
                                 .lossChunks = LossChunks::None,
                                 .sharding = Sharding::Buckets,
                                 .bucketElements = 500'000'000,
                                 // datasets/sft_dataset.py: zero_pad_sequences()
                                 .rowMultiple = 1,
                                 .freesAttended = true,
                                 .logits = trainerLogits,
                                 .chunkedLogits = plainChunks,
                                 .extras = deepSpeedExtras};

} // namespace highwater::frameworks
