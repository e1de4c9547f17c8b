// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "command_words.h"
#include "core/recording/run_comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// highwater compare-run [PLAN] FILE [--device N] [--step N] [--stage N] [--json]
Outcome runCompareRun(const std::vector<std::string>& arguments);

/// Compares the recording at `path` with the input's plan, by --device, --step and --stage; returns
/// an outcome where this fails.
std::optional<Outcome> compareRecording(const CommandWords& words, const std::string& path,
                                        const Input& input, RunComparison& found);

} // namespace highwater
