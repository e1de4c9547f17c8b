// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/attention_figures.h"

#include "core/catalog/cuda_cards.h"
#include "core/ledger/choices.h"
#include "core/time/machine.h"
#include "core/time/real.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

/// A card on which kernels were measured: its peak in 16 bits, in TFLOPS, and the share of it that
/// the best product reaches, both as the catalogue has them.
struct KernelCard
{
    std::string_view name;
    double peak, reached;
};

constexpr KernelCard ampereCard{"A100", 312, 0.869}, hopperCard{"H100", 989.4, reachedByHopper},
    laterHopperCard{"H200", 989.4, reachedByHopper}, blackwellCard{"B200", 2250, 0.776},
    graceBlackwellCard{"GB200", 2500, 0.729};

enum class KernelArchitecture { Ampere, Hopper, Blackwell };

/// TFLOPS at 512, 1,024 … 32,768 tokens; 0: not measured. All measured cells stand together.
constexpr double leastMeasuredTokens = 512;
using LengthRates = std::array<double, 7>;

struct KernelFigureRow
{
    AttentionKernel kernel;
    KernelArchitecture architecture;
    const KernelCard& card;
    double width; ///< of a head's keys
    LengthRates forward, backward;
    std::string_view source;
};

/// The rates of backward passes where a figure has both passes together: their operations are 2.5
/// and 3.5 times those of the forward pass.
constexpr LengthRates backwardRates(const LengthRates& forward, const LengthRates& both)
{
    LengthRates backward{};
    for (std::size_t i = 0; i < backward.size(); ++i)
        if (both[i] > 0)
            backward[i] = 2.5 / (3.5 / both[i] - 1 / forward[i]);
    return backward;
}

/// The rates with a causal mask where a figure has backward passes without one alone: a mask takes
/// as much of their rate as of the forward pass's. Of cuDNN 9.19 on an H200, which was measured in
/// both ways, it takes 27 % at 2,048 tokens, 15 %, 9 % and 5 % at 16,384; this rule says 22, 15, 12
/// and 9 % of cuDNN.
constexpr LengthRates withMask(const LengthRates& backward, const LengthRates& forward,
                               const LengthRates& forwardWithout)
{
    LengthRates rates{};
    for (std::size_t i = 0; i < rates.size(); ++i)
        if (backward[i] > 0)
            rates[i] = backward[i] * forward[i] / forwardWithout[i];
    return rates;
}

constexpr std::string_view flash2Figures
    = "FlashAttention-2, arXiv 2307.08691; Dao-AILab/flash-attention@0251105, README.md";
constexpr std::string_view flash3Figures
    = "FlashAttention-3, arXiv 2407.08608, figures 5 and 6; Dao-AILab/flash-attention@0251105, "
      "README.md";
constexpr std::string_view cudnnOnHopper
    = "cuDNN 9.19, NVIDIA/cudnn-frontend@3929da2, benchmark/sdpa_benchmark_training/results";
constexpr std::string_view cudnnOnBlackwell
    = "cuDNN 9.22, NVIDIA/cudnn-frontend@3929da2, benchmark/sdpa_benchmark_training/results";
constexpr std::string_view flash2OnBlackwell
    = "NVIDIA/cudnn-frontend@b372d39, benchmark/sdpa_benchmark_training/artifacts, B200";

// Forward passes with a causal mask, and without one, of FlashAttention-3's figure 5.
constexpr LengthRates flash2Narrow{180, 229, 262, 284, 295, 299},
    flash2Wide{191, 260, 298, 319, 333, 335}, tritonNarrow{152, 291, 342, 363, 376, 363},
    tritonWide{146, 273, 323, 353, 369, 378}, cudnnNarrow{225, 288, 334, 363, 379, 388},
    flash3Narrow{197, 265, 371, 420, 460, 473}, flash3Wide{292, 423, 521, 579, 602, 616};
// Both passes on an H100 (flash-attention's README).
constexpr LengthRates flash2NarrowBackward
    = backwardRates(flash2Narrow, {141, 192, 232, 257, 273, 284}),
    flash2WideBackward = backwardRates(flash2Wide, {163, 221, 265, 294, 308, 328});

