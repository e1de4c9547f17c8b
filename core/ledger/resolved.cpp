// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/resolve.h"

// The members of Resolved that read the framework's profile are here, so that resolve.h needs no
// definition of Profile.
namespace highwater {

namespace {

bool isNf4(AdapterBase base)
{
    return base == AdapterBase::Nf4 || base == AdapterBase::Nf4Double;
}

/// A single model that transformers' Trainer trains.
bool isOfTrainer(const Resolved& plan)
{
    return plan.profile->runsTrainer && !plan.serves() && !plan.role && !plan.isJob();
}

} // namespace

bool Resolved::canLoadWhole() const
{
    // transformers gives each rank of ZeRO-3 its part of every weight as it is read, and loads
    // weights that are to be quantised on the GPU.
    const bool inParts = usesDeepSpeed() && layout.zero >= 3;
    return isOfTrainer(*this) && !quantisedBase() && !inParts;
}

bool Resolved::canEvaluate() const
{
    return isOfTrainer(*this) && !profile->evaluationLogits.empty();
}

bool Resolved::canSaveWhole() const
{
    return isOfTrainer(*this) && layout.zero >= profile->sharesParametersFrom && shards > 1;
}

bool Resolved::canMerge() const
{
    const bool isKnown = !quantisedBase() || isNf4(adapter.base);
    return isOfTrainer(*this) && !trainsAll() && adapter.method == AdapterMethod::Lora && isKnown;
}

bool Resolved::choosesStep() const
{
    return traitsOf(choices.optimizer).fuses && !usesDeepSpeed() && !offloadsStates();
}

bool Resolved::stepsUnfused() const
{
    const OptimizerTraits& traits = traitsOf(choices.optimizer);
    return choosesStep()
        ? !choices.fusedStep
        : !traits.fuses && traits.unfused.bytes > 0 && profile->torchOptimizers && !usesDeepSpeed();
}

bool Resolved::recomputesOperators() const
{
    return choices.recompute == Recompute::Selective && choices.attention == Attention::Flash
        && profile->selective == Selective::Operators && recipe.recomputeModules.empty();
}

bool Resolved::recomputesScores() const
{
    const bool isOfAttention = profile->selective == Selective::CoreAttention
        || profile->selective == Selective::Operators;
    return recipe.recomputeModules.empty()
        ? choices.recompute == Recompute::Selective && isOfAttention
        : recomputesModule(RecomputeModule::CoreAttn);
}

bool Resolved::isTied() const
{
    return shape.tied && !profile->untiesHead;
}

bool Resolved::chunksLoss() const
{
    return choices.loss == Loss::Chunked && profile->lossChunks != LossChunks::None;
}

bool Resolved::widensSoftmax() const
{
    return shape.norm == Norm::RmsNorm && !profile->narrowSoftmax;
}

bool Resolved::widensStream() const
{
    return widensProducts() || autocasts();
}

bool Resolved::autocasts() const
{
    return profile->runsTrainer && layout.zero == 0 && floatParameters()
        && choices.precision != Precision::Fp32;
}

bool Resolved::widensProducts() const
{
    return profile->widensStream && layout.zero == 0
        && vectorBytes(*this) > computeBytes(choices.precision);
}

bool Resolved::keepsScalesWhole() const
{
    return quantisedBase() && isNf4(adapter.base) && profile->modelsOfTransformers
        && profile->sharding == Sharding::BlocksAndRoot
        && layout.zero >= profile->sharesParametersFrom && shares();
}

bool Resolved::keepsFrozenInputs() const
{
    const bool bits = adapter.base != AdapterBase::Gptq
        && (adapter.base == AdapterBase::Int8 || program.earlyBitsandbytes);
    // DeepSpeed, zero/linear.py: LinearFunctionForZeroStage3 saves the input of every product.
    const bool ofEngine = usesDeepSpeed() && layout.zero == 3 && !quantisedBase();
    return ofEngine || (quantisedBase() && profile->keepsFrozenInputs && bits);
}

bool Resolved::mayFloatBase() const
{
    return adapter.kind == AdapterKind::Lora && isSixteenBitsMixed(choices.precision)
        && !usesDeepSpeed() && !role && !isJob() && !serves();
}

bool Resolved::floatParameters() const
{
    if (floatBase())
        return true;
    // accelerate, utils/fsdp_utils.py: fsdp2_prepare_model cast the whole model up to 1.12.
    const bool castsAll = choices.engine == Engine::Fsdp2 && profile->modelsOfTransformers
        && choices.accelerate < Version{1, 13} && !quantisedBase();
    return profile->floatParameters && !usesDeepSpeed() && (trainsAll() || castsAll)
        && !choices.masterWeights && !isSixteenBitsAlone(choices.precision);
}

bool Resolved::fusesAdapter(AdapterTarget target) const
{
    return choices.adapterKernels == Kernels::Fused && mayFuseAdapter(target);
}

bool Resolved::mayFuseAdapter(AdapterTarget target) const
{
    if (!isPlainLowRank(adapter))
        return false;
    using enum AdapterTarget;
    switch (target) {
    case Q:
    case K:
    case V:
        return !shape.isLatent() && countTargets(adapter, Q, K, V) == 3;
    case O:
        return hasTarget(adapter, O);
    case Gate:
    case Up:
    case Down:
        return shape.gated && countTargets(adapter, Gate, Up, Down) == 3;
    case Head:
    case Embedding:
        break;
    }
    return false;
}

bool Resolved::floatAdapters() const
{
    return profile->floatAdapters && !usesDeepSpeed() && !(role && role->narrowAdapters)
        && !hasNarrowAdapters(choices, adapter);
}

bool Resolved::wideAdapters() const
{
    // DeepSpeed, runtime/engine.py: _configure_distributed_model casts no model whose weights
    // transformers made in parts. PEFT then adds adapters to it.
    const bool made = usesDeepSpeed() && layout.zero == 3 && !trainsAll()
        && !(role && role->narrowAdapters) && !hasNarrowAdapters(choices, adapter);
    return floatAdapters() || made;
}

bool Resolved::computesWideAdapters() const
{
    return wideAdapters() && (isSixteenBitsAlone(choices.precision) || usesDeepSpeed());
}

bool Resolved::flattens() const
{
    return profile->flatShards && layout.zero >= 2 && shares();
}

bool Resolved::flattensFrozen() const
{
    return flattens() && !trainsAll() && !choices.adapterUnits;
}

bool Resolved::hasFrozenUnits() const
{
    return flattens() && !trainsAll() && !flattensFrozen();
}

bool Resolved::loadsUnits() const
{
    const bool isPlain = !quantisedBase() && !offloadsParameters();
    return profile->loadsUnits && layout.zero >= 2 && shares() && (flattens() || isPlain);
}

bool Resolved::gathersAhead() const
{
    return !flattens() || choices.backwardPrefetch;
}

bool Resolved::hasEndUnits() const
{
    // accelerate, utils/fsdp_utils.py: fsdp2_prepare_model
    return profile->splitsRoot && choices.accelerate >= Version{1, 14};
}

bool Resolved::splitsRoot() const
{
    return hasEndUnits() && !isTied();
}

bool Resolved::reducesLast() const
{
    return profile->skipsReductions && microBatches > 1 && layout.zero >= 2 && shares();
}

std::int64_t Resolved::reducedBytes() const
{
    const std::int64_t own = profile->reducedBytes;
    return own > 0 ? own : floatParameters() ? 4 : computeBytes(choices.precision);
}

std::int64_t Resolved::wholeGradientBytes() const
{
    // PyTorch, _fsdp_param.py: to_accumulated_grad_if_needed
    return flattens() ? computeBytes(choices.precision) : reducedBytes();
}

bool Resolved::recomputesUnits() const
{
    const bool isFsdp = choices.engine == Engine::Fsdp1 || choices.engine == Engine::Fsdp2;
    return isFsdp && layout.zero >= 3 && shares() && choices.recompute == Recompute::Full
        && choices.reentrant && choices.checkpointOutside;
}

bool Resolved::gathersAdapters() const
{
    return profile->sharding == Sharding::BlocksAndRoot && layout.zero >= 2 && shares()
        && !choices.adapterUnits;
}

bool Resolved::usesDeepSpeed() const
{
    return profile->sharding == Sharding::Buckets && layout.zero >= 1;
}

// Megatron-LM, core/pipeline_parallel/fine_grained_activation_offload.py: the tensors that autograd
// keeps while a part runs, if they have 2^20 values or more. The projection and the attention keep
// one output, which leaves the GPU where both do (transformer_config.py: "attn_proj cannot be set
// to offload_modules alone").
bool Resolved::offloadsModuleOf(TermId id) const
{
    if (layout.offloadModules.empty())
        return true;
    const auto has = [&](OffloadModule module) {
        return std::ranges::find(layout.offloadModules, module) != layout.offloadModules.end();
    };
    using enum TermId;
    switch (id) {
    case LayerInput:
    case AttentionNormInput:
    case AttentionNormCopy:
    case AttentionNormScaled:
        return has(OffloadModule::AttnNorm);
    case AttentionInput:
    case AttentionInputQuantised:
        return has(OffloadModule::QkvLinear);
    case AttentionQuery:
    case QkvCopy:
    case AttentionKey:
    case AttentionValue:
    case AttentionScores32:
    case AttentionScores:
    case AttentionScoresMask:
    case AttentionScoresDropped:
        return has(OffloadModule::CoreAttn);
    case AttentionOutput:
        return has(OffloadModule::CoreAttn) && (has(OffloadModule::AttnProj) || keepsNarrow());
    case AttentionOutputCopy:
    case AttentionOutputQuantised:
    case AttentionProjectionInput:
        return has(OffloadModule::AttnProj);
    case MlpNormInput:
    case MlpNormCopy:
    case MlpNormScaled:
        return has(OffloadModule::MlpNorm);
    case ExpertsInput:
        return has(OffloadModule::ExpertFc1) || has(OffloadModule::FusedGroupMlp);
    case ExpertsGate:
    case ExpertsUp:
    case ExpertsActivationInput:
        return has(OffloadModule::MoeAct) || has(OffloadModule::FusedGroupMlp);
    case ExpertsActivated:
    case ExpertsProduct:
    case ExpertsActivationOutput:
        return has(OffloadModule::FusedGroupMlp);
    default:
        return false;
    }
}

bool Resolved::keepsNarrow() const
{
    return narrowsProducts(choices.precision) && !profile->castsAnew && !quantisedBase();
}

std::int64_t Resolved::narrowCopies() const
{
    const bool oneScale = choices.precision == Precision::Fp8Mixed;
    return oneScale && device && device->isServerBlackwell() ? 1 : 2;
}

std::int64_t Resolved::reduceBucket() const
{
    if (!usesDeepSpeed())
        return 0;
    const std::int64_t h = shape.hidden;
    return layout.reduceBucket.value_or(profile->sizesByHidden() ? bounded::times(h, h)
                                                                 : profile->bucketElements);
}

bool Resolved::fillsBuckets() const
{
    return usesDeepSpeed() && layout.zero < 3;
}

// DeepSpeed, runtime/zero/config.py: overlap_comm_valid
bool Resolved::overlapsComm() const
{
    return usesDeepSpeed() && layout.overlapComm.value_or(layout.zero == 3);
}

// runtime/engine.py: _configure_zero_optimizer takes SuperOffloadOptimizer_Stage3 at stage 3 alone,
// and neither where MiCS shards; both methods call a step that only its own Adam on the host has.
bool Resolved::choosesHostStep() const
{
    return usesDeepSpeed() && layout.offloadOptimizer == Offload::Cpu && layout.replicate == 1
        && choices.optimizer == Optimizer::AdamW;
}

HostStep Resolved::hostStep() const
{
    const bool has = layout.hostStep != HostStep::Superoffload || layout.zero == 3;
    return choosesHostStep() && has ? layout.hostStep : HostStep::After;
}

// initialize_optimizer_states stepped with gradients of zero.
bool Resolved::makesStatesFirst() const
{
    return usesDeepSpeed() && choices.deepspeed < Version{0, 13, 2};
}

// stage_1_and_2.py: backward, later process_gradients
bool Resolved::makesBucketsFirst() const
{
    return fillsBuckets() && choices.deepspeed < Version{0, 17, 2};
}

bool Resolved::reducesRoot() const
{
    return profile->sharding == Sharding::BlocksAndRoot && holdsBlockGradients();
}

ReducedLast Resolved::reducedLast() const
{
    const bool last = reducesRoot() && trainsAll() && !reducesOnce();
    return {.embedding = last, .head = last && !splitsRoot()};
}

bool Resolved::reducesOnce() const
{
    return profile->pipelineReducesOnce && layout.pipeline > 1 && layout.zero >= 2;
}

bool Resolved::gathersGradients() const
{
    // Autograd adds the gradients of FSDP2's whole weights in place; a flat tensor's parts wait for
    // one another. DeepSpeed's buckets take each gradient as it comes, from stage 2 on.
    const bool adds = reducesLast() && !flattens();
    const bool bucketed = usesDeepSpeed() && layout.zero >= 2;
    return (!keepsGradients() && !bucketed) || (holdsBlockGradients() && !adds)
        || profile->accumulatesApart;
}

bool Resolved::gatesInPlace() const
{
    const bool fused = choices.mlpKernels == Kernels::Fused && profile->gatesInPlace;
    return shape.gated && (fused || fusesAdapter(AdapterTarget::Down));
}

bool Resolved::keepsStageOutput() const
{
    return layout.pipeline > 1 && !profile->freesStageOutput;
}

bool Resolved::holdsBlockGradients() const
{
    return ((layout.zero >= 2 && (shares() || profile->wrapsOneGpu)) || offloadsStates())
        && profile->sharding != Sharding::Buckets;
}

} // namespace highwater
