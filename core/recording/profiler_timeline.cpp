// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/profiler_timeline.h"

#include "core/json/json_handler.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t categoryCount = 8;
constexpr std::size_t activationCategory = 4; ///< of torch.profiler's Category, in its order
constexpr std::size_t mostPoints = 50'000'000;
constexpr std::size_t deepest = 64;

/// The bytes of a recording for the parser.
class RecordedText : public JsonSource
{
public:
    explicit RecordedText(ByteSource& source)
        : m_source(source)
    { }
    /// The number of bytes that the parser has taken.
    std::uint64_t position() const
    {
        return m_source.position() - static_cast<std::uint64_t>(end() - next());
    }

private:
    bool refill() override
    {
        const std::string_view piece = m_source.nextPiece();
        setPiece(piece);
        return !piece.empty();
    }

    ByteSource& m_source;
};

/// The memory at one time.
struct Sample
{
    std::int64_t time = 0;
    Bytes bytes = 0, activations = 0, reserved = 0;
};

/// Takes the parts of the text: keeps only the values that are needed.
class Handler : public JsonHandler
{
public:
    std::vector<std::int64_t> times;
    std::vector<Sample> rows; ///< of a timeline
    std::vector<std::array<std::int64_t, 4>> raw;
    std::map<std::int64_t, std::vector<Sample>> traces; ///< by device
    bool isTrace = false, isTimeline = false;
    std::optional<Text> refusal;

    bool null() override { return value(); }
    bool flag(bool) override { return value(); }
    bool whole(std::int64_t number) override
    {
        if (isTrace) {
            traceNumber(number);
            return true;
        }
        if (m_depth < 2 || ++m_points > mostPoints * categoryCount)
            return m_depth < 2 ? refuse(shapeRefusal()) : tooMany();
        if (m_depth == 2 && m_lists == 1)
            times.push_back(number);
        else if (m_numbers < m_row.size())
            m_row[m_numbers] = number;
        ++m_numbers;
        return true;
    }
    bool real(double number) override
    {
        constexpr double most = 9e18;
        if (!(number > -most && number < most))
            return isTrace ? value() : refuse({HW_TR("core", "has a number that is too large")});
        return whole(static_cast<std::int64_t>(number));
    }
    bool text(std::string& word) override
    {
        if (!isTrace)
            return refuse(shapeRefusal());
        if (m_depth == eventDepth && m_key == "name")
            m_isMemory = word == "[memory]";
        return value();
    }
    bool startObject() override
    {
        if (m_depth == 0)
            isTrace = true;
        if (!isTrace)
            return refuse(shapeRefusal());
        if (++m_depth == eventDepth)
            m_event = {};
        return m_depth <= deepest
            || refuse({HW_TR("core", "lists and dictionaries are nested too deep")});
    }
    bool key(std::string& name) override
    {
        if (m_depth <= eventDepth + 1)
            m_key = name;
        return true;
    }
    bool endObject() override
    {
        if (m_depth == eventDepth && m_isMemory && m_event.type == 1) {
            if (++m_points > mostPoints)
                return tooMany();
            traces[m_event.device].push_back(m_event.sample);
        }
        if (m_depth-- == eventDepth)
            m_isMemory = false;
        return true;
    }
    bool startArray() override
    {
        ++m_depth;
        if (!isTrace) {
            constexpr std::size_t rowDepth = 3;
            if (m_depth > rowDepth)
                return refuse(shapeRefusal());
            m_numbers = 0;
            isTimeline = isTimeline || m_depth == rowDepth;
            if (m_depth == rowDepth - 1)
                ++m_lists;
        }
        return m_depth <= deepest
            || refuse({HW_TR("core", "lists and dictionaries are nested too deep")});
    }
    bool endArray() override
    {
        constexpr std::size_t rowDepth = 3;
        if (!isTrace && m_depth == rowDepth)
            return endRow();
        if (!isTrace && m_depth == rowDepth - 1 && !endList())
            return false;
        --m_depth;
        return true;
    }
    void wrong(const JsonError&) override
    {
        refuse({HW_TR("core", "is no JSON that is complete")});
    }

    static Text shapeRefusal()
    {
        return {HW_TR("core", "is no timeline of the profiler: those are lists of numbers")};
    }

private:
    static constexpr std::size_t eventDepth = 3; ///< {"traceEvents": [{

    struct MemoryEvent
    {
        std::int64_t type = 0, device = 0;
        Sample sample;
    };

    bool refuse(Text why)
    {
        if (!refusal)
            refusal = std::move(why);
        return false;
    }
    bool tooMany()
    {
        return refuse({HW_TR("core", "has more than %1 points"),
                       {grouped(static_cast<long long>(mostPoints))}});
    }
    bool value() { return m_depth > 0 || refuse(shapeRefusal()); }

    void traceNumber(std::int64_t number)
    {
        if (m_depth == eventDepth && m_key == "ts")
            m_event.sample.time = number;
        if (m_depth != eventDepth + 1)
            return;
        if (m_key == "Device Type")
            m_event.type = number;
        else if (m_key == "Device Id")
            m_event.device = number;
        else if (m_key == "Total Allocated")
            m_event.sample.bytes = number;
        else if (m_key == "Total Reserved")
            m_event.sample.reserved = number;
    }

    /// Nine numbers: a leading 0 and the bytes of each category.
    bool endRow()
    {
        if (m_numbers != categoryCount + 1)
            return refuse({HW_TR("core", "has a row of %1 {number|numbers}; a timeline's has %2"),
                           {std::to_string(m_numbers), std::to_string(categoryCount + 1)}});
        Sample sample;
        for (std::size_t i = 0; i <= categoryCount; ++i) {
            if (m_row[i] < 0)
                return refuse({HW_TR("core", "has a negative number of bytes")});
            sample.bytes = bounded::plus(sample.bytes, m_row[i]);
        }
        sample.activations = m_row[activationCategory + 1];
        rows.push_back(sample);
        --m_depth;
        m_numbers = 0;
        return true;
    }

