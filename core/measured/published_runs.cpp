// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/published_runs.h"

#include "core/measured/validation.h"
#include "core/methods/method.h"
#include "core/plan/plan.h"
#include "core/time/layer_work.h"
#include "core/time/real.h"
#include "core/time/step_time.h"
#include "core/time/time_answer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {
namespace {

/// A training run whose speed a paper states.
struct PublishedRun
{
    std::string_view name, source;
    double teraflops = 0; ///< of one GPU, by the paper's way of counting
    /// Whether the paper counts the second forward pass and all of the attention (Narayanan et
    /// al.); if not, it counts the operations that the model needs.
    bool countsAll = false;
    Plan plan;
};

/// A training run whose GPU-hours a paper states.
struct PublishedLength
{
    std::string_view name, source;
    double gpuHours = 0;
    bool atMost = false; ///< the hours are those of a whole project, of which the run is a part
    Plan plan;
};

/// A Llama trained with Megatron-LM; a pipeline has four chunks.
struct LlamaPlan
{
    std::string_view model, device;
    std::int64_t gpus, context, sequences, tensor, pipeline, contextRanks = 1;
};

Plan planOf(const LlamaPlan& row)
{
    Plan plan;
    plan.model = CatalogModel{std::string(row.model)};
    plan.workload.context = row.context;
    plan.workload.globalBatch = row.sequences;
    plan.recipe.framework = Framework::Megatron;
    plan.cluster.device = row.device;
    plan.cluster.gpus = row.gpus;
    plan.layout.tensor = row.tensor;
    plan.layout.context = row.contextRanks;
    plan.layout.pipeline = row.pipeline;
    if (row.pipeline > 1)
        plan.layout.virtualPipeline = 4;
    plan.layout.zero = 1;
    return plan;
}

/// Llama 3 405B on H100 (arXiv 2407.21783, table 4; BF16, 16M tokens a step, four chunks assumed).
struct LlamaRow
{
    std::string_view name;
    std::int64_t gpus, context, contextRanks, sequences;
    double teraflops;
};

constexpr std::array llamaRows{
    LlamaRow{"Llama 3 405B, 8K, 8,192 H100", 8192, 8192, 1, 2048, 430},
    LlamaRow{"Llama 3 405B, 8K, 16,384 H100", 16384, 8192, 1, 2048, 400},
    LlamaRow{"Llama 3 405B, 131K, 16,384 H100", 16384, 131072, 16, 128, 380},
};

Plan planOf(const LlamaRow& row)
{
    return planOf(LlamaPlan{"llama-3.1-405b", "h100-sxm5-80gb", row.gpus, row.context,
                            row.sequences, 8, 16, row.contextRanks});
}

/// GPT on A100 (Narayanan et al., arXiv 2104.04473, table 1; 2,048 tokens, 51,200 words, full
/// recomputation). The micro-batch and the number of chunks are assumed.
struct GptRow
{
    std::string_view name;
    std::int64_t hidden, layers, heads, gpus, tensor, pipeline, batch, microBatch, chunks;
    double teraflops;
};

constexpr std::array gptRows{
    GptRow{"GPT 1.7B, 32 A100", 2304, 24, 24, 32, 1, 1, 512, 16, 1, 137},
    GptRow{"GPT 3.6B, 64 A100", 3072, 30, 32, 64, 2, 1, 512, 16, 1, 138},
    GptRow{"GPT 7.5B, 128 A100", 4096, 36, 32, 128, 4, 1, 512, 16, 1, 142},
    GptRow{"GPT 18.4B, 256 A100", 6144, 40, 48, 256, 8, 1, 1024, 8, 1, 135},
    GptRow{"GPT 39.1B, 512 A100", 8192, 48, 64, 512, 8, 2, 1536, 4, 2, 138},
    GptRow{"GPT 76.1B, 1,024 A100", 10240, 60, 80, 1024, 8, 4, 1792, 2, 3, 140},
    GptRow{"GPT 145.6B, 1,536 A100", 12288, 80, 96, 1536, 8, 8, 2304, 2, 2, 148},
    GptRow{"GPT 310.1B, 1,920 A100", 16384, 96, 128, 1920, 8, 16, 2160, 1, 2, 155},
    GptRow{"GPT 529.6B, 2,520 A100", 20480, 105, 128, 2520, 8, 35, 2520, 1, 3, 163},
    GptRow{"GPT 1,008B, 3,072 A100", 25600, 128, 160, 3072, 8, 64, 3072, 1, 2, 163},
};

Plan planOf(const GptRow& row)
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = row.hidden;
    model.numLayers = row.layers;
    model.numHeads = row.heads;
    model.intermediateSize = 4 * row.hidden;
    model.vocabSize = 51200;
    model.learnedPositions = 2048;
    model.gated = false;
    model.tiedEmbeddings = true;
    model.biases = true;
    model.norm = Norm::LayerNorm;
    plan.model = model;
    plan.workload.context = 2048;
    plan.workload.microBatch = row.microBatch;
    plan.workload.globalBatch = row.batch;
    plan.recipe.framework = Framework::Megatron;
    plan.recipe.precision = Precision::Fp16Mixed;
    plan.recipe.attention = Attention::Eager;
    plan.recipe.kernels = Kernels::Fused;
    plan.recipe.recompute = Recompute::Full;
    plan.cluster.device = "a100-sxm4-80gb";
    plan.cluster.gpus = row.gpus;
    plan.layout.tensor = row.tensor;
    plan.layout.sequenceParallel = false; // Megatron-LM got it a year later
    plan.layout.pipeline = row.pipeline;
    plan.layout.virtualPipeline = row.chunks;
    return plan;
}

