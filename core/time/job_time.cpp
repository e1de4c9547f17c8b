// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/job_time.h"

#include "core/job/engine_pool.h"
#include "core/job/recipe.h"
#include "core/job/roles.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/server.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/generation.h"
#include "core/time/layer_times.h"
#include "core/time/layer_work.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

TimePart partOf(DecodePart part)
{
    switch (part) {
    case DecodePart::Weights:
    case DecodePart::Cache:
    case DecodePart::Drafting:
        return TimePart::MemoryBound;
    case DecodePart::Launching:
        return TimePart::Launching;
    case DecodePart::Traffic:
        return TimePart::TensorTraffic;
    case DecodePart::Products:
        break;
    }
    return TimePart::Products;
}

std::string phaseMilliseconds(double seconds)
{
    return amountText(seconds / si::milli) + " ms";
}

class JobTimes
{
public:
    JobTimes(const Resolved& job, std::vector<Assumption>& assumptions)
        : m_job(job)
        , m_assumptions(assumptions)
        , m_policy(*roleOf(job, RoleId::Policy))
        , m_rollout(roleOf(job, RoleId::Rollout))
    { }

    Result<std::vector<PhaseTime>> operator()()
    {
        for (const JobPhase& phase : recipeOf(m_job.jobKind).phases) {
            const JobRole* worker = roleOf(m_job, phase.worker);
            if (phase.work == PhaseWork::Generate && !m_rollout)
                return Problem{
                    "job.kind",
                    std::string(nameOf(m_job.jobKind)),
                    {HW_TR("core", "has no time: the policy generates without an engine")}};
            if (!worker || (phase.work == PhaseWork::Update && worker->state != RoleState::Train))
                continue;
            if (worker->place == RolePlace::Own && phase.work != PhaseWork::Generate
                && phase.work != PhaseWork::Sync) {
                assume(rolePath(worker->id, RoleKey::Place),
                       {HW_TR("core", "works on GPUs of its own, and nothing waits for it")});
                continue;
            }
            if (auto problems = add(phase, *worker); !problems.empty())
                return problems;
        }
        if (reinforces(m_job.jobKind) && !roleOf(m_job, RoleId::Reward))
            assume("roles.reward.model", {HW_TR("core", "rewards by rules take no time")});
        if (m_rollout)
            m_assumptions.push_back(
                {KeyGroup("rollout"),
                 {HW_TR("core",
                        "each sequence is generated to its full length, and trained on once")}});
        return std::move(m_phases);
    }

private:
    void assume(KeyPath key, Text text, std::string source = {})
    {
        m_assumptions.push_back({key, std::move(text), std::move(source)});
    }

    double sequences() const { return real(m_job.stepSequences()); }

    Problems add(const JobPhase& phase, const JobRole& worker)
    {
        if (phase.work == PhaseWork::Generate)
            return addGeneration(phase.moment);
        if (phase.work == PhaseWork::Sync)
            return addSync(phase.moment);
        const bool passes = phase.work == PhaseWork::Pass;
        const Resolved& plan = passes && worker.pass ? *worker.pass : worker.plan;
        const std::int64_t budget = (passes ? worker.passTokens : worker.tokens).budget;
        if (budget == 0)
            return addModel(phase.moment, plan);
        // A rank's sequences are packed into as few passes as the budget allows; each attends to
        // itself alone.
        const double held = sequences() / real(m_job.dataParallel) * real(m_job.workload.context);
        const double largest = real(std::max(budget, m_job.workload.context));
        const double passesOfRank = std::max(1.0, std::ceil(held / largest));
        Resolved packed = plan;
        packed.packs = true;
        packed.workload.meanLength = m_job.workload.context;
        packed.workload.globalBatch = m_job.dataParallel * std::llround(passesOfRank);
        setWorkload(packed, std::max(1LL, std::llround(held / passesOfRank)), 1);
        return addModel(phase.moment, packed);
    }

    Problems addModel(Moment moment, const Resolved& plan)
    {
        const auto machine = machineOf(plan);
        if (!machine)
            return machine.problems();
        PhaseTime phase;
        phase.phase = moment;
        phase.step = stepTime(plan, *machine);
        phase.lines = timeLines(plan, *machine, phase.step);
        phase.seconds = phase.step.seconds;
        phase.low = stepBand.low * phase.seconds;
        phase.high = stepBand.high * phase.seconds;
        phase.operations = phase.step.tokens
            * (plan.isFrozen() ? forwardOperations(plan) : modelOperations(plan));
        phase.repeated = plan.isFrozen() ? 0 : phase.step.tokens * repeatedOperations(plan);
        keep(std::move(phase));
        return {};
    }

