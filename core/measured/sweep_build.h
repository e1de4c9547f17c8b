// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "core/measured/run_plan.h"
#include "core/plan/names.h"
#include "core/plan/result.h"
#include "core/time/pace.h"

#include <cstdint>

namespace highwater {

/// The builds of the program that the sweep of nanotron ran. Rows do not state the build.
///
/// The one that sleeps is the published code (branch nouamane/bench2, 67c5ebb6). The code of the
/// pipelines that do not sleep is not public, but their memory tells three things of it: a tie of
/// costs closes a stage, tensors of collectives wait from the third pass on, and so does the last
/// activation sent.
enum class SweepBuild {
    Clean,
    SlowCollectives, ///< each collective costs CPU time for each rank of its group
    Polling ///< the same, and the pipeline sleeps before it looks for messages again
};

/// Whether the run is on so many GPUs that all of them are of a slow build.
bool isOfSlowGpus(const Resolved& plan);

/// The build by the layout, by rules that were fitted on the sweep's rows (run_constants.h).
/// They hold for no other runs.
SweepBuild sweepBuildOf(const Resolved& plan);

/// The pace of a build on the sweep's cluster.
Pace sweepPace(SweepBuild build, const Resolved& plan);

/// The resolved plan of a measured run, with all that is known of the run. The pipeline of a run of
/// the sweep is of the build that sleeps where its measured speed leaves time for that; where it
/// has no speed, the layout decides.
Result<Resolved> resolvedRun(const PlannedRun& run, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(SweepBuild, "clean", "slow_collectives", "polling")
