// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/rehearsal.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <set>
#include <tuple>
#include <utility>

namespace highwater {

namespace {

DevicePeak larger(const DevicePeak& left, const DevicePeak& right)
{
    return {std::max(left.allocated, right.allocated), std::max(left.reserved, right.reserved),
            right.held};
}

DevicePeak ofDevice(const std::vector<DevicePeak>& peaks, std::size_t device)
{
    return device < peaks.size() ? peaks[device] : DevicePeak();
}

/// The largest peak of each device of a process.
std::vector<DevicePeak> peaksOfDevices(const ProcessReport& process)
{
    std::vector<DevicePeak> most(process.devices.size());
    const auto add = [&](const std::vector<DevicePeak>& peaks) {
        most.resize(std::max(most.size(), peaks.size()));
        for (std::size_t device = 0; device < peaks.size(); ++device)
            most[device] = larger(most[device], peaks[device]);
    };
    for (const auto& step : process.steps)
        add(step);
    add(process.unfinished);
    return most;
}

RehearsedRank rankOf(const ProcessReport& process)
{
    const std::vector<DevicePeak> most = peaksOfDevices(process);
    const auto fullest = std::ranges::max_element(most, {}, &DevicePeak::reserved);
    const auto device
        = fullest == most.end() ? std::size_t{0} : static_cast<std::size_t>(fullest - most.begin());
    RehearsedRank rank;
    rank.rank = process.rank;
    rank.pid = process.pid;
    rank.device = static_cast<std::int64_t>(device);
    for (const auto& step : process.steps)
        rank.steps.push_back(ofDevice(step, device));
    if (!process.unfinished.empty())
        rank.unfinished = ofDevice(process.unfinished, device);
    if (fullest != most.end()) {
        rank.peakAllocated = fullest->allocated;
        rank.peakReserved = fullest->reserved;
    }
    if (device < process.devices.size())
        rank.retries = process.devices[device].retries;
    rank.outOfMemory = process.end == ProcessEnd::OutOfMemory;
    if (!rank.outOfMemory && device < process.devices.size())
        rank.caughtOutOfMemory = process.devices[device].outOfMemory;
    rank.recordsStreams = process.recordsStreams;
    return rank;
}

/// Whether a process did something of its own with a device.
bool isARank(const ProcessReport& process)
{
    return !process.launched && (!process.steps.empty() || !peaksOfDevices(process).empty());
}

/// Of the processes with an error, the one whose error a person has to see: running out of memory
/// before any other, and a rank's before that of a launcher, which only says that a rank failed.
const ProcessReport* failedOne(const std::vector<ProcessReport>& processes)
{
    const auto weight = [](const ProcessReport& process) {
        return std::tuple(process.end == ProcessEnd::OutOfMemory, process.error.has_value(),
                          !process.launched, -process.rank);
    };
    const auto found
        = std::ranges::max_element(processes, [&](const auto& left, const auto& right) {
              return weight(left) < weight(right);
          });
    return found == processes.end() || !found->error ? nullptr : &*found;
}

RehearsalEnd endOf(const std::vector<ProcessReport>& processes, const Rehearsal& found,
                   const ChildEnd& child)
{
    const auto ended = [&](ProcessEnd end) {
        return std::ranges::any_of(processes, [&](const auto& each) { return each.end == end; });
    };
    if (ended(ProcessEnd::OutOfMemory))
        return RehearsalEnd::OutOfMemory;
    if (ended(ProcessEnd::Steps))
        return RehearsalEnd::Steps;
    const bool failed = child.exitCode != 0 || child.signal != 0;
    if (found.error || (failed && !processes.empty()))
        return RehearsalEnd::Error;
    if (processes.empty())
        return failed ? RehearsalEnd::Error : RehearsalEnd::NoTorch;
    const bool stepped = std::ranges::any_of(
        found.ranks, [](const RehearsedRank& rank) { return !rank.steps.empty(); });
    return stepped ? RehearsalEnd::Early : RehearsalEnd::NoStep;
}

void addUnanswered(std::vector<UnansweredValue>& all, const std::vector<UnansweredValue>& more)
{
    for (const UnansweredValue& value : more) {
        const auto same = std::ranges::find_if(all, [&](const UnansweredValue& known) {
            return known.file == value.file && known.line == value.line
                && known.library == value.library && known.libraryLine == value.libraryLine
                && known.answer == value.answer;
        });
        if (same == all.end())
            all.push_back(value);
        else
            same->times = bounded::plus(same->times, value.times);
    }
}

std::string gibOf(Bytes bytes)
{
    return inGib(bytes) + " GiB";
}

/// "train.py:88 (trainer.py:1919)", with the line of a library where one raised the error; empty
/// where no line is known.
std::string placeOf(const ScriptError& error)
{
    if (error.file.empty())
        return {};
    const std::string place = printable(error.file) + ":" + std::to_string(error.line);
    return error.library.empty()
        ? place
        : place + " (" + printable(error.library) + ":" + std::to_string(error.libraryLine) + ")";
}

/// The first line of a message, or its last where it is a Python's list of notes.
std::string firstLine(const std::string& text)
{
    constexpr std::size_t longest = 300;
    return excerpt(std::string_view(text).substr(0, text.find('\n')), longest);
}

bool saysOneOf(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

Text verdictOfError(const Rehearsal& found)
{
    if (found.error) {
        const std::string what = excerpt(found.error->kind)
            + (found.error->text.empty() ? "" : ": " + firstLine(found.error->text));
        const std::string place = placeOf(*found.error);
        if (place.empty())
            return {HW_TR("core", "The command raised %1"), {what}};
        return {HW_TR("core", "The command raised %1, at %2"), {what, place}};
    }
    if (found.child.signal != 0)
        return {HW_TR("core", "The command was ended by signal %1"),
                {std::to_string(found.child.signal)}};
    return {HW_TR("core", "The command ended with exit code %1"),
            {std::to_string(found.child.exitCode)}};
}

} // namespace

const RehearsedRank* Rehearsal::fullest() const
{
    const auto found = std::ranges::max_element(ranks, {}, &RehearsedRank::peakReserved);
    return found == ranks.end() || found->peakReserved == 0 ? nullptr : &*found;
}

Rehearsal gathered(const RehearsalFolder& folder, Rehearsal known, const ChildEnd& child,
                   std::optional<RehearsalEnd> stopped)
{
    Rehearsal found = std::move(known);
    found.child = child;
    found.unread = folder.unread;
    for (const ProcessReport& process : folder.processes) {
        if (isARank(process))
            found.ranks.push_back(rankOf(process));
        found.world = std::max(found.world, process.world);
        found.notSaved = bounded::plus(found.notSaved, process.notSaved);
        addUnanswered(found.unanswered, process.unanswered);
    }
    std::ranges::stable_sort(found.ranks, {}, &RehearsedRank::rank);
    std::set<std::string> unwritten;
    for (const DeviceReport& device : folder.devices)
        unwritten.insert(device.unwritten.begin(), device.unwritten.end());
    found.unwritten.assign(unwritten.begin(), unwritten.end());
    if (const ProcessReport* failed = failedOne(folder.processes))
        found.error = failed->error;
    found.end = endOf(folder.processes, found, child);
    if (stopped && found.end != RehearsalEnd::OutOfMemory)
        found.end = *stopped;
    return found;
}

void addRunBehind(Rehearsal& found, const Rehearsal& behind)
{
    found.outOfMemoryBehind = behind.end == RehearsalEnd::OutOfMemory;
    found.seconds += behind.seconds;
    for (RehearsedRank& rank : found.ranks) {
        const auto same = std::ranges::find(behind.ranks, rank.rank, &RehearsedRank::rank);
        if (same != behind.ranks.end())
            rank.reservedBehind = same->peakReserved;
    }
}

Text rehearsalVerdict(const Rehearsal& found)
{
    const RehearsedRank* fullest = found.fullest();
    switch (found.end) {
    case RehearsalEnd::Steps:
    case RehearsalEnd::Early:
        if (!fullest)
            return HW_TR("core", "The command stepped and took no memory of the card");
        if (found.outOfMemoryBehind)
            return {
                HW_TR("core",
                      "May fit: PyTorch reserves %1 where the %2 keeps up with the program, and "
                      "runs out of memory where it is far behind"),
                {gibOf(fullest->peakReserved), found.cardName}};
        if (const auto behind = fullest->reservedBehind; behind && *behind != fullest->peakReserved)
            return {HW_TR("core",
                          "Fits: PyTorch reserves %1 to %2 at most, by how far the card is behind, "
                          "of %3 that it can have of the %4"),
                    {gibOf(std::min(*behind, fullest->peakReserved)),
                     gibOf(std::max(*behind, fullest->peakReserved)), gibOf(found.available),
                     found.cardName}};
        return {
            HW_TR("core", "Fits: PyTorch reserves %1 at most, of %2 that it can have of the %3"),
            {gibOf(fullest->peakReserved), gibOf(found.available), found.cardName}};
    case RehearsalEnd::OutOfMemory:
        return {HW_TR("core", "Does not fit: PyTorch ran out of memory on the %1"),
                {found.cardName}};
    case RehearsalEnd::NoStep:
        return HW_TR("core", "The command ended without a step of an optimizer of PyTorch");
    case RehearsalEnd::NoTorch:
        return HW_TR("core", "The command ended without importing PyTorch");
    case RehearsalEnd::Error:
        return verdictOfError(found);
    case RehearsalEnd::Stopped:
        return HW_TR("core", "The rehearsal was stopped");
    case RehearsalEnd::TimedOut:
        return HW_TR("core", "The command did not end in the time that --timeout gives it");
    }
    return {};
}

std::optional<Text> rehearsalAdvice(const Rehearsal& found)
{
    if (found.end == RehearsalEnd::NoStep || found.end == RehearsalEnd::NoTorch)
        return Text(HW_TR("core",
                          "name the command that trains; of programs that it starts, only those "
                          "that keep its environment are watched"));
    if (found.end != RehearsalEnd::Error)
        return std::nullopt;
    if (!found.error) {
        constexpr int notFound = 127, notExecutable = 126;
        if (found.child.exitCode == notFound || found.child.exitCode == notExecutable)
            return Text(HW_TR("core", "the command is not there or cannot be executed"));
        if (found.child.signal == SIGKILL)
            return Text(HW_TR("core",
                              "the system ends a process in this way when the host runs out of "
                              "memory: --without-weights makes the model without reading it"));
        if (found.child.signal == SIGSEGV || found.child.signal == SIGBUS)
            return Text(HW_TR("core",
                              "code on the host read the memory of a card, which a rehearsal does "
                              "not have"));
        return std::nullopt;
    }
    const std::string& kind = found.error->kind;
    const std::string text = found.error->text;
    if (kind == "ModuleNotFoundError" || kind == "ImportError")
        return Text(HW_TR("core", "install it in the environment that the command uses"));
    if (kind == "OfflineModeIsEnabled" || kind == "LocalEntryNotFoundError" || kind == "gaierror"
        || kind == "URLError" || kind == "ConnectionError" || kind == "MaxRetryError"
        || kind == "ConnectError" || kind == "NewConnectionError"
        || saysOneOf(text,
                     {"couldn't connect to 'https://", "We couldn't connect to", "offline mode",
                      "OfflineMode", "name resolution", "Network is unreachable",
                      "Name or service not known", "outgoing traffic has been disabled"}))
        return Text(HW_TR("core",
                          "it wanted the network, which a rehearsal does not give: fetch models "
                          "and data before, or allow it with --network; --without-weights needs "
                          "no weights, and --data made no data"));
    if (found.writesWereConfined
        && (kind == "PermissionError" || saysOneOf(text, {"Permission denied"})))
        return Text(HW_TR("core",
                          "it wanted to write outside its folder, which a rehearsal does not "
                          "allow: --write-anywhere does"));
    if (saysOneOf(text, {"DefaultCPUAllocator", "Cannot allocate memory"}) || kind == "MemoryError")
        return Text(HW_TR("core",
                          "the host has too little memory: --without-weights makes the model "
                          "without reading it"));
    if (kind == "FileNotFoundError")
        return Text(HW_TR("core",
                          "start the rehearsal in the folder from which the command runs, and make "
                          "the file that it reads; only data sets of the library datasets are "
                          "made, by --data made, and weights by --without-weights"));
    return std::nullopt;
}

} // namespace highwater
