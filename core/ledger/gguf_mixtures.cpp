// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/gguf_mixtures.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// A mixture of about one or two bits: `finer` is the type of tensors that need more bits, `output`
/// of attention's output.
constexpr GgufMixture lowMixture(WeightFormat format, GgufType base, GgufType finer,
                                 std::optional<GgufType> output = std::nullopt)
{
    using enum GgufWhen;
    using enum GgufType;
    using enum WeightRole;
    return {.format = format,
            .base = base,
            .head = Q5K,
            .embedding = finer,
            .rules = {{{Values, FourHeadsOrExperts, Q4K},
                       {Values, Always, finer},
                       {Keys, EightExperts, Q4K},
                       {AttentionOutput, EightExperts, Q5K},
                       {AttentionOutput, output ? Always : Never, output.value_or(base)},
                       {Down, FirstEighth, finer}}},
            .low = true,
            .needsMatrix = true};
}

/// llama.cpp, src/llama-quant.cpp at commit 007dbbf, llama_tensor_get_type_impl().
constexpr auto mixtureTable()
{
    using enum GgufWhen;
    using enum GgufType;
    using enum WeightRole;
    using Format = WeightFormat;
    return std::to_array<GgufMixture>({
        {.format = Format::Fp32, .base = F32, .head = F32},
        {.format = Format::Fp16, .base = F16, .head = F16},
        {.format = Format::Bf16, .base = Bf16, .head = Bf16},
        {.format = Format::Q8_0, .base = Q8_0, .head = Q8_0},
        {.format = Format::Q4_0, .base = Q4_0, .rules = {{{Down, MatrixFirstEighth, Q4_1}}}},
        {.format = Format::Q4_1, .base = Q4_1},
        {.format = Format::Q5_0, .base = Q5_0, .rules = {{{Down, MatrixFirstEighth, Q5_1}}}},
        {.format = Format::Q5_1, .base = Q5_1},
        {.format = Format::Q2K,
         .base = Q2K,
         .rules = {{{Values, FourHeads, Q4K},
                    {Values, Always, Q3K},
                    {AttentionOutput, NotFalcon, Q3K},
                    {Down, Always, Q3K}}},
         .eightExpertsOutput = true},
        {.format = Format::Q2KS,
         .base = Q2K,
         .rules = {{{Values, FourHeads, Q4K}, {Down, FirstEighth, Q4K}}},
         .needsMatrix = true},
        {.format = Format::Q3KS, .base = Q3K, .eightExpertsOutput = true},
        {.format = Format::Q3KM,
         .base = Q3K,
         .fusedUntil2025 = Q4K,
         .rules = {{{Values, FirstTwo, Q5K},
                    {Values, Always, Q4K},
                    {AttentionOutput, NotFalcon, Q4K},
                    {Down, FirstSixteenth, Q5K},
                    {Down, NotFalcon, Q4K},
                    {Down, Spread, Q4K}}},
         .eightExpertsOutput = true},
        {.format = Format::Q3KL,
         .base = Q3K,
         .fusedUntil2025 = Q4K,
         .rules = {{{Values, Always, Q5K},
                    {AttentionOutput, Falcon, Q4K},
                    {AttentionOutput, Always, Q5K},
                    {Down, Falcon, Q4K},
                    {Down, Always, Q5K}}}},
        {.format = Format::Q4KS,
         .base = Q4K,
         .rules = {{{Values, FirstFour, Q5K}, {Down, NotFalconFirstEighth, Q5K}}},
         .eightExpertsOutput = true},
        {.format = Format::Q4KM,
         .base = Q4K,
         .fusedUntil2025 = Q5K,
         .rules = {{{Values, Spread, Q6K},
                    {Down, FalconFirstSixteenth, Q6K},
                    {Down, FalconSpread, Q5K},
                    {Down, Falcon, Q4K},
                    {Down, Spread, Q6K}}},
         .eightExpertsOutput = true},
        {.format = Format::Q5KS, .base = Q5K},
        {.format = Format::Q5KM,
         .base = Q5K,
         .fusedUntil2025 = Q6K,
         .rules = {{{Values, Spread, Q6K}, {Down, Spread, Q6K}}}},
        {.format = Format::Q6K, .base = Q6K},
        lowMixture(Format::Iq1S, Iq1S, Q2K, Iq2Xxs),
        lowMixture(Format::Iq1M, Iq1M, Q2K, Iq2Xxs),
        lowMixture(Format::Iq2Xxs, Iq2Xxs, Q2K),
        lowMixture(Format::Iq2Xs, Iq2Xs, Q2K),
        lowMixture(Format::Iq2S, Iq2Xs, Iq3S, Iq3S),
        lowMixture(Format::Iq2M, Iq2S, Iq3S, Iq3S),
        {.format = Format::Iq3Xxs,
         .base = Iq3Xxs,
         .head = Q5K,
         .embedding = Iq3S,
         .rules = {{{Values, FourHeads, Q4K},
                    {Values, NoMatrix, Iq3S},
                    {Keys, Always, Iq2S},
                    {Queries, Always, Iq2S},
                    {AttentionOutput, NotFalcon, Iq3S},
                    {Down, NoMatrixFirstEighth, Q4K},
                    {Down, NoMatrix, Q3K}}},
         .needsMatrix = true,
         .eightExpertsOutput = true},
        {.format = Format::Iq3Xs,
         .base = Iq3S,
         .rules = {{{Values, FourHeads, Q4K},
                    {Keys, Always, Iq3Xxs},
                    {Queries, Always, Iq3Xxs},
                    {Gate, MiddleLayers, Iq3Xxs},
                    {Up, MiddleLayers, Iq3Xxs}}},
         .eightExpertsOutput = true},
        {.format = Format::Iq3S,
         .base = Iq3S,
         .rules = {{{Values, FourHeads, Q4K}}},
         .eightExpertsOutput = true},
        {.format = Format::Iq3M,
         .base = Iq3S,
         .fusedUntil2025 = Q4K,
         .rules = {{{Values, Always, Q4K},
                    {AttentionOutput, NotFalcon, Q4K},
                    {Down, FirstEighth, Q4K},
                    {Down, EightExpertsSpread, Q4K}}},
         .eightExpertsOutput = true},
        {.format = Format::Iq4Nl,
         .base = Iq4Nl,
         .rules = {{{Values, FourHeads, Q5K}, {Down, NoMatrixFirstEighth, Q5K}}},
         .eightExpertsOutput = true},
        {.format = Format::Iq4Xs,
         .base = Iq4Xs,
         .rules = {{{Values, FourHeads, Q5K}, {Down, NoMatrixFirstEighth, Q5K}}},
         .eightExpertsOutput = true},
        {.format = Format::Tq1_0, .base = Tq1_0, .embedding = Q4K},
        {.format = Format::Tq2_0, .base = Tq2_0, .embedding = Q4K},
        {.format = Format::Mxfp4Moe, .base = Q8_0, .head = Q8_0, .experts = Mxfp4},
    });
}

