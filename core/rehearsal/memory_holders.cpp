// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/memory_holders.h"

#include "core/recording/held_tensors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace highwater {

std::vector<MemoryHolder> memoryHolders(const Recording& recording, std::size_t most)
{
    struct Held
    {
        MemoryHolder holder;
        std::map<RunPhase, Bytes> byPhase;
    };
    std::map<std::pair<std::string, std::string>, Held> byLine;
    for (const HeldTensors& tensors : heldTensors(recording)) {
        Held& held = byLine[{tensors.line, tensors.inner}];
        held.holder.line = tensors.line;
        held.holder.inner = tensors.inner;
        held.holder.bytes = bounded::plus(held.holder.bytes, tensors.bytes);
        held.holder.count += tensors.count;
        Bytes& ofPhase = held.byPhase[tensors.phase];
        ofPhase = bounded::plus(ofPhase, tensors.bytes);
    }
    std::vector<MemoryHolder> holders;
    for (auto& [lines, held] : byLine) {
        const auto largest = std::ranges::max_element(held.byPhase, {},
                                                      [](const auto& each) { return each.second; });
        held.holder.phase = largest->first;
        holders.push_back(std::move(held.holder));
    }
    std::ranges::stable_sort(holders, std::greater{}, &MemoryHolder::bytes);
    holders.resize(std::min(most, holders.size()));
    return holders;
}

std::vector<HeldMoment> heldMoments(const Recording& recording)
{
    std::vector<HeldMoment> moments;
    const auto& points = recording.timeline.points;
    for (const RunPart& part : recording.phases.parts) {
        if (part.step == 0)
            continue;
        HeldMoment moment{part.phase, 0, 0};
        for (std::size_t event = part.first; event < std::min(part.end, points.size()); ++event) {
            moment.allocated = std::max(moment.allocated, points[event].active);
            moment.reserved = std::max(moment.reserved, points[event].reserved);
        }
        const auto same = std::ranges::find(moments, part.phase, &HeldMoment::phase);
        if (part.end > part.first && same == moments.end())
            moments.push_back(moment);
        else if (part.end > part.first) {
            same->allocated = std::max(same->allocated, moment.allocated);
            same->reserved = std::max(same->reserved, moment.reserved);
        }
    }
    std::ranges::stable_sort(moments, {}, &HeldMoment::phase);
    return moments;
}

bool keptForAStream(const Recording& recording)
{
    // A block that no other stream uses is free at once: the two events follow each other.
    const auto& events = recording.timeline.events;
    for (std::size_t event = 1; event < events.size(); ++event) {
        const TraceEvent& before = events[event - 1];
        if (events[event].action == TraceAction::FreeCompleted
            && (before.action != TraceAction::FreeRequested
                || before.address != events[event].address))
            return true;
    }
    return false;
}

} // namespace highwater
