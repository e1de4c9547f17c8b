// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/job_answer.h"

#include "core/answer/exact.h"
#include "core/answer/job_phases.h"
#include "core/job/engine_pool.h"
#include "core/job/roles.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/overhead.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

namespace highwater {

using bounded::plus;

namespace {

/// A job that trains one model replays the allocator like plain training; other jobs do not.
std::optional<Totals> replayedTraining(const Resolved& job)
{
    if (!job.replays)
        return std::nullopt;
    Resolved alone = roleOf(job, RoleId::Policy)->plan;
    alone.replays = true;
    return exactTotals(alone);
}

Totals totalsOf(const Resolved& job, const JobPhases& phases, std::int64_t stage)
{
    const PhaseParts& peak = phases.highest();
    Totals totals
        = totalsOfPeak(job, peak.groups, peak.engine, peak.phase.moment, replayedTraining(job));
    totals.stage = stage;
    totals.host = phases.host();
    totals.disk = phases.disk();
    if (const JobRole* const rollout = roleOf(job, RoleId::Rollout))
        totals.engineShortage = enginePool(job, *rollout).shortage();
    return totals;
}

/// The phases of the fullest stage of the policy's pipeline.
std::unique_ptr<JobPhases> fullest(const Resolved& job, std::int64_t& index)
{
    std::unique_ptr<JobPhases> most;
    for (const Stage& stage : roleOf(job, RoleId::Policy)->plan.stages) {
        auto phases = std::make_unique<JobPhases>(job, stage.layers.index);
        if (!most || phases->highest().groups.total() > most->highest().groups.total()) {
            most = std::move(phases);
            index = stage.layers.index;
        }
    }
    return most;
}

/// The lines of all parts, one for each tensor of a role.
class JobLedger
{
public:
    explicit JobLedger(const JobPhases& phases)
    {
        for (const PhaseParts& phase : phases.phases())
            for (const PhasePart& part : phase.parts)
                addPart(phase.phase.moment, part);
    }

    std::vector<Line> lines()
    {
        for (Line& line : m_lines) {
            for (const PhaseCopies& each : line.phases)
                line.count = std::max(line.count, each.copies);
            line.bytes = bounded::times(line.each, line.count);
        }
        std::ranges::stable_sort(m_lines, {}, &Line::group);
        return std::move(m_lines);
    }

private:
    /// Equal tensors of a role in several parts share one line. Equal terms within one part have a
    /// line each (`nth`).
    struct LineKey
    {
        RoleId role;
        TermId id;
        Bytes each;
        Place place;
        std::size_t nth;
        auto operator<=>(const LineKey&) const = default;
    };

    void addPart(Moment phase, const PhasePart& part)
    {
        std::map<LineKey, std::size_t> seen;
        for (const Term& term : *part.terms) {
            const std::int64_t onGpu = part.copies(term);
            const std::int64_t elsewhere
                = term.place == Place::Gpu || part.keeps == PhasePart::Keeps::WithoutWeights
                ? 0
                : part.stage->table().largest(term.row);
            if (onGpu == 0 && elsewhere == 0)
                continue;
            const Bytes each = bytesOf(term.each, part.stage->symbols);
            LineKey key{part.role->id, term.id, each, term.place, 0};
            key.nth = seen[key]++;
            const auto [at, isNew] = m_places.try_emplace(key, m_lines.size());
            if (isNew) {
                Line line = lineOf(term.id, term.each, part.stage->symbols, elsewhere);
                line.place = term.place;
                line.role = part.role->id;
                m_lines.push_back(std::move(line));
            }
            if (onGpu == 0)
                continue;
            std::vector<PhaseCopies>& copies = m_lines[at->second].phases;
            if (!copies.empty() && copies.back().phase == phase)
                copies.back().copies += onGpu; // of another part of the role
            else
                copies.push_back({phase, onGpu});
        }
    }

