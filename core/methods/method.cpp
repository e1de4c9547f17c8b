// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/method.h"

#include "core/answer/exact.h"
#include "core/job/roles.h"
#include "core/methods/accelerate.h"
#include "core/methods/deepspeed.h"
#include "core/methods/eleuther.h"
#include "core/methods/key_use.h"
#include "core/methods/lecture.h"
#include "core/methods/llm_analysis.h"
#include "core/methods/megatron.h"
#include "core/plan/keys.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

constexpr std::array everyKeyGroup{KeyGroup("model"),     KeyGroup("workload"), KeyGroup("recipe"),
                                   KeyGroup("adapter"),   KeyGroup("cluster"),  KeyGroup("layout"),
                                   KeyGroup("inference"), KeyGroup("job"),      KeyGroup("roles"),
                                   KeyGroup("rollout")};
constexpr std::array modelGroup{KeyGroup("model")};
constexpr std::array<KeyPath, 4> readByLecture{"workload.context", "workload.micro_batch",
                                               "recipe.recompute", "cluster.capacity"};
constexpr std::array<KeyPath, 9> readByLectureZero{
    "workload.context", "workload.micro_batch", "cluster.capacity",
    "cluster.gpus",     "layout.zero",          "layout.tensor",
    "layout.pipeline",  "layout.context",       "layout.sequence_parallel"};
constexpr std::array<KeyPath, 14> readByTransformerMath{
    "workload.context",      "workload.micro_batch", "recipe.precision", "recipe.gradients",
    "recipe.master_weights", "recipe.optimizer",     "recipe.moments",   "recipe.recompute",
    "cluster.device",        "cluster.capacity",     "cluster.gpus",     "layout.zero",
    "layout.tensor",         "layout.pipeline"};
constexpr auto readByRuleOfThumb = std::span(readByTransformerMath).first<12>();
constexpr std::array<KeyPath, 7> readByActivationRatio{
    "workload.context", "workload.micro_batch", "recipe.precision", "cluster.device",
    "cluster.capacity", "cluster.gpus",         "layout.zero"};
constexpr std::array<KeyPath, 8> readByDeepSpeed{
    "cluster.device",           "cluster.capacity",         "cluster.gpus",
    "cluster.gpus_per_node",    "cluster.host_memory",      "layout.zero",
    "layout.offload_optimizer", "layout.offload_parameters"};

constexpr std::array<KeyPath, 15> readByEleuther{
    "workload.context", "workload.micro_batch", "recipe.precision",
    "recipe.gradients", "recipe.optimizer",     "recipe.recompute",
    "cluster.device",   "cluster.capacity",     "cluster.reserve",
    "cluster.gpus",     "layout.zero",          "layout.tensor",
    "layout.pipeline",  "layout.expert",        "layout.sequence_parallel"};
constexpr std::array<KeyPath, 15> readByMegatron{"workload.context",
                                                 "workload.micro_batch",
                                                 "workload.global_batch",
                                                 "recipe.recompute",
                                                 "cluster.device",
                                                 "cluster.capacity",
                                                 "cluster.gpus",
                                                 "layout.zero",
                                                 "layout.tensor",
                                                 "layout.pipeline",
                                                 "layout.context",
                                                 "layout.expert",
                                                 "layout.expert_tensor",
                                                 "layout.virtual_pipeline",
                                                 "layout.sequence_parallel"};
constexpr std::array<KeyPath, 17> readByLlmAnalysis{
    "workload.context",        "workload.micro_batch", "recipe.precision", "recipe.optimizer",
    "recipe.moments",          "recipe.recompute",     "recipe.attention", "recipe.dropout",
    "cluster.device",          "cluster.capacity",     "cluster.gpus",     "layout.zero",
    "layout.replicate",        "layout.tensor",        "layout.pipeline",  "layout.expert",
    "layout.sequence_parallel"};
constexpr std::array<KeyPath, 3> readByAccelerate{"recipe.precision", "cluster.device",
                                                  "cluster.capacity"};

