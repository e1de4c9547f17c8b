// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/layer_work.h"

#include "core/ledger/linear_kinds.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/symbols.h"
#include "core/time/real.h"

#include <algorithm>

namespace highwater {
namespace {

bool isProduct(const Weight& weight)
{
    return weight.columns > 1;
}

/// Widths of queries with their keys, and of values, over all heads; the mean of all layers.
double scoreWidth(const Shape& shape)
{
    const auto width
        = [](const Shape& of) { return real(of.queryWidth() + of.attentionOutWidth()); };
    if (!shape.mixesAttention())
        return width(shape);
    const auto count
        = [&](Attending kind) { return real(shape.layersThat(kind, 0, shape.layers)); };
    const double windows = count(Attending::Window);
    const double others = count(Attending::Full) + count(Attending::Chunk);
    return (others * width(shape)
            + windows * (shape.hasWindowHeads() ? width(shape.asWindow()) : width(shape)))
        / real(shape.layers);
}

/// Operations of a token's way through the states of linear layers; the mean of all layers.
double stateOperations(const Shape& shape)
{
    return shape.linear.kind ? linearOperations(shape)
            * real(shape.layersThat(Attending::Linear, 0, shape.layers)) / real(shape.layers)
                             : 0;
}

/// The mean number of tokens to which a token attends: half of them with a causal mask, and only
/// those of its own sequence where sequences are packed.
double seenTokens(const Resolved& plan)
{
    if (plan.choices.attention != Attention::Flash)
        return real(plan.workload.context);
    return real(plan.packs ? plan.meanLength() : plan.workload.context) / 2;
}

/// Values that the operators between a layer's products read and write for one token, forward. In
/// one kernel each, norms read and write, rotary reads and writes queries and keys, an activation
/// reads its inputs and writes its output. Sums read two values and write one.
struct Touched
{
    double wide = 0; ///< that sequence parallelism cuts, others do not
    double split = 0; ///< that tensor parallelism cuts
};

/// 16-bit values, or two for one of 32 bits, that an operator reads and writes for each of its own.
struct OperatorValues
{
    double norm, rotary, gated, plain;
};

constexpr OperatorValues fusedValues{2, 2, 3, 2};
// transformers, models/llama/modeling_llama.py. LlamaRMSNorm: cast 1 + 2, square 2 + 2, mean 2,
// product with the root 2 + 2, cast 2 + 1, product with the weight 1 + 1. apply_rotary_pos_emb: two
// products of 1 + 1, half of the values negated 1, both halves joined 1 + 1, the sum 2 + 1.
// LlamaMLP: the activation 1 + 1, the product with `up` 2 + 1.
constexpr OperatorValues singleValues{18, 10, 5, 2};

OperatorValues valuesOf(const OperatorKernels& kernels)
{
    const auto& mlp = kernels.mlp == Kernels::Fused ? fusedValues : singleValues;
    if (kernels.norms == Kernels::Fused)
        return {fusedValues.norm, fusedValues.rotary, mlp.gated, mlp.plain};
    return {kernels.passes * singleValues.norm, kernels.passes * singleValues.rotary, mlp.gated,
            mlp.plain};
}

double activated(const Shape& shape, const OperatorValues& values)
{
    return shape.gated ? values.gated : values.plain;
}

Touched touchedOf(const Shape& shape, bool moe, const OperatorValues& values)
{
    const double h = real(shape.hidden);
    Touched touched;
    touched.wide = values.norm * real(shape.normsPerLayer) * h + 6 * h;
    touched.split = values.rotary * (real(shape.queryWidth()) + real(shape.keyWidth()))
        + activated(shape, values)
            * (moe ? real(shape.sharedTotalWidth()) : real(shape.feedForward));
    return touched;
}

/// The rows of a tile of a grouped product, such as CUTLASS's: the last tile of each expert is half
/// full in the mean.
constexpr double tileRows = 128;

/// The input of a product is its own, and not one that it shares with the product before it.
bool hasOwnInput(const Shape& shape, const Weight& weight)
{
    return weight.role != WeightRole::Keys && weight.role != WeightRole::Values
        && !(shape.gated && weight.role == WeightRole::Up);
}

/// Recomputation by operator keeps the output of every second dense product of a layer, beginning
/// with the first, and computes the others again (torchtitan,
/// distributed/activation_checkpoint.py).
class SecondProducts
{
public:
    explicit SecondProducts(const Shape& shape)
        : m_firstInward(shape.gated ? WeightRole::Gate : WeightRole::Up)
    { }

