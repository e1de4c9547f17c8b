// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/state_replay.h"

#include "core/ledger/stage_weights.h"
#include "core/ledger/symbols.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace highwater {
namespace {

/// The size at which a bucket of PyTorch's DistributedDataParallel is full: the first one, and all
/// others (torch/csrc/distributed/c10d/reducer.hpp).
constexpr Bytes firstBucket = Bytes{1} << 20, bucketCap = Bytes{25} << 20;

bool isMaster(TermId id)
{
    return id == TermId::OptimizerMaster || id == TermId::OptimizerExpertsMaster;
}

/// Whether the optimizer's first step makes the term's tensors (master weights exist before).
bool isOptimizerState(TermId id)
{
    return groupOf(id) == Group::Optimizer && !isMaster(id);
}

/// Whether the term is of weights that makeUnits() makes.
bool isOfUnits(TermId id)
{
    using enum TermId;
    constexpr std::array ids{ParametersEmbedding, ParametersHead,   ParametersOther,
                             ParametersAttention, ParametersMlp,    ParametersExperts,
                             ParametersShared,    ParametersRouter, ParametersNorms};
    return std::ranges::find(ids, id) != ids.end();
}

} // namespace

StateReplay::StateReplay(const Resolved& plan, const Stage& stage, const ReplayTerms& terms,
                         const LayerSizes& dense, const LayerSizes& moe, ReplayMemory& memory)
    : m_plan(plan)
    , m_stage(stage)
    , m_profile(*plan.profile)
    , m_terms(terms)
    , m_dense(dense)
    , m_moe(moe)
    , m_memory(memory)
    , m_groups(steppedGroups(stage.symbols, plan, stage.layers))
{ }

void StateReplay::load()
{
    startUp();
    std::vector<Block> loading;
    const bool engine = m_plan.usesDeepSpeed();
    m_terms.ofLife(Life::Loading, [&](const Term& term) {
        // see flattenWeights()
        if (!engine && (term.id != TermId::LoadCopy || !m_profile.loadsUnits))
            loading.push_back(m_memory.make(m_terms.bytes(term)));
    });
    const bool unitsMade = makeUnits();
    const bool flattens = engine && m_plan.trainsAll() && !m_plan.makesStatesFirst();
    const bool weightsMade = unitsMade || (flattens ? flattenWeights() : makeWeights());
    m_terms.ofLife(Life::Always, [&](const Term& term) {
        const bool made = unitsMade ? isOfUnits(term.id) : groupOf(term.id) == Group::Parameters;
        if (!weightsMade || !made)
            makeTerm(term);
    });
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (term.id == TermId::ReduceBuckets) {
            m_bucketBytes = m_terms.bytes(term);
            makeBuckets();
        }
    });
    if (hasOneGradient() && !engine)
        makeGradients();
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (engine && isMaster(term.id))
            makeMaster(term);
        else if (term.id != TermId::ReduceBucket)
            makeTerm(term);
    });
    m_memory.drop(loading);
    // In recordings of stage 1, gradients do not lie where the weights were before they were
    // flattened.
    const bool empties
        = engine ? (m_plan.layout.zero < 3) != m_plan.makesStatesFirst() : !unitsMade;
    if (empties)
        m_memory.allocator().emptyCache();
    if (engine)
        makeBuffers();
}

/// Whether all gradients are parts of one tensor: gradients that are added up apart from those of a
/// micro-batch (nanotron, optim/gradient_accumulator.py: build_grad_buffers), and those of the
/// rank's shares (DeepSpeed, stage3.py: grad_partitions_flat_buffer).
bool StateReplay::hasOneGradient() const
{
    return m_profile.accumulatesApart || (m_plan.usesDeepSpeed() && m_plan.layout.zero >= 3);
}

/// DeepSpeed copies the weights into a flat tensor: of all of them at stages 1 and 2, while those
/// of the model exist (stage_1_and_2.py: flatten_dense_tensors_aligned), of the rank's shares at
/// stage 3, whose cache is empty by then (stage3.py: _create_fp16_partitions_with_defragmentation).
bool StateReplay::flattenWeights()
{
    Bytes all = 0;
    m_terms.ofLife(Life::Always, [&](const Term& term) {
        if (groupOf(term.id) == Group::Parameters)
            all = bounded::plus(all, bytesOfAll(term));
    });
    std::vector<Block> ofModel;
    bool copies = false;
    m_terms.ofLife(Life::Loading, [&](const Term& term) { copies |= term.id == TermId::LoadCopy; });
    if (copies)
        for (const std::int64_t entries : weightEntries(m_plan, m_stage, m_dense, m_moe))
            ofModel.push_back(m_memory.make(m_terms.valueBytes() * entries));
    if (all > 0)
        m_memory.make(all);
    m_memory.drop(ofModel);
    return true;
}

