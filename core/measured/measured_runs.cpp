// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measured_runs.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace highwater {

/// A column by its name, and the member for its value: a text, a whole number or a number.
struct RunColumn
{
    std::string_view name;
    bool required = false;
    std::string MeasuredRun::*text = nullptr;
    std::optional<std::int64_t> MeasuredRun::*whole = nullptr;
    std::optional<double> MeasuredRun::*real = nullptr;
};

namespace {

constexpr RunColumn textColumn(std::string_view name, std::string MeasuredRun::*text,
                               bool required = false)
{
    return {name, required, text};
}

constexpr RunColumn wholeColumn(std::string_view name,
                                std::optional<std::int64_t> MeasuredRun::*whole,
                                bool required = false)
{
    return {name, required, nullptr, whole};
}

constexpr std::array columns{
    textColumn("id", &MeasuredRun::id, true),
    textColumn("source", &MeasuredRun::source),
    textColumn("model", &MeasuredRun::model, true),
    wholeColumn("layers", &MeasuredRun::layers),
    wholeColumn("hidden", &MeasuredRun::hidden),
    wholeColumn("heads", &MeasuredRun::heads),
    wholeColumn("kv_heads", &MeasuredRun::kvHeads),
    wholeColumn("ffn", &MeasuredRun::ffn),
    wholeColumn("vocab", &MeasuredRun::vocab),
    RunColumn{"params", false, nullptr, nullptr, &MeasuredRun::params},
    wholeColumn("gpus", &MeasuredRun::gpus, true),
    textColumn("gpu_type", &MeasuredRun::gpuType),
    wholeColumn("dp", &MeasuredRun::dp),
    wholeColumn("tp", &MeasuredRun::tp),
    wholeColumn("pp", &MeasuredRun::pp),
    wholeColumn("cp", &MeasuredRun::cp),
    textColumn("zero_or_fsdp", &MeasuredRun::sharding),
    textColumn("offload", &MeasuredRun::offload),
    textColumn("recompute", &MeasuredRun::recompute),
    textColumn("attention", &MeasuredRun::attention),
    textColumn("optimizer", &MeasuredRun::optimizer),
    textColumn("precision", &MeasuredRun::precision),
    textColumn("grad_dtype", &MeasuredRun::gradDtype),
    wholeColumn("seq", &MeasuredRun::seq, true),
    wholeColumn("micro_batch", &MeasuredRun::microBatch, true),
    textColumn("measured_what", &MeasuredRun::measuredWhat, true),
    textColumn("value_GB_or_GiB", &MeasuredRun::value, true),
    textColumn("unit", &MeasuredRun::unit, true),
    wholeColumn("grad_accum", &MeasuredRun::gradAccum),
    textColumn("tp_mode", &MeasuredRun::tpMode),
    textColumn("stage", &MeasuredRun::stage),
    wholeColumn("capacity_mib", &MeasuredRun::capacityMib),
    textColumn("framework", &MeasuredRun::framework),
    textColumn("group", &MeasuredRun::group),
    textColumn("settings", &MeasuredRun::settings),
    textColumn("plan", &MeasuredRun::plan),
    RunColumn{speedColumn, false, nullptr, nullptr, &MeasuredRun::tokensPerSecondPerGpu},
};
constexpr std::string_view notesColumn = "notes";

/// A whole number at the start of a text, with or without separators: "4,194,304 of …".
std::optional<std::int64_t> leadingNumber(std::string_view text)
{
    std::string digits;
    for (const char letter : text) {
        if (letter >= '0' && letter <= '9')
            digits += letter;
        else if (letter != ',' || digits.empty())
            break;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc())
        return std::nullopt;
    return number;
}

/// A phrase of the notes, and the function that reads the clause after it.
struct NotePhrase
{
    std::string_view phrase;
    void (*take)(RunNotes&, std::string_view after);
};

template <std::optional<std::int64_t> RunNotes::*field>
void takeNumber(RunNotes& notes, std::string_view after)
{
    if (!(notes.*field))
        notes.*field = leadingNumber(after);
}

template <std::string RunNotes::*field> void takeText(RunNotes& notes, std::string_view after)
{
    if ((notes.*field).empty())
        notes.*field = withoutBlanks(after);
}

template <bool RunNotes::*field> void takeSign(RunNotes& notes, std::string_view)
{
    notes.*field = true;
}

constexpr std::array phrases{
    NotePhrase{"grad_accum=", takeNumber<&RunNotes::gradAccum>},
    NotePhrase{"grad accum ", takeNumber<&RunNotes::gradAccum>},
    NotePhrase{"global batch ", takeNumber<&RunNotes::globalBatch>}, // "1024 x 4096"
    NotePhrase{"GBS ", takeNumber<&RunNotes::globalBatch>},
    NotePhrase{"BS per device/global = ",
               [](RunNotes& notes, std::string_view after) { // "1/64"
                   const std::size_t slash = after.find('/');
                   if (slash != std::string_view::npos)
                       notes.globalBatch = leadingNumber(after.substr(slash + 1));
               }},
    NotePhrase{"value is the SUM over ", takeNumber<&RunNotes::gpusSummed>},
    NotePhrase{"trainable params ", takeNumber<&RunNotes::trainable>},
    NotePhrase{"VPP", takeNumber<&RunNotes::virtualPipeline>},
    NotePhrase{"EP=", takeNumber<&RunNotes::expertParallel>},
    NotePhrase{"method=",
               [](RunNotes& notes, std::string_view after) { // "lora (config phi-2/lora.yaml)"
                   takeText<&RunNotes::method>(notes, after.substr(0, after.find(" (config")));
               }},
    NotePhrase{"quantization ", takeText<&RunNotes::quantization>},
    NotePhrase{"cumulative: ", takeText<&RunNotes::cumulative>},
    NotePhrase{"tp_mode REDUCE_SCATTER",
               [](RunNotes& notes, std::string_view) { notes.tpMode = "REDUCE_SCATTER"; }},
    NotePhrase{"tp_mode ALL_REDUCE",
               [](RunNotes& notes, std::string_view) { notes.tpMode = "ALL_REDUCE"; }},
    NotePhrase{"FIRST pipeline stage", takeSign<&RunNotes::firstStage>},
    NotePhrase{"CONFLICT:", takeSign<&RunNotes::contradictory>},
    NotePhrase{"ODD:", takeSign<&RunNotes::contradictory>},
    NotePhrase{"recipe flags",
               [](RunNotes& notes, std::string_view after) { // "(AC, optimizer) … are not printed"
                   notes.recipeOpen = after.find("not printed") != std::string_view::npos;
               }},
    NotePhrase{"one operator, not a model", takeSign<&RunNotes::oneOperator>},
    NotePhrase{"float8", takeSign<&RunNotes::float8>},
    NotePhrase{"compile", takeSign<&RunNotes::compiled>},
    NotePhrase{"eager", takeSign<&RunNotes::eager>},
    NotePhrase{"nvidia-smi", takeSign<&RunNotes::deviceReading>},
};

bool isWordByte(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z')
        || (letter >= 'a' && letter <= 'z') || letter == '_';
}

/// Whole numbers may be written as reals: 6805000000.0.
std::optional<std::int64_t> wholeOf(std::string_view text)
{
    constexpr double most = 1e15; // below this a double is exact
    const auto value = realOf(text);
    if (!value || *value != std::floor(*value) || std::abs(*value) > most)
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

void take(MeasuredRun& run, const RunColumn& column, std::string_view text)
{
    if (column.text) {
        run.*column.text = text;
        return;
    }
    const auto whole = column.whole ? wholeOf(text) : std::nullopt;
    const auto real = column.real ? realOf(text) : std::nullopt;
    if (column.whole)
        run.*column.whole = whole;
    else
        run.*column.real = real;
    if (!whole && !real && run.notANumber.empty())
        run.notANumber = column.name;
}

} // namespace

RunNotes notesOf(std::string_view text)
{
    RunNotes notes;
    for (const NotePhrase& known : phrases) {
        std::size_t at = text.find(known.phrase);
        while (at != std::string_view::npos && at > 0 && isWordByte(text[at - 1]))
            at = text.find(known.phrase, at + 1);
        if (at == std::string_view::npos)
            continue;
        const std::string_view after = text.substr(at + known.phrase.size());
        known.take(notes, after.substr(0, after.find(';')));
    }
    return notes;
}

RunReader::RunReader(std::string_view csv)
    : m_reader(csv)
{
    readHeader();
}

void RunReader::readHeader()
{
    std::vector<std::string> names;
    if (!m_reader.next(names)) {
        if (!m_reader.problem())
            m_problem = Problem{{}, {}, {HW_TR("core", "has no header row")}, "1:1"};
        return;
    }
    const auto wrong = [&](std::string_view name, Text message) {
        if (!m_problem)
            m_problem = Problem{excerpt(name), {}, std::move(message), "1:1"};
    };
    for (std::string& name : names)
        name = std::string(withoutBlanks(name));
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (!name->empty() && std::find(names.begin(), name, *name) != name)
            wrong(*name, {HW_TR("core", "is the name of two columns")});
        static constexpr RunColumn notes{notesColumn};
        const auto known = std::ranges::find(columns, *name, &RunColumn::name);
        m_columns.push_back(known != columns.end()     ? &*known
                                : *name == notesColumn ? &notes
                                                       : nullptr);
    }
    for (const RunColumn& column : columns)
        if (column.required && std::ranges::find(names, column.name) == names.end())
            wrong(column.name, {HW_TR("core", "is missing: measured runs need this column")});
}

bool RunReader::next(MeasuredRun& run)
{
    if (m_problem || !m_reader.next(m_fields))
        return false;
    run = {};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const RunColumn* column = m_columns[i];
        const std::string_view text = withoutBlanks(m_fields[i]);
        if (!column || text.empty())
            continue;
        if (column->name == notesColumn)
            run.notes = notesOf(text);
        else
            take(run, *column, text);
    }
    return true;
}

} // namespace highwater
