// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"
#include "core/plan/result.h"

#include <optional>
#include <string_view>

namespace highwater {

/// What the exact method says of a key that it computes with one value only so far; nothing of the
/// others.
std::optional<Text> exactLimit(KeyPath path);

/// The keys whose other values the exact method cannot compute yet, each as a problem.
Problems exactRefusals(const Plan& plan);

/// The ledger of the most loaded stage added up; allocates nothing.
Totals exactTotals(const Resolved& plan);

/// The same of one stage.
Totals exactTotals(const Resolved& plan, const Stage& stage);

/// The ledger of the most loaded stage, written out.
Result<Answer> exactAnswer(const Resolved& plan);

/// The same of one stage, for those who measured one.
Answer exactAnswer(const Resolved& plan, const Stage& stage);

/// What the ranks of one node keep in the node's memory, where one keeps this much.
Bytes perNode(const Resolved& plan, Bytes perRank);

} // namespace highwater
