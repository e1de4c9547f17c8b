// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

#include "core/job/moment_words.h"
#include "core/time/generation.h"
#include "core/time/run_length.h"
#include "core/time/time_answer.h"

namespace highwater {
namespace {

Json assumptionList(const std::vector<Assumption>& assumptions)
{
    Json list = Json::array();
    for (const Assumption& assumption : assumptions)
        list.append(Json::object({{"field", assumption.field},
                                  {"text", english(assumption.text)},
                                  {"source", assumption.source}}));
    return list;
}

void addPhase(Json& json, const std::optional<Moment>& phase)
{
    if (phase)
        json["phase"] = nameOf(*phase);
}

Json lineObject(const TimeLine& line)
{
    Json json = Json::object({{"id", nameOf(line.part)},
                              {"label", english(line.label)},
                              {"seconds", line.seconds},
                              {"share", line.share},
                              {"formula", english(line.formula)},
                              {"numbers", english(line.numbers)},
                              {"source", english(line.source)}});
    addPhase(json, line.phase);
    return json;
}

Json phaseList(const std::vector<PhaseTime>& phases)
{
    Json list = Json::array();
    for (const PhaseTime& phase : phases)
        list.append(Json::object({{"id", nameOf(phase.phase)},
                                  {"label", english(momentName(phase.phase))},
                                  {"seconds", phase.seconds},
                                  {"low", phase.low},
                                  {"high", phase.high},
                                  {"operations", phase.operations}}));
    return list;
}

Json timeObject(const TimeAnswer& answer)
{
    Json parts = Json::list(answer.lines, lineObject);
    Json json = Json::object({{"step", answer.seconds},
                              {"low", answer.low},
                              {"high", answer.high},
                              {"by_utilisation", answer.byUtilisation},
                              {"tokens_per_step", answer.tokens},
                              {"tokens_per_second", answer.tokensPerSecond},
                              {"tokens_per_second_per_gpu", answer.tokensPerSecondPerGpu},
                              {"mfu", answer.modelUtilisation},
                              {"hfu", answer.hardwareUtilisation}});
    if (answer.realShare < 1) {
        json["real_share"] = answer.realShare;
        json["real_tokens_per_second"] = answer.realShare * answer.tokensPerSecond;
    }
    json["bubble_share"] = answer.byUtilisation ? Json() : Json(answer.step.bubbleShare);
    json["slowest_stage"] = answer.byUtilisation ? Json() : Json(answer.step.slowestStage);
    json["parts"] = std::move(parts);
    if (!answer.phases.empty())
        json["phases"] = phaseList(answer.phases);
    json["assumptions"] = assumptionList(answer.assumptions);
    return json;
}

Json trafficList(const std::vector<TrafficLine>& lines)
{
    Json list = Json::array();
    for (const TrafficLine& line : lines) {
        const Traffic& traffic = line.traffic;
        Json json = Json::object({{"kind", nameOf(line.kind)},
                                  {"label", english(line.label)},
                                  {"bytes", traffic.bytes},
                                  {"ranks", traffic.ranks},
                                  {"link", nameOf(traffic.link)},
                                  {"bytes_per_second", traffic.rate},
                                  {"seconds", traffic.seconds},
                                  {"waits", traffic.waits},
                                  {"hidden", traffic.hidden()},
                                  {"formula", english(line.formula)},
                                  {"numbers", english(line.numbers)},
                                  {"source", english(line.source)}});
        addPhase(json, line.phase);
        list.append(std::move(json));
    }
    return list;
}

/// The numbers of a run that follow from the time of a step, for a step that takes `share` times as
/// long.
Json rangeOfRun(const RunCost& run, double share)
{
    const auto times = [share](const std::optional<double>& value) {
        return value ? Json(share * *value) : Json();
    };
    return Json::object({{"days", share * run.days()},
                         {"gpu_hours", share * run.gpuHours},
                         {"kilowatt_hours", times(run.kilowattHours)},
                         {"price", times(run.price)}});
}

Json runObject(const TimeAnswer& answer)
{
    const RunCost& run = *answer.run;
    return Json::object({{"tokens", run.tokens},
                         {"chinchilla", run.chinchilla},
                         {"steps", run.steps},
                         {"days", run.days()},
                         {"gpu_hours", run.gpuHours},
                         {"operations_6pt", run.sixOperations},
                         {"operations_exact", run.exactOperations},
                         {"kilowatt_hours", run.kilowattHours},
                         {"price_per_gpu_hour", answer.pricePerGpuHour},
                         {"price", run.price},
                         {"low", rangeOfRun(run, answer.lowShare())},
                         {"high", rangeOfRun(run, answer.highShare())}});
}

Json rangeJson(const char* name, const Expected& expected)
{
    return Json::object({{name, expected.value}, {"low", expected.low}, {"high", expected.high}});
}

Json generationObject(const Generation& generation)
{
    Json decode = rangeJson("seconds", generation.step);
    decode["tokens_per_second"] = generation.tokensPerSecond.value;
    decode["tokens_per_second_low"] = generation.tokensPerSecond.low;
    decode["tokens_per_second_high"] = generation.tokensPerSecond.high;
    decode["tokens_per_second_per_sequence"]
        = generation.tokensPerSecond.value / generation.sequences;
    decode["weight_bytes_read"] = generation.weightBytes;
    decode["cache_bytes_read"] = generation.cacheBytes;
    decode["compute_bound_sequences"] = generation.knee;
    if (generation.withoutDraft) {
        decode["tokens_per_pass"] = generation.passTokens;
        decode["tokens_per_second_without_draft"] = *generation.withoutDraft;
    }
    Json parts = Json::array();
    for (const DecodeLine& line : generation.lines)
        parts.append(Json::object({{"id", nameOf(line.part)},
                                   {"label", english(line.label)},
                                   {"seconds", line.seconds},
                                   {"formula", english(line.formula)},
                                   {"numbers", english(line.numbers)},
                                   {"source", english(line.source)}}));
    decode["parts"] = std::move(parts);
    Json prefill = rangeJson("seconds", generation.prefill);
    prefill["tokens"] = generation.promptTokens;
    prefill["operations"] = generation.promptOperations;
    return Json::object({{"estimate", true},
                         {"copies", generation.copies},
                         {"decode", std::move(decode)},
                         {"prefill", std::move(prefill)},
                         {"price_per_million_tokens", generation.pricePerMillion},
                         {"assumptions", assumptionList(generation.assumptions)}});
}

void addGeneration(Json& json, const Resolved& plan)
{
    const auto generation = generationOf(plan);
    if (generation) {
        json["time"] = generationObject(*generation);
        return;
    }
    const Problem& problem = generation.problems().front();
    json["time"] = Json::object(
        {{"decode", Json()}, {"field", problem.field}, {"reason", english(problem)}});
}

} // namespace

void addTime(Json& json, const Resolved& plan)
{
    if (isGeneration(plan))
        return addGeneration(json, plan);
    const auto answer = timeOf(plan);
    if (answer) {
        json["time"] = timeObject(*answer);
        json["traffic"] = trafficList(answer->traffic);
        json["run"] = answer->run ? runObject(*answer) : Json();
        if (!answer->run)
            json["run_reason"] = english(Problem{"workload.examples", {}, noLength()});
        return;
    }
    const Problem& problem = answer.problems().front();
    json["time"]
        = Json::object({{"step", Json()}, {"field", problem.field}, {"reason", english(problem)}});
    json["traffic"] = Json();
    json["run"] = Json();
}

} // namespace highwater
