// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/configs/import.h"
#include "core/json/json_reader.h"
#include "core/plan/bytes.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/rehearsal/longest.h"
#include "core/rehearsal/rehearse.h"
#include "reports.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace highwater {
namespace {

/// The values of the command line that a rehearsal asks for.
class RehearsalWords
{
public:
    explicit RehearsalWords(const CommandWords& words)
        : m_words(words)
    { }

    std::optional<std::int64_t> number(const char* option, std::int64_t least, std::int64_t most)
    {
        const auto text = m_words.value(option);
        if (!text)
            return std::nullopt;
        const auto value = wholeIn(*text);
        if (value && *value >= least && *value <= most)
            return value;
        refuse(option, *text,
               {HW_TR("core", "must be a whole number from %1 to %2"),
                {grouped(least), grouped(most)}});
        return std::nullopt;
    }
    std::optional<Bytes> bytes(const char* option)
    {
        const auto text = m_words.value(option);
        if (!text)
            return std::nullopt;
        const auto value = parsed(keyOf("cluster.capacity"), *text);
        if (const auto* whole = value ? std::get_if<std::int64_t>(&*value) : nullptr)
            return *whole;
        refuse(option, *text, HW_TR("core", "must be a whole number of bytes"));
        return std::nullopt;
    }
    std::vector<std::int64_t> list(const char* option, std::int64_t most)
    {
        std::vector<std::int64_t> numbers;
        const auto text = m_words.value(option);
        for (std::string_view rest = text ? std::string_view(*text) : std::string_view();
             text && m_problems.empty();) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            const auto number = wholeIn(rest.substr(0, comma));
            if (!number || *number < 0 || *number > most)
                refuse(option, *text,
                       {HW_TR("core", "must be ranks from 0 to %1 with commas between"),
                        {grouped(most)}});
            else
                numbers.push_back(*number);
            if (comma == rest.size())
                break;
            rest.remove_prefix(comma + 1);
        }
        return numbers;
    }
    const Problems& problems() const { return m_problems; }

private:
    void refuse(const char* option, const std::string& text, Text message)
    {
        m_problems.push_back({std::string(option), typed(text), std::move(message)});
    }

    const CommandWords& m_words;
    Problems m_problems;
};

/// The request of a command line, without its plan.
Result<RehearsalRequest> readRequest(const CommandWords& words, std::vector<std::string> command)
{
    constexpr std::int64_t mostRanks = 1 << 20, mostSteps = 1000, mostSeconds = 1'000'000;
    const auto card = words.value("--card");
    if (!card)
        return Problem{std::string("--card"), {}, {HW_TR("core", "is missing")}};
    RehearsalWords read(words);
    RehearsalRequest request;
    request.command = std::move(command);
    request.world = read.number("--ranks", 1, mostRanks);
    request.ranks = read.list("--rank", request.world.value_or(mostRanks) - 1);
    request.steps = read.number("--steps", 1, mostSteps).value_or(request.steps);
    if (const auto seconds = read.number("--timeout", 1, mostSeconds))
        request.most = std::chrono::seconds(*seconds);
    const auto memory = read.bytes("--memory");
    if (!read.problems().empty())
        return read.problems();
    auto found = rehearsedCard(*card, memory, builtinCatalog());
    if (!found)
        return found.problems();
    request.card = std::move(*found);
    request.withoutWeights = words.has("--without-weights");
    request.network = words.has("--network");
    request.writesAnywhere = words.has("--write-anywhere");
    if (const auto data = words.value("--data")) {
        if (*data != "made")
            return Problem{std::string("--data"), typed(*data), {HW_TR("core", "must be made")}};
        request.madeData = true;
    }
    if (const auto routing = words.value("--routing")) {
        if (*routing != "balanced" && *routing != "first")
            return Problem{std::string("--routing"),
                           typed(*routing),
                           {HW_TR("core", "must be balanced or first")}};
        request.firstExperts = *routing == "first";
    }
    request.recording = words.value("--output").value_or(words.value("-o").value_or(""));
    return request;
}

/// Whether a word of the command may be a file of settings.
bool mayBeSettings(const std::string& word)
{
    for (const char* end : {".json", ".yaml", ".yml", ".toml"})
        if (word.ends_with(end))
            return true;
    return false;
}

