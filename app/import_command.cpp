// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/answers.h"
#include "core/exchange/plan_file.h"
#include "core/json/json_reader.h"
#include "core/ledger/resolve.h"

namespace highwater {
namespace {

std::string importJson(const Input& input, const Shape& shape)
{
    Json notes = Json::array();
    for (const ImportNote& note : input.imported)
        notes.append(Json::object({{"field", note.field}, {"message", english(note.message)}}));
    const auto plan = readJson(writePlan(input.plan));
    const Json json = Json::object({{"format", "highwater-import"},
                                    {"version", 1},
                                    {"kind", nameOf(*input.kind)},
                                    {"model", countsJson(shape)},
                                    {"notes", notes},
                                    {"unread", Json::list(input.unread)},
                                    {"plan", plan ? *plan : Json()}});
    return json.written(2) + "\n";
}

} // namespace

Outcome runImport(const std::vector<std::string>& arguments)
{
    CommandWords words;
    constexpr std::size_t mostFiles = 16; // of one run
    const Grammar grammar{{"--json"}, {"--set", "-o", "--output"}, mostFiles};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (words.plain.empty())
        return failed(Exit::BadInput,
                      "import needs a file or a folder; see highwater import --help");
    const auto file = words.value("--output") ? words.value("--output") : words.value("-o");
    if (file && file->empty())
        return failed(Exit::BadInput, "-o needs a value");
    Input input;
    if (const auto outcome = readImport(words, input))
        return *outcome;
    if (file)
        if (const auto outcome = refuseOverwriting(input, *file))
            return *outcome;
    const auto shape = shapeOf(input.plan.model, builtinCatalog());
    if (!shape)
        return failed(shape.problems(), input.name);
    const std::string plan = writePlan(input.plan);
    Outcome outcome{Exit::Done, {}, input.notes, {}};
    if (words.has("--json"))
        outcome.output = importJson(input, *shape);
    else if (!file)
        outcome.output = plan;
    if (file)
        outcome.file = OutputFile{*file, plan};
    return outcome;
}

} // namespace highwater