/// No figure has the backward pass of Triton's kernel on Hopper: assumed to be as much slower than
/// its forward pass as FlashAttention-2's.
constexpr LengthRates ratesSlowedAs(const LengthRates& forward, const LengthRates& likeForward,
                                    const LengthRates& likeBackward)
{
    LengthRates rates{};
    for (std::size_t i = 0; i < rates.size(); ++i)
        if (forward[i] > 0)
            rates[i] = forward[i] * likeBackward[i] / likeForward[i];
    return rates;
}

/// Causal masks; heads of 256 were measured forward alone, and count as the widest ones here. The
/// figure of the A100 has both passes together, which count for each of them.
constexpr std::array kernelFigureRows{
    KernelFigureRow{AttentionKernel::Flash2,
                    KernelArchitecture::Ampere,
                    ampereCard,
                    64,
                    {88, 119, 140, 156, 165, 171},
                    {88, 119, 140, 156, 165, 171},
                    flash2Figures},
    KernelFigureRow{AttentionKernel::Flash2,
                    KernelArchitecture::Ampere,
                    ampereCard,
                    128,
                    {99, 133, 155, 173, 182, 189},
                    {99, 133, 155, 173, 182, 189},
                    flash2Figures},
    KernelFigureRow{AttentionKernel::Triton,
                    KernelArchitecture::Ampere,
                    ampereCard,
                    64,
                    {59, 75, 79, 76, 79, 80},
                    {59, 75, 79, 76, 79, 80},
                    flash2Figures},
    KernelFigureRow{AttentionKernel::Triton,
                    KernelArchitecture::Ampere,
                    ampereCard,
                    128,
                    {50, 61, 68, 74, 78, 80},
                    {50, 61, 68, 74, 78, 80},
                    flash2Figures},

    KernelFigureRow{AttentionKernel::Flash2, KernelArchitecture::Hopper, hopperCard, 64,
                    flash2Narrow, flash2NarrowBackward, flash3Figures},
    KernelFigureRow{AttentionKernel::Flash2, KernelArchitecture::Hopper, hopperCard, 128,
                    flash2Wide, flash2WideBackward, flash3Figures},
    KernelFigureRow{AttentionKernel::Triton, KernelArchitecture::Hopper, hopperCard, 64,
                    tritonNarrow, ratesSlowedAs(tritonNarrow, flash2Narrow, flash2NarrowBackward),
                    flash3Figures},
    KernelFigureRow{AttentionKernel::Triton, KernelArchitecture::Hopper, hopperCard, 128,
                    tritonWide, ratesSlowedAs(tritonWide, flash2Wide, flash2WideBackward),
                    flash3Figures},
    KernelFigureRow{
        AttentionKernel::Flash3, KernelArchitecture::Hopper, hopperCard, 64, flash3Narrow,
        withMask({272, 363, 422, 453, 472, 474}, flash3Narrow, {333, 392, 460, 476, 496, 497}),
        flash3Figures},
    KernelFigureRow{
        AttentionKernel::Flash3, KernelArchitecture::Hopper, hopperCard, 128, flash3Wide,
        withMask({316, 424, 501, 542, 559, 561}, flash3Wide, {467, 565, 625, 638, 646, 648}),
        flash3Figures},
    KernelFigureRow{
        AttentionKernel::Cudnn, KernelArchitecture::Hopper, hopperCard, 64, cudnnNarrow,
        withMask({266, 348, 395, 417, 432, 433}, cudnnNarrow, {335, 373, 395, 408, 412, 413}),
        flash3Figures},
    KernelFigureRow{AttentionKernel::Cudnn,
                    KernelArchitecture::Hopper,
                    laterHopperCard,
                    128,
                    {0, 0, 484, 591, 644, 673, 688},
                    {0, 0, 370, 474, 541, 579, 581},
                    cudnnOnHopper},
    KernelFigureRow{AttentionKernel::Cudnn,
                    KernelArchitecture::Hopper,
                    laterHopperCard,
                    192,
                    {0, 0, 522, 599, 643},
                    {0, 0, 352, 404, 442},
                    cudnnOnHopper}, // values of 128

    KernelFigureRow{AttentionKernel::Flash2,
                    KernelArchitecture::Blackwell,
                    blackwellCard,
                    128,
                    {64, 154, 254, 343, 400, 425, 436},
                    {81, 105, 199, 273, 318, 337, 346},
                    flash2OnBlackwell},
    KernelFigureRow{AttentionKernel::Cudnn,
                    KernelArchitecture::Blackwell,
                    graceBlackwellCard,
                    128,
                    {0, 0, 1097, 1408, 1574, 1708, 1622},
                    {0, 0, 885, 1148, 1332, 1328, 1226},
                    cudnnOnBlackwell},
    KernelFigureRow{AttentionKernel::Cudnn,
                    KernelArchitecture::Blackwell,
                    graceBlackwellCard,
                    192,
                    {0, 0, 1072, 1406, 1585, 1678, 1743},
                    {0, 0, 846, 1057, 1193, 1134, 1076},
                    cudnnOnBlackwell}, // values of 128
};

