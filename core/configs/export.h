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

/// A plan as the file from which another program runs it.
struct WrittenConfig
{
    std::string text;
    std::string fileName;
    std::vector<std::string> launch; ///< the lines of a shell that start the run
    std::vector<Warning> notes; ///< what the plan has and the file cannot say
};

/// The file for one program. A plan that has no estimate has none. `fileName` is how the launch
/// line calls the file; its usual name where it is empty.
Result<WrittenConfig> writeConfig(const Plan& plan, const Catalog& catalog, ConfigTarget target,
                                  std::string_view fileName = {});

/// A note as the comment at the top of a file and the command line have it.
std::string english(const Warning& note);

} // namespace highwater
