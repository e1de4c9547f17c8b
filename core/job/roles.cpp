// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/roles.h"

#include "core/job/head.h"
#include "core/job/recipe.h"
#include "core/job/role_keys.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/symbols.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus;

namespace {

bool offloads(const RoleChoice& choice, RoleOffload part, bool byDefault)
{
    return choice.offload ? std::ranges::find(*choice.offload, part) != choice.offload->end()
                          : byDefault;
}

std::string wordsOf(const std::vector<RoleOffload>& parts)
{
    std::vector<std::string_view> words;
    for (const RoleOffload part : parts)
        words.push_back(nameOf(part));
    return joined(words, ", ");
}

/// The problem of a task and a kind that contradict each other.
Problems contradiction(const Plan& plan)
{
    if (!plan.job.kind)
        return {};
    const std::string found(nameOf(*plan.job.kind));
    const bool suits = suitsPlan(plan, "job.kind", found);
    if (plan.workload.task == Task::Preference && !suits)
        return {{"job.kind",
                 found,
                 {HW_TR("core", "must be dpo, orpo, kto or reward where the task is preference")}}};
    if (plan.workload.task == Task::Reinforcement && !suits)
        return {{"job.kind",
                 found,
                 {HW_TR("core", "must be grpo or ppo where the task is reinforcement")}}};
    return {};
}

/// The problems of choices of one job that contradict each other.
Problems contradiction(const Resolved& job, const Plan& plan, JobKind kind)
{
    if (kind == JobKind::Distill && plan.job.topK.value_or(0) > job.shape.vocabulary)
        return {{"job.top_k",
                 std::to_string(*plan.job.topK),
                 {HW_TR("core", "must be at most the vocabulary, %1"),
                  {grouped(job.shape.vocabulary)}}}};
    const std::int64_t sequences = recipeOf(kind).sequences;
    if (sequences > 1 && plan.job.samples.value_or(sequences) < sequences)
        return {{"job.samples",
                 std::to_string(*plan.job.samples),
                 {HW_TR("core", "must be at least %1: the job compares sequences"),
                  {grouped(sequences)}}}};
    return {};
}

/// Warns of choices that the job's framework or models do not support, or not together.
void warnOfJob(Resolved& job, const Plan& plan)
{
    if (!allows(job.profile->abilities.jobs, job.jobKind))
        job.warnings.emplace_back(
            KeyPath("job.kind"),
            Text(HW_TR("core", "%1 has no jobs of the kind %2: counted as if it had"),
                 {job.profile->name, std::string(nameOf(job.jobKind))}));
    if (!jobDefaultsOf(job).fusesPrecomputed && job.jobKind == JobKind::Dpo
        && plan.job.logits == JobLogits::Fused && plan.job.precomputedReference
        && !plan.job.referenceFree)
        job.warnings.emplace_back(
            KeyPath("job.logits"),
            Text(HW_TR("core",
                       "%1 cannot combine fused logits with a precomputed reference: counted as "
                       "if it could"),
                 {job.profile->name}));
    for (const auto& [key, length] : {std::pair{KeyPath("job.prompt"), plan.job.prompt},
                                      std::pair{KeyPath("job.completion"), plan.job.completion}})
        if (length.value_or(0) > job.workload.context && readsLength(job, key))
            job.warnings.emplace_back(
                key,
                Text(HW_TR("core",
                           "Longer than the context, %1 {token|tokens}: counted as cut to it"),
                     {grouped(job.workload.context)}));
    const JobRole* const policy = roleOf(job, RoleId::Policy);
    if (policy && policy->plan.layout.zero != job.layout.zero && !plan.roles.policy.zero
        && job.dataParallel > 1)
        job.warnings.emplace_back(
            KeyPath("layout.zero"),
            Text(HW_TR("core",
                       "%1 shards a job over all GPUs unless roles.policy.zero says "
                       "otherwise: counted as ZeRO-%2"),
                 {job.profile->name, std::to_string(policy->plan.layout.zero)}));
    const JobRole* const teacher = roleOf(job, RoleId::Teacher);
    if (teacher && teacher->plan.shape.vocabulary != job.shape.vocabulary)
        job.warnings.emplace_back(
            KeyPath("roles.teacher.model"),
            Text(HW_TR("core",
                       "The vocabularies of student and teacher differ, %1 and %2: their logits "
                       "cannot be compared token by token"),
                 {grouped(job.shape.vocabulary), grouped(teacher->plan.shape.vocabulary)}));
}

/// Makes the roles of one job.
class RoleMaker
{
public:
    RoleMaker(const Resolved& job, const Plan& plan, const Catalog& catalog, JobKind kind)
        : m_job(job)
        , m_plan(plan)
        , m_catalog(catalog)
        , m_recipe(recipeOf(kind))
        , m_defaults(jobDefaultsOf(job))
        , m_keepsMasters(keepsMasters(job, policyZero()))
    { }

