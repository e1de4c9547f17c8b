// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/explore/context_totals.h"
#include "core/plan/key_path.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

struct SweepPoint
{
    std::int64_t value = 0;
    Totals totals;
    Bytes capacity = 0;
    Verdict verdict = Verdict::Fits;
};

struct Sweep
{
    KeyPath axis;
    std::vector<SweepPoint> points;
};

/// Whole numbers from `from` to `to`, ends included, each larger than the one before by the same
/// factor (by the same step where `from` is 0), rounded, without repeats.
Result<std::vector<std::int64_t>> sampleValues(std::int64_t from, std::int64_t to,
                                               std::int64_t points);

/// Twelve values from each power of two to the next, including all powers of two.
std::vector<std::int64_t> octaveSamples(std::int64_t from, std::int64_t to);

/// Adds a value to ascending ones unless it is already there.
void addPoint(std::vector<std::int64_t>& ascending, std::int64_t value);

/// Adds a sample to samples of ascending values unless its value is already there.
void addSample(std::vector<std::int64_t>& values, std::vector<Totals>& totals, std::int64_t value,
               const Totals& found);

/// The key that was typed as the axis of a sweep.
Result<KeyPath> sweepAxis(std::string_view typed);

/// The plan at each value of one of its whole-number keys. With `idle`, the allocator is not
/// replayed (method.h).
Result<Sweep> sweep(const Plan& plan, const Catalog& catalog, KeyPath axis,
                    const std::vector<std::int64_t>& values,
                    const std::optional<IdleShares>& idle = {});

/// A plan's totals at each context, for a chart.
Result<std::vector<Totals>> contextSweep(ContextTotals& over,
                                         const std::vector<std::int64_t>& contexts);

} // namespace highwater
