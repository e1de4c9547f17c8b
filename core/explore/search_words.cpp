// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_words.h"

#include "core/answer/verdict.h"
#include "core/explore/offload_words.h"
#include "core/ledger/choices.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace highwater {

using bounded::times;

namespace {

/// Collects the settings in which a candidate differs from the plan.
class Differences
{
public:
    void ranks(KeyPath key, std::int64_t own, std::int64_t now, const char* label, const char* cost)
    {
        if (now != own)
            m_list.push_back({key,
                              Value{now},
                              {label, {grouped(now)}},
                              {now > own ? cost : HW_TR("core", "no cost")},
                              now > own ? Price::Traffic : Price::Nothing});
    }

    /// `more`: the new value costs something that the old one does not.
    void word(KeyPath key, Value value, const char* label, bool more, const char* cost, Price price)
    {
        m_list.push_back({key,
                          std::move(value),
                          {label},
                          {more ? cost : HW_TR("core", "no cost")},
                          more ? price : Price::Nothing});
    }

    void add(Change change) { m_list.push_back(std::move(change)); }
    std::vector<Change> take() { return std::move(m_list); }

private:
    std::vector<Change> m_list;
};

void addRanks(Differences& list, const LayoutGroup& own, const LayoutGroup& now)
{
    list.ranks("layout.tensor", own.tensor, now.tensor, HW_TR("core", "Tensor parallel %1"),
               HW_TR("core", "traffic in each layer"));
    list.ranks("layout.pipeline", own.pipeline, now.pipeline, HW_TR("core", "Pipeline parallel %1"),
               HW_TR("core", "stages wait for one another"));
    list.ranks("layout.virtual_pipeline", own.virtualPipeline, now.virtualPipeline,
               HW_TR("core", "Virtual stages %1"), HW_TR("core", "more traffic"));
    list.ranks("layout.context", own.context, now.context, HW_TR("core", "Context parallel %1"),
               HW_TR("core", "more traffic"));
    list.ranks("layout.expert", own.expert, now.expert, HW_TR("core", "Expert parallel %1"),
               HW_TR("core", "more traffic"));
    if (now.sequenceParallel != own.sequenceParallel)
        list.word("layout.sequence_parallel", Value{now.sequenceParallel},
                  now.sequenceParallel ? HW_TR("core", "Sequence parallelism")
                                       : HW_TR("core", "No sequence parallelism"),
                  false, "", Price::Nothing);
}

void addSharding(Differences& list, const Saving& own, const Saving& now)
{
    if (now.zero != own.zero)
        list.add({"layout.zero", Value{now.zero},
                  now.zero == 0 ? Text(HW_TR("core", "ZeRO off"))
                                : Text{HW_TR("core", "ZeRO-%1"), {std::to_string(now.zero)}},
                  now.zero == 3 ? Text(HW_TR("core", "+50 % traffic"))
                                : Text(HW_TR("core", "same traffic")),
                  Price::Traffic});
    if (now.replicate != own.replicate)
        list.ranks("layout.replicate", own.replicate, now.replicate, HW_TR("core", "Replicas %1"),
                   HW_TR("core", "replicas add up their gradients"));
}

Text recomputeText(const Recomputing& now, const std::optional<FateCounts>& partly)
{
    if (now.recompute == Recompute::None)
        return {HW_TR("core", "No recompute")};
    if (now.recompute == Recompute::Selective)
        return {HW_TR("core", "Selective recompute")};
    return savingTexts({.recompute = now.recompute, .method = now.method, .layers = now.layers},
                       partly.value_or(FateCounts()))
        .front();
}

/// The first change has the label, the others only complete it.
void addRecompute(Differences& list, const Recomputing& own, const Recomputing& now,
                  const std::optional<FateCounts>& partly)
{
    const bool full = now.recompute == Recompute::Full;
    const bool fewer = own.recompute == Recompute::Full && own.method == RecomputeMethod::All;
    const bool more = now.recompute > own.recompute || (full && now != own && !fewer);
    Text label = recomputeText(now, partly);
    const auto add = [&](KeyPath key, Value value) {
        const char* const cost = !more ? HW_TR("core", "no cost")
            : full && !partly          ? HW_TR("core", "+33 % compute")
            : full                     ? HW_TR("core", "compute of what is made again")
                                       : HW_TR("core", "a little more compute");
        list.add({key,
                  std::move(value),
                  std::exchange(label, {}),
                  {cost},
                  more ? Price::Compute : Price::Nothing});
    };
    if (now.recompute != own.recompute)
        add("recipe.recompute", std::string(nameOf(now.recompute)));
    if (now.method != own.method)
        add("recipe.recompute_method", std::string(nameOf(now.method)));
    if (now.layers != own.layers && now.method != RecomputeMethod::All)
        add("recipe.recompute_layers", now.layers);
}

void addOffloads(Differences& list, const Saving& own, const Saving& now)
{
    const auto add = [&](const OffloadWords& words, auto before, auto after) {
        using Where = decltype(after);
        if (after == before)
            return;
        const bool disk = static_cast<int>(after) > static_cast<int>(Where::Cpu);
        list.word(words.key, std::string(nameOf(after)),
                  after == Where::None ? words.onGpu
                      : disk           ? words.onDisk
                                       : words.onHost,
                  after > before,
                  disk ? HW_TR("core", "traffic to the disk")
                       : HW_TR("core", "traffic to the host"),
                  Price::Traffic);
    };
    add(optimizerOffload, own.optimizer, now.optimizer);
    add(parametersOffload, own.parameters, now.parameters);
    add(activationsOffload, own.activations, now.activations);
}

std::int64_t dataParallelOf(const LayoutGroup& group, const Cluster& cluster)
{
    return cluster.gpus / (group.tensor * group.pipeline * group.context);
}

} // namespace

