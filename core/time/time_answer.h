// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/event.h"
#include "core/plan/result.h"
#include "core/plan/text.h"
#include "core/time/machine.h"
#include "core/time/step_time.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// One part of a step, with the formula of its number.
struct TimeLine
{
    TimePart part{};
    Text label;
    double seconds = 0, share = 0;
    Text formula; ///< "m·L/p·3·w/F"
    Text numbers; ///< the same with its numbers put in
    Text source;
    std::optional<Moment> phase = {}; ///< of a job
};

/// One kind of traffic of one GPU and step, with the formula of its bytes.
struct TrafficLine
{
    TrafficKind kind{};
    Text label;
    Traffic traffic;
    Text formula; ///< "n·w·P·(r − 1)/r"
    Text numbers; ///< the same with its numbers put in
    Text source; ///< with the meaning of n
    std::optional<Moment> phase = {}; ///< of a job
};

/// A phase of a job's step: a pass or an update of one of its models, or generated text.
struct PhaseTime
{
    Moment phase{};
    double seconds = 0, low = 0, high = 0;
    double operations = 0; ///< that the models need
    double repeated = 0; ///< recomputed in addition
    StepTime step; ///< its parts and its traffic
    std::vector<TimeLine> lines; ///< longest first; shares are of the phase
};

/// The length and the cost of a run.
struct RunCost
{
    double tokens = 0;
    bool chinchilla = false; ///< the plan states no length: 20 tokens for each parameter
    double steps = 0; ///< that the tokens fill
    double seconds = 0, gpuHours = 0;
    int operationsEach = 6; ///< of a parameter and token; 4 with frozen weights
    double sixOperations = 0; ///< 6·P·T, or 4·P·T with frozen weights
    double exactOperations = 0; ///< products and attention, without recomputation
    std::optional<double> kilowattHours; ///< of the boards alone
    std::optional<double> price; ///< USD

    double hours() const { return seconds / 3600; }
    double days() const { return hours() / 24; }
    bool isShort() const { return days() < 3; } ///< and is said in hours
};

/// The time of a plan's step and all numbers that follow from it.
struct TimeAnswer
{
    StepTime step; ///< of a job: sums over its phases, without traffic
    bool byUtilisation = false; ///< the time follows from cluster.utilisation, not from the model
    double seconds = 0, low = 0, high = 0; ///< of a step
    double tokens = 0; ///< of a step
    double gpus = 0; ///< including cards that only one role of a job uses
    double tokensPerSecond = 0, tokensPerSecondPerGpu = 0;
    double realShare = 1; ///< of the tokens: the rest is padding
    double modelUtilisation = 0; ///< MFU: the model's operations divided by the peak's
    double hardwareUtilisation = 0; ///< HFU: the same with recomputation
    std::vector<TimeLine> lines; ///< longest first; empty where byUtilisation
    std::vector<TrafficLine> traffic; ///< of a job: of one phase after another
    std::vector<PhaseTime> phases; ///< of a job, in their order
    std::optional<double> pricePerGpuHour; ///< USD
    std::optional<RunCost> run; ///< null where nothing says how long it is: noLength()
    std::vector<Assumption> assumptions;

    /// The step's low and high, each divided by the step's time.
    double lowShare() const { return low / seconds; }
    double highShare() const { return high / seconds; }
    /// USD
    std::optional<double> pricePerMillion() const;
};

/// The time of a plan by the exact method; a problem where the time is not known.
Result<TimeAnswer> timeOf(const Resolved& plan);

/// The lines of a step, longest first; parts that the plan does not have are left out.
std::vector<TimeLine> timeLines(const Resolved& plan, const Machine& machine, const StepTime& step);

/// The traffic of a step, in the order of its kinds.
std::vector<TrafficLine> trafficLines(const StepTime& step);

/// One sentence each on step, speed, utilisation, run, price and energy.
std::vector<Text> timeSentences(const TimeAnswer& answer);

/// The label of a line, in a job after its phase: "rewards · Matrix products".
Text wholeLabel(const TimeLine& line);
Text wholeLabel(const TrafficLine& line);

Text timePartName(TimePart part);
Text linkName(Link link);

} // namespace highwater
