// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

namespace highwater {

/// The plan with the sum of a job's prompt and completion as its context.
Plan withJobContext(const Plan& plan);

/// Whether the exact method takes the prompt and the completion of a job as its context.
bool saysContext(const Plan& plan);

/// Whether the job reads the tokens of its prompt, or of its completion. Together they give the
/// context; one alone gives rows of logits at most, and how much reinforcement generates.
bool readsLength(const Resolved& job, KeyPath path);

/// Makes the roles of the plan's job, each as a plan derived from it. Leaves other plans as they
/// are.
Problems setRoles(Resolved& job, const Plan& plan, const Catalog& catalog);

/// Whether the plan states a key of a role that the role reads.
bool saysRole(const Roles& roles, RoleId role);

/// Whether the engine of a job's trained roles keeps 32-bit weights beside 16-bit ones, as
/// DeepSpeed and Megatron-LM do, where the policy has this stage of ZeRO.
bool keepsMasters(const Resolved& job, std::int64_t policyZero);

/// Cards that only one role of the job uses, in addition to the plan's.
std::int64_t ownGpus(const Resolved& job);

/// The role of a job, or null.
const JobRole* roleOf(const Resolved& job, RoleId role);

} // namespace highwater
