// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/cards_figure.h"
#include "core/figure/compare.h"
#include "core/figure/context_chart.h"
#include "core/figure/gpus_figure.h"
#include "core/figure/lecture_figures.h"
#include "core/figure/measured_curve.h"
#include "core/figure/methods_figure.h"
#include "core/figure/search_figure.h"
#include "core/figure/time_figure.h"
#include "core/figure/timeline_figure.h"

#include <array>
#include <memory>
#include <string_view>

namespace highwater {

/// Every figure that can be had by name.
inline constexpr auto figureNames = std::to_array<std::string_view>(
    {"context", "zero", "sizes", "recompute", "gpus", "timeline", "time", "cards", "search",
     "compare", "methods", "lecture-scaling", "lecture-zero", "lecture-recompute"});

/// A person's choices for figures beside the plan; each figure reads its own.
struct FigureChoice
{
    MemoryUnit unit = MemoryUnit::GiB;
    Sampling sampling = Sampling::Smooth; ///< of the lecture's figures
    ContextView context; ///< of the context figure
    std::optional<Plan> baseline; ///< pinned, beside the plan in that figure
    std::vector<Compared> compared; ///< in their order; none: the plan alone
    std::size_t current = 0; ///< the plan of the figure among them
    std::optional<std::int64_t> stage; ///< of the timeline; none: the most loaded one
    std::optional<MeasuredCurve> measured; ///< over the timeline
    SearchConstraints search; ///< of the figure of layouts
    CardOrder cardOrder; ///< of the figure of cards
    std::shared_ptr<KnownCards> cards; ///< that it may show, and where it keeps those it finds
    /// With it, figures of a plan replay no allocator (method.h): while a control is dragged.
    std::optional<IdleShares> idle;
    Replays replays = Replays::ShownPoints; ///< where there is no `idle`
    bool operator==(const FigureChoice&) const = default;
};

/// One of them for the plan; the lecture's own do not ask the plan.
Result<Figure> figureNamed(std::string_view name, const Plan& plan, const Catalog& catalog,
                           const FigureChoice& choice = {});

} // namespace highwater
