// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/unused_keys.h"

#include "core/answer/replay.h"
#include "core/job/recipe.h"
#include "core/job/role_keys.h"
#include "core/job/roles.h"
#include "core/ledger/framework.h"
#include "core/ledger/gguf_mixtures.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/quantised_linears.h"
#include "core/ledger/server.h"
#include "core/ledger/weight_formats.h"
#include "core/methods/method.h"
#include "core/plan/expert_keys.h"
#include "core/time/machine.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr std::array<KeyPath, 5> layoutOfServing{"layout.tensor", "layout.pipeline",
                                                 "layout.expert", "layout.expert_tensor",
                                                 "layout.stage_split"};
constexpr std::array<KeyPath, 2> ofExpertRanks{"layout.expert", "layout.expert_tensor"};
constexpr std::array<KeyPath, 2> ofTensorRanks{"layout.sequence_parallel", "layout.tp_inputs"};

constexpr std::array<KeyPath, 6> ofStates{"recipe.optimizer",        "recipe.optimizer_rank",
                                          "recipe.moments",          "recipe.master_weights",
                                          "recipe.master_precision", "recipe.fused_step"};
constexpr std::array<KeyPath, 9> ofTime{
    "workload.training_tokens", "workload.mean_length",     "workload.examples",
    "workload.epochs",          "cluster.utilisation",      "cluster.price_per_hour",
    "cluster.peak_tflops",      "cluster.memory_bandwidth", "cluster.board_power"};
constexpr std::array<KeyPath, 4> ofLowRank{"adapter.rank", "adapter.targets", "adapter.dropout",
                                           "adapter.dora"};

bool isOneOf(const auto& list, KeyPath path)
{
    return std::ranges::find(list, path) != list.end();
}

/// Whether a dropout has masks that are counted: after the attention and the MLP of a GPT, and of
/// scores. llm-analysis counts masks of scores with flash attention too, unless it recomputes them.
bool makesDropoutMasks(const Resolved& plan)
{
    if (plan.method == MethodId::LlmAnalysis)
        return plan.choices.recompute == Recompute::None;
    return plan.shape.norm == Norm::LayerNorm || plan.choices.attention == Attention::Eager;
}

/// Whether the key decides to which earlier tokens a layer attends: only the cache depends on these
/// keys.
bool isOfCache(KeyPath path)
{
    return path == "model.custom.sliding_window" || path == "model.custom.layer_pattern"
        || path.isIn(KeyGroup("model.custom.linear"));
}

/// Whether a key of the cache is for layers that the model does not have.
bool isOfOtherCache(const Shape& shape, KeyPath path)
{
    if (path == "model.custom.sliding_window")
        return shape.window == 0;
    return path != "model.custom.layer_pattern" && shape.linear == LinearAttention{};
}

/// Whether the key is for training only, or for a server other than the plan's.
bool isOutsideServing(const Plan& plan, KeyPath path)
{
    if (path == "inference.memory_fraction")
        return traitsOf(plan.inference.server).kept == KeptFree::Nothing;
    const Server server = plan.inference.server;
    if (path == "inference.max_sequences")
        return server != Server::Vllm && server != Server::Sglang;
    if (path == "recipe.attention") // the others have kernels that keep no scores
        return traitsOf(server).scoreBytes == 0;
    if (path == "inference.imatrix")
        return !dependsOnMatrix(plan.inference.weights);
    if (path == "inference.group_size")
        return !hasGroups(plan.inference.weights);
    if (path.isIn(KeyGroup("layout")))
        return !isOneOf(layoutOfServing, path);
    return path.isIn(KeyGroup("recipe")) || path.isIn(KeyGroup("adapter"))
        || path.isIn(KeyGroup("cluster.allocator")) || path == "workload.global_batch"
        || path == "workload.training_tokens" || path == "workload.mean_length"
        || path == "workload.examples" || path == "workload.epochs" || path == "cluster.utilisation"
        || path == "cluster.board_power" || path == "cluster.links.pcie"
        || path == "cluster.links.host" || path == "cluster.links.disk";
}

/// Whether the key is one of those that the engine of a job reads.
bool isOfEngine(const Plan& plan, KeyPath path)
{
    return mayHaveRole(plan, RoleId::Rollout)
        && (path == "inference.kv_cache" || path == "inference.prefill_chunk"
            || path == "inference.max_sequences");
}

/// Whether a job ignores the key. A job has its own loss, its allocator is replayed only where it
/// trains one model, and its prompt and completion may give the context.
bool isOutsideJob(const Plan& plan, JobKind kind, KeyPath path)
{
    if (path == "workload.context")
        return withJobContext(plan).workload.context != plan.workload.context;
    return kind != JobKind::Sft
        && (path == "recipe.loss" || path.isIn(KeyGroup("cluster.allocator")));
}

