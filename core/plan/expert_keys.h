// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"

#include <array>

namespace highwater {

/// The keys of a custom model's experts. The number of experts comes first; the others have no
/// effect where it is 0.
inline constexpr auto expertKeys = std::to_array<KeyPath>({
    "model.custom.experts",
    "model.custom.experts_per_token",
    "model.custom.moe_intermediate_size",
    "model.custom.moe_latent_size",
    "model.custom.shared_experts",
    "model.custom.shared_intermediate",
    "model.custom.first_k_dense",
    "model.custom.moe_every",
    "model.custom.moe_offset",
    "model.custom.moe_bias",
    "model.custom.router_bias",
    "model.custom.shared_gate",
});

} // namespace highwater
