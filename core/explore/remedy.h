// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"

#include <cstddef>

namespace highwater {

/// The number of changes that a person makes: all but the global batch, which follows from the
/// others.
std::ptrdiff_t settingCount(const Remedy& remedy);

/// The order in which remedies are offered: those that fit, those that need no unusual host memory,
/// those that cost time alone, then by time. Times within half a percent of the plan's count as
/// equal; the price, the number of settings and the total then decide.
bool isCheaper(const Remedy& left, const Remedy& right);

} // namespace highwater
