// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording.h"

#include "core/plan/utf8.h"
#include "core/recording/profiler_timeline.h"

#include <algorithm>
#include <string_view>

namespace highwater {
namespace {

std::string listOf(const std::vector<std::int64_t>& devices)
{
    std::vector<std::string> names;
    for (const std::int64_t device : devices)
        names.push_back(std::to_string(device));
    return joined(names);
}

Result<Recording> readSnapshotOf(ByteSource& source, std::optional<std::int64_t> device)
{
    auto snapshot = readSnapshot(source);
    if (!snapshot)
        return snapshot.problems();
    Recording recording;
    recording.devices = snapshot->devices();
    if (recording.devices.empty())
        return Problem{
            std::string(), {}, {HW_TR("core", "the snapshot has no event and no segment")}};
    recording.device = device.value_or(recording.devices.front());
    if (std::ranges::find(recording.devices, recording.device) == recording.devices.end())
        return Problem{std::string("--device"),
                       std::to_string(recording.device),
                       {HW_TR("core", "must be one of %1"), {listOf(recording.devices)}}};
    recording.allocatorSettings = snapshot->allocatorSettings;
    auto timeline = activeTimeline(*snapshot, recording.device);
    if (!timeline)
        return timeline.problems();
    recording.timeline = *std::move(timeline);
    recording.stacks = std::move(snapshot->stacks);
    recording.phases
        = phasesOf(recording.timeline, recording.stacks, snapshot->annotations, recording.device);
    return recording;
}

} // namespace

Result<Recording> readRecording(ByteSource& source, std::optional<std::int64_t> device)
{
    constexpr int pickle = 0x80;
    int first = source.peek();
    if (first == pickle)
        return readSnapshotOf(source, device);
    while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
        source.next();
        first = source.peek();
    }
    if (first == '{' || first == '[')
        return readProfilerTimeline(source, device);
    if (source.failure())
        return Problem{std::string(), {}, *source.failure()};
    if (first == '<')
        return Problem{std::string(),
                       {},
                       {HW_TR("core",
                              "is a page with a picture of the timeline, without its numbers: "
                              "export it as .json or .raw.json.gz")}};
    if (first == ByteSource::atEnd)
        return Problem{std::string(), {}, {HW_TR("core", "the file is empty")}};
    return Problem{std::string(),
                   {},
                   {HW_TR("core",
                          "is no memory recording: neither a snapshot "
                          "(torch.cuda.memory._dump_snapshot) nor a timeline of the profiler")}};
}

std::string frameText(const StackTable& stacks, std::uint32_t frame)
{
    const StackFrame& found = stacks.frames[frame];
    const std::string_view file = stacks.names[found.file];
    std::string name = printable(stacks.names[found.name]);
    if (file.empty() || file == "??")
        return name;
    return printable(file) + ":" + std::to_string(found.line) + " " + name;
}

} // namespace highwater
