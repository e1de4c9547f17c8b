// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/cards_json.h"

#include "core/json/json.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

void addRun(Json& json, const Card& card)
{
    const auto number = [&card](auto value) { return card.run ? Json(value(*card.run)) : Json(); };
    json["step_seconds"] = number([](const CardRun& run) { return run.seconds; });
    json["step_low"] = number([](const CardRun& run) { return run.low; });
    json["step_high"] = number([](const CardRun& run) { return run.high; });
    json["tokens_per_step"] = number([](const CardRun& run) { return run.tokens; });
    json["tokens_per_second"] = number([](const CardRun& run) { return run.tokensPerSecond; });
    json["tokens_per_second_per_gpu"]
        = number([](const CardRun& run) { return run.tokensPerSecondPerGpu; });
    json["mfu"] = number([](const CardRun& run) { return run.modelUtilisation; });
    json["days"] = number([](const CardRun& run) { return run.cost.days(); });
    json["gpu_hours"] = number([](const CardRun& run) { return run.cost.gpuHours; });
    json["price_per_gpu_hour"]
        = number([](const CardRun& run) { return run.cost.pricePerGpuHour; });
    json["price"] = number([](const CardRun& run) { return run.cost.price; });
    json["kilowatt_hours"] = number([](const CardRun& run) { return run.cost.kilowattHours; });
    if (card.gpus && !card.run)
        json["time_reason"] = english(card.untimed);
}

Json cardJson(const Plan& plan, const Card& card)
{
    const Judgement& judged = card.judged;
    Json settings = Json::object();
    for (const auto& [key, value] : cardSettings(plan, card))
        settings[key.text()] = jsonOf(value);
    Json json = Json::object({{"device", card.device->id},
                              {"name", card.device->name},
                              {"gpus", card.gpus},
                              {"total", judged.totals.total},
                              {"low", judged.totals.low},
                              {"high", judged.totals.high},
                              {"capacity", judged.capacity},
                              {"capacity_reported", card.device->reportedMib.has_value()},
                              {"verdict", nameOf(judged.verdict)},
                              {"host_per_node", judged.hostPerNode}});
    if (card.gpus)
        json["set"] = std::move(settings);
    else
        json["reason"] = english(card.reason);
    addRun(json, card);
    return json;
}

} // namespace

std::string cardsJson(const Plan& plan, const std::vector<Card>& cards)
{
    Json list = Json::array();
    double tokens = 0;
    bool chinchilla = false;
    for (const Card& card : cards) {
        list.append(cardJson(plan, card));
        if (card.run) {
            tokens = card.run->cost.tokens;
            chinchilla = card.run->cost.chinchilla;
        }
    }
    return Json::object({{"format", "highwater-cards"},
                         {"version", 1},
                         {"gpus_per_node", plan.cluster.gpusPerNode},
                         {"global_batch", plan.workload.globalBatch},
                         {"tokens", tokens > 0 ? Json(tokens) : Json()},
                         {"chinchilla", chinchilla},
                         {"cards", std::move(list)}})
               .written(2)
        + "\n";
}

std::string cardsCsv(const std::vector<Card>& cards)
{
    std::string text = "device,GPUs,total (bytes),capacity (bytes),verdict,step (s),tokens a "
                       "second,days,GPU-hours,price (USD),energy (kWh)\n";
    const auto number
        = [](const std::optional<double>& value) { return "," + (value ? shortest(*value) : ""); };
    for (const Card& card : cards) {
        const auto ofRun = [&card](auto value) -> std::optional<double> {
            return card.run ? std::optional<double>(value(*card.run)) : std::nullopt;
        };
        text += card.device->id + "," + (card.gpus ? std::to_string(*card.gpus) : "") + ","
            + std::to_string(card.judged.totals.total) + "," + std::to_string(card.judged.capacity)
            + "," + std::string(nameOf(card.judged.verdict))
            + number(ofRun([](const CardRun& run) { return run.seconds; }))
            + number(ofRun([](const CardRun& run) { return run.tokensPerSecond; }))
            + number(ofRun([](const CardRun& run) { return run.cost.days(); }))
            + number(ofRun([](const CardRun& run) { return run.cost.gpuHours; }))
            + number(card.run ? card.run->cost.price : std::nullopt)
            + number(card.run ? card.run->cost.kilowattHours : std::nullopt) + "\n";
    }
    return text;
}

} // namespace highwater