/// The part of a group in what the rank has for all of them.
Bytes StateReplay::partOf(Bytes all, std::size_t group) const
{
    const std::int64_t share = std::accumulate(m_groups.begin(), m_groups.end(), std::int64_t{0});
    if (share == 0)
        return 0;
    // The rest times the part of a group may be more than 64 bits hold.
    const double rest = static_cast<double>(all % share) / static_cast<double>(share);
    return all / share * m_groups[group]
        + static_cast<Bytes>(rest * static_cast<double>(m_groups[group]));
}

/// The rank's weights are cast to master weights, one group after the other, from a clone; from
/// 0.18.3 on stage 3 casts first (stage_1_and_2.py: single_partition_of_fp32_groups; stage3.py:
/// _create_fp32_partitions). Engines before 0.13.2 have not been recorded: the runs that are
/// measured are met by what these make here and in makeBuffers().
void StateReplay::makeMaster(const Term& term)
{
    if (m_plan.makesStatesFirst())
        return makeTerm(term);
    const bool wide = m_plan.layout.zero >= 3 && m_plan.choices.deepspeed >= Version{0, 18, 3};
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const Bytes master = partOf(m_terms.bytes(term), group);
        const Block clone
            = m_memory.make(wide ? master : master / floatBytes * m_terms.valueBytes());
        m_memory.make(master);
        m_memory.drop(clone);
    }
}

/// DeepSpeed makes gradients of zero for the largest group of master weights and drops them
/// (initialize_optimizer_states); stage 3 then makes the bucket and the buffer of gradients
/// (stage3.py: _setup_for_real_optimizer).
void StateReplay::makeBuffers()
{
    const auto largest
        = static_cast<std::size_t>(std::ranges::max_element(m_groups) - m_groups.begin());
    if (m_plan.makesStatesFirst())
        m_memory.drop(m_memory.make(m_terms.valueBytes() * m_groups[largest]));
    std::vector<Block> zeros;
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (isMaster(term.id))
            zeros.push_back(m_memory.make(partOf(m_terms.bytes(term), largest)));
    });
    if (m_plan.makesStatesFirst())
        m_terms.ofLife(Life::Training, [&](const Term& term) {
            if (isOptimizerState(term.id))
                m_memory.make(m_terms.bytes(term));
        });
    m_memory.drop(zeros);
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (term.id == TermId::ReduceBucket)
            m_memory.make(m_terms.bytes(term));
    });
    if (hasOneGradient())
        makeGradients();
}

void StateReplay::makeStatesOf(std::size_t group)
{
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (isOptimizerState(term.id))
            m_memory.make(partOf(m_terms.bytes(term), group));
    });
}

/// Weights are then loaded into the segments of these tensors.
void StateReplay::startUp()
{
    std::vector<Block> made;
    for (const Bytes size : m_plan.program.startUp)
        made.push_back(m_memory.make(size));
    m_memory.drop(made);
}

/// Makes the tensors of a term, unless another function does.
void StateReplay::makeTerm(const Term& term)
{
    if (isOptimizerState(term.id) || isReplayed(term.id) || term.id == TermId::ReduceBuckets
        || (hasOneGradient() && groupOf(term.id) == Group::Gradients))
        return;
    for (std::int64_t i = m_terms.copies(term); i-- > 0;)
        m_memory.make(m_terms.bytes(term));
}

/// Makes one tensor of each weight of the model, where no rank shards them and all are stored in
/// the width of computed values. Returns whether they were made.
bool StateReplay::makeWeights()
{
    if (!m_plan.trainsAll()
        || (m_plan.layout.zero >= m_profile.sharesParametersFrom && m_plan.shards > 1))
        return false;
    Bytes ofTerms = 0;
    m_terms.ofLife(Life::Always, [&](const Term& term) {
        if (groupOf(term.id) == Group::Parameters)
            ofTerms = bounded::plus(ofTerms, bytesOfAll(term));
    });
    const std::vector<std::int64_t> weights = weightEntries(m_plan, m_stage, m_dense, m_moe);
    Bytes ofWeights = 0;
    for (const std::int64_t entries : weights)
        ofWeights = bounded::plus(ofWeights, bounded::times(m_terms.valueBytes(), entries));
    if (ofTerms != ofWeights)
        return false;
    for (const std::int64_t entries : weights)
        m_memory.make(m_terms.valueBytes() * entries);
    return true;
}

