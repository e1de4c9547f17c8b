// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/configs/config_target.h"
#include "core/configs/import.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// A line of a file that changes; without `before`, a line that is added.
struct ChangedLine
{
    std::int64_t number = 0; ///< from 1; 0: of an added line
    std::string before, after;
    bool operator==(const ChangedLine&) const = default;
};

/// The changes of a plan as changes of the file that it was imported from.
struct ConfigDifference
{
    std::vector<ChangedLine> lines;
    std::string text; ///< the file with all changes of its own lines
    std::vector<std::string> environment; ///< settings before the command: "A=b"
    bool isWhole = true; ///< false: some of the changes have no place in this kind of file
};

/// The program whose file it is; null where no writer knows it.
std::optional<ConfigTarget> writerOf(const ImportFile& file);
/// The first program that runs on the plan's framework.
std::optional<ConfigTarget> writerOf(const Plan& plan);

/// What the file's own program writes for both plans is compared, and the settings that differ are
/// changed where the file has them. Null for a kind of file that is not written, such as a model's
/// configuration.
std::optional<ConfigDifference> configDifference(const ImportFile& file, const Plan& before,
                                                 const Plan& after, const Catalog& catalog);

/// As diff shows them: "- gradient_checkpointing: false", "+ gradient_checkpointing: true".
std::vector<std::string> shownDifference(const ConfigDifference& difference);

} // namespace highwater