constexpr std::array methodTable{
    Method{MethodId::Exact,
           HW_TR("core", "Exact"),
           "",
           "",
           everyKeyGroup,
           {},
           false,
           [](const Resolved& plan) { return exactAnswer(plan); }},
    Method{MethodId::Lecture, HW_TR("core", "Lecture, memory by context"),
           HW_TR("core",
                 "A GPT in 32 bits: no grouped heads, no SwiGLU, no flash attention, no "
                 "logits"),
           HW_TR("core", "as the lecture counts a GPT in 32 bits, without logits and overhead"),
           modelGroup, readByLecture, false, lectureAnswer},
    Method{MethodId::LectureZero, HW_TR("core", "Lecture, ZeRO"),
           HW_TR("core", "No master weights, no norms, a GPT's activations for every model"),
           HW_TR("core", "as the lecture counts ZeRO, without master weights, logits and overhead"),
           modelGroup, readByLectureZero, true, lectureZeroAnswer},
    Method{
        MethodId::TransformerMath, HW_TR("core", "Transformer math"),
        HW_TR("core", "A GPT's activations for every model; no logits, no gathered weights"),
        HW_TR("core", "as Transformer math counts, without logits, gathered weights and overhead"),
        modelGroup, readByTransformerMath, true, transformerMathAnswer},
    Method{
        MethodId::RuleOfThumb, HW_TR("core", "Rule of thumb"),
        HW_TR("core", "Six values a layer and token are a third of what a GPT layer keeps"),
        HW_TR("core", "by the rule of thumb, without the scores of attention, logits and overhead"),
        modelGroup, readByRuleOfThumb, true, ruleOfThumbAnswer},
    Method{MethodId::ActivationRatio, HW_TR("core", "Activation ratio"),
           HW_TR("core", "Activations follow the weights, whatever the shape of the model"),
           HW_TR("core", "by the activation ratio, without the shape of the model and overhead"),
           modelGroup, readByActivationRatio, true, activationRatioAnswer},
    Method{
        MethodId::DeepSpeed, HW_TR("core", "DeepSpeed's estimator"),
        HW_TR("core", "Model states alone: no activations, buckets or context; prints GiB as GB"),
        HW_TR("core", "as DeepSpeed's estimator counts, without activations, buckets and overhead"),
        modelGroup, readByDeepSpeed, false, deepSpeedAnswer},
    Method{
        MethodId::Eleuther, HW_TR("core", "EleutherAI's calculator"),
        HW_TR("core", "A GPT's activations, no logits; gradients ignore tensor and pipeline ranks"),
        HW_TR("core", "as EleutherAI's calculator counts, without logits"), modelGroup,
        readByEleuther, false, eleutherAnswer},
    Method{MethodId::Megatron, HW_TR("core", "Megatron-LM's report"),
           HW_TR("core", "A GPT's activations, for every model; full recompute saves nothing"),
           HW_TR("core",
                 "as Megatron-LM's report counts, without context parallelism, full recompute and "
                 "overhead"),
           modelGroup, readByMegatron, false, megatronAnswer},
    Method{
        MethodId::LlmAnalysis, HW_TR("core", "llm-analysis"),
        HW_TR("core", "Counts activations or gradients, never both; one embedding table"),
        HW_TR("core", "as llm-analysis counts, without the smaller of activations and gradients"),
        modelGroup, readByLlmAnalysis, false, llmAnalysisAnswer},
    Method{
        MethodId::Accelerate, HW_TR("core", "accelerate estimate-memory"),
        HW_TR("core", "The largest of weights, gradients and optimizer; no activations"),
        HW_TR("core", "as accelerate estimate-memory counts, without activations and the cluster"),
        modelGroup, readByAccelerate, false, accelerateAnswer},
};

consteval bool methodsAreInOrder()
{
    for (std::size_t i = 0; i < methodTable.size(); ++i)
        if (methodTable[i].id != static_cast<MethodId>(i))
            return false;
    return methodTable.size() == enumCount<MethodId>;
}
static_assert(methodsAreInOrder());

