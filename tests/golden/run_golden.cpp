// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/timeline.h"
#include "core/exchange/figure_csv.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/plan_schema.h"
#include "core/exchange/share_code.h"
#include "core/exchange/svg.h"
#include "core/figure/lecture_figures.h"
#include "core/methods/deepspeed.h"
#include "core/methods/method.h"
#include "tests/core/counted_rows.h"
#include "tests/core/figure_samples.h"
#include "tests/core/golden_file.h"
#include "tests/core/plans.h"
#include "tests/core/presets.h"
#include "tests/golden/tally.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <string>

using namespace highwater;
using nlohmann::json;

namespace {

bool catalogue()
{
    Tally tally("parameter counts");
    for (const Model& model : builtinCatalog().models()) {
        const WeightCounts counts = countWeights(model.shape);
        tally.check(counts.total == model.totalParameters
                        && counts.active == model.activeParameters,
                    model.id);
    }
    return tally.report();
}

/// The figure that a published point belongs to, and the title of its panel there.
struct Place
{
    const char* figure;
    std::string panel;
};

Place placeOf(const json& point)
{
    const std::string chart = point.at("chart");
    if (chart == "memusage_activations")
        return {"lecture-scaling", point.at("model")};
    if (chart == "zero3_memoryusage") {
        static const char* const stages[]{"ZeRO-0 · unsharded", "ZeRO-1 · optimizer",
                                          "ZeRO-2 · + gradients", "ZeRO-3 · + parameters"};
        return {"lecture-zero", stages[point.at("zero_stage").get<std::size_t>()]};
    }
    const std::string recompute = point.at("recompute");
    return {"lecture-recompute",
            recompute == "none"       ? "No recompute"
                : recompute == "full" ? "Full recompute"
                                      : "Selective recompute"};
}

/// The value at the point's series and context in GiB, or a negative number where there is none.
double valueAt(const Figure& figure, const std::string& panelTitle, const json& point)
{
    for (const Panel& panel : figure.panels)
        for (std::size_t i = 0; english(panel.title) == panelTitle && i < panel.xs.size(); ++i)
            for (const Layer& layer : panel.layers)
                if (panel.xs[i] == point.at("seq")
                    && nameOf(layer.group) == point.at("series").get<std::string>())
                    return toGib(layer.values[i]);
    return -1;
}

bool figures()
{
    Tally tally("lecture figures, to the bit");
    for (const json& point : goldenFile("figures.json")) {
        const Place place = placeOf(point);
        const auto figure = lectureFigure(place.figure);
        tally.check(figure
                        && valueAt(*figure, place.panel, point) == point.at("value").get<double>(),
                    point.dump());
    }
    return tally.report();
}

DeepSpeedSetup setupOf(const json& inputs)
{
    const auto whole = [&](const char* name) {
        const auto found = inputs.find(name);
        return found == inputs.end() || found->is_null()
            ? std::int64_t{0}
            : static_cast<std::int64_t>(found->get<double>());
    };
    return {whole("total_params"), whole("largest_layer_params"), whole("num_gpus_per_node"),
            whole("num_nodes"), inputs.value("additional_buffer_factor", 1.5)};
}

bool deepSpeed()
{
    Tally bytes("DeepSpeed, to the byte");
    for (const json& row : goldenFile("deepspeed_zero.json")) {
        const json& in = row.at("inputs");
        const bool three = row.at("peer").get<std::string>().find("zero3") != std::string::npos;
        const DeepSpeedNeeds needs = three
            ? deepSpeedZero3(setupOf(in), in.at("cpu_offload"), in.at("cpu_offload_params"),
                             in.at("zero_init"))
            : deepSpeedZero2(setupOf(in), in.at("cpu_offload"));
        bytes.check(needs.gpu == row.at("outputs").at("gpu_mem_bytes")
                        && needs.cpu == row.at("outputs").at("cpu_mem_bytes"),
                    in.dump());
    }
    Tally tables("DeepSpeed, tables verbatim");
    for (const json& row : goldenFile("deepspeed_zero_tables.json")) {
        const bool three = row.at("peer").get<std::string>().find("zero3") != std::string::npos;
        tables.check(deepSpeedTable(setupOf(row.at("inputs")), three ? 3 : 2)
                         == row.at("outputs").at("stdout").get<std::string>(),
                     row.at("inputs").dump());
    }
    const bool right = bytes.report();
    return tables.report() && right;
}

/// The tensors that PyTorch saves for one layer, as counted by others and by tests/truth.
bool savedTensors()
{
    Tally tally("saved tensors of a layer");
    for (const char* file : {"saved_tensors.json", "saved_tensors_counted.json"})
        for (const json& row : goldenFile(file)) {
            const json& in = row.at("inputs");
            if (in.at("block") == "lm_head+cross_entropy" || !inexpressible(in).empty())
                continue;
            const Counted counted = layerOf(row);
            const auto found = estimate(counted.plan, builtinCatalog());
            const std::int64_t bytes = found ? keptByLayer(found->answer) : 0;
            tally.check(std::abs(bytes - counted.bytes) <= tolerance,
                        in.dump() + ": " + std::to_string(bytes) + " for "
                            + std::to_string(counted.bytes));
        }
    return tally.report();
}

/// Parameters, gradients and optimizer state before the first pass of a step that PyTorch made.
bool recordedSteps()
{
    Tally tally("recorded steps, states");
    std::ifstream file(HIGHWATER_TRUTH "/step_timeline.json");
    const json recorded = json::parse(file);
    for (const json& step : recorded.at("cases")) {
        const auto plan = readPlan(step.at("plan").dump());
        const auto resolved = plan ? resolve(*plan, builtinCatalog()) : plan.problems();
        GroupBytes states;
        if (resolved) {
            const Timeline timeline = timelineOf(*resolved);
            states = timeline.points[timeline.start].perGroup;
        }
        const json& resident = step.at("resident");
        tally.check(states[Group::Parameters] == resident.at(0)
                        && states[Group::Gradients] == resident.at(1)
                        && states[Group::Optimizer] == resident.at(2),
                    step.at("name"));
    }
    return tally.report();
}

/// Each shipped plan can be read, is written back unchanged, and has an estimate.
bool presets()
{
    Tally files("presets"), codes("share codes of presets"), damaged("share codes, mistyped");
    for (const auto& [name, text] : presetTexts()) {
        const auto plan = readPlan(text);
        files.check(plan && writePlan(*plan) == text && estimate(*plan, builtinCatalog()), name);
        if (!plan)
            continue;
        std::string code = shareCode(*plan);
        const auto shared = readShareCode(code);
        codes.check(shared && *shared == *plan, name);
        code.back() = code.back() == 'a' ? 'b' : 'a';
        damaged.check(!readShareCode(code), name);
    }
    const bool right = files.report();
    return codes.report() && damaged.report() && right;
}

bool drawings()
{
    Tally tally("drawn figures, to the byte");
    const Translator words = [](const Text& text) { return english(text); };
    for (const char* name :
         {"context", "lecture-zero", "lecture-scaling published", "compare", "timeline"}) {
        const std::string file = name == std::string("lecture-scaling published")
            ? "lecture-scaling-bars.svg"
            : std::string(name) + ".svg";
        const auto scene = sceneOf(sampleFigure(name, openingPlan()), {}, words, arialWidth);
        tally.check(scene && svg(*scene) == goldenText(file), file);
    }
    const std::string csv = figureCsv(sampleFigure("lecture-zero published"), words);
    tally.check(csv == goldenText("lecture-zero.csv"), "lecture-zero.csv");
    tally.check(planSchema() == contentsOf(HIGHWATER_PRESETS "/plan.schema.json"), "plan schema");
    return tally.report();
}

} // namespace

int main()
{
    const bool results[]{catalogue(),     figures(), deepSpeed(), savedTensors(),
                         recordedSteps(), presets(), drawings()};
    for (const bool right : results)
        if (!right)
            return 1;
    return 0;
}
