// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/server.h"

#include "core/ledger/cache_layout.h"
#include "core/ledger/fitted.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/sglang.h"
#include "core/ledger/vllm.h"
#include "core/ledger/weight_formats.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>

namespace highwater {

using bounded::times;

namespace {

// Of a pass: residual, input and output in 16 bits; gate, up and product in 16 bits.
constexpr std::int64_t threeHalves = 6;

constexpr std::array servers{
    ServerTraits{Server::Plain, "None", 1, KeptFree::Nothing, 0, 6, threeHalves, threeHalves, 0,
                 "tensors of a pass in 16 bits, logits in 16 and in 32 bits"},
    ServerTraits{Server::Vllm, "vLLM", 16, KeptFree::OfCard, 0, 0, threeHalves, threeHalves,
                 fittedValue(Fitted::RecordedGraphs) * mib,
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

/// Tokens of a pass where the plan does not set them; 0: a prompt is one pass. A plan without a
/// server gets vLLM's number for smaller cards.
std::int64_t chunkByDefault(const Resolved& plan)
{
    switch (plan.inference.server) {
    case Server::Vllm:
        return vllmPassTokens(plan);
    case Server::Sglang:
        return sglangPassTokens(plan);
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
    if (traits.id == Server::Sglang)
        return sglangFraction(plan, prefillTokens(plan));
    return traits.id == Server::Vllm ? vllmFraction(plan) : traits.fraction;
}

std::int64_t prefillTokens(const Resolved& plan)
{
    const std::int64_t prompt = plan.workload.context;
    const std::int64_t chunk = plan.inference.prefillChunk.value_or(chunkByDefault(plan));
    switch (plan.inference.server) {
    case Server::Vllm: // vllm/config/scheduler.py: no more than all sequences together have
        return std::min(chunk, times(*sequenceLimit(plan), tokensOfSequence(plan)));
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
        return plan.inference.maxSequences.value_or(vllmSequences(plan));
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
        return std::min(*sequenceLimit(plan), prefillTokens(plan));
    // A pass checks all tokens that a draft model proposes.
    return times(servedSequences(plan), plan.draft ? plan.inference.draftTokens + 1 : 1);
}

std::int64_t logitBytes(const Resolved& plan)
{
    const ServerTraits& traits = traitsOf(plan.inference.server);
    return traits.id == Server::Vllm ? vllmLogitBytes(plan) : traits.logitBytes;
}

Bytes graphBytes(const Resolved& plan)
{
    const bool records = plan.inference.graphs && plan.cluster.overhead != Overhead::None;
    return records ? traitsOf(plan.inference.server).graphs : 0;
}

bool embedsOnHost(const Resolved& plan)
{
    return plan.inference.server == Server::LlamaCpp && !plan.shape.tied;
}

std::int64_t everyGpuLayer(const Resolved& plan)
{
    return bounded::plus(plan.shape.layers, 1);
}

bool leavesLayersOnHost(const Resolved& plan)
{
    return plan.serves() && plan.inference.server == Server::LlamaCpp;
}

std::int64_t hostLayers(const Resolved& plan)
{
    const auto& onGpu = plan.inference.gpuLayers;
    if (plan.inference.server != Server::LlamaCpp || !onGpu)
        return 0;
    return std::clamp<std::int64_t>(everyGpuLayer(plan) - *onGpu, 0, plan.shape.layers);
}

bool predictsOnHost(const Resolved& plan)
{
    return plan.inference.server == Server::LlamaCpp && plan.inference.gpuLayers == 0;
}

std::int64_t hostMlpLayers(const Resolved& plan)
{
    if (plan.inference.server != Server::LlamaCpp || plan.counts.denseLayers == 0)
        return hostLayers(plan);
    return std::max(hostLayers(plan), std::min(plan.inference.hostMlps, plan.shape.layers));
}

std::int64_t hostExpertLayers(const Resolved& plan)
{
    if (plan.inference.server != Server::LlamaCpp || plan.shape.experts == 0)
        return 0;
    return std::max(hostLayers(plan), std::min(plan.inference.hostExperts, plan.shape.layers));
}

} // namespace highwater
