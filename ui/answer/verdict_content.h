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

/// The facts that the verdict bar shows, as plain values. It does not show empty ones.
struct VerdictContent
{
    std::optional<Verdict> verdict; ///< null where there is no estimate
    QString problem; ///< the reason why there is no estimate
    QString problemField; ///< the key to go to

    Totals totals;
    Bytes capacity = 0;
    Bytes hostPerNode = 0, diskPerNode = 0;
    std::optional<Bytes> hostMemory; ///< of a node; a plan that needs more is over as well

    std::optional<Text> method; ///< whose numbers these are, where not the exact method's
    Text plan, briefPlan; ///< in one line; the brief one leaves out the values of the sliders
    std::int64_t context = 0, microBatch = 0;
    std::int64_t positions = 0; ///< for which the model was made; 0: not known
    std::int64_t gpus = 0; ///< 0 where the method does not read it
    std::int64_t parameters = 0; ///< 0 where the method does not read it
    std::int64_t stages = 0; ///< of a pipeline, else 0

    /// The run of a plan that states its length.
    struct Run
    {
        double tokensPerSecond = 0; ///< without padding, as the run's tokens are
        double hours = 0, days = 0;
        bool isShort = false; ///< and is said in hours
    };
    std::optional<Run> run;
    bool serves = false; ///< the plan generates text
    std::optional<double> generated; ///< tokens a second, where the plan generates text

    std::vector<Solution> solutions;
    bool seeksModel = false; ///< the largest model is being searched; `solutions` will get it
    std::vector<Suggestion> suggestions;
};

/// The content of an estimate only, without solutions and suggestions.
VerdictContent verdictContent(const Estimate& estimate);

/// The content of all results of a plan, or its first problem.
VerdictContent verdictContent(const Results& results);

} // namespace highwater
