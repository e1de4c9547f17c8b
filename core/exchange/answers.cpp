// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

#include "core/answer/job_phases.h"
#include "core/job/recipe.h"
#include "core/job/roles.h"
#include "core/json/json.h"
#include "core/ledger/server.h"
#include "core/ledger/weight_formats.h"
#include "core/ledger/weights.h"

#include <cmath>
#include <ranges>

namespace highwater {
namespace {

/// A whole file, indented for readers.
std::string document(const Json& json)
{
    return json.written(2) + "\n";
}

/// The phase of the peak, if the line has bytes in it; else the line's first phase.
Json phaseOf(const Answer& answer, const Line& line)
{
    if (answer.totals.peakMoment && Answer::copiesAt(line, *answer.totals.peakMoment) > 0)
        return nameOf(*answer.totals.peakMoment);
    return line.phases.empty() ? Json() : Json(nameOf(line.phases.front().phase));
}

Json lineJson(const Answer& answer, const Line& line)
{
    Json live = Json::object();
    for (std::size_t i = 0; i < line.live.size(); ++i)
        if (line.live[i] > 0)
            live[std::string(nameOf(static_cast<Moment>(i)))] = line.live[i];
    for (const PhaseCopies& each : line.phases)
        live[std::string(nameOf(each.phase))] = each.copies;
    Json json = Json::object({{"group", nameOf(line.group)},
                              {"scope", nameOf(line.scope)},
                              {"id", line.id},
                              {"step", line.step},
                              {"label", english(line.label)},
                              {"shape", line.shape},
                              {"formula", line.formula},
                              {"numbers", line.numbers},
                              {"source", line.source},
                              {"each", line.each},
                              {"count", line.count},
                              {"bytes", line.bytes},
                              {"place", nameOf(line.place)},
                              {"live", live}});
    if (!line.phases.empty() || line.role) {
        json["role"] = line.role ? Json(nameOf(*line.role)) : Json();
        json["phase"] = phaseOf(answer, line);
    }
    return json;
}

Json stageJson(const StageTotal& stage)
{
    const Totals& totals = stage.totals;
    return Json::object(
        {{"index", stage.layers.index},
         {"first_layer", stage.layers.first},
         {"layers", stage.layers.layers()},
         {"in_flight", stage.inFlight},
         {"total", totals.total},
         {"low", totals.low},
         {"high", totals.high},
         {"peak_moment", totals.peakMoment ? Json(nameOf(*totals.peakMoment)) : Json()},
         {"per_group", groupsJson(totals.perGpu)}});
}

Json servingJson(const Resolved& plan, const Serving& serving)
{
    return Json::object({{"server", nameOf(plan.inference.server)},
                         {"weights", nameOf(plan.inference.weights)},
                         {"weight_bytes", serving.weights},
                         {"weight_file_bytes", serving.file},
                         {"weight_nominal_bytes", serving.nominal},
                         {"left_nominal", serving.nominalLeft},
                         {"left_beside_weights", serving.weightsLeft},
                         {"rule_of_thumb", serving.ruleOfThumb},
                         {"kv_bytes_per_token", serving.kvBytesPerToken},
                         {"kv_bytes_per_further_token", serving.kvBytesPerFurtherToken},
                         {"state_bytes_per_sequence", serving.stateBytesPerSequence},
                         {"kv_bytes_per_sequence", serving.kvBytesPerSequence},
                         {"tokens_per_sequence", serving.tokensPerSequence},
                         {"window_tokens", serving.windowTokens},
                         {"memory_fraction", serving.memoryFraction},
                         {"kept_free", serving.keptFree},
                         {"kv_pool", serving.pool},
                         {"sequences", serving.sequences},
                         {"sequences_in_cache", serving.inCache},
                         {"sequence_limit", serving.limit ? Json(*serving.limit) : Json()},
                         {"tokens_that_fit", serving.tokens}});
}

Json roleJson(const JobRole& role)
{
    const Resolved& plan = role.plan;
    Json offloads = Json::array();
    if (role.offloadsParameters)
        offloads.append("parameters");
    if (role.offloadsGradients)
        offloads.append("gradients");
    if (role.offloadsOptimizer)
        offloads.append("optimizer");
    return Json::object({{"role", nameOf(role.id)},
                         {"model", plan.model ? Json(plan.model->id) : Json()},
                         {"parameters", plan.counts.total},
                         {"state", nameOf(role.state)},
                         {"head", role.scalarHead ? "scalar" : "vocabulary"},
                         {"place", nameOf(role.place)},
                         {"gpus", role.gpus > 0 ? Json(role.gpus) : Json()},
                         {"zero", plan.layout.zero},
                         {"tensor", plan.layout.tensor},
                         {"sequences", plan.workload.microBatch},
                         {"tokens", plan.tokensPerMicroBatch()},
                         {"sleep", nameOf(role.sleep)},
                         {"offload", std::move(offloads)}});
}

Json jobJson(const Resolved& plan, const Answer& answer)
{
    Json json
        = Json::object({{"kind", nameOf(plan.jobKind)}, {"source", jobDefaultsOf(plan).source}});
    json["roles"] = Json::array();
    for (const JobRole& role : plan.roles)
        json["roles"].append(roleJson(role));
    json["phases"] = Json::array();
    for (std::size_t i = 0; i < answer.phases.size(); ++i) {
        Json roles = Json::object();
        for (const RoleBytes& each : answer.phases[i].roles)
            roles[std::string(nameOf(each.role))] = each.bytes;
        json["phases"].append(Json::object({{"name", nameOf(answer.phases[i].phase)},
                                            {"total", answer.moments[i].perGroup.total()},
                                            {"per_group", groupsJson(answer.moments[i].perGroup)},
                                            {"roles", std::move(roles)}}));
    }
    if (const JobRole* rollout = roleOf(plan, RoleId::Rollout)) {
        const EnginePool pool = enginePool(plan, *rollout);
        json["rollout"] = Json::object({{"utilization", memoryFraction(rollout->plan)},
                                        {"bytes", pool.all},
                                        {"weights", pool.weights},
                                        {"workspace", pool.passes},
                                        {"kv_cache", pool.cache()}});
    }
    return json;
}

/// Adds the parts of a model's count, and the related numbers.
void addParts(Json& json, const Shape& shape)
{
    const WeightCounts counts = countWeights(shape);
    json["active_parameters"] = counts.active;
    json["text_parameters"] = counts.total - counts.vision;
    json["vision_parameters"] = counts.vision;
    json["mtp_parameters"] = predictionParameters(shape); // no other count includes them
}

Json modelJson(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    const Shape& shape = plan.shape;
    Json json = Json::object({{"id", plan.model ? Json(plan.model->id) : Json()},
                              {"name", plan.model ? Json(plan.model->name) : Json()},
                              {"parameters", estimate.parameters()},
                              {"num_layers", shape.layers},
                              {"hidden_size", shape.hidden},
                              {"num_heads", shape.heads},
                              {"num_kv_heads", shape.kvHeads},
                              {"intermediate_size", shape.feedForward},
                              {"vocab_size", shape.vocabulary}});
    json["source"] = plan.model    ? "catalogue"
        : plan.madeToSize          ? "size"
        : plan.modelSource.empty() ? "plan"
                                   : plan.modelSource;
    addParts(json, plan.shape);
    if (plan.statedParameters > 0)
        json["stated_parameters"] = std::llround(plan.statedParameters);
    return json;
}

/// A figure in the form of the catalogue's file.
Json figureJson(const DeviceFigure& figure)
{
    return Json::object({{"value", figure.value},
                         {"source", figure.source},
                         {"confidence", nameOf(figure.confidence)}});
}

Json figureJson(const DevicePrice& price)
{
    return Json::object({{"usd_per_hour", price.usdPerHour},
                         {"month", price.month},
                         {"source", price.source},
                         {"confidence", nameOf(price.confidence)}});
}

template <class Figure> Json figureJson(const std::optional<Figure>& figure)
{
    return figure ? figureJson(*figure) : Json();
}

Json ratesJson(const DeviceRates& rates)
{
    return Json::object({{"fp16_dense_tflops", rates.fp16Tflops},
                         {"tf32_dense_tflops", rates.tf32Tflops},
                         {"fp32_tflops", rates.fp32Tflops},
                         {"source", rates.source},
                         {"confidence", nameOf(rates.confidence)},
                         {"confidence_fp32_tf32", nameOf(rates.wideConfidence)},
                         {"reached_share", figureJson(rates.reachedShare)},
                         {"memory_bandwidth_confidence", nameOf(rates.bandwidthConfidence)},
                         {"intra_node_gpus", rates.intraGpus},
                         {"intra_node_type", rates.intraType},
                         {"intra_node_gb_s", figureJson(rates.intraGbPerS)},
                         {"inter_node_gb_s", figureJson(rates.interGbPerS)},
                         {"pcie_gb_s", figureJson(rates.pcieGbPerS)},
                         {"power_w", figureJson(rates.powerW)},
                         {"host_gpus", rates.hostGpus},
                         {"host_memory_gb_s", figureJson(rates.hostGbPerS)},
                         {"price_on_demand", figureJson(rates.onDemand)},
                         {"price_marketplace", figureJson(rates.marketplace)},
                         {"note", rates.note}});
}

} // namespace

std::string estimateJson(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    const Answer& answer = estimate.answer;
    const std::int64_t batch = plan.stepSequences();

    Json json = Json::object(
        {{"format", "highwater-estimate"},
         {"version", 1},
         {"method", nameOf(plan.method)},
         {"model", modelJson(estimate)},
         {"per_gpu", totalsJson(answer.totals, plan.capacity, estimate.verdict)},
         {"host_per_node",
          Json::object({{"total", answer.hostPerNode}, {"capacity", plan.cluster.hostMemory}})},
         {"disk_per_node", Json::object({{"total", answer.diskPerNode}})},
         {"derived",
          Json::object({{"driver_bytes", plan.capacityIsDevices ? plan.device->driverBytes : 0},
                        {"data_parallel", plan.dataParallel},
                        {"shard_degree", plan.shards},
                        {"micro_batches", plan.microBatches},
                        {"sequences_per_step", batch},
                        {"tokens_per_step", bounded::times(batch, plan.workload.context)}})}});
    json["stage"] = answer.totals.stage;
    json["stages"] = Json::array();
    for (const StageTotal& stage : answer.stages)
        json["stages"].append(stageJson(stage));
    json["moments"] = Json::array();
    for (const MomentTotal& moment : answer.moments)
        json["moments"].append(Json::object({{"name", nameOf(moment.moment)},
                                             {"total", moment.perGroup.total()},
                                             {"per_group", groupsJson(moment.perGroup)}}));
    json["warnings"] = Json::array();
    for (const Warning& warning : answer.warnings)
        json["warnings"].append(
            Json::object({{"field", warning.field}, {"message", english(warning.message)}}));
    json["unread"] = Json::list(plan.unreadOfModel);
    for (const std::string& field : plan.unread)
        json["unread"].append(field);
    json["ignored"] = Json::list(estimate.ignored | std::views::transform(&KeyPath::text));
    json["remarks"] = Json::array();
    for (const Text& remark : answer.remarks)
        json["remarks"].append(english(remark));
    addTime(json, plan);
    if (estimate.serving)
        json["inference"] = servingJson(plan, *estimate.serving);
    if (plan.isJob())
        json["job"] = jobJson(plan, answer);
    json["ledger"] = Json::array();
    for (const Line& line : answer.ledger)
        json["ledger"].append(lineJson(answer, line));
    return document(json);
}

Json changeJson(const Change& change)
{
    return Json::object({{"key", change.key.text()},
                         {"value", jsonOf(change.value)},
                         {"label", english(change.label)},
                         {"cost", english(change.cost)}});
}

Json countsJson(const Shape& shape)
{
    Json json = Json::object({{"parameters", countWeights(shape).total}});
    addParts(json, shape);
    return json;
}

std::string sweepJson(const Sweep& sweep)
{
    Json points = Json::array();
    for (const SweepPoint& point : sweep.points)
        points.append(
            Json::object({{"value", point.value},
                          {"per_gpu", totalsJson(point.totals, point.capacity, point.verdict)}}));
    return document(Json::object({{"format", "highwater-sweep"},
                                  {"version", 1},
                                  {"axis", sweep.axis.text()},
                                  {"points", std::move(points)}}));
}

std::string solutionJson(const Solution& solution)
{
    Json json = Json::object({{"format", "highwater-solution"},
                              {"version", 1},
                              {"for", solution.key.text()},
                              {"answer", solution.answer},
                              {"edge", solution.edge},
                              {"total", solution.totals.total},
                              {"capacity", solution.capacity},
                              {"slowdown", solution.slowdown}});
    if (!solution.answer)
        json["reason"] = english(solution.reason);
    else if (const std::string note = remarkOf(solution); !note.empty())
        json["note"] = note;
    return document(json);
}

std::string justEnoughJson(const JustEnough& found)
{
    Json json = Json::object({{"format", "highwater-solution"},
                              {"version", 1},
                              {"for", "recompute"},
                              {"answer", Json()},
                              {"total", Json()},
                              {"capacity", found.line},
                              {"slowdown", Json()},
                              {"compared", found.compared},
                              {"complete", found.complete}});
    if (const auto& saved = found.least ? found.least : found.smallest) {
        Json set = Json::object({});
        for (const Change& change : saved->changes)
            set[std::string(change.key)] = jsonOf(change.value);
        const std::string label
            = savedLabel(*saved, [](const Text& text) { return english(text); });
        Json answer = Json::object({{"label", label},
                                    {"set", std::move(set)},
                                    {"by_setting", saved->bySetting},
                                    {"kept", saved->counts.kept},
                                    {"in_part", saved->counts.inPart},
                                    {"recomputed", saved->counts.recomputed},
                                    {"offloaded", saved->counts.offloaded},
                                    {"host_per_node", saved->hostPerNode}});
        json[found.least ? "answer" : "smallest"] = std::move(answer);
        json["total"] = saved->totals.total;
        json["slowdown"] = saved->slowdown;
    }
    if (!found.least)
        json["reason"] = english(found.reason);
    return document(json);
}

std::string suggestionsJson(const std::vector<Suggestion>& suggestions, const Estimate& present)
{
    Json list = Json::array();
    for (const Suggestion& suggestion : suggestions) {
        std::vector<Json> changes;
        for (const Change& change : suggestion.changes)
            changes.push_back(changeJson(change));
        // A suggestion of one change has the keys of that change too.
        Json one = changes.size() == 1 ? changes.front() : Json::object();
        one["changes"] = Json::array(std::move(changes));
        one["price"] = nameOf(suggestion.price());
        one["costs"] = Json::array();
        for (const Text& cost : suggestion.costs())
            one["costs"].append(english(cost));
        // Relative to the time of a token in the unchanged plan.
        one["time_ratio"] = suggestion.slowdown;
        one["host_per_node_more"] = suggestion.hostPerNode;
        one["total"] = suggestion.totals.total;
        one["fits"] = suggestion.fits;
        list.append(std::move(one));
    }
    return document(Json::object({{"format", "highwater-advice"},
                                  {"version", 1},
                                  {"fits", present.fits()},
                                  {"total", present.answer.totals.total},
                                  {"capacity", present.plan.capacity},
                                  {"remedies", std::move(list)}}));
}

std::string formatsJson(const Model& model)
{
    const WeightChoices choices = choicesOfFamily(model.family);
    WeightChoices withMatrix = choices;
    withMatrix.matrix = true;
    Json formats = Json::array();
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        const WeightFormatFacts& facts = factsOf(format);
        const WeightSizes sizes = weightSizes(model.shape, format, choices);
        formats.append(
            Json::object({{"id", std::string(nameOf(format))},
                          {"name", std::string(facts.name)},
                          {"kind", std::string(facts.kind)},
                          {"nominal_bits", facts.nominalBits},
                          {"bits_per_weight", sizes.bitsPerWeight()},
                          {"block", facts.block > 0 ? Json(facts.block) : Json()},
                          {"bytes", sizes.total()},
                          {"nominal_bytes", sizes.nominal},
                          {"file_bytes", fileBytes(model.shape, format, choices)},
                          {"file_bytes_imatrix", fileBytes(model.shape, format, withMatrix)},
                          {"source", std::string(facts.source)}}));
    }
    return document(Json::object({{"format", "highwater-catalog"},
                                  {"version", 1},
                                  {"model", model.id},
                                  {"formats", std::move(formats)}}));
}

