// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/recipe.h"

#include "core/job/roles.h"
#include "core/ledger/framework.h"

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

constexpr JobDefaults noneDefaults{.source
                                   = "assumed: an engine as verl has it, models as the plan's"};
constexpr JobDefaults trlDefaults{.utilization = 0.3,
                                  .sleep = SleepLevel::None,
                                  .referenceInGrpo = false,
                                  .floatWeights = true,
                                  .recomputes = true,
                                  .completionRows = true,
                                  .valueInPolicy = true,
                                  .generatesItself = true,
                                  .source
                                  = "TRL, trainer/base_config.py, trainer/grpo_trainer.py, "
                                    "trainer/ppo_trainer.py, generation/vllm_generation.py"};
constexpr JobDefaults verlDefaults{.utilization = 0.5,
                                   .rolloutTensor = 2,
                                   .rewardModelInPpo = false,
                                   .referencePlace = RolePlace::Host,
                                   .floatWeights = true,
                                   .recomputes = true,
                                   .packs = true,
                                   .updateTokens = 16384,
                                   .valueTokens = 32768,
                                   .entropy = Entropy::NoGrad,
                                   .source = "verl, trainer/config, workers/engine/fsdp"};
/// config/engine/megatron.yaml: 16-bit weights, nothing recomputed; the reference stays on the
/// cards unless the policy's parameters are offloaded (config/ref/megatron_ref.yaml).
constexpr JobDefaults verlMegatronDefaults{.utilization = 0.5,
                                           .rolloutTensor = 2,
                                           .rewardModelInPpo = false,
                                           .packs = true,
                                           .updateTokens = 16384,
                                           .valueTokens = 32768,
                                           .dropsGradients = true,
                                           .referenceOffloadsAsPolicy = true,
                                           .entropy = Entropy::NoGrad,
                                           .source
                                           = "verl, trainer/config, workers/engine/megatron"};
constexpr JobDefaults openRlhfDefaults{.utilization = 0.95,
                                       .sleep = SleepLevel::One,
                                       .emaPlace = RolePlace::Host,
                                       .offloadsStates = true,
                                       .adaptsValue = true,
                                       .source
                                       = "OpenRLHF, utils/deepspeed, trainer/ppo_trainer.py, "
                                         "trainer/ray/vllm_engine.py"};

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

const JobDefaults& jobDefaultsOf(const Resolved& job)
{
    switch (job.recipe.framework) {
    case Framework::HuggingFace:
        return trlDefaults;
    case Framework::Verl:
        return job.profile->framework == Framework::Megatron ? verlMegatronDefaults : verlDefaults;
    case Framework::OpenRlhf:
        return openRlhfDefaults;
    default:
        return noneDefaults;
    }
}

} // namespace highwater
