// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/linear_kinds.h"

namespace highwater {
namespace {

using bounded::plus, bounded::times;
using KindWeights = std::vector<Weight>;
using KindKept = std::vector<KeptOfToken>;

constexpr std::int64_t wideValue = 4; ///< bytes of a value of 32 bits
constexpr std::int64_t deltaChunk = 64; ///< tokens; flash-linear-attention, and transformers alike
constexpr std::int64_t mambaChunk = 256; ///< of transformers' own code; Mamba-2's default

Weight matrixOf(std::int64_t kindRows, std::int64_t columns, bool split = true)
{
    return {Part::Attention, kindRows, columns, 1, split};
}
Weight outwardOf(std::int64_t kindRows, std::int64_t hidden)
{
    return {Part::Attention, kindRows, hidden, 1, true, WeightRole::AttentionOutput};
}
Weight vectorEntries(std::int64_t entries)
{
    return {Part::Attention, entries, 1};
}

/// Values that the convolution before the state sees: keys twice (or B and C), and values.
std::int64_t convolvedValues(const LinearAttention& linear)
{
    return plus(times(2, linear.keyWidth()), linear.valueWidth());
}

std::int64_t stateValues(const LinearAttention& linear)
{
    return times(linear.valueWidth(), linear.keyHeadDim);
}

// transformers, models/qwen3_next/modeling_qwen3_next.py: Qwen3NextGatedDeltaNet.

KindWeights gatedDeltaWeights(const Shape& shape)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t h = shape.hidden, heads = linear.valueHeads;
    return {matrixOf(h, plus(convolvedValues(linear), linear.valueWidth())), matrixOf(h, 2 * heads),
            vectorEntries(times(convolvedValues(linear), linear.kernel)),
            vectorEntries(2 * heads + linear.valueHeadDim), // dt_bias, A_log, the norm
            outwardOf(linear.valueWidth(), h)};
}

KindKept gatedDeltaKept(const Shape& shape, std::int64_t value, Kernels kernels)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t heads = linear.valueHeads, v = linear.valueWidth();
    const std::int64_t keys = times(heads, linear.keyHeadDim); // a key head for each value head
    const std::int64_t inChunk = times(heads, deltaChunk);
    KindKept kept{{"input of the convolution", convolvedValues(linear), value},
                  {"its output", convolvedValues(linear), value},
                  {"beta", heads, value},
                  {"decay: sum, softplus", 2 * heads, wideValue}};
    if (kernels == Kernels::Fused) {
        // fla/ops/gated_delta_rule/chunk.py: ChunkGatedDeltaRuleFunction;
        // modules/fused_norm_gate.py
        kept.insert(kept.end(),
                    {{"normalised queries and keys", 2 * keys, value},
                     {"statistics of their norms", 2 * heads, wideValue},
                     {"decay, summed in chunks", heads, wideValue},
                     {"inverse of the chunk's system", inChunk, value},
                     {"output of the rule", v, value},
                     {"gate", v, value},
                     {"statistics of the norm", heads, wideValue},
                     {"input of the output product", v, value}});
        return kept;
    }
    // torch_chunk_gated_delta_rule(), all in 32 bits.
    kept.insert(kept.end(),
                {{"queries and keys with their norms' inputs", 8 * keys, wideValue},
                 {"values, before and after the rule, and the gate", 6 * v, wideValue},
                 {"statistics, beta and decays", 7 * heads, wideValue},
                 {"products and decays within chunks", 5 * inChunk, wideValue},
                 {"states at the ends of chunks", stateValues(linear) / deltaChunk, wideValue},
                 {"norm, gate and input of the output product", 3 * v, value}});
    return kept;
}

// transformers, models/minimax/modeling_minimax.py: MiniMaxLightningAttention.

KindWeights lightningWeights(const Shape& shape)
{
    const std::int64_t h = shape.hidden, v = shape.linear.valueWidth();
    return {matrixOf(h, times(3, v)), matrixOf(h, v), outwardOf(v, h), vectorEntries(v)};
}