std::string sweepCsv(const Sweep& sweep)
{
    std::string text(sweep.axis);
    for (std::size_t i = 0; i < groupCount; ++i)
        text += "," + std::string(nameOf(static_cast<Group>(i))) + " (bytes)";
    text += ",total (bytes),low (bytes),high (bytes),capacity (bytes),verdict\n";
    for (const SweepPoint& point : sweep.points) {
        text += std::to_string(point.value);
        for (const Bytes bytes : point.totals.perGpu.bytes)
            text += "," + std::to_string(bytes);
        for (const Bytes bytes :
             {point.totals.total, point.totals.low, point.totals.high, point.capacity})
            text += "," + std::to_string(bytes);
        text += "," + std::string(nameOf(point.verdict)) + "\n";
    }
    return text;
}

std::string modelsJson(const Catalog& catalog)
{
    Json models = Json::array();
    for (const Model& model : catalog.models()) {
        const WeightCounts counts = countWeights(model.shape);
        models.append(Json::object({{"id", model.id},
                                    {"name", model.name},
                                    {"family", model.family},
                                    {"parameters", counts.total},
                                    {"active_parameters", counts.active},
                                    {"published_parameters", model.published},
                                    {"published_by", model.publishedBy},
                                    {"num_layers", model.shape.layers},
                                    {"hidden_size", model.shape.hidden},
                                    {"num_heads", model.shape.heads},
                                    {"num_kv_heads", model.shape.kvHeads},
                                    {"intermediate_size", model.shape.feedForward},
                                    {"vocab_size", model.shape.vocabulary},
                                    {"max_positions", model.shape.maxPositions},
                                    {"verified", model.verified},
                                    {"source", model.source},
                                    {"aliases", Json::list(model.aliases)}}));
    }
    return document(Json::object(
        {{"format", "highwater-catalog"}, {"version", 1}, {"models", std::move(models)}}));
}