    std::vector<Line> m_lines;
    std::map<LineKey, std::size_t> m_places;
};

PhaseTotal rolesIn(const Resolved& job, const PhaseParts& phase)
{
    PhaseTotal total{phase.phase.moment, {}};
    for (const JobRole& role : job.roles) {
        Bytes bytes = 0;
        for (const PhasePart& part : phase.parts)
            if (part.role == &role)
                bytes = plus(bytes, part.groups().total());
        total.roles.push_back({role.id, bytes});
    }
    return total;
}

void addWarnings(const Resolved& job, Answer& answer)
{
    const JobRole* const rollout = roleOf(job, RoleId::Rollout);
    if (!rollout)
        return;
    const EnginePool pool = enginePool(job, *rollout);
    if (pool.shortage() > 0)
        answer.warnings.push_back({"rollout.utilization",
                                   {HW_TR("core",
                                          "The engine cannot start with %1 GiB: weights, a pass "
                                          "and a sequence of %3 {token|tokens} need %2 GiB more"),
                                    {inGib(pool.all), inGib(pool.shortage()),
                                     grouped(tokensOfSequence(rollout->plan))}}});
}

/// Sentences on what the number leaves out or assumes.
std::vector<Text> jobRemarks(const Resolved& job, const Answer& answer)
{
    std::vector<Text> remarks;
    if (const JobRole* rollout = roleOf(job, RoleId::Rollout)) {
        const EnginePool pool = enginePool(job, *rollout);
        const Bytes token = kvBytesOfLayer(rollout->plan.shape, rollout->plan.inference.kvCache,
                                           rollout->plan.layout.tensor)
            * rollout->plan.shape.layers;
        const std::int64_t tokens = token > 0 ? pool.cache() / token : 0;
        if (pool.shortage() == 0)
            remarks.push_back(
                {HW_TR("core",
                       "The engine takes %1 GiB of each GPU it runs on; its cache holds %2 "
                       "{token|tokens}, %3 {sequence|sequences} of %4"),
                 {inGib(pool.all), grouped(tokens),
                  grouped(tokens / std::max<std::int64_t>(1, rollout->plan.workload.context)),
                  grouped(rollout->plan.workload.context)}});
    }
    for (const JobRole& role : job.roles)
        if (role.place == RolePlace::Own && role.gpus > 0)
            remarks.push_back(
                {HW_TR("core",
                       "The role %1 runs on %2 {GPU|GPUs} of its own: their memory is "
                       "not counted here, their GPU-hours, price and energy are"),
                 {std::string(nameOf(role.id)), grouped(role.gpus)}});
        else if (role.place == RolePlace::Own)
            remarks.push_back(
                {HW_TR("core",
                       "The role %1 runs on GPUs of its own: the plan does not say how many, so "
                       "nothing of them is counted"),
                 {std::string(nameOf(role.id))}});
    if (answer.totals.host > 0)
        remarks.push_back({HW_TR("core",
                                 "Weights and states kept on the host take %1 GiB of "
                                 "each node's memory"),
                           {inGib(answer.hostPerNode)}});
    if (answer.totals.replayEnded)
        remarks.push_back(remarkOnEndedReplay(answer.totals));
    return remarks;
}

} // namespace

Totals jobTotals(const Resolved& job)
{
    std::int64_t stage = 0;
    const auto phases = fullest(job, stage);
    return totalsOf(job, *phases, stage);
}

Answer jobAnswer(const Resolved& job)
{
    std::int64_t stage = 0;
    const auto phases = fullest(job, stage);
    Answer answer;
    answer.totals = totalsOf(job, *phases, stage);
    for (const PhaseParts& phase : phases->phases()) {
        GroupBytes groups = phase.groups;
        groups[Group::Overhead] = plus(groups[Group::Overhead], answer.totals.runtime);
        answer.moments.push_back({phase.phase.moment, groups});
        answer.phases.push_back(rolesIn(job, phase));
    }
    answer.ledger = JobLedger(*phases).lines();
    SymbolValues symbols{};
    symbols[static_cast<std::size_t>(Symbol::One)] = 1;
    symbols[static_cast<std::size_t>(Symbol::IdleBytes)] = answer.totals.idle.expected;
    for (const Term& term :
         overheadTerms(overheadSizes(job, job.cluster.overhead), answer.totals.idle.expected)) {
        Line line = lineOf(term.id, term.each, symbols, 1);
        for (const MomentTotal& moment : answer.moments)
            line.phases.push_back({moment.moment, 1});
        answer.ledger.push_back(std::move(line));
    }
    answer.hostPerNode = perNode(job, answer.totals.host);
    answer.diskPerNode = perNode(job, answer.totals.disk);
    answer.remarks = jobRemarks(job, answer);
    addWarnings(job, answer);
    return answer;
}

} // namespace highwater