/// The plan that the files say which the command names; null where none is known. A file that
/// cannot be read as a plan is the script's own matter.
std::optional<Plan> planOfCommand(const RehearsalRequest& request)
{
    Plan plan;
    plan.cluster.device = request.card.id;
    plan.cluster.gpus = request.world.value_or(1);
    plan.cluster.gpusPerNode = std::min<std::int64_t>(plan.cluster.gpus, 8);
    bool known = false;
    for (const std::string& word : request.command) {
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string path = equals == std::string::npos ? word : word.substr(equals + 1);
        std::error_code error;
        if (!mayBeSettings(path) || !std::filesystem::is_regular_file(path, error))
            continue;
        const auto text = contents(path, mostConfigBytes);
        if (!text || !importKind({path, *text}))
            continue;
        auto read = importPlan({path, *text}, plan, builtinCatalog());
        if (!read)
            continue;
        plan = std::move(read->plan);
        known = true;
        // The command says the number of GPUs where the file does not.
        const bool assumed = std::ranges::any_of(
            read->notes, [](const ImportNote& note) { return note.field == "cluster.gpus"; });
        const std::int64_t world = request.world.value_or(1);
        if (assumed && plan.cluster.gpus == 1 && world > 1) {
            plan.cluster.gpus = world;
            if (plan.workload.globalBatch)
                *plan.workload.globalBatch = bounded::times(*plan.workload.globalBatch, world);
        }
    }
    return known ? std::optional(plan) : std::nullopt;
}

/// The plan to compare with: the one that is named, or that of the command's files.
std::optional<Outcome> readPlanOf(CommandWords& words, RehearsalRequest& request)
{
    const auto named = words.value("--plan");
    if (!named && words.settings.empty()) {
        request.plan = planOfCommand(request);
        return std::nullopt;
    }
    if (named)
        words.plain.push_back(*named);
    Input input;
    if (!named)
        input.plan = planOfCommand(request).value_or(Plan());
    if (auto outcome = readInput(words, input))
        return outcome;
    request.plan = std::move(input.plan);
    return std::nullopt;
}

/// Refuses a recording that could not be kept, before the command runs.
std::optional<Outcome> refuseRecording(const std::string& path)
{
    if (path.empty())
        return std::nullopt;
    std::error_code error;
    const auto folder = std::filesystem::absolute(path, error).parent_path();
    if (std::filesystem::is_directory(folder, error) && !std::filesystem::is_directory(path, error))
        return std::nullopt;
    return failed(Exit::Unreadable,
                  excerpt(path) + ": cannot be written: name a file in a folder that exists");
}

/// One line on stdout for programs, or on stderr for a person, as soon as it is known.
void sayNow(std::FILE* stream, const std::string& line)
{
    std::fputs((line + "\n").c_str(), stream);
    std::fflush(stream);
}

RehearsalWatcher eventLines()
{
    return {[](const PythonEnvironment& found, std::size_t) {
                sayNow(stdout,
                       Json::object({{"event", "found"},
                                     {"python", found.version},
                                     {"torch", found.torch.version},
                                     {"cuda", found.torch.cuda}})
                           .onOneLine());
            },
            [](const StepProgress& step) {
                sayNow(stdout,
                       Json::object({{"event", "step"},
                                     {"rank", step.rank},
                                     {"step", step.step},
                                     {"steps", step.steps},
                                     {"allocated", step.allocated},
                                     {"reserved", step.reserved}})
                           .onOneLine());
            }};
}

RehearsalWatcher progressLines()
{
    return {[](const PythonEnvironment& found, std::size_t standIns) {
                sayNow(stderr,
                       "highwater: PyTorch " + found.torch.version + " for CUDA " + found.torch.cuda
                           + ", Python " + found.version + " (" + printable(found.python) + "); "
                           + filled("%1 {library stands|libraries stand} in for CUDA",
                                    {std::to_string(standIns)}));
            },
            [](const StepProgress& step) {
                sayNow(stderr,
                       "highwater: rank " + std::to_string(step.rank) + ", step "
                           + std::to_string(step.step) + " of " + std::to_string(step.steps)
                           + ": allocated " + inGib(step.allocated) + ", reserved "
                           + inGib(step.reserved) + " GiB");
            }};
}

Exit exitOf(RehearsalEnd end)
{
    switch (end) {
    case RehearsalEnd::Steps:
    case RehearsalEnd::Early:
        return Exit::Done;
    case RehearsalEnd::OutOfMemory:
        return Exit::DoesNotFit;
    case RehearsalEnd::NoStep:
    case RehearsalEnd::NoTorch:
    case RehearsalEnd::Error:
    case RehearsalEnd::Stopped:
    case RehearsalEnd::TimedOut:
        break;
    }
    return Exit::Unreadable;
}

