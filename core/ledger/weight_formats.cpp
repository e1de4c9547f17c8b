// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/weight_formats.h"

#include "core/ledger/fitted.h"
#include "core/ledger/gguf_mixtures.h"
#include "core/ledger/quantised_linears.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

constexpr std::string_view torchSource = "two bytes a weight (safetensors), four in 32 bits",
                           llamaSource = "llama.cpp llama-quant.cpp, ggml-common.h",
                           tablesSource = "bartowski's model cards; llama.cpp llama-quant.cpp",
                           gptqSource = "arXiv 2210.17323; quantize_config",
                           awqSource = "arXiv 2306.00978",
                           compressedSource = "compressed-tensors, as vLLM reads it",
                           qloraSource = "arXiv 2305.14314, section 3";

/// Columns: the name by the format's authors, the programs that read it, bits by the name, block,
/// source.
constexpr EnumTable<WeightFormat, WeightFormatFacts> formatFacts({
    {"BF16", "safetensors", 16, 1, torchSource},
    {"FP16", "safetensors", 16, 1, torchSource},
    {"FP8", "compressed-tensors", 8, 0, compressedSource},
    {"LLM.int8()", "bitsandbytes", 8, 0, "arXiv 2208.07339"},
    {"INT4", "torchao", 4, 128, "torchao Int4WeightOnlyConfig"},
    {"NF4", "bitsandbytes", 4, 64, qloraSource},
    {"Q2_K", "GGUF", 2, 256, llamaSource},
    {"Q3_K_S", "GGUF", 3, 256, llamaSource},
    {"Q3_K_M", "GGUF", 3, 256, llamaSource},
    {"Q3_K_L", "GGUF", 3, 256, llamaSource},
    {"Q4_0", "GGUF", 4, 32, llamaSource},
    {"Q4_1", "GGUF", 4, 32, llamaSource},
    {"Q4_K_S", "GGUF", 4, 256, llamaSource},
    {"Q4_K_M", "GGUF", 4, 256, llamaSource},
    {"Q5_0", "GGUF", 5, 32, llamaSource},
    {"Q5_1", "GGUF", 5, 32, llamaSource},
    {"Q5_K_S", "GGUF", 5, 256, llamaSource},
    {"Q5_K_M", "GGUF", 5, 256, llamaSource},
    {"Q6_K", "GGUF", 6, 256, llamaSource},
    {"Q8_0", "GGUF", 8, 32, llamaSource},
    {"FP32", "safetensors", 32, 1, torchSource},
    {"FP8 in blocks of 128 x 128", "safetensors", 8, 16384, "arXiv 2412.19437; weight_block_size"},
    {"W8A8", "compressed-tensors", 8, 0, compressedSource},
    {"GPTQ", "safetensors", 4, 128, gptqSource},
    {"AWQ", "safetensors", 4, 128, awqSource},
    {"W4A16", "compressed-tensors", 4, 128, compressedSource},
    {"FP4", "bitsandbytes", 4, 64, qloraSource},
    {"NF4, scales in 8 bits", "bitsandbytes", 4, 64, qloraSource},
    {"MXFP4", "safetensors", 4, 32, "transformers, quantization/mxfp4"},
    {"NVFP4", "safetensors", 4, 16, "vLLM; ggml-common.h"},
    {"Q2_K_S", "GGUF", 2, 256, llamaSource},
    {"IQ1_S", "GGUF", 1, 256, llamaSource},
    {"IQ1_M", "GGUF", 1, 256, llamaSource},
    {"IQ2_XXS", "GGUF", 2, 256, llamaSource},
    {"IQ2_XS", "GGUF", 2, 256, llamaSource},
    {"IQ2_S", "GGUF", 2, 256, llamaSource},
    {"IQ2_M", "GGUF", 2, 256, llamaSource},
    {"IQ3_XXS", "GGUF", 3, 256, llamaSource},
    {"IQ3_XS", "GGUF", 3, 256, llamaSource},
    {"IQ3_S", "GGUF", 3, 256, llamaSource},
    {"IQ3_M", "GGUF", 3, 256, llamaSource},
    {"IQ4_NL", "GGUF", 4, 32, llamaSource},
    {"IQ4_XS", "GGUF", 4, 256, llamaSource},
    {"TQ1_0", "GGUF", 1, 256, llamaSource},
    {"TQ2_0", "GGUF", 2, 256, llamaSource},
    {"MXFP4_MOE", "GGUF", 4, 32, llamaSource},
    {"Q2_K_L", "GGUF", 2, 256, tablesSource},
    {"Q3_K_XL", "GGUF", 3, 256, tablesSource},
    {"Q4_K_L", "GGUF", 4, 256, tablesSource},
    {"Q5_K_L", "GGUF", 5, 256, tablesSource},
    {"Q6_K_L", "GGUF", 6, 256, tablesSource},
});

