// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/diagnosis.h"

#include "core/catalog/hub_id.h"
#include "core/doctor/text_advice.h"
#include "core/figure/plan_words.h"
#include "core/figure/timeline_figure.h"
#include "core/methods/method.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {
namespace {

constexpr KeyPath expandableSegments("cluster.allocator.expandable_segments");

/// A driver that refuses although so much more than the asked bytes is free has another reason.
constexpr Bytes clearlyFree = 256 * mib;
/// What a process has of a GPU beside PyTorch's memory, at most: driver, kernels, communicators.
constexpr Bytes mostRuntime = 3 * gib / 2;
/// Of the reserved bytes: less than a twentieth is idle in any run, if it is less than 1 GiB.
constexpr Bytes leastIdleParts = 20;

/// Bytes of the GPU that neither PyTorch's memory nor the runtime of one process explains.
Bytes othersOf(const MemoryFailure& failure)
{
    if (const Bytes listed = failure.others(); listed > 0 || failure.process)
        return listed;
    if (!failure.capacity || !failure.free || !failure.allocated || !failure.processes.empty())
        return 0;
    return std::max<Bytes>(0,
                           *failure.capacity - *failure.free - *failure.reserved() - mostRuntime);
}

bool idleIsEnough(const MemoryFailure& failure)
{
    if (!failure.asked || !failure.idle)
        return false;
    return *failure.idle + failure.free.value_or(0) >= *failure.asked;
}

FailureCause causeOfServer(const FailureLog& log)
{
    // llama.cpp names the buffer in the lines after the one with the size.
    const bool isCache = std::ranges::any_of(log.failures, [](const MemoryFailure& failure) {
        const auto says
            = [&](std::string_view word) { return failure.text.find(word) != std::string::npos; };
        return failure.refuser == Refuser::ServerCache || says("kv cache") || says("KV cache")
            || says("compute");
    });
    return isCache ? FailureCause::KvCache : FailureCause::Loading;
}

/// The cause that the kind of tensor and the moment tell.
FailureCause causeOfPlace(const FailurePlace& place)
{
    if (place.kind == AskedKind::Scores && place.moment != FailureMoment::Generate)
        return FailureCause::Scores;
    if (place.kind == AskedKind::Moments)
        return FailureCause::States;
    if (place.moment)
        switch (*place.moment) {
        case FailureMoment::Save:
            return FailureCause::Saving;
        case FailureMoment::Evaluate:
            return FailureCause::Evaluation;
        case FailureMoment::Generate:
            return FailureCause::Generation;
        case FailureMoment::Load:
            return FailureCause::Loading;
        case FailureMoment::Serve:
            return place.kind == AskedKind::KvCache ? FailureCause::KvCache : FailureCause::Loading;
        case FailureMoment::Step:
            return place.kind == AskedKind::StepCopies ? FailureCause::StepCopies
                                                       : FailureCause::States;
        case FailureMoment::Loss:
            return FailureCause::Logits;
        case FailureMoment::Forward:
        case FailureMoment::Backward:
            break;
        }
    if (place.kind == AskedKind::Logits)
        return FailureCause::Logits;
    if (place.kind == AskedKind::GatheredWeights || place.kind == AskedKind::Gradients)
        return FailureCause::States;
    return FailureCause::Activations;
}

FailureCause causeOf(const FailureLog& log, const MemoryFailure& failure, const FailurePlace& place)
{
    if (failure.refuser == Refuser::Host)
        return FailureCause::Host;
    if (failure.refuser == Refuser::ServerCache || failure.refuser == Refuser::ServerBuffer)
        return causeOfServer(log);
    const Bytes asked = failure.asked.value_or(0);
    const Bytes capacity = failure.capacity.value_or(0);
    if (capacity > 0 && asked > capacity) {
        const FailureCause cause = causeOfPlace(place);
        const bool isKnown = cause == FailureCause::Logits || cause == FailureCause::Scores;
        return isKnown ? cause : FailureCause::OneTensor;
    }
    if (failure.free && failure.asked && *failure.free > asked + clearlyFree)
        return FailureCause::FreeEnough;
    const Bytes others = othersOf(failure);
    constexpr Bytes tenth = 10, fifth = 5;
    if (others > 0 && others >= asked && others > capacity / tenth)
        return FailureCause::OtherProcess;
    // What grows until it fails, and one tensor of a large part of the card, would fail a little
    // later in one piece too.
    const FailureCause byPlace = causeOfPlace(place);
    const bool grows = byPlace == FailureCause::Saving || byPlace == FailureCause::Evaluation;
    const bool isLarge = (byPlace == FailureCause::Logits || byPlace == FailureCause::Scores)
        && capacity > 0 && asked > capacity / fifth;
    const Bytes idle = failure.idle.value_or(0);
    const bool isMuch = idle > std::min(gib, failure.reserved().value_or(0) / leastIdleParts);
    if (!grows && !isLarge && isMuch && idleIsEnough(failure))
        return FailureCause::Fragmented;
    return byPlace;
}

std::string modelNamedIn(const FailureLog& log, const Catalog& catalog)
{
    for (const std::string& name : log.models) {
        if (const HubModel found = hubModel(catalog, name); found.model)
            return found.model->name;
        if (const Model* const model = catalog.model(name))
            return model->name;
    }
    return {};
}

/// Looks for the changes with which a plan would not have failed.
class PlanDoctor
{
public:
    PlanDoctor(const Plan& plan, const Catalog& catalog, const std::optional<ImportFile>& config)
        : m_plan(plan)
        , m_catalog(catalog)
        , m_config(config)
    { }

