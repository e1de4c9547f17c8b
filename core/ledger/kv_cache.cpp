// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/kv_cache.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

bool isInBlocks(KvFormat format)
{
    switch (format) {
    case KvFormat::Q8_0:
    case KvFormat::Q5_1:
    case KvFormat::Q5_0:
    case KvFormat::Q4_1:
    case KvFormat::Q4_0:
    case KvFormat::Iq4Nl:
        return true;
    default:
        return false;
    }
}

Bytes kvRowBytes(KvFormat format, std::int64_t values)
{
    const auto blocks = [values](Bytes bytes) { return times(bytes, shareOf(values, 32)); };
    switch (format) {
    case KvFormat::Fp32:
        return times(4, values);
    case KvFormat::Bf16:
    case KvFormat::Fp16:
        return times(2, values);
    case KvFormat::Fp8:
    case KvFormat::Int8:
    case KvFormat::Fp8PerHead:
    case KvFormat::Int8PerHead:
    case KvFormat::Fp8DsMla:
        return values;
    case KvFormat::Q8_0:
        return blocks(34);
    case KvFormat::Q5_1:
        return blocks(24);
    case KvFormat::Q5_0:
        return blocks(22);
    case KvFormat::Q4_1:
        return blocks(20);
    case KvFormat::Q4_0:
    case KvFormat::Iq4Nl:
        return blocks(18);
    case KvFormat::Nvfp4: // a scale of one byte for 16 values
        return plus(shareOf(values, 2), shareOf(values, 16));
    }
    return 0;
}

namespace {

/// The key of an indexer, which every rank has: in 16 bits (transformers, models/deepseek_v32:
/// update_indexer), or beside an 8-bit cache in 8 bits with a scale for 128 values (vLLM,
/// model_executor/models/deepseek_v2.py: DeepseekV32IndexerCache).
Bytes indexerKeyBytes(const Shape& shape, KvFormat format)
{
    const bool narrow = format == KvFormat::Fp8DsMla || format == KvFormat::Fp8;
    return narrow ? plus(shape.indexWidth, times(4, shareOf(shape.indexWidth, 128)))
                  : times(2, shape.indexWidth);
}

} // namespace

Bytes kvBytesOfWindowLayer(const Shape& shape, KvFormat format, std::int64_t tensorRanks)
{
    if (shape.cachedValues > 0) // one row for keys and values
        return kvRowBytes(format, shape.headDim);
    return shape.hasWindowHeads() ? kvBytesOfLayer(shape.asWindow(), format, tensorRanks)
                                  : kvBytesOfLayer(shape, format, tensorRanks);
}

Bytes kvBytesOfLayer(const Shape& shape, KvFormat format, std::int64_t tensorRanks)
{
    // A row in DeepSeek's format for sparse attention: 512 values in 8 bits, their scales, and the
    // rotary part in 16 bits (vLLM, vllm/v1/kv_cache_interface.py).
    constexpr Bytes deepSeekRow = 656;
    if (shape.cachedValues > 0)
        return kvRowBytes(format, shape.cachedValues);
    const Bytes index = indexerKeyBytes(shape, format);
    if (shape.isLatent() && format == KvFormat::Fp8DsMla)
        return plus(deepSeekRow, index);
    if (shape.isLatent())
        return plus(index,
                    kvRowBytes(format, plus(shape.latent.kvRank, shape.latent.rotaryHeadDim)));
    const std::int64_t heads = std::max<std::int64_t>(1, shape.kvHeads / tensorRanks);
    const bool scaled = format == KvFormat::Fp8PerHead || format == KvFormat::Int8PerHead;
    const Bytes scales = scaled ? times(4, heads) : 0;
    const std::int64_t value = shape.valueHeadDim > 0 ? shape.valueHeadDim : shape.headDim;
    return plus(plus(index, times(2, scales)),
                plus(kvRowBytes(format, times(heads, shape.headDim)),
                     kvRowBytes(format, times(heads, value))));
}

Bytes kvBytesOfToken(const Shape& shape, KvFormat format)
{
    const std::int64_t end = shape.cachedEnd();
    const std::int64_t windows = shape.layersThat(Attending::Window, 0, end);
    const std::int64_t others
        = shape.layersThat(Attending::Full, 0, end) + shape.layersThat(Attending::Chunk, 0, end);
    return plus(times(others, kvBytesOfLayer(shape, format)),
                times(windows, kvBytesOfWindowLayer(shape, format)));
}

Bytes kvBytesOfFurtherToken(const Shape& shape, KvFormat format)
{
    return times(shape.layersThat(Attending::Full, 0, shape.cachedEnd()),
                 kvBytesOfLayer(shape, format));
}

Bytes stateBytesOfLayer(const Shape& shape, Bytes valueBytes, std::int64_t tensorRanks)
{
    const LinearAttention& linear = shape.linear;
    const std::int64_t keys = shareOf(linear.keyHeads, tensorRanks);
    const std::int64_t values = shareOf(linear.valueHeads, tensorRanks);
    const Bytes state = times(4, times(values, times(linear.keyHeadDim, linear.valueHeadDim)));
    const std::int64_t convolved
        = plus(times(2, times(keys, linear.keyHeadDim)), times(values, linear.valueHeadDim));
    const std::int64_t inputs = std::max<std::int64_t>(0, linear.kernel - 1);
    return plus(state, times(valueBytes, times(inputs, convolved)));
}

} // namespace highwater
