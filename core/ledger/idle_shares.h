// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace highwater {

/// The bytes that PyTorch's allocator keeps idle, in millionths of the bytes of the tensors.
struct IdleShares
{
    std::int64_t low = 0, expected = 0, high = 0;
    /// The plan fits the card only because the allocator empties its cache in every pass.
    bool flushes = false;

    bool operator==(const IdleShares&) const = default;
};

/// The fitted share, for a plan whose allocator has not been replayed.
IdleShares fittedIdleShares();

} // namespace highwater
