// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_words.h"

#include "core/configs/tensor_list.h"
#include "core/configs/weight_files.h"
#include "core/exchange/command_line_text.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/json/json_reader.h"
#include "core/methods/estimate_words.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/words/words.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace highwater {
namespace {

/// Whether a word that is no file is meant as a share code.
bool isShareCode(std::string_view word)
{
    const auto code = findShareCode(word);
    return code && code->data() == withoutBlanks(word).data();
}

/// "highwater: note: …", a line for each sentence.
std::string noteLines(const std::vector<std::string>& sentences)
{
    std::string lines;
    for (const std::string& sentence : sentences)
        lines += (lines.empty() ? "highwater: note: " : "\nhighwater: note: ") + sentence;
    return lines;
}

/// The input's notes, and sentences about keys that have no part in an answer.
std::string notesOnKeys(const Input& input, const std::vector<KeyPath>& keys)
{
    std::vector<std::string> sentences;
    for (const Text& sentence : ignoredWords(input.plan.method, keys))
        sentences.push_back(english(sentence));
    return withNotes(input, noteLines(sentences));
}

/// The keys that the plan sets and its answer does not depend on; none of a plan that is refused.
std::vector<KeyPath> ignoredKeysOf(const Plan& plan)
{
    const auto resolved = prepare(plan, builtinCatalog());
    return resolved ? ignoredKeys(plan, *resolved) : std::vector<KeyPath>{};
}

/// "highwater: note: model_type: …", a line for each note.
std::string noteLines(const std::vector<ImportNote>& notes)
{
    std::vector<std::string> sentences;
    for (const ImportNote& note : notes) {
        const std::string field = note.field.empty() ? "" : note.field + ": ";
        sentences.push_back(printable(field + english(note.message)));
    }
    return noteLines(sentences);
}

/// Reads a file of another program, with the weights that lie beside it, into the input's plan.
std::optional<Outcome> import(const std::string& path, std::string_view text,
                              const ModelWeights& weights, Input& input)
{
    input.files.push_back(path);
    ImportFile file{path, text, weights.index};
    file.tensors = weights.tensors ? &*weights.tensors : nullptr;
    auto read = importPlan(file, input.plan, builtinCatalog());
    if (!read)
        return failed(read.problems(), input.name);
    input.plan = std::move(read->plan);
    input.imported.insert(input.imported.end(), read->notes.begin(), read->notes.end());
    input.notes = noteLines(input.imported);
    input.unread.insert(input.unread.end(), read->unread.begin(), read->unread.end());
    input.kind = read->kind;
    return std::nullopt;
}

std::optional<Outcome> import(const std::string& path, std::string_view text, Input& input)
{
    return import(path, text, path == "-" ? ModelWeights() : weightsBeside(path), input);
}

/// Reads the headers of a file of weights into the input's plan.
std::optional<Outcome> importWeights(const std::string& path, Input& input)
{
    const auto weights = weightsAt(path);
    if (!weights)
        return failed(weights.problems(), input.name);
    return import(path, weights->config, *weights, input);
}

/// Reads the plan that a word of the command line names: a file, - for standard input, a share
/// code, or a file or folder of another program.
std::optional<Outcome> readWord(const std::string& word, bool mayBeCommand, Input& input)
{
    const std::string path = modelFileAt(word);
    if (isWeightFile(path)) {
        input.name = excerpt(word);
        return importWeights(path, input);
    }
    auto text = contents(path, mostConfigBytes);
    const int error = errno;
    input.name = word == "-" ? "standard input" : word.empty() ? "\"\"" : excerpt(path);
    std::string place = input.name; // a code has no line and column
    input.isFile = word != "-" && text;
    if (!text && isShareCode(word)) {
        text = word;
        input.name = "share code";
        place.clear();
    }
    if (!text && mayBeCommand && path == word && error == ENOENT)
        return failed(Exit::BadInput,
                      typed(word) + " is neither a command nor a plan; see highwater --help");
    errno = error;
    if (!text)
        return failed(Exit::Unreadable, input.name + ": " + unreadableReason());
    auto read = readPlanOrCode(*text);
    if (!read && importKind({path, *text})) {
        input.isFile = false; // the window must not write over it
        return import(path, *text, input);
    }
    if (!read)
        return failed(read.problems(), place);
    input.plan = *std::move(read);
    input.files.push_back(path);
    return std::nullopt;
}

/// Reads a file that has to be another program's.
std::optional<Outcome> importFile(const std::string& path, Input& input)
{
    if (isWeightFile(path))
        return importWeights(path, input);
    const auto text = contents(path, mostConfigBytes);
    if (!text)
        return failed(Exit::Unreadable, input.name + ": " + unreadableReason());
    return import(path, *text, input);
}

constexpr std::string_view modelFile = "model.config=";

/// --set model.config=FILE: the model of a configuration in a file or a folder.
std::optional<Outcome> readModelFile(const std::string& word, Input& input)
{
    const std::string path = modelFileAt(word);
    Input read = input;
    read.name = excerpt(path);
    if (auto outcome = importFile(path, read))
        return outcome;
    if (!isModel(*read.kind))
        return failed(Exit::BadInput, read.name + ": is no configuration of a model");
    read.name = input.name;
    read.kind = input.kind;
    input = std::move(read);
    return std::nullopt;
}

std::optional<Outcome> applySettings(const CommandWords& words, Input& input)
{
    for (const std::string& setting : words.settings) {
        if (setting.starts_with(modelFile)) {
            if (auto outcome = readModelFile(setting.substr(modelFile.size()), input))
                return outcome;
        } else if (const Problems problems = applySetting(input.plan, setting); !problems.empty()) {
            return failed(problems);
        }
    }
    return std::nullopt;
}

} // namespace

