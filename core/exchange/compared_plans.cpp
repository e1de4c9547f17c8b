// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/compared_plans.h"

#include "core/exchange/plan_file.h"
#include "core/json/json_reader.h"
#include "core/plan/utf8.h"

namespace highwater {
namespace {

Problem wrongPart(const std::string& part, Text must)
{
    return {std::string(comparedKey) + part, {}, std::move(must)};
}

/// A plan within the file, of which every key is checked as if it were a file of its own.
std::optional<Plan> planWithin(const Json* json, const std::string& part, Problems& problems)
{
    if (!json || !json->isObject()) {
        problems.push_back(wrongPart(part, {HW_TR("core", "must be an object")}));
        return std::nullopt;
    }
    if (json->contains(comparedKey)) { // or a file could nest sets without end
        problems.push_back(
            wrongPart(part, {HW_TR("core", "must not have compared plans of its own")}));
        return std::nullopt;
    }
    auto plan = readPlan(json->written(0));
    if (plan)
        return *std::move(plan);
    Problem problem = plan.problems().front();
    problem.field = std::string(comparedKey) + part + ": " + problem.field;
    problem.place.clear(); // of the part, not of the file
    problems.push_back(std::move(problem));
    return std::nullopt;
}

void readPlans(const Json& list, ComparedSet& set, Problems& problems)
{
    if (!list.isArray() || list.items().size() > ComparedSet::mostKept) {
        problems.push_back(wrongPart(".plans",
                                     {HW_TR("core", "must be a list of at most %1 plans"),
                                      {std::to_string(ComparedSet::mostKept)}}));
        return;
    }
    for (const Json& each : list.items()) {
        const std::string part = ".plans " + std::to_string(set.plans.size() + 1);
        const Json* const name = each.find("name");
        auto plan = planWithin(each.find("plan"), part, problems);
        if (!name || !name->text())
            problems.push_back(wrongPart(part, {HW_TR("core", "must have a name, which is text")}));
        if (!problems.empty())
            return;
        set.plans.push_back({*name->text(), *std::move(plan)});
    }
}

} // namespace

Result<ComparedSet> readCompared(std::string_view text)
{
    ComparedSet set;
    if (text.find('"' + std::string(comparedKey) + '"') == std::string_view::npos)
        return set;
    const auto root = readJson(text);
    if (!root)
        return root.problems();
    const Json* const part = root->find(comparedKey);
    if (!part)
        return set;
    Problems problems;
    if (!part->isObject())
        return wrongPart("", {HW_TR("core", "must be an object")});
    for (const Json::Member& member : part->members()) {
        if (member.key == "baseline")
            set.baseline = planWithin(&member.value, ".baseline", problems);
        else if (member.key == "plans")
            readPlans(member.value, set, problems);
        else if (member.key != "base")
            problems.push_back(
                wrongPart("." + excerpt(member.key), {HW_TR("core", "is not a key of a plan")}));
    }
    if (const Json* const base = part->find("base")) {
        const std::int64_t* const place = base->whole();
        const auto size = static_cast<std::int64_t>(set.plans.size() + (set.baseline ? 2 : 1));
        if (!place || *place < 0 || *place >= size)
            problems.push_back(wrongPart(
                ".base", {HW_TR("core", "must be the place of one of the plans, from 0")}));
        else
            set.base = static_cast<std::size_t>(*place);
    }
    if (!problems.empty())
        return problems;
    return set;
}

std::string writePlan(const Plan& plan, const ComparedSet& compared)
{
    if (compared.empty())
        return writePlan(plan);
    const auto jsonOfPlan = [](const Plan& each) { return *readJson(writePlan(each)); };
    Json root = jsonOfPlan(plan);
    Json& part = root[comparedKey];
    part = Json::object({{"base", static_cast<std::int64_t>(compared.base)}});
    if (compared.baseline)
        part["baseline"] = jsonOfPlan(*compared.baseline);
    if (!compared.plans.empty())
        part["plans"] = Json::list(compared.plans, [&](const Compared& each) {
            return Json::object({{"name", each.name}, {"plan", jsonOfPlan(each.plan)}});
        });
    return root.written(2) + "\n";
}

} // namespace highwater
