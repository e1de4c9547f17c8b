// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/trainer_program.h"

namespace highwater::frameworks {
namespace {

constexpr Profile axolotls(Profile profile)
{
    profile.framework = Framework::Axolotl;
    profile.name = "Axolotl";
    profile.source = "Axolotl 0.16, utils/__init__.py, utils/config, loaders/model.py, kernels";
    // utils/config/__init__.py: use_reentrant is True where the file does not say it.
    profile.reentrant = true;
    // utils/__init__.py: set_pytorch_cuda_alloc_conf(), by the name that PyTorch 2.10 reads
    profile.segments = Segments::Expandable;
    // loaders/model.py loads in the type of bf16, and _convert_embedding_modules_dtype() takes back
    // the 32 bits that PEFT's preparation gives norms, embedding and head.
    profile.trainsLoadedType = true;
    profile.upcastsBase = false;
    profile.abilities.floatBase = false;
    // utils/schemas/config.py: check_auto_enable_lora_kernels(), for one GPU and FSDP2
    profile.abilities.adapterKernels = true;
    profile.abilities.tilesMlp = true; // monkeypatch/tiled_mlp
    profile.adapterKernels = profile.engine == Engine::Fsdp1 ? Kernels::Eager : Kernels::Fused;
    // core/builders/causal.py: build_collator() pads to the longest and a multiple of 64, unless
    // pad_to_sequence_len is set.
    profile.rowMultiple = 64;
    return profile;
}

} // namespace

constinit const Profile axolotlFsdp1 = axolotls(trainerWithFsdp1());
constinit const Profile axolotlFsdp2 = axolotls(trainerWithFsdp2());
constinit const Profile axolotl
    = withEngines(axolotls(trainerWithDeepSpeed()), axolotlFsdp1, axolotlFsdp2);

} // namespace highwater::frameworks