std::string withNotes(const Input& input, const std::string& lines)
{
    const char* const between = input.notes.empty() || lines.empty() ? "" : "\n";
    return input.notes + between + lines;
}

std::string ignoredNotes(const Input& input)
{
    return notesOnKeys(input, ignoredKeysOf(input.plan));
}

std::string unreadNotes(const Input& input, std::optional<KeyPath> axis)
{
    std::vector<KeyPath> keys = ignoredKeysOf(input.plan);
    if (axis && std::ranges::find(keys, *axis) == keys.end())
        keys.push_back(*axis);
    const Method& method = methodOf(input.plan.method);
    std::erase_if(keys, [&](KeyPath key) { return methodReads(method, key); });
    return notesOnKeys(input, keys);
}

Outcome failed(Exit exit, std::string_view reason)
{
    constexpr std::size_t longest = 400;
    return {exit, {}, "highwater: " + excerpt(reason, longest)};
}

Outcome failed(const Problems& problems, const std::string& file)
{
    std::string line;
    if (!file.empty())
        line = file + (problems.front().place.empty() ? ": " : ":");
    line += english(problems.front());
    if (problems.size() > 1)
        line += " (and " + std::to_string(problems.size() - 1) + " more)";
    return failed(Exit::BadInput, line);
}

std::optional<std::string> sortWords(const std::vector<std::string>& arguments,
                                     const Grammar& grammar, CommandWords& words)
{
    const auto knows = [](const std::vector<std::string_view>& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    const std::string help = "; see highwater " + arguments.front() + " --help";
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        std::string name = arguments[i];
        if (!name.starts_with("-") || name == "-") {
            if (words.plain.size() == grammar.mostWords)
                return "unexpected argument " + typed(name) + help;
            words.plain.push_back(name);
            continue;
        }
        if (knows(grammar.flags, name)) {
            words.flags.push_back(name);
            continue;
        }
        std::optional<std::string> value;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        if (value && knows(grammar.flags, name)) {
            const std::string start = name + "=";
            const auto known = std::ranges::find_if(
                grammar.flags, [&](std::string_view flag) { return flag.starts_with(start); });
            return name + " takes no value"
                + (known == grammar.flags.end()
                       ? std::string()
                       : " but " + std::string(known->substr(start.size())));
        }
        if (!knows(grammar.options, name))
            return "unknown option " + typed(name) + help;
        if (!value && i + 1 < arguments.size())
            value = arguments[++i];
        if (!value)
            return name + " needs a value";
        if (name == "--set")
            words.settings.push_back(*value);
        else
            words.values.emplace_back(name, *value);
    }
    return std::nullopt;
}

