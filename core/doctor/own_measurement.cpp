// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/own_measurement.h"

#include "core/doctor/diagnosis.h"
#include "core/doctor/log_amount.h"
#include "core/exchange/share_code.h"
#include "core/figure/plan_words.h"
#include "core/json/json.h"
#include "core/ledger/framework.h"
#include "core/measured/csv_reader.h"
#include "core/measured/run_check.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/recording/run_offers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

constexpr std::size_t mostCauses = 6, mostLines = 3;

/// The text without the commas between groups of digits.
std::string withoutGroups(std::string_view text)
{
    const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != ',' || i == 0 || i + 1 == text.size() || !isDigit(text[i - 1])
            || !isDigit(text[i + 1]))
            plain += text[i];
    return plain;
}

/// The settings of `oftenUnnoted()` and those that change what a counter shows without changing
/// the tensors of a step.
std::vector<std::pair<KeyPath, Value>> assumptions()
{
    std::vector<std::pair<KeyPath, Value>> list = oftenUnnoted();
    const auto words = [&](KeyPath key) {
        for (const std::string_view word : keyOf(key).words)
            list.emplace_back(key, std::string(word));
    };
    words("recipe.engine");
    words("recipe.optimizer");
    words("cluster.overhead");
    for (const bool flag : {true, false}) {
        list.emplace_back(KeyPath("recipe.hold_logits"), flag);
        list.emplace_back(KeyPath("recipe.fused_step"), flag);
        list.emplace_back(KeyPath("adapter.upcast"), flag);
        list.emplace_back(KeyPath("cluster.allocator.expandable_segments"), flag);
    }
    for (const std::int64_t stage : {0, 1, 2, 3})
        list.emplace_back(KeyPath("layout.zero"), stage);
    return list;
}

class Measurer
{
public:
    Measurer(const Plan& plan, const Catalog& catalog, const OwnReading& reading)
        : m_plan(plan)
        , m_catalog(catalog)
    {
        m_made.reading = reading;
    }

    Result<OwnMeasurement> operator()()
    {
        const auto present = estimate(m_plan, m_catalog);
        if (!present)
            return present.problems();
        if (present->plan.method != MethodId::Exact)
            return Problem{KeyPath("method"),
                           std::string(nameOf(present->plan.method)),
                           {HW_TR("core", "only the exact method counts what a counter shows")}};
        m_made.predicted = predictedReading(m_made.reading.counter, present->answer);
        m_made.band = readingBand(m_made.reading.counter, present->answer.totals.nine);
        const auto width = static_cast<double>(m_made.band.high - m_made.band.low);
        m_made.place
            = width > 0 ? static_cast<double>(m_made.reading.bytes - m_made.band.low) / width : 0;
        addCauses(*present);
        addLines(present->answer);
        correct();
        return std::move(m_made);
    }

private:
    /// Settings that bring the plan nearer by a quarter at least, of a reading that the band does
    /// not explain.
    void addCauses(const Estimate& present)
    {
        const Bytes off = std::abs(m_made.difference());
        constexpr Bytes least = 64 * mib; // less is within what runs differ by
        if (m_made.band.holds(m_made.reading.bytes) || off < least)
            return;
        for (const auto& change : assumptions()) {
            // People know their program, unless the plan names none.
            if (change.first == "recipe.framework"
                && *profileOf(m_plan.recipe.framework).name != '\0')
                continue;
            Plan changed = m_plan;
            if (!assign(changed, change.first, change.second).empty() || changed == m_plan)
                continue;
            const auto found = estimate(changed, m_catalog);
            if (!found || found->plan.unsupported > present.plan.unsupported)
                continue;
            const Bytes predicted = predictedReading(m_made.reading.counter, found->answer);
            const Bytes left = m_made.reading.bytes - predicted;
            constexpr Bytes quarter = 4;
            if (std::abs(left) < off - off / quarter)
                m_made.causes.push_back({{change}, predicted, left});
        }
        std::ranges::stable_sort(m_made.causes, {},
                                 [](const ReadingCause& cause) { return std::abs(cause.off); });
        // Words of one key that come to the same bytes are one cause.
        const auto same = [](const ReadingCause& left, const ReadingCause& right) {
            return left.predicted == right.predicted
                && left.changes.front().first == right.changes.front().first;
        };
        const auto rest = std::ranges::unique(m_made.causes, same);
        m_made.causes.erase(rest.begin(), rest.end());
        if (m_made.causes.size() > mostCauses)
            m_made.causes.erase(m_made.causes.begin() + mostCauses, m_made.causes.end());
    }

