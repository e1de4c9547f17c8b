// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/eleuther.h"

#include "core/methods/lines.h"
#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <array>

namespace highwater {
namespace {

constexpr const char* eleutherCode = "EleutherAI/cookbook, calc_transformer_mem.py at 827ee3b2";
constexpr std::int64_t halfBytes = 2; // of the 16-bit values of mixed precision
constexpr double bucketElements = 5e8; // --zero-allgather-bucket-size
constexpr double liveElements = 1e9; // --zero3-max-live-params

/// Bytes of a value that one token keeps in a layer: 34 of a GPT's, and its row of scores.
double tokenLayerBytes(const EleutherSetup& setup)
{
    const auto hidden = real(16 * halfBytes + 2);
    if (setup.checkpoint)
        return hidden;
    return hidden
        + real(2 * halfBytes + 1) * (real(setup.heads) * real(setup.context) / real(setup.hidden));
}

std::int64_t gradientBytesOf(const Recipe& recipe)
{
    if (!recipe.gradients)
        return EleutherSetup{}.gradientBytes;
    switch (*recipe.gradients) {
    case Gradients::Bf16:
        return 2;
    case Gradients::Fp32:
        return 4;
    case Gradients::Both:
        return 6;
    }
    return EleutherSetup{}.gradientBytes;
}

EleutherSetup eleutherSetup(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const Optimizer optimizer = plan.choices.optimizer;
    EleutherSetup setup;
    setup.layers = shape.layers;
    setup.hidden = shape.hidden;
    setup.heads = shape.heads;
    setup.vocabulary = shape.vocabulary;
    const std::int64_t width = shape.experts > 0 ? shape.expertWidth : shape.feedForward;
    setup.feedForwardRatio = real(width) / real(shape.hidden);
    setup.keyValueRatio = real(shape.kvHeads) / real(shape.heads);
    setup.mlpLinears = shape.gated ? 3 : 2;
    setup.experts = shape.experts;
    setup.expertParallel = plan.layout.expert;
    setup.context = plan.workload.context;
    setup.microBatch = plan.workload.microBatch;
    setup.gpus = plan.cluster.gpus;
    setup.tensor = plan.layout.tensor;
    setup.pipeline = plan.layout.pipeline;
    setup.zero = plan.layout.zero;
    setup.checkpoint = plan.choices.recompute != Recompute::None;
    setup.partition = plan.choices.sequenceParallel;
    setup.mixed = plan.choices.precision != Precision::Fp32;
    setup.gradientBytes = gradientBytesOf(plan.recipe);
    if (optimizer == Optimizer::Muon || optimizer == Optimizer::SgdMomentum) {
        setup.optimizerBytes = 8;
        setup.optimizer = optimizer == Optimizer::Muon ? "muon" : "sgd_momentum";
    }
    setup.reservedGib = real(plan.cluster.reserve) / real(gib);
    return setup;
}

} // namespace

EleutherNeeds eleutherNeeds(const EleutherSetup& setup)
{
    const double h = real(setup.hidden), layers = real(setup.layers);
    const double shards = real(setup.tensor) * real(setup.pipeline), gpus = real(setup.gpus);
    // An input and an output table, and a table of positions with the length of the sequence.
    const double tables = 2 * real(setup.vocabulary) * h + h * real(setup.context);
    const double norms = 8 * h * layers + 2 * h;
    const double attention = real(truncated(2 * (1 + setup.keyValueRatio) * layers * h * h));
    const double mlp = real(setup.mlpLinears) * layers * h * setup.feedForwardRatio * h;
    const double rest = tables + norms + attention;

    EleutherNeeds needs;
    needs.parameters = rest + mlp;
    needs.heldParameters = setup.experts == 0
        ? needs.parameters
        : rest + real(setup.experts) / real(setup.expertParallel) * mlp;

    needs.modelParameters
        = setup.experts == 0 ? needs.parameters : rest + real(setup.experts) * mlp;

    const double valueSize = setup.mixed ? halfBytes : 4;
    needs.model = needs.parameters * valueSize;
    needs.gpuModel = needs.heldParameters * valueSize / shards;
    needs.gradients = needs.heldParameters * real(setup.gradientBytes);
    needs.gpuGradients = needs.gradients;
    needs.optimizer = needs.heldParameters * real(setup.optimizerBytes);
    needs.gpuOptimizer = needs.optimizer;
    if (setup.zero >= 3)
        needs.gpuModel /= gpus; // already divided by the tensor and pipeline ranks
    if (setup.zero >= 2)
        needs.gpuGradients /= gpus;
    if (setup.zero >= 1)
        needs.gpuOptimizer /= gpus;
    if (setup.zero >= 1 && setup.gpus > 1)
        needs.gpuCommunication += bucketElements * valueSize;
    if (setup.zero == 3 && setup.gpus > 1)
        needs.gpuCommunication += liveElements * valueSize;

    needs.activations
        = real(setup.context) * real(setup.microBatch) * h * layers * tokenLayerBytes(setup);
    needs.gpuActivations
        = setup.partition ? needs.activations / real(setup.tensor) : needs.activations;
    needs.gpuReserved = setup.reservedGib * real(gib);
    needs.gpuTotal = needs.gpuActivations + needs.gpuGradients + needs.gpuModel + needs.gpuOptimizer
        + needs.gpuCommunication + needs.gpuReserved;
    return needs;
}

std::string eleutherTable(const EleutherSetup& setup)
{
    const EleutherNeeds needs = eleutherNeeds(setup);
    std::string table;
    const auto row = [&table](const std::string& name, double bytes) {
        table += name + ": " + fixed(bytes / real(gib), 2) + " GiB\n";
    };
    const std::string optimizer = std::string("Optimizer Memory (") + setup.optimizer + ")";
    const double everyGpu = needs.gpuReserved * real(setup.gpus);
    table += "*** Per-GPU Memory\n";
    row("Per-GPU Activation Memory", needs.gpuActivations);
    row("Per-GPU Model Memory", needs.gpuModel);
    row("Per-GPU Gradient Memory", needs.gpuGradients);
    row("Per-GPU " + optimizer, needs.gpuOptimizer);
    row("Per-GPU Communication Memory", needs.gpuCommunication);
    row("Per-GPU Miscellaneous Memory", needs.gpuReserved);
    table += "\n";
    row("Per-GPU Memory Required for Training", needs.gpuTotal);
    table += "\n*** Total GPU Memory for a Single Model Replica\n";
    row("Total Activation Memory", needs.activations);
    row("Total Model Memory", needs.model);
    row("Total Gradient Memory", needs.gradients);
    row("Total " + optimizer, needs.optimizer);
    row("Total Miscellaneous Memory", everyGpu);
    table += "\n";
    row("Total GPU Memory Required to Store a Complete Model Replica for Training",
        needs.activations + needs.gradients + needs.model + needs.optimizer + everyGpu);
    return table;
}

Result<Answer> eleutherAnswer(const Resolved& plan)
{
    const EleutherSetup setup = eleutherSetup(plan);
    const EleutherNeeds needs = eleutherNeeds(setup);
    const std::string count = grouped(truncated(needs.heldParameters));
    const std::string ranks = setup.tensor * setup.pipeline > 1 ? "/(t·p)" : "";
    const std::string rankNumbers
        = ranks.empty() ? "" : "/" + std::to_string(setup.tensor * setup.pipeline);
    const auto over
        = [&](std::int64_t fromStage) { return setup.zero >= fromStage && setup.gpus > 1; };
    const auto formula = [&](std::int64_t bytes, const std::string& split, std::int64_t stage) {
        return std::to_string(bytes) + "·P" + split + (over(stage) ? "/N" : "");
    };
    const auto numbers = [&](std::int64_t bytes, const std::string& split, std::int64_t stage) {
        return std::to_string(bytes) + "·" + count + split
            + (over(stage) ? "/" + std::to_string(setup.gpus) : "");
    };
    const std::int64_t valueSize = setup.mixed ? halfBytes : 4;
    const std::string tokens = std::to_string(setup.context) + "·"
        + std::to_string(setup.microBatch) + "·" + std::to_string(setup.hidden) + "·"
        + std::to_string(setup.layers) + "·";
    const bool split = setup.partition && setup.tensor > 1;
    const std::array parts{
        RealPart{Group::Parameters,
                 "parameters",
                 {HW_TR("core", "Weights, with a table of positions as long as the context")},
                 formula(valueSize, ranks, 3),
                 numbers(valueSize, rankNumbers, 3),
                 needs.gpuModel},
        RealPart{Group::Gradients,
                 "gradients",
                 {HW_TR("core", "Gradients, whole on every GPU below ZeRO-2")},
                 formula(setup.gradientBytes, "", 2),
                 numbers(setup.gradientBytes, "", 2),
                 needs.gpuGradients},
        RealPart{Group::Optimizer,
                 "optimizer",
                 {HW_TR("core", "32-bit weights and the optimizer's moments")},
                 formula(setup.optimizerBytes, "", 1),
                 numbers(setup.optimizerBytes, "", 1),
                 needs.gpuOptimizer},
        RealPart{Group::Temporary,
                 "communication",
                 {HW_TR("core", "Bucket of 5e8 values, and 1e9 live ones at ZeRO-3")},
                 setup.zero == 3 ? "15e8·w" : "5e8·w",
                 (setup.zero == 3 ? "15e8·" : "5e8·") + std::to_string(valueSize),
                 needs.gpuCommunication},
        RealPart{Group::Overhead,
                 "reserve",
                 {HW_TR("core", "Kept free by the user")},
                 "reserve",
                 grouped(plan.cluster.reserve),
                 needs.gpuReserved},
        RealPart{Group::Activations,
                 "activations",
                 {HW_TR("core", "Activations of a GPT")},
                 (setup.checkpoint ? "s·b·h·L·34" : "s·b·h·L·(34 + 5·a·s/h)")
                     + std::string(split ? "/t" : ""),
                 tokens + shortest(tokenLayerBytes(setup))
                     + (split ? "/" + std::to_string(setup.tensor) : ""),
                 needs.gpuActivations},
    };
    Answer answer;
    addParts(answer, parts, truncated(needs.gpuTotal), eleutherCode);
    sumUp(answer);
    answer.ownTable = eleutherTable(setup);
    remarkCount(answer, needs.modelParameters, plan);
    const Optimizer chosen = plan.choices.optimizer;
    if (chosen != Optimizer::AdamW && setup.optimizerBytes == EleutherSetup{}.optimizerBytes)
        answer.warnings.push_back(
            {"recipe.optimizer",
             {HW_TR("core",
                    "the program knows AdamW, Muon and SGD with momentum: counted as AdamW")}});
    return answer;
}

} // namespace highwater
