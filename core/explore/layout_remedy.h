// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <optional>

namespace highwater {

/// The fastest layout of the plan's GPUs that fits, with the recomputation that it needs; null
/// where no layout fits, or where the plan's time is not known.
std::optional<Remedy> fastestLayout(const Trials& trials);

} // namespace highwater
