// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/version.h"

namespace highwater {

/// The recipe with nothing left open: each value is the plan's, else the framework's choice, else
/// the default.
struct Choices
{
    Framework framework;
    Precision precision;
    Gradients gradients;
    bool keepGradients, masterWeights, fusedStep;
    Optimizer optimizer;
    Moments moments;
    Recompute recompute;
    Attention attention;
    Kernels kernels;
    Kernels normKernels, mlpKernels; ///< `kernels`, unless the plan says another
    Kernels adapterKernels; ///< of adapters with the products that they adapt
    Loss loss;
    bool dropout;
    bool sequenceParallel;
    TpInputs tpInputs;
    StageSplit stageSplit;
    Engine engine; ///< of the data-parallel ranks
    bool reentrant; ///< recomputed layers are checkpoints of PyTorch's first kind
    bool checkpointOutside; ///< such a checkpoint holds the layer's FSDP unit
    bool originalParameters; ///< FSDP1's use_orig_params
    bool backwardPrefetch; ///< FSDP1 gathers the next unit in a backward pass
    bool adapterUnits; ///< each adapter is an FSDP unit by itself
    bool expandsKeys; ///< grouped keys and values are copied out to every head
    bool mathAttention; ///< PyTorch's attention keeps its scores, whatever `recipe` says
    bool copiesAttended; ///< the output of flash attention is copied for its projection
    bool holdsLogits; ///< the model's output exists through the backward pass
    Version transformers, accelerate, peft, deepspeed;
    ActivationOffload offloadActivations;
};

/// Whether the plan's adapters have the type of the 16-bit weights that they adapt, as PEFT made
/// them before 0.12 (autocast_adapter_dtype). Weights in fewer bits have adapters of 32.
inline bool hasNarrowAdapters(const Choices& choices, const Adapter& adapter)
{
    const bool narrowBase = adapter.kind == AdapterKind::Qlora && adapter.base != AdapterBase::Bf16;
    return adapter.kind != AdapterKind::None && !narrowBase && choices.peft < Version{0, 12};
}

/// Bytes of a parameter in the gradients that a step adds up.
inline std::int64_t gradientBytes(const Choices& choices)
{
    return choices.gradients == Gradients::Bf16 ? 2 : 4;
}

/// The engine of the plan's data-parallel ranks: as the plan says where its framework has a choice,
/// else the framework's from ZeRO-1 on.
Engine engineOf(const Recipe& recipe, const Layout& layout);

/// Whether the plan names an engine, and its framework leaves it a choice.
bool saysEngine(const Recipe& recipe);

/// Whether the plan names DDP, which keeps whole copies and has no stage of ZeRO.
bool saysDdp(const Recipe& recipe);

/// The code of flash attention: as the plan says, else what the framework takes on the device.
AttentionKernel attentionKernelOf(const Recipe& recipe, const Layout& layout,
                                  const Cluster& cluster);

/// The place of kept activations: as the plan says, else as the framework recomputes.
ActivationOffload activationOffloadOf(const Recipe& recipe, const Layout& layout);

/// Whether the allocator's segments grow: as the plan says, else as the framework sets them.
bool expandsSegments(const Recipe& recipe, const Cluster& cluster);

Choices choicesOf(const Recipe& recipe, const Layout& layout, const Adapter& adapter = {});

/// The plan with every key of its recipe written out as the estimate takes it.
Plan withDefaults(const Plan& plan);

/// Bytes of one value in the type that the forward and backward passes compute in.
std::int64_t computeBytes(Precision precision);

} // namespace highwater
