// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/explore/layer_savings.h"
#include "core/explore/layout_ticks.h"
#include "core/plan/key_path.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/text.h"
#include "core/time/step_time.h"
#include "core/time/time_doubts.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace highwater {

/// The keys whose values a search may choose.
inline constexpr std::array<KeyPath, 13> searchKeys{"layout.tensor",
                                                    "layout.pipeline",
                                                    "layout.virtual_pipeline",
                                                    "layout.context",
                                                    "layout.expert",
                                                    "layout.zero",
                                                    "layout.replicate",
                                                    "layout.sequence_parallel",
                                                    "recipe.recompute",
                                                    "workload.micro_batch",
                                                    "layout.offload_optimizer",
                                                    "layout.offload_parameters",
                                                    "layout.offload_activations"};

/// Limits of a search. Cluster, model, context and global batch always stay, every GPU
/// works, and every micro-batch is full.
struct SearchConstraints
{
    std::vector<KeyPath> kept; ///< of searchKeys: they stay as the plan has them
    bool tensorWithinNode = true;
    bool onlyWhatFrameworkHas = true;
    bool offload = false; ///< offload is tried even if the plan has none
    Bytes leastFree = 0; ///< of one GPU
    LayoutTicks ticks; ///< what an answer's layouts have in common
    /// Whether the answer lists what every choice of ticks may keep, each layout by itself: the
    /// fastest ones and the fronts for each of them. `ticks`, `most` and `folds` are then left to
    /// the reader of the answer (layout_list.h).
    bool forEveryTick = false;
    std::size_t most = 20; ///< the number of layouts that the answer lists
    /// Whether near equals, layouts with the same tensor, pipeline and expert ranks whose times
    /// differ by 1 % at most, are listed once: the plan's own or else the simplest of them.
    bool folds = true;
    /// Whether the allocator is replayed for the layouts that the answer lists: their totals are
    /// then those of an estimate, and layouts that turn out not to fit are left out.
    bool replays = true;

    bool operator==(const SearchConstraints&) const = default;
};

/// Reads the argument of --keep: keys of searchKeys, or the common beginning of several keys
/// ("layout.offload"), separated by commas.
Result<std::vector<KeyPath>> readKept(std::string_view typed);

/// The functions by which a search reports its progress, from 0 to 1, and asks whether to stop. The
/// search calls them in its own thread.
struct SearchControl
{
    std::function<bool()> isStopped; ///< null: nothing stops it
    std::function<void(double share)> progress;
};
inline bool isStopped(const SearchControl& control)
{
    return control.isStopped && control.isStopped();
}

/// A layout with its memory and its time.
struct FoundLayout
{
    std::vector<Change> changes; ///< from the plan to the layout; empty for the plan's layout
    Layout layout;
    Recompute recompute{};
    std::optional<FateCounts> partly; ///< where some layers alone are recomputed
    std::int64_t microBatch = 1, dataParallel = 1;
    Judgement judged;
    StepTime step;
    double tokensPerSecondPerGpu = 0, modelUtilisation = 0;
    bool pareto = false; ///< no other layout is faster or smaller without being worse in the other
    std::int64_t folded = 0; ///< near equals that are not listed
    std::optional<double> days, price; ///< of the run; null where nothing says how long it is, or
                                       ///< what a GPU costs
    bool replayed = true; ///< else the total has the idle shares of the plan's own allocator
    std::vector<TimeDoubt> doubts;

    double seconds() const { return step.seconds; }
};

/// A part of the step that takes longer in the plan than in the fastest layout; negative where it
/// takes less.
struct TimeDifference
{
    TimePart part{};
    double seconds = 0;
};

/// The same for one group of memory, at the peak of each of the two layouts.
struct MemoryDifference
{
    Group group{};
    Bytes bytes = 0;
};

struct SearchResult
{
    std::vector<FoundLayout> layouts; ///< that fit, fastest first
    std::vector<FoundLayout> front; ///< that fit, fastest first, each smaller than the one before
    FoundLayout present; ///< the plan's layout
    std::optional<std::int64_t> place; ///< of the plan among the layouts that fit, from 1; null
                                       ///< where the plan does not fit or is not among the first
    Text reason; ///< the reason why the plan is not the fastest layout, or that it is
    std::vector<TimeDifference> times; ///< the plan's less the fastest layout's, largest first
    std::vector<MemoryDifference> memory;
    std::int64_t considered = 0; ///< combinations of the values that were tried
    std::int64_t allowed = 0; ///< of them, those that contradict neither the plan nor a constraint
    std::int64_t counted = 0; ///< of them, those whose memory was counted; bounds show that the
                              ///< others are slower and larger than a found one, or do not fit
    std::int64_t fitting = 0; ///< of those counted
    bool byUtilisation = false; ///< times are at the pace of cluster.utilisation
    bool ended = false; ///< there are more layouts than a search tries: a faster one may exist
    bool withoutOffload = false; ///< the constraints leave out offload, which the framework has
    bool cancelled = false; ///< the answer has the layouts tried until then, without replays
};

/// All layouts of the plan's cluster, ranked by the time of a step. A plan that leaves its global
/// batch open keeps the one that it has. `cluster.utilisation` holds for the unchanged plan: the
/// times of other layouts follow from it by the ratios of the model of a step.
Result<SearchResult> search(const Plan& plan, const Catalog& catalog,
                            const SearchConstraints& constraints = {},
                            const SearchControl& control = {});

} // namespace highwater
