// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/desk_json.h"

#include "core/json/json.h"
#include "core/json/json_text.h"
#include "core/plan/keys.h"

namespace highwater {
namespace {

Json deskCardJson(const DeskCard& card)
{
    Json processes = Json::array();
    for (const DeskProcess& process : card.reported.processes)
        processes.append(
            Json::object({{"pid", process.id}, {"name", process.name}, {"bytes", process.bytes}}));
    return Json::object({{"name", card.reported.name},
                         {"device", card.device ? Json(card.device->id) : Json()},
                         {"unified_memory", card.device && card.device->isUnified()},
                         {"total", card.reported.total},
                         {"capacity", card.capacity()},
                         {"used", card.reported.used},
                         {"processes", std::move(processes)}});
}

Json deskFitJson(const DeskFit& fit)
{
    Json settings = Json::object();
    const Plan usual;
    for (const Key& key : keys())
        if (const Value value = key.get(fit.plan); value != key.get(usual))
            settings[key.path.text()] = jsonOf(value);
    return Json::object({{"model", fit.model->id},
                         {"name", fit.model->name},
                         {"parameters", fit.model->totalParameters},
                         {"way", fit.wayName()},
                         {"context", fit.context()},
                         {"batch", fit.batch()},
                         {"total", fit.judged.totals.total},
                         {"capacity", fit.judged.capacity},
                         {"verdict", nameOf(fit.judged.verdict)},
                         {"tokens_per_second", fit.tokensPerSecond},
                         {"set", std::move(settings)}});
}

} // namespace

std::string deskJson(const Desk& desk, const std::optional<DeskCards>& on,
                     const std::vector<DeskFit>& fits)
{
    Json cards = Json::array(), list = Json::array();
    for (const DeskCard& card : desk.cards)
        cards.append(deskCardJson(card));
    for (const DeskFit& fit : fits)
        list.append(deskFitJson(fit));
    const Json placed = on
        ? Json::object({{"device", on->device->id},
                        {"cards", on->count},
                        {"capacity", on->capacity.value_or(on->device->capacityBytes())},
                        {"used", on->used}})
        : Json();
    return Json::object(
               {{"format", "highwater-desk"},
                {"version", 1},
                {"cards", std::move(cards)},
                {"host",
                 Json::object({{"total", desk.hostTotal}, {"available", desk.hostAvailable}})},
                {"on", placed},
                {"fits", std::move(list)}})
               .written(2)
        + "\n";
}

} // namespace highwater