/// Makes the shards of units, each from the whole weights of its unit. Adapters are terms besides.
bool StateReplay::makeUnits()
{
    if (!m_plan.loadsUnits())
        return false;
    std::vector<Weights> units;
    for (std::int64_t layer = m_stage.layers.first; layer < m_stage.layers.end; ++layer)
        units.push_back(storedUnit(m_plan.shape.isMoe(layer) ? m_moe.weights : m_dense.weights));
    Weights root;
    for (const Part part : {Part::Embedding, Part::FinalNorm})
        root.push_back(m_plan.weights[part].parameters);
    if (const auto head = ownHead(m_plan, m_stage.layers))
        root.push_back(m_plan.weights[*head].parameters);
    units.push_back(root);
    if (m_plan.flattens())
        makeFlatUnits(units);
    else
        for (const Weights& unit : units)
            makeShards(unit);
    return true;
}

/// 4-bit matrices are stored in values of the type of the others, as a flat tensor has one type
/// (transformers, BitsAndBytesConfig: bnb_4bit_quant_storage).
StateReplay::Weights StateReplay::storedUnit(Weights unit) const
{
    if (m_plan.quantisedBase())
        for (std::int64_t& entries : unit)
            if (entries > m_plan.shape.hidden)
                entries = shareOf(entries, 2 * m_terms.valueBytes());
    return unit;
}

/// A unit of FSDP2 is on the GPU as a whole until each of its weights is cut
/// (_fully_shard/_fsdp_param.py: _init_sharded_param).
void StateReplay::makeShards(const Weights& unit)
{
    const Bytes width = m_plan.floatParameters() ? floatBytes : m_terms.valueBytes();
    std::vector<Block> whole;
    for (const std::int64_t entries : unit)
        whole.push_back(m_memory.make(width * entries));
    for (const std::int64_t entries : unit)
        m_memory.make(shareOf(width * entries, m_plan.shards));
    m_memory.drop(whole);
}

/// Each unit's gathered forms are made once and freed, to be made again where they are needed
/// (PyTorch, fsdp/_flat_param.py: init_flat_param_attributes).
void StateReplay::makeFlatUnits(std::vector<Weights>& units)
{
    std::vector<Block> shards;
    const bool sent = m_plan.offloadsParameters();
    for (const Weights& unit : units) {
        shards.push_back(makeFlatShard(unit));
        if (sent) {
            m_memory.drop(shards.back());
            shards.pop_back();
        }
    }
    // The root is the first one of all units.
    std::ranges::rotate(units, units.end() - 1);
    const bool wide = m_plan.floatParameters(), widens = wide && !m_plan.floatBase();
    const auto all = [](const Weights& unit) {
        return std::accumulate(unit.begin(), unit.end(), std::int64_t{0});
    };
    if (widens && !sent)
        for (const Weights& unit : units)
            m_memory.make(shareOf(floatBytes * all(unit), m_plan.shards));
    for (const Weights& unit : units) {
        m_memory.drop(m_memory.make(m_terms.valueBytes() * all(unit)));
        if (wide)
            m_memory.drop(m_memory.make(floatBytes * all(unit)));
    }
    if (widens)
        m_memory.drop(shards);
}

/// Of a weight as it is loaded, and flattened: accelerate makes trained weights of 16 bits 32 bits
/// wide after that.
Bytes StateReplay::loadedBytes() const
{
    return m_plan.floatBase() ? floatBytes : m_terms.valueBytes();
}

/// accelerate sends the weights of a unit from the first rank to the others, in buckets; a weight
/// that fills one alone is sent as it is (torch/distributed/utils.py: _sync_params_and_buffers).
StateReplay::Block StateReplay::makeFlatShard(const Weights& weights)
{
    constexpr Bytes bucket = Bytes{250} << 20;
    std::vector<Block> made, buckets;
    Bytes all = 0, open = 0;
    int inBucket = 0;
    const auto close = [&] {
        if (std::exchange(inBucket, 0) > 1)
            buckets.push_back(m_memory.make(open));
        open = 0;
    };
    for (const std::int64_t entries : weights) {
        const Bytes bytes = bounded::times(loadedBytes(), entries);
        made.push_back(m_memory.make(bytes));
        all = bounded::plus(all, bytes);
    }
    for (const std::int64_t entries : weights) {
        open += bounded::times(loadedBytes(), entries);
        ++inBucket;
        if (open >= bucket)
            close();
    }
    close();
    m_memory.drop(buckets);
    const Block flat = m_memory.make(all);
    const Block shard = m_memory.make(shareOf(all, m_plan.shards));
    m_memory.drop(flat);
    m_memory.drop(made);
    return shard;
}

