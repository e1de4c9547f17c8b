// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/llm_analysis.h"

#include "core/ledger/optimizer.h"
#include "core/methods/lines.h"
#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <algorithm>
#include <array>
#include <vector>

namespace highwater {
namespace {

constexpr const char* llmAnalysisCode = "cli99/llm-analysis, analysis.py at d841e40a";
constexpr double value16 = 2, value32 = 4;

/// Parameters of one layer.
struct LlmLayer
{
    double attention = 0, mlp = 0, router = 0, norms = 0;
};

LlmLayer llmLayer(const LlmAnalysisSetup& setup)
{
    const double h = real(setup.hidden), t = real(setup.tensor);
    // Every tensor rank has at least one key head.
    const double keyHeads = std::max(real(setup.keyValueHeads) / t, 1.0) * t;
    return {2 * h * h + 2 * h * (h * keyHeads / real(setup.heads)),
            (setup.gated ? 3.0 : 2.0) * h * real(setup.feedForward) * real(setup.experts),
            setup.experts > 1 ? h * real(setup.experts) : 0, 2 * h};
}

/// The ranks over which a stage of ZeRO shares the weights of a layer; those of experts are fewer.
struct Shares
{
    double dense = 1, mlp = 1;
};

Shares sharesOf(const LlmAnalysisSetup& setup, bool shared)
{
    if (!shared)
        return {};
    return {real(setup.data), real(setup.data) / real(setup.expert)};
}

double layerWeights(const LlmAnalysisSetup& setup, const LlmLayer& layer, bool shared)
{
    const Shares shares = sharesOf(setup, shared);
    const double t = real(setup.tensor);
    return layer.attention * value16 / t / shares.dense
        + (layer.mlp / real(setup.expert) + layer.router) * value16 / t / shares.mlp
        + layer.norms * value16 / shares.dense;
}

double layerOptimizer(const LlmAnalysisSetup& setup, const LlmLayer& layer)
{
    const Shares shares = sharesOf(setup, setup.zero >= 1);
    const double each = real(setup.optimizerBytes), t = real(setup.tensor);
    return each * layer.mlp / real(setup.expert) / t / shares.mlp
        + each * ((layer.attention + layer.router) / t + layer.norms) / shares.dense;
}

double layerGradients(const LlmAnalysisSetup& setup, const LlmLayer& layer)
{
    const Shares shares = sharesOf(setup, setup.zero >= 2);
    const double t = real(setup.tensor);
    return layer.mlp * value32 / real(setup.expert) / t / shares.mlp
        + (layer.attention + layer.router + layer.norms) * value32 / t / shares.dense;
}

double tokensOf(const LlmAnalysisSetup& setup)
{
    return real(setup.context) * real(setup.microBatch);
}

double layerAttention(const LlmAnalysisSetup& setup)
{
    const double values = tokensOf(setup) * real(setup.hidden);
    const double t = real(setup.tensor), sequence = real(setup.sequence);
    if (setup.recompute >= LlmRecompute::NormAttentionNorm)
        return 0;
    if (setup.recompute == LlmRecompute::Attention)
        return values * value16 / sequence;
    double compute = 0;
    if (setup.recompute == LlmRecompute::None) {
        const double heads = real(setup.heads), s = real(setup.context);
        const double scores = heads * (s * s) * real(setup.microBatch);
        compute = setup.flash ? (2 * values + 4 * heads * tokensOf(setup)) * value16 / t
                              : 2 * scores * value16 / t;
        if (setup.dropout)
            compute += scores / t;
    }
    const double kept = (values / sequence + 4 * values / t) * value16 + compute;
    return kept + values / sequence; // the mask of the dropout after the attention
}

double layerMlp(const LlmAnalysisSetup& setup)
{
    const double tokens = tokensOf(setup), values = tokens * real(setup.hidden);
    const double topK = real(setup.expertsPerToken);
    const double t = real(setup.tensor), sequence = real(setup.sequence);
    double bytes = value16 * values / sequence;
    if (setup.experts > 1) {
        bytes = 2 * value16 * values / sequence;
        bytes += value16 * values * topK;
        bytes += value16 * tokens * topK;
        bytes += value16 * values * topK / sequence;
    }
    const double ratio = real(setup.feedForward) / real(setup.hidden);
    double each = 2 * value16;
    if (setup.recomputesGelu)
        each = setup.gated ? 1.0 / 3 * value16 : value16;
    bytes += each * ratio * real(setup.context) * real(setup.microBatch) * real(setup.hidden) * topK
        / t;
    return bytes;
}

void addActivations(LlmAnalysisNeeds& needs, const LlmAnalysisSetup& setup)
{
    const double tokens = tokensOf(setup), h = real(setup.hidden), t = real(setup.tensor);
    const double norm = tokens * h / real(setup.sequence) * value32;
    double attention = 0, mlp = 0, norms = tokens * h * value16 / t, layer = norms;
    if (setup.recompute != LlmRecompute::Full) {
        attention = layerAttention(setup);
        mlp = layerMlp(setup);
        norms = setup.recompute == LlmRecompute::NormAttentionNorm ? norm : 2 * norm;
        layer = attention + mlp + norms;
    }
    // The first stage of a pipeline keeps as much as all layers of one micro-batch.
    const double layers = real(setup.layers);
    needs.attention = attention * layers;
    needs.mlp = mlp * layers;
    needs.norms = norms * layers;
    needs.inputEmbedding = h * tokens * value16 / t;
    needs.logits = real(setup.vocabulary) * tokens * value16 / t;
    needs.activations = layer * layers;
    needs.activations += needs.inputEmbedding;
    needs.activations += needs.logits;
    needs.finalNorm = norm;
    needs.activations += needs.finalNorm;
    needs.lossBackward = needs.logits;
}

LlmAnalysisSetup llmAnalysisSetup(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const Layout& layout = plan.layout;
    LlmAnalysisSetup setup;
    setup.layers = shape.layers;
    setup.hidden = shape.hidden;
    setup.heads = shape.heads;
    setup.keyValueHeads = shape.kvHeads;
    setup.feedForward = shape.feedForward;
    setup.vocabulary = shape.vocabulary;
    if (shape.experts > 0) {
        setup.experts = shape.experts;
        setup.expertsPerToken = shape.expertsPerToken;
        setup.feedForward = shape.expertWidth;
        setup.expert = layout.expert;
    }
    setup.gated = shape.gated;
    setup.context = plan.workload.context;
    setup.microBatch = plan.workload.microBatch;
    setup.tensor = layout.tensor;
    setup.pipeline = layout.pipeline;
    setup.data = std::max<std::int64_t>(plan.dataParallel / layout.replicate, 1);
    setup.sequence = plan.choices.sequenceParallel ? layout.tensor : 1;
    setup.zero = layout.zero;
    switch (plan.choices.recompute) {
    case Recompute::None:
        setup.recompute = LlmRecompute::None;
        break;
    case Recompute::Selective:
        setup.recompute = LlmRecompute::AttentionCompute;
        break;
    case Recompute::Full:
        setup.recompute = LlmRecompute::Full;
        break;
    }
    setup.flash = plan.choices.attention == Attention::Flash;
    setup.dropout = plan.choices.dropout;
    setup.optimizerBytes = 4; // master weights, which the program always counts
    for (const OptimizerState& kept : traitsOf(plan.choices.optimizer).states)
        if (kept.of == Symbol::Parameters)
            setup.optimizerBytes += stateBytes(kept, plan.choices.moments);
    return setup;
}

std::string ranks(const LlmAnalysisSetup& setup, std::int64_t fromStage)
{
    return std::string(setup.tensor > 1 ? "/t" : "")
        + (setup.zero >= fromStage && setup.data > 1 ? "/D" : "");
}

/// Weights, optimizer, and the larger of the two temporary sums of the backward pass.
std::vector<RealPart> stateParts(const LlmAnalysisSetup& setup, const LlmAnalysisNeeds& needs)
{
    std::vector<RealPart> parts{
        {Group::Parameters,
         "parameters",
         {HW_TR("core", "Weights in 16 bits, one table")},
         "2·P" + ranks(setup, 3),
         {},
         needs.weights},
        {Group::Optimizer,
         "optimizer",
         {HW_TR("core", "32-bit weights and the optimizer's moments")},
         std::to_string(setup.optimizerBytes) + "·P" + ranks(setup, 1),
         {},
         needs.optimizer},
    };
    const std::string byRank = setup.tensor > 1 ? "/t" : "";
    if (needs.backwardPrefetch >= needs.lossBackward)
        parts.push_back({Group::Temporary,
                         "prefetch",
                         {HW_TR("core", "Two layers, fetched whole")},
                         "2·2·P_layer" + byRank,
                         {},
                         needs.backwardPrefetch});
    else
        parts.push_back({Group::Temporary,
                         "loss",
                         {HW_TR("core", "Gradient of the logits")},
                         "2·s·b·v" + byRank,
                         "2·" + grouped(setup.context) + "·" + grouped(setup.microBatch) + "·"
                             + grouped(setup.vocabulary)
                             + (byRank.empty() ? "" : "/" + grouped(setup.tensor)),
                         needs.lossBackward});
    return parts;
}

void addActivationParts(std::vector<RealPart>& parts, const LlmAnalysisSetup& setup,
                        const LlmAnalysisNeeds& needs)
{
    const std::string byRank = setup.tensor > 1 ? "/t" : "";
    const std::string byTokens = setup.sequence > 1 ? "/t" : "";
    const auto part = [&](const char* id, Text label, std::string formula, double bytes) {
        parts.push_back({Group::Activations, id, std::move(label), std::move(formula), {}, bytes});
    };
    std::string scores;
    if (setup.recompute == LlmRecompute::None) {
        scores = setup.flash ? " + (4·s·b·h + 8·a·s·b)" + byRank : " + 4·a·s²·b" + byRank;
        if (setup.dropout)
            scores += " + a·s²·b" + byRank;
    }
    part("activations.attention", {HW_TR("core", "Attention of the layers")},
         "L·(3·s·b·h" + byTokens + " + 8·s·b·h" + byRank + scores + ")", needs.attention);
    part("activations.mlp", {HW_TR("core", "MLP of the layers")},
         setup.experts > 1
             ? "L·((4 + 2·k)·s·b·h" + byTokens + " + 2·k·s·b·(h + 1) + 4·k·s·b·f" + byRank + ")"
             : "L·(2·s·b·h" + byTokens + " + 4·s·b·f" + byRank + ")",
         needs.mlp);
    if (setup.recompute == LlmRecompute::Full)
        part("activations.inputs", {HW_TR("core", "Inputs of the layers")}, "L·2·s·b·h" + byRank,
             needs.norms);
    else
        part("activations.norms", {HW_TR("core", "Norms of the layers, in 32 bits")},
             "L·8·s·b·h" + byTokens, needs.norms);
    part("activations.embedding", {HW_TR("core", "Output of the embedding")}, "2·s·b·h" + byRank,
         needs.inputEmbedding);
    part("activations.logits", {HW_TR("core", "Logits")}, "2·s·b·v" + byRank, needs.logits);
    part("activations.final_norm", {HW_TR("core", "Input of the final norm")}, "4·s·b·h" + byTokens,
         needs.finalNorm);
}

} // namespace

LlmAnalysisNeeds llmAnalysisNeeds(const LlmAnalysisSetup& setup)
{
    const LlmLayer layer = llmLayer(setup);
    const double h = real(setup.hidden), t = real(setup.tensor), ranks = real(setup.data);
    const double table = h * real(setup.vocabulary); // one table, whether tied or not
    const double own = real(setup.layers / setup.pipeline);
    const double each = real(setup.optimizerBytes);
    const auto share = [&](double bytes, std::int64_t fromStage) {
        return setup.zero >= fromStage ? bytes / ranks : bytes;
    };

    LlmAnalysisNeeds needs;
    needs.parameters
        = real(setup.layers) * (layer.attention + layer.mlp + layer.router + layer.norms) + table
        + h;
    needs.weights = share(table / t * value16, 3)
        + layerWeights(setup, layer, setup.zero == 3) * own + share(h * value16 / t, 3);
    needs.optimizer
        = layerOptimizer(setup, layer) * own + share(each * table / t, 1) + share(each * h / t, 1);
    needs.gradients = layerGradients(setup, layer) * own + share(value32 * table / t, 2)
        + share(value32 * h / t, 2);

    const double wholeLayer = layerWeights(setup, layer, false);
    needs.backwardPrefetch = 2 * wholeLayer;
    addActivations(needs, setup);
    needs.peak = needs.optimizer + needs.weights + std::max(needs.activations, needs.gradients)
        + std::max(needs.backwardPrefetch, needs.lossBackward);
    return needs;
}

Result<Answer> llmAnalysisAnswer(const Resolved& plan)
{
    if (plan.choices.precision == Precision::Fp32)
        return Problem{"recipe.precision",
                       std::string(nameOf(plan.choices.precision)),
                       {HW_TR("core",
                              "must compute in 16 bits: llm-analysis has no speed of 32 bits "
                              "and stops")}};
    const LlmAnalysisSetup setup = llmAnalysisSetup(plan);
    const LlmAnalysisNeeds needs = llmAnalysisNeeds(setup);
    std::vector<RealPart> parts = stateParts(setup, needs);
    if (needs.activations >= needs.gradients)
        addActivationParts(parts, setup, needs);
    else
        parts.push_back({Group::Gradients,
                         "gradients",
                         {HW_TR("core", "32-bit gradients")},
                         "4·P" + ranks(setup, 2),
                         {},
                         needs.gradients});

    Answer answer;
    addParts(answer, parts, truncated(needs.peak), llmAnalysisCode);
    sumUp(answer);
    remarkCount(answer, needs.parameters, plan);
    const auto gigabytes = [](double bytes) { return fixed(bytes / 1e9, 1); };
    answer.remarks.push_back(
        {HW_TR("core",
               "Of activations (%1 GB) and gradients (%2 GB) the program adds only the larger"),
         {gigabytes(needs.activations), gigabytes(needs.gradients)}});
    return answer;
}

} // namespace highwater
