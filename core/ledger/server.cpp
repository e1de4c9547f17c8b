// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/server.h"

#include "core/ledger/cache_layout.h"
#include "core/ledger/fitted.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/weight_formats.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

// Of a pass: residual, input and output in 16 bits; gate, up and product in 16 bits.
constexpr std::int64_t threeHalves = 6;

constexpr std::array servers{
    ServerTraits{Server::Plain, "None", 1, KeptFree::Nothing, 0, 6, threeHalves, threeHalves, 0,
                 "tensors of a pass in 16 bits, logits in 16 and in 32 bits"},
    ServerTraits{Server::Vllm, "vLLM", 16, KeptFree::OfCard, 0.92, fittedValue(Fitted::VllmLogit),
                 threeHalves, threeHalves, fittedValue(Fitted::RecordedGraphs) * mib,
                 "vLLM, vllm/v1/worker/gpu_worker.py, vllm/engine/arg_utils.py"},
    ServerTraits{Server::Sglang, "SGLang", 1, KeptFree::OfFreeCardLessPasses, 0, 6, threeHalves,
                 threeHalves, fittedValue(Fitted::RecordedGraphs) * mib,
                 "SGLang, python/sglang/srt/server_args.py"},
    ServerTraits{Server::TensorRtLlm, "TensorRT-LLM", 32, KeptFree::OfRest, 0.9, 6, threeHalves,
                 threeHalves, 0, "TensorRT-LLM, docs/source/reference/memory.md"},
    ServerTraits{Server::LlamaCpp, "llama.cpp", 256, KeptFree::Nothing, 0, 4, 12, 8, 0,
                 "llama.cpp, src/llama-context.cpp", 4, 4, 16, false, true},
    ServerTraits{Server::HuggingFace, "Hugging Face generate", 1, KeptFree::Nothing, 0, 6,
                 threeHalves, threeHalves, 0,
                 "transformers, src/transformers/cache_utils.py, models/llama/modeling_llama.py", 8,
                 2, threeHalves},
};

consteval bool serversAreInOrder()
{
    for (std::size_t i = 0; i < servers.size(); ++i)
        if (servers[i].id != static_cast<Server>(i))
            return false;
    return servers.size() == namesOf<Server>().size();
}
static_assert(serversAreInOrder(), "servers stand in the order of the enumeration");

/// vLLM's two classes of cards (vllm/engine/arg_utils.py): cards of 70 GiB and more, except the
/// A100, get longer passes and more sequences.
bool isLargeToVllm(const Resolved& plan)
{
    return plan.capacity >= 70 * gib && plan.device->name.find("A100") == std::string::npos;
}

/// SGLang's choices by the size of the card (server_args.py).
struct SglangTier
{
    Bytes below; ///< the memory of the card
    std::int64_t chunk; ///< chunked_prefill_size
    std::int64_t graphs, graphsOfMany; ///< cuda_graph_max_bs, and from four tensor ranks on
};

const SglangTier& sglangTier(const Resolved& plan)
{
    static constexpr std::array tiers{
        SglangTier{20 * gib, 2048, 8, 8},     SglangTier{35 * gib, 2048, 24, 80},
        SglangTier{60 * gib, 4096, 32, 160},  SglangTier{160 * gib, 8192, 256, 512},
        SglangTier{tooMany, 16384, 512, 512},
    };
    return *std::ranges::find_if(
        tiers, [&](const SglangTier& tier) { return plan.capacity < tier.below; });
}

/// Tokens of a pass where the plan does not set them; 0: a prompt is one pass. A plan without a
/// server gets vLLM's number for smaller cards.
std::int64_t chunkByDefault(const Resolved& plan)
{
    switch (plan.inference.server) {
    case Server::Vllm:
        return isLargeToVllm(plan) ? 8192 : 2048;
    case Server::Sglang:
        return sglangTier(plan).chunk;
    case Server::TensorRtLlm:
        return 8192; // max_num_tokens
    case Server::LlamaCpp:
        return 512; // n_ubatch
    case Server::Plain:
        return 2048;
    case Server::HuggingFace:
        break;
    }
    return 0;
}