/// The line through the measured lengths, each twice the one before; the first and the last beyond
/// these.
double rateAtLength(const LengthRates& rates, double tokens)
{
    const auto isMeasured = [](double rate) { return rate > 0; };
    const auto begin = std::ranges::find_if(rates, isMeasured);
    const auto end = std::find_if_not(begin, rates.end(), isMeasured);
    const double last = real(end - begin - 1);
    const double at = std::clamp(
        std::log2(tokens / leastMeasuredTokens) - real(begin - rates.begin()), 0.0, last);
    const double below = std::min(std::floor(at), std::max(0.0, last - 1));
    const auto cell = begin + static_cast<std::ptrdiff_t>(below);
    return last == 0 ? *cell : *cell + (at - below) * (*(cell + 1) - *cell);
}

AttentionFigure figureOfRow(const KernelFigureRow& row, double tokens)
{
    const KernelShares ofPeak{rateAtLength(row.forward, tokens) / row.card.peak,
                              rateAtLength(row.backward, tokens) / row.card.peak};
    const double likeHopper = reachedByHopper / row.card.reached;
    return {row.kernel,
            {ofPeak.forward * likeHopper, ofPeak.backward * likeHopper},
            ofPeak,
            row.card.name,
            row.source};
}

KernelShares blended(const KernelShares& first, const KernelShares& next, double at)
{
    return {first.forward + at * (next.forward - first.forward),
            first.backward + at * (next.backward - first.backward)};
}

std::optional<KernelArchitecture> kernelArchitectureOf(const Device& device)
{
    if (device.isHopper())
        return KernelArchitecture::Hopper;
    if (device.isServerBlackwell())
        return KernelArchitecture::Blackwell;
    // Ada's cards and Blackwell's for desks run what was made for Ampere.
    const CudaCard* card = cudaCard(device.id);
    return card && card->isAtLeast(8) ? std::optional(KernelArchitecture::Ampere) : std::nullopt;
}

} // namespace

std::optional<AttentionFigure> attentionFigure(AttentionKernel kernel, const Device& device,
                                               std::int64_t width, double tokens)
{
    const auto architecture = kernelArchitectureOf(device);
    if (!architecture)
        return std::nullopt;
    // The next narrower and the next wider heads that were measured.
    const KernelFigureRow *narrower = nullptr, *wider = nullptr;
    for (const KernelFigureRow& row : kernelFigureRows) {
        if (row.kernel != kernel || row.architecture != *architecture)
            continue;
        if (row.width <= real(width))
            narrower = &row; // rows stand by their width
        else if (!wider)
            wider = &row;
    }
    if (!narrower && !wider)
        return kernel == AttentionKernel::Flash2
            ? std::nullopt
            : attentionFigure(AttentionKernel::Flash2, device, width, tokens);
    const KernelFigureRow& first = narrower ? *narrower : *wider;
    AttentionFigure figure = figureOfRow(first, tokens);
    if (narrower && wider) {
        const double at
            = std::log2(real(width) / narrower->width) / std::log2(wider->width / narrower->width);
        const AttentionFigure next = figureOfRow(*wider, tokens);
        figure.shares = blended(figure.shares, next.shares, at);
        figure.ofPeak = blended(figure.ofPeak, next.ofPeak, at);
    }
    return figure;
}

std::optional<AttentionFigure> attentionFigureOf(const Resolved& plan)
{
    if (plan.choices.attention != Attention::Flash || plan.choices.precision == Precision::Fp32)
        return std::nullopt;
    const Shape& shape = plan.shape;
    return attentionFigure(attentionKernelOf(plan.recipe, plan.layout, plan.cluster), *plan.device,
                           shape.queryWidth() / std::max<std::int64_t>(1, shape.heads),
                           real(plan.packs ? plan.meanLength() : plan.workload.context));
}

} // namespace highwater
