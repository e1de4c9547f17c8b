// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

#include "core/exchange/figure_csv.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

Json methodJson(const MethodComparison& comparison, const MethodAnswer& answer)
{
    const Method& method = methodOf(answer.method);
    Json json
        = Json::object({{"method", nameOf(answer.method)}, {"name", english(Text(method.name))}});
    if (!answer.estimate) {
        json["reason"] = english(answer.estimate.problems().front());
        return json;
    }
    const Estimate& found = *answer.estimate;
    const Totals& totals = found.answer.totals;
    Json ignored = Json::array();
    for (const KeyPath key : found.ignored)
        ignored.append(key.text());
    const auto away = comparison.away(answer);
    json["per_gpu"] = totalsJson(totals, comparison.capacity, found.verdict);
    json["total"] = totals.total;
    json["difference"] = away ? Json(*away) : Json();
    json["fits"] = found.fits();
    json["flaw"] = english(Text(method.flaw));
    json["ignored"] = std::move(ignored);
    return json;
}

} // namespace

std::string methodsJson(const MethodComparison& comparison)
{
    Json list = Json::array();
    for (const MethodAnswer& answer : comparison.answers)
        list.append(methodJson(comparison, answer));
    return Json::object({{"format", "highwater-compare"},
                         {"version", 1},
                         {"capacity", comparison.capacity},
                         {"methods", std::move(list)}})
               .written(2)
        + "\n";
}

std::string methodsCsv(const MethodComparison& comparison)
{
    std::vector<std::string> heads{"method", "name"};
    for (const Group group : everyOf<Group>())
        heads.push_back(std::string(nameOf(group)) + " (bytes)");
    for (const char* head :
         {"total (bytes)", "capacity (bytes)", "difference", "verdict", "flaw or reason"})
        heads.emplace_back(head);
    std::string text = csvRow(heads);
    for (const MethodAnswer& answer : comparison.answers) {
        const Method& method = methodOf(answer.method);
        std::vector<std::string> cells{std::string(nameOf(answer.method)),
                                       english(Text(method.name))};
        if (answer.estimate) {
            const Totals& totals = answer.estimate->answer.totals;
            for (const Group group : everyOf<Group>())
                cells.push_back(std::to_string(totals.perGpu[group]));
            const auto away = comparison.away(answer);
            cells.push_back(std::to_string(totals.total));
            cells.push_back(std::to_string(comparison.capacity));
            cells.push_back(away ? fixed(*away, 6) : "");
            cells.emplace_back(nameOf(answer.estimate->verdict));
            cells.push_back(english(Text(method.flaw)));
        } else {
            cells.resize(cells.size() + groupCount + 4);
            cells.push_back(english(answer.estimate.problems().front()));
        }
        text += csvRow(cells);
    }
    return text;
}

} // namespace highwater