    Result<PlanFindings> operator()(const Diagnosis& diagnosis)
    {
        const auto chart = timelineChart(m_plan, m_catalog);
        if (!chart)
            return chart.problems();
        const auto judged = judge(m_plan, m_catalog);
        if (!judged)
            return judged.problems();
        PlanFindings found;
        found.model = modelName(chart->plan);
        found.tensors
            = matchedTensors(chart->plan, chart->timeline, diagnosis.failure, diagnosis.place);
        found.planned = plannedAt(chart->timeline, diagnosis.place.moment);
        found.total = judged->totals.total;
        found.capacity = judged->capacity;
        found.fits = judged->fits();
        found.beyond = beyondOf(diagnosis, *judged, chart->timeline.outside());
        found.counted = countedFor(diagnosis.failure, found);
        addChanges(diagnosis, found);
        return found;
    }

private:
    static std::optional<Bytes> beyondOf(const Diagnosis& diagnosis, const Judgement& judged,
                                         Bytes runtime)
    {
        const MemoryFailure& failure = diagnosis.failure;
        if (!failure.allocated || !failure.asked || failure.refuser != Refuser::Allocator)
            return std::nullopt;
        return *failure.allocated + *failure.asked + runtime - judged.totals.total;
    }

    /// What the run can have of the card, less what it needs beyond the plan's count.
    static Bytes countedFor(const MemoryFailure& failure, const PlanFindings& found)
    {
        Bytes counted = found.capacity;
        if (failure.capacity && failure.refuser == Refuser::Allocator)
            counted = std::min(counted, *failure.capacity - failure.others());
        if (failure.limit)
            counted = std::min(counted, *failure.limit);
        counted -= std::max<Bytes>(0, found.beyond.value_or(0));
        return std::max(gib, counted);
    }

    void addChanges(const Diagnosis& diagnosis, PlanFindings& found) const
    {
        Plan smaller = m_plan;
        if (found.counted < found.capacity)
            smaller.cluster.capacity = found.counted;
        if (diagnosis.cause == FailureCause::Fragmented)
            addExpandable(smaller, found);
        auto suggestions = advise(smaller, m_catalog);
        if (!suggestions)
            return;
        constexpr std::size_t mostChanges = 12;
        for (Suggestion& suggestion : *suggestions)
            if (found.changes.size() < mostChanges
                && std::ranges::none_of(found.changes, [&](const DoctorChange& known) {
                       return known.suggestion.changes.front().key == suggestion.changes.front().key
                           && suggestion.changes.size() == 1;
                   }))
                add(std::move(suggestion), found);
        // What a person can write into the file at hand, before what it has no place for.
        std::ranges::stable_sort(
            found.changes, [](const DoctorChange& left, const DoctorChange& right) {
                const auto rank = [](const DoctorChange& change) {
                    const bool isSaid = !change.difference || change.difference->isWhole;
                    return std::pair(!change.suggestion.fits, !isSaid);
                };
                return rank(left) < rank(right);
            });
    }

