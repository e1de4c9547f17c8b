// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/configs/config_target.h"
#include "core/ledger/resolve.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The plan without settings of the layout that change nothing of it, such as a stage of ZeRO on
/// one GPU: a file would turn on what the plan does not count.
Plan withoutIdleLayout(Plan plan, const Resolved& resolved);

/// A plan as a configuration file of another program.
struct WrittenConfig
{
    std::string text;
    std::string fileName;
    std::vector<std::string> launch; ///< the lines of a shell that start the run
    std::vector<Warning> notes; ///< on values of the plan that the file cannot express
};

/// The file for one program. A plan without an estimate has no file. `fileName` is the file's name
/// in the launch line; empty: its usual name.
Result<WrittenConfig> writeConfig(const Plan& plan, const Catalog& catalog, ConfigTarget target,
                                  std::string_view fileName = {});

/// The name as one word of a shell, on one line.
std::string shellName(std::string_view name);

/// A note in English, for the comment at the top of a file and for the command line.
std::string english(const Warning& note);

} // namespace highwater