/// Names of publishers for a file type whose embedding and output are Q8_0 (llama-quantize
/// --token-embedding-type q8_0 --output-tensor-type q8_0).
struct LargeTables
{
    WeightFormat format, of;
};
constexpr std::array largeTables{
    LargeTables{WeightFormat::Q2KL, WeightFormat::Q2K},
    LargeTables{WeightFormat::Q3KXl, WeightFormat::Q3KL},
    LargeTables{WeightFormat::Q4KL, WeightFormat::Q4KM},
    LargeTables{WeightFormat::Q5KL, WeightFormat::Q5KM},
    LargeTables{WeightFormat::Q6KL, WeightFormat::Q6K},
};

constexpr auto everyMixture()
{
    constexpr auto plain = mixtureTable();
    std::array<GgufMixture, plain.size() + largeTables.size()> all{};
    auto next = std::ranges::copy(plain, all.begin()).out;
    for (const LargeTables& names : largeTables) {
        *next = *std::ranges::find(plain, names.of, &GgufMixture::format);
        next->format = names.format;
        next->head = GgufType::Q8_0;
        next->embedding = GgufType::Q8_0;
        ++next;
    }
    return all;
}

constexpr auto ggufMixtures = everyMixture();

bool isQuantised(const GgufMixture& mixture)
{
    return blockOf(mixture.base).weights > 1;
}