    void addLines(const Answer& answer)
    {
        const Bytes off = std::abs(m_made.difference());
        constexpr Bytes tenth = 10;
        std::vector<std::pair<Bytes, LikeLine>> near;
        for (const Line& line : answer.ledger) {
            const Bytes bytes = bounded::times(line.each, answer.copiesAtPeak(line));
            if (bytes == 0 || bytes == tooMany || std::abs(bytes - off) > off / tenth)
                continue;
            near.push_back({std::abs(bytes - off), {line.label, line.formula, bytes}});
        }
        std::ranges::stable_sort(near, {}, &std::pair<Bytes, LikeLine>::first);
        for (std::size_t i = 0; i < std::min(near.size(), mostLines); ++i)
            m_made.lines.push_back(std::move(near[i].second));
    }

    /// A reading of PyTorch's own counters says nothing of what lies outside; one of the card does,
    /// where PyTorch's part is right.
    void correct()
    {
        const Bytes difference = m_made.difference();
        if (m_made.reading.counter != Reading::Device || difference == 0)
            return;
        const std::int64_t reserve = m_plan.cluster.reserve;
        if (difference > 0) {
            m_made.correction = {{KeyPath("cluster.reserve"), reserve + difference}};
            return;
        }
        // Less than the plan counts: all that lies beyond its tensors is what the reading leaves.
        std::vector<std::pair<KeyPath, Value>> bare{
            {KeyPath("cluster.overhead"), std::string("none")},
            {KeyPath("cluster.reserve"), std::int64_t{0}}};
        const auto tensors = judge(withSettings(m_plan, bare), m_catalog);
        if (!tensors || tensors->totals.total > m_made.reading.bytes)
            return;
        bare[1].second = m_made.reading.bytes - tensors->totals.total;
        m_made.correction = std::move(bare);
    }

    const Plan& m_plan;
    const Catalog& m_catalog;
    OwnMeasurement m_made;
};

std::string quoted(const std::string& field)
{
    if (field.find_first_of(",\"\n\r") == std::string::npos)
        return field;
    std::string text = "\"";
    for (const char letter : field)
        text.append(letter == '"' ? 2 : 1, letter);
    return text + "\"";
}

const char* measuredWhat(Reading counter)
{
    switch (counter) {
    case Reading::Allocated:
        return "peak_allocated";
    case Reading::Reserved:
        return "peak_reserved";
    case Reading::Device:
        break;
    }
    return "peak_device";
}

} // namespace

Result<OwnReading> readOwnReading(std::string_view text)
{
    const std::string plain = withoutGroups(withoutBlanks(text));
    const std::string small = lowered(plain);
    const auto says = [&](std::string_view word) { return small.find(word) != small.npos; };
    OwnReading reading;
    reading.counter = says("allocated") ? Reading::Allocated
        : says("reserved")              ? Reading::Reserved
                                        : Reading::Device;
    const std::size_t digit = plain.find_first_of("0123456789");
    const Problem wrong{FieldName{std::string("--read")},
                        typed(std::string(excerpt(text))),
                        {HW_TR("core",
                               "must be a counter and an amount: nvidia-smi 23,412 MiB, "
                               "max_memory_allocated 21.3 GiB, or max_memory_reserved in bytes")}};
    if (digit == std::string::npos || (digit > 0 && plain[digit - 1] == '-'))
        return wrong;
    const std::string_view amount = std::string_view(plain).substr(digit);
    if (const auto found = amountAt(amount)) {
        reading.bytes = found->bytes;
    } else {
        // Bytes, as PyTorch's functions return them.
        const std::size_t end = std::min(amount.find_first_not_of("0123456789"), amount.size());
        const auto whole = wholeIn(amount.substr(0, end));
        if (!whole || !withoutBlanks(amount.substr(end)).empty()) // a unit that is not known
            return wrong;
        reading.bytes = *whole;
    }
    constexpr Bytes least = mib, most = Bytes{1} << 50;
    if (reading.bytes < least || reading.bytes > most)
        return wrong;
    return reading;
}

Result<OwnMeasurement> measuredPlan(const Plan& plan, const Catalog& catalog,
                                    const OwnReading& reading)
{
    return Measurer(plan, catalog, reading)();
}

Plan withSettings(Plan plan, const std::vector<std::pair<KeyPath, Value>>& changes)
{
    for (const auto& [key, value] : changes)
        assign(plan, key, value);
    return plan;
}

const char* counterName(Reading counter)
{
    switch (counter) {
    case Reading::Allocated:
        return "torch.cuda.max_memory_allocated()";
    case Reading::Reserved:
        return "torch.cuda.max_memory_reserved()";
    case Reading::Device:
        break;
    }
    return "nvidia-smi";
}

