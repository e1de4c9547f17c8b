// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/memory_holders.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace highwater {

namespace {

bool isOfPython(std::string_view file)
{
    return file.ends_with(".py") || file.ends_with(".ipynb") || file.starts_with("<ipython");
}

/// Whether a file belongs to an installed package, and not to the person's own program.
bool isInstalled(std::string_view file)
{
    return file.find("/site-packages/") != std::string_view::npos
        || file.find("/dist-packages/") != std::string_view::npos
        || file.find("/lib/python") != std::string_view::npos;
}

/// Whether a file is of what watches the rehearsal, whose lines mean nothing to a person.
bool isOfTheRehearsal(std::string_view file)
{
    return file.find("/highwater_rehearsal/") != std::string_view::npos;
}

/// Whether a line of PyTorch's says less than the line of a model or a framework that called it;
/// those of its optimizers name the state.
bool saysLittle(std::string_view file)
{
    return isInstalled(file) && file.find("-packages/torch/") != std::string_view::npos
        && file.find("-packages/torch/optim/") == std::string_view::npos;
}

/// The lines by which the blocks of a stack are named.
struct NamedLines
{
    std::string line, inner;
};

NamedLines linesOfStack(const StackTable& stacks, std::uint32_t stack)
{
    NamedLines lines;
    std::string ofTorch;
    for (const std::uint32_t frame : stacks.stacks[stack]) {
        const std::string& file = stacks.names[stacks.frames[frame].file];
        if (!isOfPython(file) || isOfTheRehearsal(file))
            continue;
        if (saysLittle(file)) {
            if (ofTorch.empty())
                ofTorch = frameText(stacks, frame);
            continue;
        }
        if (lines.inner.empty())
            lines.inner = frameText(stacks, frame);
        if (isInstalled(file))
            continue;
        lines.line = frameText(stacks, frame);
        break;
    }
    if (lines.inner.empty())
        lines.inner = ofTorch;
    if (lines.line.empty())
        lines.line = lines.inner;
    if (lines.inner == lines.line)
        lines.inner.clear();
    return lines;
}

RunPhase phaseAt(const RunPhases& phases, std::size_t event)
{
    if (event == ActiveBlock::noEvent)
        return RunPhase::Setup;
    const auto after = std::ranges::upper_bound(phases.parts, event, {}, &RunPart::first);
    return after == phases.parts.begin() ? RunPhase::Setup : std::prev(after)->phase;
}

} // namespace

std::vector<MemoryHolder> memoryHolders(const Recording& recording, std::size_t most)
{
    struct Held
    {
        MemoryHolder holder;
        std::map<RunPhase, Bytes> byPhase;
    };
    std::map<std::uint32_t, NamedLines> byStack;
    std::map<std::pair<std::string, std::string>, Held> byLine;
    const ActiveTimeline& timeline = recording.timeline;
    for (const ActiveBlock& block : timeline.blocks) {
        if (!block.isAliveAfter(timeline.peak))
            continue;
        auto [known, isNew] = byStack.try_emplace(block.stack);
        if (isNew)
            known->second = linesOfStack(recording.stacks, block.stack);
        const auto& [line, inner] = known->second;
        Held& held = byLine[{line, inner}];
        held.holder.line = line;
        held.holder.inner = inner;
        held.holder.bytes = bounded::plus(held.holder.bytes, block.size);
        ++held.holder.count;
        Bytes& ofPhase = held.byPhase[phaseAt(recording.phases, block.born)];
        ofPhase = bounded::plus(ofPhase, block.size);
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

} // namespace highwater
