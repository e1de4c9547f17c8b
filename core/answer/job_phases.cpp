// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/job_phases.h"

#include "core/job/roles.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"
#include "core/ledger/serving.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

Passes passesOf(const Resolved& plan, const Stage& stage)
{
    return {plan.shape, stage.layers, stage.schedule, plan.pattern, plan.reducedLast()};
}

/// A state between two steps: no gradient is made, no layer computed.
Event betweenSteps(const Resolved& plan, const Stage& stage)
{
    Event event;
    event.phase = Phase::Step;
    event.accumulated = false;
    event.all = passesOf(plan, stage).between(Phase::Step, 0).all;
    return event;
}

/// Events of a pass without gradients at which memory may peak: the head, the last dense layer, the
/// last MoE layer.
std::vector<Event> passEvents(const Resolved& plan, const Stage& stage)
{
    const Passes passes = passesOf(plan, stage);
    std::vector<Event> events{passes.between(Phase::Head, 0)};
    for (const bool moe : {false, true})
        for (std::int64_t layer = passes.endLayer() - 1; layer >= passes.firstLayer(); --layer)
            if (plan.shape.isMoe(layer) == moe) {
                events.push_back(passes.forward(layer, 0));
                break;
            }
    return events;
}

GroupBytes sum(const std::vector<PhasePart>& parts)
{
    GroupBytes all;
    for (const PhasePart& part : parts) {
        const GroupBytes own = part.groups();
        for (std::size_t i = 0; i < groupCount; ++i)
            all.bytes[i] = plus(all.bytes[i], own.bytes[i]);
    }
    return all;
}

/// A role loads before the job's first phase, and does what lies beside a step in none.
bool isOfUpdate(Moment moment)
{
    return moment > Moment::Load && moment <= Moment::OptimizerStep;
}

constexpr std::int64_t bf16Bytes = 2;

} // namespace

std::int64_t PhasePart::copies(const Term& term) const
{
    if (term.place != Place::Gpu)
        return 0;
    const Group group = groupOf(term.id);
    if (keeps != Keeps::Working && term.life == Life::Step)
        return 0;
    if ((offloadsWeights && group == Group::Parameters)
        || (offloadsGradients && group == Group::Gradients)
        || (offloadsOptimizer && group == Group::Optimizer))
        return 0;
    if (keeps == Keeps::WithoutWeights && group == Group::Parameters)
        return 0;
    if (keeps == Keeps::Loaded && group != Group::Parameters && group != Group::Overhead)
        return 0;
    return live(term.life, term.point, event, term.per);
}

GroupBytes PhasePart::groups() const
{
    GroupBytes all;
    for (const Term& term : *terms)
        if (const std::int64_t count = copies(term); count > 0) {
            Bytes& group = all[groupOf(term.id)];
            group = plus(group, times(bytesOf(term.each, stage->symbols), count));
        }
    return all;
}

JobPhases::JobPhases(const Resolved& job, std::int64_t stage)
    : m_job(job)
    , m_stage(stage)
    , m_policy(roleOf(job, RoleId::Policy))
    , m_rollout(roleOf(job, RoleId::Rollout))
{
    if (m_rollout && !isHere(*m_rollout))
        m_rollout = nullptr;
    makeEngine();
    makeSync();
    makeGeneration();
    for (const JobPhase& phase : recipeOf(job.jobKind).phases)
        add(phase);
}

const Stage& JobPhases::stageOf(const Resolved& plan) const
{
    const auto found = std::ranges::find(plan.stages, m_stage,
                                         [](const Stage& stage) { return stage.layers.index; });
    return found == plan.stages.end() ? plan.stages.front() : *found;
}

bool JobPhases::isHere(const JobRole& role) const
{
    return role.place != RolePlace::Own;
}

/// The engine takes its share of the GPU, however little it needs: its cache is the part that
/// weights and passes leave.
void JobPhases::makeEngine()
{
    if (!m_rollout)
        return;
    const EnginePool pool = enginePool(m_job, *m_rollout);
    m_pool = pool.weights + pool.passes + pool.cache();
    bool cached = false; // each kind of layer has a term
    for (const Term& term : m_rollout->plan.stages.front().terms) {
        // The rest of the GPU belongs to the other roles; the jobs' frameworks run releases of vLLM
        // that keep no counts.
        if (term.id == TermId::OverheadServer || term.id == TermId::OverheadCounts)
            continue;
        if (groupOf(term.id) != Group::Activations)
            m_engine.push_back(term);
        else if (!std::exchange(cached, true))
            m_engine.push_back({TermId::KvCache, Life::Always, Product{pool.cache()}});
    }
}

