// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

namespace highwater {
namespace {

/// Of more than four settings there are too many sets to try all. While a control is dragged, there
/// is time for pairs only.
std::size_t mostTogether(const Trials& trials)
{
    return trials.moves() ? 2 : 4;
}

bool isOfTheBatch(const Change& change)
{
    return change.key == "workload.global_batch";
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

/// The settings that save most in addition to the changes of `base`, in the order of the list. A
/// setting that saves nothing by itself may help with others, but is left out where there are many.
std::vector<Change> strongest(const Trials& trials, const std::vector<Change>& base,
                              const std::vector<Change>& settings, std::size_t most)
{
    if (settings.size() <= most)
        return settings;
    std::vector<std::pair<Bytes, std::size_t>> totals;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        std::vector<Change> changes = base;
        changes.push_back(settings[i]);
        const auto judged = trials.judged(changes);
        totals.emplace_back(judged ? judged->totals.total : tooMany, i);
    }
    std::ranges::sort(totals);
    totals.resize(most);
    std::ranges::sort(totals, {}, &std::pair<Bytes, std::size_t>::second);
    std::vector<Change> chosen;
    for (const auto& [total, index] : totals)
        chosen.push_back(settings[index]);
    return chosen;
}

/// Whether two sets of settings differ in one setting at most.
bool areVariants(const Suggestion& left, const Suggestion& right)
{
    const auto other = std::ranges::count_if(left.changes, [&](const Change& change) {
        return !isOfTheBatch(change) && std::ranges::none_of(right.changes, [&](const Change& one) {
            return one.key == change.key && one.value == change.value;
        });
    });
    return other <= 1;
}

/// Of suggestions that fit roughly, the cheapest few that `finished` makes fit in an estimate, no
/// two of them variants of one another.
template <class Finish>
std::vector<Suggestion> cheapest(std::vector<Suggestion> rough, Finish finished)
{
    constexpr std::size_t mostOffered = 3;
    constexpr int mostReplays = 12;
    std::ranges::stable_sort(rough, isCheaper);
    std::vector<Suggestion> found;
    int replays = 0;
    for (Suggestion& suggestion : rough) {
        const auto isVariant = [&](const Suggestion& one) { return areVariants(suggestion, one); };
        if (std::ranges::any_of(found, isVariant))
            continue;
        if (found.size() == mostOffered || ++replays > mostReplays)
            break;
        if (auto exact = finished(std::move(suggestion)); exact && exact->fits)
            found.push_back(*std::move(exact));
    }
    return found;
}

/// `base` and the last setting of each key, which saves most, as far as the plan allows them
/// together.
std::vector<Change> everythingOf(const Trials& trials, std::vector<Change> changes,
                                 const std::vector<Change>& settings)
{
    for (const Change& setting : std::views::reverse(settings)) {
        if (std::ranges::find(changes, setting.key, &Change::key) != changes.end())
            continue;
        changes.push_back(setting);
        if (!trials.allows(changes))
            changes.pop_back();
    }
    return changes;
}

/// The plainest suggestion of those that fit without one of the settings after the first `kept`;
/// null where all are needed.
std::optional<Suggestion> withOneLess(const Trials& trials, const Suggestion& suggestion,
                                      std::size_t kept)
{
    std::vector<Change> changes = suggestion.changes;
    std::erase_if(changes, isOfTheBatch);
    std::optional<Suggestion> best;
    for (std::size_t i = kept; i < changes.size(); ++i) {
        std::vector<Change> fewer = changes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        auto found = fewer.empty() ? std::nullopt : trials.roughly(std::move(fewer));
        if (found && found->fits && (!best || isPlainer(*found, *best)))
            best = std::move(found);
    }
    return best;
}

/// The suggestion of the changes on as many GPUs as they need.
std::optional<Suggestion> onMoreGpus(const Trials& trials, std::vector<Change> changes,
                                     const Result<Resolved>& resolved)
{
    const auto changed = withChanges(trials.asked().plan, changes);
    if (!changed || !resolved)
        return std::nullopt;
    const auto fewest = fewestGpus(*changed, trials.asked().catalog, *resolved);
    const auto gpus = fewest ? moreGpus(*changed, fewest->gpus) : std::nullopt;
    if (!gpus)
        return std::nullopt;
    changes.push_back(*gpus);
    return trials.roughly(std::move(changes));
}

/// The same suggestion with the number of GPUs that an estimate with a replay needs.
std::optional<Suggestion> onExactlyMoreGpus(const Trials& trials, Suggestion rough)
{
    if (trials.moves())
        return rough;
    std::erase_if(rough.changes, [](const Change& change) {
        return change.key == "cluster.gpus" || isOfTheBatch(change);
    });
    const auto changed = withChanges(trials.asked().plan, rough.changes);
    if (!changed)
        return std::nullopt;
    auto found
        = onMoreGpus(trials, std::move(rough.changes), prepare(*changed, trials.asked().catalog));
    return found ? trials.exactly(*std::move(found)) : std::nullopt;
}

} // namespace

std::vector<Suggestion> smallestSets(const Trials& trials, const std::vector<Change>& base,
                                     const std::vector<Change>& settings)
{
    constexpr std::size_t mostSettings = 14;
    const std::vector<Change> chosen = strongest(trials, base, settings, mostSettings);
    const std::size_t most = std::min(mostTogether(trials) - base.size(), chosen.size());
    for (std::size_t count = base.empty() ? 2 : 1; count <= most; ++count) {
        std::vector<Suggestion> rough;
        forEachSet(chosen, count, [&](const std::vector<Change>& set) {
            std::vector<Change> changes = base;
            changes.insert(changes.end(), set.begin(), set.end());
            if (auto suggestion = trials.roughly(std::move(changes));
                suggestion && suggestion->fits)
                rough.push_back(*std::move(suggestion));
        });
        auto found = cheapest(std::move(rough), [&](Suggestion suggestion) {
            return trials.exactly(std::move(suggestion));
        });
        if (!found.empty())
            return found;
    }
    return {};
}

std::optional<Suggestion> neededOfAll(const Trials& trials, const std::vector<Change>& base,
                                      const std::vector<Change>& settings)
{
    if (trials.moves())
        return std::nullopt;
    const auto whole = trials.roughly(everythingOf(trials, base, settings));
    if (!whole || !whole->fits)
        return std::nullopt;
    std::vector<Suggestion> steps{*whole}; // each has one setting less than the one before
    while (auto fewer = withOneLess(trials, steps.back(), base.size()))
        steps.push_back(*std::move(fewer));
    // An estimate may need a setting that was taken back, to fit or to fit without an emptied
    // cache.
    std::optional<Suggestion> found;
    for (Suggestion& suggestion : std::views::reverse(steps)) {
        auto exact = trials.exactly(std::move(suggestion));
        if (!exact || !exact->fits || (found && exact->flushes))
            continue;
        found = std::move(exact);
        if (!found->flushes)
            break;
    }
    return found;
}

std::vector<Suggestion> smallestSetsOnMoreGpus(const Trials& trials,
                                               const std::vector<Change>& settings)
{
    // Scanning the numbers of GPUs for one set takes as long as trying many of the sets above.
    const std::vector<Change> chosen = strongest(trials, {}, settings, trials.moves() ? 4 : 8);
    const std::size_t most = std::min(mostTogether(trials) - 1, chosen.size());
    for (std::size_t count = 1; count <= most; ++count) {
        std::vector<Suggestion> rough;
        forEachSet(chosen, count, [&](const std::vector<Change>& changes) {
            auto suggestion = onMoreGpus(trials, changes, trials.resolvedWith(changes));
            if (suggestion && suggestion->fits)
                rough.push_back(*std::move(suggestion));
        });
        auto found = cheapest(std::move(rough), [&](Suggestion suggestion) {
            return onExactlyMoreGpus(trials, std::move(suggestion));
        });
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace highwater
