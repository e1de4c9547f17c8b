// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <optional>

namespace highwater {

/// The fastest layout of the GPUs at hand that fits, with recomputation as it has to be; nothing
/// where there is none, or where the plan can have no time.
std::optional<Remedy> fastestLayout(const Trials& trials);

} // namespace highwater
