// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/largest_model.h"

#include "core/explore/fits.h"
#include "core/explore/run_check.h"
#include "core/ledger/weights.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace highwater {
namespace {

/// The plan with models of other sizes.
class Sizes
{
public:
    Sizes(const Plan& plan, const Catalog& catalog, const Resolved& like)
        : m_plan(plan)
        , m_catalog(catalog)
        , m_like(like)
    { }

    Result<Resolved> at(std::int64_t parameters)
    {
        m_plan.model = SizedModel{static_cast<double>(parameters)};
        return preparedLike(m_like, m_plan, m_catalog);
    }
    bool fit(std::int64_t parameters)
    {
        const auto resolved = at(parameters);
        return resolved && fits(*resolved);
    }
    bool run(std::int64_t parameters, const RunCheck& check)
    {
        const auto resolved = at(parameters);
        return resolved && check.takes(*resolved) && check.allows(fitOf(*resolved));
    }

private:
    Plan m_plan;
    const Catalog& m_catalog;
    const Resolved& m_like;
};

/// The size that is `steps` steps above another one, at `perOctave` steps for each doubling.
std::int64_t above(std::int64_t parameters, int steps, int perOctave)
{
    return std::llround(static_cast<double>(parameters)
                        * std::exp2(static_cast<double>(steps) / perOctave));
}

/// The largest size that fits, of `perOctave` sizes for each doubling, tried from the largest down;
/// 0 where none fits.
std::int64_t largestSample(Sizes& sizes, int perOctave)
{
    const Key& key = keyOf("model.parameters");
    const auto most = static_cast<std::int64_t>(key.most);
    for (int steps = 0;; --steps) {
        const std::int64_t size = above(most, steps, perOctave);
        if (static_cast<double>(size) < key.least)
            return 0;
        if (sizes.fit(size))
            return size;
    }
}

/// The last size that fits, where `start` fits; smaller ones may not fit.
std::int64_t lastFitting(Sizes& sizes, std::int64_t start, int perOctave)
{
    const auto most = static_cast<std::int64_t>(keyOf("model.parameters").most);
    std::int64_t low = start, high = most + 1;
    for (int step = 1; step <= perOctave && above(start, step, perOctave) <= most; ++step) {
        const std::int64_t size = above(start, step, perOctave);
        if (sizes.fit(size)) {
            low = size;
            high = most + 1;
        } else if (high > most) {
            high = size;
        }
    }
    if (low == start && high > most) // the start is already the largest size
        high = start + 1;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (sizes.fit(middle) ? low : high) = middle;
    }
    return low;
}

/// The largest size of three digits that is no larger than another one.
std::int64_t threeDigits(std::int64_t parameters)
{
    std::int64_t digits = 1;
    while (parameters / digits >= 1000)
        digits *= 10;
    return parameters / digits * digits;
}

/// The largest size of three digits that runs, from `most` down to `least`; 0 where there is none.
std::int64_t lastRounded(Sizes& sizes, std::int64_t most, std::int64_t least, const RunCheck& check)
{
    for (std::int64_t size = threeDigits(most); size >= least; size = threeDigits(size - 1))
        if (sizes.run(size, check))
            return size;
    return 0;
}

/// The largest size of three digits that runs, up to the last one that fits; else `own`, the size
/// of a plan that fits, or 0. All sizes of three digits are tried down to an eighth below the last
/// one that fits, and samples below: a fine-tune of adapters may leave so much idle that it fits
/// with an emptied cache up to nearly twice the size that needs none.
std::int64_t lastRunning(Sizes& sizes, std::int64_t fitting, std::int64_t own,
                         const RunCheck& check)
{
    constexpr int perOctave = 128, coarser = 32;
    const std::int64_t least
        = std::max(own, static_cast<std::int64_t>(keyOf("model.parameters").least));
    const std::int64_t eighth = fitting - fitting / 8;
    if (const std::int64_t found = lastRounded(sizes, fitting, std::max(least, eighth), check))
        return found;
    std::int64_t tried = eighth; // the least of them
    for (int step = 1;; step += step < perOctave ? 1 : coarser) {
        const std::int64_t size = threeDigits(above(eighth, -step, perOctave));
        if (size < least)
            return own;
        if (sizes.run(size, check))
            return lastRounded(sizes, tried - 1, size, check);
        tried = size;
    }
}

/// The size that the plan asks for, where it fits; 0 for another model.
std::int64_t fittingSize(const JudgedPlan& asked)
{
    const auto* sized = std::get_if<SizedModel>(&asked.plan.model);
    return sized && asked.present.fits() ? std::llround(sized->parameters) : 0;
}

std::optional<LargestModel> modelOf(Sizes& sizes, std::int64_t parameters)
{
    const auto found = sizes.at(parameters);
    const auto judged = found ? judge(*found) : Result<Judgement>(found.problems());
    if (!judged)
        return std::nullopt;
    return LargestModel{parameters, *judged, found->shape, found->counts.total};
}

void findGap(Sizes& sizes, LargestModel& below, int perOctave)
{
    for (int step = -1; step >= -perOctave && !below.gap; --step) {
        const std::int64_t size = above(below.parameters, step, perOctave);
        if (static_cast<double>(size) >= keyOf("model.parameters").least && !sizes.fit(size)) {
            below.gap = size;
            below.gapSuits = bool(sizes.at(size));
        }
    }
}

} // namespace

LargestModels largestModels(const JudgedPlan& asked)
{
    // Totals rise with the size, except for some steps of the made shape: another layer, a larger
    // vocabulary, a head of its own, layers that no longer divide among the stages. So the largest
    // of coarse samples is found first, and then fine samples of the two octaves around it are all
    // tried.
    constexpr int coarse = 4, fine = 128;
    Sizes sizes(asked.plan, asked.catalog, asked.resolved);
    const std::int64_t own = fittingSize(asked);
    LargestModels largest;
    std::int64_t start = largestSample(sizes, coarse);
    if (start == 0)
        start = largestSample(sizes, fine);
    start = std::max(start, own);
    if (start == 0)
        return largest;
    const std::int64_t fitting = lastFitting(sizes, start, fine);
    largest.fits = modelOf(sizes, fitting);
    const RunCheck check(asked.resolved, asked.present);
    if (const std::int64_t running = lastRunning(sizes, fitting, own, check))
        largest.runs = modelOf(sizes, running);
    if (largest.fits)
        findGap(sizes, *largest.fits, fine);
    if (largest.runs && largest.fits && largest.fits->gap < largest.runs->parameters) {
        largest.runs->gap = largest.fits->gap;
        largest.runs->gapSuits = largest.fits->gapSuits;
    }
    return largest;
}

Text noteOf(const LargestModel& largest)
{
    const Shape& shape = largest.shape;
    return {HW_TR("core", "A Llama of %1 {layer|layers}, %2 wide: %3 parameters"),
            {grouped(shape.layers), grouped(shape.hidden), grouped(largest.made)}};
}

Text caveatOf(const LargestModel& largest)
{
    if (!largest.gap)
        return {};
    if (!largest.gapSuits)
        return {HW_TR("core", "Not every smaller size suits the layout: %1 does not"),
                {grouped(*largest.gap)}};
    return {HW_TR("core", "Not every smaller size fits, as the shape changes with it: %1 does not"),
            {grouped(*largest.gap)}};
}

} // namespace highwater
