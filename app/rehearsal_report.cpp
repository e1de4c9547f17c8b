// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "padding.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr std::size_t columnWide = 14, nameWide = 20;
constexpr std::size_t mostShown = 12, mostReportColumns = 80;

std::string gibRow(const std::string& name, Bytes allocated, Bytes reserved)
{
    return leftAligned("  " + name, nameWide) + rightAligned(inGib(allocated), columnWide)
        + rightAligned(inGib(reserved), columnWide) + "\n";
}

std::string whatRan(const Rehearsal& found)
{
    std::string text = "PyTorch " + found.torch + " for CUDA " + found.cuda + ", "
        + fixed(found.seconds, 1) + " s";
    if (found.world > 1)
        text += "; " + grouped(static_cast<long long>(found.ranks.size())) + " of "
            + filled("%1 {rank|ranks} ran", {grouped(static_cast<long long>(found.world))});
    if (found.networkWasTaken)
        text += "; without a network";
    else if (found.networkWasLeft)
        text += "; with its network, which this system lets no program give up";
    if (found.writesWereConfined)
        text += "; writing in its folder and in caches alone";
    else if (found.writesWereLeft)
        text += "; writing wherever you may, as this system has no Landlock";
    return text + "\n";
}

std::string ranksTable(const Rehearsal& found)
{
    std::string text;
    for (const RehearsedRank& rank : found.ranks) {
        const bool several = found.ranks.size() > 1 || rank.rank > 0;
        text += "\n"
            + leftAligned(several ? "  rank " + std::to_string(rank.rank) + ", GiB" : "  GiB",
                          nameWide)
            + rightAligned("allocated", columnWide) + rightAligned("reserved", columnWide) + "\n";
        for (std::size_t i = 0; i < rank.steps.size(); ++i)
            text += gibRow(i == 0 ? "step 1, with load" : "step " + std::to_string(i + 1),
                           rank.steps[i].allocated, rank.steps[i].reserved);
        if (rank.unfinished)
            text += gibRow(rank.steps.empty() ? "before a step" : "after the steps",
                           rank.unfinished->allocated, rank.unfinished->reserved);
        if (rank.retries > 0)
            text += filled("  the allocator emptied its cache %1 {time|times} for a request\n",
                           {grouped(static_cast<long long>(rank.retries))});
        if (rank.caughtOutOfMemory > 0)
            text += filled("  PyTorch ran out of memory %1 {time|times}, and the command went on\n",
                           {grouped(static_cast<long long>(rank.caughtOutOfMemory))});
    }
    return text;
}

std::string momentsTable(const Rehearsal& found)
{
    if (found.moments.empty())
        return {};
    std::string text = "\n" + leftAligned("  most in a phase, GiB", nameWide + 2)
        + rightAligned("allocated", columnWide - 2) + rightAligned("reserved", columnWide) + "\n";
    for (const HeldMoment& moment : found.moments)
        text += gibRow(std::string(nameOf(moment.phase)), moment.allocated, moment.reserved);
    return text;
}

/// "transformers/trainer.py:1919 step" of a path in an installed package.
std::string shortLine(const std::string& line)
{
    const std::size_t packages = line.find("-packages/");
    return packages == std::string::npos ? line : line.substr(line.find('/', packages) + 1);
}

std::string holdersList(const Rehearsal& found)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(mostShown, found.holders.size()); ++i) {
        const MemoryHolder& holder = found.holders[i];
        const std::string& first = holder.inner.empty() ? holder.line : holder.inner;
        text += rightAligned(
                    grouped(static_cast<double>(holder.bytes) / static_cast<double>(mib), 1), 12)
            + rightAligned(grouped(static_cast<long long>(holder.count)), 8) + "  "
            + (first.empty() ? "no line of Python: gradients, workspaces" : shortLine(first))
            + "\n";
        if (!holder.inner.empty())
            text += std::string(24, ' ') + "from " + shortLine(holder.line) + "\n";
    }
    return text.empty() ? text : "\nLines that hold memory at the peak, MiB and blocks:\n" + text;
}

std::string outOfMemoryWords(const Rehearsal& found)
{
    if (found.end != RehearsalEnd::OutOfMemory || !found.error)
        return {};
    std::string text = "\n" + wrapped("  ", printable(found.error->text), mostReportColumns);
    if (!found.error->file.empty())
        text += "  at " + printable(found.error->file) + ":" + std::to_string(found.error->line)
            + "\n";
    if (!found.error->library.empty())
        text += "  in " + printable(found.error->library) + ":"
            + std::to_string(found.error->libraryLine) + "\n";
    return text;
}

std::string unansweredList(const Rehearsal& found)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(mostShown, found.unanswered.size()); ++i) {
        const UnansweredValue& value = found.unanswered[i];
        text += "  " + printable(value.file) + ":" + std::to_string(value.line)
            + filled(": asked %1 {time|times}, answered ",
                     {grouped(static_cast<long long>(value.times))})
            + printable(value.answer) + "\n";
        if (!value.library.empty())
            text += "      in " + printable(value.library) + ":" + std::to_string(value.libraryLine)
                + "\n";
    }
    if (found.unanswered.size() > mostShown)
        text += "  and " + grouped(static_cast<long long>(found.unanswered.size() - mostShown))
            + " more\n";
    return text.empty()
        ? text
        : "\nUnder these answers to values that a rehearsal does not know:\n" + text;
}

std::string notesOf(const Rehearsal& found)
{
    std::string text;
    if (found.notSaved > 0)
        text += filled("%1 {file was|files were} not saved\n",
                       {grouped(static_cast<long long>(found.notSaved))});
    if (found.end == RehearsalEnd::Early)
        text += "The command ended before the steps that were asked for\n";
    if (!found.unwritten.empty())
        text += wrapped("Functions of CUDA that did nothing: ", joined(found.unwritten),
                        mostReportColumns);
    for (const Problem& problem : found.unread)
        text += printable(english(problem)) + "\n";
    if (!found.recording.empty())
        text += "Recording: " + printable(found.recording) + "\n";
    return text.empty() ? text : "\n" + text;
}

} // namespace

std::string rehearsalReport(const Rehearsal& found)
{
    if (found.ranks.empty())
        return {};
    return withoutTrailingBlanks(
        english(rehearsalVerdict(found)) + "\n" + outOfMemoryWords(found) + whatRan(found)
        + ranksTable(found) + momentsTable(found)
        + (found.comparison ? "\n" + runReport(*found.comparison) : holdersList(found))
        + unansweredList(found) + notesOf(found));
}

std::string longestReport(const LongestAnswer& found)
{
    std::string text = leftAligned(found.question.key, nameWide)
        + rightAligned("allocated", columnWide) + rightAligned("reserved", columnWide) + "  GiB\n";
    for (const LongestTry& each : found.tries)
        text += leftAligned(grouped(static_cast<long long>(each.value)), nameWide)
            + rightAligned(inGib(each.peakAllocated), columnWide)
            + rightAligned(inGib(each.peakReserved), columnWide)
            + (each.fits ? "  fits" : "  out of memory") + "\n";
    if (found.failed)
        return text;
    if (found.answer)
        text += found.question.key + " " + grouped(static_cast<long long>(*found.answer))
            + " fits\n";
    else
        text += "Not even " + grouped(static_cast<long long>(found.question.from)) + " fits\n";
    return text;
}

} // namespace highwater
