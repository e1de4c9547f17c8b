// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/validation_json.h"

#include "core/json/json.h"

#include <map>

namespace highwater {
namespace {

Json bandsJson(const std::vector<BandCount>& counts)
{
    Json bands = Json::array();
    for (const BandCount& count : counts)
        bands.append(Json::object({{"counter", nameOf(count.reading)},
                                   {"peaks", count.peaks},
                                   {"held", count.held},
                                   {"width", count.width}}));
    return bands;
}

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
                              {"bands", bandsJson(group.bands)},
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

/// `speed`: the row's measured and predicted tokens a second and GPU; null where they were not
/// compared.
Json rowJson(const CheckedRun& run, const CheckedSpeed* speed)
{
    const auto counted = [&](Bytes bytes) { return run.leftOut ? Json() : Json(bytes); };
    Json row = Json::object({{"id", run.id},
                             {"group", run.group},
                             {"outcome", nameOf(run.outcome)},
                             {"counter", run.leftOut ? Json() : Json(nameOf(run.reading))},
                             {"measured", run.measured},
                             {"predicted", counted(run.predicted)},
                             {"predicted_allocated", counted(run.allocated)},
                             {"predicted_reserved", counted(run.reserved)},
                             {"error", run.error()}});
    row["predicted_outcome"] = run.predictedOom ? Json(*run.predictedOom ? "oom" : "fits") : Json();
    row["low"] = counted(run.band.low);
    row["high"] = counted(run.band.high);
    if (run.band80) {
        row["low_80"] = run.band80->low;
        row["high_80"] = run.band80->high;
    }
    if (run.tokensPerSecondPerGpu)
        row["tokens_per_second_per_gpu"] = run.tokensPerSecondPerGpu;
    if (speed) {
        row["speed_measured"] = speed->measured;
        row["speed_predicted"] = speed->predicted;
    }
    if (run.leftOut) {
        row["left_out"] = english(run.leftOut->reason);
        row["stated"] = run.leftOut->stated;
    }
    return row;
}

Json validationObject(const Validation& validation, const std::vector<CheckedSpeed>& speeds)
{
    std::map<std::string_view, const CheckedSpeed*> speedOf;
    for (const CheckedSpeed& speed : speeds)
        speedOf.emplace(speed.id, &speed);
    Json groups = Json::array();
    for (const ValidationGroup& group : validation.groups)
        groups.append(groupJson(group));
    for (const ValidationGroup& sum : validation.sums)
        groups.append(groupJson(sum));
    Json rows = Json::array();
    for (const CheckedRun& run : validation.rows) {
        const auto found = speedOf.find(run.id);
        rows.append(rowJson(run, found == speedOf.end() ? nullptr : found->second));
    }
    const auto& all = validation.sums;
    return Json::object({{"format", "highwater-validation"},
                         {"version", 1},
                         {"coverage", all.empty() ? Json() : Json(all.back().coverage())},
                         {"groups", std::move(groups)},
                         {"rows", std::move(rows)}});
}

void addSpeeds(Json& json, const PublishedSpeeds& speeds)
{
    Json published = Json::array();
    for (const PublishedCheck& check : speeds.runs)
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
    Json recipes = Json::array();
    for (const CheckedRecipe& check : speeds.recipes)
        recipes.append(Json::object({{"group", check.group},
                                     {"name", check.name},
                                     {"source", check.source},
                                     {"published_tokens_per_second_per_gpu", check.published},
                                     {"predicted_tokens_per_second_per_gpu", check.predicted},
                                     {"error", check.error()}}));
    json["published_recipes"] = std::move(recipes);
    json["published"] = std::move(published);
    json["published_median"] = speeds.median;
    json["published_worst"] = speeds.worst;
    json["published_lengths"] = std::move(lengths);
}

Json jobJson(const CheckedJob& job)
{
    using enum CheckedJob::Documented;
    Json json = Json::object({{"name", job.name},
                              {"source", job.source},
                              {"open", job.open.empty() ? Json() : Json(job.open)},
                              {job.documented == Amount    ? "documented"
                                   : job.documented == Ran ? "ran_within"
                                                           : "did_not_fit",
                               job.bytes},
                              {"predicted", job.predicted}});
    json["low"] = job.band ? Json(job.band->low) : Json();
    json["high"] = job.band ? Json(job.band->high) : Json();
    if (job.documented == Amount)
        json["error"] = job.error();
    else
        json["agrees"] = job.agrees();
    return json;
}

Json speedGroupsJson(const std::vector<SpeedGroup>& list)
{
    Json groups = Json::array();
    for (const SpeedGroup& group : list)
        groups.append(Json::object({{"name", group.name},
                                    {"rows", group.rows},
                                    {"median", group.median},
                                    {"p90", group.p90},
                                    {"median_log", group.medianLog},
                                    {"p90_log", group.p90Log},
                                    {"bias", group.bias},
                                    {"in_band", group.inBand}}));
    return groups;
}

Json regretsJson(const std::vector<Regret>& list)
{
    Json regrets = Json::array();
    for (const Regret& regret : list)
        regrets.append(Json::object({{"name", regret.name},
                                     {"families", regret.families},
                                     {"mean", regret.mean},
                                     {"median", regret.median}}));
    return regrets;
}

Json speedObject(const SpeedValidation& speeds)
{
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
    Json json = Json::object(
        {{"groups", speedGroupsJson(speeds.groups)}, {"regret", regretsJson(speeds.regrets)}});
    addSpeeds(json, speeds.published);
    json["rows"] = std::move(rows);
    return json;
}

} // namespace

std::string validationJson(const Validation& validation)
{
    return validationObject(validation, {}).written(2) + "\n";
}

std::string validationJson(const Validation& validation, const SpeedValidation& speeds)
{
    Json json = validationObject(validation, speeds.rows);
    json["speed"] = speedObject(speeds);
    json["speed_groups"] = speedGroupsJson(speeds.groups);
    json["regret"] = Json::object(
        {{"mean", speeds.regrets.empty() ? Json() : Json(speeds.regrets.back().mean)},
         {"groups", regretsJson(speeds.regrets)}});
    return json.written(2) + "\n";
}

std::string publishedJson(const std::vector<CheckedJob>& jobs, const PublishedSpeeds& speeds)
{
    Json list = Json::array();
    for (const CheckedJob& job : jobs)
        list.append(jobJson(job));
    Json json = Json::object(
        {{"format", "highwater-published"}, {"version", 1}, {"jobs", std::move(list)}});
    addSpeeds(json, speeds);
    return json.written(2) + "\n";
}

} // namespace highwater
