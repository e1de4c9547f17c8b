// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

#include "core/figure/cards_table.h"
#include "core/json/json.h"
#include "core/plan/numbers.h"
#include "core/time/run_length.h"

namespace highwater {
namespace {

std::optional<double> priceOf(const Card& card)
{
    return card.run && card.run->cost ? card.run->cost->price : std::nullopt;
}

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
    json["days"] = sortValue(card, CardKey::Days);
    json["gpu_hours"] = sortValue(card, CardKey::GpuHours);
    json["price_per_gpu_hour"] = number([](const CardRun& run) { return run.pricePerGpuHour; });
    json["price_per_million_tokens"]
        = number([](const CardRun& run) { return run.pricePerMillion; });
    json["price"] = priceOf(card);
    json["kilowatt_hours"] = sortValue(card, CardKey::Energy);
    if (card.gpus && !card.run)
        json["time_reason"] = english(card.untimed);
}

Json cardJson(const Plan& plan, const Card& card)
{
    const Judgement& judged = card.judged;
    Json settings = Json::object();
    for (const auto& [key, value] : cardSettings(plan, card))
        settings[key.text()] = jsonOf(value);
    // Of a card on which the program does not run, no memory is counted.
    const auto counted = [&card](auto value) { return card.isUsable ? Json(value) : Json(); };
    Json json = Json::object({{"device", card.device->id},
                              {"name", card.device->name},
                              {"usable", card.isUsable},
                              {"gpus", card.gpus},
                              {"total", counted(judged.totals.total)},
                              {"low", counted(judged.totals.low)},
                              {"high", counted(judged.totals.high)},
                              {"capacity", counted(judged.capacity)},
                              {"capacity_reported", card.device->reportedMib.has_value()},
                              {"verdict", counted(nameOf(judged.verdict))},
                              {"host_per_node", counted(judged.hostPerNode)}});
    if (card.gpus && !card.batchDivides)
        json["remark"] = english(batchRemark(card));
    if (card.gpus)
        json["set"] = std::move(settings);
    else
        json["reason"] = english(card.reason);
    addRun(json, card);
    return json;
}

} // namespace

std::string cardsJson(const CardQuestion& asked, const std::vector<Card>& cards)
{
    const Plan& plan = asked.plan;
    Json list = Json::array();
    const RunCost* cost = nullptr;
    Json batch = plan.workload.globalBatch;
    for (const Card& card : cards) {
        list.append(cardJson(plan, card));
        if (card.run && card.run->cost)
            cost = &*card.run->cost;
        if (card.globalBatch)
            batch = card.globalBatch;
    }
    Json json = Json::object({{"format", "highwater-cards"},
                              {"version", 1},
                              {"count", nameOf(asked.count)},
                              {"gpus_per_node", plan.cluster.gpusPerNode},
                              {"global_batch", std::move(batch)},
                              {"tokens", cost ? Json(cost->tokens) : Json()},
                              {"chinchilla", cost && cost->chinchilla}});
    if (cardTimesOf(plan, cards) == CardTimes::Endless)
        json["run_reason"] = english(Problem{"workload.examples", {}, noLength()});
    json["cards"] = std::move(list);
    return json.written(2) + "\n";
}

std::string cardsCsv(const std::vector<Card>& cards)
{
    std::string text = "device,GPUs,total (bytes),capacity (bytes),verdict,step (s),tokens a "
                       "second,days,GPU-hours,price (USD),energy (kWh),1M tokens (USD)\n";
    const auto number
        = [](const std::optional<double>& value) { return "," + (value ? shortest(*value) : ""); };
    for (const Card& card : cards) {
        const auto ofRun = [&card](auto value) -> std::optional<double> {
            return card.run ? value(*card.run) : std::nullopt;
        };
        const auto bytes
            = [&card](Bytes value) { return "," + (card.isUsable ? std::to_string(value) : ""); };
        text += card.device->id + "," + (card.gpus ? std::to_string(*card.gpus) : "")
            + bytes(card.judged.totals.total) + bytes(card.judged.capacity) + ","
            + (card.isUsable ? std::string(nameOf(card.judged.verdict)) : "")
            + number(ofRun([](const CardRun& run) { return std::optional(run.seconds); }))
            + number(ofRun([](const CardRun& run) { return std::optional(run.tokensPerSecond); }))
            + number(sortValue(card, CardKey::Days)) + number(sortValue(card, CardKey::GpuHours))
            + number(priceOf(card)) + number(sortValue(card, CardKey::Energy))
            + number(ofRun([](const CardRun& run) { return run.pricePerMillion; })) + "\n";
    }
    return text;
}

} // namespace highwater
