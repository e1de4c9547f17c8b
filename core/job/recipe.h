// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// The choices of a framework for the keys that a job leaves open.
struct JobDefaults
{
    double utilization = 0.5;
    std::int64_t rolloutTensor = 1;
    SleepLevel sleep = SleepLevel::Two;
    bool referenceInGrpo = true; ///< false: only where the plan has a key of it
    bool rewardModelInPpo = true;
    RolePlace referencePlace = RolePlace::Shared;
    RolePlace emaPlace = RolePlace::Shared;
    bool floatWeights = false; ///< models are loaded in 32 bits, without DeepSpeed
    bool recomputes = false; ///< a layer at a time
    bool packs = false;
    std::int64_t updateTokens = 0, valueTokens = 0; ///< of a packed pass
    bool completionRows = false; ///< in GRPO, logits of the completion alone
    bool valueInPolicy = false; ///< policy and value are one module, updated together
    bool generatesItself = false; ///< PPO generates with the policy, without an engine
    bool offloadsStates = false; ///< states and gradients go to the host while other roles work
    bool dropsGradients = false; ///< their buffers are freed where parameters are offloaded
    bool referenceOffloadsAsPolicy = false; ///< with the policy's parameters, the reference is
                                            ///< offloaded
    Entropy entropy = Entropy::None;
    bool adaptsValue = false; ///< the value model has adapters too
    const char* source = "";
};

const JobDefaults& jobDefaultsOf(const Resolved& job);

} // namespace highwater
