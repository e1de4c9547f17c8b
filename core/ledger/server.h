// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// The part of the card's memory M that a server keeps free by its fraction f.
enum class KeptFree {
    Nothing,
    OfCard, ///< (1 - f)·M
    /// (1 - f) of the part of M that the runtime leaves; activations and recorded graphs are taken
    /// out of these bytes
    OfFreeCardLessPasses,
    OfRest ///< (1 - f) of the part of M that weights, activations and runtime leave
};

/// The way in which a server uses a card, as its code or its documentation says.
struct ServerTraits
{
    Server id;
    const char* name; ///< as its authors write it
    std::int64_t block; ///< tokens that the cache of a sequence is rounded up to
    KeptFree kept;
    double fraction; ///< default of f; 0: a rule or the version gives it, or there is none
    std::int64_t logitBytes; ///< of one logit while tokens are chosen; 0: by version
    std::int64_t residuals; ///< bytes that a pass keeps of one value of the residual stream
    std::int64_t widths; ///< bytes that a pass keeps of one value of the MLP's width
    Bytes graphs; ///< of recorded CUDA graphs
    std::string_view source;
    /// Bytes of one score of eager attention and of its mask, in one pass; 0: the server has
    /// kernels that keep none.
    std::int64_t scoreBytes = 0, maskBytes = 0;
    /// Bytes that a pass holds of each value of the residual stream together with the scores.
    std::int64_t residualsWithScores = 0;
    /// Ranks exchange tensors by NCCL. llama.cpp copies from one card to the next (ggml-cuda.cu:
    /// ggml_backend_cuda_cpy_tensor_async).
    bool collectives = true;
    /// Each GPU gets whole layers (llama-model.cpp, LLAMA_SPLIT_MODE_LAYER), otherwise a part of
    /// every layer.
    bool wholeLayers = false;
};

const ServerTraits& traitsOf(Server server);

/// Whether the server has kernels for weights in the format.
bool serverReads(Server server, WeightFormat format);

/// Whether the server can keep its cache in the format.
bool keepsCacheIn(Server server, KvFormat format);

/// Whether the server gives whole layers to each GPU.
inline bool splitsByLayers(Server server)
{
    return traitsOf(server).wholeLayers;
}

/// The fraction of memory that the server takes; 1 where it reserves none.
double memoryFraction(const Resolved& plan);

/// Tokens of one pass over prompts. A server that serves many sequences at a time sets aside
/// memory for its longest pass, whatever the prompts.
std::int64_t prefillTokens(const Resolved& plan);

/// The most sequences that the server serves at a time, however much memory is free: vLLM's
/// max_num_seqs, SGLang's max_running_requests where the plan sets it; null for other servers.
std::optional<std::int64_t> sequenceLimit(const Resolved& plan);

/// Sequences of the plan that are served at a time. All others wait, and have no cache.
std::int64_t servedSequences(const Resolved& plan);

/// Positions whose logits are there at one time.
std::int64_t chosenPositions(const Resolved& plan);

/// Bytes of one logit that exist together while tokens are chosen.
std::int64_t logitBytes(const Resolved& plan);

/// Bytes of recorded CUDA graphs; 0 where the server records none or the plan counts no runtime.
Bytes graphBytes(const Resolved& plan);

/// The layers that llama.cpp counts where all are on the GPU: the model's, and the head as one
/// more.
std::int64_t everyGpuLayer(const Resolved& plan);

/// Whether the plan is served by llama.cpp, which can leave layers to the host
/// (inference.gpu_layers).
bool leavesLayersOnHost(const Resolved& plan);

/// The first layers, which llama.cpp keeps and runs on the host (src/llama-model.cpp, i_gpu_start):
/// its -ngl counts the head as a layer, the first to be on the GPU.
std::int64_t hostLayers(const Resolved& plan);

/// Whether the head is on the host as well.
bool predictsOnHost(const Resolved& plan);

/// The first layers whose routed experts are on the host (common/arg.cpp, --n-cpu-moe), at least
/// hostLayers().
std::int64_t hostExpertLayers(const Resolved& plan);

/// The same of layers whose dense MLP is on the host (--override-tensor).
std::int64_t hostMlpLayers(const Resolved& plan);

/// Whether the embedding stays in the host's memory: llama.cpp leaves it there where the head is a
/// separate weight (src/llama-model.cpp, the input layer).
bool embedsOnHost(const Resolved& plan);

} // namespace highwater
