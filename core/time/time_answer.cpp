// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/time_answer.h"

#include "core/job/roles.h"
#include "core/ledger/image_towers.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/job_time.h"
#include "core/time/layer_work.h"
#include "core/time/pace.h"
#include "core/time/real.h"
#include "core/time/row_length.h"
#include "core/time/run_length.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// Parameters that a token passes: the number that the plan states, if it states one.
double activeParameters(const Resolved& plan)
{
    return plan.statedParameters > 0 ? plan.statedParameters : real(plan.counts.active);
}

/// Operations for each parameter and token: under adapters the frozen weights have no gradient. The
/// rule of thumb does not know frozen parts of a model without adapters.
int operationsEach(const Resolved& plan)
{
    return plan.trainsAll() ? 6 : 4;
}

/// The part of a step in which a GPU does not wait for another stage.
double busyShare(const TimeAnswer& answer)
{
    const double idle = answer.step[TimePart::Bubble] + answer.step[TimePart::Uneven];
    return answer.byUtilisation ? 1 : 1 - idle / answer.step.seconds;
}

bool isCountable(const RunCost& run)
{
    constexpr double most = 1e30; // far beyond any run, and far from infinity in any unit
    return run.seconds < most && run.gpuHours < most && run.exactOperations < most * most
        && run.price.value_or(0) < most && run.kilowattHours.value_or(0) < most;
}

/// `operations`: of a token.
std::optional<RunCost> costOf(const Resolved& plan, const TimeAnswer& answer, double operations)
{
    const auto length = runLength(plan, answer.tokens / real(plan.stepSequences()));
    if (!length)
        return std::nullopt;
    RunCost run;
    run.tokens = length->tokens;
    run.chinchilla = length->chinchilla;
    run.steps = fullSteps(run.tokens, answer.tokens * answer.realShare);
    run.seconds = run.tokens / (answer.tokensPerSecond * answer.realShare);
    constexpr double secondsPerHour = 3600, wattsPerKilowatt = 1000;
    run.gpuHours = run.seconds / secondsPerHour * answer.gpus;
    run.operationsEach = operationsEach(plan);
    run.sixOperations = run.operationsEach * activeParameters(plan) * run.tokens;
    run.exactOperations = operations * run.tokens;
    if (const auto watts = boardWatts(plan))
        run.kilowattHours = run.gpuHours * *watts * busyShare(answer) / wattsPerKilowatt;
    if (answer.pricePerGpuHour)
        run.price = run.gpuHours * *answer.pricePerGpuHour;
    return run;
}

/// Where the tokens of the run come from, if the plan does not state them.
void addLengthAssumptions(const Resolved& plan, TimeAnswer& answer)
{
    const auto add = [&](KeyPath key, Text text, std::string source = {}) {
        answer.assumptions.push_back({key, std::move(text), std::move(source)});
    };
    const Workload& workload = plan.workload;
    if (!answer.run)
        add("workload.examples", noLength());
    else if (answer.run->chinchilla)
        add("workload.training_tokens",
            {HW_TR("core", "20 tokens for each parameter that is trained: %1"),
             {countText(answer.run->tokens)}},
            "Hoffmann et al., arXiv 2203.15556");
    else if (workload.examples && !workload.meanLength)
        add("workload.mean_length",
            {HW_TR("core", "examples of %1 {token|tokens}, the whole context"),
             {grouped(workload.context)}});
}

