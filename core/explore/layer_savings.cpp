// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/layer_savings.h"

#include "core/explore/offload_words.h"
#include "core/ledger/framework.h"
#include "core/ledger/plan_checks.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace highwater {
namespace {

template <class T> bool has(const std::vector<T>& list, T word)
{
    return std::ranges::find(list, word) != list.end();
}

/// Every set of some of the words, smaller ones first.
template <class T> std::vector<std::vector<T>> setsOf(const std::vector<T>& words)
{
    std::vector<std::vector<T>> sets;
    for (std::size_t bits = 1; bits < std::size_t{1} << words.size(); ++bits) {
        std::vector<T>& set = sets.emplace_back();
        for (std::size_t i = 0; i < words.size(); ++i)
            if ((bits >> i & 1U) != 0)
                set.push_back(words[i]);
    }
    std::ranges::stable_sort(sets, {}, [](const std::vector<T>& set) { return set.size(); });
    return sets;
}

/// The sets of parts of a layer that a run can recompute. Recomputing a mixture's layer includes
/// its activation and its shared experts.
std::vector<std::vector<RecomputeModule>> moduleSets(const Resolved& plan)
{
    std::vector<RecomputeModule> words;
    for (const RecomputeModule module : everyOf<RecomputeModule>())
        if (dropsTensors(plan, module))
            words.push_back(module);
    auto sets = setsOf(words);
    std::erase_if(sets, [](const std::vector<RecomputeModule>& set) {
        using enum RecomputeModule;
        return has(set, Moe) && (has(set, MoeAct) || has(set, SharedExperts));
    });
    return sets;
}

/// Whether a layer of the plan keeps a tensor that offloading the part moves.
bool moves(Resolved& plan, OffloadModule module)
{
    // The projection shares its input with the attention, and goes with it.
    plan.layout.offloadModules = module == OffloadModule::AttnProj
        ? std::vector{OffloadModule::CoreAttn, module}
        : std::vector{module};
    return std::ranges::any_of(plan.stages, [&](const Stage& stage) {
        return std::ranges::any_of(stage.terms, [&](const Term& term) {
            return groupOf(term.id) == Group::Activations && plan.offloadsModuleOf(term.id);
        });
    });
}

/// The sets of parts of a layer that a run can offload (Megatron-LM,
/// core/transformer/transformer_config.py: attn_proj needs core_attn; a fused mixture is for
/// kernels that do not have its parts).
std::vector<std::vector<OffloadModule>> offloadSets(const Resolved& plan)
{
    using enum OffloadModule;
    Resolved probe = plan;
    std::vector<OffloadModule> words;
    for (const OffloadModule module : everyOf<OffloadModule>())
        if (module != FusedGroupMlp && moves(probe, module))
            words.push_back(module);
    auto sets = setsOf(words);
    std::erase_if(sets, [](const std::vector<OffloadModule>& set) {
        return has(set, AttnProj) && !has(set, CoreAttn);
    });
    return sets;
}

/// Collects the savings of a plan.
class SavingList
{
public:
    SavingList(const Resolved& plan, std::size_t most)
        : m_plan(plan)
        , m_has(plan.profile->abilities)
        , m_part(longestPart(plan))
        , m_most(most)
    { }

    LayerSavings listed()
    {
        addWithOffload({});
        if (m_plan.profile->selective == Selective::Operators
            || (m_plan.profile->selective == Selective::CoreAttention
                && m_plan.choices.attention == Attention::Eager))
            addWithOffload({.recompute = Recompute::Selective});
        addModules();
        addFull();
        return std::move(m_list);
    }

private:
    void add(LayerSaving saving)
    {
        if (m_list.all.size() >= m_most)
            m_list.complete = false;
        else
            m_list.all.push_back(std::move(saving));
    }

    void addWithOffload(const LayerSaving& saving)
    {
        add(saving);
        const bool full = saving.recompute == Recompute::Full;
        const bool byName = !saving.modules.empty();
        // Frameworks that offload some layers or parts do so only where no layer is recomputed as a
        // whole; layers as a whole only where nothing is recomputed and there is no pipeline
        // (Megatron-LM, core/transformer/transformer_config.py: cpu_offloading).
        const bool alone = saving.recompute == Recompute::None && m_plan.layout.pipeline == 1;
        if (!m_has.offloadsActivations(full))
            return;
        LayerSaving offloaded = saving;
        offloaded.offload = ActivationOffload::Cpu;
        if (!m_has.offloadsSomeLayers || m_has.recomputeMethods.empty())
            if (saving.method == RecomputeMethod::All || !m_has.hostActivationsRecomputed)
                add(offloaded);
        if (m_has.offloadsSomeLayers && alone)
            for (std::int64_t layers = 1; layers < m_part; ++layers) {
                offloaded.offloadLayers = layers;
                add(offloaded);
            }
        offloaded.offloadLayers.reset();
        if (m_has.offloadsModules && (saving.recompute == Recompute::None || byName))
            for (const auto& set : offloadSets(m_plan)) {
                using enum OffloadModule;
                if (has(saving.modules, RecomputeModule::Moe)
                    && (has(set, MoeAct) || has(set, ExpertFc1)))
                    continue;
                offloaded.offloadModules = set;
                add(offloaded);
            }
    }

