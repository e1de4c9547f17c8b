// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/solve.h"

#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace highwater {
namespace {

bool fits(const Resolved& plan)
{
    const auto judged = judge(plan);
    return judged && judged->fits();
}

bool fits(const Plan& plan, const Catalog& catalog)
{
    const auto judged = judge(plan, catalog);
    return judged && judged->fits();
}

/// The largest value from 1 to `most` that `accepts`, which accepts all below any it accepts.
template <class Accepts> std::int64_t largest(std::int64_t most, Accepts accepts)
{
    if (accepts(most))
        return most;
    std::int64_t low = 0; // 0 stands for none
    std::int64_t high = most;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (accepts(middle) ? low : high) = middle;
    }
    return low;
}

std::int64_t mostOf(KeyPath key)
{
    return static_cast<std::int64_t>(keyOf(key).most);
}

/// What a cluster can have: parts of a node that divide it, then whole nodes; no GPU of them idle.
std::optional<std::int64_t> fewestGpus(const Plan& plan, const Catalog& catalog)
{
    const Layout& layout = plan.layout;
    const std::int64_t ranks = times(times(layout.tensor, layout.pipeline), layout.context);
    const std::int64_t node = plan.cluster.gpusPerNode;
    const std::int64_t most = std::min<std::int64_t>(mostOf("cluster.gpus"), 8192 * node);
    const auto works = [&](std::int64_t gpus) {
        Plan changed = plan;
        changed.cluster.gpus = gpus;
        return gpus % ranks == 0 && fits(changed, catalog);
    };
    for (std::int64_t gpus = 1; gpus < node; ++gpus)
        if (node % gpus == 0 && works(gpus))
            return gpus;
    // Shares only shrink with the count: where the most that replicas and experts divide do not
    // help, none do.
    const std::int64_t step
        = times(times(ranks, layout.replicate), times(layout.expert, layout.expertTensor));
    if (most < step || !works(most / step * step))
        return std::nullopt;
    for (std::int64_t gpus = node; gpus <= most; gpus += node)
        if (works(gpus))
            return gpus;
    return std::nullopt;
}

/// The largest micro-batch. A larger one makes fewer of them, and fewer are kept by a pipeline's
/// stages: totals grow with it only as long as their number stays.
std::int64_t largestMicroBatch(const Resolved& plan)
{
    Resolved moving = plan;
    const auto accepts = [&](std::int64_t sequences) {
        setWorkload(moving, plan.workload.context, sequences);
        return fits(moving);
    };
    const std::int64_t rank = shareOf(plan.workload.globalBatch.value_or(1), plan.dataParallel);
    // From so many on, a pipeline keeps no more of them (scheduleOf()).
    const std::int64_t enough = 3 * plan.layout.pipeline;
    std::int64_t most = mostOf("workload.micro_batch");
    for (std::int64_t count = 1; count <= enough && most > 0; ++count) {
        const std::int64_t least = std::min(most, shareOf(rank, count));
        if (accepts(least))
            return least - 1 + largest(most - least + 1, [&](std::int64_t step) {
                       return accepts(least - 1 + step);
                   });
        most = least - 1;
    }
    return most > 0 ? largest(most, accepts) : 0;
}

Text reasonFor(KeyPath key)
{
    if (key == "workload.context")
        return {HW_TR("core", "Does not fit at any length")};
    if (key == "workload.micro_batch")
        return {HW_TR("core", "Does not fit with one sequence")};
    return {HW_TR("core", "Does not fit on any number of GPUs")};
}

} // namespace

std::int64_t longestContext(const Resolved& plan)
{
    Resolved moving = plan;
    return largest(mostOf("workload.context"), [&](std::int64_t context) {
        setWorkload(moving, context, plan.workload.microBatch);
        return fits(moving);
    });
}

Result<KeyPath> solvableKey(std::string_view text)
{
    const auto key = findKeyPath(text);
    if (key && std::ranges::find(solvableKeys, *key) != solvableKeys.end())
        return *key;
    return Problem{std::string("--for"),
                   std::string(text),
                   {HW_TR("core", "must be one of %1"), {joined(solvableKeys)}}};
}