    bool endList()
    {
        if (isTimeline || m_lists == 1)
            return true;
        if (m_numbers == 0 && m_lists == 2) {
            isTimeline = true; // two empty lists
            return true;
        }
        if (m_numbers != 4)
            return refuse({HW_TR("core", "has a row of %1 {number|numbers}; a timeline's has %2"),
                           {std::to_string(m_numbers), "4"}});
        raw.push_back({m_row[0], m_row[1], m_row[2], m_row[3]});
        return true;
    }

    std::size_t m_depth = 0, m_lists = 0, m_numbers = 0, m_points = 0;
    std::array<std::int64_t, categoryCount + 1> m_row{};
    std::string m_key;
    bool m_isMemory = false;
    MemoryEvent m_event;
};

/// Adds up events of nanoseconds, an action, bytes and a category.
std::optional<Problem> addUp(std::vector<std::array<std::int64_t, 4>> raw,
                             std::vector<Sample>& samples)
{
    std::ranges::stable_sort(raw, {}, [](const auto& row) { return row[0]; });
    Sample now;
    for (const auto& [time, action, bytes, category] : raw) {
        if (category < 0 || category >= static_cast<std::int64_t>(categoryCount)
            || bytes > mostRecorded || bytes < -mostRecorded)
            return Problem{std::string(),
                           {},
                           {HW_TR("core",
                                  "is no timeline of the profiler: a row is a time, an action, "
                                  "bytes and a category")}};
        now.time = time;
        now.bytes += bytes;
        if (category == static_cast<std::int64_t>(activationCategory))
            now.activations += bytes;
        if (now.bytes > mostRecorded || now.bytes < -mostRecorded)
            break;
        if (!samples.empty() && samples.back().time == time)
            samples.back() = now;
        else
            samples.push_back(now);
    }
    return std::nullopt;
}

Result<Recording> recordingOf(const std::vector<Sample>& samples, RecordingKind kind)
{
    if (samples.empty())
        return Problem{std::string(), {}, {HW_TR("core", "the timeline has no point")}};
    Recording recording;
    recording.kind = kind;
    recording.hasReserved = kind == RecordingKind::Trace;
    ActiveTimeline& timeline = recording.timeline;
    std::vector<Bytes> activations;
    const Bytes least = std::ranges::min(samples, {}, &Sample::bytes).bytes;
    for (const Sample& sample : samples) {
        if (sample.bytes < 0 || sample.bytes > mostRecorded || sample.reserved > mostRecorded)
            return Problem{
                std::string(), {}, {HW_TR("core", "adds up to more bytes than any machine has")}};
        const std::size_t at = timeline.points.size();
        timeline.points.push_back({sample.bytes, sample.bytes, sample.reserved});
        if (sample.bytes > timeline.points[timeline.peak].requested)
            timeline.peak = timeline.activePeak = at;
        if (sample.reserved > timeline.points[timeline.reservedPeak].reserved)
            timeline.reservedPeak = at;
        // A trace does not separate activations from other bytes: the bytes that always remain are
        // the others.
        activations.push_back(recording.hasReserved ? sample.bytes - least : sample.activations);
    }
    timeline.beforeFirst = timeline.points.front();
    timeline.end = timeline.points.back();
    recording.phases = phasesOfCurve(activations);
    return recording;
}

} // namespace

Result<Recording> readProfilerTimeline(ByteSource& source, std::optional<std::int64_t> device)
{
    Handler handler;
    RecordedText text(source);
    const bool read = parseJson(text, handler);
    const std::string place = "byte " + std::to_string(text.position());
    if (source.failure())
        return Problem{std::string(), {}, *source.failure(), place};
    if (!read || handler.refusal)
        return Problem{std::string(), {}, handler.refusal.value_or(Handler::shapeRefusal()), place};
    if (handler.isTrace) {
        if (handler.traces.empty())
            return Problem{std::string(),
                           {},
                           {HW_TR("core",
                                  "has no [memory] event of a GPU: record it with "
                                  "profile_memory=True")}};
        auto found = device ? handler.traces.find(*device) : handler.traces.begin();
        if (found == handler.traces.end())
            return Problem{std::string("--device"),
                           std::to_string(*device),
                           {HW_TR("core", "has no event in the trace")}};
        std::ranges::stable_sort(found->second, {}, &Sample::time);
        auto recording = recordingOf(found->second, RecordingKind::Trace);
        if (recording) {
            recording->device = found->first;
            for (const auto& trace : handler.traces)
                recording->devices.push_back(trace.first);
        }
        return recording;
    }
    if (handler.isTimeline) {
        if (handler.times.size() != handler.rows.size())
            return Problem{std::string(),
                           {},
                           {HW_TR("core", "has %1 {time|times} and %2 {row|rows} of bytes"),
                            {grouped(static_cast<long long>(handler.times.size())),
                             grouped(static_cast<long long>(handler.rows.size()))}}};
        return recordingOf(handler.rows, RecordingKind::Timeline);
    }
    if (handler.times.size() == 4)
        handler.raw.insert(
            handler.raw.begin(),
            {handler.times[0], handler.times[1], handler.times[2], handler.times[3]});
    else
        return Problem{std::string(), {}, Handler::shapeRefusal(), place};
    std::vector<Sample> samples;
    if (auto wrong = addUp(std::move(handler.raw), samples))
        return *std::move(wrong);
    return recordingOf(samples, RecordingKind::RawTimeline);
}

} // namespace highwater
