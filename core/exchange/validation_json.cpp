// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/validation_json.h"

#include "core/exchange/json.h"

namespace highwater {
namespace {

Json groupJson(const ValidationGroup& group)
{
    Json leftOut = Json::array();
    for (const ReasonCount& entry : group.leftOut)
        leftOut.append(Json::object({{"reason", english(entry.reason)}, {"rows", entry.rows}}));
    const VerdictCounts& oom = group.oom;
    Json json = Json::object({{"name", group.name},
                              {"rows", group.rows},
                              {"compared", group.compared},
                              {"peaks", group.peaks},
                              {"stated_peaks", group.statedPeaks},
                              {"coverage", group.coverage()},
                              {"left_out", std::move(leftOut)},
                              {"median", group.median},
                              {"p90", group.p90},
                              {"bias", group.bias},
                              {"in_band", group.inBand},
                              {"within_5", group.within5},
                              {"within_10", group.within10},
                              {"within_20", group.within20},
                              {"oom",
                               Json::object({{"hits", oom.hits},
                                             {"misses", oom.misses},
                                             {"false_alarms", oom.falseAlarms},
                                             {"right_fits", oom.rightFits},
                                             {"balanced_accuracy", oom.balancedAccuracy()}})}});
    if (group.inBand80)
        json["in_band_80"] = group.inBand80;
    return json;
}

Json rowJson(const CheckedRun& run)
{
    Json row = Json::object({{"id", run.id},
                             {"group", run.group},
                             {"outcome", nameOf(run.outcome)},
                             {"measured", run.measured},
                             {"predicted", run.leftOut ? Json() : Json(run.predicted)},
                             {"error", run.error()}});
    row["predicted_outcome"] = run.predictedOom ? Json(*run.predictedOom ? "oom" : "fits") : Json();
    row["low"] = run.leftOut ? Json() : Json(run.band.low);
    row["high"] = run.leftOut ? Json() : Json(run.band.high);
    if (run.band80) {
        row["low_80"] = run.band80->low;
        row["high_80"] = run.band80->high;
    }
    if (run.tokensPerSecondPerGpu)
        row["tokens_per_second_per_gpu"] = run.tokensPerSecondPerGpu;
    if (run.leftOut) {
        row["left_out"] = english(run.leftOut->reason);
        row["stated"] = run.leftOut->stated;
    }
    return row;
}

Json validationObject(const Validation& validation)
{
    Json groups = Json::array();
    for (const ValidationGroup& group : validation.groups)
        groups.append(groupJson(group));
    for (const ValidationGroup& sum : validation.sums)
        groups.append(groupJson(sum));
    Json rows = Json::array();
    for (const CheckedRun& run : validation.rows)
        rows.append(rowJson(run));
    return Json::object({{"format", "highwater-validation"},
                         {"version", 1},
                         {"groups", std::move(groups)},
                         {"rows", std::move(rows)}});
}

Json speedObject(const SpeedValidation& speeds)
{
    Json groups = Json::array();
    for (const SpeedGroup& group : speeds.groups)
        groups.append(Json::object({{"name", group.name},
                                    {"rows", group.rows},
                                    {"median", group.median},
                                    {"p90", group.p90},
                                    {"median_log", group.medianLog},
                                    {"p90_log", group.p90Log},
                                    {"bias", group.bias},
                                    {"in_band", group.inBand}}));
    Json regrets = Json::array();
    for (const Regret& regret : speeds.regrets)
        regrets.append(Json::object({{"name", regret.name},
                                     {"families", regret.families},
                                     {"mean", regret.mean},
                                     {"median", regret.median}}));
    Json published = Json::array();
    for (const PublishedCheck& check : speeds.published)
        published.append(Json::object({{"name", check.name},
                                       {"source", check.source},
                                       {"published_tflops", check.published},
                                       {"predicted_tflops", check.predicted},
                                       {"error", check.error()}}));
    Json lengths = Json::array();
    for (const PublishedCheck& check : speeds.lengths)
        lengths.append(Json::object({{"name", check.name},
                                     {"source", check.source},
                                     {"published_gpu_hours", check.published},
                                     {"at_most", check.atMost},
                                     {"predicted_gpu_hours", check.predicted},
                                     {"error", check.error()}}));
    Json rows = Json::array();
    for (const CheckedSpeed& row : speeds.rows)
        rows.append(Json::object({{"id", row.id},
                                  {"measured", row.measured},
                                  {"predicted", row.predicted},
                                  {"low", row.low},
                                  {"high", row.high},
                                  {"error", row.error()},
                                  {"mfu", row.utilisation},
                                  {"build", row.build ? Json(nameOf(*row.build)) : Json()}}));
    return Json::object({{"groups", std::move(groups)},
                         {"regret", std::move(regrets)},
                         {"published", std::move(published)},
                         {"published_median", speeds.publishedMedian},
                         {"published_worst", speeds.publishedWorst},
                         {"published_lengths", std::move(lengths)},
                         {"rows", std::move(rows)}});
}

} // namespace

std::string validationJson(const Validation& validation)
{
    return validationObject(validation).written(2) + "\n";
}

std::string validationJson(const Validation& validation, const SpeedValidation& speeds)
{
    Json json = validationObject(validation);
    json["speed"] = speedObject(speeds);
    return json.written(2) + "\n";
}

} // namespace highwater
