// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/figure/plan_words.h"
#include "core/plan/numbers.h"
#include "padding.h"

#include <cmath>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t wide = 12, firstWidth = 26;
constexpr std::size_t mostInList = 12, mostOfStack = 6;

std::string inMib(Bytes bytes)
{
    return grouped(static_cast<double>(bytes) / static_cast<double>(mib), 1);
}

std::string signedMib(Bytes bytes)
{
    return (bytes < 0 ? "-" : "+") + inMib(std::abs(bytes));
}

std::string row(const std::string& name, const std::vector<std::string>& cells)
{
    std::string text = leftAligned("  " + name, firstWidth);
    for (const std::string& cell : cells)
        text += rightAligned(cell, wide);
    return text + "\n";
}

std::string peaks(const RunComparison& found)
{
    const auto line = [](const std::string& name, Bytes measured, Bytes predicted) {
        return row(name, {inMib(measured), inMib(predicted), signedMib(measured - predicted)});
    };
    std::string text = row("peak, MiB", {"measured", "predicted", "difference"})
        + line("tensors", found.measuredRequested, found.predictedTensors)
        + line("allocated, in blocks", found.measuredAllocated, found.predictedAllocated);
    if (found.hasReserved)
        text += line("reserved", found.measuredReserved, found.predictedReserved)
            + line("reserved for no tensor", found.measuredReserved - found.measuredAllocated,
                   found.predictedReserved - found.predictedAllocated);
    return text;
}

std::string phases(const RunComparison& found)
{
    if (found.step == 0)
        return {};
    std::string text = "\n" + row("phase, MiB", {"measured", "predicted", "difference"});
    for (const PhaseBytes& phase : found.perPhase)
        if (phase.isMeasured || phase.isPredicted)
            text += row(
                std::string(nameOf(phase.phase)),
                {phase.isMeasured ? inMib(phase.measured) : "-",
                 phase.isPredicted ? inMib(phase.predicted) : "-",
                 phase.isMeasured && phase.isPredicted ? signedMib(phase.difference()) : ""});
    return text;
}

std::string groups(const RunComparison& found)
{
    std::string text = "\n" + row("at the peak, MiB", {"matched", "predicted", "difference"});
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        const Bytes measured = found.match.measured[group],
                    predicted = found.match.predicted[group];
        if (group != Group::Overhead && (measured > 0 || predicted > 0))
            text += row(std::string(nameOf(group)),
                        {inMib(measured), inMib(predicted), signedMib(measured - predicted)});
    }
    return text + row("unexplained", {inMib(found.match.unexplainedAtPeak), "", ""});
}

std::string unexplained(const RunComparison& found)
{
    std::string text;
    std::size_t listed = 0;
    for (const Unexplained& group : found.match.unexplained) {
        if (listed++ == mostInList) {
            text += "  and "
                + grouped(static_cast<long long>(found.match.unexplained.size() - mostInList))
                + " more\n";
            break;
        }
        text += rightAligned(inMib(group.bytes), wide) + "  "
            + (group.count > 1
                   ? grouped(static_cast<long long>(group.count)) + " x " + inMib(group.each) + ", "
                   : std::string())
            + "made in " + std::string(nameOf(group.phase))
            + (group.atPeak ? "" : ", after the peak") + "\n";
        for (std::size_t i = 0; i < std::min(mostOfStack, group.frames.size()); ++i)
            text += "                " + group.frames[i] + "\n";
    }
    return text.empty()
        ? text
        : "\nAllocations that no line of the plan explains, largest first, MiB:\n" + text;
}

std::string lineList(const char* heading, const std::vector<NotSeen>& lines)
{
    std::string text;
    std::size_t listed = 0;
    for (const NotSeen& line : lines)
        if (listed++ < mostInList)
            text += rightAligned(inMib(line.bytes), wide) + "  " + english(line.label) + "\n";
    return text.empty() ? text : std::string("\n") + heading + ", MiB:\n" + text;
}

std::string offers(const RunComparison& found)
{
    std::string text;
    for (const RunOffer& offer : found.offers) {
        std::string settings;
        for (const auto& [key, value] : offer.changes)
            settings += setOption(key, value);
        text += " " + settings
            + (offer.distanceAfter < offer.distanceBefore ? ": off by " + inMib(offer.distanceAfter)
                       + " MiB, not " + inMib(offer.distanceBefore)
                                                          : ": as the run has it")
            + "\n";
    }
    return text.empty() ? text : "\nChanges that bring the plan nearer to the run:\n" + text;
}

} // namespace

std::string runReport(const RunComparison& found)
{
    std::string text = english(planLine(found.chart.plan))
        + filled("\nDevice %1, %2 {event|events}, ",
                 {std::to_string(found.device), grouped(static_cast<long long>(found.events))})
        + (found.step > 0
               ? "step " + std::to_string(found.step) + " of " + std::to_string(found.phases.steps)
                   + (found.phases.lastWhole > 0 ? " compared" : " compared as far as it goes")
               : "no whole step")
        + (found.outOfMemory ? "; out of memory" : "") + "\n" + english(ruleSentence(found.phases))
        + "\n";
    if (found.difference != 0)
        text += "The events differ from the segments at the end by " + signedMib(found.difference)
            + " MiB\n";
    if (found.lostFrees > 0)
        text += filled("%1 {block was|blocks were} handed out again without a freeing in the "
                       "recording\n",
                       {grouped(static_cast<long long>(found.lostFrees))});
    text += "\n" + peaks(found) + phases(found) + "\n"
        + english(differenceSentence(found, MemoryUnit::GiB, toEnglish)) + "\n";
    if (found.kind == RecordingKind::Snapshot)
        text += groups(found) + unexplained(found)
            + lineList("Of the plan, and not seen in the run at its peak", found.match.notSeen)
            + lineList("In the run at its peak, and in the plan at other moments alone",
                       found.match.otherMoments);
    return withoutTrailingBlanks(text + offers(found));
}

} // namespace highwater