void addRunAssumptions(const Resolved& plan, TimeAnswer& answer)
{
    const auto add = [&](KeyPath key, Text text, std::string source = {}) {
        answer.assumptions.push_back({key, std::move(text), std::move(source)});
    };
    addLengthAssumptions(plan, answer);
    if (!plan.workload.globalBatch)
        add("workload.global_batch",
            {HW_TR("core",
                   "%1 {sequence|sequences} a step, one micro-batch on each rank: the plan states "
                   "no global batch"),
             {grouped(plan.stepSequences())}});
    if (plan.layout.pipeline > 1 && !answer.byUtilisation
        && plan.layout.schedule != PipelineSchedule::OneForwardOneBackward) {
        const BubbleRule rule = bubbleRule(answer.step.pipeline);
        add("layout.schedule",
            {HW_TR("core",
                   "bubble of %1: %2, of all stages but the slowest; F forward, B backward with W, "
                   "the gradients of weights"),
             {std::string(nameOf(plan.layout.schedule)), rule.formula}},
            rule.source);
    }
    if (answer.realShare < 1)
        add("workload.mean_length",
            {HW_TR("core",
                   "%1 % of the tokens of a step are padding, or stand for ranks that wait for the "
                   "one with the longest rows"),
             {fixed(100 * (1 - answer.realShare), 1)}});
    const bool whole = plan.choices.attention != Attention::Flash;
    if (plan.packs && whole)
        add("job.packing",
            {HW_TR("core", "eager attention computes all pairs of a packed row, and masks most")});
    else if (plan.packs && plan.meanLength() < plan.workload.context)
        add("job.packing",
            {HW_TR(
                 "core",
                 "attention of packed sequences of %1 {token|tokens} each; uneven ones cost more"),
             {countText(real(plan.meanLength()))}},
            "Krell et al., arXiv 2107.02027");
    if (plan.device->rates && answer.pricePerGpuHour && !plan.cluster.pricePerHour) {
        const auto& rates = *plan.device->rates;
        const DevicePrice& price = rates.onDemand ? *rates.onDemand : *rates.marketplace;
        add("cluster.price_per_hour",
            {HW_TR("core", "USD %1 for a GPU and hour, as of %2"),
             {fixed(price.usdPerHour, 2), price.month}},
            price.source);
    }
    if (answer.run && answer.run->kilowattHours && !plan.cluster.boardPower)
        add("cluster.board_power",
            {HW_TR("core", "energy: %1 W a board, %2 % of the time; hosts and cooling come on top"),
             {amountText(*boardWatts(plan)), fixed(100 * busyShare(answer), 0)}},
            plan.device->rates->powerW->source);
}

/// The lecture's method: operations divided by the peak times the utilisation that the plan states.
void setByUtilisation(const Resolved& plan, const Machine& machine, TimeAnswer& answer)
{
    double operations = operationsEach(plan) * activeParameters(plan) * answer.tokens;
    if (plan.isJob()) {
        operations = 0;
        for (const PhaseTime& phase : answer.phases)
            operations += phase.operations;
        answer.phases.clear();
        answer.lines.clear();
    }
    answer.byUtilisation = true;
    answer.seconds
        = operations / (machine.products * *plan.cluster.utilisation * real(plan.cluster.gpus));
    answer.low = answer.high = answer.seconds;
    answer.assumptions.insert(
        answer.assumptions.begin(),
        Assumption{
            "cluster.utilisation",
            {HW_TR("core",
                   "%1 {operation|operations} for each parameter and token at %2 % of the peak, as "
                   "the plan states, instead of the estimate of a step from its parts"),
             {std::to_string(operationsEach(plan)), shortest(100 * *plan.cluster.utilisation)}},
            "Kaplan et al., arXiv 2001.08361"});
}

/// The phases of a job one after another; the numbers of the pipeline are those of the policy's
/// update.
Problems setPhases(const Resolved& job, TimeAnswer& answer)
{
    auto phases = jobPhaseTimes(job, answer.assumptions);
    if (!phases)
        return phases.problems();
    answer.phases = *std::move(phases);
    StepTime& step = answer.step;
    for (const PhaseTime& phase : answer.phases) {
        answer.seconds += phase.seconds;
        answer.low += phase.low;
        answer.high += phase.high;
        for (std::size_t i = 0; i < timePartCount; ++i)
            step.parts[i] += phase.step.parts[i];
        if (phase.phase == Moment::UpdatePolicy) {
            answer.tokens = phase.step.tokens;
            step.bubbleShare = phase.step.bubbleShare;
            step.slowestStage = phase.step.slowestStage;
        }
    }
    step.seconds = answer.seconds;
    step.tokens = answer.tokens;
    for (const PhaseTime& phase : answer.phases) {
        for (TimeLine line : phase.lines) {
            line.share = line.seconds / answer.seconds;
            answer.lines.push_back(std::move(line));
        }
        for (TrafficLine line : trafficLines(phase.step)) {
            line.phase = phase.phase;
            answer.traffic.push_back(std::move(line));
        }
    }
    std::ranges::stable_sort(answer.lines, std::ranges::greater(), &TimeLine::seconds);
    return {};
}

} // namespace

