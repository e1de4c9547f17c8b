// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/megatron.h"

#include "core/methods/lines.h"
#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr const char* megatronCode = "NVIDIA/Megatron-LM, theoretical_memory_usage.py at d98e8a64";
/// Rows that Megatron adds to the vocabulary so that every tensor rank has whole blocks of them.
constexpr std::int64_t vocabularyBlock = 128;

/// Weights of one layer, as doubles, like the results of Python's divisions.
struct MegatronLayer
{
    double attention = 0, dense = 0, shared = 0, routed = 0, norms = 0, router = 0;
};

double attentionOf(const Shape& shape, double norm)
{
    const double h = real(shape.hidden), heads = real(shape.heads);
    if (!shape.isLatent()) {
        const double queryRatio = real(shape.headDim) * heads / h;
        return 2 * h * h * ((1 + real(shape.kvHeads) / heads) * queryRatio);
    }
    const LatentAttention& latent = shape.latent;
    const double keyDim = real(latent.plainHeadDim), rotary = real(latent.rotaryHeadDim);
    const double valueDim = real(latent.valueHeadDim);
    const double queries = latent.queryRank == 0
        ? h * heads * (keyDim + rotary)
        : real(latent.queryRank) * (h + heads * (keyDim + rotary) + norm);
    return queries + real(latent.kvRank) * (h + heads * (keyDim + valueDim) + norm) + h * rotary
        + heads * valueDim * h;
}

MegatronLayer megatronLayer(const Shape& shape)
{
    const double h = real(shape.hidden);
    const double gate = shape.gated ? 1.5 : 1;
    const double norm = shape.norm == Norm::RmsNorm ? 1 : 2;
    MegatronLayer layer;
    layer.attention = attentionOf(shape, norm);
    layer.dense = 2 * h * real(shape.feedForward) * gate;
    layer.norms = 2 * h * norm;
    if (shape.experts > 0) {
        layer.shared = 2 * h * real(shape.sharedTotalWidth()) * gate;
        layer.routed = 2 * h * real(shape.expertWidth) * real(shape.experts) * gate;
        layer.router = h * real(shape.experts) + (shape.expertBias ? real(shape.experts) : 0);
    }
    return layer;
}

double bytesPerParameter(bool distributed, std::int64_t ranks)
{
    return distributed ? 6 + 12 / real(ranks) : 18;
}

/// The activations that the schedule of the pipeline keeps, from those of all layers.
double scheduled(const MegatronSetup& setup, double activations)
{
    const double p = real(setup.pipeline);
    if (setup.virtualPipeline)
        return activations * (1 + (p - 1) / (p * real(*setup.virtualPipeline)));
    if (setup.pipeline > 1 && setup.microBatches)
        return activations * std::min(1.0, real(*setup.microBatches) / p);
    return activations;
}

double shardedActivations(const MegatronSetup& setup)
{
    const double tokens = real(setup.context) * real(setup.microBatch);
    const double h = real(setup.shape.hidden), p = real(setup.pipeline);
    double bytes = tokens * h * (18 + 4 * (real(setup.shape.feedForward) / h));
    bytes *= real(setup.shape.layers);
    bytes += 8 * tokens * p;
    bytes += tokens * h * p;
    bytes = scheduled(setup, bytes);
    if (setup.pipeline == 1)
        bytes += tokens * h * 4 * (1 + real(setup.paddedVocabulary) / h);
    return bytes / real(setup.tensor);
}

double wholeActivations(const MegatronSetup& setup)
{
    const double tokens = real(setup.context) * real(setup.microBatch);
    const double h = real(setup.shape.hidden), p = real(setup.pipeline);
    double bytes = tokens * h * (10 + 24 / real(setup.tensor)) * real(setup.shape.layers);
    bytes += 8 * tokens * p;
    bytes += tokens * h * p;
    bytes = scheduled(setup, bytes);
    if (setup.pipeline == 1)
        bytes += (tokens * real(setup.paddedVocabulary) / real(setup.tensor) + tokens * h) * 2;
    return bytes * 1.05;
}

MegatronSetup megatronSetup(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t block = bounded::times(vocabularyBlock, layout.tensor);
    MegatronSetup setup;
    setup.shape = plan.shape;
    setup.paddedVocabulary = bounded::times(shareOf(plan.shape.vocabulary, block), block);
    setup.gpus = plan.cluster.gpus;
    setup.dataParallel = plan.dataParallel;
    setup.tensor = layout.tensor;
    setup.pipeline = layout.pipeline;
    setup.expert = layout.expert;
    setup.expertTensor = layout.expertTensor;
    if (layout.virtualPipeline > 1)
        setup.virtualPipeline = layout.virtualPipeline;
    if (plan.workload.globalBatch) // without it, the number of micro-batches is not known
        setup.microBatches = plan.microBatches;
    setup.distributedOptimizer = layout.zero > 0;
    setup.context = plan.workload.context;
    setup.microBatch = plan.workload.microBatch;
    return setup;
}

std::string megabytes(double bytes)
{
    return fixed(bytes / real(mib), 2) + " MB";
}

