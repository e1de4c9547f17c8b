// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/validation_json.h"

#include <nlohmann/json.hpp>

namespace highwater {
namespace {

using Json = nlohmann::ordered_json;

template <class T> Json nullOr(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json groupJson(const ValidationGroup& group)
{
    Json leftOut = Json::array();
    for (const ReasonCount& entry : group.leftOut)
        leftOut.push_back({{"reason", english(entry.reason)}, {"rows", entry.rows}});
    const VerdictCounts& oom = group.oom;
    return {{"name", group.name},
            {"rows", group.rows},
            {"compared", group.compared},
            {"peaks", group.peaks},
            {"left_out", std::move(leftOut)},
            {"median", nullOr(group.median)},
            {"p90", nullOr(group.p90)},
            {"bias", nullOr(group.bias)},
            {"within_5", nullOr(group.within5)},
            {"within_10", nullOr(group.within10)},
            {"within_20", nullOr(group.within20)},
            {"oom",
             {{"hits", oom.hits},
              {"misses", oom.misses},
              {"false_alarms", oom.falseAlarms},
              {"right_fits", oom.rightFits},
              {"balanced_accuracy", nullOr(oom.balancedAccuracy())}}}};
}

Json rowJson(const CheckedRun& run)
{
    Json row = {{"id", run.id},
                {"group", run.group},
                {"outcome", nameOf(run.outcome)},
                {"measured", nullOr(run.measured)},
                {"predicted", run.leftOut ? Json(nullptr) : Json(run.predicted)},
                {"error", nullOr(run.error())}};
    row["predicted_outcome"]
        = run.predictedOom ? Json(*run.predictedOom ? "oom" : "fits") : Json(nullptr);
    if (run.leftOut)
        row["left_out"] = english(*run.leftOut);
    return row;
}

} // namespace

std::string validationJson(const Validation& validation)
{
    Json groups = Json::array();
    for (const ValidationGroup& group : validation.groups)
        groups.push_back(groupJson(group));
    for (const ValidationGroup& sum : validation.sums)
        groups.push_back(groupJson(sum));
    Json rows = Json::array();
    for (const CheckedRun& run : validation.rows)
        rows.push_back(rowJson(run));
    const Json json = {{"format", "highwater-validation"},
                       {"version", 1},
                       {"groups", std::move(groups)},
                       {"rows", std::move(rows)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace highwater