std::optional<double> TimeAnswer::pricePerMillion() const
{
    constexpr double million = 1e6, secondsPerHour = 3600;
    if (!pricePerGpuHour)
        return std::nullopt;
    return million / (tokensPerSecond * realShare) / secondsPerHour * gpus * *pricePerGpuHour;
}

namespace {

/// Operations of the tower's forward pass, as a share of each token of the sequence.
double towerOperationsOfToken(const Resolved& plan)
{
    if (!readsImages(plan))
        return 0;
    const ImageTower& tower = plan.shape.tower;
    const TowerOperations of
        = towerOperations(tower, plan.shape.hidden, imagesOf(tower, plan.workload));
    return (of.products + of.scores) / real(plan.workload.context);
}

} // namespace

double modelOperations(const Resolved& plan)
{
    const double images = towerOperationsOfToken(plan);
    if (!plan.trainsAll())
        return 2 * forwardOperations(plan) + (towerGoesBackward(plan) ? 2 : 1) * images;
    double spared = plan.trainsHead() ? 0 : headOperations(plan);
    const LayerCounts counts = layersOfClasses(plan, 0, plan.shape.layers);
    for (const LayerClass& each : layerClasses)
        spared += static_cast<double>(each.training) * counts[each.index()]
            * layerOperations(plan, each.moe);
    return 3 * forwardOperations(plan) - spared + (plan.trainsVision() ? 3 : 1) * images;
}

Result<TimeAnswer> timeOf(const Resolved& asked)
{
    const auto shorter = withAverageRows(asked);
    const Resolved& plan = shorter ? *shorter : asked;
    if (plan.method != MethodId::Exact)
        return Problem{"method",
                       std::string(nameOf(plan.method)),
                       {HW_TR("core", "has no time: only the exact method knows the layout")}};
    if (!plan.isJob() && plan.workload.task != Task::Train)
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core", "has no time of a training step")}};
    if (plan.cluster.utilisation && !(*plan.cluster.utilisation > 0))
        return Problem{"cluster.utilisation",
                       shortest(*plan.cluster.utilisation),
                       {HW_TR("core", "must be above 0 for a time")}};
    const auto machine = machineOf(plan);
    if (!machine)
        return machine.problems();
    TimeAnswer answer;
    answer.assumptions = machineAssumptions(plan);
    if (plan.isJob()) {
        if (Problems problems = setPhases(plan, answer); !problems.empty())
            return problems;
    } else {
        answer.step = stepTime(plan, *machine);
        answer.traffic = trafficLines(answer.step);
        answer.tokens = answer.step.tokens;
        answer.seconds = answer.step.seconds;
        answer.low = answer.seconds * stepBand.low;
        answer.high = answer.seconds * stepBand.high;
    }
    if (plan.cluster.utilisation)
        setByUtilisation(plan, *machine, answer);
    else if (!plan.isJob())
        answer.lines = timeLines(plan, *machine, answer.step);
    if (!std::isfinite(answer.seconds) || !(answer.seconds > 0))
        return Problem{"workload.context", {}, {HW_TR("core", "comes to a time beyond counting")}};

    answer.gpus = real(bounded::plus(plan.cluster.gpus, ownGpus(plan)));
    const double gpus = answer.gpus;
    answer.tokensPerSecond = answer.tokens / answer.seconds;
    answer.tokensPerSecondPerGpu = answer.tokensPerSecond / gpus;
    answer.realShare = plan.realShare();
    double counted = modelOperations(plan), repeated = repeatedOperations(plan);
    if (plan.isJob()) { // operations of all its models for each token of the step
        counted = repeated = 0;
        for (const PhaseTime& phase : answer.phases) {
            counted += phase.operations / answer.tokens;
            repeated += phase.repeated / answer.tokens;
        }
    }
    answer.modelUtilisation = answer.byUtilisation
        ? *plan.cluster.utilisation
        : counted * answer.tokensPerSecond / (machine->products * gpus);
    answer.hardwareUtilisation = answer.modelUtilisation * (1 + repeated / counted);
    answer.pricePerGpuHour = pricePerGpuHour(plan);
    answer.run = costOf(plan, answer, counted);
    if (answer.run && !isCountable(*answer.run))
        return Problem{
            "workload.training_tokens", {}, {HW_TR("core", "comes to a time beyond counting")}};
    if (shorter)
        answer.assumptions.push_back({"workload.mean_length", averageRowsText(plan)});
    addRunAssumptions(plan, answer);
    return answer;
}

} // namespace highwater