    Result<std::vector<JobRole>> operator()()
    {
        std::vector<JobRole> roles;
        for (const RoleUse& use : m_recipe.roles)
            if (has(use.id))
                add(roles, use);
        if (isWritten(RoleId::Ema))
            add(roles, {RoleId::Ema, RoleState::Frozen});
        if (!m_problems.empty())
            return std::move(m_problems);
        return roles;
    }

private:
    const RoleChoice& choice(RoleId role) const { return choiceOf(m_plan.roles, role); }
    bool isWritten(RoleId role) const { return saysRole(m_plan.roles, role); }
    bool adapts() const { return m_plan.adapter.kind != AdapterKind::None; }
    JobKind kind() const { return m_recipe.kind; }

    bool has(RoleId role) const
    {
        switch (role) {
        case RoleId::Ref:
            if (!mayHaveRole(m_plan, role))
                return false;
            return kind() != JobKind::Grpo || m_defaults.referenceInGrpo || isWritten(role);
        case RoleId::Reward:
            return isWritten(role) || (kind() == JobKind::Ppo && m_defaults.rewardModelInPpo);
        case RoleId::Rollout:
            return isWritten(role) || m_plan.rollout != Rollout{}
            || !(kind() == JobKind::Ppo && m_defaults.generatesItself);
        default:
            return true;
        }
    }

    /// The policy's ZeRO stage: as its own key says, else as the plan's, else the framework's; its
    /// highest stage is the limit.
    std::int64_t policyZero() const
    {
        const std::int64_t asked = m_plan.layout.zero;
        const std::int64_t usual = asked == 0 ? m_defaults.shardedZero : asked;
        return std::min(choice(RoleId::Policy).zero.value_or(usual),
                        m_job.profile->abilities.mostZero);
    }

    std::int64_t zeroOf(const RoleUse& use) const
    {
        if (use.id == RoleId::Policy)
            return policyZero();
        if (const auto own = choice(use.id).zero)
            return *own;
        const std::int64_t policy = policyZero();
        // With DeepSpeed, a frozen model is at stage 3 or not sharded (trl, models/utils.py;
        // OpenRLHF, utils/deepspeed/deepspeed.py). FSDP wraps frozen models like the policy.
        if (use.state == RoleState::Train || m_job.profile->sharding != Sharding::Buckets)
            return policy;
        return policy == 3 ? 3 : 0;
    }

    RolePlace placeOf(RoleId role) const
    {
        if (const auto own = choice(role).place)
            return *own;
        if (role == RoleId::Ref && adapts() && !choice(role).model)
            return RolePlace::Policy;
        return role == RoleId::Ref ? m_defaults.referencePlace
            : role == RoleId::Ema  ? m_defaults.emaPlace
                                   : RolePlace::Shared;
    }

