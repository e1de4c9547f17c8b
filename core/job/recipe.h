// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <span>

namespace highwater {

/// A model that a kind of job has.
struct RoleUse
{
    RoleId id;
    RoleState state;
    bool scalarHead = false;
};

/// The work of one role in a phase.
enum class PhaseWork {
    Generate,
    Sync, ///< weights go to the engine that generates
    Pass, ///< forward, without gradients
    Update ///< forward, backward and step
};

/// One phase of a job's step.
struct JobPhase
{
    Moment moment;
    RoleId worker;
    PhaseWork work;
    bool withPolicyTensors = false; ///< the tensors that the policy's forward pass keeps exist
};

/// A kind of job: its models, and the phases of its step in their order. A phase whose worker the
/// plan does not have is left out.
struct JobRecipe
{
    JobKind kind;
    std::span<const RoleUse> roles;
    std::span<const JobPhase> phases;
    std::int64_t sequences; ///< of a pass, for each sample of a micro-batch
};

const JobRecipe& recipeOf(JobKind kind);

/// Whether the policy learns from rewards of text that it has generated.
constexpr bool reinforces(JobKind kind)
{
    return kind == JobKind::Grpo || kind == JobKind::Ppo;
}

/// The kind of the plan's job; null for plain training and inference, and for a plan that
/// contradicts itself.
std::optional<JobKind> jobKindOf(const Plan& plan);

/// The defaults and traits with which the framework runs the job.
inline const JobDefaults& jobDefaultsOf(const Resolved& job)
{
    return *job.profile->job;
}

} // namespace highwater
