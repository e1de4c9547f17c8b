// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/context_totals.h"
#include "core/figure/figure.h"
#include "core/ledger/resolve.h"
#include "core/plan/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// Whether the plan's total meets the capacity as the context grows; it does not grow where the
/// method does not count the context.
enum class Crossing { At, NeverFits, AlwaysFits, Uncounted };

/// A person's choices for the context chart; they are not part of the plan.
struct ContextView
{
    std::int64_t first = 1024, last = 0; ///< tokens; last 0: contextChart() chooses both ends
    std::array<bool, groupCount> shown = everyGroup;
    double keptTop = 0; ///< GiB: the present top of the y axis, which shrinks only when it is much
                        ///< too high
    bool operator==(const ContextView&) const = default;
};

/// The window's main chart as a value: one panel of the plan's groups against context, its limit
/// line, the crossing and the marker. Hidden bands are not part of the stack.
struct ContextChart
{
    std::vector<std::int64_t>
        contexts; ///< powers of two and between, crossing and marker among them
    std::vector<Layer> layers; ///< shown bands, bottom first, bytes at each context
    /// The contexts whose bytes are those of the plan's estimate there. At the others the share
    /// that the allocator keeps idle is interpolated.
    std::vector<std::int64_t> counted;
    std::vector<std::optional<Moment>> peaks; ///< when the total is highest, at each context
    /// Contexts at which the peak moves to another moment of the step, or to another event of the
    /// same moment. The total is steady there, but bands may jump; the sample just before each
    /// switch is the last one of the old event.
    std::vector<std::int64_t> switches;
    Axis x; ///< least and most in tokens, marks at powers of two; drawn in log2
    Axis y; ///< GiB
    Bytes capacity = 0;
    Crossing crossing = Crossing::AlwaysFits;
    std::int64_t longest = 0; ///< the last context that fits at all, where crossing is At (may be
                              ///< above x.most)
    bool emptiesAtLongest = false; ///< it fits there only as the allocator empties its cache
    std::int64_t marker = 0; ///< the plan's own context
    Totals atMarker; ///< all groups, shown or not
    Bytes statesAlone = 0; ///< parameters, gradients and optimizer state
    std::vector<Bytes> baseline; ///< total of the pinned plan at each context; empty without one
    std::optional<Bytes> baselineAtMarker;

    /// Bytes of each shown band at any context within the axis, interpolated between the samples.
    std::vector<Bytes> at(std::int64_t context) const;
    bool isCounted(std::int64_t context) const;
    std::optional<Moment> peakAt(std::int64_t context) const;
    /// The switches to a moment with another name, the only ones that words can tell.
    std::vector<std::int64_t> namedSwitches() const;
    Bytes stackedAt(std::size_t index) const; ///< the shown bands at one sample
};

/// With a `baseline`, the chart has that plan's total at the same contexts, unless the plan cannot
/// be estimated at one of them. `longest` is longestContext(plan, SolveFor::Fit), where the caller
/// knows it.
Result<ContextChart> contextChart(const Resolved& plan, const ContextView& view,
                                  const Resolved* baseline = nullptr,
                                  std::optional<std::int64_t> longest = {},
                                  Replays replays = Replays::ShownPoints);

/// "8K", "128K", "1M", or "8,191" where the number is not a multiple of 1,024.
std::string tokensLabel(std::int64_t tokens);

} // namespace highwater
