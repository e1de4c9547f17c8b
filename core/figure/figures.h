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

/// The names of all figures that figureNamed() makes.
inline constexpr auto figureNames = std::to_array<std::string_view>(
    {"context", "zero", "sizes", "recompute", "gpus", "timeline", "time", "cards", "search",
     "compare", "methods", "lecture-scaling", "lecture-zero", "lecture-recompute"});

/// A person's choices for figures, apart from the plan; each figure reads its own.
struct FigureChoice
{
    MemoryUnit unit = MemoryUnit::GiB;
    Sampling sampling = Sampling::Smooth; ///< of the lecture's figures
    ContextView context; ///< of the context figure
    std::optional<Plan> baseline; ///< the pinned plan, which the context figure shows too
    std::vector<Compared> compared; ///< in their order; empty: the plan alone
    std::size_t current = 0; ///< the plan of the figure among them
    std::optional<std::int64_t> stage; ///< of the timeline; null: the most loaded stage
    std::optional<MeasuredCurve> measured; ///< over the timeline
    SearchConstraints search; ///< of the figure of layouts
    CardOrder cardOrder; ///< of the figure of cards
    std::shared_ptr<KnownCards> cards; ///< the cards computed last; the figure may replace them
    /// With `idle`, as while a control is dragged, figures of a plan replay no allocator
    /// (method.h).
    std::optional<IdleShares> idle;
    Replays replays = Replays::ShownPoints; ///< used without `idle`
    bool operator==(const FigureChoice&) const = default;
};

/// The figure of that name for the plan; the lecture's own figures do not depend on the plan.
Result<Figure> figureNamed(std::string_view name, const Plan& plan, const Catalog& catalog,
                           const FigureChoice& choice = {});

} // namespace highwater
