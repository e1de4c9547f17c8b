// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
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

/// Whole numbers from `from` to `to`, ends included, evenly spaced in powers (in steps where
/// `from` is 0), rounded, without repeats.
Result<std::vector<std::int64_t>> samples(std::int64_t from, std::int64_t to, std::int64_t points);

/// Twelve to an octave between two powers of two, so that all powers of two are among them.
std::vector<std::int64_t> octaveSamples(std::int64_t from, std::int64_t to);

/// One more value among ascending ones, if it is not there.
void addPoint(std::vector<std::int64_t>& ascending, std::int64_t value);

/// The key that was typed as the axis of a sweep.
Result<KeyPath> sweepAxis(std::string_view typed);

/// The plan at each value of one of its whole-number keys.
Result<Sweep> sweep(const Plan& plan, const Catalog& catalog, KeyPath axis,
                    const std::vector<std::int64_t>& values);

/// The plan at each context, for a chart that follows the hand: one look-up, no allocation but
/// the result's.
Result<std::vector<Totals>> contextSweep(const Resolved& plan,
                                         const std::vector<std::int64_t>& contexts);

} // namespace highwater