void StateReplay::makeGradients()
{
    Bytes sum = 0;
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (groupOf(term.id) == Group::Gradients)
            sum = bounded::plus(sum, bytesOfAll(term));
    });
    if (sum > 0)
        m_memory.make(sum);
}

Bytes StateReplay::bytesOfAll(const Term& term) const
{
    return bounded::times(m_terms.bytes(term), m_terms.copies(term));
}

void StateReplay::makeBuckets()
{
    if (!m_plan.trainsAll()) {
        makeAdapterBuckets();
        return;
    }
    const std::vector<std::int64_t> all = weightEntries(m_plan, m_stage, m_dense, m_moe);
    const std::int64_t trained = valueOf(Symbol::TrainedParameters, m_stage.symbols);
    const Bytes width = m_bucketBytes / std::max<std::int64_t>(1, trained);
    Bytes bucket = 0;
    Bytes cap = firstBucket;
    const auto close = [&] {
        if (bucket > 0)
            m_buckets.push_back(m_memory.make(std::exchange(bucket, 0)));
        cap = bucketCap;
    };
    for (auto weight = all.rbegin(); weight != all.rend(); ++weight) {
        bucket += width * *weight;
        if (bucket >= cap)
            close();
    }
    close();
}

/// The weights of adapters are far smaller than a bucket: all but the last one are full.
void StateReplay::makeAdapterBuckets()
{
    Bytes cap = firstBucket;
    for (Bytes left = m_bucketBytes; left > 0;
         left -= std::min(left, std::exchange(cap, bucketCap)))
        m_buckets.push_back(m_memory.make(std::min(left, cap)));
}

void StateReplay::rebuildBuckets()
{
    std::vector<Block> old = std::exchange(m_buckets, {});
    if (old.empty())
        return;
    makeBuckets();
    m_memory.drop(old);
}

void StateReplay::makeOptimizerStates()
{
    std::vector<const Term*> ofWeights;
    m_terms.ofLife(Life::Training, [&](const Term& term) {
        if (isOptimizerState(term.id))
            ofWeights.push_back(&term);
    });
    std::vector<Block> kept; // to the end of the run
    makeOfWeights(ofWeights, kept);
}

/// PyTorch's optimizers make all states of a weight, then those of the next one
/// (torch/optim/adam.py, _init_group).
void StateReplay::makeOfWeights(const std::vector<const Term*>& terms, std::vector<Block>& into)
{
    struct State
    {
        double bytes = 0, sum = 0;
        std::vector<std::int64_t> entries;
    };
    std::vector<State> states;
    const std::vector<std::int64_t> ofWeights = m_plan.trainsAll()
        ? weightEntries(m_plan, m_stage, m_dense, m_moe)
        : std::vector<std::int64_t>{};
    std::size_t weights = 0;
    for (const Term* term : terms) {
        State& state = states.emplace_back();
        state.bytes = static_cast<double>(m_terms.bytes(*term));
        state.entries = m_plan.trainsAll() ? ofWeights : adapterEntries(*term);
        state.sum = std::accumulate(state.entries.begin(), state.entries.end(), 0.0);
        weights = std::max(weights, state.entries.size());
    }
    for (std::size_t i = 0; i < weights; ++i)
        for (const State& state : states) {
            if (i >= state.entries.size())
                continue;
            const double entries = static_cast<double>(state.entries[i]);
            if (const auto share = static_cast<Bytes>(state.bytes * entries / state.sum); share > 0)
                into.push_back(m_memory.make(share));
        }
}

/// Entries of every trained weight where others are frozen: two factors for each adapted matrix of
/// a layer or for a prompt, all assumed to be of equal size, and the modules that are trained in
/// full.
std::vector<std::int64_t> StateReplay::adapterEntries(const Term& term) const
{
    const auto valueIn = [&](Symbol symbol) { return valueOf(symbol, m_stage.symbols); };
    const std::int64_t saved = valueIn(Symbol::SavedParameters);
    if (term.each.factors() == (1 * Symbol::SavedParameters).factors())
        return {saved};
    // The modules that are trained in full are then a term of their own, see above.
    const bool apart = m_plan.floatAdapters();
    const auto targets = static_cast<std::int64_t>(m_plan.adapter.targets.size());
    const std::int64_t each = std::max<std::int64_t>(1, 2 * targets);
    const std::int64_t count = std::max<std::int64_t>(1, each * m_stage.layers.layers());
    const std::int64_t narrow = valueIn(Symbol::TrainedParameters) - (apart ? 0 : saved);
    std::vector<std::int64_t> all(static_cast<std::size_t>(count), shareOf(narrow, count));
    if (saved > 0 && !apart)
        all.push_back(saved);
    return all;
}

} // namespace highwater
