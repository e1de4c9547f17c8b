// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// Operations that a kernel of attention does in a second, forward and backward, over the peak in
/// 16 bits. Of a causal mask's operations half are counted, and five products backward after two
/// forward.
struct KernelShares
{
    double forward = 0, backward = 0;
};

/// The rates of a kernel in a published figure.
struct AttentionFigure
{
    AttentionKernel kernel = AttentionKernel::Flash2; ///< that was measured: FlashAttention-2 where
                                                      ///< no figure has the one that was asked for
    KernelShares shares; ///< on a card whose best product reaches as much of the peak as an H100's
    KernelShares ofPeak; ///< of the measured card
    std::string_view card, source;
};

/// Of heads of this width, and sequences of so many tokens. Null: no card of the device's
/// architecture was measured.
std::optional<AttentionFigure> attentionFigure(AttentionKernel kernel, const Device& device,
                                               std::int64_t width, double tokens);

/// The figure for the plan's attention. Null: the plan's attention keeps its scores or computes in
/// 32 bits, or no figure is known.
std::optional<AttentionFigure> attentionFigureOf(const Resolved& plan);

} // namespace highwater