    void addModules()
    {
        if (!m_has.recomputesParts)
            return;
        for (const auto& set : moduleSets(m_plan))
            addWithOffload({.recompute = Recompute::Selective, .modules = set});
    }

    /// Recomputation of whole layers: of all, then of some.
    void addFull()
    {
        using enum RecomputeMethod;
        LayerSaving saving{.recompute = Recompute::Full};
        addWithOffload(saving);
        const auto has = [&](RecomputeMethod method) {
            return m_has.recomputesBy(method, m_plan.choices.kernels);
        };
        // A model that offloads the inputs of its layers by itself has one switch for all of them
        // (unsloth, models/llama.py: LlamaModel_fast_forward).
        const bool byScript = !has(Block) && !has(Every) && !m_plan.profile->offloadsInputs;
        for (const RecomputeMethod method : {Block, Every, Uniform}) {
            if (!has(method) && !(method == Block && byScript))
                continue;
            saving.method = method;
            // One of each, and groups of one, are all layers; so is a block of a whole stage. One
            // of more than a stage has is none.
            for (std::int64_t layers = method == Block ? 1 : 2;
                 layers < m_part + (method == Block ? 0 : 1); ++layers) {
                saving.layers = layers;
                addWithOffload(saving);
            }
        }
    }

    const Resolved& m_plan;
    const Abilities& m_has;
    std::int64_t m_part;
    std::size_t m_most;
    LayerSavings m_list;
};

template <class Word> std::string namesIn(const std::vector<Word>& list)
{
    std::vector<std::string_view> words;
    for (const Word word : list)
        words.push_back(nameOf(word));
    return joined(words, ", ");
}

} // namespace

std::int64_t longestPart(const Resolved& plan)
{
    std::int64_t longest = 1;
    const std::int64_t chunks = plan.stages.empty() ? 1 : plan.stages.front().schedule.chunks;
    for (std::size_t i = 0; i + 1 < plan.stageStarts.size(); ++i)
        longest = std::max(longest, shareOf(plan.stageStarts[i + 1] - plan.stageStarts[i], chunks));
    return std::min(longest, plan.shape.layers);
}

LayerSaving savingOf(const Resolved& plan)
{
    LayerSaving saving{.recompute = plan.choices.recompute};
    const bool patterned = plan.choices.recompute == Recompute::Full || plan.recomputesOperators();
    const bool ofSome
        = plan.recipe.recomputeMethod == RecomputeMethod::Block || plan.recipe.recomputeLayers > 1;
    if (patterned && plan.recipe.recomputeMethod != RecomputeMethod::All && ofSome) {
        saving.method = plan.recipe.recomputeMethod;
        saving.layers = plan.recipe.recomputeLayers;
        if (saving.method == RecomputeMethod::Block && saving.layers >= longestPart(plan))
            saving.method = RecomputeMethod::All, saving.layers = 1;
    }
    if (saving.recompute == Recompute::Selective)
        saving.modules = plan.recipe.recomputeModules;
    if (plan.offloadsActivations()) {
        saving.offload = ActivationOffload::Cpu;
        saving.offloadLayers = plan.layout.offloadLayers;
        saving.offloadModules = plan.layout.offloadModules;
    }
    return saving;
}

Plan withSaving(const Plan& plan, const Resolved& resolved, const LayerSaving& saving)
{
    const LayerSaving now = savingOf(resolved);
    Plan changed = plan;
    Recipe& recipe = changed.recipe;
    Layout& layout = changed.layout;
    if (saving.recompute != now.recompute)
        recipe.recompute = saving.recompute;
    // A method that is said in vain stays, unless it would count now.
    const bool counts = saving.recompute != Recompute::None || saving.offloadLayers;
    const bool differs = saving.method != now.method || saving.layers != now.layers
        || (saving.recompute != now.recompute && recipe.recomputeMethod != saving.method)
        || saving.offloadLayers;
    if (counts && differs) {
        recipe.recomputeMethod = saving.method;
        if (saving.method != RecomputeMethod::All)
            recipe.recomputeLayers = saving.layers;
    }
    if (saving.modules != recipe.recomputeModules && saving.recompute == Recompute::Selective)
        recipe.recomputeModules = saving.modules;
    // What a framework offloads by itself can follow from what it recomputes.
    const bool same = saving.offload == activationOffloadOf(recipe, layout);
    if (!same)
        layout.offloadActivations = saving.offload;
    if (saving.offload == ActivationOffload::Cpu) {
        layout.offloadLayers = saving.offloadLayers;
        layout.offloadModules = saving.offloadModules;
    }
    return changed;
}

LayerSavings savingsOf(const Resolved& plan, std::size_t most)
{
    return SavingList(plan, most).listed();
}