    void add(std::vector<JobRole>& roles, const RoleUse& asked)
    {
        RoleUse use = asked;
        use.state = choice(use.id).state.value_or(use.state);
        if (use.id == RoleId::Policy && use.state != RoleState::Train)
            refuse(use.id, RoleKey::State, nameOf(use.state), HW_TR("core", "must be train"));
        if ((use.state == RoleState::Serve) != (use.id == RoleId::Rollout))
            refuse(use.id, RoleKey::State, nameOf(use.state),
                   use.id == RoleId::Rollout ? HW_TR("core", "must be serve")
                                             : HW_TR("core", "must be train or frozen"));
        JobRole role;
        role.id = use.id;
        role.state = use.state;
        role.place = placeOf(use.id);
        role.gpus = choice(use.id).gpus.value_or(0);
        role.scalarHead = use.scalarHead;
        if (role.place == RolePlace::Policy && use.id != RoleId::Ref)
            refuse(use.id, RoleKey::Place, "policy",
                   HW_TR("core",
                         "must not be policy: only the reference can use the policy's weights"));
        else if (role.place == RolePlace::Policy && !adapts())
            refuse(use.id, RoleKey::Place, "policy",
                   HW_TR("core", "must not be policy unless the policy has adapters"));
        if (use.id == RoleId::Policy && role.place != RolePlace::Shared)
            refuse(use.id, RoleKey::Place, nameOf(role.place), HW_TR("core", "must be shared"));
        if (use.id == RoleId::Rollout && role.place == RolePlace::Host)
            refuse(use.id, RoleKey::Place, nameOf(role.place),
                   HW_TR("core", "must be shared or own"));
        if (const auto& parts = choice(use.id).offload;
            parts && parts->size() > 1 && offloads(choice(use.id), RoleOffload::None, false))
            refuse(use.id, RoleKey::Offload, wordsOf(*parts),
                   HW_TR("core", "must be none, or a list of parts without none"));
        const bool offloadsStates
            = m_defaults.offloadsStates && use.state == RoleState::Train && reinforces(kind());
        const bool asPolicy = use.id == RoleId::Ref && m_defaults.referenceOffloadsAsPolicy;
        role.offloadsParameters = offloads(
            choice(use.id), RoleOffload::Parameters,
            asPolicy && offloads(choice(RoleId::Policy), RoleOffload::Parameters, false));
        role.offloadsGradients = offloads(choice(use.id), RoleOffload::Gradients, offloadsStates)
            || (m_defaults.dropsGradients && role.offloadsParameters
                && use.state == RoleState::Train);
        role.offloadsOptimizer = offloads(choice(use.id), RoleOffload::Optimizer, offloadsStates);
        role.sleep = choice(use.id).sleep.value_or(
            use.id != RoleId::Rollout                             ? SleepLevel::None
                : m_defaults.sleep == SleepLevel::Two && adapts() ? SleepLevel::One
                                                                  : m_defaults.sleep);
        if (m_problems.empty())
            use.state == RoleState::Serve ? addServer(role) : addModel(role, use);
        if (m_problems.empty())
            roles.push_back(std::move(role));
    }

    void refuse(RoleId role, RoleKey key, std::string_view found, const char* sentence)
    {
        m_problems.push_back({rolePath(role, key), std::string(found), Text(sentence)});
    }

    /// The plan of one model, without a job.
    Plan planOfModel(RoleId role) const
    {
        Plan plan = m_plan;
        plan.method = MethodId::Exact;
        plan.workload.task = Task::Train;
        plan.job = {};
        plan.roles = {};
        plan.rollout = {};
        if (kind() != JobKind::Sft)
            plan.recipe.loss.reset(); // the kind of job decides the loss
        if (const auto& model = choice(role).model)
            plan.model = CatalogModel{*model};
        return plan;
    }

    /// Adds the problems of a role's plan under the keys of the job: model.layers becomes
    /// roles.ref.model.
    void addProblems(RoleId role, Problems problems)
    {
        for (Problem& problem : problems) {
            if (choice(role).model && KeyGroup("model").holds(problem.field))
                problem.field = rolePath(role, RoleKey::Model).text();
            else if (role == RoleId::Rollout && problem.field == KeyPath("layout.tensor").text())
                problem.field = KeyPath("rollout.tensor").text();
            if (std::ranges::find(m_problems, problem) == m_problems.end())
                m_problems.push_back(std::move(problem));
        }
    }

    void addServer(JobRole& role)
    {
        Plan plan = planOfModel(role.id);
        const Rollout& rollout = m_plan.rollout;
        plan.workload.task = Task::Inference;
        role.tokens.budget = rollout.maxLength.value_or(0); // of one sequence
        plan.workload.context = rollout.maxLength.value_or(m_job.workload.context);
        plan.workload.microBatch = 1;
        plan.inference.output = 0; // the context includes the generated tokens
        plan.inference.server = Server::Vllm;
        plan.inference.draftKind = DraftKind::Model;
        plan.inference.draftModel.clear();
        plan.inference.weights = servedFormat(role.id);
        const bool apart = role.place == RolePlace::Own && m_defaults.utilizationApart > 0;
        plan.inference.memoryFraction = rollout.utilization.value_or(
            apart ? m_defaults.utilizationApart : m_defaults.utilization);
        plan.layout = {};
        plan.layout.tensor
            = rollout.tensor.value_or(std::min(m_defaults.rolloutTensor, m_plan.cluster.gpus));
        // A role whose number of GPUs the plan leaves open gets as many as the plan has.
        if (role.place == RolePlace::Own && role.gpus == 0)
            role.gpus = m_plan.cluster.gpus;
        if (role.place == RolePlace::Own)
            plan.cluster.gpus = role.gpus;
        auto resolved = resolve(plan, m_catalog);
        if (!resolved) {
            addProblems(role.id, resolved.problems());
            return;
        }
        role.plan = *std::move(resolved);
    }

