// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/trainer_program.h"

namespace highwater::frameworks {
namespace {

constexpr Profile factory(Profile profile)
{
    profile.framework = Framework::LlamaFactory;
    profile.name = "LLaMA-Factory";
    profile.source = "LLaMA-Factory 0.9.5, hparams/model_args.py, model/adapter.py, launcher.py";
    // model_args.py: disable_gradient_checkpointing is False, use_reentrant_gc True;
    // model/model_utils/checkpointing.py sets the latter to False for FSDP2.
    profile.recomputes = true;
    profile.reentrant = profile.engine != Engine::Fsdp2;
    // model/model_utils/checkpointing.py: prepare_model_for_training() leaves embedding, head and
    // norms as they are, unless upcast_layernorm is set.
    profile.upcastsBase = false;
    // model/adapter.py, _setup_full_tuning(): trained weights are of 32 bits, unless pure_bf16 is
    // set; DeepSpeed's engine keeps such weights beside those of 16.
    profile.masterWeights = false;
    profile.floatParameters = true;
    profile.abilities.floatBase = false; // hparams/parser.py: compute_dtype is that of the products
    // launcher.py: for more than one process, by OPTIM_TORCH
    profile.segments = Segments::ExpandableOnSeveral;
    // train/sft/workflow.py: pad_to_multiple_of=8
    profile.rowMultiple = 8;
    return profile;
}

} // namespace

constinit const Profile llamaFactoryFsdp1 = factory(trainerWithFsdp1());
constinit const Profile llamaFactoryFsdp2 = factory(trainerWithFsdp2());
constinit const Profile llamaFactory
    = withEngines(factory(trainerWithDeepSpeed()), llamaFactoryFsdp1, llamaFactoryFsdp2);

} // namespace highwater::frameworks
