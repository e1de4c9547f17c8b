// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"

#include <cstddef>

namespace highwater {

/// The number of changes that a person makes: that of the global batch follows from the others.
std::ptrdiff_t settingCount(const Remedy& remedy);

/// The order in which remedies are offered: what fits, what costs time alone, the time. Those that
/// take the time of the plan, within half a percent, follow by what they are told to cost else.
bool isCheaper(const Remedy& left, const Remedy& right);

} // namespace highwater