    void add(Suggestion suggestion, PlanFindings& found) const
    {
        const auto changed = withChanges(m_plan, suggestion.changes);
        if (!changed)
            return;
        DoctorChange change{std::move(suggestion), {}};
        if (m_config)
            change.difference = configDifference(*m_config, m_plan, *changed, m_catalog);
        found.changes.push_back(std::move(change));
    }

    /// What fragmentation has lost comes back by this alone.
    void addExpandable(const Plan& smaller, PlanFindings& found) const
    {
        if (m_plan.cluster.expandableSegments == true)
            return;
        const Change change{expandableSegments,
                            true,
                            {HW_TR("core", "Expandable segments")},
                            {HW_TR("core", "no cost")},
                            Price::Nothing};
        const auto changed = withChanges(smaller, {change});
        if (!changed)
            return;
        const auto judged = judge(*changed, m_catalog);
        if (!judged)
            return;
        Suggestion suggestion;
        suggestion.changes = {change};
        suggestion.totals = judged->totals;
        suggestion.fits = judged->fits();
        suggestion.probably = judged->verdict == Verdict::Probably;
        add(std::move(suggestion), found);
    }

    const Plan& m_plan;
    const Catalog& m_catalog;
    const std::optional<ImportFile>& m_config;
};

/// The cause in the light of a plan: where its states alone fill the card, what was asked for last
/// does not matter.
FailureCause causeWith(const Diagnosis& diagnosis, const Plan& plan, const Catalog& catalog)
{
    const FailureCause cause = diagnosis.cause;
    constexpr std::array other{FailureCause::Activations, FailureCause::Logits,
                               FailureCause::StepCopies};
    if (std::ranges::find(other, cause) == other.end())
        return cause;
    const auto judged = judge(plan, catalog);
    constexpr Bytes tenth = 10;
    const bool isFull
        = judged && judged->totals.perGpu.states() > judged->capacity - judged->capacity / tenth;
    return isFull ? FailureCause::States : cause;
}

/// The cause that the plan's tensors of the asked size tell, where all of them are of one kind.
FailureCause causeOfTensors(const std::vector<MatchedTensor>& tensors)
{
    const auto areAll = [&](std::string_view part) {
        return !tensors.empty() && std::ranges::all_of(tensors, [&](const MatchedTensor& tensor) {
            return tensor.isSize && tensor.id.find(part) != std::string::npos;
        });
    };
    if (areAll("loss."))
        return FailureCause::Logits;
    return areAll("scores") ? FailureCause::Scores : FailureCause::Activations;
}

} // namespace

Diagnosis diagnosisOf(FailureLog log, const Catalog& catalog)
{
    Diagnosis made;
    made.log = std::move(log);
    made.failure = made.log.first();
    made.place = placeOf(made.failure);
    made.cause = causeOf(made.log, made.failure, made.place);
    made.missing
        = std::max<Bytes>(0, made.failure.asked.value_or(0) - made.failure.free.value_or(0));
    made.fragmented = idleIsEnough(made.failure);
    made.model = modelNamedIn(made.log, catalog);
    made.advice = textAdvice(made);
    return made;
}

Result<Diagnosis> diagnosisOf(FailureLog log, const Catalog& catalog, const Plan& plan,
                              const std::optional<ImportFile>& config)
{
    Diagnosis made = diagnosisOf(std::move(log), catalog);
    made.cause = causeWith(made, plan, catalog);
    auto found = PlanDoctor(plan, catalog, config)(made);
    if (!found)
        return found.problems();
    made.plan = *std::move(found);
    if (made.cause == FailureCause::Activations)
        made.cause = causeOfTensors(made.plan->tensors);
    made.advice = textAdvice(made, plan, config ? writerOf(*config) : writerOf(plan));
    return made;
}

} // namespace highwater
