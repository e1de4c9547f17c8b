// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"
#include "golden_file.h"
#include "helpers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The rows of tests/golden/rehearsed.json, which tests/truth/rehearse/record.py writes.
namespace highwater {

/// Tensors of one size at the peak of a rehearsal, made by one line of Python in one phase.
struct RehearsedTensors
{
    Bytes each = 0;
    std::int64_t count = 0;
    RunPhase phase{};
    std::string line; ///< "transformers/trainer.py:88 train"; empty: made by autograd's own thread
};

/// The most memory of one phase in the last whole step.
struct RehearsedMoment
{
    RunPhase phase{};
    Bytes requested = 0, active = 0, reserved = 0;
};

/// What PyTorch asked for in a rehearsal of a framework's own code, and the plan of its script.
struct Rehearsed
{
    std::string name, torch, transformers;
    Plan plan;
    Bytes allocated = 0, reserved = 0;
    bool ranOut = false;

    RunPhase peakPhase{};
    Bytes atPeak = 0; ///< requested; 0 where only peaks were recorded
    std::vector<RehearsedMoment> moments;
    std::vector<RehearsedTensors> held; ///< of those that have a share of the peak that counts
    std::optional<std::int64_t> stage; ///< of the pipeline, from 0
};

inline RunPhase phaseNamed(const std::string& name)
{
    const auto phase = fromName<RunPhase>(name);
    if (!phase)
        qFatal("%s is no phase", name.c_str());
    return *phase;
}

inline Rehearsed rehearsedOf(const nlohmann::json& row)
{
    Rehearsed read;
    read.name = row.at("case");
    read.torch = row.at("versions").at("torch");
    read.transformers = row.at("versions").value("transformers", "");
    read.allocated = row.at("allocated");
    read.reserved = row.at("reserved");
    read.ranOut = row.at("out_of_memory");
    if (row.contains("stage"))
        read.stage = row.at("stage").get<std::int64_t>();
    for (const auto& [key, value] : row.at("set").items()) {
        const auto path = findKeyPath(std::string_view(key));
        if (!path)
            qFatal("%s: there is no key %s", read.name.c_str(), key.c_str());
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        read.plan = planWith({{*path, text.c_str()}}, read.plan);
    }
    if (!row.contains("peak"))
        return read;
    read.peakPhase = phaseNamed(row.at("peak").at(0));
    read.atPeak = row.at("peak").at(1);
    for (const auto& moment : row.at("moments"))
        read.moments.push_back(
            {phaseNamed(moment.at(0)), moment.at(1), moment.at(2), moment.at(3)});
    for (const auto& held : row.at("held"))
        read.held.push_back({held.at(0), held.at(1), phaseNamed(held.at(2)), held.at(3)});
    return read;
}

inline std::vector<Rehearsed> rehearsedRows()
{
    std::vector<Rehearsed> rows;
    for (const nlohmann::json all = goldenFile("rehearsed.json"); const auto& row : all.at("rows"))
        rows.push_back(rehearsedOf(row));
    return rows;
}

/// A recording that has the row's tensors at its peak and the row's moments in its last step, with
/// one event for each phase. The tensors are made in the step before.
inline Recording recordingOf(const Rehearsed& row)
{
    Recording made;
    made.kind = RecordingKind::Snapshot;
    made.devices = {0};
    ActiveTimeline& timeline = made.timeline;
    std::array<std::size_t, runPhaseCount> madeAt{}; // that of the setup for the others
    const auto part = [&](RunPhase phase, std::int64_t step, ActiveTimeline::Point bytes) {
        const std::size_t event = timeline.points.size();
        made.phases.parts.push_back({phase, step, event, event + 1});
        timeline.points.push_back(bytes);
        if (step == 1)
            madeAt[static_cast<std::size_t>(phase)] = event;
        else if (step == 2 && phase == row.peakPhase)
            timeline.peak = event;
        return event;
    };
    part(RunPhase::Setup, 0, {});
    for (const RehearsedMoment& moment : row.moments)
        part(moment.phase, 1, {});
    for (const RehearsedMoment& moment : row.moments)
        part(moment.phase, 2, {moment.requested, moment.active, moment.reserved});
    if (timeline.peak == 0) // in a phase that the last step does not have
        part(row.peakPhase, 2, {});
    timeline.activePeak = timeline.reservedPeak = timeline.peak;
    Bytes& atPeak = timeline.points[timeline.peak].requested;
    atPeak = std::max(atPeak, row.atPeak);
    made.phases.passes = made.phases.optimizer = PhaseRule::Stacks;
    made.phases.steps = made.phases.lastWhole = 2;
    for (const RehearsedTensors& held : row.held) {
        StackTable& stacks = made.stacks;
        std::uint32_t stack = StackTable::none;
        if (const std::size_t colon = held.line.find(".py:"); colon != std::string::npos) {
            const std::size_t number = colon + 4, space = held.line.find(' ', number);
            stacks.frames.push_back({stacks.names.number(held.line.substr(space + 1)),
                                     stacks.names.number(held.line.substr(0, number - 1)),
                                     std::stoll(held.line.substr(number))});
            stack = static_cast<std::uint32_t>(stacks.stacks.size());
            stacks.stacks.push_back({static_cast<std::uint32_t>(stacks.frames.size() - 1)});
        }
        constexpr Bytes step = 512; // of the blocks of PyTorch's allocator
        ActiveBlock block{0,
                          held.each,
                          (held.each + step - 1) / step * step,
                          madeAt[static_cast<std::size_t>(held.phase)],
                          ActiveBlock::noEvent,
                          stack};
        for (std::int64_t i = 0; i < held.count; ++i, ++block.address)
            timeline.blocks.push_back(block);
    }
    return made;
}

/// The comparison that `highwater compare-run` makes.
inline RunComparison comparisonOf(const Rehearsed& row)
{
    auto chart = timelineChart(row.plan, builtinCatalog(), MemoryUnit::GiB, row.stage);
    if (!chart)
        qFatal("%s: %s", row.name.c_str(), qPrintable(whyNot(chart)));
    return comparedRun(recordingOf(row), *std::move(chart), 2);
}

} // namespace highwater