/// The verdict, and the advice where there is one.
std::vector<Text> sentencesOf(const Rehearsal& found)
{
    std::vector<Text> said{rehearsalVerdict(found)};
    if (const auto advice = rehearsalAdvice(found))
        said.push_back(*advice);
    return said;
}

/// The end that a person has to know of beside the answer, on one line.
std::string errorLine(const Rehearsal& found)
{
    if (exitOf(found.end) != Exit::Unreadable)
        return {};
    std::vector<std::string> said;
    for (const Text& text : sentencesOf(found))
        said.push_back(english(text));
    return "highwater: " + joined(said, "; ");
}

/// With sentences for a window, which puts them into its own language.
std::string answerEvent(const Json& json, const std::vector<Text>& said)
{
    const auto idOf = [](const Text& text) {
        return Json::object({{"text", text.id}, {"arguments", Json::list(text.arguments)}});
    };
    Json event = Json::object({{"event", "answer"}, {"said", Json::list(said, idOf)}});
    for (const Json::Member& member : json.members())
        event.add(member.key, member.value);
    return event.onOneLine() + "\n";
}

std::string answerOf(const CommandWords& words, const Json& json, const std::string& report,
                     const std::vector<Text>& said)
{
    if (words.has("--json"))
        return json.written(2) + "\n";
    return words.has("--events") ? answerEvent(json, said) : report;
}

Outcome runOnce(const CommandWords& words, const RehearsalRequest& request,
                const RehearsalFiles& files, const RehearsalWatcher& watcher)
{
    const auto stage = prepareRehearsal(request, files);
    const auto found
        = stage ? rehearse(request, *stage, watcher) : Result<Rehearsal>(stage.problems());
    if (!found) {
        Outcome refused = failed(found.problems());
        if (words.has("--events"))
            refused.output = answerEvent(Json::object({{"ended", "refused"}}),
                                         {found.problems().front().message});
        return refused;
    }
    Outcome outcome{
        exitOf(found->end),
        answerOf(words, rehearsalJson(*found), rehearsalReport(*found), sentencesOf(*found)),
        errorLine(*found)};
    if (outcome.exit == Exit::Done && found->recording != request.recording)
        outcome = {Exit::Unreadable, outcome.output,
                   "highwater: " + excerpt(request.recording) + ": the recording was not kept"};
    return outcome;
}

Outcome runLongest(const CommandWords& words, const RehearsalRequest& request,
                   const RehearsalFiles& files, const RehearsalWatcher& watcher)
{
    RehearsalWords read(words);
    const std::string key = *words.value("--longest");
    constexpr std::int64_t mostValue = std::int64_t{1} << 40;
    LongestQuestion question{key, 1, mostValue};
    question.from = read.number("--from", 1, mostValue).value_or(defaultFrom(key));
    question.to = read.number("--to", 1, mostValue).value_or(defaultTo(key));
    if (!read.problems().empty())
        return failed(read.problems());
    const auto found = longestOf(question, request, files, watcher);
    if (!found)
        return failed(found.problems());
    const bool answered = found->failed == std::nullopt;
    return {!answered           ? Exit::Unreadable
                : found->answer ? Exit::Done
                                : Exit::DoesNotFit,
            answerOf(words, longestJson(*found), longestReport(*found), {}),
            answered ? std::string() : errorLine(*found->failed)};
}

} // namespace

Outcome runRehearse(const std::vector<std::string>& arguments)
{
    const auto dashes = std::ranges::find(arguments, "--");
    if (dashes == arguments.end() || dashes + 1 == arguments.end())
        return failed(Exit::BadInput,
                      "the command to rehearse is missing: write it after --; see highwater "
                      "rehearse --help");
    CommandWords words;
    const Grammar grammar{
        {"--json", "--events", "--without-weights", "--network", "--write-anywhere"},
        {"--card", "--memory", "--ranks", "--rank", "--steps", "--data", "--routing", "--plan",
         "--set", "--longest", "--from", "--to", "--timeout", "-o", "--output"},
        0};
    if (const auto wrong = sortWords({arguments.begin(), dashes}, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--events"}))
        return *outcome;
    auto request = readRequest(words, {dashes + 1, arguments.end()});
    if (!request)
        return failed(request.problems());
    if (const auto outcome = readPlanOf(words, *request))
        return *outcome;
    if (const auto outcome = refuseRecording(request->recording))
        return *outcome;
    const auto files = rehearsalFiles();
    if (!files)
        return failed(Exit::Unreadable, english(files.problems().front()));
    const RehearsalWatcher watcher = words.has("--events") ? eventLines() : progressLines();
    return (words.value("--longest") ? runLongest : runOnce)(words, *request, *files, watcher);
}

} // namespace highwater