KindKept lightningKept(const Shape& shape, std::int64_t value, Kernels kernels)
{
    const std::int64_t v = shape.linear.valueWidth();
    const std::int64_t block = 256; // MiniMaxConfig
    KindKept kept{{"queries, keys and values before and after SiLU", 6 * v, value},
                  {"output and its norm", 2 * v, value},
                  {"gate and product", 2 * v, value},
                  {"statistics of the norm", 1, wideValue}};
    if (kernels == Kernels::Eager)
        kept.insert(kept.end(),
                    {{"output in 32 bits, in place of 16", v, wideValue - value},
                     {"queries and keys with their decay", 3 * v, value},
                     {"products within blocks", times(shape.linear.valueHeads, block), value}});
    return kept;
}

// Mamba (arXiv 2312.00752), as transformers, models/jamba/modeling_jamba.py: JambaMambaMixer.

std::int64_t stepRank(const Shape& shape)
{
    return shareOf(shape.hidden, 16); // "auto" of its configuration
}

KindWeights mambaWeights(const Shape& shape)
{
    const std::int64_t h = shape.hidden, inner = shape.linear.valueWidth();
    const std::int64_t states = shape.linear.keyHeadDim, rank = stepRank(shape);
    return {matrixOf(h, 2 * inner),
            matrixOf(inner, plus(rank, 2 * states)),
            matrixOf(rank, inner),
            matrixOf(inner, states), // A_log
            vectorEntries(times(inner, shape.linear.kernel + 3)), // convolution, biases, D
            outwardOf(inner, h)};
}

KindKept mambaKept(const Shape& shape, std::int64_t value, Kernels)
{
    // mamba_ssm/ops/selective_scan_interface.py: SelectiveScanFn; causal_conv1d
    const std::int64_t inner = shape.linear.valueWidth(), states = shape.linear.keyHeadDim;
    const std::int64_t scanned = 2048; // tokens from one kept state to the next
    return {{"values and gate", 2 * inner, value},
            {"output of the convolution", inner, value},
            {"steps", inner, value},
            {"input of the steps, B and C", plus(stepRank(shape), 2 * states), value},
            {"output of the scan", inner, value},
            {"states", shareOf(times(2 * inner, states), scanned), wideValue},
            {"input of the output product", inner, value}};
}

// Mamba-2 (arXiv 2405.21060), as transformers, models/nemotron_h/modeling_nemotron_h.py. The norm
// before the output product is left out: Falcon-H1 has none.

KindWeights mamba2Weights(const Shape& shape)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t h = shape.hidden, heads = linear.valueHeads;
    return {matrixOf(h, plus(plus(linear.valueWidth(), convolvedValues(linear)), heads)),
            vectorEntries(times(convolvedValues(linear), linear.kernel + 1)), // with a bias
            vectorEntries(3 * heads), // dt_bias, A_log, D
            outwardOf(linear.valueWidth(), h)};
}

KindKept mamba2Kept(const Shape& shape, std::int64_t value, Kernels kernels)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t heads = linear.valueHeads, inner = linear.valueWidth();
    KindKept kept{{"projected input", plus(plus(inner, convolvedValues(linear)), heads), value},
                  {"statistics of the norm", linear.keyHeads, wideValue}};
    if (kernels == Kernels::Fused) {
        // mamba_ssm/ops/triton/ssd_combined.py: MambaSplitConv1dScanCombinedFn
        kept.push_back({"output of the scan", inner, value});
        return kept;
    }
    kept.insert(kept.end(),
                {{"output of the convolution", convolvedValues(linear), value},
                 {"steps in 16 bits", 2 * heads, value},
                 {"steps and decays", 4 * heads, wideValue},
                 {"values, outputs, gate and norm", 10 * inner, wideValue},
                 {"B and C for each head", 5 * times(heads, linear.keyHeadDim), wideValue},
                 {"products and decays within chunks", 3 * times(heads, mambaChunk), wideValue},
                 {"states at the ends of chunks", 2 * stateValues(linear) / mambaChunk, wideValue},
                 {"input of the output product", inner, value}});
    return kept;
}

// Kimi delta attention (arXiv 2510.26692), as transformers, models/kimi_linear.