/// The formula of one of the two sums of activations.
std::string activationFormula(const MegatronSetup& setup, bool sharded)
{
    std::string layers = sharded ? "(s·b·h·(18 + 4·f/h)·L + 8·s·b·p + s·b·h·p)"
                                 : "(s·b·h·(10 + 24/t)·L + 8·s·b·p + s·b·h·p)";
    if (setup.virtualPipeline)
        layers += "·(1 + (p − 1)/(p·v))";
    else if (setup.pipeline > 1 && setup.microBatches)
        layers += "·min(1, m/p)";
    if (setup.pipeline > 1)
        return sharded ? layers + "/t" : "1.05·" + layers;
    return sharded ? "(" + layers + " + 4·s·b·h·(1 + V/h))/t"
                   : "1.05·(" + layers + " + 2·(s·b·V/t + s·b·h))";
}

} // namespace

MegatronNeeds megatronNeeds(const MegatronSetup& setup)
{
    const Shape& shape = setup.shape;
    const MegatronLayer layer = megatronLayer(shape);
    const double h = real(shape.hidden), t = real(setup.tensor), p = real(setup.pipeline);
    const double moe = real(shape.moeLayers()), dense = real(shape.layers - shape.moeLayers());
    const double lastNorm = (shape.norm == Norm::RmsNorm ? 1 : 2) * h;
    const double embedding = h * real(setup.paddedVocabulary);

    MegatronNeeds needs;
    needs.parameters = (layer.attention + layer.dense + layer.norms) * dense
        + (layer.attention + layer.shared + layer.routed + layer.norms + layer.router) * moe
        + lastNorm + (shape.tied ? embedding : 2 * embedding);

    double split
        = (((layer.attention + layer.dense) * dense + (layer.attention + layer.shared) * moe) / p
           + embedding)
        / t;
    const double replicated
        = (layer.norms * dense + (layer.norms + layer.router) * moe + lastNorm) / p;
    const double routed = layer.routed * moe / p / (real(setup.expertTensor) * real(setup.expert));
    needs.shardParameters = split + replicated + routed;
    if (!shape.tied && setup.pipeline == 1) {
        split += embedding / t;
        needs.shardParameters += embedding / t;
    }
    const std::int64_t expertRanks
        = setup.gpus / (setup.expertTensor * setup.expert * setup.pipeline);
    const bool distributed = setup.distributedOptimizer;
    needs.states = (split + replicated) * bytesPerParameter(distributed, setup.dataParallel)
        + routed * bytesPerParameter(distributed, std::max<std::int64_t>(expertRanks, 1));
    needs.sharded = shardedActivations(setup);
    needs.whole = wholeActivations(setup);
    return needs;
}

Result<Answer> megatronAnswer(const Resolved& plan)
{
    const MegatronSetup setup = megatronSetup(plan);
    const MegatronNeeds needs = megatronNeeds(setup);
    const bool selective = plan.choices.recompute == Recompute::Selective;
    const bool sharded = plan.choices.sequenceParallel && selective;
    const double activations = sharded ? needs.sharded : needs.whole;
    const std::string held = grouped(truncated(needs.shardParameters));
    const Bytes states = truncated(needs.states);

    Answer answer;
    const std::array stateParts{
        RealPart{Group::Parameters,
                 "parameters",
                 {HW_TR("core", "Weights in 16 bits")},
                 "2·P",
                 "2·" + held,
                 2 * needs.shardParameters},
        RealPart{Group::Gradients,
                 "gradients",
                 {HW_TR("core", "32-bit gradients")},
                 "4·P",
                 "4·" + held,
                 4 * needs.shardParameters},
        RealPart{Group::Optimizer,
                 "optimizer",
                 {HW_TR("core", "32-bit parameters and Adam's moments")},
                 setup.distributedOptimizer ? "12·P/D" : "12·P",
                 setup.distributedOptimizer ? "12·" + held + "/" + grouped(setup.dataParallel)
                                            : "12·" + held,
                 needs.states - 6 * needs.shardParameters},
    };
    addParts(answer, stateParts, states, megatronCode);
    const std::array activationParts{
        RealPart{Group::Activations,
                 "activations",
                 sharded ? Text{HW_TR("core", "Activations cut along the tokens")}
                         : Text{HW_TR("core", "Activations of a GPT, and 5 % for buffers")},
                 activationFormula(setup, sharded),
                 {},
                 activations},
    };
    const Bytes total = truncated(needs.states + activations);
    addParts(answer, activationParts, total - states, megatronCode);
    sumUp(answer);
    answer.ownTable = "Theoretical memory footprints: weight and optimizer="
        + megabytes(needs.states) + ", activation=" + megabytes(activations)
        + ", total=" + megabytes(needs.states + activations) + "\n";
    remarkCount(answer, needs.parameters, plan);
    if (!sharded && plan.choices.recompute != Recompute::None)
        answer.remarks.push_back({HW_TR("core",
                                        "The program knows only selective recompute together with "
                                        "sequence parallelism: nothing is subtracted here")});
    return answer;
}

} // namespace highwater