    /// All prompts come first, then one token of every sequence at a time; when a sequence ends,
    /// the next one takes its place.
    Problems addGeneration(Moment moment)
    {
        const double completion = real(completionTokens());
        const double prompt = std::max(1.0, real(m_job.workload.context) - completion);
        const double engines = std::max(1.0, real(m_rollout->plan.dataParallel));
        const double all = sequences();
        const double each = std::max(1.0, all / engines);
        const EnginePool pool = enginePool(m_job, *m_rollout);
        const double token = real(
            bounded::times(kvBytesOfLayer(m_rollout->plan.shape, m_rollout->plan.inference.kvCache,
                                          m_rollout->plan.layout.tensor),
                           m_rollout->plan.shape.layers));
        const double most = real(*sequenceLimit(m_rollout->plan));
        const double room
            = token > 0 ? std::floor(real(pool.cache()) / (token * (prompt + completion))) : most;
        const double together = std::max(1.0, std::min({std::ceil(each), room, most}));
        Resolved engine = m_rollout->plan;
        setWorkload(engine, std::llround(prompt), std::llround(together));
        engine.inference.output = std::llround(completion);
        const auto generation = generationOf(engine);
        if (!generation)
            return generation.problems();

        const double rounds = std::max(1.0, each / together) * completion;
        PhaseTime phase;
        phase.phase = moment;
        phase.seconds = rounds * generation->step.value + each * generation->prefill.value;
        phase.low = rounds * generation->step.low + each * generation->prefill.low;
        phase.high = rounds * generation->step.high + each * generation->prefill.high;
        phase.operations = 2 * real(m_rollout->plan.counts.active) * all * (prompt + completion);
        for (const DecodeLine& line : generation->lines)
            addLine(phase, partOf(line.part), line.label, rounds * line.seconds,
                    Text::plain("n/b·c·(" + english(line.formula) + ")"),
                    Text::plain(amountText(each / together) + " · " + countText(completion) + " · "
                                + phaseMilliseconds(line.seconds)),
                    line.source);
        addLine(
            phase, TimePart::Products, {HW_TR("core", "Passes over the prompts")},
            each * generation->prefill.value, Text::plain("n·t(prompt)"),
            Text::plain(amountText(each) + " · " + phaseMilliseconds(generation->prefill.value)),
            Text(HW_TR("core", "assumed: the share of the peak that passes over prompts reach")));
        assume("rollout.utilization",
               {HW_TR("core",
                      "an engine generates %1 {sequence|sequences}, %2 at a time, %3 "
                      "{token|tokens} after prompts of %4"),
                {amountText(each), countText(together), countText(completion), countText(prompt)}},
               "vLLM, engine/arg_utils.py");
        for (const Assumption& assumption : generation->assumptions)
            if (std::ranges::find(m_assumptions, assumption.text, &Assumption::text)
                == m_assumptions.end())
                m_assumptions.push_back(assumption);
        keep(std::move(phase));
        return {};
    }

    std::int64_t completionTokens()
    {
        const std::int64_t context = m_job.workload.context;
        if (m_job.completion > 0)
            return std::min(m_job.completion, std::max<std::int64_t>(1, context - 1));
        assume("job.completion",
               {HW_TR("core", "half of the context is generated: the plan does not say how much")});
        return std::max<std::int64_t>(1, context / 2);
    }

