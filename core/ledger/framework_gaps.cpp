// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework_gaps.h"

#include "core/ledger/adapter.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/numbers.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace highwater {
namespace {

/// A plan, and what its framework can do.
struct Asked
{
    const Resolved& plan; ///< its layout is the one that is counted
    const Layout& layout; ///< as the plan says it
    const Profile& profile;
    const Abilities& has;

    const Choices& choices() const { return plan.choices; }
    const Recipe& recipe() const { return plan.recipe; }
    const Adapter& adapter() const { return plan.adapter; }
    const char* name() const { return profile.name; }

    bool adapts() const { return !plan.trainsAll() && has.adapters; }
    bool quantises() const { return adapts() && plan.quantisedBase(); }
    bool quantisesAtAll() const { return quantises() && has.quantisedBase; }
    bool hasBase() const
    {
        return plan.floatBase() ? has.floatBase : allows(has.adapterBases, adapter().base);
    }
    bool choosesBase() const { return quantisesAtAll() || (adapts() && plan.floatBase()); }
    bool alwaysShards() const
    {
        return has.shardsAlways && bounded::times(plan.dataParallel, plan.layout.context) > 1;
    }
    bool isSelective() const { return choices().recompute == Recompute::Selective; }
    bool selectsByItself() const
    {
        return isSelective() && !plan.recomputesOperators() && recipe().recomputeModules.empty();
    }
    bool hidesHostStep() const
    {
        return plan.usesDeepSpeed() && plan.offloadsStates() && layout.hostStep != HostStep::After;
    }
    bool offloadsSo() const
    {
        return has.offloadsSo(layout.offloadOptimizer, layout.offloadParameters);
    }
};

using Predicate = bool (*)(const Asked&);

template <std::int64_t Layout::*Ranks>
constexpr Predicate splits = [](const Asked& a) { return a.layout.*Ranks > 1; };
template <auto Choice, auto Word>
constexpr Predicate chooses = [](const Asked& a) { return a.plan.choices.*Choice == Word; };
template <bool (Asked::*Rule)() const>
constexpr Predicate is = [](const Asked& a) { return (a.*Rule)(); };

/// Whether a framework has a setting: a field of its abilities, or what follows from several. None
/// for remarks on settings that no framework has.
class Ability
{
public:
    constexpr Ability(bool Abilities::*field)
        : m_field(field)
    { }
    template <class Rule>
    requires std::is_convertible_v<Rule, Predicate>
    constexpr Ability(Rule rule)
        : m_rule(rule)
    { }
    constexpr Ability(std::nullptr_t) { }

