// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"
#include "core/methods/method.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace highwater {

struct Results;

/// The facts that the verdict bar tells, as plain values. Parts that are left empty are not told.
struct VerdictContent
{
    std::optional<Verdict> verdict; ///< none where there is no estimate
    QString problem; ///< why there is none
    QString problemField; ///< the key to go to

    Totals totals;
    Bytes capacity = 0;
    Bytes hostPerNode = 0, diskPerNode = 0;
    std::optional<Bytes> hostMemory; ///< of a node; a plan that needs more is over as well

    Text plan, briefPlan; ///< in a line; where that is too long, without what the sliders say
    std::int64_t context = 0, microBatch = 0;
    std::int64_t gpus = 0; ///< 0 where the method does not ask
    std::int64_t parameters = 0; ///< 0 where the method does not ask
    std::int64_t stages = 0; ///< of a pipeline, else 0

    /// Of a plan that states the length of its run.
    struct Run
    {
        double tokensPerSecond = 0, days = 0;
    };
    std::optional<Run> run;
    bool serves = false; ///< generates text
    std::optional<double> generated; ///< tokens a second, where it does

    std::vector<Solution> solutions;
    bool seeksModel = false; ///< the largest one is being found, and will be among the solutions
    std::vector<Remedy> remedies;
};

/// An estimate alone, without solutions and remedies.
VerdictContent verdictContent(const Estimate& estimate);

/// Everything that was computed of a plan, or its first problem.
VerdictContent verdictContent(const Results& results);

} // namespace highwater