/// Whether whole copies of the model reduce their gradients in buckets, which go with a stage of
/// ZeRO though they share nothing.
bool hasBucketsOfCopies(const Resolved& plan)
{
    return plan.dataParallel > 1
        && std::ranges::find(plan.profile->extras, TermId::ReduceBuckets, &Extra::id)
        != plan.profile->extras.end();
}

/// Whether no stage of ZeRO changes the plan: its ranks have nobody to share with, and its
/// framework runs no code for it then.
bool sharesNothing(const Resolved& plan)
{
    return plan.method == MethodId::Exact && !plan.serves() && plan.roles.empty() && !plan.shares()
        && plan.profile->sharding != Sharding::Buckets && !plan.profile->wrapsOneGpu
        && !hasBucketsOfCopies(plan) && !plan.offloadsStates() && !plan.offloadsParameters();
}

/// Whether the step is replayed, or that of the same plan with nothing frozen.
bool replaysSome(const Resolved& plan)
{
    return canReplay(plan) || (plan.freezesSome() && plan.trainsAll());
}

/// Keys about a part of the model, of the layers or of the states, where the plan has nothing that
/// they could part.
bool partsNothing(const Resolved& plan, KeyPath path)
{
    const Layout& layout = plan.layout;
    const Recompute recompute = plan.choices.recompute;
    if (path == "recipe.dropout")
        return !makesDropoutMasks(plan);
    if (path == "recipe.recompute_method")
        return recompute != Recompute::Full && !plan.recomputesOperators();
    if (path == "recipe.recompute_layers")
        return plan.pattern.method == RecomputeMethod::All;
    if (path == "recipe.recompute_modules")
        return recompute != Recompute::Selective;
    if (path == "recipe.frozen")
        return !plan.trainsAll() || plan.recipe.frozen.empty();
    if (path == "recipe.frozen_layers")
        return !plan.trainsAll();
    if (path == "recipe.frozen_from")
        return !plan.trainsAll() || plan.recipe.frozenLayers == 0;
    if (path == "recipe.optimizer_rank")
        return plan.choices.optimizer != Optimizer::GaLore
            && plan.choices.optimizer != Optimizer::Apollo;
    // Adapters in 32 bits are their own masters.
    const bool ownMasters = !plan.trainsAll() && plan.floatAdapters();
    if (path == "recipe.master_weights")
        return ownMasters;
    if (path == "recipe.master_precision")
        return ownMasters || !plan.choices.masterWeights;
    if (path == "recipe.fused_step")
        return !plan.choosesStep();
    if (path == "recipe.moments")
        return std::ranges::all_of(traitsOf(plan.choices.optimizer).states,
                                   &OptimizerState::always32);
    if (path == "workload.training_tokens") // the examples say the length
        return plan.workload.examples.has_value();
    if (path == "workload.epochs")
        return !plan.workload.examples;
    if (path == "layout.offload_fraction")
        return !plan.offloadsStates();
    if (path == "layout.offload_layers")
        return !plan.offloadsActivations();
    if (path == "layout.schedule" || path == "layout.stage_layers"
        || path == "layout.virtual_pipeline")
        return layout.pipeline == 1;
    if (path == "layout.reduce_bucket")
        return plan.reduceBucket() == 0;
    return path == "layout.context_kind" && layout.context == 1;
}

/// Whether packed and padded sequences come out the same: reinforcement packs up to a number of
/// tokens, which only some frameworks have; others pack sequences that are shorter than the
/// context, and mask their scores where attention keeps them.
bool packsAlike(const Resolved& plan)
{
    if (plan.isJob() && reinforces(plan.jobKind)) {
        const JobDefaults& defaults = jobDefaultsOf(plan);
        return defaults.updateTokens == 0 && defaults.valueTokens == 0;
    }
    return plan.choices.attention == Attention::Flash && plan.meanLength() == plan.workload.context;
}

/// Whether a key of a job changes nothing, whatever the roles.
bool isWithoutEffectOnJob(const Resolved& job, KeyPath path)
{
    if (path == "job.rows")
        return job.prompt == 0 && job.completion == 0;
    if (path == "job.reference_free") // TRL's GRPO has a reference only where it is asked for
        return job.jobKind == JobKind::Grpo && !job.saysReference
            && !jobDefaultsOf(job).referenceInGrpo;
    return (path == "job.prompt" || path == "job.completion") && !readsLength(job, path);
}

/// Whether a trained role of a job has the same bytes in each type: its engine computes with
/// weights in 16 bits and keeps 32-bit ones beside them.
bool isWithoutType(const Resolved& job, const JobRole& role)
{
    const Precision precision = role.plan.choices.precision;
    const JobRole* const policy = roleOf(job, RoleId::Policy);
    return role.state == RoleState::Train && role.plan.trainsAll()
        && (precision == Precision::Bf16Mixed || precision == Precision::Fp16Mixed)
        && keepsMasters(job, policy ? policy->plan.layout.zero : 0);
}

