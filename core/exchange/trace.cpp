// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/trace.h"

#include "core/answer/group_words.h"
#include "core/json/json.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <vector>

namespace highwater {
namespace {

// "Trace Event Format", as the Chromium project publishes it: times are in microseconds; a slice
// is a complete event, "X", and is within another one where both have the same thread and the times
// nest; the value of a counter, "C", holds until its next event; metadata, "M", names processes and
// threads.
constexpr std::int64_t microsecondsPerUnit = 1000;
constexpr int process = 1;
constexpr int thread = 1;

class TraceWriter
{
public:
    TraceWriter(const TimelineChart& chart, const Translator& words)
        : m_chart(chart)
        , m_words(words)
    { }

    std::string operator()(const std::string& planName)
    {
        const std::string name
            = planName.empty() ? words({HW_TR("core", "Memory plan")}) : planName;
        const std::string note
            = words({HW_TR("core",
                           "Times are the order of events, not seconds: a millisecond for "
                           "each layer forward, two for each layer backward")});
        addMetadata(name, note);
        addPhases();
        for (std::size_t i = 0; i < m_chart.timeline.points.size(); ++i)
            addPoint(i);
        std::ranges::stable_sort(m_events, {}, &Event::time);
        Json events = Json::array();
        for (Event& event : m_events)
            events.append(std::move(event.json));
        Json trace;
        trace["traceEvents"] = std::move(events);
        trace["displayTimeUnit"] = "ms";
        trace["otherData"]
            = Json::object({{"program", "Highwater"},
                            {"plan", name},
                            {"configuration", words(m_chart.figure.subtitle)},
                            {"stage", m_chart.timeline.layers.index + 1},
                            {"stages", m_chart.plan.layout.pipeline},
                            {"peak", words(peakCallout(m_chart, MemoryUnit::GiB).head)},
                            {"peakBytes", m_chart.timeline.peakBytes()},
                            {"capacityBytes", m_chart.plan.capacity},
                            {"note", note}});
        return trace.written(1) + "\n";
    }

private:
    struct Event
    {
        std::int64_t time = 0; ///< microseconds
        Json json;
    };

    std::string words(const Text& text) const { return m_words(text); }
    std::int64_t startOf(std::size_t point) const
    {
        return microsecondsPerUnit * m_chart.spans[point].from;
    }
    std::int64_t endOf(std::size_t point) const
    {
        return microsecondsPerUnit * m_chart.spans[point].to;
    }

    void addMetadata(const std::string& plan, const std::string& note)
    {
        const auto add = [this](const char* name, Json arguments) {
            m_events.push_back({0,
                                Json::object({{"name", name},
                                              {"ph", "M"},
                                              {"pid", process},
                                              {"tid", thread},
                                              {"ts", 0},
                                              {"args", std::move(arguments)}})});
        };
        add("process_name", Json::object({{"name", plan}}));
        add("process_labels", Json::object({{"labels", note}}));
        add("thread_name", Json::object({{"name", words({HW_TR("core", "Training step")})}}));
    }

    void addSlice(const std::string& name, const char* category, std::int64_t from, std::int64_t to,
                  Json arguments = Json::object())
    {
        m_events.push_back({from,
                            Json::object({{"name", name},
                                          {"cat", category},
                                          {"ph", "X"},
                                          {"pid", process},
                                          {"tid", thread},
                                          {"ts", from},
                                          {"dur", to - from},
                                          {"args", std::move(arguments)}})});
    }

    /// A slice for each run of points of one phase and pass, and for each gap.
    void addPhases()
    {
        const std::vector<TimelinePoint>& points = m_chart.timeline.points;
        auto gap = m_chart.timeline.gaps.begin();
        for (std::size_t first = 0; first < points.size();) {
            if (gap != m_chart.timeline.gaps.end() && gap->point == first) {
                addSlice(words({HW_TR("core", "%1 more alike"), {grouped(gap->passes)}}), "gap",
                         endOf(first - 1), startOf(first), Json::object({{"passes", gap->passes}}));
                ++gap;
            }
            std::size_t last = first;
            while (last + 1 < points.size() && points[last + 1].phase == points[first].phase
                   && points[last + 1].pass == points[first].pass
                   && first != m_chart.timeline.start)
                ++last;
            if (points[first].layer >= 0)
                addSlice(words(passName(points[first])), "phase", startOf(first), endOf(last));
            first = last + 1;
        }
    }

    Text passName(const TimelinePoint& point) const
    {
        const std::string pass = grouped(point.pass + 1);
        if (point.phase == Phase::Forward)
            return m_chart.hasSeveralPasses() ? Text(HW_TR("core", "Forward %1"), {pass})
                                              : Text(HW_TR("core", "Forward"));
        return m_chart.hasSeveralPasses() ? Text(HW_TR("core", "Backward %1"), {pass})
                                          : Text(HW_TR("core", "Backward"));
    }

    void addPoint(std::size_t index)
    {
        const TimelinePoint& point = m_chart.point(index);
        const GroupBytes held = m_chart.timeline.heldAt(index);
        const Bytes taken = m_chart.timeline.takenAt(index);
        addSlice(words(eventName(m_chart, index)), point.layer >= 0 ? "layer" : "phase",
                 startOf(index), endOf(index), Json::object({{"totalBytes", taken}}));
        const auto count = [&](const std::string& name, Bytes bytes) {
            m_events.push_back({startOf(index),
                                Json::object({{"name", name},
                                              {"ph", "C"},
                                              {"pid", process},
                                              {"ts", startOf(index)},
                                              {"args", Json::object({{"bytes", bytes}})}})});
        };
        for (std::size_t group = 0; group < groupCount; ++group)
            count(words(groupName(static_cast<Group>(group))), held.bytes[group]);
        if (m_chart.timeline.countsReserved) {
            count(words({HW_TR("core", "Reserved by the allocator, used by no tensor")}),
                  m_chart.timeline.idleAt(index));
            count(words({HW_TR("core", "Reserved by PyTorch")}), point.reserved);
        }
        count(words({HW_TR("core", "Total")}), taken);
    }

    const TimelineChart& m_chart;
    const Translator& m_words;
    std::vector<Event> m_events;
};

} // namespace

std::string traceJson(const TimelineChart& chart, const std::string& planName,
                      const Translator& words)
{
    return TraceWriter(chart, words)(planName);
}

} // namespace highwater
