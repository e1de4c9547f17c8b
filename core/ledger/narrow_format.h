// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstdint>

namespace highwater {

/// Values that share a scale, and the bytes of their data and of that scale.
struct NarrowBlock
{
    std::int64_t values = 1, bytes = 1;
};

/// How Transformer Engine stores what a narrow product multiplies, of a weight and of an input,
/// each along one direction (pytorch/tensor/float8_tensor.py, float8_blockwise_tensor.py,
/// mxfp8_tensor.py, nvfp4_tensor.py: get_scale_shape, inner_tensor_specs). A scale of a whole
/// tensor is 4 bytes and not counted.
struct NarrowFormat
{
    NarrowBlock weight, input;
};

/// Whether products compute in 8 or 4 bits, of weights and activations in 16.
constexpr bool narrowsProducts(Precision precision)
{
    return precision == Precision::Fp8Mixed || precision == Precision::Fp8BlockMixed
        || precision == Precision::Mxfp8Mixed || precision == Precision::Nvfp4Mixed;
}

/// Whether products compute in 16 bits, of weights that may have 32.
constexpr bool isSixteenBitsMixed(Precision precision)
{
    return precision == Precision::Bf16Mixed || precision == Precision::Fp16Mixed;
}

/// Whether weights, gradients and the optimizer's step have 16 bits alone.
constexpr bool isSixteenBitsAlone(Precision precision)
{
    return precision == Precision::Bf16 || precision == Precision::Fp16;
}

/// Whether 16-bit values have the range of fp16.
constexpr bool computesInFp16(Precision precision)
{
    return precision == Precision::Fp16Mixed || precision == Precision::Fp16;
}

constexpr NarrowFormat narrowFormat(Precision precision)
{
    switch (precision) {
    case Precision::Fp8BlockMixed: // squares of 128 by 128 weights, 32-bit scales
        return {{128LL * 128, 128LL * 128 + 4}, {128, 128 + 4}};
    case Precision::Mxfp8Mixed:
        return {{32, 32 + 1}, {32, 32 + 1}};
    case Precision::Nvfp4Mixed:
        return {{16, 8 + 1}, {16, 8 + 1}};
    case Precision::Bf16Mixed:
    case Precision::Fp16Mixed:
    case Precision::Bf16:
    case Precision::Fp16:
    case Precision::Fp32:
    case Precision::Fp8Mixed:
        break;
    }
    return {};
}

/// Bytes of a value in the input of a narrow product, with its share of a scale.
constexpr double narrowInputBytes(Precision precision)
{
    const NarrowBlock block = narrowFormat(precision).input;
    return static_cast<double>(block.bytes) / static_cast<double>(block.values);
}

} // namespace highwater