std::string devicesJson(const Catalog& catalog)
{
    Json devices = Json::array();
    for (const Device& device : catalog.devices())
        devices.append(Json::object({{"id", device.id},
                                     {"name", device.name},
                                     {"vendor", device.vendor},
                                     {"memory_gb_marketed", device.marketedGb},
                                     {"memory_total_mib", device.reportedMib},
                                     {"driver_bytes", device.driverBytes},
                                     {"driver_seen_on", device.driverSeenOn},
                                     {"unified_memory", device.isUnified()},
                                     {"system_bytes", device.systemBytes},
                                     {"capacity_bytes", device.capacityBytes()},
                                     {"memory_bandwidth_gb_s", device.bandwidthGbPerS},
                                     {"bf16_dense_tflops", device.bf16Tflops},
                                     {"fp8_dense_tflops", device.fp8Tflops},
                                     {"fp4_dense_tflops", device.fp4Tflops},
                                     {"interconnect", device.interconnect},
                                     {"interconnect_gb_s", device.interconnectGbPerS},
                                     {"pcie_gen", device.pcieGeneration},
                                     {"rates", device.rates ? ratesJson(*device.rates) : Json()},
                                     {"verified", device.verified},
                                     {"source", device.source},
                                     {"note", device.note},
                                     {"aliases", Json::list(device.aliases)}}));
    return document(Json::object(
        {{"format", "highwater-catalog"}, {"version", 1}, {"devices", std::move(devices)}}));
}

} // namespace highwater