bool holds(GgufWhen when, const GgufModel& model, std::int64_t i)
{
    using enum GgufWhen;
    const std::int64_t n = model.layers;
    const bool firstEighth = i < n / 8;
    const bool spread = firstEighth || i >= 7 * n / 8 || (i - n / 8) % 3 == 2;
    const bool fourHeads = model.headsPerKeyHead >= 4;
    switch (when) {
    case Never:
        return false;
    case Always:
        return true;
    case FirstTwo:
        return i < 2;
    case FirstFour:
        return i < 4;
    case FirstEighth:
        return firstEighth;
    case FirstSixteenth:
        return i < n / 16;
    case Spread:
        return spread;
    case MiddleLayers:
        return !firstEighth && i < 7 * n / 8;
    case FourHeads:
        return fourHeads;
    case FourHeadsOrExperts:
        return fourHeads || model.experts >= 4;
    case EightExperts:
        return model.experts == 8;
    case EightExpertsSpread:
        return model.experts == 8 && spread;
    case NoMatrix:
        return !model.matrix;
    case NoMatrixFirstEighth:
        return !model.matrix && firstEighth;
    case MatrixFirstEighth:
        return model.matrix && firstEighth;
    case NotFalcon:
        return !model.falcon;
    case NotFalconFirstEighth:
        return !model.falcon && firstEighth;
    case Falcon:
        return model.falcon;
    case FalconFirstSixteenth:
        return model.falcon && i < n / 16;
    case FalconSpread:
        return model.falcon && spread;
    }
    return false;
}

} // namespace

const GgufMixture* mixtureOf(WeightFormat format)
{
    const auto* found = std::ranges::find(ggufMixtures, format, &GgufMixture::format);
    return found == ggufMixtures.end() ? nullptr : found;
}

bool dependsOnMatrix(WeightFormat format)
{
    const GgufMixture* const mixture = mixtureOf(format);
    return mixture && std::ranges::any_of(mixture->rules, [](const GgufRule& rule) {
               return rule.when == GgufWhen::NoMatrix || rule.when == GgufWhen::NoMatrixFirstEighth
                   || rule.when == GgufWhen::MatrixFirstEighth;
           });
}

GgufType headType(const GgufMixture& mixture, const GgufModel& model, std::int64_t row)
{
    const bool wholeBlocks = row % blockOf(mixture.base).weights == 0;
    const GgufType type
        = isQuantised(mixture) && (model.falcon || !wholeBlocks) ? GgufType::Q8_0 : mixture.head;
    return fittingType(type, row);
}

GgufType layerType(const GgufMixture& mixture, const GgufModel& model, WeightRole role,
                   std::int64_t place)
{
    using enum GgufType;
    using enum WeightRole;
    if (!isQuantised(mixture))
        return mixture.base;
    if (model.fusedQkv && (role == Queries || role == Keys || role == Values)) {
        if (!model.currentRules)
            return mixture.fusedUntil2025.value_or(mixture.base);
        role = Values;
    }
    const bool eight = model.experts == 8 && !mixture.low && !mixture.experts;
    if (eight && (role == Keys || role == Values))
        return Q8_0;
    if (eight && role == AttentionOutput && !model.falcon)
        return mixture.eightExpertsOutput ? Q5K : mixture.base;

    GgufType type = mixture.base;
    for (const GgufRule& rule : mixture.rules)
        if (rule.role == role && holds(rule.when, model, place)) {
            type = rule.type;
            break;
        }
    if (role == Values && model.seventyBillion && !mixture.low && (type == Q3K || type == Q4K))
        return Q5K;
    return type;
}

} // namespace highwater
