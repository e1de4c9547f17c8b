// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/text.h"

#include <optional>

namespace highwater {

/// The plan with rows as long as they are on average, in which a step takes its average time; null
/// where every row is as long as the context, for which memory is counted. Rows are shorter where
/// the plan states the mean length of its sequences and its framework pads them to the longest of
/// a micro-batch (Profile::rowMultiple). How lengths are spread is assumed.
std::optional<Resolved> withAverageRows(const Resolved& plan);

/// The sentence on the rows of a plan that withAverageRows() has made.
Text averageRowsText(const Resolved& plan);

} // namespace highwater
