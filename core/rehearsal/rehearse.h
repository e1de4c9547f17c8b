// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/rehearsal/child.h"
#include "core/rehearsal/private_folder.h"
#include "core/rehearsal/python_environment.h"
#include "core/rehearsal/rehearsal.h"
#include "core/rehearsal/rehearsed_card.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The files of a rehearsal that come with the program.
struct RehearsalFiles
{
    std::string deviceLibrary;
    std::string python; ///< the folder for PYTHONPATH
};

/// Those of the installation to which the running program belongs.
Result<RehearsalFiles> rehearsalFiles();

/// A command, and how it is to be rehearsed.
struct RehearsalRequest
{
    std::vector<std::string> command;
    RehearsedCard card;
    std::int64_t steps = 3;
    std::optional<std::int64_t> world; ///< ranks; null: as the command's launcher says
    std::vector<std::int64_t> ranks; ///< that run; empty: the first
    bool withoutWeights = false;
    bool madeData = false;
    bool network = false;
    bool writesAnywhere = false; ///< where the person may; else in a few folders
    bool firstExperts = false; ///< every token goes to the first ones; else to each in turn
    std::chrono::seconds most{3600};
    std::optional<Plan> plan; ///< to compare with
    std::string recording; ///< where to keep the recording; empty: nowhere
};

/// What is said while a rehearsal goes on.
struct RehearsalWatcher
{
    std::function<void(const PythonEnvironment& found, std::size_t standIns)> found;
    std::function<void(const StepProgress& step)> step;
};

/// The surroundings of a command: its Python, and the stand-ins for its libraries in a folder that
/// goes with this.
struct RehearsalStage
{
    std::unique_ptr<NotedSignals> noted; ///< until the folder is removed
    PythonEnvironment environment;
    std::unique_ptr<PrivateFolder> folder;
    std::string libraries; ///< the folder of the stand-ins
    std::string preload; ///< for LD_PRELOAD
    std::string python; ///< for PYTHONPATH
};

/// A problem where a rehearsal of the command cannot begin.
Result<RehearsalStage> prepareRehearsal(const RehearsalRequest& request,
                                        const RehearsalFiles& files);

/// Rehearses; another command with the same Python may follow. All that happens to the command
/// itself is part of the answer.
Result<Rehearsal> rehearse(const RehearsalRequest& request, const RehearsalStage& stage,
                           const RehearsalWatcher& watcher);

/// The reports of a folder.
RehearsalFolder readRehearsalFolder(const std::string& folder);

} // namespace highwater
