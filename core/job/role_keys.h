// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/keys.h"

#include <optional>

namespace highwater {

/// The role of a key such as "roles.ref.zero"; all keys of "rollout" are the engine's.
std::optional<RoleId> roleOfKey(KeyPath path);

/// The last part of a role's key: "place" of "roles.ref.place"; a key of no role as it is.
std::string_view partOfRole(KeyPath path);

/// Whether the plan's job has the role, or would have it once the plan states a key of it.
bool mayHaveRole(const Plan& plan, RoleId role);

/// Whether a plan with this task and kind of job reads a key of "job", "roles" or "rollout".
bool readsJobKey(const Plan& plan, KeyPath path);

/// Whether a word of such a key suits the plan's task and the key's role. A word that does not is
/// either refused or means the same as one that does.
bool suitsJob(const Plan& plan, KeyPath path, std::string_view word);

/// The type in which the weights of a role are stored.
RoleType storedType(const JobRole& role);

/// The value that a job takes for a key that its plan leaves open; null where the job has no such
/// value.
Value takenValue(const Resolved& job, KeyPath path);

} // namespace highwater