bool saidBySetting(const Resolved& plan, const LayerSaving& saving)
{
    return saving.method == RecomputeMethod::All
        || plan.profile->abilities.recomputesBy(saving.method, plan.choices.kernels);
}

std::vector<LayerFate> fatesOf(const Resolved& plan)
{
    const LayerSaving saving = savingOf(plan);
    const bool full = saving.recompute == Recompute::Full;
    const bool inPart = saving.recompute == Recompute::Selective || !saving.offloadModules.empty();
    const bool offloads = saving.offload == ActivationOffload::Cpu && saving.offloadModules.empty();
    std::vector<LayerFate> fates;
    fates.reserve(static_cast<std::size_t>(plan.shape.layers));
    for (std::size_t i = 0; i + 1 < plan.stageStarts.size(); ++i) {
        const StageLayers stage{0, plan.stageStarts[i], plan.stageStarts[i + 1]};
        const Schedule& schedule = plan.stages.front().schedule;
        const Passes passes(plan.shape, stage, schedule, plan.pattern);
        for (std::int64_t layer = stage.first; layer < std::min(stage.end, plan.shape.layers);
             ++layer) {
            const bool marked = plan.pattern.goesBackward(layer) && passes.marks(layer);
            const bool goes = offloads && (!plan.pattern.offloadsSome() || marked)
                && plan.pattern.goesBackward(layer);
            const bool again = full && (plan.pattern.offloadsSome() || marked)
                && plan.pattern.goesBackward(layer);
            const bool some = inPart && (!plan.pattern.recomputesSome() || marked);
            fates.push_back(again && goes ? LayerFate::InputOffloaded
                                : again   ? LayerFate::Recomputed
                                : goes    ? LayerFate::Offloaded
                                : some    ? LayerFate::InPart
                                          : LayerFate::Kept);
        }
    }
    return fates;
}

FateCounts countsOf(std::span<const LayerFate> fates)
{
    const auto count
        = [&](LayerFate fate) -> std::int64_t { return std::ranges::count(fates, fate); };
    return {count(LayerFate::Kept), count(LayerFate::InPart),
            count(LayerFate::Recomputed) + count(LayerFate::InputOffloaded),
            count(LayerFate::Offloaded), count(LayerFate::InputOffloaded)};
}

std::vector<Text> savingTexts(const LayerSaving& saving, const FateCounts& counts)
{
    std::vector<Text> texts;
    const std::string all = grouped(counts.layers());
    if (saving.recompute == Recompute::Selective && !saving.modules.empty())
        texts.push_back({HW_TR("core", "Recompute %1"), {namesIn(saving.modules)}});
    else if (saving.recompute == Recompute::Selective)
        texts.push_back({HW_TR("core", "Selective recompute")});
    else if (saving.recompute == Recompute::Full && saving.method == RecomputeMethod::Uniform)
        texts.push_back(
            {HW_TR("core", "Recompute every layer, in groups of %1"), {grouped(saving.layers)}});
    else if (saving.recompute == Recompute::Full && saving.method != RecomputeMethod::All)
        texts.push_back({HW_TR("core", "Recompute %1 of %2 {layer|layers}"),
                         {grouped(counts.recomputed), all}});
    else if (saving.recompute == Recompute::Full)
        texts.push_back({HW_TR("core", "Recompute every layer")});
    if (saving.offload == ActivationOffload::Cpu) {
        if (!saving.offloadModules.empty())
            texts.push_back({HW_TR("core", "Offload %1"), {namesIn(saving.offloadModules)}});
        else if (saving.offloadLayers)
            texts.push_back({HW_TR("core", "Offload the activations of %1 of %2 {layer|layers}"),
                             {grouped(counts.offloaded), all}});
        else
            texts.push_back({activationsOffload.onHost});
    }
    if (texts.empty())
        texts.push_back({HW_TR("core", "Keep everything")});
    return texts;
}

std::vector<Change> savingChanges(const Plan& plan, const Plan& changed, std::vector<Text> texts)
{
    std::vector<Change> changes;
    for (const KeyPath key : savingKeys) {
        const Value before = keyOf(key).get(plan), after = keyOf(key).get(changed);
        if (before == after)
            continue;
        const bool ofHost = std::string_view(key.text()).starts_with("layout.");
        Change& change = changes.emplace_back(Change{key, after, {}, {}, {}});
        change.price = ofHost ? Price::Traffic : Price::Compute;
        change.cost = {ofHost ? HW_TR("core", "traffic to the host")
                              : HW_TR("core", "compute of what is made again")};
    }
    for (std::size_t i = 0; i < changes.size() && i < texts.size(); ++i)
        changes[i].label = std::move(texts[i]);
    // More words than changes: the last one carries them.
    for (std::size_t i = changes.size(); !changes.empty() && i < texts.size(); ++i)
        changes.back().label.more.push_back(std::move(texts[i]));
    return changes;
}

} // namespace highwater
