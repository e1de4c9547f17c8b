// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/trials.h"

#include "core/explore/token_time.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace highwater {
namespace {

/// The change of the global batch that follows from a change of micro-batch or ranks; null where
/// nothing follows. The batch becomes the nearest whole number of passes.
std::optional<Change> batchChange(const Resolved& present, const Resolved& changed)
{
    const std::int64_t batch = present.stepSequences();
    const std::int64_t pass = changed.passSequences();
    if (!keepsBatch(present, pass)) {
        const std::int64_t nearest
            = bounded::times(std::max<std::int64_t>(1, (batch + pass / 2) / pass), pass);
        return Change{
            "workload.global_batch",
            nearest,
            {HW_TR("core", "global batch %1 (now %2)"), {grouped(nearest), grouped(batch)}},
            {HW_TR("core", "changes the run")},
            Price::Run};
    }
    const std::int64_t steps = shareOf(batch, pass);
    if (steps == present.microBatches)
        return std::nullopt;
    return Change{"workload.global_batch",
                  batch,
                  steps == 1 ? Text(HW_TR("core", "one micro-batch a step"))
                             : Text{HW_TR("core", "%1 micro-batches a step"), {grouped(steps)}},
                  {HW_TR("core", "same global batch")},
                  Price::Nothing};
}

/// The memory of a usual node: three times that of its GPUs. A DGX H100 has 2 TB for 640 GB (its
/// datasheet), a computer with a card of 24 GB has 64 GB.
Bytes usualHost(const Resolved& plan)
{
    constexpr std::int64_t timesTheGpus = 3;
    const std::int64_t gpus = std::min(plan.cluster.gpus, plan.cluster.gpusPerNode);
    return bounded::times(bounded::times(gpus, timesTheGpus), plan.capacity);
}

constexpr KeyPath expandable("cluster.allocator.expandable_segments");

/// The idle shares of the plan with expandable segments; the plan's own where nothing is replayed.
IdleShares expandableIdleOf(const JudgedPlan& asked)
{
    const IdleShares own = idleSharesOf(asked.present.totals);
    if (!asked.resolved.replays || asked.resolved.expandsSegments())
        return own;
    Plan changed = asked.plan;
    changed.cluster.expandableSegments = true;
    const auto judged = judge(changed, asked.catalog);
    return judged ? idleSharesOf(judged->totals) : own;
}

/// GPUs that no copy of the model has.
std::int64_t idleGpus(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    return plan.cluster.gpus
        % bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context);
}

/// Tokens of one step.
std::int64_t tokensOf(const Resolved& plan)
{
    return bounded::times(plan.stepSequences(), plan.workload.context);
}

} // namespace

bool keepsBatch(const Resolved& present, std::int64_t pass)
{
    const std::int64_t batch = present.stepSequences();
    return batch % pass == 0 || batch % present.passSequences() != 0;
}

Trials::Trials(const JudgedPlan& asked)
    : m_asked(asked)
    , m_seconds(secondsOfAToken(asked.resolved))
    , m_idle(idleSharesOf(asked.present.totals))
    , m_expandableIdle(expandableIdleOf(asked))
{ }

Result<Resolved> Trials::resolvedWith(const std::vector<Change>& changes) const
{
    const auto changed = withChanges(m_asked.plan, changes);
    if (!changed)
        return changed.problems();
    const bool expands = std::ranges::find(changes, expandable, &Change::key) != changes.end();
    return prepare(*changed, m_asked.catalog, expands ? m_expandableIdle : m_idle);
}

Result<Judgement> Trials::judged(const std::vector<Change>& changes) const
{
    const auto resolved = resolvedWith(changes);
    if (!resolved)
        return resolved.problems();
    return judge(*resolved);
}

/// Whether less memory is missing than before on the GPU, in the engine's share of the GPU or on
/// the host, and more is missing in none of the three.
bool Trials::helps(const Judgement& found) const
{
    const auto shortages = [](const Judgement& judged) {
        return std::array{judged.gpuShortage(), judged.totals.engineShortage,
                          judged.hostShortage()};
    };
    const auto now = shortages(m_asked.present), then = shortages(found);
    return found.fits()
        || (std::ranges::equal(then, now, std::ranges::less_equal()) && then != now);
}

Suggestion Trials::suggestionOf(std::vector<Change> changes, const Judgement& found,
                                Resolved& changed) const
{
    Suggestion suggestion{std::move(changes), found.totals, found.fits(),
                          found.verdict == Verdict::Probably};
    suggestion.flushes = changed.idle.flushes = emptiesCache(found);
    if (m_seconds)
        if (const auto seconds = secondsOfAToken(changed))
            suggestion.slowdown = *seconds / *m_seconds;
    suggestion.otherStep = tokensOf(changed) != tokensOf(m_asked.resolved);
    suggestion.hostPerNode = std::max<Bytes>(0, found.hostPerNode - m_asked.present.hostPerNode);
    suggestion.needsLargeHost = suggestion.hostPerNode > usualHost(changed);
    return suggestion;
}

/// Whether all GPUs that work in the plan work in the changed plan, and the framework has its
/// settings: those of the changes, and others but those that it lacks already.
bool Trials::suits(const Resolved& changed, const std::vector<Change>& changes) const
{
    if (idleGpus(changed) > 0 && idleGpus(m_asked.resolved) == 0)
        return false;
    const std::span gaps(changed.warnings.data(), changed.unsupported);
    const std::span known(m_asked.resolved.warnings.data(), m_asked.resolved.unsupported);
    return std::ranges::none_of(gaps, [&](const Warning& gap) {
        return std::ranges::find(known, gap.field, &Warning::field) == known.end()
            || std::ranges::any_of(
                   changes, [&](const Change& change) { return gap.field == change.key.text(); });
    });
}

bool Trials::allows(const std::vector<Change>& changes) const
{
    const auto resolved = resolvedWith(changes);
    return resolved && suits(*resolved, changes);
}

std::optional<Suggestion> Trials::roughly(std::vector<Change> changes) const
{
    auto resolved = resolvedWith(changes);
    if (!resolved || !suits(*resolved, changes))
        return std::nullopt;
    if (!m_asked.resolved.serves()
        && methodReads(methodOf(m_asked.plan.method), "workload.global_batch"))
        if (const auto batch = batchChange(m_asked.resolved, *resolved)) {
            changes.push_back(*batch);
            resolved = resolvedWith(changes);
            if (!resolved)
                return std::nullopt;
        }
    const auto found = judge(*resolved);
    if (!found || !helps(*found))
        return std::nullopt;
    return suggestionOf(std::move(changes), *found, *resolved);
}

std::optional<Suggestion> Trials::exactly(Suggestion rough) const
{
    if (moves())
        return rough;
    const auto changed = withChanges(m_asked.plan, rough.changes);
    auto resolved
        = changed ? prepare(*changed, m_asked.catalog) : Result<Resolved>(changed.problems());
    const auto found = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!found || !helps(*found))
        return std::nullopt;
    return suggestionOf(std::move(rough.changes), *found, *resolved);
}

std::optional<Suggestion> Trials::suggestionBy(std::vector<Change> changes) const
{
    auto rough = roughly(std::move(changes));
    return rough ? exactly(*std::move(rough)) : std::nullopt;
}

} // namespace highwater