    WeightFormat servedFormat(RoleId role) const
    {
        switch (choice(role).dtype.value_or(RoleType::Bf16)) {
        case RoleType::Fp32:
            return WeightFormat::Fp32;
        case RoleType::Fp8:
            return WeightFormat::Fp8;
        case RoleType::Int8:
            return WeightFormat::Int8;
        case RoleType::Nf4:
            return WeightFormat::Nf4;
        case RoleType::Bf16:
            break;
        }
        return WeightFormat::Bf16;
    }

    void addModel(JobRole& role, const RoleUse& use)
    {
        Plan plan = planOfModel(role.id);
        RoleRules rules;
        const bool trained = use.state == RoleState::Train;
        rules.frozen = !trained;
        plan.layout.zero = zeroOf(use);
        if (kind() == JobKind::Sft)
            plan.job.packing = m_plan.job.packing;
        const bool adapted
            = role.id == RoleId::Policy || (role.id == RoleId::Value && m_defaults.adaptsValue);
        if (!adapted)
            plan.adapter = {};
        if (role.id != RoleId::Policy) { // the recipe's frozen parts are the policy's
            plan.recipe.frozen.clear();
            plan.recipe.frozenLayers = plan.recipe.frozenFrom = 0;
        }
        if (!trained) {
            plan.layout.offloadOptimizer = Offload::None;
            plan.layout.offloadParameters = Offload::None;
            plan.layout.offloadActivations = ActivationOffload::None;
        }
        if (role.place == RolePlace::Host) {
            plan.layout.offloadParameters = Offload::Cpu;
            if (m_job.profile->sharding == Sharding::Buckets)
                plan.layout.zero = 3;
        }
        if (!plan.recipe.recompute && m_defaults.recomputes)
            plan.recipe.recompute = Recompute::Full;
        setType(plan, rules, role, trained);
        if (!m_problems.empty())
            return;
        if (trained)
            setAdapters(plan, rules);
        setRows(rules);
        setTokens(role);

        const bool ownLoss = kind() == JobKind::Sft;
        role.plan = resolvedFor(plan, rules, role, trained, ownLoss);
        const bool passes = std::ranges::any_of(m_recipe.phases, [&](const JobPhase& phase) {
            return phase.worker == role.id && phase.work == PhaseWork::Pass;
        });
        if (trained && passes && m_problems.empty()) {
            rules.frozen = true;
            role.pass = resolvedFor(plan, rules, role, false, false);
        }
    }

    /// Sets the type in which the role's weights are stored, and the choices that follow from it:
    /// a quantised base, the precision, master weights and gradients.
    void setType(Plan& plan, RoleRules& rules, const JobRole& role, bool trained)
    {
        const std::optional<Precision> precision = m_plan.recipe.precision;
        const bool mixed = !precision || isSixteenBitsMixed(*precision);
        auto type = choice(role.id).dtype;
        if (!type && m_defaults.floatWeights && mixed && !m_keepsMasters
            && plan.adapter.kind != AdapterKind::Qlora)
            type = RoleType::Fp32;
        if (!type)
            return;
        const bool whole = plan.adapter.kind == AdapterKind::None;
        const bool quantised = *type == RoleType::Nf4 || *type == RoleType::Int8;
        if (trained && whole && (quantised || *type == RoleType::Fp8)) {
            refuse(role.id, RoleKey::Dtype, nameOf(*type),
                   HW_TR("core", "must be fp32 or bf16 for weights that are trained"));
            return;
        }
        if (quantised) {
            plan.adapter.kind = AdapterKind::Qlora;
            plan.adapter.base
                = *type == RoleType::Int8 ? AdapterBase::Int8 : AdapterBase::Nf4Double;
        } else if (*type == RoleType::Fp8) {
            rules.weightBytes = 1;
        } else if (*type == RoleType::Bf16) {
            if (trained && whole && !m_keepsMasters)
                plan.recipe.precision = Precision::Bf16;
            else
                rules.weightBytes = 2;
        } else if (mixed && !m_keepsMasters) {
            rules.weightBytes = 4;
            if (trained && whole && !plan.recipe.masterWeights)
                plan.recipe.masterWeights = false;
            if (trained && whole && !plan.recipe.gradients)
                plan.recipe.gradients = Gradients::Fp32;
        } else if (!trained) {
            rules.weightBytes = 4;
        }
    }

