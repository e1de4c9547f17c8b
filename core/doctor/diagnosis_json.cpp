// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/diagnosis.h"
#include "core/explore/suggestion_words.h"

#include "core/json/json.h"

namespace highwater {
namespace {

Json frameJson(const LogFrame& frame)
{
    return Json::object({{"file", frame.file},
                         {"line", frame.line},
                         {"function", frame.function},
                         {"code", frame.code}});
}

Json failureJson(const MemoryFailure& failure)
{
    Json processes = Json::list(failure.processes, [](const ProcessBytes& process) {
        return Json::object({{"id", process.id}, {"bytes", process.bytes}});
    });
    return Json::object({{"refused_by", nameOf(failure.refuser)},
                         {"log_line", failure.logLine},
                         {"rank", failure.rank},
                         {"gpu", failure.gpu},
                         {"text", failure.text},
                         {"capacity", failure.capacity},
                         {"free", failure.free},
                         {"allocated", failure.allocated},
                         {"idle", failure.idle},
                         {"process", failure.process},
                         {"processes", std::move(processes)},
                         {"others", failure.others()},
                         {"tokens", failure.tokens},
                         {"frames", Json::list(failure.frames, frameJson)}});
}

Json tensorJson(const MatchedTensor& tensor)
{
    return Json::object({{"id", tensor.id},
                         {"label", toEnglish(tensor.label)},
                         {"formula", tensor.formula},
                         {"group", nameOf(tensor.group)},
                         {"bytes", tensor.bytes},
                         {"is_size", tensor.isSize},
                         {"tokens", tensor.tokens}});
}

Json differenceJson(const std::optional<ConfigDifference>& difference)
{
    if (!difference)
        return {};
    return Json::list(shownDifference(*difference));
}

Json changeOf(const DoctorChange& change)
{
    Json set = Json::object();
    for (const Change& one : change.suggestion.changes)
        set.add(std::string(one.key.text()), jsonOf(one.value));
    return Json::object({{"label", labelsOf(change.suggestion, toEnglish)},
                         {"set", std::move(set)},
                         {"diff", differenceJson(change.difference)},
                         {"total", change.suggestion.totals.total},
                         {"fits", change.suggestion.fits},
                         {"time_ratio", change.suggestion.slowdown}});
}

Json adviceJson(const DoctorAdvice& advice)
{
    Json set = Json::object();
    for (const auto& [key, value] : advice.settings)
        set.add(std::string(key.text()), jsonOf(value));
    return Json::object({{"text", toEnglish(advice.text)}, {"set", std::move(set)}});
}

Json planJson(const PlanFindings& plan)
{
    return Json::object({{"model", plan.model},
                         {"total", plan.total},
                         {"capacity", plan.capacity},
                         {"fits", plan.fits},
                         {"at_moment", plan.planned},
                         {"beyond", plan.beyond},
                         {"counted_capacity", plan.counted}});
}

} // namespace

std::string diagnosisJson(const Diagnosis& diagnosis)
{
    const MemoryFailure& failure = diagnosis.failure;
    const FailurePlace& place = diagnosis.place;
    const auto& plan = diagnosis.plan;
    const auto nameOr = [](const auto& value) { return value ? Json(nameOf(*value)) : Json(); };
    Json json = Json::object(
        {{"format", "highwater-doctor"},
         {"version", 1},
         {"asked", failure.asked},
         {"tensor", plan && !plan->tensors.empty() ? tensorJson(plan->tensors.front()) : Json()},
         {"kind", nameOr(place.kind)},
         {"moment", nameOr(place.moment)},
         {"cause", nameOf(diagnosis.cause)},
         {"fragmented", diagnosis.fragmented ? failure.idle.value_or(0) : 0},
         {"failures", diagnosis.log.count},
         {"ranks", Json::list(diagnosis.log.ranks)},
         {"model", diagnosis.model.empty() ? Json() : Json(diagnosis.model)},
         {"failure", failureJson(failure)},
         {"sentences", Json::list(sentencesOf(diagnosis, toEnglish), toEnglish)},
         {"advice", Json::list(diagnosis.advice, adviceJson)}});
    json["plan"] = plan ? planJson(*plan) : Json();
    json["tensors"] = plan ? Json::list(plan->tensors, tensorJson) : Json::array();
    json["changes"] = plan ? Json::list(plan->changes, changeOf) : Json::array();
    return json.written(2) + "\n";
}

} // namespace highwater
