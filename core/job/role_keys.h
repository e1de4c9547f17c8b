// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/keys.h"

namespace highwater {

/// Whether the plan's job has the role, or would have it once the plan states a key of it.
bool mayHaveRole(const Plan& plan, RoleId role);

/// Whether a word of such a key suits the plan's task and the key's role, or one of adapter.base
/// the kind of adapter. A word that does not is either refused or means the same as one that does.
bool suitsPlan(const Plan& plan, KeyPath path, std::string_view word);

/// The type in which the weights of a role are stored.
RoleType storedType(const JobRole& role);

/// The value that a job takes for a key that its plan leaves open; null where the job has no such
/// value.
Value takenValue(const Resolved& job, KeyPath path);

} // namespace highwater