    /// Some frameworks cast adapters of a quantised base to 16 bits. PyTorch's optimizers then keep
    /// their states in 16 bits and no master weights, while DeepSpeed's engine (m_keepsMasters)
    /// keeps 32-bit states and master weights.
    void setAdapters(Plan& plan, RoleRules& rules) const
    {
        if (!m_defaults.narrowAdapters || kind() == JobKind::Sft || m_keepsMasters
            || plan.adapter.kind != AdapterKind::Qlora)
            return;
        rules.narrowAdapters = true;
        if (!plan.recipe.masterWeights)
            plan.recipe.masterWeights = false;
        if (!plan.recipe.moments)
            plan.recipe.moments = Moments::Bf16;
        if (!plan.recipe.gradients)
            plan.recipe.gradients = Gradients::Bf16;
    }

    void setRows(RoleRules& rules) const
    {
        const bool usual = kind() == JobKind::Grpo && m_defaults.completionRows;
        const LogitRows rows
            = m_plan.job.rows.value_or(usual ? LogitRows::Completion : LogitRows::All);
        if (rows == LogitRows::Completion) {
            rules.completion = m_plan.job.completion.value_or(0);
            rules.prompt = m_plan.job.prompt.value_or(0);
        }
        const bool pairs = kind() == JobKind::Dpo || kind() == JobKind::Orpo;
        if (m_plan.job.logits == JobLogits::Chunked && (pairs || kind() == JobKind::Kto))
            rules.sequencesAtATime = pairs ? 2 : 1;
    }

    /// The job without budgets of packed passes, which only reinforcement has.
    static Job withoutBudgets(Job job)
    {
        job.updateTokens.reset();
        job.logprobTokens.reset();
        job.valueTokens.reset();
        return job;
    }

    void setTokens(JobRole& role) const
    {
        const Job job = reinforces(kind()) ? m_plan.job : withoutBudgets(m_plan.job);
        const bool pairs = m_recipe.sequences > 1;
        role.tokens.sequences = pairs ? job.samples.value_or(m_recipe.sequences) : 1;
        const bool packs = reinforces(kind())
            && (job.packing ? *job.packing == Packing::Packed : m_defaults.packs);
        const std::int64_t update = job.updateTokens.value_or(packs ? m_defaults.updateTokens : 0);
        const std::int64_t value = job.valueTokens.value_or(job.updateTokens ? update
                                                                : packs ? m_defaults.valueTokens
                                                                        : 0);
        role.tokens.budget = role.id == RoleId::Value ? value : update;
        role.passTokens = role.tokens;
        if (role.id != RoleId::Value)
            role.passTokens.budget = job.logprobTokens.value_or(update);
        if (role.state == RoleState::Frozen)
            role.tokens = role.passTokens;
    }

    /// A resolved plan that is counted by the rules of its role.
    Resolved resolvedFor(const Plan& plan, RoleRules rules, const JobRole& role, bool updates,
                         bool ownLoss)
    {
        auto resolved = resolve(plan, m_catalog);
        if (!resolved) {
            addProblems(role.id, resolved.problems());
            return {};
        }
        Resolved model = *std::move(resolved);
        model.replays = false;
        if (!ownLoss) {
            const bool samples = reinforces(kind());
            HeadChoice head{.kind = kind(),
                            .role = role.id,
                            .defaults = &m_defaults,
                            .logits = logitsOf(),
                            .entropy = samples ? m_plan.job.entropy.value_or(m_defaults.entropy)
                                               : Entropy::None,
                            .updates = updates,
                            .scalar = role.scalarHead,
                            .splits = model.layout.tensor > 1,
                            .trainsHead = model.trainsAll(),
                            .noOtherLogits = !has(RoleId::Ref)};
            if (kind() == JobKind::Distill) {
                head.noOtherLogits = placeOf(RoleId::Teacher) == RolePlace::Own;
                head.topK = m_plan.job.topK.value_or(0);
            }
            rules.head = headTerms(head);
        }
        rules.ownLoss = ownLoss;
        if (role.scalarHead) {
            model.shape.scalarHead = true;
            model.shape.tied = false;
            model.counts = countWeights(model.shape);
            setShapeSymbols(model.symbols, model.shape);
        }
        model.role = std::move(rules);
        if (Problems problems = setLayout(model, plan.layout); !problems.empty())
            addProblems(role.id, std::move(problems));
        return model;
    }