KindWeights channelDeltaWeights(const Shape& shape)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t h = shape.hidden, v = linear.valueWidth(), width = linear.valueHeadDim;
    return {matrixOf(h, convolvedValues(linear)),
            matrixOf(h, width, false), // forget gate, through a latent
            matrixOf(width, v),
            matrixOf(h, width, false), // output gate
            matrixOf(width, v),
            matrixOf(h, linear.valueHeads), // beta
            vectorEntries(times(convolvedValues(linear), linear.kernel)),
            vectorEntries(v + linear.valueHeads + width), // dt_bias, A_log, the norm
            outwardOf(v, h)};
}

KindKept channelDeltaKept(const Shape& shape, std::int64_t value, Kernels)
{
    // fla/ops/kda/chunk.py: ChunkKDAFunction; fla/layers/kda.py
    const LinearAttention& linear = shape.linear;
    const std::int64_t heads = linear.valueHeads, v = linear.valueWidth();
    return {{"inputs of the convolutions", convolvedValues(linear), value},
            {"values", v, value},
            {"normalised queries and keys", 2 * linear.keyWidth(), value},
            {"statistics of their norms", 2 * heads, wideValue},
            {"latents of both gates", 2 * linear.valueHeadDim, value},
            {"forget gate before its function", v, value},
            {"decay, summed in chunks", v, wideValue},
            {"beta", heads, wideValue},
            {"products within chunks", 2 * times(heads, deltaChunk), value},
            {"output of the rule", v, value},
            {"gate", v, value},
            {"statistics of the norm", heads, wideValue},
            {"input of the output product", v, value}};
}

// Short convolutions, as transformers, models/lfm2/modeling_lfm2.py: Lfm2ShortConv.

KindWeights convolutionWeights(const Shape& shape)
{
    const std::int64_t h = shape.hidden, v = shape.linear.valueWidth();
    return {matrixOf(h, 3 * v), vectorEntries(times(v, shape.linear.kernel)), outwardOf(v, h)};
}

KindKept convolutionKept(const Shape& shape, std::int64_t value, Kernels)
{
    const std::int64_t v = shape.linear.valueWidth();
    return {{"both gates and the values", 3 * v, value},
            {"input of the convolution", v, value},
            {"its output", v, value},
            {"input of the output product", v, value}};
}

struct KindRow
{
    KindWeights (*weights)(const Shape&);
    KindKept (*kept)(const Shape&, std::int64_t, Kernels);
    /// Operations for each value of the state and token: the state decays, takes a product of key
    /// and value, and is read; a delta rule also reads what it held for the key.
    double perStateValue;
};

constexpr EnumTable<LinearKind, KindRow> kindRows({
    KindRow{gatedDeltaWeights, gatedDeltaKept, 7},
    KindRow{lightningWeights, lightningKept, 5},
    KindRow{mambaWeights, mambaKept, 5},
    KindRow{mamba2Weights, mamba2Kept, 5},
    KindRow{channelDeltaWeights, channelDeltaKept, 7},
    KindRow{convolutionWeights, convolutionKept, 0},
});

} // namespace

std::vector<Weight> linearWeights(const Shape& shape)
{
    KindWeights weights
        = shape.linear.kind ? kindRows[*shape.linear.kind].weights(shape) : KindWeights();
    std::erase_if(weights, [](const Weight& weight) { return weight.parameters() <= 0; });
    return weights;
}

std::vector<KeptOfToken> linearKept(const Shape& shape, std::int64_t valueBytes, Kernels kernels)
{
    return shape.linear.kind ? kindRows[*shape.linear.kind].kept(shape, valueBytes, kernels)
                             : KindKept();
}

std::int64_t linearKeptBytes(const Shape& shape, std::int64_t valueBytes, Kernels kernels)
{
    std::int64_t sum = 0;
    for (const KeptOfToken& tensor : linearKept(shape, valueBytes, kernels))
        sum = plus(sum, times(tensor.values, tensor.bytes));
    return sum;
}

double linearOperations(const Shape& shape)
{
    if (!shape.linear.kind)
        return 0;
    return kindRows[*shape.linear.kind].perStateValue
        * static_cast<double>(stateValues(shape.linear));
}

} // namespace highwater
