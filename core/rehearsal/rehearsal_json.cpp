// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/rehearsal/rehearsal.h"

namespace highwater {

namespace {

Json peakJson(const DevicePeak& peak)
{
    return Json::object(
        {{"allocated", peak.allocated}, {"reserved", peak.reserved}, {"held", peak.held}});
}

Json rankJson(const RehearsedRank& rank)
{
    return Json::object({{"rank", rank.rank},
                         {"device", rank.device},
                         {"steps", Json::list(rank.steps, peakJson)},
                         {"unfinished", rank.unfinished ? peakJson(*rank.unfinished) : Json()},
                         {"peak_allocated", rank.peakAllocated},
                         {"peak_reserved", rank.peakReserved},
                         {"peak_reserved_behind", rank.reservedBehind},
                         {"retries", rank.retries},
                         {"out_of_memory", rank.outOfMemory},
                         {"out_of_memory_caught", rank.caughtOutOfMemory}});
}

Json errorJson(const std::optional<ScriptError>& error)
{
    if (!error)
        return {};
    return Json::object({{"kind", error->kind},
                         {"text", error->text},
                         {"file", error->file},
                         {"line", error->line},
                         {"library", error->library},
                         {"library_line", error->libraryLine}});
}

Json holderJson(const MemoryHolder& holder)
{
    return Json::object({{"bytes", holder.bytes},
                         {"count", holder.count},
                         {"phase", nameOf(holder.phase)},
                         {"line", holder.line},
                         {"inner", holder.inner}});
}

} // namespace

Json rehearsalJson(const Rehearsal& found)
{
    const auto advice = rehearsalAdvice(found);
    Json comparison;
    if (found.comparison)
        if (auto read = readJson(runComparisonJson(*found.comparison)))
            comparison = *std::move(read);
    return Json::object(
        {{"format", "highwater-rehearsal"},
         {"version", 1},
         {"torch", found.torch},
         {"cuda", found.cuda},
         {"card", found.card},
         {"capacity", found.capacity},
         {"available", found.available},
         {"world", found.world},
         {"ended", nameOf(found.end)},
         {"verdict", english(rehearsalVerdict(found))},
         {"advice", advice ? Json(english(*advice)) : Json()},
         {"error", errorJson(found.error)},
         {"exit_code", found.child.signal != 0 ? Json() : Json(found.child.exitCode)},
         {"signal", found.child.signal != 0 ? Json(found.child.signal) : Json()},
         {"seconds", found.seconds},
         {"out_of_memory_behind", found.outOfMemoryBehind},
         {"network_taken", found.networkWasTaken},
         {"network_left", found.networkWasLeft},
         {"writes_confined", found.writesWereConfined},
         {"writes_left", found.writesWereLeft},
         {"not_saved", found.notSaved},
         {"ranks", Json::list(found.ranks, rankJson)},
         {"moments",
          Json::list(found.moments,
                     [](const HeldMoment& moment) {
                         return Json::object({{"name", nameOf(moment.phase)},
                                              {"allocated", moment.allocated},
                                              {"reserved", moment.reserved}});
                     })},
         {"holders", Json::list(found.holders, holderJson)},
         {"unanswered",
          Json::list(found.unanswered,
                     [](const UnansweredValue& value) {
                         return Json::object({{"file", value.file},
                                              {"line", value.line},
                                              {"times", value.times},
                                              {"answer", value.answer},
                                              {"library", value.library},
                                              {"library_line", value.libraryLine}});
                     })},
         {"unwritten", Json::list(found.unwritten)},
         {"unread",
          Json::list(found.unread, [](const Problem& problem) { return Json(english(problem)); })},
         {"recording", found.recording.empty() ? Json() : Json(found.recording)},
         {"comparison", std::move(comparison)}});
}

} // namespace highwater
