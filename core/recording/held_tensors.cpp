// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/held_tensors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>

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

std::vector<HeldTensors> heldTensors(const Recording& recording)
{
    std::map<std::uint32_t, NamedLines> byStack;
    std::map<std::tuple<std::string, std::string, Bytes, RunPhase>, HeldTensors> groups;
    const ActiveTimeline& timeline = recording.timeline;
    for (const ActiveBlock& block : timeline.blocks) {
        if (!block.isAliveAfter(timeline.peak))
            continue;
        auto [known, isNew] = byStack.try_emplace(block.stack);
        if (isNew)
            known->second = linesOfStack(recording.stacks, block.stack);
        const auto& [line, inner] = known->second;
        const RunPhase phase = phaseAt(recording.phases, block.born);
        HeldTensors& held = groups[{line, inner, block.requested, phase}];
        held.each = block.requested;
        held.bytes = bounded::plus(held.bytes, block.size);
        ++held.count;
        held.phase = phase;
    }
    std::vector<HeldTensors> all;
    for (auto& [key, held] : groups) {
        std::tie(held.line, held.inner, std::ignore, std::ignore) = key;
        all.push_back(std::move(held));
    }
    std::ranges::stable_sort(all, std::greater{}, &HeldTensors::bytes);
    return all;
}

} // namespace highwater