    bool operator()(const Asked& asked) const
    {
        return m_field ? asked.has.*m_field : m_rule && m_rule(asked);
    }

private:
    bool Abilities::*m_field = nullptr;
    Predicate m_rule = nullptr;
};

using Words = std::vector<std::string>;

/// A setting that not every framework has, and the remark on a plan that asks for it in vain.
struct AbilityRow
{
    KeyPath key;
    Predicate asked;
    Ability ability;
    const char* sentence;
    Words (*words)(const Asked&) = nullptr; ///< null: the framework's name alone
};

constexpr auto parallelRows = std::to_array<AbilityRow>({
    {"layout.tensor", splits<&Layout::tensor>, &Abilities::tensor,
     HW_TR("core", "%1 has no tensor parallelism in training: counted as if it had")},
    {"layout.pipeline", splits<&Layout::pipeline>, &Abilities::pipeline,
     HW_TR("core", "%1 has no pipeline parallelism in training: counted as if it had")},
    {"layout.context", splits<&Layout::context>, &Abilities::context,
     HW_TR("core", "%1 has no context parallelism in training: counted as if it had")},
    {"layout.virtual_pipeline",
     [](const Asked& a) {
         return a.layout.pipeline > 1 && a.has.pipeline && a.layout.virtualPipeline > 1;
     },
     &Abilities::chunks, HW_TR("core", "%1 has no interleaved schedule: counted as if it had")},
    {"layout.expert",
     [](const Asked& a) { return a.layout.expert > 1 && a.plan.shape.experts > 0; },
     &Abilities::expert,
     HW_TR("core", "%1 has no expert parallelism in training: counted as if it had")},
});

constexpr auto evenRows = std::to_array<AbilityRow>({
    {"layout.tensor",
     [](const Asked& a) { return a.plan.shape.feedForward % a.plan.layout.tensor != 0; },
     &Abilities::unevenRanks,
     HW_TR("core",
           "%1 does not split a feed-forward width of %2 among %3 {rank|ranks}: counted as "
           "if it did"),
     [](const Asked& a) {
         return Words{a.name(), grouped(a.plan.shape.feedForward), grouped(a.plan.layout.tensor)};
     }},
    {"layout.sequence_parallel",
     [](const Asked& a) {
         const std::int64_t length = a.plan.workload.context;
         const Layout& layout = a.plan.layout;
         return hasEvenTokens(a.plan) && length % layout.context == 0
             && length / layout.context % layout.tensor != 0;
     },
     &Abilities::unevenRanks,
     HW_TR("core",
           "%1 does not split %2 {token|tokens} among %3 {rank|ranks}: counted as if it "
           "did"),
     [](const Asked& a) {
         return Words{a.name(), grouped(a.plan.workload.context / a.plan.layout.context),
                      grouped(a.plan.layout.tensor)};
     }},
});

constexpr auto zeroRows = std::to_array<AbilityRow>({
    {"layout.zero", [](const Asked& a) { return a.layout.zero > 0; },
     [](const Asked& a) { return a.layout.zero <= a.has.mostZero; },
     HW_TR("core", "%1 has no ZeRO-%2: its setting stands for ZeRO-%3, which is counted"),
     [](const Asked& a) {
         return Words{a.name(), grouped(a.layout.zero), grouped(a.has.mostZero)};
     }},
    {"layout.zero", is<&Asked::alwaysShards>,
     [](const Asked& a) { return a.layout.zero >= a.has.leastZero; },
     HW_TR("core", "%1 always shards on several GPUs, as ZeRO-%2 does: counted as ZeRO-%3"),
     [](const Asked& a) {
         return Words{a.name(), grouped(a.has.leastZero), grouped(a.layout.zero)};
     }},
    {"layout.zero", [](const Asked& a) { return a.layout.zero > 0 && !a.alwaysShards(); },
     [](const Asked& a) { return a.layout.zero >= a.has.leastZero; },
     HW_TR("core", "%1 has no ZeRO-%2: counted as data parallelism with a shared optimizer"),
     [](const Asked& a) {
         return Words{a.name(), grouped(a.layout.zero)};
     }},
});

/// Of one of the two offloads of states.
template <Offload Layout::*Part> constexpr std::array<AbilityRow, 4> offloadRows(KeyPath key)
{
    constexpr Predicate toDisk
        = [](const Asked& a) { return a.layout.*Part == Offload::Nvme && a.has.host; };
    constexpr Predicate toHostAfterAll = [](const Asked& a) {
        return a.layout.*Part == Offload::Nvme && a.has.host && !a.plan.layout.usesDisk();
    };
    return {{
        {key, [](const Asked& a) { return a.layout.*Part != Offload::None; }, &Abilities::host,
         HW_TR("core", "%1 does not offload: counted as if it did")},
        {key, toHostAfterAll, [](const Asked& a) { return !a.has.disk; },
         HW_TR("core", "%1 offloads to disk at ZeRO-3 alone: counted as offloaded to the host")},
        {key, toHostAfterAll, &Abilities::disk,
         HW_TR("core", "%1 does not offload to disk: counted as offloaded to the host")},
        {key, toDisk, [](const Asked& a) { return a.has.disk || !a.plan.layout.usesDisk(); },
         HW_TR("core", "%1 does not offload to disk: counted as if it did")},
    }};
}
constexpr auto statesRows = offloadRows<&Layout::offloadOptimizer>("layout.offload_optimizer");
constexpr auto weightsRows = offloadRows<&Layout::offloadParameters>("layout.offload_parameters");

constexpr Predicate offloadsActivations
    = [](const Asked& a) { return a.layout.offloadActivations == ActivationOffload::Cpu; };

constexpr auto recipeRows = std::to_array<AbilityRow>({
    {"layout.offload_activations", offloadsActivations, &Abilities::host,
     HW_TR("core", "%1 does not offload: counted as if it did")},
    {"layout.offload_activations",
     [](const Asked& a) { return offloadsActivations(a) && a.has.host; },
     &Abilities::hostActivations,
     HW_TR("core", "%1 does not offload activations: counted as if it did")},
    {"recipe.recompute", is<&Asked::selectsByItself>,
     [](const Asked& a) { return a.profile.selective != Selective::None; },
     HW_TR("core", "%1 has no selective recompute: counted as no recompute")},
    {"recipe.recompute", is<&Asked::selectsByItself>,
     [](const Asked& a) { return a.profile.selective != Selective::Layers; },
     HW_TR("core",
           "%1 recomputes every so many layers, which is recipe.recompute=full with "
           "recipe.recompute_method=every: counted as no recompute")},
    {"recipe.recompute",
     [](const Asked& a) {
         return a.selectsByItself() && a.choices().attention == Attention::Flash;
     },
     [](const Asked& a) { return a.profile.selective != Selective::CoreAttention; },
     HW_TR("core",
           "%1 recomputes the attention's core alone, of which flash attention keeps no "
           "scores: nothing is saved")},
    {"recipe.precision", [](const Asked& a) { return narrowsProducts(a.choices().precision); },
     &Abilities::eightBits, HW_TR("core", "%1 does not compute in 8 bits: counted as if it did")},
    {"recipe.precision",
     [](const Asked& a) {
         return a.has.eightBits && narrowsProducts(a.choices().precision)
             && a.choices().precision != Precision::Fp8Mixed;
     },
     [](const Asked& a) {
         return std::ranges::find(a.has.scaledBlocks, a.choices().precision)
             != a.has.scaledBlocks.end();
     },
     HW_TR("core", "%1 does not compute in %2: counted as if it did"),
     [](const Asked& a) {
         return Words{a.name(), std::string(nameOf(a.choices().precision))};
     }},
    {"recipe.narrow_parameters",
     [](const Asked& a) {
         return a.recipe().narrowParameters && narrowsProducts(a.choices().precision);
     },
     [](const Asked& a) { return a.has.narrowParameters && !a.profile.castsAnew; },
     HW_TR("core",
           "%1 keeps 16-bit weights beside narrower ones: recipe.narrow_parameters is "
           "counted only where it casts once a step")},
    {"recipe.mlp_tiles", [](const Asked& a) { return a.plan.tilesMlp(); }, &Abilities::tilesMlp,
     HW_TR("core", "%1 does not tile an MLP: counted as if it did")},
    {"recipe.precision", chooses<&Choices::precision, Precision::Fp16Mixed>,
     &Abilities::halfPrecision, HW_TR("core", "%1 does not compute in fp16: counted as if it did")},
    {"recipe.precision", chooses<&Choices::precision, Precision::Fp16>, &Abilities::halfAlone,
     HW_TR("core", "%1 does not train in fp16 alone: counted as if it did")},
    {"recipe.precision", chooses<&Choices::precision, Precision::Fp32>, &Abilities::fullPrecision,
     HW_TR("core", "%1 does not compute in fp32: counted as if it did")},
    {"recipe.attention", [](const Asked& a) { return a.choices().attention != Attention::Flash; },
     &Abilities::eagerAttention, HW_TR("core", "%1 has no eager attention: counted as if it had")},
    {"recipe.optimizer", [](const Asked&) { return true; },
     [](const Asked& a) { return allows(a.has.optimizers, a.choices().optimizer); },
     HW_TR("core", "%1 does not have this optimizer: counted as if it had")},
    {"job.packing", [](const Asked& a) { return a.plan.packs; }, &Abilities::packing,
     HW_TR("core", "%1 does not pack: counted as if it did")},
    {"recipe.loss", chooses<&Choices::loss, Loss::Fused>, &Abilities::fusedLoss,
     HW_TR("core", "%1 has no fused loss: counted as if it had")},
    {"recipe.loss", chooses<&Choices::loss, Loss::Chunked>,
     [](const Asked& a) { return a.plan.chunksLoss(); },
     HW_TR("core", "%1 has no chunked loss: counted in full")},
});

constexpr auto adapterRows = std::to_array<AbilityRow>({
    {"adapter.kind", [](const Asked& a) { return !a.plan.trainsAll(); }, &Abilities::adapters,
     HW_TR("core", "%1 has no adapters: counted as if it had")},
    {"adapter.method", is<&Asked::adapts>,
     [](const Asked& a) { return allows(a.has.adapterMethods, a.adapter().method); },
     HW_TR("core", "%1 has no adapters of this method: counted as if it had")},
    {"adapter.dora",
     [](const Asked& a) {
         return a.adapts() && a.adapter().dora && a.adapter().method == AdapterMethod::Lora;
     },
     &Abilities::dora, HW_TR("core", "%1 has no DoRA: counted as if it had")},
    {"adapter.targets",
     [](const Asked& a) { return a.adapts() && hasTarget(a.adapter(), AdapterTarget::Embedding); },
     &Abilities::embeddingAdapters,
     HW_TR("core", "%1 has no adapter of the embedding: counted as if it had")},
    {"adapter.modules_to_save",
     [](const Asked& a) { return a.adapts() && !a.adapter().modulesToSave.empty(); },
     &Abilities::savesModules,
     HW_TR("core", "%1 trains adapters alone: counted as if it trained these modules too")},
    {"adapter.kernels",
     [](const Asked& a) { return a.adapts() && a.choices().adapterKernels == Kernels::Fused; },
     &Abilities::adapterKernels,
     HW_TR("core", "%1 has no kernels of its own for adapters: counted as if it had")},
    {"adapter.kind", is<&Asked::quantises>, &Abilities::quantisedBase,
     HW_TR("core", "%1 has no adapters of a quantised base: counted as if it had")},
    {"adapter.base", is<&Asked::choosesBase>, [](const Asked& a) { return a.hasBase(); },
     HW_TR("core", "%1 has no base in %2: counted as if it had"),
     [](const Asked& a) {
         return Words{a.name(), std::string(nameOf(a.adapter().base))};
     }},
    {"adapter.kind",
     [](const Asked& a) { return a.quantisesAtAll() && a.hasBase() && a.plan.cluster.gpus > 1; },
     &Abilities::sharedQuantisedBase,
     HW_TR("core",
           "%1 trains adapters of a quantised base on one GPU alone: counted as if it did "
           "on more")},
    {"layout.tensor",
     [](const Asked& a) { return a.adapts() && a.has.tensor && a.plan.layout.tensor > 1; },
     [](const Asked& a) { return a.has.splitsTensors(a.plan.trainsAll()); },
     HW_TR("core", "%1 splits no adapters over tensor ranks: counted as if it did")},
});

/// Some layers or parts of a layer; a part of the model, of its states or of its gradients.
constexpr auto partRows = std::to_array<AbilityRow>({
    {"recipe.recompute_method", [](const Asked&) { return true; },
     [](const Asked& a) { return a.has.recomputesBy(a.plan.pattern.method, a.choices().kernels); },
     HW_TR("core", "%1 does not recompute layers by the method %2: counted as if it did"),
     [](const Asked& a) {
         return Words{a.name(), std::string(nameOf(a.plan.pattern.method))};
     }},
    {"recipe.recompute_method",
     [](const Asked& a) {
         return a.has.budgetsCompiled && a.plan.pattern.method == RecomputeMethod::Block
             && a.choices().kernels == Kernels::Fused && a.choices().recompute == Recompute::Full;
     },
     nullptr,
     HW_TR("core",
           "A memory budget of torch.compile recomputes a part of every layer instead: counted as "
           "whole layers that keep as many bytes, which take no less time")},
    {"recipe.recompute_modules",
     [](const Asked& a) { return a.isSelective() && !a.recipe().recomputeModules.empty(); },
     &Abilities::recomputesParts,
     HW_TR("core", "%1 does not recompute parts of a layer by name: counted as if it did")},
    {"recipe.frozen_layers",
     [](const Asked& a) { return !a.plan.trainsAll() && a.recipe().frozenLayers > 0; }, nullptr,
     HW_TR("core", "An adapter freezes the whole model: adapters stay in all layers")},
    {"recipe.frozen",
     [](const Asked& a) {
         return !a.plan.trainsAll() && a.recipe().frozenLayers == 0 && a.plan.freezesSome();
     },
     nullptr, HW_TR("core", "An adapter freezes the whole model: adapters stay in all layers")},
    {"recipe.step_in_backward",
     [](const Asked& a) { return a.recipe().stepInBackward && !a.plan.trainsAll(); }, nullptr,
     HW_TR("core", "Gradients of adapters are small: they are counted as kept")},
    {"recipe.step_in_backward",
     [](const Asked& a) { return a.recipe().stepInBackward && a.plan.stepsInBackward(); },
     &Abilities::stepsInBackward,
     HW_TR("core", "%1 does not step inside the backward pass: counted as if it did")},
    {"recipe.optimizer",
     [](const Asked& a) {
         return a.plan.stepsInBackward() && !a.recipe().stepInBackward
             && allows(a.has.optimizers, a.choices().optimizer);
     },
     &Abilities::stepsInBackward,
     HW_TR("core", "%1 does not step inside the backward pass: counted as if it did")},
    {"workload.global_batch",
     [](const Asked& a) { return a.plan.stepsInBackward() && a.plan.microBatches > 1; }, nullptr,
     HW_TR("core",
           "An optimizer that steps inside the backward pass accumulates no gradients: each "
           "of the %1 micro-batches is a step of its own"),
     [](const Asked& a) { return Words{grouped(a.plan.microBatches)}; }},
    {"recipe.moments",
     [](const Asked& a) {
         return a.choices().moments == Moments::Fp8 || a.choices().moments == Moments::Fp16;
     },
     &Abilities::narrowMoments, HW_TR("core", "%1 has no moments in %2: counted as if it had"),
     [](const Asked& a) {
         return Words{a.name(), std::string(nameOf(a.choices().moments))};
     }},
    {"recipe.master_precision",
     [](const Asked& a) {
         return a.recipe().masterPrecision == MasterPrecision::Fp16 && a.choices().masterWeights;
     },
     &Abilities::narrowMasters,
     HW_TR("core", "%1 has no 16-bit master weights: counted as if it had")},
    {"layout.offload_fraction",
     [](const Asked& a) {
         return a.layout.offloadOptimizer != Offload::None && a.layout.offloadFraction < 1;
     },
     [](const Asked& a) { return a.plan.layout.zero >= a.has.leastZeroOfParts; },
     HW_TR("core",
           "%1 offloads only a whole optimizer here: counted as if it could offload a "
           "part")},
    {"layout.host_step",
     [](const Asked& a) {
         return a.plan.offloadsStates() && a.layout.hostStep != HostStep::After
             && a.layout.zero >= 1;
     },
     [](const Asked& a) { return a.plan.usesDeepSpeed(); },
     HW_TR("core", "%1 lets the host step after the backward pass alone: counted so")},
    {"layout.host_step", is<&Asked::hidesHostStep>,
     [](const Asked& a) {
         return a.choices().optimizer == Optimizer::AdamW
             && a.plan.layout.offloadOptimizer == Offload::Cpu;
     },
     HW_TR("core",
           "SuperOffload and ZenFlow need AdamW in host memory: counted as a step after the "
           "backward pass")},
    {"layout.host_step",
     [](const Asked& a) {
         return a.hidesHostStep() && a.layout.hostStep == HostStep::Superoffload;
     },
     [](const Asked& a) { return a.layout.zero == 3; },
     HW_TR("core",
           "DeepSpeed has SuperOffload at ZeRO-3 alone: counted as a step after the backward "
           "pass")},
    {"layout.host_step", is<&Asked::hidesHostStep>,
     [](const Asked& a) { return a.layout.replicate == 1; },
     HW_TR("core",
           "DeepSpeed has neither SuperOffload nor ZenFlow with replicas (MiCS): counted as a "
           "step after the backward pass")},
    {"layout.zenflow_offload",
     [](const Asked& a) { return a.plan.selectsColumns() && a.layout.zenflowOffload; },
     [](const Asked& a) { return a.plan.overlapsComm(); },
     HW_TR("core",
           "DeepSpeed keeps ZenFlow's moments on the host only with overlap_comm: it ends with "
           "an error")},
    {"layout.offload_layers", [](const Asked& a) { return a.plan.pattern.offloadsSome(); },
     &Abilities::offloadsSomeLayers,
     HW_TR("core", "%1 does not offload the activations of some layers: counted as if it did")},
    {"layout.offload_modules",
     [](const Asked& a) {
         return a.plan.offloadsActivations() && !a.layout.offloadModules.empty();
     },
     &Abilities::offloadsModules,
     HW_TR("core", "%1 does not offload parts of a layer by name: counted as if it did")},
    {"layout.offload_optimizer",
     [](const Asked& a) {
         return a.layout.offloadOptimizer != Offload::None && !a.layout.usesDisk();
     },
     [](const Asked& a) { return a.offloadsSo(); },
     HW_TR("core",
           "%1 offloads weights and optimizer together: counted as if it could offload one "
           "alone")},
    {"layout.offload_parameters",
     [](const Asked& a) {
         return a.layout.offloadOptimizer == Offload::None
             && a.layout.offloadParameters != Offload::None && !a.layout.usesDisk();
     },
     [](const Asked& a) { return a.offloadsSo(); },
     HW_TR("core",
           "%1 offloads weights and optimizer together: counted as if it could offload one "
           "alone")},
    {"layout.offload_activations",
     [](const Asked& a) {
         return a.plan.offloadsActivations() && a.has.offloadsActivations(true)
             && a.choices().recompute != Recompute::Full;
     },
     [](const Asked& a) { return a.has.offloadsActivations(false); },
     HW_TR("core",
           "%1 offloads activations of recomputed layers alone: counted as if it offloaded "
           "those of others")},
    {"layout.schedule", splits<&Layout::pipeline>,
     [](const Asked& a) { return allows(a.has.schedules, a.layout.schedule); },
     HW_TR("core", "%1 does not have the schedule %2: counted as if it had"),
     [](const Asked& a) {
         return Words{a.name(), std::string(nameOf(a.layout.schedule))};
     }},
});

void addMissing(std::vector<Warning>& list, std::span<const AbilityRow> rows, const Asked& asked)
{
    for (const AbilityRow& row : rows) {
        if (!row.asked(asked) || row.ability(asked))
            continue;
        Text message(row.sentence);
        message.arguments = row.words ? row.words(asked) : Words{asked.name()};
        list.emplace_back(row.key, std::move(message));
    }
}

} // namespace

bool hasEvenTokens(const Resolved& plan)
{
    return plan.splitsSequence() && !plan.profile->abilities.unevenRanks;
}

std::vector<Warning> missingSettings(const Resolved& plan, const Layout& asked)
{
    std::vector<Warning> list;
    for (const std::span<const AbilityRow> rows :
         std::initializer_list<std::span<const AbilityRow>>{parallelRows, evenRows, zeroRows,
                                                            statesRows, weightsRows, recipeRows,
                                                            adapterRows, partRows})
        addMissing(list, rows, {plan, asked, *plan.profile, plan.profile->abilities});
    return list;
}

std::vector<Warning> unevenSettings(const Resolved& plan)
{
    std::vector<Warning> list;
    addMissing(list, evenRows, {plan, plan.layout, *plan.profile, plan.profile->abilities});
    return list;
}

} // namespace highwater
