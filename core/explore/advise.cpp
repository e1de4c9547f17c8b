// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advise.h"
#include "core/plan/numbers.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <tuple>

namespace highwater {
namespace {

/// The verdict of a candidate, by the share that the allocator keeps idle in the plan as it stands.
/// The remedy that is offered is judged anew.
Result<Judgement> roughly(const JudgedPlan& asked, const Plan& changed)
{
    return judge(changed, asked.catalog, idleSharesOf(asked.present.totals));
}

/// The fewest GPUs of a candidate, as roughly.
Result<Solution> fewestGpus(const JudgedPlan& asked, const Plan& changed)
{
    const auto resolved = prepare(changed, asked.catalog, idleSharesOf(asked.present.totals));
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    return solve({changed, asked.catalog, *resolved, *present}, "cluster.gpus");
}

bool fits(const JudgedPlan& asked, const Plan& changed)
{
    const auto judged = roughly(asked, changed);
    return judged && judged->fits();
}

/// The smallest larger card of the same maker that holds the plan; the plan's own where none does.
std::string largerDevice(const JudgedPlan& asked, const Device& present)
{
    const Device* best = nullptr;
    for (const Device& device : asked.catalog.devices()) {
        const Bytes memory = device.capacityBytes();
        if (device.vendor != present.vendor || memory <= present.capacityBytes()
            || (best && memory >= best->capacityBytes()) || !device.reportedMib)
            continue;
        Plan changed = asked.plan;
        changed.cluster.device = device.id;
        if (fits(asked, changed))
            best = &device;
    }
    return best ? best->id : present.id;
}

/// As many GPUs as the plan needs, where that is more than it has and enough.
std::optional<Change> moreGpus(const Plan& plan, const Solution& fewest)
{
    if (!fewest.answer || *fewest.answer <= plan.cluster.gpus)
        return std::nullopt;
    return Change{"cluster.gpus",
                  *fewest.answer,
                  {HW_TR("core", "%1 GPUs in all (now %2)"),
                   {grouped(*fewest.answer), grouped(plan.cluster.gpus)}},
                  {HW_TR("core", "more hardware")},
                  Price::Hardware};
}

/// One of the layout's keys that share a model out over the GPUs at hand.
struct Parallel
{
    KeyPath key;
    std::int64_t present, most;
    const char* label;
    const char* cost;
};

/// The smallest doubling of `by` that makes the plan fit; where none does, the one that helps most.
std::optional<Change> doubledUntilItFits(const JudgedPlan& asked, const Parallel& by)
{
    const Plan& plan = asked.plan;
    const Layout& layout = plan.layout;
    const std::int64_t others
        = bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context)
        / by.present;
    const std::int64_t room = std::min(by.most, plan.cluster.gpus / others);
    std::optional<std::int64_t> best;
    Bytes least = tooMany;
    for (std::int64_t count = 2 * by.present; count <= room; count *= 2) {
        if (plan.cluster.gpus % bounded::times(others, count) != 0)
            continue;
        Plan changed = plan;
        if (!assign(changed, by.key, count).empty())
            continue;
        const auto judged = roughly(asked, changed);
        if (!judged || judged->totals.total >= least)
            continue;
        best = count;
        least = judged->totals.total;
        if (judged->fits())
            break;
    }
    if (!best)
        return std::nullopt;
    return Change{by.key, *best, {by.label, {grouped(*best)}}, {by.cost}, Price::Traffic};
}

/// Llama 3 was trained with up to 16 ranks of context and of pipeline parallelism (arXiv
/// 2407.21783, table 4); more is not offered.
constexpr std::int64_t mostUsual = 16;

Parallel contextParallel(const Plan& plan)
{
    return {"layout.context", plan.layout.context, std::min(mostUsual, plan.workload.context),
            HW_TR("core", "Context parallel %1"), HW_TR("core", "more traffic")};
}

/// No more ranks than a node has: the traffic in each layer needs the links inside a node.
Parallel tensorParallel(const Plan& plan)
{
    return {"layout.tensor", plan.layout.tensor, plan.cluster.gpusPerNode,
            HW_TR("core", "Tensor parallel %1"), HW_TR("core", "traffic in each layer")};
}

/// Sequences of one step over all GPUs, as they are run: whole micro-batches on every rank.
std::int64_t batchOf(const Resolved& plan)
{
    return bounded::times(bounded::times(plan.microBatches, plan.workload.microBatch),
                          plan.dataParallel);
}

/// The largest smaller micro-batch with which the plan fits, of those that come to the same global
/// batch; where none fits, a single sequence.
std::int64_t smallerMicroBatch(const JudgedPlan& asked, const Solution& largest)
{
    const std::int64_t batch = batchOf(asked.resolved);
    for (std::int64_t sequences = largest.answer.value_or(1); sequences > 1; --sequences) {
        if (batch % bounded::times(sequences, asked.resolved.dataParallel) != 0)
            continue;
        Plan changed = asked.plan;
        changed.workload.microBatch = sequences;
        if (fits(asked, changed))
            return sequences;
    }
    return 1;
}

/// One micro-batch would leave all stages but one idle, and with ZeRO-2 or 3 every micro-batch
/// would reduce gradients or gather weights anew, which frameworks do not do in a pipeline.
bool suitsAPipeline(const Plan& plan)
{
    return plan.workload.globalBatch && plan.layout.zero < 2;
}

Parallel pipelineParallel(const Plan& plan, const Resolved& resolved, bool suits)
{
    return {"layout.pipeline", plan.layout.pipeline,
            suits ? std::min(mostUsual, resolved.shape.layers) : 0,
            HW_TR("core", "Pipeline parallel %1"), HW_TR("core", "stages wait for one another")};
}

Value word(const char* text)
{
    return std::string(text);
}

void addFreeChanges(std::vector<Change>& list, const Choices& now)
{
    const auto add = [&](KeyPath key, Value value, const char* label) {
        list.push_back(
            {key, std::move(value), {label}, {HW_TR("core", "no cost")}, Price::Nothing});
    };
    if (now.attention == Attention::Eager)
        add("recipe.attention", word("flash"), HW_TR("core", "Flash attention"));
    if (now.kernels == Kernels::Eager)
        add("recipe.kernels", word("fused"), HW_TR("core", "Fused kernels"));
    if (now.loss != Loss::Chunked)
        add("recipe.loss", word("chunked"), HW_TR("core", "Chunked loss"));
    if (now.keepGradients)
        add("recipe.keep_gradients", Value{false}, HW_TR("core", "Free gradients after the step"));
}

void addSharding(std::vector<Change>& list, const JudgedPlan& asked)
{
    for (std::int64_t stage = asked.plan.layout.zero + 1; stage <= 3; ++stage)
        list.push_back({"layout.zero",
                        Value{stage},
                        {HW_TR("core", "ZeRO-%1"), {std::to_string(stage)}},
                        stage == 3 ? Text(HW_TR("core", "+50 % traffic"))
                                   : Text(HW_TR("core", "same traffic")),
                        Price::Traffic});
    if (const auto shared = doubledUntilItFits(asked, contextParallel(asked.plan)))
        list.push_back(*shared);
}

void addRecipe(std::vector<Change>& list, const Choices& now)
{
    const auto add
        = [&](KeyPath key, const char* value, const char* label, const char* cost, Price price) {
              list.push_back({key, word(value), {label}, {cost}, price});
          };
    if (now.recompute == Recompute::None)
        add("recipe.recompute", "selective", HW_TR("core", "Selective recompute"),
            HW_TR("core", "a little more compute"), Price::Compute);
    if (now.recompute != Recompute::Full)
        add("recipe.recompute", "full", HW_TR("core", "Recompute every layer"),
            HW_TR("core", "+33 % compute"), Price::Compute);
    if (now.gradients != Gradients::Bf16 && now.precision != Precision::Fp32)
        add("recipe.gradients", "bf16", HW_TR("core", "16-bit gradients"),
            HW_TR("core", "less precise sums"), Price::Precision);
    if (now.optimizer == Optimizer::AdamW)
        add("recipe.optimizer", "adamw-8bit", HW_TR("core", "8-bit AdamW"),
            HW_TR("core", "coarser states"), Price::Precision);
}

void addHardware(std::vector<Change>& list, const JudgedPlan& asked, const Solution& fewestGpus)
{
    if (const auto gpus = moreGpus(asked.plan, fewestGpus))
        list.push_back(*gpus);
    if (asked.plan.cluster.capacity) // typed by hand: no card stands for it
        return;
    const Device& present = *asked.resolved.device;
    if (const std::string id = largerDevice(asked, present); id != present.id)
        list.push_back({"cluster.device",
                        Value{id},
                        {"%1", {asked.catalog.device(id)->name}},
                        {HW_TR("core", "larger card")},
                        Price::Hardware});
}

/// Ways out of the host's memory.
void addForHost(std::vector<Change>& list, const JudgedPlan& asked)
{
    if (!asked.present.hostIsOver())
        return;
    const Layout& layout = asked.plan.layout;
    const auto add = [&](KeyPath key, bool is, const char* onGpu, const char* onDisk) {
        if (!is)
            return;
        list.push_back({key, word("none"), {onGpu}, {HW_TR("core", "no cost")}, Price::Nothing});
        if (onDisk && asked.resolved.profile->abilities.disk)
            list.push_back({key,
                            word("nvme"),
                            {onDisk},
                            {HW_TR("core", "traffic to the disk")},
                            Price::Traffic});
    };
    add("layout.offload_optimizer", layout.offloadOptimizer == Offload::Cpu,
        HW_TR("core", "Optimizer state on the GPU"), HW_TR("core", "Optimizer state on disk"));
    add("layout.offload_parameters", layout.offloadParameters == Offload::Cpu,
        HW_TR("core", "Parameters on the GPU"), HW_TR("core", "Parameters on disk"));
    add("layout.offload_activations", layout.offloadActivations == ActivationOffload::Cpu,
        HW_TR("core", "Activations on the GPU"), nullptr);
    constexpr Bytes gib = Bytes{1} << 30;
    const std::int64_t wanted = shareOf(asked.present.hostPerNode, gib);
    list.push_back({"cluster.host_memory",
                    Value{bounded::times(wanted, gib)},
                    {HW_TR("core", "%1 GiB of host memory a node"), {grouped(wanted)}},
                    {HW_TR("core", "more hardware")},
                    Price::Hardware});
}

void addSmallerRun(std::vector<Change>& list, const JudgedPlan& asked, const Solutions& solutions)
{
    const std::int64_t present = asked.plan.workload.microBatch;
    if (present > 1) {
        const std::int64_t smaller = smallerMicroBatch(asked, solutions.microBatch);
        list.push_back(
            {"workload.micro_batch",
             Value{smaller},
             {HW_TR("core", "Micro-batch %1 (now %2)"), {grouped(smaller), grouped(present)}},
             {HW_TR("core", "slower steps")},
             Price::Traffic});
    }
    if (const auto longest = solutions.context.answer)
        list.push_back({"workload.context",
                        Value{*longest},
                        {HW_TR("core", "Shorten to %1"), {grouped(*longest)}},
                        {HW_TR("core", "changes the run")},
                        Price::Run});
}

std::vector<Change> candidates(const JudgedPlan& asked, const Solutions& solutions)
{
    std::vector<Change> list;
    addFreeChanges(list, asked.resolved.choices);
    addSharding(list, asked);
    addRecipe(list, asked.resolved.choices);
    addHardware(list, asked, solutions.gpus);
    addForHost(list, asked);
    addSmallerRun(list, asked, solutions);
    return list;
}

/// Whether less is missing than before, on the GPU or on the host, and more on neither.
bool helps(const Judgement& found, const Judgement& present)
{
    const Bytes gpu = found.gpuShortage(), host = found.hostShortage();
    return found.fits()
        || (gpu <= present.gpuShortage() && host <= present.hostShortage()
            && (gpu < present.gpuShortage() || host < present.hostShortage()));
}

/// What a change of micro-batch or ranks means for the global batch; none where it means nothing.
/// The batch becomes the nearest that whole micro-batches come to.
std::optional<Change> batchChange(const Resolved& present, const Resolved& changed)
{
    const std::int64_t batch = batchOf(present);
    const std::int64_t pass = bounded::times(changed.workload.microBatch, changed.dataParallel);
    const std::int64_t steps = std::max<std::int64_t>(1, (batch + pass / 2) / pass);
    const std::int64_t nearest = bounded::times(steps, pass);
    if (nearest != batch)
        return Change{
            "workload.global_batch",
            nearest,
            {HW_TR("core", "global batch %1 (now %2)"), {grouped(nearest), grouped(batch)}},
            {HW_TR("core", "changes the run")},
            Price::Run};
    if (steps == present.microBatches)
        return std::nullopt;
    return Change{"workload.global_batch",
                  batch,
                  steps == 1 ? Text(HW_TR("core", "one micro-batch a step"))
                             : Text{HW_TR("core", "%1 micro-batches a step"), {grouped(steps)}},
                  {HW_TR("core", "same global batch")},
                  Price::Nothing};
}

/// The changes with the totals that they lead to; none where the plan does not allow them, the
/// framework does not have them, the method does not read them or they do not help.
std::optional<Remedy> remedyOf(const JudgedPlan& asked, std::vector<Change> changes)
{
    const auto lookedUp = [&]() -> Result<Resolved> {
        const auto changed = withChanges(asked.plan, changes);
        if (!changed)
            return changed.problems();
        return prepare(*changed, asked.catalog, idleSharesOf(asked.present.totals));
    };
    auto resolved = lookedUp(); // quickly, without a replay
    if (!resolved || resolved->gaps > asked.resolved.gaps)
        return std::nullopt;
    if (reads(*findMethod(asked.plan.method), "workload.global_batch"))
        if (const auto batch = batchChange(asked.resolved, *resolved)) {
            changes.push_back(*batch);
            resolved = lookedUp();
            if (!resolved)
                return std::nullopt;
        }
    auto found = judge(*resolved);
    if (!found || !helps(*found, asked.present))
        return std::nullopt;
    if (asked.resolved.replays) {
        const auto anew = prepare(*withChanges(asked.plan, changes), asked.catalog);
        found = anew ? judge(*anew) : Result<Judgement>(anew.problems());
        if (!found || !helps(*found, asked.present))
            return std::nullopt;
    }
    return Remedy{std::move(changes), found->totals, found->fits()};
}

/// How many changes a person makes: that of the global batch follows from the others.
std::ptrdiff_t settingCount(const Remedy& remedy)
{
    return std::ranges::count_if(
        remedy.changes, [](const Change& change) { return change.key != "workload.global_batch"; });
}

bool isCheaper(const Remedy& left, const Remedy& right)
{
    const auto rank = [](const Remedy& remedy) {
        return std::tuple(!remedy.fits, remedy.price(), settingCount(remedy), remedy.totals.total);
    };
    return rank(left) < rank(right);
}

/// Every set of `count` changes, no two of one key, in the order of the list.
template <class Visit>
void forEachSet(const std::vector<Change>& list, std::size_t count, Visit visit)
{
    std::vector<Change> chosen;
    const auto extend = [&](const auto& self, std::size_t from) -> void {
        if (chosen.size() == count)
            return visit(chosen);
        for (std::size_t i = from; i < list.size(); ++i) {
            if (std::ranges::find(chosen, list[i].key, &Change::key) != chosen.end())
                continue;
            chosen.push_back(list[i]);
            self(self, i + 1);
            chosen.pop_back();
        }
    };
    extend(extend, 0);
}

/// Sets of `count` settings that make the plan fit; with `onMoreGpus`, together with the GPUs that
/// the settings then need. Only the cheapest few are offered.
std::vector<Remedy> setsThatFit(const JudgedPlan& asked, const std::vector<Change>& settings,
                                std::size_t count, bool onMoreGpus)
{
    std::vector<Remedy> found;
    forEachSet(settings, count, [&](std::vector<Change> changes) {
        if (onMoreGpus) {
            const auto changed = withChanges(asked.plan, changes);
            const auto fewest
                = changed ? fewestGpus(asked, *changed) : Result<Solution>(changed.problems());
            const auto gpus = fewest ? moreGpus(*changed, *fewest) : std::nullopt;
            if (!gpus)
                return;
            changes.push_back(*gpus);
        }
        if (auto remedy = remedyOf(asked, std::move(changes)); remedy && remedy->fits)
            found.push_back(std::move(*remedy));
    });
    std::ranges::stable_sort(found, isCheaper);
    constexpr std::size_t mostOffered = 3;
    if (found.size() > mostOffered)
        found.resize(mostOffered);
    return found;
}

/// The smallest sets of settings that are enough together, on the GPUs at hand or else on more.
std::vector<Remedy> smallestSetsThatFit(const JudgedPlan& asked,
                                        const std::vector<Change>& settings)
{
    constexpr std::size_t mostTogether = 4; // with more changes, the plan would be another plan
    const std::size_t most = std::min(mostTogether, settings.size());
    for (const bool onMoreGpus : {false, true})
        for (std::size_t count = onMoreGpus ? 1 : 2; count <= most; ++count) {
            auto found = setsThatFit(asked, settings, count, onMoreGpus);
            if (!found.empty())
                return found;
        }
    return {};
}

} // namespace

