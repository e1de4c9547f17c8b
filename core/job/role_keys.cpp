// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/role_keys.h"

#include "core/job/recipe.h"
#include "core/job/roles.h"
#include "core/ledger/server.h"

#include <algorithm>

namespace highwater {
namespace {

bool compares(JobKind kind)
{
    return kind == JobKind::Dpo || kind == JobKind::Orpo || kind == JobKind::Kto
        || kind == JobKind::Reward;
}

Value word(auto value)
{
    return std::string(nameOf(value));
}

Value orNull(std::int64_t count)
{
    return count > 0 ? Value{count} : Value{};
}

Value takenOfEngine(const JobRole& engine, KeyPath path)
{
    if (path == "rollout.utilization")
        return memoryFraction(engine.plan);
    if (path == "rollout.tensor")
        return engine.plan.layout.tensor;
    return engine.plan.workload.context;
}

Value takenOfRole(const JobRole& role, RoleKey key)
{
    switch (key) {
    case RoleKey::Model:
        return role.plan.model ? Value{role.plan.model->id} : Value{};
    case RoleKey::State:
        return word(role.state);
    case RoleKey::Dtype:
        return word(storedType(role));
    case RoleKey::Zero:
        return role.plan.layout.zero;
    case RoleKey::Place:
        return word(role.place);
    case RoleKey::Gpus:
        return orNull(role.gpus);
    case RoleKey::Sleep:
        return word(role.sleep);
    case RoleKey::Offload:
        break;
    }
    std::vector<std::string> parts;
    const auto add = [&parts](bool offloads, RoleOffload what) {
        if (offloads)
            parts.emplace_back(nameOf(what));
    };
    add(role.offloadsParameters, RoleOffload::Parameters);
    add(role.offloadsGradients, RoleOffload::Gradients);
    add(role.offloadsOptimizer, RoleOffload::Optimizer);
    if (parts.empty())
        parts.emplace_back(nameOf(RoleOffload::None));
    return parts;
}

} // namespace

bool mayHaveRole(const Plan& plan, RoleId role)
{
    const auto kind = jobKindOf(plan);
    if (!kind)
        return false;
    // The text is new in each step, and so are the log-probabilities of the reference.
    const bool withoutReference
        = plan.job.referenceFree || (plan.job.precomputedReference && !reinforces(*kind));
    if (role == RoleId::Ref && withoutReference)
        return false;
    return role == RoleId::Ema
        || std::ranges::find(recipeOf(*kind).roles, role, &RoleUse::id)
        != recipeOf(*kind).roles.end();
}

bool suitsPlan(const Plan& plan, KeyPath path, std::string_view word)
{
    if (path == "job.kind") {
        const auto kind = fromName<JobKind>(word);
        return plan.workload.task == Task::Preference   ? compares(*kind)
            : plan.workload.task == Task::Reinforcement ? reinforces(*kind)
                                                        : true;
    }
    if (path == "adapter.base") {
        const bool isOfLora = word == nameOf(AdapterBase::Fp32);
        return plan.adapter.kind == AdapterKind::Qlora
            ? !isOfLora
            : isOfLora || word == nameOf(AdapterBase::Bf16);
    }
    const auto role = roleOfKey(path);
    const bool policy = role == RoleId::Policy, engine = role == RoleId::Rollout;
    if (roleKeyOf(path) == RoleKey::State)
        return engine ? word == nameOf(RoleState::Serve)
            : policy  ? word == nameOf(RoleState::Train)
                      : word != nameOf(RoleState::Serve);
    if (roleKeyOf(path) != RoleKey::Place)
        return true;
    if (word == nameOf(RolePlace::Policy))
        return role == RoleId::Ref && plan.adapter.kind != AdapterKind::None;
    if (word == nameOf(RolePlace::Host)) // an engine's weights go there by its sleep
        return !policy && !engine;
    return !policy || word == nameOf(RolePlace::Shared);
}

RoleType storedType(const JobRole& role)
{
    const Resolved& plan = role.plan;
    if (role.state == RoleState::Serve) {
        const WeightFormat format = plan.inference.weights;
        return format == WeightFormat::Fp32 ? RoleType::Fp32
            : format == WeightFormat::Fp8   ? RoleType::Fp8
            : format == WeightFormat::Int8  ? RoleType::Int8
            : format == WeightFormat::Nf4   ? RoleType::Nf4
                                            : RoleType::Bf16;
    }
    if (plan.quantisedBase())
        return plan.adapter.base == AdapterBase::Int8 ? RoleType::Int8 : RoleType::Nf4;
    const std::int64_t own = plan.role ? plan.role->weightBytes : 0;
    const bool wide = own == 4
        || (own == 0 && (plan.floatParameters() || plan.choices.precision == Precision::Fp32));
    return own == 1 ? RoleType::Fp8 : wide ? RoleType::Fp32 : RoleType::Bf16;
}

Value takenValue(const Resolved& job, KeyPath path)
{
    if (!job.isJob())
        return path == "job.packing" ? word(job.packs ? Packing::Packed : Packing::Padded)
                                     : Value{};
    if (path == "job.kind")
        return word(job.jobKind);
    if (const auto id = roleOfKey(path)) {
        const JobRole* const role = roleOf(job, *id);
        const auto key = roleKeyOf(path);
        return !role ? Value{} : key ? takenOfRole(*role, *key) : takenOfEngine(*role, path);
    }
    const JobRole* const policy = roleOf(job, RoleId::Policy);
    const JobRole* const value = roleOf(job, RoleId::Value);
    if (path == "recipe.recompute") // for jobs the framework may choose it
        return word(policy->plan.choices.recompute);
    if (path == "recipe.precision")
        return word(policy->plan.choices.precision);
    if (path == "recipe.gradients")
        return word(policy->plan.choices.gradients);
    if (path == "job.samples")
        return policy->tokens.sequences;
    if (path == "job.packing")
        return word(policy->tokens.budget > 0 || policy->plan.packs ? Packing::Packed
                                                                    : Packing::Padded);
    if (path == "job.tokens.update")
        return orNull(policy->tokens.budget);
    if (path == "job.tokens.logprob")
        return orNull(policy->passTokens.budget);
    if (path == "job.tokens.value")
        return orNull(value ? value->tokens.budget : 0);
    return {};
}

} // namespace highwater