std::vector<Change> changesTo(const Candidate& candidate, const std::optional<FateCounts>& partly,
                              const Resolved& present, const Layout& asked, bool batchIsOpen)
{
    Candidate own = candidateOf(present);
    if (candidate == own)
        return {};
    own.saving.zero = asked.zero;
    own.saving.optimizer = asked.offloadOptimizer;
    own.saving.parameters = asked.offloadParameters;
    // What a framework offloads by itself can follow from what it recomputes.
    Recipe recipe = present.recipe;
    recipe.recompute = candidate.saving.recomputing.recompute;
    own.saving.activations = activationOffloadOf(recipe, asked);
    const LayoutGroup& group = candidate.group;
    Differences list;
    addRanks(list, own.group, group);
    if (group.microBatch != own.group.microBatch)
        list.add({"workload.micro_batch",
                  Value{group.microBatch},
                  {HW_TR("core", "Micro-batch %1 (now %2)"),
                   {grouped(group.microBatch), grouped(own.group.microBatch)}},
                  group.microBatch < own.group.microBatch ? Text(HW_TR("core", "slower steps"))
                                                          : Text(HW_TR("core", "no cost")),
                  group.microBatch < own.group.microBatch ? Price::Traffic : Price::Nothing});
    addSharding(list, own.saving, candidate.saving);
    addRecompute(list, own.saving.recomputing, candidate.saving.recomputing, partly);
    addOffloads(list, own.saving, candidate.saving);

    const std::int64_t batch = *present.workload.globalBatch;
    const std::int64_t pass = times(group.microBatch, dataParallelOf(group, present.cluster));
    if (batchIsOpen && pass != batch)
        list.add({"workload.global_batch",
                  Value{batch},
                  {HW_TR("core", "%1 micro-batches a step"), {grouped(batch / pass)}},
                  {HW_TR("core", "same global batch")},
                  Price::Nothing});
    return list.take();
}

std::vector<Text> remarksOn(const SearchResult& result)
{
    std::vector<Text> remarks;
    if (result.byUtilisation)
        remarks.push_back({HW_TR(
            "core",
            "The plan's time follows its stated utilisation; other layouts are scaled by the "
            "estimate of a step from its parts")});
    const auto has = [](const std::vector<FoundLayout>& layouts, TimeDoubt doubt) {
        return std::ranges::any_of(layouts, [&](const FoundLayout& layout) {
            return std::ranges::find(layout.doubts, doubt) != layout.doubts.end();
        });
    };
    for (const TimeDoubt doubt : everyOf<TimeDoubt>())
        if (has(result.layouts, doubt) || has(result.front, doubt))
            remarks.push_back(doubtText(doubt));
    if (result.layouts.empty() && result.withoutOffload)
        remarks.push_back({HW_TR(
            "core",
            "Offload to the host was not tried; without the tick No offload (--offload) it is")});
    return remarks;
}

Text foldedText(std::int64_t folded)
{
    if (folded == 0)
        return {};
    return {HW_TR("core", "+%1 within 1 %"), {grouped(folded)}};
}

bool isDoubtful(const FoundLayout& layout)
{
    return std::ranges::any_of(layout.doubts, isMarked);
}

void explain(SearchResult& result)
{
    const Judgement& judged = result.present.judged;
    if (judged.free() < 0) // as in the headline, of the rounded numbers
        result.reason = {HW_TR("core", "The plan does not fit: each GPU lacks %1 GiB"),
                         {inGib(-leftOf(judged.capacity, judged.totals.total, gib, 2))}};
    else if (judged.engineIsShort())
        result.reason
            = {HW_TR("core", "The plan does not fit: the engine's share of a GPU lacks %1 GiB"),
               {inGib(judged.totals.engineShortage)}};
    else if (judged.hostIsOver())
        result.reason
            = {HW_TR("core", "The plan does not fit: each node lacks %1 GiB of host memory"),
               {inGib(judged.hostShortage())}};
    if (result.layouts.empty()) {
        if (judged.fits())
            result.reason = {HW_TR("core", "None of the layouts that the constraints allow fits")};
        return;
    }
    const FoundLayout& fastest = result.layouts.front();
    const FoundLayout& present = result.present;
    if (fastest.changes.empty()) {
        result.reason
            = {result.place == 1
                   ? HW_TR("core", "The plan is the fastest layout that fits")
                   : HW_TR("core", "No layout that fits is more than 1 % faster than the plan")};
        return;
    }
    if (judged.fits() && present.seconds() <= fastest.seconds())
        result.reason = {HW_TR("core", "None of the layouts that the constraints allow is faster")};
    else if (judged.fits())
        result.reason = {HW_TR("core", "A step of the plan takes %1 s, of the fastest layout %2 s"),
                         {amountText(present.seconds()), amountText(fastest.seconds())}};
    for (const TimePart part : everyOf<TimePart>())
        if (const double more = present.step[part] - fastest.step[part]; more != 0)
            result.times.push_back({part, more});
    std::ranges::stable_sort(result.times, std::ranges::greater{},
                             [](const TimeDifference& one) { return std::abs(one.seconds); });
    for (const Group group : everyOf<Group>())
        if (const Bytes more = judged.totals.perGpu[group] - fastest.judged.totals.perGpu[group];
            more != 0)
            result.memory.push_back({group, more});
    std::ranges::stable_sort(result.memory, std::ranges::greater{},
                             [](const MemoryDifference& one) { return std::abs(one.bytes); });
}

} // namespace highwater
