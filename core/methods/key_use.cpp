// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/key_use.h"

#include "core/answer/replay.h"
#include "core/job/recipe.h"
#include "core/job/role_keys.h"
#include "core/job/roles.h"
#include "core/ledger/framework.h"
#include "core/ledger/gguf_mixtures.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/quantised_linears.h"
#include "core/ledger/server.h"
#include "core/ledger/weight_formats.h"
#include "core/methods/method.h"
#include "core/plan/expert_keys.h"
#include "core/plan/keys.h"
#include "core/time/attention_figures.h"
#include "core/time/machine.h"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>

namespace highwater {
namespace {

// Whether a plan's task can read a key.

/// A method that does not ask for the task counts training.
bool serves(const Plan& plan)
{
    return plan.workload.task == Task::Inference
        && methodReads(methodOf(plan.method), "workload.task");
}

bool trains(const Plan& plan)
{
    return !serves(plan);
}

/// Training of one model, or plain fine-tuning: a job has its own loss, and its allocator is
/// replayed only where it trains one model.
bool trainsOneModel(const Plan& plan)
{
    return !serves(plan) && jobKindOf(plan).value_or(JobKind::Sft) == JobKind::Sft;
}

/// A server, or the engine of a job.
bool generates(const Plan& plan)
{
    return serves(plan) || mayHaveRole(plan, RoleId::Rollout);
}

/// A job of one of these kinds.
template <JobKind... kinds> bool isJobOf(const Plan& plan)
{
    const auto kind = jobKindOf(plan);
    return kind && ((*kind == kinds) || ...);
}

bool isJob(const Plan& plan)
{
    return jobKindOf(plan).has_value();
}

bool generatesInSteps(const Plan& plan)
{
    const auto kind = jobKindOf(plan);
    return kind && reinforces(*kind);
}

/// An engine has its own layout, and only an engine sleeps. A role that has the policy's weights
/// has no other keys.
bool isOfItsRole(const Plan& plan, KeyPath path)
{
    const RoleId role = *roleOfKey(path);
    const auto key = roleKeyOf(path);
    const RoleChoice& choice = choiceOf(plan.roles, role);
    const bool engine = role == RoleId::Rollout;
    if (!mayHaveRole(plan, role))
        return false;
    if (choice.place == RolePlace::Policy)
        return key == RoleKey::Place;
    if (key == RoleKey::Sleep)
        return engine;
    if (key == RoleKey::Gpus)
        return choice.place == RolePlace::Own;
    return !engine || (key != RoleKey::Zero && key != RoleKey::Offload);
}

/// A job's prompt and completion may give its context.
bool saysContextItself(const Plan& plan)
{
    return serves(plan) || !jobKindOf(plan)
        || withJobContext(plan).workload.context == plan.workload.context;
}

/// Some servers have kernels that keep no scores.
bool mayKeepScores(const Plan& plan)
{
    return !serves(plan) || traitsOf(plan.inference.server).scoreBytes != 0;
}

bool limitsSequences(const Plan& plan)
{
    const Server server = plan.inference.server;
    return serves(plan) ? server == Server::Vllm || server == Server::Sglang : generates(plan);
}

bool takesShare(const Plan& plan)
{
    return serves(plan) && traitsOf(plan.inference.server).kept != KeptFree::Nothing;
}

/// Servers whose rules differ by their version, and which record CUDA graphs.
bool differsByVersion(const Plan& plan)
{
    const Server server = plan.inference.server;
    return serves(plan) ? server == Server::Vllm || server == Server::Sglang : generates(plan);
}

bool servesByLlamaCpp(const Plan& plan)
{
    return serves(plan) && plan.inference.server == Server::LlamaCpp;
}

bool hasDraft(const Plan& plan)
{
    return serves(plan) && plan.inference.drafts();
}

bool draftsByModel(const Plan& plan)
{
    return serves(plan) && plan.inference.draftKind == DraftKind::Model;
}

bool mayHaveMatrix(const Plan& plan)
{
    return serves(plan) && dependsOnMatrix(plan.inference.weights);
}

bool hasGroupsOfWeights(const Plan& plan)
{
    return serves(plan) && hasGroups(plan.inference.weights);
}

bool isNotInference(const Plan& plan)
{
    return plan.workload.task != Task::Inference;
}

bool hasSamples(const Plan& plan)
{
    const auto kind = jobKindOf(plan);
    return kind && recipeOf(*kind).sequences > 1;
}

/// Plain training packs too.
bool mayPack(const Plan& plan)
{
    return generatesInSteps(plan) || isJobOf<JobKind::Sft>(plan)
        || (!jobKindOf(plan) && plan.workload.task == Task::Train);
}

bool hasCritic(const Plan& plan)
{
    return generatesInSteps(plan) && mayHaveRole(plan, RoleId::Value);
}

bool mayPrecompute(const Plan& plan)
{
    return isJobOf<JobKind::Dpo, JobKind::Kto>(plan) && !plan.job.referenceFree;
}

// Whether a key changes a number of a plan that can read it.

constexpr auto isTraining = [](const Resolved& plan) { return !plan.serves(); };
/// Whether the optimizer steps a model, rather than a server or a frozen role.
constexpr auto steps = [](const Resolved& plan) { return !plan.serves() && !plan.isFrozen(); };
constexpr auto hasServer = [](const Resolved& plan) {
    return plan.serves() || roleOf(plan, RoleId::Rollout) != nullptr;
};
constexpr auto hasRows = [](const Resolved& plan) {
    return !plan.isJob() || plan.prompt != 0 || plan.completion != 0;
};
constexpr auto hasExperts = [](const Resolved& plan) { return plan.shape.experts > 0; };
constexpr auto hasWindow = [](const Resolved& plan) { return plan.shape.window > 0; };
constexpr auto hasLinearLayers
    = [](const Resolved& plan) { return plan.shape.linear != LinearAttention{}; };
constexpr auto seesImages
    = [](const Resolved& plan) { return plan.shape.tower.kind.has_value() && steps(plan); };
constexpr auto trainsOnImages = [](const Resolved& plan) { return readsImages(plan); };
/// Towers of one size scale an image to it.
constexpr auto cutsImages = [](const Resolved& plan) {
    const auto kind = plan.shape.tower.kind;
    return !plan.workload.imageTokens && kind != TowerKind::Siglip && kind != TowerKind::Clip
        && kind != TowerKind::Mllama;
};
constexpr auto hasImageTokens
    = [](const Resolved& plan) { return plan.shape.tower.kind != TowerKind::Mllama; };
/// Serving keeps other caches for layers of other kinds; the weights differ in any plan.
constexpr auto servesOrMixes
    = [](const Resolved& plan) { return plan.serves() || plan.shape.mixesAttention(); };
constexpr auto hasExamples
    = [](const Resolved& plan) { return plan.workload.examples.has_value(); };
/// The examples say the length.
constexpr auto lacksExamples = [](const Resolved& plan) { return !hasExamples(plan); };
constexpr auto keepsGradients = [](const Resolved& plan) { return !plan.stepsInBackward(); };
constexpr auto keepsMasters32 = [](const Resolved& plan) { return plan.choices.masterWeights; };
constexpr auto recomputesSome
    = [](const Resolved& plan) { return plan.pattern.method != RecomputeMethod::All; };
constexpr auto hasDenseLayers = [](const Resolved& plan) { return plan.counts.denseLayers > 0; };
constexpr auto recomputesModules
    = [](const Resolved& plan) { return plan.choices.recompute == Recompute::Selective; };
constexpr auto freezesParts = [](const Resolved& plan) { return !plan.recipe.frozen.empty(); };
constexpr auto freezesLayers = [](const Resolved& plan) { return plan.recipe.frozenLayers > 0; };
constexpr auto isQlora
    = [](const Resolved& plan) { return plan.adapter.kind == AdapterKind::Qlora; };
/// Other words than fp32 leave LoRA's base in 16 bits; those of other formats say nothing of it.
constexpr auto choosesBase = [](const Resolved& plan) {
    const AdapterBase base = plan.adapter.base;
    return isQlora(plan)
        || (plan.mayFloatBase()
            && (base == AdapterBase::Fp32 || base == AdapterBase::Bf16 || base == Adapter{}.base));
};
constexpr auto mayUpcast = [](const Resolved& plan) {
    return plan.profile->upcastsBase && plan.choices.precision != Precision::Fp32;
};
constexpr auto hasTensorRanks = [](const Resolved& plan) { return plan.layout.tensor > 1; };
constexpr auto isPipelined = [](const Resolved& plan) { return plan.layout.pipeline > 1; };
constexpr auto hasExpertRanks = [](const Resolved& plan) { return plan.layout.expert > 1; };
constexpr auto hasContextRanks = [](const Resolved& plan) { return plan.layout.context > 1; };
/// A server of one rank sends nothing.
constexpr auto sendsSome
    = [](const Resolved& plan) { return !plan.serves() || plan.layout.tensor > 1; };

/// Whether the plan's framework leaves the engine open.
bool choosesEngine(const Resolved& plan)
{
    return profileOf(plan.recipe.framework).choosesEngine();
}

bool hasModelsOfTransformers(const Resolved& plan)
{
    return plan.profile->modelsOfTransformers;
}

bool adaptsByPeft(const Resolved& plan)
{
    return plan.profile->floatAdapters && !plan.trainsAll();
}

/// Whether some of the adapters have kernels, where the framework has any.
bool mayFuseAdapters(const Resolved& plan)
{
    return std::ranges::any_of(plan.adapter.targets,
                               [&](AdapterTarget target) { return plan.mayFuseAdapter(target); });
}

bool runsFsdp1(const Resolved& plan)
{
    return plan.choices.engine == Engine::Fsdp1 && plan.layout.zero >= 2;
}

bool runsFsdp2(const Resolved& plan)
{
    return plan.choices.engine == Engine::Fsdp2 && plan.layout.zero >= 2;
}

bool runsFsdp(const Resolved& plan)
{
    return runsFsdp1(plan) || runsFsdp2(plan);
}

/// Whether a dropout has masks that are counted: after the attention and the MLP of a GPT, and of
/// scores. llm-analysis counts masks of scores with flash attention too, unless it recomputes them.
bool makesDropoutMasks(const Resolved& plan)
{
    if (plan.method == MethodId::LlmAnalysis)
        return plan.choices.recompute == Recompute::None;
    return plan.shape.norm == Norm::LayerNorm || plan.choices.attention == Attention::Eager;
}

/// Whether whole copies of the model reduce their gradients in buckets, which go with a stage of
/// ZeRO though they share nothing.
bool hasBucketsOfCopies(const Resolved& plan)
{
    return plan.dataParallel > 1
        && std::ranges::find(plan.profile->extras, TermId::ReduceBuckets, &Extra::id)
        != plan.profile->extras.end();
}

/// Whether a stage of ZeRO changes the plan. It does not where its ranks have nobody to share with,
/// and its framework runs no code for it then.
bool sharesSome(const Resolved& plan)
{
    const bool ofExact = plan.method == MethodId::Exact && !plan.serves();
    if (ofExact && startsUnsharded(plan, plan.layout))
        return false;
    return !(ofExact && plan.roles.empty() && !plan.shares()
             && plan.profile->sharding != Sharding::Buckets && !plan.profile->wrapsOneGpu
             && !hasBucketsOfCopies(plan) && !plan.offloadsStates() && !plan.offloadsParameters());
}

/// Whether the step is replayed, or that of the same plan with nothing frozen.
bool replaysSome(const Resolved& plan)
{
    return plan.cluster.overhead != Overhead::None
        && (canReplay(plan) || (plan.freezesSome() && plan.trainsAll()));
}

/// Whether packed sequences differ from padded ones: reinforcement packs up to a number of tokens,
/// which only some frameworks have; others pack sequences that are shorter than the context, and
/// mask their scores where attention keeps them.
bool packs(const Resolved& plan)
{
    if (plan.isJob() && reinforces(plan.jobKind)) {
        const JobDefaults& defaults = jobDefaultsOf(plan);
        return defaults.updateTokens != 0 || defaults.valueTokens != 0;
    }
    return plan.choices.attention != Attention::Flash || plan.meanLength() != plan.workload.context;
}

/// Whether a key of a role changes something. Only an engine is counted on cards of its own. A
/// trained role has the same bytes in each type whose engine computes with weights in 16 bits and
/// keeps 32-bit ones beside them.
bool mattersToRole(const Resolved& job, KeyPath path)
{
    const RoleId id = *roleOfKey(path);
    const auto key = roleKeyOf(path);
    const JobRole* const role = roleOf(job, id);
    if (!role)
        return true;
    if (role->place == RolePlace::Own && id != RoleId::Rollout)
        return key == RoleKey::Place || key == RoleKey::Gpus;
    if (key != RoleKey::Dtype)
        return true;
    const Precision precision = role->plan.choices.precision;
    const JobRole* const policy = roleOf(job, RoleId::Policy);
    return !(role->state == RoleState::Train && role->plan.trainsAll()
             && isSixteenBitsMixed(precision)
             && keepsMasters(job, policy ? policy->plan.layout.zero : 0));
}

/// Only the text of an engine has a time, and reinforcement without it has none as a whole.
bool hasTime(const Resolved& plan)
{
    return !plan.isJob() || !reinforces(plan.jobKind) || roleOf(plan, RoleId::Rollout);
}

/// Speeds of more than one kernel are known.
bool hasKernelFigure(const Resolved& plan)
{
    return attentionFigureOf(plan).has_value();
}

/// Adapters in 32 bits are their own masters.
bool hasMasters(const Resolved& plan)
{
    return steps(plan) && (plan.trainsAll() || !plan.floatAdapters());
}

bool choosesMoments(const Resolved& plan)
{
    return steps(plan)
        && !std::ranges::all_of(traitsOf(plan.choices.optimizer).states, &OptimizerState::always32);
}

bool hasRank(const Resolved& plan)
{
    const Optimizer optimizer = plan.choices.optimizer;
    return steps(plan) && (optimizer == Optimizer::GaLore || optimizer == Optimizer::Apollo);
}

bool recomputesLayers(const Resolved& plan)
{
    return plan.choices.recompute == Recompute::Full || plan.recomputesOperators();
}

/// Megatron's report needs the flag, not the ranks, and only in this mode.
bool mayCutTokens(const Resolved& plan)
{
    return plan.method == MethodId::Megatron ? plan.choices.recompute == Recompute::Selective
                                             : hasTensorRanks(plan);
}

bool isOfItsAdapter(const Resolved& plan, KeyPath path)
{
    return !plan.trainsAll() && concernsAdapter(plan.adapter.method, path);
}

bool isLength(const Resolved& plan, KeyPath path)
{
    return !plan.isJob() || readsLength(plan, path);
}

/// TRL's GRPO has a reference only where it is asked for.
bool hasReference(const Resolved& plan)
{
    return !plan.isJob() || plan.jobKind != JobKind::Grpo || plan.saysReference
        || jobDefaultsOf(plan).referenceInGrpo;
}

template <class P> using Ask = bool (*)(const P&, KeyPath);

/// Whether each condition holds: a function of a plan, of a plan and a key, or a member.
template <auto... conditions> struct All
{
    template <class P> static bool ask(const P& plan, KeyPath path)
    {
        [[maybe_unused]] const auto holds = [&](auto condition) -> bool {
            if constexpr (std::is_invocable_v<decltype(condition), const P&, KeyPath>)
                return condition(plan, path);
            else
                return std::invoke(condition, plan);
        };
        return (holds(conditions) && ...);
    }
    template <class P> constexpr operator Ask<P>() const { return ask<P>; }
};
template <auto... conditions> constexpr All<conditions...> all{};

/// A key, all keys of a group, or a list of keys.
class Keys
{
public:
    consteval Keys(const char* name)
        : m_name(name)
    {
        if (!findKeyPath(m_name) && !KeyGroup::isOne(m_name))
            throw "no key and no group of keys has this name";
    }
    constexpr Keys(std::span<const KeyPath> list)
        : m_list(list)
    { }
    constexpr bool hold(KeyPath path) const
    {
        return path.text() == m_name || KeyGroup::holds(m_name, path)
            || std::ranges::find(m_list, path) != m_list.end();
    }

private:
    std::string_view m_name;
    std::span<const KeyPath> m_list;
};

/// The conditions under which a key changes a number. Null: nothing; in a row of a group or of
/// a list, and in a later row of one of its keys: what the earlier row says.
struct KeyUse
{
    Keys keys;
    Ask<Plan> reads = nullptr; ///< by the plan's task and kind of job, whatever its other keys are
    Ask<Resolved> matters = nullptr; ///< in the plan, or in one of the roles of its job
    Ask<Resolved> mattersToAll = nullptr; ///< in the plan as a whole
};

constexpr std::span<const KeyPath> keysOfExperts = std::span(expertKeys).subspan(1);

constexpr auto keyUses = std::to_array<KeyUse>({
    {.keys = "recipe", .reads = all<trains>},
    {.keys = "adapter", .reads = all<trains>, .matters = all<isOfItsAdapter>},
    {.keys = "layout", .reads = all<trains>, .matters = all<isTraining>},
    {.keys = "inference", .reads = all<serves>, .matters = all<hasServer>},
    {.keys = "job", .reads = all<isJob>},
    {.keys = "roles", .reads = all<isOfItsRole>, .mattersToAll = all<mattersToRole>},
    {.keys = "rollout", .reads = all<isOfItsRole>},

    {.keys = keysOfExperts, .matters = all<hasExperts>},
    // Only the cache depends on the earlier tokens to which a layer attends.
    {.keys = "model.custom.sliding_window", .matters = all<&Resolved::serves, hasWindow>},
    {.keys = "model.custom.layer_pattern", .matters = all<servesOrMixes>},
    {.keys = "model.custom.linear", .matters = all<hasLinearLayers, servesOrMixes>},

    {.keys = "workload.context", .reads = all<saysContextItself>},
    {.keys = "workload.global_batch", .reads = all<trains>},
    {.keys = "workload.training_tokens",
     .reads = all<trains>,
     .matters = all<lacksExamples>,
     .mattersToAll = all<hasTime>},
    {.keys = "workload.mean_length", .reads = all<trains>, .mattersToAll = all<hasTime>},
    {.keys = "workload.examples", .reads = all<trains>, .mattersToAll = all<hasTime>},
    {.keys = "workload.epochs",
     .reads = all<trains>,
     .matters = all<hasExamples>,
     .mattersToAll = all<hasTime>},

    {.keys = "workload.evaluation_batch",
     .reads = all<trainsOneModel>,
     .matters = all<&Resolved::canEvaluate>},
    {.keys = "workload.kept_predictions",
     .reads = all<trainsOneModel>,
     .matters = all<&Resolved::evaluates>},

    {.keys = "workload.images", .reads = all<trains>, .matters = all<seesImages>},
    {.keys = "workload.image_width",
     .reads = all<trains>,
     .matters = all<trainsOnImages, cutsImages>},
    {.keys = "workload.image_height",
     .reads = all<trains>,
     .matters = all<trainsOnImages, cutsImages>},
    {.keys = "workload.image_tokens",
     .reads = all<trains>,
     .matters = all<trainsOnImages, hasImageTokens>},

    {.keys = "recipe.keep_gradients", .matters = all<keepsGradients>},
    {.keys = "recipe.master_weights", .matters = all<hasMasters>},
    {.keys = "recipe.fused_step", .matters = all<steps, &Resolved::choosesStep>},
    {.keys = "recipe.optimizer", .matters = all<steps>},
    {.keys = "recipe.moments", .matters = all<choosesMoments>},
    {.keys = "recipe.attention", .reads = all<mayKeepScores>},
    {.keys = "recipe.attention_kernel",
     .matters = all<hasKernelFigure>,
     .mattersToAll = all<hasTime>},
    {.keys = "recipe.loss", .reads = all<trainsOneModel>},
    {.keys = "recipe.dropout", .matters = all<makesDropoutMasks>},
    {.keys = "recipe.recompute_method", .matters = all<recomputesLayers>},
    {.keys = "recipe.recompute_layers", .matters = all<recomputesSome>},
    {.keys = "recipe.recompute_modules", .matters = all<recomputesModules>},
    {.keys = "recipe.narrow_parameters",
     .matters = all<steps, &Resolved::trainsAll, &Resolved::keepsNarrow>},
    {.keys = "recipe.mlp_tiles", .matters = all<isTraining, hasDenseLayers>},
    {.keys = "recipe.frozen", .matters = all<&Resolved::trainsAll, freezesParts>},
    {.keys = "recipe.frozen_layers", .matters = all<&Resolved::trainsAll>},
    {.keys = "recipe.frozen_from", .matters = all<&Resolved::trainsAll, freezesLayers>},
    {.keys = "recipe.optimizer_rank", .matters = all<hasRank>},
    {.keys = "recipe.muon_gather", .matters = all<steps, &Resolved::gathersForMuon>},
    {.keys = "recipe.master_precision", .matters = all<hasMasters, keepsMasters32>},

    {.keys = "recipe.engine", .matters = all<steps, choosesEngine>},
    {.keys = "recipe.reentrant", .matters = all<steps, recomputesLayers, runsFsdp>},
    {.keys = "recipe.checkpoint_outside", .matters = all<steps, recomputesLayers, runsFsdp1>},
    {.keys = "recipe.use_orig_params", .matters = all<steps, runsFsdp1>},
    {.keys = "recipe.backward_prefetch", .matters = all<steps, runsFsdp1>},
    {.keys = "recipe.hold_logits", .matters = all<steps>},
    {.keys = "recipe.saved_state",
     .reads = all<trainsOneModel>,
     .matters = all<&Resolved::canSaveWhole>},
    {.keys = "recipe.efficient_loading",
     .reads = all<trainsOneModel>,
     .matters = all<&Resolved::canLoadWhole>},
    {.keys = "recipe.versions.transformers", .matters = all<steps, hasModelsOfTransformers>},
    {.keys = "recipe.versions.accelerate",
     .matters = all<steps, hasModelsOfTransformers, runsFsdp2>},
    {.keys = "recipe.versions.peft", .matters = all<steps, adaptsByPeft>},
    {.keys = "recipe.versions.deepspeed", .matters = all<steps, &Resolved::usesDeepSpeed>},

    {.keys = "adapter.kind", .matters = all<>},
    {.keys = "adapter.own_units", .matters = all<isOfItsAdapter, runsFsdp1>},
    {.keys = "adapter.merge", .reads = all<trainsOneModel>, .matters = all<&Resolved::canMerge>},
    {.keys = "adapter.kernels", .matters = all<isOfItsAdapter, mayFuseAdapters>},
    {.keys = "adapter.base", .matters = all<choosesBase>},
    {.keys = "adapter.upcast", .matters = all<isQlora, mayUpcast>},

    {.keys = "cluster.gpus_per_node", .matters = all<sendsSome>},
    {.keys = "cluster.utilisation", .reads = all<trains>, .mattersToAll = all<hasTime>},
    {.keys = "cluster.price_per_hour", .mattersToAll = all<hasTime>},
    {.keys = "cluster.peak_tflops", .mattersToAll = all<hasTime>},
    {.keys = "cluster.memory_bandwidth", .mattersToAll = all<hasTime>},
    {.keys = "cluster.board_power", .reads = all<trains>, .mattersToAll = all<hasTime>},
    {.keys = "cluster.links",
     .reads = all<trains>,
     .matters = all<usesRate>,
     .mattersToAll = all<hasTime>},
    {.keys = "cluster.links.intra", .reads = all<>},
    {.keys = "cluster.links.inter", .reads = all<>},
    {.keys = "cluster.allocator", .reads = all<trainsOneModel>, .matters = all<replaysSome>},

    {.keys = "layout.zero", .matters = all<isTraining, sharesSome>},
    {.keys = "layout.tensor", .reads = all<>, .matters = all<>},
    {.keys = "layout.pipeline", .reads = all<>, .matters = all<>},
    {.keys = "layout.expert", .reads = all<>, .matters = all<hasExperts>},
    {.keys = "layout.expert_tensor", .reads = all<>, .matters = all<hasExperts>},
    {.keys = "layout.sequence_parallel", .matters = all<isTraining, mayCutTokens>},
    {.keys = "layout.tp_inputs", .matters = all<isTraining, hasTensorRanks>},
    {.keys = "layout.virtual_pipeline", .matters = all<isTraining, isPipelined>},
    {.keys = "layout.stage_split", .reads = all<>, .matters = all<isPipelined>},
    {.keys = "layout.imbalance", .matters = all<isTraining, hasExperts, hasExpertRanks>},
    {.keys = "layout.offload_fraction", .matters = all<isTraining, &Resolved::offloadsStates>},
    {.keys = "layout.host_step", .matters = all<steps, &Resolved::choosesHostStep>},
    {.keys = "layout.zenflow_share", .matters = all<steps, &Resolved::selectsColumns>},
    {.keys = "layout.zenflow_offload", .matters = all<steps, &Resolved::selectsColumns>},
    {.keys = "layout.offload_layers", .matters = all<isTraining, &Resolved::offloadsActivations>},
    {.keys = "layout.offload_modules", .matters = all<isTraining, &Resolved::offloadsActivations>},
    {.keys = "layout.schedule", .matters = all<isTraining, isPipelined>},
    {.keys = "layout.stage_layers", .matters = all<isTraining, isPipelined>},
    {.keys = "layout.context_kind", .matters = all<isTraining, hasContextRanks>},
    {.keys = "layout.reduce_bucket", .matters = all<isTraining, &Resolved::reduceBucket>},
    {.keys = "layout.overlap_comm", .matters = all<isTraining, &Resolved::fillsBuckets>},

    {.keys = "inference.kv_cache", .reads = all<generates>},
    {.keys = "inference.prefill_chunk", .reads = all<generates>},
    {.keys = "inference.max_sequences", .reads = all<limitsSequences>},
    {.keys = "inference.memory_fraction", .reads = all<takesShare>},
    {.keys = "inference.imatrix", .reads = all<mayHaveMatrix>},
    {.keys = "inference.group_size", .reads = all<hasGroupsOfWeights>},
    {.keys = "inference.version", .reads = all<differsByVersion>},
    {.keys = "inference.graphs", .reads = all<differsByVersion>},
    {.keys = "inference.gpu_layers", .reads = all<servesByLlamaCpp>},
    {.keys = "inference.host_experts", .reads = all<servesByLlamaCpp>, .matters = all<hasExperts>},
    {.keys = "inference.host_mlps", .reads = all<servesByLlamaCpp>, .matters = all<hasDenseLayers>},
    {.keys = "inference.draft_kind", .reads = all<serves>},
    {.keys = "inference.draft_model", .reads = all<draftsByModel>},
    {.keys = "inference.draft_weights", .reads = all<hasDraft>},
    {.keys = "inference.draft_tokens", .reads = all<hasDraft>},
    {.keys = "inference.draft_acceptance", .reads = all<hasDraft>},

    {.keys = "job.kind", .reads = all<isNotInference>},
    {.keys = "job.samples", .reads = all<hasSamples>},
    {.keys = "job.prompt", .mattersToAll = all<isLength>},
    {.keys = "job.completion", .mattersToAll = all<isLength>},
    {.keys = "job.packing", .reads = all<mayPack>, .mattersToAll = all<packs>},
    {.keys = "job.tokens", .reads = all<generatesInSteps>},
    {.keys = "job.tokens.value", .reads = all<hasCritic>},
    // A reward is one number, and fine-tuning has the loss of training.
    {.keys = "job.logits",
     .reads = all<isJobOf<JobKind::Dpo, JobKind::Orpo, JobKind::Kto, JobKind::Grpo, JobKind::Ppo,
                          JobKind::Distill>>},
    {.keys = "job.rows", .mattersToAll = all<hasRows>},
    {.keys = "job.entropy", .reads = all<generatesInSteps>},
    {.keys = "job.reference_free",
     .reads = all<isJobOf<JobKind::Dpo, JobKind::Kto, JobKind::Grpo, JobKind::Ppo>>,
     .mattersToAll = all<hasReference>},
    {.keys = "job.precomputed_reference", .reads = all<mayPrecompute>},
    {.keys = "job.top_k", .reads = all<isJobOf<JobKind::Distill>>},
});

/// The conditions of a key, joined from its rows.
struct Use
{
    Ask<Plan> reads = nullptr;
    Ask<Resolved> matters = nullptr, mattersToAll = nullptr;
};

std::array<Use, keyPaths.size()> joinedRows()
{
    std::array<Use, keyPaths.size()> uses;
    for (const Key& key : keys()) {
        Use& use = uses[key.path.index()];
        for (const KeyUse& row : keyUses) {
            if (!row.keys.hold(key.path))
                continue;
            use.reads = row.reads ? row.reads : use.reads;
            use.matters = row.matters ? row.matters : use.matters;
            use.mattersToAll = row.mattersToAll ? row.mattersToAll : use.mattersToAll;
        }
    }
    return uses;
}

/// Not a constant: under sanitizers g++ 12 compares no function with null while it compiles.
const Use& useOf(KeyPath path)
{
    static const std::array<Use, keyPaths.size()> uses = joinedRows();
    return uses[path.index()];
}

} // namespace

bool concernsAdapter(AdapterMethod method, KeyPath path)
{
    if (path == "adapter.rank" || path == "adapter.targets" || path == "adapter.dropout"
        || path == "adapter.dora")
        return method == AdapterMethod::Lora;
    if (path == "adapter.prompt_length")
        return method != AdapterMethod::Lora;
    if (path == "adapter.start_layer")
        return method == AdapterMethod::Adapter || method == AdapterMethod::AdapterV2;
    return true;
}

bool canRead(const Plan& plan, KeyPath path)
{
    const Ask<Plan> reads = useOf(path).reads;
    return !reads || reads(plan, path);
}

bool isIdle(const Resolved& plan, KeyPath path)
{
    const Use& use = useOf(path);
    if (use.mattersToAll && !use.mattersToAll(plan, path))
        return true;
    if (!use.matters)
        return false;
    // A job's recipe and adapters are those of its roles, for which frameworks have defaults.
    const bool ofRoles
        = plan.isJob() && (path.isIn(KeyGroup("recipe")) || path.isIn(KeyGroup("adapter")));
    return (ofRoles || !use.matters(plan, path))
        && std::ranges::none_of(plan.roles,
                                [&](const JobRole& role) { return use.matters(role.plan, path); });
}

} // namespace highwater
