// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advise.h"

#include "core/answer/replay.h"
#include "core/explore/changes.h"
#include "core/explore/just_enough.h"
#include "core/ledger/server.h"
#include "core/plan/numbers.h"
#include "core/plan/validate.h"

#include <algorithm>

namespace highwater {
namespace {

/// A setting that may save nothing by itself but be needed with others: it moves tensors to the
/// host or back, or keeps the allocator from leaving memory idle.
bool isCompanion(const Change& change)
{
    return change.key == "layout.offload_optimizer" || change.key == "layout.offload_parameters"
        || change.key == "layout.offload_activations"
        || change.key == "cluster.allocator.expandable_segments";
}

/// Collects the advice for one plan.
class Advice
{
public:
    explicit Advice(const JudgedPlan& asked)
        : m_trials(asked)
    { }

    std::vector<Suggestion> found(const Solutions& solutions)
    {
        for (const Change& change : singleChanges(m_trials, solutions))
            add(change);
        addJustEnough();
        // These cut the model differently: offered only where nothing simpler is enough.
        if (!m_settingIsEnough && !m_trials.asked().resolved.serves())
            for (const Change& change : modelRanks(m_trials))
                add(change);
        if (!m_settingIsEnough)
            addSets();
        if (m_trials.asked().resolved.serves())
            addServingRanks(solutions.gpus);
        else
            addAdapters();
        std::ranges::stable_sort(m_suggestions, isCheaper);
        return std::move(m_suggestions);
    }

private:
    void add(const Change& change)
    {
        auto suggestion = m_trials.suggestionBy({change});
        if (change.price < Price::Hardware
            && (suggestion ? !suggestion->fits : isCompanion(change)))
            m_settings.push_back(change);
        if (!suggestion)
            return;
        m_settingIsEnough = m_settingIsEnough
            || (suggestion->price() < Price::Hardware && suggestion->fits && isSure(*suggestion));
        m_suggestions.push_back(*std::move(suggestion));
    }

    /// Adds the saving of the layers' tensors of least time, where it is none of the single
    /// changes.
    void addJustEnough()
    {
        if (m_trials.moves() || m_trials.asked().resolved.serves())
            return;
        const JustEnough found = justEnough(m_trials.asked());
        if (!found.least || found.least->changes.empty())
            return;
        // It was judged with a replay; without one it may seem not to help.
        Suggestion rough;
        rough.changes = found.least->changes;
        auto suggestion = m_trials.exactly(std::move(rough));
        const bool isNew
            = suggestion && std::ranges::none_of(m_suggestions, [&](const Suggestion& other) {
                  return areEqual(other, *suggestion);
              });
        if (isNew)
            m_suggestions.push_back(*std::move(suggestion));
    }

    /// Whether the host is known to have room for the suggestion.
    bool isSure(const Suggestion& suggestion) const
    {
        return suggestion.hostPerNode == 0 || m_trials.asked().plan.cluster.hostMemory;
    }

    void addAll(std::vector<Suggestion> suggestions)
    {
        for (Suggestion& suggestion : suggestions)
            m_suggestions.push_back(std::move(suggestion));
    }

    void addSets()
    {
        auto sets = smallestSets(m_trials, {}, m_settings);
        addTogether(sets, {}, m_settings);
        auto layout = fastestLayout(m_trials);
        const bool isOnHand = layout
            || std::ranges::any_of(sets, [this](const Suggestion& set) { return isSure(set); });
        const bool isNew
            = layout && std::ranges::none_of(sets, [&](const Suggestion& set) {
                  return set.totals == layout->totals && set.slowdown == layout->slowdown;
              });
        addAll(std::move(sets));
        if (isNew)
            m_suggestions.push_back(*std::move(layout));
        if (!isOnHand)
            addAll(smallestSetsOnMoreGpus(m_trials, m_settings));
    }

    /// Adds the settings that are left of all of them, where the sets, of the fewest settings, have
    /// none that is as cheap and needs as little of the host.
    void addTogether(std::vector<Suggestion>& sets, const std::vector<Change>& base,
                     const std::vector<Change>& settings) const
    {
        auto together = neededOfAll(m_trials, base, settings);
        const auto isBetter = [&](const Suggestion& set) {
            return areEqual(set, *together)
                || (!isCheaper(*together, set) && set.hostPerNode <= together->hostPerNode);
        };
        if (together && std::ranges::none_of(sets, isBetter))
            sets.push_back(*std::move(together));
    }

    /// With more GPUs, each holds less only if they share the model.
    void addServingRanks(const Solution& fewest)
    {
        const auto more = moreGpus(m_trials.asked().plan, fewest.answer);
        if (!more)
            return;
        const bool byLayers = splitsByLayers(m_trials.asked().plan.inference.server);
        const Change ranks{
            byLayers ? KeyPath("layout.pipeline") : KeyPath("layout.tensor"),
            more->value,
            {byLayers ? HW_TR("core", "Pipeline parallel %1") : HW_TR("core", "Tensor parallel %1"),
             {grouped(*fewest.answer)}},
            {HW_TR("core", "more traffic")},
            Price::Traffic};
        if (auto suggestion = m_trials.suggestionBy({*more, ranks}))
            m_suggestions.push_back(*std::move(suggestion));
    }

    /// Adapters change the trained weights: they are offered where no setting is enough, with the
    /// settings that they need.
    void addAdapters()
    {
        if (m_settingIsEnough)
            return;
        for (const std::vector<Change>& changes : adapterChanges(m_trials)) {
            auto suggestion = m_trials.suggestionBy(changes);
            const bool isEnough = suggestion && suggestion->fits;
            if (suggestion)
                m_suggestions.push_back(*std::move(suggestion));
            if (isEnough)
                continue;
            std::vector<Change> settings = m_settings;
            if (const auto adapted = m_trials.resolvedWith(changes))
                for (Change& one : baseChanges(*adapted))
                    settings.push_back(std::move(one));
            auto sets = smallestSets(m_trials, changes, settings);
            sets.resize(std::min<std::size_t>(sets.size(), 1));
            addTogether(sets, changes, settings);
            addAll(std::move(sets));
        }
    }

    Trials m_trials;
    std::vector<Change> m_settings; ///< that are not enough by themselves
    std::vector<Suggestion> m_suggestions;
    bool m_settingIsEnough = false; ///< a single one
};

} // namespace

std::vector<Suggestion> advise(const JudgedPlan& open, const Solutions& solutions)
{
    if (open.present.fits())
        return {};
    const ReplayBudget budget;
    // A batch that the plan leaves open is one micro-batch on each rank. Written out as a number,
    // it stays the same while changes move the ranks.
    Plan plan = open.plan;
    if (!plan.workload.globalBatch)
        plan.workload.globalBatch = open.resolved.stepSequences();
    if (!validate(plan).empty()) // a larger batch than a plan may have
        plan.workload.globalBatch.reset();
    return Advice({plan, open.catalog, open.resolved, open.present}).found(solutions);
}

Result<std::vector<Suggestion>> advise(const Plan& plan, const Catalog& catalog)
{
    return answerFor<std::vector<Suggestion>>(
        plan, catalog, prepare(plan, catalog), [](const JudgedPlan& asked) {
            return asked.present.fits() ? std::vector<Suggestion>()
                                        : advise(asked, solveAll(asked));
        });
}

} // namespace highwater
