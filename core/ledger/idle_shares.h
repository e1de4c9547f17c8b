// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/fitted.h"

#include <cstdint>

namespace highwater {

/// Millionths of what tensors hold that PyTorch's allocator keeps idle beside them.
struct IdleShares
{
    std::int64_t low = fittedValue(Fitted::IdleShare), expected = low, high = low;
    /// The card holds the plan, but only as the allocator empties its cache in every pass.
    bool flushes = false;

    bool operator==(const IdleShares&) const = default;
};

} // namespace highwater