/// Sizes one rank's weights, a kind of tensor at a time.
class WeightSizer
{
public:
    WeightSizer(const Shape& shape, WeightFormat format, const WeightChoices& choices)
        : m_shape(shape)
        , m_format(format)
        , m_choices(choices)
        , m_mixture(isGguf(format) || choices.gguf ? mixtureOf(format) : nullptr)
    {
        // The mean of layers that differ is not made for each of them.
        visitAttention(shape, [this](const Weight& weight) { m_attention.push_back(weight); });
        m_model.layers = shape.layers;
        m_model.headsPerKeyHead = shape.kvHeads > 0 ? shape.heads / shape.kvHeads : 1;
        m_model.experts = shape.experts;
        m_model.falcon = choices.falcon;
        m_model.fusedQkv = choices.fusedQkv;
        m_model.currentRules = choices.currentRules;
        m_model.matrix = choices.matrix.value_or(m_mixture && m_mixture->needsMatrix);
        // Llama and Qwen2: 80 layers; Llama's 65B has no shared keys, and Qwen's a bias.
        m_model.seventyBillion = shape.layers == 80 && !choices.falcon && shape.experts == 0
            && (shape.kvHeads < shape.heads || shape.qkvBias);
    }

    /// Bytes of the embedding in a file that stores a separate output.
    Bytes embeddingWithOwnOutput() const
    {
        return matrixBytes(m_mixture ? m_mixture->embedding.value_or(m_mixture->base)
                                     : GgufType::F16,
                           m_shape.hidden, m_shape.vocabulary);
    }

    /// Bytes of a layer that predicts a further token, in addition to those that every layer has:
    /// the product from two hidden widths to one, its norms, and copies of embedding and output.
    Bytes moreInPredictionLayer() const
    {
        const GgufType base = m_mixture ? m_mixture->base : GgufType::F16;
        const std::int64_t h = m_shape.hidden;
        return plus(plus(matrixBytes(base, 2 * h, h), bytesIn(GgufType::F32, 3 * h)),
                    times(2, matrixBytes(base, h, m_shape.vocabulary)));
    }

    WeightSizes sizes()
    {
        const std::int64_t end
            = std::min(m_choices.endLayer.value_or(m_shape.layers), m_shape.layers);
        for (std::int64_t layer = 0; layer < end; ++layer)
            addLayer(layer, layer >= m_choices.firstLayer);
        visitOutside(m_shape, [&](const Weight& weight) { add(weight, 0); });
        m_sizes.nominal = nominalBytes(m_sizes.parameters, m_format);
        return m_sizes;
    }

private:
    /// Layers before the first one that is held are visited too, because i of the rules counts all
    /// tensors.
    void addLayer(std::int64_t layer, bool held)
    {
        const auto visit = [&](const Weight& weight) {
            std::int64_t place = layer;
            if (weight.role == WeightRole::Down && m_mixture && m_mixture->low)
                place = m_downs++;
            if (held)
                add(weight, place);
        };
        for (const Weight& weight : m_attention)
            visit(weight);
        visitNorms(m_shape, visit);
        if (m_shape.isMoe(layer))
            visitMoe(m_shape, visit);
        else
            visitMlp(m_shape, visit);
    }

    void add(const Weight& weight, std::int64_t place)
    {
        const RankShare share = rankShare(weight, m_choices.split);
        const Bytes whole = m_mixture ? ggufBytes(weight, place) : linearBytes(weight);
        Bytes& part = m_sizes[weight.part];
        part = plus(part, times(shareOf(whole, share.ranks), share.copies));
        m_sizes.parameters = plus(m_sizes.parameters, share.parameters());
    }

    Bytes linearBytes(const Weight& weight) const
    {
        const LinearChoices linear{m_choices.groupSize, m_choices.actOrder,
                                   m_choices.paddedExperts};
        return quantisedBytes(m_format, weight, linear);
    }