/// SGLang's own rule (server_args.py), in MiB: in addition to weights and cache it leaves room for
/// constants of the attention, a pass over prompts, recorded graphs and ranks.
double sglangFraction(const Resolved& plan)
{
    const double card = static_cast<double>(plan.capacity) / static_cast<double>(mib);
    const SglangTier& tier = sglangTier(plan);
    const auto graphs
        = static_cast<double>(plan.layout.tensor < 4 ? tier.graphs : tier.graphsOfMany);
    const auto chunk = static_cast<double>(std::max<std::int64_t>(2048, prefillTokens(plan)));
    const auto ranks = static_cast<double>(plan.layout.tensor * plan.layout.pipeline);
    double reserve = 512 + 1.5 * chunk + 2 * graphs + 128 * ranks;
    if (plan.capacity > 60 * gib)
        reserve = std::max(reserve, 10240.0);
    constexpr double thousand = 1000; // it rounds to three decimals
    return std::max(0.01, std::round((1 - reserve / card) * thousand) / thousand);
}

} // namespace

const ServerTraits& traitsOf(Server server)
{
    return servers[static_cast<std::size_t>(server)];
}

bool serverReads(Server server, WeightFormat format)
{
    using enum WeightFormat;
    const bool gguf = isGguf(format);
    switch (server) {
    case Server::Vllm:
    case Server::Sglang: // layers/quantization/gguf.py of both: the block types with kernels
        return format != Tq1_0 && format != Tq2_0 && format != Mxfp4Moe;
    case Server::TensorRtLlm: // docs, features/quantization.md: neither GGUF nor bitsandbytes
        return !gguf && factsOf(format).kind != "bitsandbytes";
    case Server::LlamaCpp: // GGUF alone; src/llama-quant.cpp makes no file of 8-bit floats
        return gguf || format == Bf16 || format == Fp16 || format == Fp32;
    case Server::HuggingFace: // modeling_gguf_pytorch_utils.py dequantises
        return !gguf;
    case Server::Plain:
        break;
    }
    return true;
}

bool keepsCacheIn(Server server, KvFormat format)
{
    using enum KvFormat;
    const bool plain = format == Bf16 || format == Fp16 || format == Fp32;
    switch (server) {
    case Server::LlamaCpp: // common/arg.cpp, kv_cache_types
        return plain || isInBlocks(format);
    case Server::HuggingFace: // cache_utils.py, QuantizedCache: whole numbers
        return plain || format == Int8;
    case Server::Vllm:
    case Server::Sglang:
    case Server::TensorRtLlm:
        return !isInBlocks(format);
    case Server::Plain:
        break;
    }
    return true;
}

double memoryFraction(const Resolved& plan)
{
    const ServerTraits& traits = traitsOf(plan.inference.server);
    if (traits.kept == KeptFree::Nothing)
        return 1;
    if (plan.inference.memoryFraction)
        return *plan.inference.memoryFraction;
    return traits.id == Server::Sglang ? sglangFraction(plan) : traits.fraction;
}

std::int64_t prefillTokens(const Resolved& plan)
{
    const std::int64_t prompt = plan.workload.context;
    const std::int64_t chunk = plan.inference.prefillChunk.value_or(chunkByDefault(plan));
    switch (plan.inference.server) {
    case Server::Vllm:
    case Server::Sglang:
    case Server::TensorRtLlm:
        return chunk;
    case Server::HuggingFace: // all sequences go through together
        return times(plan.workload.microBatch, chunk > 0 ? std::min(chunk, prompt) : prompt);
    case Server::LlamaCpp: // llama-context.cpp: n_ubatch is no more than n_ctx
        return std::min(chunk, tokensOfSequence(plan));
    case Server::Plain:
        break;
    }
    return chunk > 0 ? std::min(chunk, prompt) : prompt;
}

std::optional<std::int64_t> sequenceLimit(const Resolved& plan)
{
    switch (plan.inference.server) {
    case Server::Vllm:
        return plan.inference.maxSequences.value_or(isLargeToVllm(plan) ? 1024 : 256);
    case Server::Sglang:
        return plan.inference.maxSequences;
    case Server::Plain:
    case Server::TensorRtLlm:
    case Server::LlamaCpp:
    case Server::HuggingFace:
        break;
    }
    return std::nullopt;
}

std::int64_t servedSequences(const Resolved& plan)
{
    const std::int64_t asked = plan.workload.microBatch;
    return std::min(asked, sequenceLimit(plan).value_or(asked));
}

std::int64_t chosenPositions(const Resolved& plan)
{
    if (plan.inference.server == Server::LlamaCpp) // the logits of every token of a pass
        return prefillTokens(plan);
    if (plan.inference.server == Server::Vllm) // of the most sequences that it may serve at a time
        return *sequenceLimit(plan);
    return servedSequences(plan);
}

bool embedsOnHost(const Resolved& plan)
{
    return plan.inference.server == Server::LlamaCpp && !plan.shape.tied;
}

} // namespace highwater