/// Whether the key changes nothing of this plan, whatever the roles of a job.
bool isWithoutEffect(const Resolved& plan, KeyPath path)
{
    const Layout& layout = plan.layout;
    if (plan.serves() && path.isIn(KeyGroup("layout")) && !isOneOf(layoutOfServing, path))
        return true;
    if ((plan.serves() || plan.isFrozen()) && isOneOf(ofStates, path))
        return true;
    const bool dense = plan.shape.experts == 0;
    if (partsNothing(plan, path))
        return true;
    if (path.isIn(KeyGroup("inference"))) // in a job, keys of its engine
        return !plan.serves() && !roleOf(plan, RoleId::Rollout);
    if (isOfCache(path))
        return !plan.serves() || isOfOtherCache(plan.shape, path);
    if (isOneOf(expertKeys, path) || isOneOf(ofExpertRanks, path))
        return dense && path != expertKeys.front();
    if (path == "layout.imbalance") // between the ranks that share the experts
        return dense || layout.expert == 1;
    if (isOneOf(ofTensorRanks, path)) {
        // Megatron's report needs the flag, not the ranks, and only in this mode.
        if (plan.method == MethodId::Megatron && path == "layout.sequence_parallel")
            return plan.choices.recompute != Recompute::Selective;
        return layout.tensor == 1;
    }
    if (path.isIn(KeyGroup("cluster.allocator")))
        return plan.cluster.overhead == Overhead::None || !replaysSome(plan);
    if (path == "layout.stage_split")
        return layout.pipeline == 1;
    if (path.isIn(KeyGroup("cluster.links")))
        return !usesRate(plan, path);
    if (path == "cluster.gpus_per_node") // a server of one rank sends nothing
        return plan.serves() && layout.tensor == 1;
    if (path == "recipe.keep_gradients")
        return plan.stepsInBackward();
    if (path == "layout.zero")
        return sharesNothing(plan);
    if (path == "adapter.upcast" || path == "adapter.base")
        return plan.adapter.kind != AdapterKind::Qlora
            || (path == "adapter.upcast"
                && (!plan.profile->upcastsBase || plan.choices.precision == Precision::Fp32));
    if (!path.isIn(KeyGroup("adapter")) || path == "adapter.kind")
        return false;
    return plan.trainsAll() || !concernsAdapter(plan.adapter.method, path);
}

} // namespace

bool concernsAdapter(AdapterMethod method, KeyPath path)
{
    if (isOneOf(ofLowRank, path))
        return method == AdapterMethod::Lora;
    if (path == "adapter.prompt_length")
        return method != AdapterMethod::Lora;
    if (path == "adapter.start_layer")
        return method == AdapterMethod::Adapter || method == AdapterMethod::AdapterV2;
    return true;
}

bool concernsTask(const Plan& plan, KeyPath path)
{
    if (path.isIn(KeyGroup("job")) || path.isIn(KeyGroup("roles"))
        || path.isIn(KeyGroup("rollout")))
        return readsJobKey(plan, path);
    // A method that does not ask for the task counts training.
    if (plan.workload.task == Task::Inference
        && methodReads(methodOf(plan.method), "workload.task"))
        return !isOutsideServing(plan, path);
    if (path.isIn(KeyGroup("inference")))
        return isOfEngine(plan, path);
    const auto kind = jobKindOf(plan);
    return !kind || !isOutsideJob(plan, *kind, path);
}

bool hasNoEffect(const Resolved& plan, KeyPath path)
{
    // Only the text of an engine has a time, and reinforcement without it has none as a whole.
    if (plan.isJob() && reinforces(plan.jobKind) && !roleOf(plan, RoleId::Rollout)
        && (isOneOf(ofTime, path) || path.isIn(KeyGroup("cluster.links"))))
        return true;
    if (path == "job.packing")
        return packsAlike(plan);
    if (path.isIn(KeyGroup("job")))
        return plan.isJob() && isWithoutEffectOnJob(plan, path);
    if (const auto id = roleOfKey(path); id && roleKeyOf(path) == RoleKey::Dtype) {
        const JobRole* const role = roleOf(plan, *id);
        return role && isWithoutType(plan, *role);
    }
    // A job's recipe and adapters are those of its roles, for which frameworks have defaults.
    const bool ofRoles
        = plan.isJob() && (path.isIn(KeyGroup("recipe")) || path.isIn(KeyGroup("adapter")));
    return (ofRoles || isWithoutEffect(plan, path))
        && std::ranges::all_of(
               plan.roles, [&](const JobRole& role) { return isWithoutEffect(role.plan, path); });
}

} // namespace highwater