Price Remedy::price() const
{
    return std::ranges::max(changes, {}, &Change::price).price;
}

std::vector<Text> Remedy::costs() const
{
    std::vector<Text> costs;
    for (const Change& change : changes)
        if (std::ranges::find(costs, change.cost) == costs.end())
            costs.push_back(change.cost);
    const Text none{HW_TR("core", "no cost")};
    if (price() != Price::Nothing)
        std::erase(costs, none);
    return costs;
}

Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes)
{
    Plan changed = plan;
    for (const Change& change : changes)
        if (Problems problems = assign(changed, change.key, change.value); !problems.empty())
            return problems;
    return changed;
}

std::vector<Remedy> advise(const JudgedPlan& open, const Solutions& solutions)
{
    std::vector<Remedy> remedies;
    if (open.present.fits())
        return remedies;
    // A batch that the plan leaves open is one micro-batch on each rank. Written out, it stays the
    // same while the changes move the ranks.
    Plan plan = open.plan;
    if (!plan.workload.globalBatch)
        plan.workload.globalBatch = batchOf(open.resolved);
    if (!validate(plan).empty()) // more than a plan may say
        plan.workload.globalBatch.reset();
    const JudgedPlan asked{plan, open.catalog, open.resolved, open.present};
    std::vector<Change> settings; // that help and leave hardware and run as they are
    bool oneIsEnough = false;
    const auto add = [&](const Change& change) {
        auto remedy = remedyOf(asked, {change});
        if (!remedy) {
            // Taken back from the host, a tensor needs room on the GPU that others may make.
            if (asked.present.hostIsOver() && change.value == word("none"))
                settings.push_back(change);
            return;
        }
        if (remedy->price() < Price::Hardware) {
            settings.push_back(change);
            oneIsEnough = oneIsEnough || remedy->fits;
        }
        remedies.push_back(std::move(*remedy));
    };
    for (const Change& change : candidates(asked, solutions))
        add(change);
    // Tensor and pipeline ranks cut the model up anew: only where nothing simpler is enough.
    for (const Parallel& by :
         {tensorParallel(plan), pipelineParallel(plan, asked.resolved, suitsAPipeline(open.plan))})
        if (!oneIsEnough)
            if (const auto shared = doubledUntilItFits(asked, by))
                add(*shared);
    if (!oneIsEnough)
        for (Remedy& remedy : smallestSetsThatFit(asked, settings))
            remedies.push_back(std::move(remedy));
    std::ranges::stable_sort(remedies, isCheaper);
    return remedies;
}

Result<std::vector<Remedy>> advise(const Plan& plan, const Catalog& catalog)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    const JudgedPlan asked{plan, catalog, *resolved, *present};
    return present->fits() ? std::vector<Remedy>() : advise(asked, solveAll(asked));
}

} // namespace highwater
