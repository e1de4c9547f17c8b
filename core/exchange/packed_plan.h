// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

/// A plan as few bytes: the hash and the value of each key whose value is not the default plan's,
/// in the order of the hashes. If a default changes, a word is inserted between others or a key is
/// renamed, old bytes therefore mean another plan: each of these changes needs a new version of the
/// share code.
std::string packedPlan(const Plan& plan);

/// The plan of these bytes, or the reason why they are no plan.
Result<Plan> unpackedPlan(std::string_view bytes);

/// Appends the lowest `count` bytes of a number, the most significant first.
void putBigEndian(std::string& bytes, std::uint32_t number, std::size_t count);

/// The number of a key in the bytes; a test checks that no two keys have the same.
std::uint16_t shareHash(std::string_view path);

} // namespace highwater
