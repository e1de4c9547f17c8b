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
/// those that cost little time alone, those that cost much time or compute less precisely, the
/// others by price. Among these, those that use much of the host's memory come last, as their time
/// was never held against a run; then the time decides. Times within half a percent of the plan's
/// count as equal; the price, the number of settings and the total then decide.
bool isCheaper(const Remedy& left, const Remedy& right);

/// The order in which settings are taken back that a plan fits without: those that need the host's
/// memory first, then the highest price, then the most time.
bool isPlainer(const Remedy& left, const Remedy& right);

/// Whether two remedies make the same changes, in any order.
bool areEqual(const Remedy& left, const Remedy& right);

} // namespace highwater
