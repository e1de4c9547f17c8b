// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/gguf_types.h"

#include "core/plan/names.h"

namespace highwater {
namespace {

/// llama.cpp, ggml/src/ggml-common.h: the structures of its blocks.
constexpr EnumTable<GgufType, GgufBlock> ggufBlocks({
    {"F32", 1, 4},       {"F16", 1, 2},        {"BF16", 1, 2},       {"Q4_0", 32, 18},
    {"Q4_1", 32, 20},    {"Q5_0", 32, 22},     {"Q5_1", 32, 24},     {"Q8_0", 32, 34},
    {"Q2_K", 256, 84},   {"Q3_K", 256, 110},   {"Q4_K", 256, 144},   {"Q5_K", 256, 176},
    {"Q6_K", 256, 210},  {"IQ1_S", 256, 50},   {"IQ1_M", 256, 56},   {"IQ2_XXS", 256, 66},
    {"IQ2_XS", 256, 74}, {"IQ2_S", 256, 82},   {"IQ3_XXS", 256, 98}, {"IQ3_S", 256, 110},
    {"IQ4_NL", 32, 18},  {"IQ4_XS", 256, 136}, {"TQ1_0", 256, 54},   {"TQ2_0", 256, 66},
    {"MXFP4", 32, 17},
});

/// llama.cpp, src/llama-quant.cpp, tensor_type_fallback(): a type with blocks of 32 weights.
GgufType smallerBlocks(GgufType type)
{
    switch (type) {
    case GgufType::Iq1S:
    case GgufType::Iq1M:
    case GgufType::Iq2Xxs:
    case GgufType::Iq2Xs:
    case GgufType::Iq2S:
    case GgufType::Iq3Xxs:
    case GgufType::Iq3S:
    case GgufType::Iq4Xs:
        return GgufType::Iq4Nl;
    case GgufType::Q2K:
    case GgufType::Q3K:
    case GgufType::Tq1_0:
    case GgufType::Tq2_0:
        return GgufType::Q4_0;
    case GgufType::Q4K:
        return GgufType::Q5_0;
    case GgufType::Q5K:
        return GgufType::Q5_1;
    case GgufType::Q6K:
        return GgufType::Q8_0;
    default:
        return GgufType::F16;
    }
}

} // namespace

const GgufBlock& blockOf(GgufType type)
{
    return ggufBlocks[type];
}

GgufType fittingType(GgufType wanted, std::int64_t row)
{
    for (; row % blockOf(wanted).weights != 0; wanted = smallerBlocks(wanted))
        ;
    return wanted;
}

Bytes bytesIn(GgufType type, std::int64_t weights)
{
    const GgufBlock& block = blockOf(type);
    return bounded::times(shareOf(weights, block.weights), block.bytes);
}

} // namespace highwater
