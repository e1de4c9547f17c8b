// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

#include "core/explore/search_words.h"
#include "core/json/json.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

Json layoutJson(const FoundLayout& layout)
{
    Json set = Json::object(), changes = Json::array();
    for (const Change& change : layout.changes) {
        set[change.key.text()] = jsonOf(change.value);
        changes.append(changeJson(change));
    }
    Json doubts = Json::list(layout.doubts, [](TimeDoubt doubt) { return Json(nameOf(doubt)); });
    const Judgement& judged = layout.judged;
    return Json::object({{"set", std::move(set)},
                         {"changes", std::move(changes)},
                         {"total", judged.totals.total},
                         {"low", judged.totals.low},
                         {"high", judged.totals.high},
                         {"allocated", judged.totals.allocated},
                         {"reserved", judged.totals.reserved()},
                         {"capacity", judged.capacity},
                         {"free", judged.free()},
                         {"verdict", nameOf(judged.verdict)},
                         {"host_per_node", judged.hostPerNode},
                         {"step_seconds", layout.seconds()},
                         {"tokens_per_second_per_gpu", layout.tokensPerSecondPerGpu},
                         {"mfu", layout.modelUtilisation},
                         {"days", layout.days},
                         {"price", layout.price},
                         {"pareto", layout.pareto},
                         {"folded", layout.folded},
                         {"doubts", std::move(doubts)}});
}

Json layoutsJson(const std::vector<FoundLayout>& layouts)
{
    return Json::list(layouts, layoutJson);
}

std::string numberOrNothing(const std::optional<double>& number)
{
    return number ? shortest(*number) : std::string();
}

void addRows(std::string& text, const char* list, const std::vector<FoundLayout>& layouts)
{
    int place = 0;
    for (const FoundLayout& layout : layouts) {
        std::string settings;
        for (const Change& change : layout.changes)
            settings += (settings.empty() ? "" : " ") + std::string(change.key) + "="
                + settingText(change.value);
        const Judgement& judged = layout.judged;
        text += std::string(list) + "," + std::to_string(++place) + "," + shortest(layout.seconds())
            + "," + shortest(layout.tokensPerSecondPerGpu) + "," + shortest(layout.modelUtilisation)
            + "," + std::to_string(judged.totals.total) + ","
            + std::to_string(judged.totals.reserved()) + "," + std::to_string(judged.capacity) + ","
            + std::to_string(judged.hostPerNode) + "," + std::string(nameOf(judged.verdict)) + ","
            + (layout.pareto ? "yes" : "no") + "," + std::to_string(layout.folded) + ","
            + (isDoubtful(layout) ? "yes" : "no") + "," + std::to_string(judged.totals.high) + ","
            + numberOrNothing(layout.days) + "," + numberOrNothing(layout.price) + "," + settings
            + "\n";
    }
}

} // namespace

std::string searchJson(const SearchResult& result, double seconds)
{
    Json json = Json::object({{"format", "highwater-search"},
                              {"version", 1},
                              {"considered", result.considered},
                              {"searched", result.allowed},
                              {"counted", result.counted},
                              {"fitting", result.fitting},
                              {"ended", result.ended},
                              {"seconds", seconds},
                              {"by_utilisation", result.byUtilisation},
                              {"layouts", layoutsJson(result.layouts)},
                              {"front", layoutsJson(result.front)}});
    json["present"] = layoutJson(result.present);
    json["present"]["place"] = result.place;
    json["reason"] = english(result.reason);
    json["remarks"]
        = Json::list(remarksOn(result), [](const Text& remark) { return Json(english(remark)); });
    Json times = Json::array(), memory = Json::array();
    for (const TimeDifference& one : result.times)
        times.append(Json::object({{"part", nameOf(one.part)}, {"seconds", one.seconds}}));
    for (const MemoryDifference& one : result.memory)
        memory.append(Json::object({{"group", nameOf(one.group)}, {"bytes", one.bytes}}));
    json["against_fastest"]
        = Json::object({{"times", std::move(times)}, {"memory", std::move(memory)}});
    return json.written(2) + "\n";
}

std::string searchCsv(const SearchResult& result)
{
    std::string text = "list,place,step (s),tokens a second and GPU,mfu,total (bytes),reserved "
                       "(bytes),capacity (bytes),host a node "
                       "(bytes),verdict,pareto,folded,doubtful,upper end (bytes),days,price (USD),"
                       "set\n";
    addRows(text, "fastest", result.layouts);
    addRows(text, "front", result.front);
    return text;
}

} // namespace highwater