/// The key whose value is the farthest beyond real runs.
KeyPath largestOf(const Resolved& plan)
{
    struct Size
    {
        KeyPath key;
        double times; ///< the value in multiples of a large one for this key
    };
    const KeyPath model = plan.model ? KeyPath("model.id")
        : plan.madeToSize            ? KeyPath("model.parameters")
                                     : KeyPath("model.custom.hidden_size");
    const auto of = [](std::int64_t number) { return static_cast<double>(number); };
    const std::array sizes{Size{"workload.context", of(plan.workload.context) / 1e6},
                           Size{"workload.micro_batch", of(plan.workload.microBatch) / 1e3},
                           Size{model, of(plan.counts.total) / 1e12},
                           Size{"cluster.reserve", of(plan.cluster.reserve) / 1e12}};
    return std::ranges::max(sizes, {}, &Size::times).key;
}

/// Sums stop at tooMany instead of overflowing; a plan that reaches it has no answer.
Problems beyondCounting(const Resolved& plan, const Totals& totals, Bytes hostPerNode = 0)
{
    if (totals.high < tooMany && hostPerNode < tooMany)
        return {};
    return {{largestOf(plan),
             {},
             {HW_TR("core",
                    "comes to more bytes than can be counted (8 EiB): make it or another size "
                    "of the run smaller")}}};
}

} // namespace

std::span<const Method> methods()
{
    return methodTable;
}

bool methodReads(const Method& method, KeyPath path)
{
    if (isDescription(path) || path == "method")
        return true;
    if (path == "model.custom.parameters")
        return method.asStated;
    return std::ranges::find(method.readKeys, path) != method.readKeys.end()
        || std::ranges::any_of(method.readGroups,
                               [path](KeyGroup group) { return path.isIn(group); });
}

const Method& methodOf(MethodId id)
{
    return methodTable[static_cast<std::size_t>(id)];
}

std::optional<Text> countedBy(MethodId id)
{
    const char* counts = methodOf(id).counts;
    return *counts == '\0' ? std::nullopt : std::optional(Text(counts));
}

bool isComputed(KeyPath path)
{
    return std::ranges::any_of(methodTable,
                               [path](const Method& method) { return methodReads(method, path); });
}

namespace {

/// The values of a key in a plan that says nothing.
struct UsualValues
{
    Value unsaid; ///< as the plan has it
    Value byDefault; ///< as the program fills it in
};

/// Of every key. Most keys of a plan have one of these, and need no look at what the key concerns.
const std::vector<UsualValues>& usualValues()
{
    static const std::vector<UsualValues> usual = [] {
        const Plan unsaid, defaults = withDefaults({});
        std::vector<UsualValues> values;
        for (const Key& key : keys())
            values.push_back({key.get(unsaid), key.get(defaults)});
        return values;
    }();
    return usual;
}

/// Whether any other value of the key would change nothing of the plan's answer.
bool isIgnored(const Plan& plan, const Resolved& resolved, KeyPath key)
{
    return !methodReads(methodOf(plan.method), key) || !canRead(plan, key) || isIdle(resolved, key);
}

} // namespace

std::vector<KeyPath> ignoredKeys(const Plan& plan, const Resolved& resolved)
{
    const std::vector<UsualValues>& usual = usualValues();
    std::vector<KeyPath> ignored;
    for (std::size_t i = 0; i < keys().size(); ++i) {
        const Key& key = keys()[i];
        const Value value = key.get(plan);
        if (value != usual[i].unsaid && value != usual[i].byDefault
            && isIgnored(plan, resolved, key.path))
            ignored.push_back(key.path);
    }
    return ignored;
}

std::int64_t Estimate::parameters() const
{
    return methodOf(plan.method).asStated ? std::llround(plan.parameters()) : plan.counts.total;
}

