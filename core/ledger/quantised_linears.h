// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/weights.h"
#include "core/plan/plan.h"

#include <cstdint>

namespace highwater {

struct LinearChoices
{
    std::int64_t groupSize = 128;
    bool actOrder = false;
    bool paddedExperts = false;
};

/// Bytes of one tensor in a format that is no GGUF file type: products inside the layers, or those
/// of routed experts alone, are quantised, and all the rest has 16 bits.
Bytes quantisedBytes(WeightFormat format, const Weight& weight, const LinearChoices& choices);

/// Whether the plan says how many weights of a row share a scale.
bool hasGroups(WeightFormat format);

} // namespace highwater
