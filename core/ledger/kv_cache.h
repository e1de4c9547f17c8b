// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"
#include "core/plan/plan.h"
#include "core/plan/shape.h"

#include <cstdint>

namespace highwater {

/// Whether the format is one of llama.cpp's in blocks with a scale. Where a model mixes kinds of
/// layers, those with a window do not use it (llama.cpp, pull request 21277).
bool isInBlocks(KvFormat format);

/// Bytes of a row of values in the format. Formats of llama.cpp hold blocks of 32 values with a
/// scale each (ggml/src/ggml-common.h).
Bytes kvRowBytes(KvFormat format, std::int64_t values);

/// Bytes that one layer keeps of one token on one of `tensorRanks`: the keys and values of its
/// heads, of which every rank has at least one (vLLM, vllm/config/model.py, get_num_kv_heads).
/// Latent attention keeps one row for both, the same on every rank (DeepSeek-V2, arXiv 2405.04434,
/// section 2.1.2; vLLM, vllm/v1/kv_cache_interface.py).
Bytes kvBytesOfLayer(const Shape& shape, KvFormat format, std::int64_t tensorRanks = 1);

/// The same of a layer with a window, whose heads may differ. Layers that attend to compressed
/// tokens have one row for keys and values, and those of their window beside the compressed ones
/// (transformers, models/deepseek_v4: DeepseekV4HCACache, DeepseekV4CSACache).
Bytes kvBytesOfWindowLayer(const Shape& shape, KvFormat format, std::int64_t tensorRanks = 1);

/// The same of all layers that keep keys and values, whether of all tokens or of a window.
Bytes kvBytesOfToken(const Shape& shape, KvFormat format);

/// The same of the layers that keep all tokens: the bytes of each token beyond the windows.
Bytes kvBytesOfFurtherToken(const Shape& shape, KvFormat format);

/// Bytes that a layer with linear attention keeps of one sequence on one of `tensorRanks`: its
/// state in 32 bits, a matrix for each value head, and the last inputs of its convolution in values
/// of `valueBytes` (transformers, models/qwen3_next; llama.cpp, src/llama-hparams.cpp).
Bytes stateBytesOfLayer(const Shape& shape, Bytes valueBytes, std::int64_t tensorRanks = 1);

} // namespace highwater