namespace {

/// Resolves the plan with only the keys that its method reads.
Result<Resolved> resolveForMethod(const Plan& plan, const Catalog& catalog)
{
    if (plan.method == MethodId::Exact) {
        const Plan asked = withJobContext(plan);
        auto resolved = resolve(asked, catalog);
        if (!resolved)
            return resolved;
        if (Problems problems = setRoles(*resolved, asked, catalog); !problems.empty())
            return problems;
        if (!resolved->madeToSize) // the exact method counts the shape
            resolved->statedParameters = 0;
        return resolved;
    }
    // A key that the method does not read must not reach it through derived values: the number of
    // GPUs, for one, changes the shards.
    if (Problems problems = validate(plan); !problems.empty())
        return problems;
    const Method& method = methodOf(plan.method);
    static const Plan defaults;
    Plan seen = plan;
    for (const Key& key : keys())
        // Setting a key of a custom model turns any model into a custom one.
        if (const Value unsaid = key.get(defaults);
            !methodReads(method, key.path) && key.get(seen) != unsaid)
            key.set(seen, unsaid);
    return resolve(seen, catalog);
}

} // namespace

Result<Resolved> prepare(const Plan& plan, const Catalog& catalog,
                         const std::optional<IdleShares>& idle)
{
    auto resolved = resolveForMethod(plan, catalog);
    if (resolved && idle && resolved->replays) {
        resolved->replays = false;
        resolved->idle = *idle;
        resolved->idle.flushes = false; // of another plan
    }
    return resolved;
}

Result<Judgement> judge(const Resolved& plan)
{
    Totals found;
    Bytes onHost = 0;
    if (plan.method == MethodId::Exact) {
        found = exactTotals(plan);
        onHost = hostPerNode(plan, found);
    } else {
        const auto answer = methodOf(plan.method).answer(plan);
        if (!answer)
            return answer.problems();
        found = answer->totals;
        onHost = answer->hostPerNode;
    }
    if (Problems problems = beyondCounting(plan, found, onHost); !problems.empty())
        return problems;
    return judgementOf(found, plan.capacity, onHost, plan.cluster.hostMemory);
}

bool emptiesCache(const Judgement& judged)
{
    return judged.fits() && judged.totals.flushes > 0;
}

Result<Judgement> judge(const Plan& plan, const Catalog& catalog,
                        const std::optional<IdleShares>& idle)
{
    const auto resolved = prepare(plan, catalog, idle);
    if (!resolved)
        return resolved.problems();
    return judge(*resolved);
}

Result<Totals> totals(const Resolved& plan)
{
    const auto judged = judge(plan);
    if (!judged)
        return judged.problems();
    return judged->totals;
}

Result<Estimate> estimate(const Plan& plan, const Catalog& catalog,
                          const std::optional<IdleShares>& idle)
{
    auto resolved = prepare(plan, catalog, idle);
    if (!resolved)
        return resolved.problems();
    const Method& method = methodOf(plan.method);
    auto answer = method.answer(*resolved);
    if (!answer)
        return answer.problems();
    if (Problems problems = beyondCounting(*resolved, answer->totals, answer->hostPerNode);
        !problems.empty())
        return problems;
    Estimate result{std::move(*resolved), std::move(*answer), {}, {}, {}};
    result.ignored = ignoredKeys(plan, result.plan);
    result.answer.warnings.insert(result.answer.warnings.begin(), result.plan.warnings.begin(),
                                  result.plan.warnings.end());
    const Judgement judged = judgementOf(result.answer.totals, result.plan.capacity,
                                         result.answer.hostPerNode, result.plan.cluster.hostMemory);
    result.verdict = judged.verdict;
    // While a control is dragged, the plan keeps the finding of the last replay.
    result.plan.idle.flushes = idle ? judged.fits() && idle->flushes : emptiesCache(judged);
    result.serving = servingOf(result.plan, result.answer);
    if (result.serving)
        for (Text& remark : servingRemarks(result.plan, *result.serving))
            result.answer.remarks.push_back(std::move(remark));
    return result;
}

} // namespace highwater
