// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/cache_layout.h"

#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

std::int64_t rounded(std::int64_t tokens, std::int64_t block)
{
    return times(shareOf(tokens, block), block);
}

bool mixesKinds(const Shape& shape)
{
    return shape.layersThat(Attending::Full, 0, shape.layers) > 0;
}

/// Tokens that a layer with a window or chunks keeps. A server that treats these layers like all
/// others keeps all tokens.
std::int64_t windowTokens(const Resolved& plan, std::int64_t block)
{
    const Shape& shape = plan.shape;
    const std::int64_t all = tokensOfSequence(plan);
    const std::int64_t window = shape.window;
    const bool chunked = shape.pattern.find('c') != std::string::npos;
    switch (plan.inference.server) {
    case Server::Vllm: { // vllm/v1/kv_cache_interface.py: the tokens of a pass are added before
                         // older ones are freed
        const std::int64_t before = chunked ? window : window - 1;
        const std::int64_t kept = std::min(plus(before, prefillTokens(plan)), all);
        return plus(rounded(kept, block), chunked ? 0 : block);
    }
    case Server::LlamaCpp: { // src/llama-kv-cache-iswa.cpp
        const std::int64_t cells = rounded(all, block);
        if (!mixesKinds(shape))
            return cells;
        return rounded(std::min(cells, plus(window, prefillTokens(plan))), block);
    }
    case Server::Sglang:
        return mixesKinds(shape) ? std::min(window, all) : all;
    case Server::TensorRtLlm:
        return rounded(std::min(window, all), block);
    case Server::Plain:
    case Server::HuggingFace:
        break;
    }
    return std::min(window, all);
}

/// The tokens of a block. vLLM makes the blocks of a model with linear attention so large that its
/// state fits into one (vllm/model_executor/models/config.py); for latent attention the kernels fix
/// the size.
std::int64_t blockOf(const Resolved& plan, Bytes tokenBytes, Bytes state)
{
    const std::int64_t block = traitsOf(plan.inference.server).block;
    if (plan.inference.server != Server::Vllm)
        return block;
    constexpr std::int64_t latentBlock = 64;
    const std::int64_t least = plan.shape.isLatent() ? latentBlock : block;
    if (state == 0 || tokenBytes == 0)
        return least;
    return std::max(least, rounded(shareOf(state, tokenBytes), block));
}

/// SGLang cuts the memory of its cache into two pools of a fixed ratio. A sequence takes the same
/// share of both: that of the pool which it fills first.
void shareOfPools(const Resolved& plan, CacheCells& cells)
{
    const Shape& shape = plan.shape;
    const auto count = [&](Attending kind) { return shape.layersThat(kind, 0, shape.layers); };
    const std::int64_t full = count(Attending::Full), linear = count(Attending::Linear);
    if (full == 0)
        return;
    if (cells.window > 0) { // swa_full_tokens_ratio, python/sglang/srt/server_args.py: 0.8
        cells.full = std::max(cells.full, shareOf(times(5, cells.window), 4));
        cells.window = shareOf(times(4, cells.full), 5);
    }
    if (linear == 0)
        return;
    // mamba_full_memory_ratio, the same file: 0.9 of the bytes of keys and values.
    const Bytes token = times(cells.fullBytes, full), state = times(cells.state, linear);
    const Bytes keys = std::max(times(token, cells.full), shareOf(times(10, state), 9));
    cells.full = shareOf(keys, token);
    cells.state = shareOf(shareOf(times(9, times(token, cells.full)), 10), linear);
}

} // namespace

std::int64_t tokensOfSequence(const Resolved& plan)
{
    return plus(plan.workload.context, plan.inference.output);
}

CacheCells cacheCells(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const std::int64_t ranks = plan.layout.tensor;
    const KvFormat format = plan.inference.kvCache;
    const bool llama = plan.inference.server == Server::LlamaCpp;
    CacheCells cells;
    cells.fullBytes = kvBytesOfLayer(shape, format, ranks);
    cells.windowBytes = llama && mixesKinds(shape) && isInBlocks(format)
        ? kvBytesOfWindowLayer(shape, KvFormat::Fp16, ranks)
        : kvBytesOfWindowLayer(shape, format, ranks);
    cells.state = stateBytesOfLayer(shape, llama ? 4 : 2, ranks);
    cells.block = blockOf(plan, cells.fullBytes, cells.state);
    if (plan.inference.server == Server::Vllm && cells.state > 0) // a state takes a whole block
        cells.state = times(cells.block, cells.fullBytes);
    cells.full = rounded(tokensOfSequence(plan), cells.block);
    cells.window = shape.window > 0 ? windowTokens(plan, cells.block) : 0;
    if (plan.inference.server == Server::Sglang)
        shareOfPools(plan, cells);
    if (llama && isInBlocks(format) && plan.choices.attention == Attention::Flash)
        cells.converted = kvBytesOfLayer(shape, KvFormat::Fp16, ranks);
    return cells;
}

CacheLayers cacheLayers(const Resolved& plan, const StageLayers& layers)
{
    // Layers that use earlier keys have no cells: vLLM, vllm/v1/worker/gpu_model_runner.py,
    // get_kv_cache_spec; llama.cpp, src/llama-kv-cache.cpp, by llama_hparams::has_kv; transformers,
    // cache_utils.py, DynamicCache. SGLang's pools have a part for every layer, whichever of them
    // a layer attends to (python/sglang/srt/models/gemma3n_causal.py: Gemma3nAttention).
    const std::int64_t end = plan.inference.server == Server::Sglang
        ? layers.end
        : std::min(layers.end, plan.shape.cachedEnd());
    const std::int64_t first = std::min(layers.first, end);
    const auto count = [&](Attending kind) { return plan.shape.layersThat(kind, first, end); };
    CacheLayers found{count(Attending::Full),
                      plus(count(Attending::Window), count(Attending::Chunk)),
                      count(Attending::Linear)};
    if (plan.shape.cachedValues > 0) // beside compressed tokens there is a window
        found.window = plus(found.window, found.full);
    if (plan.inference.server != Server::Vllm)
        return found;
    // A group has as many layers as the rarest kind, or as the commonest kind if that has few more.
    std::int64_t fewest = 0, most = 0;
    for (const std::int64_t kind : {found.full, found.window, found.linear})
        if (kind > 0) {
            fewest = fewest == 0 ? kind : std::min(fewest, kind);
            most = std::max(most, kind);
        }
    if (fewest == most)
        return found;
    const std::int64_t group = 2 * most < 3 * fewest ? most : fewest;
    return {rounded(found.full, group), rounded(found.window, group), rounded(found.linear, group)};
}

} // namespace highwater
