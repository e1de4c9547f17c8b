// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_space.h"

#include "core/ledger/framework.h"
#include "core/ledger/plan_checks.h"
#include "core/plan/keys.h"

#include <algorithm>

namespace highwater {

using bounded::times;

namespace {

/// All divisors, ascending.
std::vector<std::int64_t> divisorsOf(std::int64_t number)
{
    std::vector<std::int64_t> low, high;
    for (std::int64_t i = 1; i <= number / i; ++i)
        if (number % i == 0) {
            low.push_back(i);
            if (i != number / i)
                high.push_back(number / i);
        }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

Layout layoutOf(const Layout& present, const Candidate& candidate)
{
    const auto& [group, saving] = candidate;
    Layout layout = present;
    layout.tensor = group.tensor;
    layout.pipeline = group.pipeline;
    layout.virtualPipeline = group.virtualPipeline;
    layout.context = group.context;
    layout.expert = group.expert;
    layout.sequenceParallel = group.sequenceParallel;
    layout.zero = saving.zero;
    layout.replicate = saving.replicate;
    layout.offloadOptimizer = saving.optimizer;
    layout.offloadParameters = saving.parameters;
    layout.offloadActivations = saving.activations;
    return layout;
}

/// Of a method that is said in vain too: a layout that recomputes otherwise has to change it.
Recomputing recomputingOf(const Resolved& plan)
{
    const Recipe& recipe = plan.recipe;
    const bool all = recipe.recomputeMethod == RecomputeMethod::All;
    return {plan.choices.recompute, recipe.recomputeMethod, all ? 1 : recipe.recomputeLayers};
}

} // namespace

Candidate candidateOf(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    return {{layout.tensor, layout.pipeline, layout.virtualPipeline, layout.context, layout.expert,
             plan.workload.microBatch, plan.choices.sequenceParallel},
            {layout.zero, layout.replicate, recomputingOf(plan), layout.offloadOptimizer,
             layout.offloadParameters, plan.choices.offloadActivations}};
}

Problems setRanks(Resolved& plan, const Candidate& candidate)
{
    plan.workload.microBatch = candidate.group.microBatch;
    const Recomputing& again = candidate.saving.recomputing;
    plan.recipe.recompute = again.recompute;
    plan.recipe.recomputeMethod = again.method;
    plan.recipe.recomputeLayers = again.layers;
    return setRanks(plan, layoutOf(plan.layout, candidate));
}

Problems setCandidate(Resolved& plan, const Candidate& candidate)
{
    Problems problems = setRanks(plan, candidate);
    if (problems.empty())
        setStages(plan);
    return problems;
}

std::vector<Recomputing> rungsOf(RecomputeMethod method, std::int64_t part)
{
    const auto some = [&](std::int64_t layers) {
        return Recomputing{Recompute::Full, method, layers};
    };
    std::vector<Recomputing> rungs;
    if (method == RecomputeMethod::Block)
        for (std::int64_t layers = 1; layers < part; ++layers)
            rungs.push_back(some(layers));
    else // one of every so many
        for (std::int64_t layers = part; layers > 1; --layers)
            rungs.push_back(some(layers));
    return rungs;
}

SearchSpace::SearchSpace(const Resolved& present, const SearchConstraints& constraints)
    : m_present(present)
    , m_constraints(constraints)
    , m_own(candidateOf(present))
    , m_batch(present.workload.globalBatch.value_or(1))
{
    setValues();
    addFamilies();
}

void SearchSpace::addFamilies()
{
    const std::int64_t gpus = m_present.cluster.gpus;
    for (const std::int64_t tensor : m_tensors)
        for (const std::int64_t pipeline : m_pipelines)
            for (const std::int64_t context : m_contexts) {
                if (gpus % bounded::times(times(tensor, pipeline), context) != 0)
                    continue;
                for (const std::int64_t expert : m_experts) {
                    if (isTooLarge())
                        return;
                    addFamily({.tensor = tensor,
                               .pipeline = pipeline,
                               .context = context,
                               .expert = expert});
                }
            }
}

bool SearchSpace::keeps(KeyPath key) const
{
    return std::ranges::find(m_constraints.kept, key) != m_constraints.kept.end();
}

void SearchSpace::setValues()
{
    const Shape& shape = m_present.shape;
    const Cluster& cluster = m_present.cluster;
    const bool all = !m_constraints.onlyWhatFrameworkHas;
    const Abilities& has = m_present.profile->abilities;
    m_ranks = divisorsOf(cluster.gpus);
    const auto choose = [&](KeyPath key, bool able, std::int64_t own, auto suits) {
        if (keeps(key))
            return std::vector{own};
        std::vector<std::int64_t> values{1};
        for (const std::int64_t count : m_ranks)
            if (count > 1 && able && suits(count))
                values.push_back(count);
        return values;
    };
    const std::int64_t node = std::min(cluster.gpus, cluster.gpusPerNode);
    const bool tensorRanks = has.splitsTensors(m_present.trainsAll());
    m_tensors
        = choose("layout.tensor", tensorRanks || all, m_own.group.tensor, [&](std::int64_t count) {
              const bool inside = node % count == 0;
              return shape.heads % count == 0 && (inside || !m_constraints.tensorWithinNode);
          });
    m_pipelines = choose("layout.pipeline", has.pipeline || all, m_own.group.pipeline,
                         [&](std::int64_t count) { return count <= shape.layers; });
    // A ring hides its sends behind attention; with few tokens on a rank, attention is too short to
    // hide them (Liu et al., arXiv 2310.01889, section 3).
    constexpr std::int64_t leastTokens = 512;
    const std::int64_t pieces = contextPieces(m_present.layout);
    m_contexts = choose("layout.context", has.context || all, m_own.group.context,
                        [&](std::int64_t count) {
                            const std::int64_t length = m_present.workload.context;
                            return count <= length / leastTokens && length % (pieces * count) == 0;
                        });
    m_experts
        = choose("layout.expert", (has.expert || all) && shape.experts > 0, m_own.group.expert,
                 [&](std::int64_t count) { return shape.experts % count == 0; });
    if (keeps("workload.micro_batch"))
        m_microBatches = {m_own.group.microBatch};
    else
        for (const std::int64_t divisor : divisorsOf(m_batch))
            if (static_cast<double>(divisor) <= keyOf("workload.micro_batch").most)
                m_microBatches.push_back(divisor);

    m_optimizerOffloads = {Offload::None};
    m_activationOffloads = {ActivationOffload::None};
    const bool offloaded = m_constraints.offload || offloads(m_present.layout);
    // A host that shares the device's memory has no room beyond it.
    if (offloaded && (has.host || all) && !m_present.device->isUnified()) {
        m_optimizerOffloads.push_back(Offload::Cpu);
        m_activationOffloads.push_back(ActivationOffload::Cpu);
    }
    if (offloaded && (has.disk || all))
        m_optimizerOffloads.push_back(Offload::Nvme);
    m_parameterOffloads = m_optimizerOffloads;
    if (keeps("layout.offload_optimizer"))
        m_optimizerOffloads = {m_own.saving.optimizer};
    if (keeps("layout.offload_parameters"))
        m_parameterOffloads = {m_own.saving.parameters};
    if (keeps("layout.offload_activations"))
        m_activationOffloads = {m_own.saving.activations};
}

/// Numbers of chunks that a stage's layers may be split into: on the fullest stage, all chunks have
/// equally many layers. An interleaved schedule takes the micro-batches in groups of as many as
/// there are stages (Narayanan et al., arXiv 2104.04473, section 2.2).
std::vector<std::int64_t> SearchSpace::chunks(const LayoutGroup& ranks, std::int64_t microBatches,
                                              const Profile& profile) const
{
    const auto leavesLayers = [&](std::int64_t count) {
        return count == 1 || times(count, ranks.pipeline) <= m_present.shape.layers;
    };
    if (keeps("layout.virtual_pipeline"))
        return std::vector<std::int64_t>(leavesLayers(m_own.group.virtualPipeline) ? 1 : 0,
                                         m_own.group.virtualPipeline);
    std::vector<std::int64_t> list{1};
    const bool able = profile.abilities.chunks || !m_constraints.onlyWhatFrameworkHas;
    if (!able || ranks.pipeline == 1 || microBatches % ranks.pipeline != 0)
        return list;
    const std::int64_t layers = shareOf(m_present.shape.layers, ranks.pipeline);
    for (std::int64_t count = 2; count <= layers; ++count)
        if (layers % count == 0 && leavesLayers(count))
            list.push_back(count);
    return list;
}

std::int64_t SearchSpace::dataParallel(const LayoutGroup& ranks) const
{
    return m_present.cluster.gpus / (ranks.tensor * ranks.pipeline * ranks.context);
}

void SearchSpace::addFamily(const LayoutGroup& ranks)
{
    // The program that trains with these ranks: verl trains with FSDP, or with Megatron-LM.
    const Layout layout = layoutOf(m_present.layout, {ranks, {}});
    const Profile& profile = profileOf(m_present.recipe, layout);
    Family family;
    family.groups = groupsOf(ranks, profile);
    if (family.groups.empty())
        return;
    family.recomputes = recomputesOf(profile);
    family.partial = partialOf(profile);
    setActivationOffloads(family, profile);
    addSavings(family, ranks, profile);
    m_work += static_cast<std::int64_t>(family.groups.size() * family.recomputes.size())
        * workOfTime(ranks.pipeline);
    if (!family.savings.empty())
        m_families.push_back(std::move(family));
}

/// DeepSeek's DualPipe, dualpipe.py: step() needs at least two micro-batches for each stage.
bool SearchSpace::fillsSchedule(const LayoutGroup& ranks, std::int64_t microBatches) const
{
    return ranks.pipeline == 1 || m_present.layout.schedule != PipelineSchedule::DualPipe
        || microBatches >= times(2, ranks.pipeline);
}

std::vector<LayoutGroup> SearchSpace::groupsOf(const LayoutGroup& ranks,
                                               const Profile& profile) const
{
    const bool batchIsInRange = static_cast<double>(m_batch) <= keyOf("workload.global_batch").most;
    const bool even = !profile.abilities.unevenRanks && m_constraints.onlyWhatFrameworkHas;
    if (even && m_present.shape.feedForward % ranks.tensor != 0)
        return {};
    std::vector<bool> choices{m_own.group.sequenceParallel};
    if (ranks.tensor > 1 && !keeps("layout.sequence_parallel"))
        choices = {true, false};
    if (ranks.tensor > 1 && even
        && m_present.workload.context % times(ranks.context, ranks.tensor) != 0)
        std::erase(choices, true);
    std::vector<LayoutGroup> groups;
    for (const std::int64_t microBatch : m_microBatches) {
        const std::int64_t sequencesAtOnce = times(microBatch, dataParallel(ranks));
        if (m_batch % sequencesAtOnce != 0 || (sequencesAtOnce != m_batch && !batchIsInRange)
            || !fillsSchedule(ranks, m_batch / sequencesAtOnce))
            continue;
        for (const std::int64_t chunk : chunks(ranks, m_batch / sequencesAtOnce, profile))
            for (const bool sequenceParallel : choices) {
                LayoutGroup& group = groups.emplace_back(ranks);
                group.microBatch = microBatch;
                group.virtualPipeline = chunk;
                group.sequenceParallel = sequenceParallel;
            }
    }
    return groups;
}

std::vector<Recomputing> SearchSpace::recomputesOf(const Profile& profile) const
{
    Recomputing own = m_own.saving.recomputing;
    if (keeps("recipe.recompute"))
        return {own};
    const bool scores = m_present.choices.attention == Attention::Eager;
    const Selective selective = profile.selective;
    const bool isSelective
        = selective == Selective::Operators || (selective == Selective::CoreAttention && scores);
    std::vector<Recomputing> list;
    for (const Recompute kind : everyOf<Recompute>())
        if (kind != Recompute::Selective || isSelective) {
            own.recompute = kind;
            list.push_back(own);
        }
    if (own.method != RecomputeMethod::All)
        list.push_back({Recompute::Full});
    return list;
}

/// A way that only a script has (layer_savings.h) is none of the framework's settings. A model that
/// offloads the inputs of its layers by itself has one switch for all of them.
std::optional<RecomputeMethod> SearchSpace::partialOf(const Profile& profile) const
{
    using enum RecomputeMethod;
    if (keeps("recipe.recompute") || m_activationOffloads.front() != ActivationOffload::None)
        return std::nullopt;
    const auto has = [&](RecomputeMethod method) {
        return profile.abilities.recomputesBy(method, m_present.choices.kernels);
    };
    const bool byScript = !m_constraints.onlyWhatFrameworkHas && !profile.offloadsInputs;
    const bool every = has(Every);
    return has(Block) || (byScript && !every) ? std::optional(Block)
        : every                               ? std::optional(Every)
                                              : std::nullopt;
}

/// A stage that is kept belongs to the plan's own program; another program may not have it.
std::vector<std::int64_t> SearchSpace::zerosOf(const Profile& profile,
                                               const LayoutGroup& ranks) const
{
    const Abilities& has = profile.abilities;
    const bool onlyHas = m_constraints.onlyWhatFrameworkHas;
    const std::int64_t least = onlyHas ? has.leastZero : 1;
    const std::int64_t most = has.mostZero;
    const std::int64_t own = m_own.saving.zero;
    if (keeps("layout.zero")) {
        const bool able = own == 0 || (own >= least && own <= most);
        return std::vector<std::int64_t>(able || &profile == m_present.profile ? 1 : 0, own);
    }
    if (saysDdp(m_present.recipe)) // every stage is none
        return {own};
    std::vector<std::int64_t> zeros;
    if (!onlyHas || !has.shardsAlways || dataParallel(ranks) * ranks.context == 1)
        zeros.push_back(0);
    for (std::int64_t stage = least; stage <= most; ++stage)
        zeros.push_back(stage);
    return zeros;
}

void SearchSpace::setActivationOffloads(Family& family, const Profile& profile) const
{
    const Abilities& has = profile.abilities;
    family.keptOffloads = family.recomputedOffloads = m_activationOffloads;
    if (!m_constraints.onlyWhatFrameworkHas || keeps("layout.offload_activations"))
        return;
    if (!has.offloadsActivations(true))
        family.recomputedOffloads = {ActivationOffload::None};
    if (!has.offloadsActivations(false))
        family.keptOffloads = {ActivationOffload::None};
}

void SearchSpace::addSavings(Family& family, const LayoutGroup& ranks, const Profile& profile)
{
    constexpr std::int64_t workOfSaving = 4;
    std::size_t kinds = 0; // of recompute with offload of activations
    for (const Recomputing& recomputing : family.recomputes)
        kinds += family.activationOffloads(recomputing).size();
    if (family.partial)
        ++kinds;
    const auto each = static_cast<std::int64_t>(family.groups.size() * kinds);
    const std::int64_t sharing = dataParallel(ranks) * ranks.context;
    const bool buckets = profile.sharding == Sharding::Buckets;
    const bool free = !m_constraints.onlyWhatFrameworkHas || keeps("layout.offload_optimizer")
        || keeps("layout.offload_parameters");
    const auto add = [&](const Saving& saving) {
        m_work += workOfSaving;
        const Layout layout = layoutOf(m_present.layout, {ranks, saving});
        const Layout counted = countedLayout(m_present, layout);
        // DeepSpeed brings to the host what some stages cannot bring to disk, and without an engine
        // every stage is none: another layout.
        if (counted.zero != layout.zero || counted.offloadOptimizer != layout.offloadOptimizer
            || counted.offloadParameters != layout.offloadParameters)
            return;
        if (!free && !profile.abilities.offloadsSo(saving.optimizer, saving.parameters))
            return;
        m_considered += each;
        if (!contradictions(m_present, layout).empty())
            return;
        m_allowed += each;
        family.savings.push_back(saving);
    };
    for (const std::int64_t zero : zerosOf(profile, ranks)) {
        // One rank shares nothing, but DeepSpeed offloads through its stages of ZeRO.
        if (zero > 0 && sharing == 1 && !buckets && !keeps("layout.zero"))
            continue;
        std::vector<std::int64_t> replicas{1};
        if (keeps("layout.replicate"))
            replicas = {m_own.saving.replicate};
        else if (zero > 0)
            for (const std::int64_t count : m_ranks)
                if (count > 1 && count < sharing && sharing % count == 0)
                    replicas.push_back(count);
        for (const std::int64_t replicate : replicas)
            for (const Offload optimizer : m_optimizerOffloads)
                for (const Offload parameters : m_parameterOffloads)
                    add({.zero = zero,
                         .replicate = replicate,
                         .optimizer = optimizer,
                         .parameters = parameters});
    }
}

} // namespace highwater
