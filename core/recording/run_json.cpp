// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_comparison.h"

#include "core/exchange/answers.h"
#include "core/json/json.h"

namespace highwater {
namespace {

constexpr std::size_t mostListed = 50;

Json measuredJson(const RunComparison& found)
{
    return Json::object({{"allocated", found.measuredAllocated},
                         {"requested", found.measuredRequested},
                         {"reserved", found.hasReserved ? Json(found.measuredReserved) : Json()},
                         {"peak_event", found.peakEvent},
                         {"requested_before", found.beforeFirst.requested},
                         {"requested_at_end", found.end.requested},
                         {"allocated_at_end", found.end.active},
                         {"reserved_at_end", found.hasReserved ? Json(found.end.reserved) : Json()},
                         {"end_difference", found.difference},
                         {"groups", groupsJson(found.match.measured)},
                         {"unexplained", found.match.unexplainedAtPeak},
                         {"older_than_recording", found.match.olderThanRecording}});
}

Json phaseJson(const PhaseBytes& phase, bool hasReserved)
{
    const auto measured = [&](Bytes bytes) { return phase.isMeasured ? Json(bytes) : Json(); };
    return Json::object(
        {{"name", nameOf(phase.phase)},
         {"measured", measured(phase.measured)},
         {"predicted", phase.isPredicted ? Json(phase.predicted) : Json()},
         {"measured_allocated", measured(phase.measuredActive)},
         {"measured_reserved", hasReserved ? measured(phase.measuredReserved) : Json()},
         {"predicted_reserved", phase.isPredicted ? Json(phase.predictedReserved) : Json()}});
}

Json partJson(const RunPart& part)
{
    return Json::object({{"name", nameOf(part.phase)},
                         {"step", part.step},
                         {"first_event", part.first},
                         {"last_event", part.end - 1}});
}

Json pointDifferenceJson(const RunComparison& found,
                         const std::optional<PointDifference>& difference)
{
    if (!difference)
        return {};
    return Json::object({{"event", english(eventName(found.chart, difference->point))},
                         {"measured", difference->measured},
                         {"predicted", difference->predicted},
                         {"difference", difference->difference()}});
}

Json unexplainedJson(const Unexplained& group)
{
    return Json::object({{"bytes", group.bytes},
                         {"each", group.each},
                         {"count", group.count},
                         {"phase", nameOf(group.phase)},
                         {"at_peak", group.atPeak},
                         {"frames", Json::list(group.frames)}});
}

Json notSeenJson(const NotSeen& line)
{
    return Json::object({{"id", line.id},
                         {"label", english(line.label)},
                         {"group", nameOf(line.group)},
                         {"bytes", line.bytes}});
}

Json heldJson(const HeldTensors& held)
{
    return Json::object({{"each", held.each},
                         {"count", held.count},
                         {"bytes", held.bytes},
                         {"phase", nameOf(held.phase)},
                         {"line", held.line},
                         {"inner", held.inner}});
}

template <class T, class Write> Json listOf(const std::vector<T>& values, Write&& write)
{
    std::vector<Json> list;
    for (const T& value : values)
        if (list.size() < mostListed)
            list.push_back(write(value));
    return Json::array(std::move(list));
}

/// Those that have a share of the peak that counts.
Json heldList(const RunComparison& found)
{
    constexpr Bytes leastShare = 2000;
    std::vector<Json> list;
    for (const HeldTensors& held : found.held)
        if (held.bytes >= found.measuredAllocated / leastShare)
            list.push_back(heldJson(held));
    return Json::array(std::move(list));
}

} // namespace

std::string runComparisonJson(const RunComparison& found)
{
    std::vector<Json> parts;
    for (const RunPart& part : found.phases.parts)
        if (part.end > part.first)
            parts.push_back(partJson(part));
    const Text summary = differenceSentence(found, MemoryUnit::GiB, toEnglish);
    return Json::object({{"format", "highwater-run"},
                         {"version", 1},
                         {"kind", nameOf(found.kind)},
                         {"device", found.device},
                         {"devices", Json::list(found.devices)},
                         {"events", found.events},
                         {"steps", found.phases.steps},
                         {"step", found.step > 0 ? Json(found.step) : Json()},
                         {"out_of_memory", found.outOfMemory},
                         {"phase_rules",
                          Json::object({{"optimizer", nameOf(found.phases.optimizer)},
                                        {"passes", nameOf(found.phases.passes)}})},
                         {"steps_alike", found.phases.alike},
                         {"measured", measuredJson(found)},
                         {"predicted",
                          Json::object({{"allocated", found.predictedAllocated},
                                        {"tensors", found.predictedTensors},
                                        {"reserved", found.predictedReserved},
                                        {"groups", groupsJson(found.match.predicted)}})},
                         {"phases",
                          listOf(found.perPhase,
                                 [&](const PhaseBytes& phase) {
                                     return phaseJson(phase, found.hasReserved);
                                 })},
                         {"parts_at", pointDifferenceJson(found, found.first)},
                         {"differs_most_at", pointDifferenceJson(found, found.largest)},
                         {"summary", english(summary)},
                         {"unexplained", listOf(found.match.unexplained, unexplainedJson)},
                         {"not_seen", listOf(found.match.notSeen, notSeenJson)},
                         {"of_other_moments", listOf(found.match.otherMoments, notSeenJson)},
                         {"held", heldList(found)},
                         {"offers",
                          listOf(found.offers,
                                 [](const RunOffer& offer) {
                                     Json changes = Json::object();
                                     for (const auto& [key, value] : offer.changes)
                                         changes[key.text()] = jsonOf(value);
                                     return Json::object({{"set", std::move(changes)},
                                                          {"distance_before", offer.distanceBefore},
                                                          {"distance_after", offer.distanceAfter}});
                                 })},
                         {"parts", Json::array(std::move(parts))}})
               .written(2)
        + "\n";
}

} // namespace highwater
