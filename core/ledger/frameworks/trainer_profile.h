// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/jobs.h"
#include "core/ledger/frameworks/parts.h"

// The traits that Hugging Face's Trainer has with every engine: its loss and its kernels are those
// of transformers' models, its jobs TRL's, its adapters PEFT's.
namespace highwater::frameworks {

// A kernel in the place of cross entropy gets 32-bit logits, over which it writes their gradient;
// the model's output keeps the 16-bit ones (Liger Kernel, transformers/cross_entropy.py).
inline constexpr std::array kernelLogits{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsFloat, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};

// transformers 4.46 to 4.48, loss/loss_utils.py: ForCausalLMLoss makes a shifted copy of the 32-bit
// logits while its caller has the 16-bit ones. Before it, the model's code put the 32-bit ones in
// their place; from 4.49 on the labels are shifted, as castLogits has it.
inline constexpr std::array shiftedLogits{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{TermId::LogitsShifted, Life::ForwardEnd, 0, 4},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 0, 4},
};

// The same loss without gradients. What the model's code returns names the 16-bit logits.
inline constexpr std::array evaluationLogits{
    LogitBytes{TermId::EvaluationLogits, Life::EvaluatedHead, 1, 0},
    LogitBytes{TermId::EvaluationLogitsFloat, Life::EvaluatedHead, 0, 4},
    LogitBytes{TermId::EvaluationLogSoftmax, Life::EvaluatedHead, 0, 4},
};

constexpr Profile trainerProfile()
{
    Profile profile{.framework = Framework::HuggingFace};
    profile.name = "Hugging Face Trainer";
    profile.gradients = Gradients::Fp32;
    profile.keepGradients = false;
    profile.moments = Moments::Bf16;
    profile.kernels = Kernels::Eager;
    profile.job = &trlJob;
    profile.runsTrainer = true;
    // transformers, data/data_collator.py: DataCollatorForSeq2Seq has padding=True; TRL,
    // trainer/sft_trainer.py: DataCollatorForLanguageModeling pads to the longest as well.
    profile.rowMultiple = 1;
    profile.modelsOfTransformers = true;
    // integrations/bitsandbytes.py: replace_with_bnb_linear() leaves out the head alone.
    profile.quantisesTower = true;
    profile.floatAdapters = true;
    // training_args.py: optim is adamw_torch_fused from PyTorch 2.8 on, before it adamw_torch.
    profile.torchOptimizers = true;
    profile.freesAttended = true;
    // accelerate, accelerator.py: torchao goes before Transformer Engine where neither is named.
    profile.castsAnew = true;
    profile.addedMask = true; // masking_utils.py: eager_mask
    profile.logits = castLogits;
    profile.shiftedLogits = shiftedLogits;
    profile.chunkedLogits = plainChunks;
    profile.fusedLogits = kernelLogits;
    profile.evaluationLogits = evaluationLogits;
    return profile;
}

} // namespace highwater::frameworks