/// The weights on their way to the engine.
void JobPhases::makeSync()
{
    if (!roleOf(m_job, RoleId::Rollout))
        return;
    const Resolved& policy = m_policy->plan;
    const Bytes whole = times(bf16Bytes, shareOf(policy.counts.total, policy.layout.tensor));
    Bytes bytes = 0;
    const JobDefaults& defaults = jobDefaultsOf(m_job);
    if (defaults.syncBucket > 0)
        bytes = std::min(defaults.syncBucket, whole);
    else if (policy.gathersWeights())
        bytes = !policy.trainsAll() && defaults.gathersAdapted
            ? whole
            : times(bf16Bytes, policy.counts.largest);
    if (bytes > 0)
        m_sync.push_back({TermId::SyncBucket, Life::Always, Product{bytes}});
}

/// PPO of TRL generates with the policy itself: a cache of all sequences, and the scores of every
/// generated token in 32 bits, twice while they are stacked.
void JobPhases::makeGeneration()
{
    if (m_job.jobKind != JobKind::Ppo || roleOf(m_job, RoleId::Rollout))
        return;
    const Resolved& policy = m_policy->plan;
    const std::int64_t sequences = times(m_job.workload.microBatch, m_job.microBatches);
    const Bytes row = times(policy.shape.layers,
                            kvBytesOfLayer(policy.shape, KvFormat::Bf16, policy.layout.tensor));
    m_generation.push_back({TermId::KvCache, Life::Always,
                            Product{times(times(row, sequences), m_job.workload.context)}});
    const std::int64_t context = m_job.workload.context;
    const std::int64_t completion
        = m_job.completion > 0 ? std::min(m_job.completion, context) : context;
    m_generation.push_back({TermId::GeneratedScores, Life::Always,
                            Product{times(8, times(sequences, completion))} * Symbol::Vocabulary});
}

PhasePart JobPhases::partOf(const JobRole& role, const Resolved& plan, const Event& event) const
{
    const Stage& stage = stageOf(plan);
    PhasePart part;
    part.role = &role;
    part.stage = &stage;
    part.terms = &stage.terms;
    part.event = event;
    return part;
}

PhasePart JobPhases::waiting(const JobRole& role, bool loadsWeights) const
{
    PhasePart part = partOf(role, role.plan, betweenSteps(role.plan, stageOf(role.plan)));
    part.keeps = PhasePart::Keeps::Waiting;
    part.offloadsWeights = role.offloadsParameters && !loadsWeights;
    part.offloadsGradients = role.offloadsGradients;
    part.offloadsOptimizer = role.offloadsOptimizer;
    return part;
}

/// The engine at the highest event of a pass.
PhasePart JobPhases::engine() const
{
    const Resolved& plan = m_rollout->plan;
    PhasePart highest;
    Bytes most = -1;
    for (const Event& event : passEvents(plan, stageOf(plan))) {
        PhasePart part = partOf(*m_rollout, plan, event);
        part.terms = &m_engine;
        if (const Bytes total = part.groups().total(); total > most) {
            most = total;
            highest = part;
        }
    }
    return highest;
}

/// The tensors that stay through the phase: the states of every role except roles that candidates()
/// counts in full, the engine, and buffers of a sync or a generation.
void JobPhases::addResident(PhaseParts& phase) const
{
    const PhaseWork work = phase.phase.work;
    const bool together = work == PhaseWork::Update && m_job.jobKind == JobKind::Ppo
        && jobDefaultsOf(m_job).valueInPolicy;
    for (const JobRole& role : m_job.roles) {
        if (!isHere(role) || role.place == RolePlace::Policy)
            continue;
        if (&role == m_rollout) {
            phase.parts.push_back(engine());
            // A sleeping engine has its weights on the GPU in the sync phase, and none in the
            // others.
            if (work == PhaseWork::Generate || role.sleep == SleepLevel::None) {
                phase.engine = m_pool;
            } else {
                phase.parts.back().keeps = PhasePart::Keeps::Loaded;
                phase.parts.back().offloadsWeights = work != PhaseWork::Sync;
            }
            continue;
        }
        const bool works = role.id == phase.phase.worker;
        const bool keepsForBackward = role.id == RoleId::Policy && phase.phase.withPolicyTensors;
        if (keepsForBackward || (works && work == PhaseWork::Update)
            || (together && role.id == RoleId::Value))
            continue;
        const bool loads = works || (work == PhaseWork::Sync && role.id == RoleId::Policy)
            || (work == PhaseWork::Generate && !m_generation.empty() && role.id == RoleId::Policy);
        phase.parts.push_back(waiting(role, loads));
    }
    const auto addOf = [&](const std::vector<Term>& terms) {
        if (terms.empty())
            return;
        PhasePart part = waiting(*m_policy, true);
        part.terms = &terms;
        phase.parts.push_back(part);
    };
    if (work == PhaseWork::Sync)
        addOf(m_sync);
    if (work == PhaseWork::Generate)
        addOf(m_generation);
}