std::vector<Text> sentencesOf(const OwnMeasurement& measured, const Translator& words)
{
    std::vector<Text> list;
    const std::string counter = counterName(measured.reading.counter);
    list.push_back({HW_TR("core", "%1 read %2; the plan counts %3, likely %4 to %5."),
                    {counter, sizeText(measured.reading.bytes), sizeText(measured.predicted),
                     sizeText(measured.band.low), sizeText(measured.band.high)}});
    constexpr double percent = 100;
    const std::string part = std::to_string(std::lround(measured.place * percent));
    if (measured.place < 0)
        list.push_back({HW_TR("core", "That is %1 below the likely range."),
                        {sizeText(measured.band.low - measured.reading.bytes)}});
    else if (measured.place > 1)
        list.push_back({HW_TR("core", "That is %1 above the likely range."),
                        {sizeText(measured.reading.bytes - measured.band.high)}});
    else
        list.push_back(
            {HW_TR("core", "That lies in the likely range, at %1 % of its width."), {part}});
    for (const LikeLine& line : measured.lines)
        list.push_back({HW_TR("core", "A line of the plan has about the difference: %1, %2 = %3."),
                        {words(line.label), line.formula, sizeText(line.bytes)}});
    if (measured.reading.counter == Reading::Device && measured.difference() > 0)
        list.push_back(
            {HW_TR("core", "nvidia-smi shows other programs' memory too: %1 may be one of these."),
             {sizeText(measured.difference())}});
    if (!measured.correction.empty())
        list.push_back({HW_TR("core",
                              "A correction takes PyTorch's part as right and sets what lies "
                              "outside of it by the reading: the plan then counts %1."),
                        {sizeText(measured.reading.bytes)}});
    return list;
}

std::string measurementJson(const OwnMeasurement& measured)
{
    const auto settings = [](const std::vector<std::pair<KeyPath, Value>>& changes) {
        Json set = Json::object();
        for (const auto& [key, value] : changes)
            set.add(std::string(key.text()), jsonOf(value));
        return set;
    };
    Json causes = Json::list(measured.causes, [&](const ReadingCause& cause) {
        return Json::object(
            {{"set", settings(cause.changes)}, {"predicted", cause.predicted}, {"off", cause.off}});
    });
    Json lines = Json::list(measured.lines, [](const LikeLine& line) {
        return Json::object(
            {{"label", english(line.label)}, {"formula", line.formula}, {"bytes", line.bytes}});
    });
    const Json json = Json::object(
        {{"format", "highwater-measurement"},
         {"version", 1},
         {"counter", counterName(measured.reading.counter)},
         {"measured", measured.reading.bytes},
         {"predicted", measured.predicted},
         {"difference", measured.difference()},
         {"band90", Json::list(std::array{measured.band.low, measured.band.high})},
         {"place", measured.place},
         {"causes", std::move(causes)},
         {"lines", std::move(lines)},
         {"correction", settings(measured.correction)},
         {"sentences", Json::list(sentencesOf(measured, toEnglish), [](const Text& text) {
              return Json(english(text));
          })}});
    return json.written(2) + "\n";
}

Result<std::string> tableWith(std::string_view table, const Plan& plan, const Catalog& catalog,
                              const OwnReading& reading)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    constexpr std::string_view head
        = "id,source,model,gpus,seq,micro_batch,measured_what,value_GB_or_GiB,unit,plan,notes\n";
    std::string text(table);
    if (withoutBlanks(withoutByteOrderMark(table)).empty())
        text = head;
    if (!text.ends_with('\n'))
        text += '\n';
    CsvReader reader(text);
    std::vector<std::string> names, fields;
    std::size_t rows = 0;
    if (!reader.next(names))
        return reader.problem() ? *reader.problem()
                                : Problem{FieldName{}, {}, {HW_TR("core", "has no header")}};
    while (reader.next(fields))
        ++rows;
    if (reader.problem())
        return *reader.problem();
    const std::vector<std::pair<std::string_view, std::string>> row{
        {"id", "own-" + std::to_string(rows + 1)},
        {"source", "own measurements"},
        {"model", modelName(*resolved)},
        {"gpus", std::to_string(plan.cluster.gpus)},
        {"seq", std::to_string(plan.workload.context)},
        {"micro_batch", std::to_string(plan.workload.microBatch)},
        {"measured_what", measuredWhat(reading.counter)},
        {"value_GB_or_GiB", std::to_string(reading.bytes)},
        {"unit", "bytes"},
        {"plan", shareCode(plan)},
        {"notes", ""}};
    for (const auto& [name, value] : row)
        if (!value.empty() && std::ranges::find(names, name) == names.end())
            return Problem{FieldName{std::string(name)},
                           {},
                           {HW_TR("core",
                                  "is no column of the table; --append begins a new table "
                                  "in a file that is not there")}};
    std::string line;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto known
            = std::ranges::find(row, names[i], &std::pair<std::string_view, std::string>::first);
        line += (i > 0 ? "," : "") + (known == row.end() ? std::string() : quoted(known->second));
    }
    return text + line + "\n";
}

} // namespace highwater
