// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/just_enough.h"

#include "core/answer/replay.h"
#include "core/explore/fits.h"
#include "core/explore/token_time.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace highwater {
namespace {

/// A saving with its time and its memory, for comparison.
struct TimedSaving
{
    std::size_t index = 0; ///< among the savings
    double seconds = 0;
    Bytes tensors = 0; ///< the total without what the allocator keeps idle
};

/// The number of savings that are compared: fewer of a model with more layers than any that was
/// published, as each of them is counted over all layers, and a window waits for the answer.
std::size_t mostToCompare(const Resolved& plan)
{
    constexpr double usual = 128, fewest = 64;
    const double longer = std::max(1.0, static_cast<double>(plan.shape.layers) / usual);
    const double most = static_cast<double>(mostSavings) / (longer * longer);
    return static_cast<std::size_t>(std::max(fewest, most));
}

/// Compares the savings of a plan.
class SavingScan
{
public:
    explicit SavingScan(const JudgedPlan& asked, Offloads offloads = Offloads::Any)
        : m_asked(asked)
        , m_savings(savingsOf(asked.resolved, mostToCompare(asked.resolved)))
    {
        const ActivationOffload own = savingOf(asked.resolved).offload;
        for (std::size_t i = 0; i < m_savings.all.size(); ++i)
            if (offloads == Offloads::Any || m_savings.all[i].offload == own)
                add(i);
        std::ranges::stable_sort(m_candidates, {}, &TimedSaving::seconds);
    }

    const std::vector<TimedSaving>& candidates() const { return m_candidates; }
    const LayerSaving& saving(const TimedSaving& of) const { return m_savings.all[of.index]; }
    bool complete() const { return m_savings.complete; }
    Plan planOf(const TimedSaving& of) const
    {
        return withSaving(m_asked.plan, m_asked.resolved, saving(of));
    }

private:
    void add(std::size_t index)
    {
        const Plan changed = withSaving(m_asked.plan, m_asked.resolved, m_savings.all[index]);
        constexpr IdleShares none{};
        const auto resolved = prepare(changed, m_asked.catalog, none);
        if (!resolved) // another setting of the plan does not go with it
            return;
        const auto seconds = secondsOfAToken(*resolved);
        const auto found = totals(*resolved);
        if (seconds && found)
            m_candidates.push_back({index, *seconds, found->total});
    }

    const JudgedPlan& m_asked;
    LayerSavings m_savings;
    std::vector<TimedSaving> m_candidates; ///< fastest first
};

/// How a plan fits below a line, and its time then.
struct Tried
{
    Fit fit = Fit::No;
    double seconds = 0;
    bool replayEnded = false; ///< there was no room for its replay
};

Tried triedOf(const JudgedPlan& asked, const Plan& changed, Bytes line)
{
    auto resolved = preparedLike(asked.resolved, changed, asked.catalog);
    if (!resolved)
        return {};
    // A lower line is no card's: with the card's own allocator the plan has to stay below it.
    resolved->capacity = line;
    if (resolved->replays)
        if (const auto known = fitsByTensors(*resolved))
            return {*known ? Fit::Yes : Fit::No, secondsOfAToken(*resolved).value_or(0)};
    const auto judged = judge(*resolved);
    if (!judged)
        return {};
    Tried tried{fitOf(*judged)};
    resolved->idle.flushes = tried.fit == Fit::Emptying;
    tried.seconds = secondsOfAToken(*resolved).value_or(0);
    tried.replayEnded = judged->totals.replayEnded;
    return tried;
}

Text whyNoTime(const JudgedPlan& asked)
{
    if (asked.resolved.serves())
        return {HW_TR("core", "A plan that generates text keeps nothing for a backward pass")};
    if (asked.resolved.isJob())
        return {HW_TR("core", "The models of a job are not compared")};
    if (asked.resolved.method != MethodId::Exact)
        return {HW_TR("core", "This method counts no time, by which savings are compared")};
    return {
        HW_TR("core", "The rates of this device are not known, so that times cannot be compared")};
}

SavedPlan savedBy(const JudgedPlan& asked, const LayerSaving& saving, Plan changed)
{
    SavedPlan saved;
    saved.saving = saving;
    saved.plan = std::move(changed);
    auto resolved = preparedLike(asked.resolved, saved.plan, asked.catalog);
    const auto judged = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!judged)
        return saved;
    saved.totals = judged->totals;
    saved.hostPerNode = judged->hostPerNode;
    saved.verdict = judged->verdict;
    saved.fates = fatesOf(*resolved);
    saved.counts = countsOf(saved.fates);
    saved.bySetting = saidBySetting(*resolved, saving);
    saved.changes = savingChanges(asked.plan, saved.plan, savedTexts(saved));
    resolved->idle.flushes = fitOf(*judged) == Fit::Emptying;
    saved.seconds = secondsOfAToken(*resolved).value_or(0);
    Resolved present = asked.resolved;
    present.idle.flushes = present.replays ? emptiesCache(asked.present) : present.idle.flushes;
    if (const auto own = secondsOfAToken(present))
        saved.slowdown = saved.seconds / *own;
    return saved;
}

} // namespace