    JobLogits logitsOf() const
    {
        if (m_plan.job.logits)
            return *m_plan.job.logits;
        const bool narrow
            = m_defaults.narrowLogits || (m_defaults.narrowLogitsWithMasters && m_keepsMasters);
        return narrow ? JobLogits::Bf16 : JobLogits::Fp32;
    }

    const Resolved& m_job;
    const Plan& m_plan;
    const Catalog& m_catalog;
    const JobRecipe& m_recipe;
    const JobDefaults& m_defaults;
    bool m_keepsMasters; ///< master copies of 16-bit weights, as in DeepSpeed and Megatron-LM
    Problems m_problems;
};

} // namespace

bool saysRole(const Roles& roles, RoleId role)
{
    RoleChoice read = choiceOf(roles, role);
    if (role == RoleId::Rollout) {
        read.zero.reset();
        read.offload.reset();
    } else {
        read.sleep.reset();
    }
    if (read.place != RolePlace::Own)
        read.gpus.reset();
    return read != RoleChoice{};
}

bool keepsMasters(const Resolved& job, std::int64_t policyZero)
{
    return jobDefaultsOf(job).keepsMasters
        || (job.profile->sharding == Sharding::Buckets && policyZero >= 1);
}

bool saysContext(const Plan& plan)
{
    return plan.method == MethodId::Exact && jobKindOf(plan) && plan.job.prompt
        && plan.job.completion;
}

bool readsLength(const Resolved& job, KeyPath path)
{
    const bool cutsRows = std::ranges::any_of(job.roles, [](const JobRole& role) {
        return role.plan.role && (role.plan.role->completion > 0 || role.plan.role->prompt > 0);
    });
    return cutsRows || (job.prompt > 0 && job.completion > 0)
        || (path == "job.completion" && reinforces(job.jobKind));
}

Plan withJobContext(const Plan& plan)
{
    Plan asked = plan;
    if (saysContext(plan))
        asked.workload.context
            = std::min<std::int64_t>(plus(*plan.job.prompt, *plan.job.completion),
                                     static_cast<std::int64_t>(keyOf("workload.context").most));
    return asked;
}

Problems setRoles(Resolved& job, const Plan& plan, const Catalog& catalog)
{
    if (plan.workload.task == Task::Inference)
        return {};
    if (Problems problems = contradiction(plan); !problems.empty())
        return problems;
    const auto kind = jobKindOf(plan);
    if (!kind)
        return {};
    if (Problems problems = contradiction(job, plan, *kind); !problems.empty())
        return problems;
    auto roles = RoleMaker(job, plan, catalog, *kind)();
    if (!roles)
        return roles.problems();
    job.roles = *std::move(roles);
    job.jobKind = *kind;
    job.prompt = plan.job.prompt.value_or(0);
    job.completion = plan.job.completion.value_or(0);
    job.saysReference = saysRole(plan.roles, RoleId::Ref);
    // Of the jobs, only fine-tuning is replayed: it is plain training, and averaged weights do not
    // change the order of requests.
    job.replays = *kind == JobKind::Sft;
    setRoleWorkloads(job);
    warnOfJob(job, plan);
    return {};
}

std::int64_t ownGpus(const Resolved& job)
{
    std::int64_t all = 0;
    for (const JobRole& role : job.roles)
        if (role.place == RolePlace::Own)
            all = plus(all, role.gpus);
    return all;
}

const JobRole* roleOf(const Resolved& job, RoleId role)
{
    const auto found = std::ranges::find(job.roles, role, &JobRole::id);
    return found == job.roles.end() ? nullptr : &*found;
}

} // namespace highwater
