// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/validation.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace highwater {
namespace {

double shareOfThose(const std::vector<double>& ascending, double limit)
{
    const auto within = std::ranges::upper_bound(ascending, limit) - ascending.begin();
    return static_cast<double>(within) / static_cast<double>(ascending.size());
}

/// Counts how often a condition is true.
class ShareOf
{
public:
    void add(bool holds)
    {
        ++m_all;
        m_held += holds ? 1 : 0;
    }
    /// Null where nothing was counted.
    std::optional<double> share() const
    {
        if (m_all == 0)
            return std::nullopt;
        return static_cast<double>(m_held) / static_cast<double>(m_all);
    }

private:
    std::int64_t m_all = 0, m_held = 0;
};

void countVerdict(VerdictCounts& counts, const CheckedRun& run)
{
    if (!run.predictedOom)
        return;
    if (run.outcome == RunOutcome::Oom)
        ++(*run.predictedOom ? counts.hits : counts.misses);
    else
        ++(*run.predictedOom ? counts.falseAlarms : counts.rightFits);
}

void addReason(std::vector<ReasonCount>& reasons, const Text& reason)
{
    const auto found = std::ranges::find(reasons, reason, &ReasonCount::reason);
    if (found == reasons.end())
        reasons.push_back({reason, 1});
    else
        ++found->rows;
}

/// The bands of one counter; null where no run of the group states it.
std::optional<BandCount> bandCountOf(Reading reading, const std::vector<const CheckedRun*>& runs)
{
    std::vector<double> widths;
    ShareOf held;
    for (const CheckedRun* run : runs)
        if (run->reading == reading && run->error()) {
            widths.push_back(run->width());
            held.add(run->band.holds(*run->measured));
        }
    if (widths.empty())
        return std::nullopt;
    std::ranges::sort(widths);
    constexpr double half = 0.5;
    return BandCount{reading, static_cast<std::int64_t>(widths.size()), *held.share(),
                     quantile(widths, half)};
}

ValidationGroup groupOf(std::string name, const std::vector<const CheckedRun*>& runs)
{
    ValidationGroup group;
    group.name = std::move(name);
    std::vector<double> errors;
    ShareOf wide;
    ShareOf narrow;
    for (const CheckedRun* run : runs) {
        ++group.rows;
        if (run->leftOut) {
            addReason(group.leftOut, run->leftOut->reason);
            group.statedPeaks += run->outcome == RunOutcome::Peak && run->leftOut->stated ? 1 : 0;
            continue;
        }
        ++group.compared;
        countVerdict(group.oom, *run);
        if (const auto error = run->error()) {
            errors.push_back(*error);
            wide.add(run->band.holds(*run->measured));
            if (run->band80)
                narrow.add(run->band80->holds(*run->measured));
        }
    }
    for (const Reading reading : everyOf<Reading>())
        if (const auto count = bandCountOf(reading, runs))
            group.bands.push_back(*count);
    std::ranges::stable_sort(group.leftOut, std::ranges::greater(), &ReasonCount::rows);
    group.peaks = static_cast<std::int64_t>(errors.size());
    group.statedPeaks += group.peaks;
    group.inBand = wide.share();
    group.inBand80 = narrow.share();
    if (errors.empty())
        return group;
    constexpr double half = 0.5;
    std::ranges::sort(errors);
    group.bias = quantile(errors, half);
    for (double& error : errors)
        error = std::abs(error);
    std::ranges::sort(errors);
    group.median = quantile(errors, half);
    group.p90 = quantile(errors, 0.9);
    group.within5 = shareOfThose(errors, 0.05);
    group.within10 = shareOfThose(errors, 0.1);
    group.within20 = shareOfThose(errors, 0.2);
    return group;
}

} // namespace

std::optional<double> CheckedRun::error() const
{
    if (leftOut || outcome != RunOutcome::Peak || !measured || *measured <= 0)
        return std::nullopt;
    return static_cast<double>(predicted) / static_cast<double>(*measured) - 1;
}

double CheckedRun::width() const
{
    return predicted > 0
        ? static_cast<double>(band.high - band.low) / static_cast<double>(predicted)
        : 0;
}

std::optional<double> VerdictCounts::balancedAccuracy() const
{
    const std::int64_t over = hits + misses;
    const std::int64_t ran = rightFits + falseAlarms;
    if (over == 0 || ran == 0)
        return std::nullopt;
    return (static_cast<double>(hits) / static_cast<double>(over)
            + static_cast<double>(rightFits) / static_cast<double>(ran))
        / 2;
}

std::optional<double> ValidationGroup::coverage() const
{
    if (statedPeaks == 0)
        return std::nullopt;
    return static_cast<double>(peaks) / static_cast<double>(statedPeaks);
}

double quantile(std::span<const double> ascending, double part)
{
    if (ascending.empty())
        return 0;
    const double place = part * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    return ascending[below]
        + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

Validation validationOf(std::vector<CheckedRun> runs)
{
    Validation validation;
    validation.rows = std::move(runs);
    using Runs = std::vector<const CheckedRun*>;
    std::vector<std::pair<std::string, Runs>> groups;
    std::unordered_map<std::string, std::size_t> places;
    Runs whole;
    Runs adapters;
    Runs all;
    for (const CheckedRun& run : validation.rows) {
        const auto [place, fresh] = places.try_emplace(run.group, groups.size());
        if (fresh)
            groups.emplace_back(run.group, Runs{});
        groups[place->second].second.push_back(&run);
        (run.adapters ? adapters : whole).push_back(&run);
        all.push_back(&run);
    }
    for (auto& [name, members] : groups)
        validation.groups.push_back(groupOf(name, members));
    validation.sums.push_back(groupOf("all full-parameter", whole));
    validation.sums.push_back(groupOf("all LoRA and QLoRA", adapters));
    validation.sums.push_back(groupOf("all", all));
    return validation;
}

} // namespace highwater
