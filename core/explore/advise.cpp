// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advise.h"
#include "core/plan/numbers.h"

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
                  {HW_TR("core", "%1 GPUs"), {grouped(*fewest.answer)}},
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

/// One micro-batch would leave all stages but one idle, and with ZeRO-2 or 3 every micro-batch
/// would reduce gradients or gather weights anew, which frameworks do not do in a pipeline.
bool suitsAPipeline(const Plan& plan)
{
    return plan.workload.globalBatch && plan.layout.zero < 2;
}

Parallel pipelineParallel(const Plan& plan, const Resolved& resolved)
{
    const bool suits = suitsAPipeline(plan);
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

void addSmallerRun(std::vector<Change>& list, const Plan& plan, const Solutions& solutions)
{
    const auto add = [&](KeyPath key, const char* label, std::int64_t value) {
        list.push_back({key,
                        Value{value},
                        {label, {grouped(value)}},
                        {HW_TR("core", "changes the run")},
                        Price::Run});
    };
    if (plan.workload.microBatch > 1)
        add("workload.micro_batch", HW_TR("core", "Micro-batch %1"),
            solutions.microBatch.answer.value_or(1));
    if (solutions.context.answer)
        add("workload.context", HW_TR("core", "Shorten to %1"), *solutions.context.answer);
}

std::vector<Change> candidates(const JudgedPlan& asked, const Solutions& solutions)
{
    std::vector<Change> list;
    addFreeChanges(list, asked.resolved.choices);
    addSharding(list, asked);
    addRecipe(list, asked.resolved.choices);
    addHardware(list, asked, solutions.gpus);
    addForHost(list, asked);
    addSmallerRun(list, asked.plan, solutions);
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

/// The changes with the totals that they lead to; none where the plan does not allow them, the
/// framework does not have them, the method does not read them or they do not help.
std::optional<Remedy> remedyOf(const JudgedPlan& asked, std::vector<Change> changes)
{
    const auto changed = withChanges(asked.plan, changes);
    if (!changed)
        return std::nullopt;
    auto resolved = prepare(*changed, asked.catalog, idleSharesOf(asked.present.totals));
    if (!resolved || resolved->gaps > asked.resolved.gaps)
        return std::nullopt;
    auto found = judge(*resolved);
    if (!found || !helps(*found, asked.present))
        return std::nullopt;
    if (asked.resolved.replays) {
        resolved->replays = true;
        found = judge(*resolved);
        if (!found || !helps(*found, asked.present))
            return std::nullopt;
    }
    return Remedy{std::move(changes), found->totals, found->fits()};
}

bool isCheaper(const Remedy& left, const Remedy& right)
{
    const auto rank = [](const Remedy& remedy) {
        return std::tuple(!remedy.fits, remedy.price(), remedy.changes.size(), remedy.totals.total);
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

Result<Plan> withChanges(const Plan& plan, const std::vector<Change>& changes)
{
    Plan changed = plan;
    for (const Change& change : changes)
        if (Problems problems = assign(changed, change.key, change.value); !problems.empty())
            return problems;
    return changed;
}

std::vector<Remedy> advise(const JudgedPlan& asked, const Solutions& solutions)
{
    std::vector<Remedy> remedies;
    if (asked.present.fits())
        return remedies;
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
        if (change.price < Price::Hardware) {
            settings.push_back(change);
            oneIsEnough = oneIsEnough || remedy->fits;
        }
        remedies.push_back(std::move(*remedy));
    };
    for (const Change& change : candidates(asked, solutions))
        add(change);
    // Tensor and pipeline ranks cut the model up anew: only where nothing simpler is enough.
    for (const Parallel& by :
         {tensorParallel(asked.plan), pipelineParallel(asked.plan, asked.resolved)})
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