std::optional<Outcome> readInput(const CommandWords& words, Input& input)
{
    if (!words.plain.empty())
        if (auto outcome = readWord(words.plain.front(), false, input))
            return outcome;
    return applySettings(words, input);
}

std::optional<Outcome> readImport(const CommandWords& words, Input& input)
{
    for (const std::string& word : words.plain) {
        const std::string path = modelFileAt(word);
        input.name = word == "-" ? "standard input" : excerpt(path);
        if (auto outcome = importFile(path, input))
            return outcome;
    }
    return applySettings(words, input);
}

Outcome readPlans(const std::vector<std::string>& words, std::vector<GivenPlan>& plans)
{
    for (const std::string& word : words) {
        Input input;
        if (const auto outcome = readWord(word, true, input))
            return *outcome;
        plans.push_back({std::move(input.plan), input.isFile || (input.kind && word != "-")});
    }
    return {};
}

std::optional<Outcome> refuseOverwriting(const Input& input, const std::string& output)
{
    for (const std::string& file : input.files) {
        std::error_code error;
        if (std::filesystem::equivalent(file, output, error))
            return failed(Exit::BadInput,
                          "-o " + excerpt(output)
                              + ": is the file that was read; name another one");
    }
    return std::nullopt;
}

Problems readLimits(const CommandWords& words, std::optional<double>& days,
                    std::optional<double>& price)
{
    for (const auto& [option, limit] :
         {std::pair{"--within", &days}, std::pair{"--under", &price}}) {
        const auto given = words.value(option);
        if (!given)
            continue;
        *limit = realIn(*given);
        if (!*limit || !(**limit > 0))
            return {
                {std::string(option), typed(*given), {HW_TR("core", "must be a number above 0")}}};
    }
    return {};
}

Result<std::vector<std::string>> listOf(const char* option, std::string_view text, std::size_t most)
{
    std::vector<std::string> parts;
    while (parts.size() <= most) {
        const std::size_t comma = std::min(text.find(','), text.size());
        parts.emplace_back(text.substr(0, comma));
        const auto same = std::ranges::find(parts, parts.back());
        if (same + 1 != parts.end())
            return Problem{std::string(option), typed(*same), {HW_TR("core", "is written twice")}};
        if (comma == text.size())
            return parts;
        text.remove_prefix(comma + 1);
    }
    return Problem{std::string(option),
                   typed(std::string(text)),
                   {HW_TR("core", "must have at most %1 names"), {std::to_string(most)}}};
}

Result<std::string> languageOf(const CommandWords& words)
{
    const auto& languages = languageCodes();
    std::string language = words.value("--lang").value_or(languages.front());
    if (std::ranges::find(languages, language) != languages.end())
        return language;
    return unknownLanguage(language);
}

std::optional<Outcome> refuseSeveral(const CommandWords& words,
                                     std::initializer_list<std::string_view> forms)
{
    std::string_view first;
    for (const std::string_view form : forms) {
        if (!words.has(form))
            continue;
        if (!first.empty())
            return failed(Exit::BadInput,
                          std::string(first) + " and " + std::string(form) + " exclude each other");
        first = form;
    }
    return std::nullopt;
}

} // namespace highwater
