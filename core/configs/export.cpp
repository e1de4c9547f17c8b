// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/export.h"

#include "core/configs/exporters.h"

namespace highwater {
namespace {

using Writer = WrittenConfig (*)(ConfigRun&);
constexpr EnumTable<ConfigTarget, Writer> writers({writeDeepSpeed, writeAccelerate, writeTorchtitan,
                                                   writeMegatron, writeNanotron, writeTrl});

} // namespace

Result<WrittenConfig> writeConfig(const Plan& plan, const Catalog& catalog, ConfigTarget target,
                                  std::string_view fileName)
{
    if (plan.workload.task != Task::Train)
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core", "must be train: %1 runs a training"), {programName(target)}}};
    auto resolved = resolve(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const std::string file = fileName.empty() ? usualFileName(target) : std::string(fileName);
    ConfigRun run(plan, *std::move(resolved), target, file);
    WrittenConfig written = writers[target](run);
    written.fileName = file;
    written.notes = std::move(run.notes);
    return written;
}

} // namespace highwater
