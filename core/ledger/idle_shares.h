// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/fitted.h"

#include <cstdint>

namespace highwater {

/// The bytes that PyTorch's allocator keeps idle, in millionths of the bytes of the tensors.
struct IdleShares
{
    std::int64_t low = fittedValue(Fitted::IdleShare), expected = low, high = low;
    /// The plan fits the card only because the allocator empties its cache in every pass.
    bool flushes = false;

    bool operator==(const IdleShares&) const = default;
};

} // namespace highwater