    /// Each GPU gets the engine's weights from the shards of the policy's; the weights of a
    /// sleeping engine move to the host and back, and so do states that wait there.
    Problems addSync(Moment moment)
    {
        const auto machine = machineOf(m_policy.plan);
        if (!machine)
            return machine.problems();
        PhaseTime phase;
        phase.phase = moment;
        const double weights = real(enginePool(m_job, *m_rollout).weights);
        const Ring ring = ringOf(*machine, m_job.cluster.gpus, 1);
        const bool alone = m_job.cluster.gpus == 1;
        const double rate = alone ? machine->memory / 2 : ring.rate;
        const double bytes = weights * (alone ? 1 : ring.part());
        addLine(phase, TimePart::NewWeights, {HW_TR("core", "Weights for the engine")},
                bytes / rate, Text::plain(alone ? "2·W / B" : "W·(n−1)/n / link"),
                moved(bytes, rate), {"verl, workers/engine_workers.py"});
        const double host = machine->pcie * pcieShare;
        const double offloaded = offloadedBytes();
        if (!(host > 0) && (m_rollout->sleep == SleepLevel::One || offloaded > 0))
            return Problems{Problem{"cluster.links.pcie",
                                    shortest(machine->pcie),
                                    {HW_TR("core", "must be above 0 for a time")}}};
        if (m_rollout->sleep == SleepLevel::One)
            addLine(phase, TimePart::ParameterOffload,
                    {HW_TR("core", "Weights of the engine to the host and back")},
                    2 * weights / host, Text::plain("2·W / PCIe"), moved(2 * weights, host),
                    {"vLLM, sleep level 1"});
        if (offloaded > 0)
            addLine(phase, TimePart::ParameterOffload,
                    {HW_TR("core", "States to the host and back")}, 2 * offloaded / host,
                    Text::plain("2·S / PCIe"), moved(2 * offloaded, host),
                    {HW_TR("core", "weights, gradients and states of roles that do not work")});
        phase.low = stepBand.low * phase.seconds;
        phase.high = stepBand.high * phase.seconds;
        keep(std::move(phase));
        return {};
    }

    static Text moved(double bytes, double rate)
    {
        return Text::plain(amountText(bytes / si::giga) + " GB / " + amountText(rate / si::giga)
                           + " GB/s");
    }

    /// Bytes of one GPU that roles keep on the host while others work.
    double offloadedBytes() const
    {
        double bytes = 0;
        for (const JobRole& role : m_job.roles) {
            if (role.id == RoleId::Rollout || role.place != RolePlace::Shared)
                continue;
            const Resolved& plan = role.plan;
            const double held
                = real(plan.counts.total) / real(plan.layout.tensor * plan.layout.pipeline);
            const AdapterWeights& adapter = plan.adapterWeights;
            const double trained = plan.trainsAll() ? held
                                                    : real(plan.shape.layers)
                    / real(plan.layout.pipeline) * real(adapter.dense.parameters);
            const auto sharedFrom = [&](std::int64_t stage) {
                return plan.layout.zero >= stage ? real(plan.shards) : 1;
            };
            double moments = 0;
            for (const OptimizerState& state : traitsOf(plan.choices.optimizer).states)
                moments += real(stateBytes(state, plan.choices.moments));
            const bool trains = role.state == RoleState::Train;
            if (role.offloadsParameters)
                bytes += held * real(computeBytes(plan.choices.precision)) / sharedFrom(3);
            if (trains && role.offloadsGradients)
                bytes += trained * real(gradientBytes(plan.choices)) / sharedFrom(2);
            if (trains && role.offloadsOptimizer)
                bytes += trained * (moments + (plan.choices.masterWeights ? 4 : 0)) / sharedFrom(1);
        }
        return bytes;
    }

    static void addLine(PhaseTime& phase, TimePart part, Text label, double seconds, Text formula,
                        Text numbers, Text source)
    {
        phase.step[part] += seconds;
        phase.lines.push_back({part, std::move(label), seconds, 0, std::move(formula),
                               std::move(numbers), std::move(source)});
        if (phase.phase == Moment::Sync)
            phase.seconds += seconds;
    }

    void keep(PhaseTime phase)
    {
        phase.step.seconds = phase.seconds;
        for (TimeLine& line : phase.lines) {
            line.phase = phase.phase;
            line.share = line.seconds / phase.seconds;
        }
        std::ranges::stable_sort(phase.lines, std::ranges::greater(), &TimeLine::seconds);
        m_phases.push_back(std::move(phase));
    }

    const Resolved& m_job;
    std::vector<Assumption>& m_assumptions;
    const JobRole& m_policy;
    const JobRole* m_rollout;
    std::vector<PhaseTime> m_phases;
};

} // namespace

Result<std::vector<PhaseTime>> jobPhaseTimes(const Resolved& job,
                                             std::vector<Assumption>& assumptions)
{
    return JobTimes(job, assumptions)();
}

} // namespace highwater