/// GPT-3 on 1,024 A100: 34 days by 8·T·P / (n·X) at 140 TFLOPS (arXiv 2104.04473, section 5.1).
PublishedLength gptThree()
{
    constexpr GptRow row{
        "GPT-3 175B, 300B tokens, 1,024 A100", 12288, 96, 96, 1024, 8, 8, 1536, 2, 3, 140};
    PublishedLength run{row.name, "arXiv 2104.04473, section 5.1", 34.0 * 24 * 1024, false,
                        planOf(row)};
    run.plan.workload.trainingTokens = 300'000'000'000;
    return run;
}

PublishedLength deepSeek()
{
    PublishedLength run{
        "DeepSeek-V3, 1T tokens, 2,048 H800", "arXiv 2412.19437, section 1", 180'000, false, {}};
    Plan& plan = run.plan;
    plan.model = CatalogModel{"deepseek-v3-r1-671b"};
    plan.workload.context = 4096;
    plan.workload.globalBatch = 15360;
    plan.workload.trainingTokens = 1'000'000'000'000;
    plan.recipe.precision = Precision::Fp8Mixed;
    plan.recipe.recompute = Recompute::Selective;
    plan.cluster.device = "h800-sxm-80gb";
    plan.cluster.gpus = 2048;
    plan.layout.zero = 1;
    plan.layout.pipeline = 16;
    plan.layout.schedule = PipelineSchedule::DualPipe;
    plan.layout.expert = 64;
    return run;
}

/// The model cards of Llama state the hours of all training that a model took.
struct ProjectRow
{
    std::string_view name, source;
    double gpuHours;
    std::int64_t tokens;
    LlamaPlan plan;
};

constexpr std::string_view llama2Card = "Llama 2, arXiv 2307.09288, table 2";
constexpr std::string_view llama31Card = "Llama 3.1, model card";
constexpr std::string_view a100 = "a100-sxm4-80gb", h100 = "h100-sxm5-80gb";
constexpr std::int64_t trillion = 1'000'000'000'000;
constexpr std::array projectRows{
    ProjectRow{"Llama 2 70B, 2T tokens, A100",
               llama2Card,
               1.72e6,
               2 * trillion,
               {"llama-2-70b", a100, 2048, 4096, 1024, 8, 4}},
    ProjectRow{"Llama 3.1 8B, 15T tokens, H100",
               llama31Card,
               1.46e6,
               15 * trillion,
               {"llama-3.1-8b", h100, 1024, 8192, 2048, 1, 1}},
    ProjectRow{"Llama 3.1 70B, 15T tokens, H100",
               llama31Card,
               7.0e6,
               15 * trillion,
               {"llama-3.1-70b", h100, 4096, 8192, 2048, 8, 4}},
    ProjectRow{"Llama 3.1 405B, 15T tokens, H100",
               llama31Card,
               30.84e6,
               15 * trillion,
               {"llama-3.1-405b", h100, 16384, 8192, 2048, 8, 16}},
};

PublishedLength lengthOf(const ProjectRow& row)
{
    PublishedLength run{row.name, row.source, row.gpuHours, true, planOf(row.plan)};
    run.plan.workload.trainingTokens = row.tokens;
    return run;
}

/// Micro-batches and chunks are assumed where a paper does not state them.
std::vector<PublishedRun> publishedRuns()
{
    std::vector<PublishedRun> runs;
    for (const LlamaRow& row : llamaRows)
        runs.push_back({row.name, "arXiv 2407.21783, table 4", row.teraflops, false, planOf(row)});
    for (const GptRow& row : gptRows)
        runs.push_back({row.name, "arXiv 2104.04473, table 1", row.teraflops, true, planOf(row)});
    return runs;
}

/// The prediction of the model of a step's time, in the paper's way of counting.
std::optional<double> predictedTeraflops(const PublishedRun& run, const Catalog& catalog)
{
    const auto plan = prepare(run.plan, catalog);
    if (!plan)
        return std::nullopt;
    const auto machine = machineOf(*plan);
    if (!machine)
        return std::nullopt;
    const StepTime step = stepTime(*plan, *machine);
    // Recomputation repeats the layers, not the head.
    const double head = 2 * real(plan->shape.vocabulary) * real(plan->shape.hidden);
    const double forward = forwardOperations(*plan);
    const double operations = run.countsAll ? 4 * forward - head : 3 * forward;
    return operations * step.tokens / (step.seconds * real(plan->cluster.gpus)) / si::tera;
}

/// The layouts of those that count a whole project are assumed.
std::vector<PublishedLength> publishedLengths()
{
    std::vector<PublishedLength> runs{gptThree(), deepSeek()};
    for (const ProjectRow& row : projectRows)
        runs.push_back(lengthOf(row));
    return runs;
}

std::optional<double> predictedGpuHours(const PublishedLength& run, const Catalog& catalog)
{
    const auto plan = prepare(run.plan, catalog);
    if (!plan)
        return std::nullopt;
    const auto found = timeOf(*plan);
    return found && found->run ? std::optional(found->run->gpuHours) : std::nullopt;
}

} // namespace

PublishedSpeeds checkedSpeeds(const Catalog& catalog)
{
    PublishedSpeeds speeds;
    std::vector<double> sizes;
    for (const PublishedRun& run : publishedRuns()) {
        const auto predicted = predictedTeraflops(run, catalog);
        if (!predicted)
            continue;
        speeds.runs.push_back(
            {std::string(run.name), std::string(run.source), run.teraflops, *predicted});
        sizes.push_back(std::abs(speeds.runs.back().error()));
    }
    std::ranges::sort(sizes);
    speeds.median = quantile(sizes, 0.5);
    speeds.worst = sizes.empty() ? 0 : sizes.back();
    for (const PublishedLength& run : publishedLengths())
        if (const auto predicted = predictedGpuHours(run, catalog))
            speeds.lengths.push_back({std::string(run.name), std::string(run.source), run.gpuHours,
                                      *predicted, run.atMost});
    speeds.recipes = checkedRecipes(catalog);
    speeds.groups = recipeGroups(speeds.recipes);
    return speeds;
}

} // namespace highwater