JustEnough justEnough(const JudgedPlan& asked, std::optional<Bytes> line, Offloads offloads)
{
    JustEnough answer;
    const Bytes capacity = asked.resolved.capacity;
    answer.line = std::min(line.value_or(capacity), capacity);
    const bool lower = answer.line < capacity;
    if (!secondsOfAToken(asked.resolved)) {
        answer.reason = whyNoTime(asked);
        return answer;
    }
    const ReplayBudget budget;
    const SavingScan scan(asked, offloads);
    answer.compared = scan.candidates().size();
    answer.complete = scan.complete();
    const TimedSaving* best = nullptr;
    double seconds = std::numeric_limits<double>::infinity();
    for (const TimedSaving& candidate : scan.candidates()) {
        if (candidate.seconds >= seconds)
            break;
        if (candidate.tensors > answer.line)
            continue;
        const Tried tried = triedOf(asked, scan.planOf(candidate), answer.line);
        answer.complete = answer.complete && !tried.replayEnded;
        if (tried.fit == Fit::No || (lower && tried.fit != Fit::Yes) || tried.seconds >= seconds)
            continue;
        best = &candidate;
        seconds = tried.seconds;
    }
    if (best) {
        answer.least = savedBy(asked, scan.saving(*best), scan.planOf(*best));
        return answer;
    }
    const auto smallest = std::ranges::min_element(scan.candidates(), {}, &TimedSaving::tensors);
    if (smallest != scan.candidates().end())
        answer.smallest = savedBy(asked, scan.saving(*smallest), scan.planOf(*smallest));
    answer.reason = {HW_TR("core", "No recompute and no offload of the layers is enough")};
    return answer;
}

Result<JustEnough> justEnough(const Plan& plan, const Catalog& catalog, std::optional<Bytes> line)
{
    return answerFor<JustEnough>(plan, catalog, prepare(plan, catalog),
                                 [&](const JudgedPlan& asked) { return justEnough(asked, line); });
}

std::vector<SavingPoint> savingFront(const JudgedPlan& asked)
{
    const SavingScan scan(asked);
    std::vector<SavingPoint> front;
    for (const TimedSaving& candidate : scan.candidates())
        if (front.empty() || candidate.tensors < front.back().total)
            front.push_back({scan.saving(candidate), candidate.seconds, candidate.tensors});
    return front;
}

std::optional<SavedPlan> savedPlan(const JudgedPlan& asked, const LayerSaving& saving)
{
    return savedBy(asked, saving, withSaving(asked.plan, asked.resolved, saving));
}

std::vector<Text> savedTexts(const SavedPlan& saved)
{
    std::vector<Text> texts = savingTexts(saved.saving, saved.counts);
    if (!saved.bySetting)
        texts.front().more.push_back({HW_TR("core", "by lines in the script")});
    return texts;
}

std::string savedLabel(const SavedPlan& saved, const Translator& words)
{
    std::string label;
    for (const Text& text : savedTexts(saved))
        label += (label.empty() ? "" : " + ") + words(text);
    return label;
}

} // namespace highwater
