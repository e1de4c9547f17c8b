// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/vllm.h"

#include "core/ledger/cache_layout.h"
#include "core/ledger/fitted.h"
#include "core/plan/version.h"

#include <algorithm>
#include <array>
#include <string>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

// vllm/v1/sample/ops/topk_topp_sampler.py, before 0.17: logits in 16 bits (2) and 32 (4), sorted
// values (4) and indices (8), and what PyTorch's segmented sort takes (aten/src/ATen/native/cuda/
// Sort.cu): indices that it sorts (8), a second copy of values and indices (12).
constexpr std::int64_t sortedLogit = 2 + 4 + 4 + 8 + 8 + 12;
// topk_topp_triton.py works in place: logits in 16 and 32 bits, probabilities (4), and as many
// random numbers (4); FlashInfer has masked logits in place of the latter.
constexpr std::int64_t maskedLogit = 2 + 4 + 4 + 4;
// The second runner's measured pass chooses the greatest logit, in 16 bits.
constexpr std::int64_t plainLogit = 2;

/// The models that vLLM's second model runner (vllm/v1/worker/gpu) runs by default.
enum class SecondRunner : std::uint8_t { None, Dense, All };

/// Rules of vLLM's releases, each from one on until the next of the table. Read in the sources of
/// the releases 0.6.3, 0.7.3, 0.8.5, 0.9.0, 0.9.1, 0.10.2, 0.11.0, 0.13, 0.16, 0.17.1, 0.18.1,
/// 0.19.1, 0.20.2, 0.23, 0.26, 0.28, 0.30, 0.31 and 0.33.
struct VllmRelease
{
    Version from;
    double fraction = 0.9; ///< vllm/config/cache.py, gpu_memory_utilization
    /// Tokens of a pass over prompts of more than 32,768 tokens (vllm/config.py, SchedulerConfig);
    /// a shorter prompt is one pass. 0: the engine of 0.8 and later, whose passes have one size.
    std::int64_t longPass = 0;
    std::int64_t logitBytes = sortedLogit; ///< of the first model runner
    bool largeA100 = false; ///< an A100 of 80 GB counts as a large card
    bool largest = false; ///< cards of 160 GiB have passes of their own
    /// What the worker subtracts in addition to weights and pass (vllm/v1/worker/gpu_worker.py,
    /// vllm/utils/mem_utils.py): everything on the card, or what came after a first reading of the
    /// free memory, which is taken before or after the ranks are connected.
    bool countsContext = false, countsCommunicators = false;
    bool countsGraphs = false; ///< VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS
    SecondRunner second = SecondRunner::None;
    std::int64_t secondLogitBytes = 0;
};

constexpr std::array vllmReleases{
    VllmRelease{.from = {0, 0}, .longPass = 512, .countsCommunicators = true},
    VllmRelease{.from = {0, 7}, .longPass = 2048, .countsCommunicators = true},
    VllmRelease{
        .from = {0, 8}, .largeA100 = true, .countsContext = true, .countsCommunicators = true},
    VllmRelease{.from = {0, 9}, .countsContext = true, .countsCommunicators = true},
    VllmRelease{.from = {0, 9, 1}, .countsCommunicators = true},
    VllmRelease{.from = {0, 11}},
    VllmRelease{.from = {0, 17}, .logitBytes = maskedLogit},
    VllmRelease{.from = {0, 20}, .fraction = 0.92, .logitBytes = maskedLogit, .countsGraphs = true},
    VllmRelease{.from = {0, 26},
                .fraction = 0.92,
                .logitBytes = maskedLogit,
                .countsGraphs = true,
                .second = SecondRunner::Dense,
                .secondLogitBytes = plainLogit},
    VllmRelease{.from = {0, 28},
                .fraction = 0.92,
                .logitBytes = maskedLogit,
                .largest = true,
                .countsGraphs = true,
                .second = SecondRunner::Dense,
                .secondLogitBytes = plainLogit},
    VllmRelease{.from = {0, 30},
                .fraction = 0.92,
                .logitBytes = maskedLogit,
                .largest = true,
                .countsGraphs = true,
                .second = SecondRunner::All,
                .secondLogitBytes = plainLogit},
    VllmRelease{.from = {0, 33},
                .fraction = 0.92,
                .logitBytes = maskedLogit,
                .largest = true,
                .countsGraphs = true,
                .second = SecondRunner::All,
                .secondLogitBytes = maskedLogit},
};
static_assert(std::ranges::is_sorted(vllmReleases, std::less(), &VllmRelease::from));

const VllmRelease& vllmRelease(const Resolved& plan)
{
    const Version version = versionIn(plan.inference.version).value_or(newestVersion);
    const auto after
        = std::ranges::upper_bound(vllmReleases, version, std::less(), &VllmRelease::from);
    return *std::prev(after);
}

bool hasFirstEngine(const VllmRelease& release)
{
    return release.longPass > 0;
}

bool usesSecondRunner(const Resolved& plan)
{
    const VllmRelease& release = vllmRelease(plan);
    const bool hybrid = plan.shape.layersThat(Attending::Linear, 0, plan.shape.layers) > 0;
    return release.second == SecondRunner::All
        || (release.second == SecondRunner::Dense && plan.shape.experts == 0 && !hybrid);
}

/// vllm/engine/arg_utils.py: cards of 70 GiB and more get longer passes and more sequences.
bool isLarge(const Resolved& plan)
{
    const VllmRelease& release = vllmRelease(plan);
    const bool a100 = plan.device->name.find("A100") != std::string::npos;
    return !hasFirstEngine(release) && plan.capacity >= 70 * gib && (!a100 || release.largeA100);
}

} // namespace

double vllmFraction(const Resolved& plan)
{
    return vllmRelease(plan).fraction;
}

std::int64_t vllmPassTokens(const Resolved& plan)
{
    const VllmRelease& release = vllmRelease(plan);
    const std::int64_t length = tokensOfSequence(plan);
    constexpr std::int64_t least = 2048, longest = 32768;
    if (hasFirstEngine(release))
        return length > longest ? release.longPass : std::max(length, least);
    if (release.largest && plan.capacity >= 160 * gib)
        return 16384;
    return isLarge(plan) ? 8192 : least;
}

std::int64_t vllmSequences(const Resolved& plan)
{
    return isLarge(plan) ? 1024 : 256;
}

std::int64_t vllmLogitBytes(const Resolved& plan)
{
    const VllmRelease& release = vllmRelease(plan);
    return usesSecondRunner(plan) ? release.secondLogitBytes : release.logitBytes;
}

Bytes vllmCountsOfSequence(const Resolved& plan)
{
    if (!usesSecondRunner(plan)) // vllm/v1/worker/gpu/sample/penalties.py
        return 0;
    const std::int64_t tokens = plan.shape.vocabulary;
    return plus(times(4, tokens), times(4, shareOf(tokens, 32)));
}

bool vllmSharesExpertBytes(const Resolved& plan)
{
    return !hasFirstEngine(vllmRelease(plan)); // fused_moe.py, cache13
}

Bytes vllmUncounted(const Resolved& plan, const OverheadSizes& runtime, Bytes graphs)
{
    const VllmRelease& release = vllmRelease(plan);
    Bytes sum = 0;
    if (!release.countsContext) // kernels that are loaded later are counted
        sum = plus(sum, std::min(runtime.context, fittedValue(Fitted::BareContext) * mib));
    if (!release.countsCommunicators)
        sum = plus(sum, runtime.communicators);
    return release.countsGraphs ? sum : plus(sum, graphs);
}

} // namespace highwater
