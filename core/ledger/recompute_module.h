// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/term.h"
#include "core/plan/plan.h"

namespace highwater {

/// Whether a part of a layer that is recomputed alone drops a kept tensor. Each part keeps its
/// input (Megatron-LM, core/transformer/transformer_config.py: recompute_modules). The attention's
/// scores, which its core drops, are not here: TermWriter::addScores().
constexpr bool isOfModule(TermId id, RecomputeModule module)
{
    using enum TermId;
    switch (module) {
    case RecomputeModule::CoreAttn:
        return false;
    case RecomputeModule::LayerNorm:
        return id == AttentionInput || id == AttentionInputQuantised || id == MlpInput
            || id == MlpInputQuantised;
    case RecomputeModule::MlaUpProj:
        return id == AttentionQuery || id == AttentionKey || id == AttentionValue;
    case RecomputeModule::Mlp:
        return id >= MlpGate && id <= MlpActivationOutput;
    case RecomputeModule::MoeAct:
        return id == ExpertsProduct || id == ExpertsActivationOutput;
    case RecomputeModule::Moe:
        return id >= RouterProbabilities && id <= SharedActivationOutput;
    case RecomputeModule::SharedExperts:
        return id >= SharedGate && id <= SharedActivationOutput;
    }
    return false;
}

} // namespace highwater
