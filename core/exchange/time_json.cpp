// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/time_json.h"

#include "core/time/time_answer.h"

namespace highwater {
namespace {

Json timeObject(const TimeAnswer& answer)
{
    Json parts = Json::array();
    for (const TimeLine& line : answer.lines)
        parts.append(Json::object({{"id", nameOf(line.part)},
                                   {"label", english(line.label)},
                                   {"seconds", line.seconds},
                                   {"share", line.share},
                                   {"formula", english(line.formula)},
                                   {"numbers", english(line.numbers)},
                                   {"source", english(line.source)}}));
    Json assumptions = Json::array();
    for (const Assumption& assumption : answer.assumptions)
        assumptions.append(Json::object({{"field", assumption.field},
                                         {"text", english(assumption.text)},
                                         {"source", assumption.source}}));
    Json json = Json::object({{"step", answer.seconds},
                              {"low", answer.low},
                              {"high", answer.high},
                              {"by_utilisation", answer.byUtilisation},
                              {"tokens_per_step", answer.tokens},
                              {"tokens_per_second", answer.tokensPerSecond},
                              {"tokens_per_second_per_gpu", answer.tokensPerSecondPerGpu},
                              {"mfu", answer.modelUtilisation},
                              {"hfu", answer.hardwareUtilisation}});
    json["bubble_share"] = answer.byUtilisation ? Json() : Json(answer.step.bubbleShare);
    json["slowest_stage"] = answer.byUtilisation ? Json() : Json(answer.step.slowestStage);
    json["parts"] = std::move(parts);
    json["assumptions"] = std::move(assumptions);
    return json;
}

Json trafficList(const StepTime& step)
{
    Json list = Json::array();
    for (const TrafficKind kind : everyOf<TrafficKind>()) {
        const Traffic& traffic = step[kind];
        if (traffic.bytes > 0)
            list.append(Json::object({{"kind", nameOf(kind)},
                                      {"label", english(trafficName(kind))},
                                      {"bytes", traffic.bytes},
                                      {"ranks", traffic.ranks},
                                      {"link", nameOf(traffic.link)},
                                      {"bytes_per_second", traffic.rate},
                                      {"seconds", traffic.seconds},
                                      {"waits", traffic.waits},
                                      {"hidden", traffic.hidden()}}));
    }
    return list;
}

Json runObject(const RunCost& run)
{
    return Json::object({{"tokens", run.tokens},
                         {"chinchilla", run.chinchilla},
                         {"steps", run.steps},
                         {"days", run.days()},
                         {"gpu_hours", run.gpuHours},
                         {"operations_6pt", run.sixOperations},
                         {"operations_exact", run.exactOperations},
                         {"kilowatt_hours", run.kilowattHours},
                         {"price_per_gpu_hour", run.pricePerGpuHour},
                         {"price", run.price}});
}

} // namespace

void addTime(Json& json, const Resolved& plan)
{
    const auto answer = timeOf(plan);
    if (answer) {
        json["time"] = timeObject(*answer);
        json["traffic"] = trafficList(answer->step);
        json["run"] = runObject(answer->run);
        return;
    }
    const Problem& problem = answer.problems().front();
    json["time"]
        = Json::object({{"step", Json()}, {"field", problem.field}, {"reason", english(problem)}});
    json["traffic"] = Json();
    json["run"] = Json();
}

} // namespace highwater
