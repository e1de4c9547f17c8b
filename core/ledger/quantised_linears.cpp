// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/quantised_linears.h"

#include "core/ledger/adapter.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// Whether the format's scales belong to this tensor at all. Embedding, output, norms and router
/// stay in 16 bits in each of them; MXFP4 (gpt-oss) quantises the routed experts alone.
bool isQuantisedLinear(WeightFormat format, const Weight& weight)
{
    const bool linear = weight.columns > 1
        && (weight.part == Part::Attention || weight.part == Part::Mlp
            || weight.part == Part::Experts || weight.part == Part::Shared);
    return linear && (format != WeightFormat::Mxfp4 || weight.part == Part::Experts);
}

/// `width` rounded up to a multiple.
std::int64_t paddedTo(std::int64_t multiple, std::int64_t width)
{
    return times(shareOf(width, multiple), multiple);
}

/// A weight matrix as Marlin's MXFP4 kernels hold it (vLLM, issue 23278): the hidden width rounded
/// up to 256, the experts' to 128.
std::int64_t paddedEntries(const Weight& weight)
{
    const bool down = weight.role == WeightRole::Down;
    return times(paddedTo(down ? 128 : 256, weight.rows),
                 paddedTo(down ? 256 : 128, weight.columns));
}

} // namespace

Bytes quantisedBytes(WeightFormat format, const Weight& weight, const LinearChoices& choices)
{
    std::int64_t entries = times(weight.rows, weight.columns);
    if (format == WeightFormat::Fp32)
        return times(4, entries);
    if (!isQuantisedLinear(format, weight))
        return times(2, entries);

    const std::int64_t groups
        = times(shareOf(weight.rows, std::max<std::int64_t>(choices.groupSize, 1)), weight.columns);
    switch (format) {
    case WeightFormat::Fp8: // a 32-bit scale for the tensor
        return plus(entries, 4);
    case WeightFormat::Fp8Block: // a 32-bit scale for 128 x 128 weights
        return plus(entries,
                    times(4, times(shareOf(weight.rows, 128), shareOf(weight.columns, 128))));
    case WeightFormat::W8A8: // a 16-bit scale for each output
        return plus(entries, times(2, weight.columns));
    case WeightFormat::Int8:
        return quantisedBytes(AdapterBase::Int8, entries, weight.columns);
    case WeightFormat::Nf4:
    case WeightFormat::Fp4:
        return quantisedBytes(AdapterBase::Nf4, entries, weight.columns);
    case WeightFormat::Nf4Double:
        return quantisedBytes(AdapterBase::Nf4Double, entries, weight.columns);
    case WeightFormat::Int4: // scale and zero of a group in 16 bits each
        return plus(shareOf(entries, 2), times(4, groups));
    case WeightFormat::W4A16: // a 16-bit scale for a group
        return plus(shareOf(entries, 2), times(2, groups));
    case WeightFormat::Gptq: // a 16-bit scale and a 4-bit zero for a group; desc_act: g_idx
    case WeightFormat::Awq: {
        const Bytes zeros = shareOf(groups, 2);
        const bool names = format == WeightFormat::Gptq && choices.actOrder;
        return plus(plus(shareOf(entries, 2), plus(times(2, groups), zeros)),
                    names ? times(4, weight.rows) : 0);
    }
    case WeightFormat::Mxfp4: // an 8-bit scale for 32
        if (choices.paddedExperts)
            entries = paddedEntries(weight);
        return plus(shareOf(entries, 2), shareOf(entries, 32));
    case WeightFormat::Nvfp4: // an 8-bit scale for 16, and a 32-bit one for the tensor
        return plus(plus(shareOf(entries, 2), shareOf(entries, 16)), 4);
    default:
        return times(2, entries);
    }
}

bool hasGroups(WeightFormat format)
{
    return format == WeightFormat::Gptq || format == WeightFormat::Awq
        || format == WeightFormat::W4A16 || format == WeightFormat::Int4;
}

} // namespace highwater
