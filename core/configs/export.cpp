// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/export.h"

#include "core/configs/exporters.h"
#include "core/plan/utf8.h"

namespace highwater {
namespace {

/// The name as one word of a shell, on one line.
std::string shellWord(std::string_view name)
{
    const std::string line = printable(name);
    constexpr std::string_view harmless
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+@%=:,~";
    if (line.find_first_not_of(harmless) == std::string::npos)
        return line;
    std::string quoted = "'";
    for (const char letter : line)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

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
    if (plan.job.kind && *plan.job.kind != JobKind::Sft)
        return Problem{"job.kind",
                       std::string(nameOf(*plan.job.kind)),
                       {HW_TR("core", "must be sft: the file of %1 is about plain training"),
                        {programName(target)}}};
    auto resolved = resolve(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const std::string file = fileName.empty() ? usualFileName(target) : std::string(fileName);
    ConfigRun run(plan, *std::move(resolved), target, shellWord(file));
    WrittenConfig written = writers[target](run);
    written.fileName = file;
    written.notes = std::move(run.notes);
    return written;
}

} // namespace highwater
