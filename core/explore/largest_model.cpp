// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/largest_model.h"

#include "core/explore/fits.h"
#include "core/ledger/weights.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <cmath>

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

} // namespace

std::optional<LargestModel> largestModel(const Plan& plan, const Catalog& catalog,
                                         const Resolved& resolved)
{
    // Totals rise with the size, except for some steps of the made shape: another layer, a larger
    // vocabulary, a head of its own, layers that no longer divide among the stages. So the largest
    // of coarse samples is found first, and then fine samples of the two octaves around it are all
    // tried.
    constexpr int coarse = 4, fine = 128;
    Sizes sizes(plan, catalog, resolved);
    std::int64_t start = largestSample(sizes, coarse);
    if (start == 0)
        start = largestSample(sizes, fine);
    if (start == 0)
        return std::nullopt;
    const auto most = static_cast<std::int64_t>(keyOf("model.parameters").most);
    std::int64_t low = start, high = most + 1;
    for (int step = 1; step <= fine && above(start, step, fine) <= most; ++step) {
        const std::int64_t size = above(start, step, fine);
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
    LargestModel largest;
    largest.parameters = low;
    const auto found = sizes.at(low);
    const auto judged = found ? judge(*found) : Result<Judgement>(found.problems());
    if (!judged)
        return std::nullopt;
    largest.judged = *judged;
    largest.shape = found->shape;
    largest.made = found->counts.total;
    for (int step = -1; step >= -fine && !largest.gap; --step) {
        const std::int64_t size = above(low, step, fine);
        if (static_cast<double>(size) >= keyOf("model.parameters").least && !sizes.fit(size)) {
            largest.gap = size;
            largest.gapSuits = bool(sizes.at(size));
        }
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