    Bytes ggufBytes(const Weight& weight, std::int64_t place) const
    {
        const std::int64_t entries = times(weight.rows, weight.columns);
        if (weight.part == Part::Vision) // a separate file, in 16 bits
            return bytesIn(GgufType::F16, entries);
        // Gemma 3n's embeddings of each layer are quantised as the embedding is.
        if (weight.part == Part::FinalNorm && isTable(weight))
            return bytesStored(m_mixture->embedding.value_or(m_mixture->base), largestBlock,
                               entries);
        // Vectors, routers and tables of positions are never quantised.
        if (weight.columns <= 1 || weight.part == Part::Router || weight.part == Part::Positions
            || weight.part == Part::FinalNorm || weight.part == Part::Norms)
            return bytesIn(GgufType::F32, entries);
        if (weight.part == Part::Head || (weight.part == Part::Embedding && m_shape.tied))
            return bytesIn(headType(*m_mixture, m_model, rowOf(weight.columns)), entries);
        if (weight.part == Part::Embedding)
            return bytesStored(m_mixture->embedding.value_or(m_mixture->base), weight.columns,
                               entries);
        if (weight.part == Part::Experts && m_choices.mxfp4Experts)
            return bytesStored(GgufType::Mxfp4, weight.rows, entries);
        if (weight.part == Part::Experts && m_mixture->experts)
            return bytesStored(*m_mixture->experts, weight.rows, entries);
        if (weight.role == WeightRole::LatentKeyValue && m_choices.currentRules) {
            // attn_k_b, which is stored transposed, and attn_v_b.
            const LatentAttention& latent = m_shape.latent;
            const std::int64_t keys
                = times(m_shape.heads, times(latent.plainHeadDim, latent.kvRank));
            return plus(bytesStored(m_mixture->base, latent.plainHeadDim, keys),
                        bytesStored(m_mixture->base, latent.kvRank, entries - keys));
        }
        return bytesStored(layerType(*m_mixture, m_model, weight.role, place), weight.rows,
                           entries);
    }

    /// Whether weights outside the layers, of which only the number is known, are more than a few
    /// vectors for each layer.
    bool isTable(const Weight& weight) const
    {
        constexpr std::int64_t mostVectors = 16;
        return weight.rows > times(m_shape.hidden, times(mostVectors, m_shape.layers + 1));
    }

    /// Bytes of a matrix for which the mixture wants this type; a file of one format has no
    /// mixture.
    Bytes matrixBytes(GgufType wanted, std::int64_t row, std::int64_t rows) const
    {
        if (!m_mixture)
            return linearBytes({.part = Part::Embedding, .rows = rows, .columns = row});
        return bytesStored(wanted, row, times(row, rows));
    }

    /// In the type that the file asks for, or in the one that it falls back to for rows of this
    /// length.
    Bytes bytesStored(GgufType wanted, std::int64_t row, std::int64_t entries) const
    {
        return bytesIn(fittingType(wanted, rowOf(row)), entries);
    }

    std::int64_t rowOf(std::int64_t row) const { return m_choices.fullRows ? largestBlock : row; }

    static constexpr std::int64_t largestBlock = 256;

    const Shape& m_shape;
    std::vector<Weight> m_attention; ///< of one layer
    WeightFormat m_format;
    const WeightChoices& m_choices;
    const GgufMixture* m_mixture;
    GgufModel m_model;
    std::int64_t m_downs = 0;
    WeightSizes m_sizes;
};

struct Vocabulary
{
    std::int64_t tokens, merges;
};

/// Merges of the tokenizers that many models share, by the size of their vocabulary.
constexpr auto byteVocabularies = std::to_array<Vocabulary>({
    {128256, 280147}, // Llama 3
    {151936, 151387}, // Qwen2, Qwen3
    {152064, 151387},
    {129280, 127741}, // DeepSeek-V3
    {102400, 99757}, // DeepSeek-V2
    {100352, 100000}, // Phi-4
    {201088, 446189}, // gpt-oss
});

