// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"
#include "core/figure/lecture_figures.h"
#include "core/methods/deepspeed.h"
#include "core/methods/method.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

using namespace highwater;
using nlohmann::json;

namespace {

json golden(const char* name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name);
    return json::parse(file);
}

/// Counts what agreed and prints what did not.
class Tally
{
public:
    explicit Tally(const char* what)
        : m_what(what)
    { }
    void check(bool right, const std::string& which)
    {
        ++(right ? m_right : m_wrong);
        if (!right)
            std::printf("  wrong: %s\n", which.c_str());
    }
    bool report() const
    {
        std::printf("%-28s %5d right, %d wrong\n", m_what, m_right, m_wrong);
        return m_wrong == 0 && m_right > 0;
    }

private:
    const char* m_what;
    int m_right = 0, m_wrong = 0;
};

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
        static const char* const stages[]{"ZeRO-0 · nothing sharded", "ZeRO-1 · optimizer",
                                          "ZeRO-2 · + gradients", "ZeRO-3 · + parameters"};
        return {"lecture-zero", stages[point.at("zero_stage").get<std::size_t>()]};
    }
    const std::string recompute = point.at("recompute");
    return {"lecture-recompute",
            recompute == "none"       ? "No recomputation"
                : recompute == "full" ? "Full recomputation"
                                      : "Selective recomputation"};
}

/// The value at the point's series and context in GiB, or a negative number where there is none.
double valueAt(const Figure& figure, const std::string& panelTitle, const json& point)
{
    for (const Panel& panel : figure.panels)
        for (std::size_t i = 0; english(panel.title) == panelTitle && i < panel.xs.size(); ++i)
            for (const Layer& layer : panel.layers)
                if (panel.xs[i] == point.at("seq")
                    && nameOf(layer.group) == point.at("series").get<std::string>())
                    return gib(layer.values[i]);
    return -1;
}

bool figures()
{
    Tally tally("lecture figures, to the bit");
    for (const json& point : golden("figures.json")) {
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
    for (const json& row : golden("deepspeed_zero.json")) {
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
    for (const json& row : golden("deepspeed_zero_tables.json")) {
        const bool three = row.at("peer").get<std::string>().find("zero3") != std::string::npos;
        tables.check(deepSpeedTable(setupOf(row.at("inputs")), three ? 3 : 2)
                         == row.at("outputs").at("stdout").get<std::string>(),
                     row.at("inputs").dump());
    }
    const bool right = bytes.report();
    return tables.report() && right;
}

/// The plan of one counted layer, where a plan can express it.
std::optional<Plan> layerPlan(const json& in)
{
    const std::string block = in.at("block");
    const bool llama = block == "llama";
    if (!llama && block != "gpt")
        return std::nullopt;
    if (llama && in.at("fused_norm") != in.at("fused_glu"))
        return std::nullopt; // a plan has one choice of kernels
    CustomModel model;
    model.hiddenSize = in.at("hidden");
    model.numLayers = 1;
    model.numHeads = in.at("heads");
    model.numKvHeads = in.at("kv_heads");
    model.headDim = in.at("head_dim");
    model.intermediateSize = in.at("ffn");
    model.vocabSize = 256;
    model.gated = llama;
    model.norm = llama ? Norm::RmsNorm : Norm::LayerNorm;
    Plan plan;
    plan.model = model;
    plan.workload.context = in.at("seq");
    plan.workload.microBatch = in.at("micro_batch");
    plan.cluster.gpus = 1;
    if (llama)
        plan.recipe.kernels = in.at("fused_norm").get<bool>() ? Kernels::Fused : Kernels::Eager;
    plan.recipe.attention
        = in.value("attn", std::string("eager")) == "flash" ? Attention::Flash : Attention::Eager;
    plan.recipe.dropout = in.value("p", 0.0) > 0;
    return plan;
}

/// Dropout masks take two bytes an entry where the rows were counted, one on a GPU.
std::int64_t cpuMasks(const json& in)
{
    if (in.value("p", 0.0) == 0)
        return 0;
    const std::int64_t s = in.at("seq"), b = in.at("micro_batch"), h = in.at("hidden"),
                       a = in.at("heads");
    return 2 * s * b * h + a * s * s * b;
}

bool savedTensors()
{
    constexpr std::int64_t tolerance = 64; // constants of a layer that no token pays
    Tally tally("saved tensors of a layer");
    for (const json& row : golden("saved_tensors.json")) {
        const json& in = row.at("inputs");
        const auto plan = layerPlan(in);
        if (!plan)
            continue;
        const auto found = estimate(*plan, builtinCatalog());
        std::int64_t layer = 0;
        if (found)
            for (const Line& line : found->answer.ledger)
                if (line.group == Group::Activations && line.scope == Scope::Layer)
                    layer += line.each;
        const std::int64_t counted
            = row.at("outputs").at("saved_bytes_per_layer").get<std::int64_t>() - cpuMasks(in);
        tally.check(std::abs(layer - counted) <= tolerance,
                    in.dump() + ": " + std::to_string(layer) + " for " + std::to_string(counted));
    }
    return tally.report();
}

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Every plan that ships is read, is written as it stands, and has an estimate.
bool presets()
{
    Tally tally("presets");
    for (const auto& entry : std::filesystem::directory_iterator(HIGHWATER_PRESETS)) {
        if (entry.path().extension() != ".hwplan")
            continue;
        const std::string text = textOf(entry.path());
        const auto plan = readPlan(text);
        tally.check(plan && writePlan(*plan) == text && estimate(*plan, builtinCatalog()),
                    entry.path().filename().string());
    }
    return tally.report();
}

} // namespace

int main()
{
    const bool results[]{catalogue(), figures(), deepSpeed(), savedTensors(), presets()};
    for (const bool right : results)
        if (!right)
            return 1;
    return 0;
}
