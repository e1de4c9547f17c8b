// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Read in python/sglang/srt/server_args.py of the releases 0.3.6, 0.4.1, 0.4.6, 0.4.7, 0.4.8,
// 0.4.10, 0.5.2, 0.5.3, 0.5.6, 0.5.8, 0.5.10 and 0.5.14, and in arg_groups/memory_hook.py of 0.5.20
// and 0.5.23.
#include "core/ledger/sglang.h"

#include "core/plan/version.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

// The first release with each rule.
constexpr Version byReserve{0, 4, 8}, byPass{0, 5, 3}, recordsPrompts{0, 5, 10},
    widerSmall{0, 5, 20};

Version sglangVersion(const Resolved& plan)
{
    return versionIn(plan.inference.version).value_or(newestVersion);
}

/// SGLang's choices by the size of the card.
struct SglangTier
{
    Bytes below; ///< the memory of the card
    std::int64_t chunk; ///< chunked_prefill_size
    std::int64_t graphs, graphsOfMany; ///< cuda_graph_max_bs, and from four tensor ranks on
};

const SglangTier& sglangTier(const Resolved& plan)
{
    static constexpr std::array tiers{
        SglangTier{20 * gib, 2048, 8, 8},     SglangTier{35 * gib, 4096, 48, 160},
        SglangTier{60 * gib, 4096, 32, 160},  SglangTier{160 * gib, 8192, 256, 512},
        SglangTier{tooMany, 16384, 512, 512},
    };
    static constexpr SglangTier small{35 * gib, 2048, 24, 80};
    const SglangTier& tier = *std::ranges::find_if(
        tiers, [&](const SglangTier& candidate) { return plan.capacity < candidate.below; });
    return &tier == &tiers[1] && sglangVersion(plan) < widerSmall ? small : tier;
}

double inMib(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(mib);
}

double servingRanks(const Resolved& plan)
{
    return static_cast<double>(plan.layout.tensor * plan.layout.pipeline);
}

/// Before 0.4.8: a share by the number of ranks, and more of cards above 96 GiB.
double shareByRanks(const Resolved& plan)
{
    const double card = inMib(plan.capacity), ranks = servingRanks(plan);
    double share = 0.88;
    if (card <= 81920)
        share = ranks >= 16 ? 0.79
            : ranks >= 8    ? 0.81
            : ranks >= 4    ? 0.85
            : ranks >= 2    ? 0.87
                            : 0.88;
    if (card > 96 * 1024)
        share = std::min(share + 48 * 1024 * (1 - share) / card, (card - 18 * 1024) / card);
    return share;
}

/// From 0.4.8 until 0.5.2, in MiB.
double reserveByCard(const Resolved& plan)
{
    const double ranks = servingRanks(plan);
    double gibibytes = 32;
    if (plan.capacity < 35 * gib)
        gibibytes = 2.8 + ranks / 10;
    else if (plan.capacity < 90 * gib)
        gibibytes = 9.5 + ranks / 2;
    else if (plan.capacity < 160 * gib)
        gibibytes = 12 + ranks / 2;
    return gibibytes * 1024;
}

/// The sizes of passes that are recorded: steps of 4 tokens to 32, 16 to 256, 32 to 512, 64 to
/// 1,024, 256 to 4,096, and 512 from there on.
double recordedPasses(std::int64_t tokens)
{
    std::int64_t count = 0;
    std::int64_t from = 0;
    for (const auto& [to, step] :
         {std::pair{32, 4}, std::pair{256, 16}, std::pair{512, 32}, std::pair{1024, 64},
          std::pair{4096, 256}, std::pair{1 << 30, 512}}) {
        if (tokens > from)
            count += (std::min<std::int64_t>(tokens, to) - from) / step;
        from = to;
    }
    return static_cast<double>(count);
}

/// From 0.5.3 on, in MiB: constants of the attention, a pass over prompts, recorded graphs and
/// ranks.
double reserveByPass(const Resolved& plan, std::int64_t pass)
{
    const SglangTier& tier = sglangTier(plan);
    const auto graphs
        = static_cast<double>(plan.layout.tensor < 4 ? tier.graphs : tier.graphsOfMany);
    const auto tokens = static_cast<double>(std::max<std::int64_t>(2048, pass));
    double reserve = 512 + 1.5 * tokens + 2 * graphs + 128 * servingRanks(plan);
    if (sglangVersion(plan) >= recordsPrompts)
        reserve += plan.shape.isLatent() ? 1.5 * 1024 : 8 * recordedPasses(pass);
    return plan.capacity > 60 * gib ? std::max(reserve, 10240.0) : reserve;
}

} // namespace

std::int64_t sglangPassTokens(const Resolved& plan)
{
    if (sglangVersion(plan) >= byPass)
        return sglangTier(plan).chunk;
    if (sglangVersion(plan) < byReserve)
        return plan.capacity < 25'000 * mib ? 2048 : 8192;
    return plan.capacity < 35 * gib ? 2048 : plan.capacity < 160 * gib ? 8192 : 16384;
}

double sglangFraction(const Resolved& plan, std::int64_t pass)
{
    if (sglangVersion(plan) < byReserve)
        return shareByRanks(plan);
    const double reserve
        = sglangVersion(plan) < byPass ? reserveByCard(plan) : reserveByPass(plan, pass);
    constexpr double thousand = 1000; // it rounds to three decimals
    return std::max(0.01, std::round((1 - reserve / inMib(plan.capacity)) * thousand) / thousand);
}

} // namespace highwater