    /// The part of a weight's products whose outputs are made again; to be called in the order of
    /// the layer's weights.
    double madeAgain(const Weight& weight)
    {
        if (weight.part == Part::Router)
            return 0; // a thousandth of a layer
        const bool shared = weight.part == Part::Shared;
        if (shared && weight.role == m_firstInward)
            ++m_before; // the router's product
        // Shared experts are computed as one wide expert.
        const std::int64_t products = shared ? 1 : weight.copies;
        const std::int64_t again = (m_before + products) / 2 - m_before / 2;
        m_before += products;
        return real(again) / real(products);
    }

private:
    WeightRole m_firstInward;
    std::int64_t m_before = 0;
};

/// Whether a part of the layer that the plan recomputes by name has the weight's product
/// (Megatron-LM, core/transformer/multi_latent_attention.py: qkv_up_proj_and_rope_apply).
bool isOfRecomputedPart(const Resolved& plan, const Weight& weight)
{
    const auto again = [&](RecomputeModule module) { return plan.recomputesModule(module); };
    switch (weight.part) {
    case Part::Mlp:
        return again(RecomputeModule::Mlp);
    case Part::Router:
    case Part::Experts:
        return again(RecomputeModule::Moe);
    case Part::Shared:
        return again(RecomputeModule::Moe) || again(RecomputeModule::SharedExperts);
    case Part::Attention:
        return plan.shape.isLatent() && weight.split && weight.role != WeightRole::AttentionOutput
            && again(RecomputeModule::MlaUpProj);
    default:
        return false;
    }
}

/// Of a weight's products, the part that recomputation makes again; to be called in the order of
/// the layer's weights. Operators of routed experts are grouped, and all made again.
double shareAgain(const Resolved& plan, const Weight& weight, SecondProducts& second)
{
    if (!plan.recomputesOperators())
        return isOfRecomputedPart(plan, weight) ? 1 : 0;
    return weight.part == Part::Experts ? 1 : second.madeAgain(weight);
}

/// Values that the operators of the recomputed parts read and write for one token, forward.
Touched touchedAgain(const Resolved& plan, bool moe, const OperatorValues& values)
{
    const Shape& shape = plan.heldByRank;
    const auto again = [&](RecomputeModule module) { return plan.recomputesModule(module); };
    Touched touched;
    if (again(RecomputeModule::LayerNorm))
        touched.wide += 2 * values.norm * real(shape.hidden); // before attention and MLP
    if (again(RecomputeModule::MlaUpProj) && shape.isLatent())
        touched.split += values.rotary * (real(shape.queryWidth()) + real(shape.keyWidth()));
    const bool shared = again(RecomputeModule::Moe) || again(RecomputeModule::SharedExperts);
    if (moe ? shared : again(RecomputeModule::Mlp))
        touched.split
            += activated(shape, values) * real(moe ? shape.sharedTotalWidth() : shape.feedForward);
    return touched;
}

} // namespace

double predictedShare(const Resolved& plan)
{
    if (!plan.role)
        return 1;
    const std::int64_t all = plan.workload.context;
    const RoleRules& rules = *plan.role;
    if (rules.completion > 0)
        return real(std::min(rules.completion, all)) / real(all);
    return real(std::max<std::int64_t>(1, all - std::max<std::int64_t>(0, rules.prompt)))
        / real(all);
}

double rankTokens(const Resolved& plan)
{
    return real(plan.tokensPerMicroBatch()) / real(plan.layout.context);
}

LayerWork layerWork(const Resolved& plan, bool moe, double narrow, const OperatorKernels& kernels)
{
    const Layout& layout = plan.layout;
    const Shape& shape = plan.heldByRank;
    const double t = real(layout.tensor);
    const double tokens = rankTokens(plan);
    const double wideRanks = plan.choices.sequenceParallel ? t : 1;
    const double routed = real(valueOf(Symbol::RoutedTokens, plan.symbols));
    const double valueBytes = real(computeBytes(plan.choices.precision));
    const OperatorValues values = valuesOf(kernels);
    const bool narrowInputs = narrowsProducts(plan.choices.precision);
    const double inputBytes = narrowInputs ? narrowInputBytes(plan.choices.precision) : valueBytes;
    const double held = shape.experts > 0 ? real(shareOf(shape.experts, layout.expert)) : 1;
    LayerWork work;
    SecondProducts second(shape);
    const auto product = [&](const Weight& weight) {
        if (!isProduct(weight))
            return;
        const bool expert = weight.part == Part::Experts;
        const double ranks = !weight.split ? wideRanks : expert ? real(layout.expertTensor) : t;
        const double copies
            = expert ? real(weight.copies) / real(shape.experts) : real(weight.copies);
        const double seen = expert ? routed : tokens;
        const double operations
            = 2 * seen * real(weight.rows) * real(weight.columns) * copies / ranks;
        // The side that tensor parallelism cuts is the narrower one on most ranks.
        const double width
            = (weight.columns < weight.rows ? real(weight.columns) : real(weight.rows))
            / (weight.split ? (expert ? real(layout.expertTensor) : t) : 1);
        if (narrowInputs && weight.part != Part::Router) {
            const double cut
                = real(weight.split ? (expert ? layout.expertTensor : layout.tensor) : 1);
            if (hasOwnInput(shape, weight))
                work.castForward += seen * real(weight.rows) * copies / cut;
            work.castBackward += seen * real(weight.columns) * copies / cut;
        }
        // Bytes of a product's input, weight and output.
        const auto moved = [&](double weights) {
            return (inputBytes * real(weight.rows)
                        * (seen * copies + real(weight.columns) * weights)
                    + valueBytes * seen * real(weight.columns) * copies)
                / ranks;
        };
        if (expert) {
            work.experts += operations;
            work.expertBytes += moved(held * copies);
            const double padded = operations * (1 + tileRows / 2 * held / std::max(1.0, routed));
            work.padded += padded;
            work.again += shareAgain(plan, weight, second) * padded;
            return;
        }
        if (narrowInputs)
            work.denseBytes += moved(copies);
        const double slowed = operations * (narrowInputs ? 1 : 1 + narrow / width);
        work.dense += operations;
        work.slowed += slowed;
        work.again += shareAgain(plan, weight, second) * slowed;
    };
    visitAttention(shape, product);
    if (moe)
        visitMoe(shape, product);
    else
        visitMlp(shape, product);

    const double seen = seenTokens(plan);
    work.scores = tokens * 2 * seen * scoreWidth(shape) / t;
    work.states = tokens * stateOperations(shape) / t;
    Touched touched = touchedOf(shape, moe, values);
    if (plan.widensStream()) {
        // Sums are of 32 bits, and autocast casts the input of each of five products.
        constexpr double wideSums = 6, casts = 5 * (2 + 1);
        touched.wide += (wideSums + casts) * real(shape.hidden);
    }
    const auto bytesOf = [&](const Touched& of) {
        return valueBytes * tokens * (of.wide / wideRanks + of.split / t);
    };
    work.bytes = bytesOf(touched);
    work.bytesAgain = bytesOf(touchedAgain(plan, moe, values));
    if (moe) {
        // Copies are read and written on their way to the experts and back; those that come from
        // other ranks once more, to bring each rank's into the order of the experts that it holds
        // (Megatron-LM, core/transformer/moe/token_dispatcher.py: permute, sort_chunks_by_idxs).
        const double orders = layout.expert > 1 && held > 1 ? 2 : 1;
        work.permuted = valueBytes * routed * 4 * orders * real(shape.hidden);
        const double activations = valueBytes * routed * activated(shape, values)
            * real(shape.expertWidth) / real(layout.expertTensor);
        work.bytes += activations;
        if (plan.recomputesModule(RecomputeModule::Moe)
            || plan.recomputesModule(RecomputeModule::MoeAct))
            work.bytesAgain += activations;
    }
    if (plan.choices.attention == Attention::Eager) {
        // The product writes the scores; scaling, mask and softmax read and write them, softmax in
        // 32 bits; the second product reads them.
        constexpr double touches = 6;
        work.scoreBytes
            = touches * valueBytes * tokens * real(plan.workload.context) * real(shape.heads) / t;
    }
    return work;
}

double adapterOperations(const Resolved& plan, bool moe)
{
    const AdapterWeights& adapter = plan.adapterWeights;
    const double tokens = rankTokens(plan);
    double operations = 2 * tokens * real((moe ? adapter.moe : adapter.dense).parameters);
    if (moe && plan.shape.experts > 0) {
        const double held = real(shareOf(plan.shape.experts, plan.layout.expert));
        operations += 2 * real(valueOf(Symbol::RoutedTokens, plan.symbols))
            * real(adapter.experts.parameters) / held;
    }
    return operations;
}

double adapterBytesTouched(const Resolved& plan, bool moe)
{
    // PEFT, tuners/lora/layer.py: cast of the input, dropout with its mask, input of the first
    // product; output of the second one, its scaling, the sum with the frozen product, the cast of
    // the sum. Adapters in the type of the computation need no casts.
    constexpr double wide = 23.5, wideKept = 19, narrow = 9.5, narrowKept = 7;
    const bool drops = plan.adapter.dropout > 0;
    const double each
        = plan.computesWideAdapters() ? (drops ? wide : wideKept) : (drops ? narrow : narrowKept);
    // An adapter of rank r has r weights for each of its inputs and outputs.
    return plan.adapter.method == AdapterMethod::Lora
        ? each * adapterOperations(plan, moe) / (2 * real(plan.adapter.rank))
        : 0;
}

namespace {

enum class Pass { Forward, MadeAgain };

/// Entries of a layer's weights that one token's products pass in the forward pass; or those that
/// the token passes once more because operators or parts of the layer are recomputed.
double passedEntries(const Resolved& plan, bool moe, Pass pass)
{
    const Shape& shape = plan.shape;
    double sum = 0;
    SecondProducts second(shape);
    const auto add = [&](const Weight& weight) {
        if (!isProduct(weight))
            return;
        const bool expert = weight.part == Part::Experts;
        const double copies = expert
            ? real(weight.copies) / real(shape.experts) * real(shape.expertsPerToken)
            : real(weight.copies);
        const double entries = real(weight.rows) * real(weight.columns) * copies;
        sum += pass == Pass::Forward ? entries : entries * shareAgain(plan, weight, second);
    };
    visitAttention(shape, add);
    if (moe)
        visitMoe(shape, add);
    else
        visitMlp(shape, add);
    return sum;
}

/// The same of so many dense layers and layers with experts.
double passedEntries(const Resolved& plan, double dense, double moe, Pass pass)
{
    return (dense > 0 ? dense * passedEntries(plan, false, pass) : 0)
        + (moe > 0 ? moe * passedEntries(plan, true, pass) : 0);
}

/// Layers of each kind.
struct KindCounts
{
    double dense = 0, moe = 0;
};

KindCounts allLayers(const Shape& shape)
{
    const double moe = real(shape.moeLayers());
    return {real(shape.layers) - moe, moe};
}

/// The layers that go backward and, in a plan that recomputes some, are recomputed.
KindCounts recomputedLayers(const Resolved& plan)
{
    KindCounts counts;
    const auto add = [&](std::int64_t layer) {
        if (plan.pattern.goesBackward(layer))
            (plan.shape.experts > 0 && plan.shape.isMoe(layer) ? counts.moe : counts.dense) += 1;
    };
    if (!plan.pattern.recomputesSome() || plan.stages.empty()) {
        for (std::int64_t layer = 0; layer < plan.shape.layers; ++layer)
            add(layer);
        return counts;
    }
    for (std::size_t i = 0; i + 1 < plan.stageStarts.size(); ++i) {
        const StageLayers layers{0, plan.stageStarts[i],
                                 std::min(plan.stageStarts[i + 1], plan.shape.layers)};
        const Passes passes(plan.shape, layers, plan.stages.front().schedule, plan.pattern);
        for (std::int64_t layer = layers.first; layer < layers.end; ++layer)
            if (passes.marks(layer))
                add(layer);
    }
    return counts;
}

} // namespace

double layerOperations(const Resolved& plan, bool moe)
{
    return 2 * passedEntries(plan, moe, Pass::Forward)
        + 2 * seenTokens(plan) * scoreWidth(plan.shape) + stateOperations(plan.shape);
}

double headOperations(const Resolved& plan)
{
    const double vocabulary = plan.shape.scalarHead ? 1 : real(plan.shape.vocabulary);
    return 2 * predictedShare(plan) * vocabulary * real(plan.shape.hidden);
}

double forwardOperations(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const KindCounts all = allLayers(shape);
    return 2 * passedEntries(plan, all.dense, all.moe, Pass::Forward) + headOperations(plan)
        + (2 * seenTokens(plan) * scoreWidth(shape) + stateOperations(shape)) * real(shape.layers);
}

namespace {

/// The entries of the matrices of all dense MLPs that go backward.
double denseEntries(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const std::int64_t first = std::min(plan.pattern.frozen, shape.layers);
    const std::int64_t layers = shape.layers - first - shape.moeLayers(first, shape.layers);
    return real(layers) * (shape.gated ? 3 : 2) * real(shape.hidden) * real(shape.feedForward);
}

} // namespace

double repeatedOperations(const Resolved& plan)
{
    const double tiled = plan.tilesMlp() ? 2 * denseEntries(plan) : 0;
    const KindCounts again = recomputedLayers(plan);
    if (plan.choices.recompute != Recompute::Full)
        return tiled + 2 * passedEntries(plan, again.dense, again.moe, Pass::MadeAgain);
    return tiled + (again.dense > 0 ? again.dense * layerOperations(plan, false) : 0)
        + (again.moe > 0 ? again.moe * layerOperations(plan, true) : 0);
}

} // namespace highwater
