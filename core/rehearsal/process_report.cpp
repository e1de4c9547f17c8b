// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/process_report.h"

#include "core/json/json_reader.h"
#include "core/plan/utf8.h"
#include "core/recording/snapshot.h"

#include <utility>

namespace highwater {

namespace {

constexpr std::int64_t mostCounted = std::int64_t{1} << 53;
constexpr std::size_t longestReported = 4096, longestName = 256;

/// Reads the fields of one report. A field that is missing or null has its default; of the wrong
/// ones, the first is kept.
class ReportFields
{
public:
    explicit ReportFields(std::string name)
        : m_name(std::move(name))
    { }

    std::int64_t whole(const Json& object, std::string_view key, std::int64_t most,
                       std::int64_t absent = 0)
    {
        const Json* found = present(object, key);
        if (!found)
            return absent;
        const std::int64_t* number = found->whole();
        if (!number || *number < 0 || *number > most) {
            wrong(key);
            return absent;
        }
        return *number;
    }
    Bytes bytes(const Json& object, std::string_view key)
    {
        return whole(object, key, mostRecorded);
    }
    std::string text(const Json& object, std::string_view key, std::size_t longest = longestName)
    {
        const Json* found = present(object, key);
        if (found && !found->text())
            wrong(key);
        return found && found->text() ? found->text()->substr(0, longest) : std::string();
    }
    bool flag(const Json& object, std::string_view key)
    {
        const Json* found = present(object, key);
        if (found && !found->flag())
            wrong(key);
        return found && found->flag() && *found->flag();
    }
    std::span<const Json> list(const Json& object, std::string_view key)
    {
        const Json* found = present(object, key);
        if (found && !found->isArray())
            wrong(key);
        return found ? found->items() : std::span<const Json>();
    }
    void wrong(std::string_view key)
    {
        if (m_problems.empty())
            m_problems.push_back({m_name,
                                  excerpt(key),
                                  {HW_TR("core", "is no report of a rehearsal that can be read")}});
    }
    template <class T> Result<T> answer(T value)
    {
        if (!m_problems.empty())
            return std::move(m_problems);
        return value;
    }

private:
    static const Json* present(const Json& object, std::string_view key)
    {
        const Json* found = object.find(key);
        return found && !found->isNull() ? found : nullptr;
    }

    std::string m_name;
    Problems m_problems;
};

DevicePeak peakOf(const Json& json, ReportFields& fields)
{
    return {fields.bytes(json, "allocated"), fields.bytes(json, "reserved"),
            fields.bytes(json, "held")};
}

std::vector<DevicePeak> peaksOf(std::span<const Json> items, ReportFields& fields)
{
    std::vector<DevicePeak> peaks;
    for (const Json& item : items)
        peaks.push_back(peakOf(item, fields));
    return peaks;
}

ScriptError errorOf(const Json& json, ReportFields& fields)
{
    return {fields.text(json, "kind"),
            fields.text(json, "text", longestReported),
            fields.text(json, "file", longestReported),
            fields.whole(json, "line", mostCounted),
            fields.text(json, "library", longestReported),
            fields.whole(json, "library_line", mostCounted)};
}

std::vector<UnansweredValue> unansweredOf(const Json& root, ReportFields& fields)
{
    std::vector<UnansweredValue> values;
    for (const Json& item : fields.list(root, "unanswered")) {
        // An answer is a number, a flag or a text.
        const Json* answer = item.find("answer");
        std::string said;
        if (answer && answer->text())
            said = answer->text()->substr(0, longestName);
        else if (answer && !answer->isArray() && !answer->isObject())
            said = answer->onOneLine();
        values.push_back({fields.text(item, "file", longestReported),
                          fields.whole(item, "line", mostCounted),
                          fields.whole(item, "times", mostCounted, 1), std::move(said),
                          fields.text(item, "library", longestReported),
                          fields.whole(item, "library_line", mostCounted)});
    }
    return values;
}

} // namespace

Result<ProcessReport> readProcessReport(std::string_view text, const std::string& name)
{
    ReportFields fields(name);
    const auto json = readPythonJson(text);
    if (!json || !json->isObject()) {
        fields.wrong({});
        return fields.answer(ProcessReport());
    }
    ProcessReport report;
    report.torch = fields.text(*json, "torch");
    report.cuda = fields.text(*json, "cuda");
    const auto end = fromName<ProcessEnd>(fields.text(*json, "ended"));
    if (!end)
        fields.wrong("ended");
    report.end = end.value_or(ProcessEnd::Error);
    for (const Json& step : fields.list(*json, "steps"))
        report.steps.push_back(peaksOf(step.items(), fields));
    report.unfinished = peaksOf(fields.list(*json, "unfinished"), fields);
    for (const Json& device : fields.list(*json, "devices"))
        report.devices.push_back({fields.text(device, "name"), fields.bytes(device, "capacity"),
                                  fields.whole(device, "retries", mostCounted),
                                  fields.whole(device, "out_of_memory", mostCounted)});
    if (const Json* error = json->find("error"); error && error->isObject())
        report.error = errorOf(*error, fields);
    report.unanswered = unansweredOf(*json, fields);
    report.rank = fields.whole(*json, "rank", mostCounted);
    report.world = fields.whole(*json, "world", mostCounted, 1);
    report.notSaved = fields.whole(*json, "not_saved", mostCounted);
    report.launched = fields.flag(*json, "launched");
    report.recordsStreams = fields.flag(*json, "records_streams");
    return fields.answer(std::move(report));
}

Result<DeviceReport> readDeviceReport(std::string_view text, const std::string& name)
{
    ReportFields fields(name);
    const auto json = readJson(text);
    if (!json || !json->isObject()) {
        fields.wrong({});
        return fields.answer(DeviceReport());
    }
    DeviceReport report;
    for (const Json& function : fields.list(*json, "unwritten")) {
        if (!function.text())
            fields.wrong("unwritten");
        else
            report.unwritten.push_back(excerpt(*function.text()));
    }
    for (const Json& bytes : fields.list(*json, "highest")) {
        const std::int64_t* number = bytes.whole();
        if (!number || *number < 0 || *number > mostRecorded)
            fields.wrong("highest");
        else
            report.highest.push_back(*number);
    }
    return fields.answer(std::move(report));
}

std::optional<StepProgress> readStepProgress(std::string_view line)
{
    ReportFields fields({});
    const auto json = readJson(line);
    if (!json || !json->isObject())
        return std::nullopt;
    const auto progress = fields.answer(StepProgress{
        fields.whole(*json, "rank", mostCounted), fields.whole(*json, "step", mostCounted),
        fields.whole(*json, "steps", mostCounted), fields.bytes(*json, "allocated"),
        fields.bytes(*json, "reserved")});
    return progress ? std::optional(*progress) : std::nullopt;
}

} // namespace highwater
