// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/recipe.h"

#include "core/job/roles.h"

#include <array>
#include <optional>

namespace highwater {
namespace {

constexpr RoleUse policyUse{RoleId::Policy, RoleState::Train};
constexpr RoleUse refUse{RoleId::Ref, RoleState::Frozen};
constexpr JobPhase updatePhase{Moment::UpdatePolicy, RoleId::Policy, PhaseWork::Update};

constexpr std::array policyRole{policyUse};
constexpr std::array scoredRole{RoleUse{RoleId::Policy, RoleState::Train, true}};
constexpr std::array comparedRoles{policyUse, refUse};
constexpr std::array taughtRoles{policyUse, RoleUse{RoleId::Teacher, RoleState::Frozen}};
constexpr std::array groupRoles{policyUse, refUse, RoleUse{RoleId::Reward, RoleState::Frozen, true},
                                RoleUse{RoleId::Rollout, RoleState::Serve}};
constexpr std::array criticRoles{policyUse, refUse, RoleUse{RoleId::Value, RoleState::Train, true},
                                 RoleUse{RoleId::Reward, RoleState::Frozen, true},
                                 RoleUse{RoleId::Rollout, RoleState::Serve}};

constexpr std::array updatePhases{updatePhase};
// TRL, trainer/dpo_trainer.py: the reference goes forward after the policy, while the policy's
// activations are kept.
constexpr std::array comparePhases{JobPhase{Moment::RefLogprob, RoleId::Ref, PhaseWork::Pass, true},
                                   updatePhase};
// trainer/kto_trainer.py: a pass over mismatched pairs comes first.
constexpr std::array estimatePhases{
    JobPhase{Moment::KlLogprob, RoleId::Policy, PhaseWork::Pass},
    JobPhase{Moment::RefLogprob, RoleId::Ref, PhaseWork::Pass, true}, updatePhase};
// trainer/gkd_trainer.py: both forward passes, then the loss.
constexpr std::array teachPhases{JobPhase{Moment::Teacher, RoleId::Teacher, PhaseWork::Pass, true},
                                 updatePhase};
// verl, trainer/ppo/ray_trainer.py: fit().
constexpr std::array reinforcePhases{
    JobPhase{Moment::Generate, RoleId::Rollout, PhaseWork::Generate},
    JobPhase{Moment::Reward, RoleId::Reward, PhaseWork::Pass},
    JobPhase{Moment::OldLogprob, RoleId::Policy, PhaseWork::Pass},
    JobPhase{Moment::RefLogprob, RoleId::Ref, PhaseWork::Pass},
    JobPhase{Moment::Values, RoleId::Value, PhaseWork::Pass},
    JobPhase{Moment::UpdateCritic, RoleId::Value, PhaseWork::Update},
    updatePhase,
    JobPhase{Moment::Sync, RoleId::Rollout, PhaseWork::Sync}};

/// In the order of the enumeration.
constexpr std::array recipes{
    JobRecipe{JobKind::Sft, policyRole, updatePhases, 1},
    JobRecipe{JobKind::Dpo, comparedRoles, comparePhases, 2},
    JobRecipe{JobKind::Orpo, policyRole, updatePhases, 2},
    JobRecipe{JobKind::Kto, comparedRoles, estimatePhases, 1},
    JobRecipe{JobKind::Reward, scoredRole, updatePhases, 2},
    JobRecipe{JobKind::Grpo, groupRoles, reinforcePhases, 1},
    JobRecipe{JobKind::Ppo, criticRoles, reinforcePhases, 1},
    JobRecipe{JobKind::Distill, taughtRoles, teachPhases, 1},
};

consteval bool areInOrder()
{
    for (std::size_t i = 0; i < recipes.size(); ++i)
        if (recipes[i].kind != static_cast<JobKind>(i))
            return false;
    return recipes.size() == enumCount<JobKind>;
}
static_assert(areInOrder());

} // namespace

const JobRecipe& recipeOf(JobKind kind)
{
    return recipes[static_cast<std::size_t>(kind)];
}

std::optional<JobKind> jobKindOf(const Plan& plan)
{
    switch (plan.workload.task) {
    case Task::Train:
        // An average of the weights is a second model, so the plan is a job even where it names no
        // kind.
        if (!plan.job.kind && saysRole(plan.roles, RoleId::Ema))
            return JobKind::Sft;
        return plan.job.kind;
    case Task::Preference:
        return plan.job.kind.value_or(JobKind::Dpo);
    case Task::Reinforcement:
        return plan.job.kind.value_or(JobKind::Grpo);
    case Task::Inference:
        break;
    }
    return std::nullopt;
}

} // namespace highwater