/// By tokens of a SentencePiece vocabulary (models like Llama 2 and Gemma), else by tokens and
/// merges.
Bytes metadataBytes(const Shape& shape)
{
    const std::int64_t tokens = shape.vocabulary;
    if ((tokens >= 32000 && tokens <= 32768) || (tokens >= 256000 && tokens <= 262208))
        return times(fittedValue(Fitted::SentencePieceToken), tokens);
    const auto* known = std::ranges::find(byteVocabularies, tokens, &Vocabulary::tokens);
    return times(fittedValue(Fitted::BytePairToken),
                 plus(tokens, known == byteVocabularies.end() ? tokens : known->merges));
}

} // namespace

const WeightFormatFacts& factsOf(WeightFormat format)
{
    return formatFacts[format];
}

bool isGguf(WeightFormat format)
{
    return factsOf(format).kind == "GGUF";
}

WeightChoices choicesOfFamily(std::string_view family)
{
    // Names of the catalogue, then model_type of a config.json; of llama.cpp's
    // convert_hf_to_gguf.py. Converters that write attn_qkv:
    constexpr auto fused = std::to_array<std::string_view>(
        {"Phi",      "Falcon", "GPT-2", "GPT-3",   "GPT-NeoX",   "Pythia",          "BLOOM",
         "GLM",      "phi",    "phi3",  "falcon",  "RefinedWeb", "RefinedWebModel", "gpt2",
         "gpt_neox", "bloom",  "mpt",   "chatglm", "qwen",       "gpt_bigcode",     "dbrx"});
    // "GPT2 output is tied to (same as) wte in original model": the converter writes it a second
    // time as OUTPUT.
    constexpr auto copied = std::to_array<std::string_view>({"GPT-2", "gpt2", "BLOOM", "bloom"});
    // block_count is num_hidden_layers and num_nextn_predict_layers.
    constexpr auto predicting
        = std::to_array<std::string_view>({"glm4_moe", "exaone_moe", "deepseek_v32"});
    const auto isOneOf
        = [&](const auto& names) { return std::ranges::find(names, family) != names.end(); };
    WeightChoices choices;
    choices.fusedQkv = isOneOf(fused);
    choices.falcon = family == "Falcon" || family == "falcon" || family.starts_with("RefinedWeb");
    // All three checkpoints of Falcon have lm_head.weight, though their configurations tie it: of
    // Falcon 40B in Q3_K_M llama.cpp logs 242 matrices, of which one, the output, is in Q8_0.
    // StarCoder's files have one too, by their sizes.
    if (choices.falcon || family == "gpt_bigcode")
        choices.ownOutput = OwnOutput::Always;
    else if (isOneOf(copied))
        choices.ownOutput = OwnOutput::InGguf;
    choices.storesPredictions = isOneOf(predicting);
    choices.mxfp4Experts = family == "gpt-oss" || family == "gpt_oss";
    return choices;
}

Bytes nominalBytes(std::int64_t parameters, WeightFormat format)
{
    return shareOf(times(parameters, factsOf(format).nominalBits), 8);
}

Bytes WeightSizes::total() const
{
    return std::accumulate(parts.begin(), parts.end(), Bytes{0}, plus);
}

double WeightSizes::bitsPerWeight() const
{
    return parameters > 0 ? 8 * static_cast<double>(total()) / static_cast<double>(parameters) : 0;
}

WeightSizes weightSizes(const Shape& shape, WeightFormat format, const WeightChoices& choices)
{
    return WeightSizer(shape, format, choices).sizes();
}

Bytes fileBytes(const Shape& shape, WeightFormat format, const WeightChoices& choices)
{
    WeightChoices whole = choices;
    whole.split = {};
    whole.firstLayer = 0;
    whole.endLayer.reset();
    whole.paddedExperts = false;
    const bool gguf = isGguf(format) || choices.gguf;
    Shape stored = shape;
    if (gguf && choices.storesPredictions)
        stored.layers = plus(shape.layers, shape.predictionLayers);
    WeightSizer sizer(stored, format, whole);
    WeightSizes sizes = sizer.sizes();
    if (shape.tied
        && (choices.ownOutput == OwnOutput::Always
            || (gguf && choices.ownOutput == OwnOutput::InGguf)))
        sizes[Part::Head] = plus(sizes[Part::Head], sizer.embeddingWithOwnOutput());
    if (!gguf)
        return sizes.total();
    const Bytes predicting = times(stored.layers - shape.layers, sizer.moreInPredictionLayer());
    return plus(plus(sizes.total() - sizes[Part::Vision], predicting), metadataBytes(shape));
}

} // namespace highwater
