// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <cstdint>
#include <string_view>

namespace highwater {

/// A type in which llama.cpp stores one tensor.
enum class GgufType {
    F32,
    F16,
    Bf16,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2K,
    Q3K,
    Q4K,
    Q5K,
    Q6K,
    Iq1S,
    Iq1M,
    Iq2Xxs,
    Iq2Xs,
    Iq2S,
    Iq3Xxs,
    Iq3S,
    Iq4Nl,
    Iq4Xs,
    Tq1_0,
    Tq2_0,
    Mxfp4
};

/// A block of weights with their scales.
struct GgufBlock
{
    std::string_view name;
    std::int64_t weights; ///< of one block
    Bytes bytes;

    double bitsPerWeight() const
    {
        return 8 * static_cast<double>(bytes) / static_cast<double>(weights);
    }
};

const GgufBlock& blockOf(GgufType type);

/// The type that replaces the wanted one where the rows of a tensor are no multiple of its blocks.
GgufType fittingType(GgufType wanted, std::int64_t row);

/// Bytes of this many weights. Their rows must be whole blocks of the type.
Bytes bytesIn(GgufType type, std::int64_t weights);

} // namespace highwater