Result<Solution> solve(const Plan& plan, const Catalog& catalog, KeyPath key)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    Solution solution{key, std::nullopt, {}, present->totals, present->capacity};

    std::int64_t found = 0;
    if (key == "workload.context")
        found = longestContext(*resolved);
    else if (key == "workload.micro_batch")
        found = largestMicroBatch(*resolved);
    else if (key == "cluster.gpus")
        found = fewestGpus(plan, catalog).value_or(0);
    else
        return solvableKey(key).problems();

    if (found == 0) {
        solution.reason = reasonFor(key);
        return solution;
    }
    Plan changed = plan;
    if (Problems problems = assign(changed, key, found); !problems.empty())
        return problems;
    const auto at = judge(changed, catalog);
    if (!at)
        return at.problems();
    solution.answer = found;
    solution.totals = at->totals;
    return solution;
}

namespace {

/// The smallest larger card of the same maker that holds the plan; its own where none does.
std::string largerDevice(const Plan& plan, const Catalog& catalog, const Device& present)
{
    const Device* best = nullptr;
    for (const Device& device : catalog.devices()) {
        const Bytes memory = device.capacityBytes();
        if (device.vendor != present.vendor || memory <= present.capacityBytes()
            || (best && memory >= best->capacityBytes()) || !device.reportedMib)
            continue;
        Plan changed = plan;
        changed.cluster.device = device.id;
        if (fits(changed, catalog))
            best = &device;
    }
    return best ? best->id : present.id;
}

/// As many GPUs as the plan needs, where that is more than it has and enough.
std::optional<Change> moreGpus(const Plan& plan, const Catalog& catalog)
{
    const auto gpus = solve(plan, catalog, "cluster.gpus");
    if (!gpus || !gpus->answer || *gpus->answer <= plan.cluster.gpus)
        return std::nullopt;
    return Change{"cluster.gpus",
                  *gpus->answer,
                  {HW_TR("core", "%1 GPUs"), {grouped(*gpus->answer)}},
                  {HW_TR("core", "more hardware")},
                  Price::Hardware};
}

/// A way to share a model out over the GPUs at hand.
struct Parallel
{
    KeyPath key;
    std::int64_t present, most;
    const char* label;
    const char* cost;
};

/// The smallest doubling of it that makes the plan fit; where none does, the one that helps most.
std::optional<Change> sharedOut(const Plan& plan, const Catalog& catalog, const Parallel& by)
{
    const Layout& layout = plan.layout;
    const std::int64_t others
        = times(times(layout.tensor, layout.pipeline), layout.context) / by.present;
    const std::int64_t room = std::min(by.most, plan.cluster.gpus / others);
    std::optional<std::int64_t> best;
    Bytes least = tooMany;
    for (std::int64_t count = 2 * by.present; count <= room; count *= 2) {
        if (plan.cluster.gpus % times(others, count) != 0)
            continue;
        Plan changed = plan;
        if (!assign(changed, by.key, count).empty())
            continue;
        const auto judged = judge(changed, catalog);
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

/// As far as context and pipeline parallelism are known to have been taken in earnest (Llama 3,
/// arXiv 2407.21783, table 4).
constexpr std::int64_t mostUsual = 16;

Parallel contextParallel(const Plan& plan)
{
    return {"layout.context", plan.layout.context, std::min(mostUsual, plan.workload.context),
            HW_TR("core", "Context parallel %1"), HW_TR("core", "more traffic")};
}

/// Its traffic in each layer wants the links inside a node.
Parallel tensorParallel(const Plan& plan)
{
    return {"layout.tensor", plan.layout.tensor, plan.cluster.gpusPerNode,
            HW_TR("core", "Tensor parallel %1"), HW_TR("core", "traffic in each layer")};
}

/// One micro-batch would leave all stages but one idle, and gathering every micro-batch's weights
/// or reducing its gradients anew is what frameworks do not do in a pipeline.
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

std::vector<Change> candidates(const Plan& plan, const Catalog& catalog, const Resolved& resolved)
{
    const Choices& now = resolved.choices;
    std::vector<Change> list;
    const auto add = [&](KeyPath key, Value value, Text label, Text cost, Price price) {
        list.push_back({key, std::move(value), std::move(label), std::move(cost), price});
    };
    const auto word = [](const char* text) { return Value{std::string(text)}; };
    const Text free{HW_TR("core", "no cost")};
    if (now.attention == Attention::Eager)
        add("recipe.attention", word("flash"), {HW_TR("core", "Flash attention")}, free,
            Price::Nothing);
    if (now.kernels == Kernels::Eager)
        add("recipe.kernels", word("fused"), {HW_TR("core", "Fused kernels")}, free,
            Price::Nothing);
    if (now.loss == Loss::Full)
        add("recipe.loss", word("chunked"), {HW_TR("core", "Chunked loss")}, free, Price::Nothing);
    if (now.keepGradients)
        add("recipe.keep_gradients", Value{false}, {HW_TR("core", "Free gradients after the step")},
            free, Price::Nothing);
    for (std::int64_t stage = plan.layout.zero + 1; stage <= 3; ++stage)
        add("layout.zero", Value{stage}, {HW_TR("core", "ZeRO-%1"), {std::to_string(stage)}},
            stage == 3 ? Text(HW_TR("core", "+50 % traffic")) : Text(HW_TR("core", "same traffic")),
            Price::Traffic);
    if (const auto shared = sharedOut(plan, catalog, contextParallel(plan)))
        list.push_back(*shared);
    if (now.recompute == Recompute::None)
        add("recipe.recompute", word("selective"), {HW_TR("core", "Selective recomputation")},
            {HW_TR("core", "a little more compute")}, Price::Compute);
    if (now.recompute != Recompute::Full)
        add("recipe.recompute", word("full"), {HW_TR("core", "Recompute every layer")},
            {HW_TR("core", "+33 % compute")}, Price::Compute);
    if (now.gradients != Gradients::Bf16 && now.precision != Precision::Fp32)
        add("recipe.gradients", word("bf16"), {HW_TR("core", "16-bit gradients")},
            {HW_TR("core", "less precise sums")}, Price::Precision);
    if (now.optimizer == Optimizer::AdamW)
        add("recipe.optimizer", word("adamw-8bit"), {HW_TR("core", "8-bit AdamW")},
            {HW_TR("core", "coarser moments")}, Price::Precision);
    if (const auto gpus = moreGpus(plan, catalog))
        list.push_back(*gpus);
    if (const std::string id = largerDevice(plan, catalog, *resolved.device);
        !plan.cluster.capacity && id != resolved.device->id)
        add("cluster.device", Value{id}, Text::plain(catalog.device(id)->name),
            {HW_TR("core", "larger card")}, Price::Hardware);
    if (plan.workload.microBatch > 1) {
        const auto batch = solve(plan, catalog, "workload.micro_batch");
        const std::int64_t sequences = batch && batch->answer ? *batch->answer : 1;
        add("workload.micro_batch", Value{sequences},
            {HW_TR("core", "Micro-batch %1"), {grouped(sequences)}},
            {HW_TR("core", "changes the run")}, Price::Run);
    }
    if (const auto context = solve(plan, catalog, "workload.context"); context && context->answer)
        add("workload.context", Value{*context->answer},
            {HW_TR("core", "Shorten to %1"), {grouped(*context->answer)}},
            {HW_TR("core", "changes the run")}, Price::Run);
    return list;
}

/// The remedy with what it comes to; none where it cannot be made, is not read or does not help.
std::optional<Remedy> evaluated(const Plan& plan, const Catalog& catalog,
                                std::vector<Change> changes, Bytes present)
{
    Remedy remedy{std::move(changes), {}, false};
    const auto changed = with(plan, remedy);
    if (!changed)
        return std::nullopt;
    const auto found = judge(*changed, catalog);
    if (!found || (!found->fits() && found->totals.total >= present))
        return std::nullopt;
    remedy.totals = found->totals;
    remedy.fits = found->fits();
    return remedy;
}

bool cheaper(const Remedy& left, const Remedy& right)
{
    const auto rank = [](const Remedy& remedy) {
        return std::tuple(!remedy.fits, remedy.price(), remedy.changes.size(), remedy.totals.total);
    };
    return rank(left) < rank(right);
}

/// Combinations of `count` settings that make the plan fit, no two of one key; with `onMoreGpus`,
/// together with the GPUs that this takes. Only the cheapest few are offered.
std::vector<Remedy> combinations(const Plan& plan, const Catalog& catalog,
                                 const std::vector<Change>& settings, std::size_t count,
                                 bool onMoreGpus, Bytes present)
{
    std::vector<Remedy> found;
    std::vector<Change> chosen;
    const auto finish = [&](std::vector<Change> changes) {
        if (onMoreGpus) {
            const auto changed = with(plan, {changes, {}, false});
            const auto gpus = changed ? moreGpus(*changed, catalog) : std::nullopt;
            if (!gpus)
                return;
            changes.push_back(*gpus);
        }
        if (auto remedy = evaluated(plan, catalog, std::move(changes), present);
            remedy && remedy->fits)
            found.push_back(std::move(*remedy));
    };
    const auto extend = [&](const auto& self, std::size_t from) -> void {
        if (chosen.size() == count)
            return finish(chosen);
        for (std::size_t i = from; i < settings.size(); ++i) {
            if (std::ranges::find(chosen, settings[i].key, &Change::key) != chosen.end())
                continue;
            chosen.push_back(settings[i]);
            self(self, i + 1);
            chosen.pop_back();
        }
    };
    extend(extend, 0);
    std::ranges::stable_sort(found, cheaper);
    constexpr std::size_t mostOffered = 3;
    if (found.size() > mostOffered)
        found.resize(mostOffered);
    return found;
}

/// The fewest settings that are enough together, on the GPUs at hand or else on more.
std::vector<Remedy> fewestTogether(const Plan& plan, const Catalog& catalog,
                                   const std::vector<Change>& settings, Bytes present)
{
    constexpr std::size_t mostTogether = 4; // more would be another plan
    const std::size_t most = std::min(mostTogether, settings.size());
    for (const bool onMoreGpus : {false, true})
        for (std::size_t count = onMoreGpus ? 1 : 2; count <= most; ++count) {
            auto found = combinations(plan, catalog, settings, count, onMoreGpus, present);
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

Result<Plan> with(const Plan& plan, const Remedy& remedy)
{
    Plan changed = plan;
    for (const Change& change : remedy.changes)
        if (Problems problems = assign(changed, change.key, change.value); !problems.empty())
            return problems;
    return changed;
}

Result<std::vector<Remedy>> advise(const Plan& plan, const Catalog& catalog)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    std::vector<Remedy> remedies;
    if (present->fits())
        return remedies;
    std::vector<Change> settings; // that help and leave hardware and run as they are
    bool oneIsEnough = false;
    const auto add = [&](const Change& change) {
        auto remedy = evaluated(plan, catalog, {change}, present->totals.total);
        if (!remedy)
            return;
        if (change.price < Price::Hardware) {
            settings.push_back(change);
            oneIsEnough = oneIsEnough || remedy->fits;
        }
        remedies.push_back(std::move(*remedy));
    };
    for (const Change& change : candidates(plan, catalog, *resolved))
        add(change);
    // Another way to cut the model up, where nothing simpler is enough.
    for (const Parallel& by : {tensorParallel(plan), pipelineParallel(plan, *resolved)})
        if (!oneIsEnough)
            if (const auto shared = sharedOut(plan, catalog, by))
                add(*shared);
    if (!oneIsEnough)
        for (Remedy& remedy : fewestTogether(plan, catalog, settings, present->totals.total))
            remedies.push_back(std::move(remedy));
    std::ranges::stable_sort(remedies, cheaper);
    return remedies;
}

} // namespace highwater