/// For each event that may be the peak: the parts of the worker. One empty list where no role
/// works.
std::vector<std::vector<PhasePart>> JobPhases::candidates(const JobPhase& phase) const
{
    std::vector<std::vector<PhasePart>> list;
    if (phase.work == PhaseWork::Generate || phase.work == PhaseWork::Sync) {
        list.emplace_back();
        return list;
    }
    const JobRole& worker = *roleOf(m_job, phase.worker);
    if (phase.work == PhaseWork::Pass) {
        const Resolved& plan = worker.pass ? *worker.pass : worker.plan;
        for (const Event& event : passEvents(plan, stageOf(plan))) {
            std::vector<PhasePart>& parts = list.emplace_back();
            parts.push_back(partOf(worker, plan, event));
            parts.back().keeps = PhasePart::Keeps::WithoutWeights;
            if (phase.withPolicyTensors)
                parts.push_back(partOf(*m_policy, m_policy->plan,
                                       stageOf(m_policy->plan)
                                           .table()
                                           .columns[static_cast<std::size_t>(Moment::ForwardEnd)]
                                           .event));
        }
        return list;
    }
    const JobRole* const value
        = jobDefaultsOf(m_job).valueInPolicy && phase.worker == RoleId::Policy
        ? roleOf(m_job, RoleId::Value)
        : nullptr;
    for (const MomentTable::Column& column : stageOf(worker.plan).table().columns) {
        if (!isOfUpdate(column.moment))
            continue;
        std::vector<PhasePart>& parts = list.emplace_back();
        parts.push_back(partOf(worker, worker.plan, column.event));
        if (value && value->state == RoleState::Train && isHere(*value))
            parts.push_back(partOf(*value, value->plan, column.event));
    }
    return list;
}

void JobPhases::add(const JobPhase& phase)
{
    const JobRole* worker = roleOf(m_job, phase.worker);
    const bool generates = phase.work == PhaseWork::Generate;
    if (generates || phase.work == PhaseWork::Sync) {
        if (generates ? !m_rollout && m_generation.empty() : !roleOf(m_job, RoleId::Rollout))
            return;
    } else if (!worker || !isHere(*worker)) {
        return;
    }
    if (phase.moment == Moment::UpdateCritic
        && (worker->state != RoleState::Train || jobDefaultsOf(m_job).valueInPolicy))
        return;
    PhaseParts found{phase, {}, {}, 0};
    addResident(found);
    const GroupBytes resident = sum(found.parts);
    Bytes most = -1;
    std::vector<PhasePart> best;
    GroupBytes bestGroups;
    for (std::vector<PhasePart>& parts : candidates(phase)) {
        const GroupBytes groups = sum(parts);
        if (const Bytes total = groups.total(); total > most) {
            most = total;
            best = std::move(parts);
            bestGroups = groups;
        }
    }
    for (std::size_t i = 0; i < groupCount; ++i)
        found.groups.bytes[i] = plus(resident.bytes[i], bestGroups.bytes[i]);
    found.parts.insert(found.parts.begin(), best.begin(), best.end());
    m_phases.push_back(std::move(found));
}

const PhaseParts& JobPhases::highest() const
{
    return *std::ranges::max_element(m_phases, {},
                                     [](const PhaseParts& phase) { return phase.groups.total(); });
}

Bytes JobPhases::offloaded() const
{
    Bytes bytes = 0;
    for (const JobRole& role : m_job.roles) {
        if (!isHere(role))
            continue;
        if (role.id == RoleId::Rollout) {
            if (role.sleep == SleepLevel::One)
                bytes = plus(bytes, enginePool(m_job, role).weights);
            continue;
        }
        PhasePart part = waiting(role, true);
        part.offloadsGradients = part.offloadsOptimizer = false;
        const GroupBytes held = part.groups();
        const auto add = [&](bool offloads, Group group) {
            if (offloads)
                bytes = plus(bytes, held[group]);
        };
        add(role.offloadsParameters, Group::Parameters);
        add(role.offloadsGradients && !jobDefaultsOf(m_job).dropsGradients, Group::Gradients);
        add(role.offloadsOptimizer, Group::Optimizer);
    }
    return bytes;
}

/// Tensors that are never on the GPU.
Bytes JobPhases::elsewhere(Place place) const
{
    Bytes bytes = 0;
    for (const JobRole& role : m_job.roles) {
        if (!isHere(role) || role.place == RolePlace::Policy)
            continue;
        const Stage& stage = stageOf(role.plan);
        for (const Term& term : stage.terms) {
            if (term.place == place)
                bytes = plus(
                    bytes,
                    times(bytesOf(term.each, stage.symbols), stage.table().largest(term.row)));
        }
    }
    return bytes;
}

Bytes JobPhases::host() const
{
    return plus(offloaded(), elsewhere(Place::Host));
}

Bytes JobPhases::disk() const
{
    return elsewhere(Place::Disk);
}

} // namespace highwater
