// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/rehearse.h"

#include "core/json/json_reader.h"
#include "core/plan/file_start.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/recording/recording.h"
#include "core/rehearsal/command_python.h"
#include "core/rehearsal/confinement.h"
#include "core/rehearsal/cuda_binaries.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ranges>
#include <sstream>
#include <utility>

namespace highwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostReports = 4096;
constexpr std::size_t mostHolders = 20;

/// A path variable with a folder before what it has.
std::string before(const char* name, const std::string& folder)
{
    const std::string rest = environmentVariable(name);
    return rest.empty() ? folder : folder + ":" + rest;
}

/// "12" of "process-12.json"; null for another name.
std::optional<std::int64_t> pidOf(const std::string& name, std::string_view start,
                                  std::string_view end)
{
    if (!name.starts_with(start) || !name.ends_with(end)
        || name.size() <= start.size() + end.size())
        return std::nullopt;
    return wholeIn(
        std::string_view(name).substr(start.size(), name.size() - start.size() - end.size()));
}

/// The text of a report, cut where none can be that long. Only regular files: a script may have put
/// a pipe there.
std::string reportText(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error)))
        return {};
    return startOfFile(path, mostConfigBytes + 1);
}

/// The names of the folder's files, in their order.
std::vector<std::string> reportNames(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator() && names.size() < mostReports;
         entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// Removes what the processes wrote for themselves alone: files, and folders that are empty then.
/// written.txt names folders before what they hold. Of a confined command only those in its
/// folders: it may have named others.
void removeWritten(const std::string& reports, const ChildCommand& child,
                   const Result<ChildResult>& ran)
{
    constexpr std::size_t mostWritten = 10'000;
    std::istringstream names(reportText(reports + "/written.txt"));
    std::vector<std::string> written;
    for (std::string name; written.size() < mostWritten && std::getline(names, name);)
        written.push_back(std::move(name));
    for (const std::string& name : written | std::views::reverse) {
        std::error_code error;
        if (!ran || !ran->writesWereConfined || liesIn(*child.writable, name))
            fs::remove(name, error);
    }
}

/// Tells of steps as processes finish them, and knows when all that were asked for are there.
class StepWatch
{
public:
    StepWatch(std::string folder, std::size_t ranks, RehearsalWatcher watcher)
        : m_folder(std::move(folder))
        , m_ranks(ranks)
        , m_watcher(std::move(watcher))
    { }

    bool isFinished()
    {
        std::size_t done = 0;
        for (const std::string& name : reportNames(m_folder)) {
            if (pidOf(name, "progress-", ".jsonl"))
                tell(name);
            else if (pidOf(name, "process-", ".json"))
                done += hasAllSteps(name) ? 1 : 0;
        }
        return done >= m_ranks;
    }

private:
    void tell(const std::string& name)
    {
        std::streamoff& at = m_told[name];
        std::ifstream stream(m_folder + "/" + name, std::ios::binary);
        stream.seekg(at);
        constexpr std::size_t longestLine = 4096;
        std::string line;
        while (std::getline(stream, line) && !stream.eof()) {
            at = stream.tellg();
            const auto step = line.size() < longestLine ? readStepProgress(line) : std::nullopt;
            if (step && m_watcher.step)
                m_watcher.step(*step);
        }
    }
    /// A report is written once, so that it is read once.
    bool hasAllSteps(const std::string& name)
    {
        const auto [known, isNew] = m_ended.try_emplace(name, false);
        if (isNew) {
            const auto report = readProcessReport(reportText(m_folder + "/" + name), name);
            known->second = report && report->end == ProcessEnd::Steps && !report->launched;
        }
        return known->second;
    }

    std::string m_folder;
    std::size_t m_ranks;
    RehearsalWatcher m_watcher;
    std::map<std::string, std::streamoff> m_told;
    std::map<std::string, bool> m_ended;
};

std::string listOfRanks(const std::vector<std::int64_t>& ranks)
{
    std::vector<std::string> words;
    for (const std::int64_t rank : ranks)
        words.push_back(std::to_string(rank));
    return joined(words, ",");
}

/// The devices that each process sees: those that a launcher shares out, or that the person names.
std::int64_t devicesFor(const RehearsalRequest& request)
{
    constexpr std::int64_t ofANode = 8;
    if (const auto processes = launchedProcesses(request.command))
        return std::min<std::int64_t>(*processes, 64);
    const std::string visible = environmentVariable("CUDA_VISIBLE_DEVICES");
    if (!visible.empty() && !request.world)
        return 1 + std::ranges::count(visible, ',');
    return std::clamp<std::int64_t>(request.world.value_or(1), 1, ofANode);
}

/// Processes that end at once do not remove their own temporary files: these go with the rehearsal.
std::string temporaryFolder(const RehearsalStage& stage)
{
    return stage.folder->path() + "/temporary";
}

ChildCommand childOf(const RehearsalRequest& request, const RehearsalStage& stage,
                     const std::string& reports)
{
    ChildCommand child{request.command, {}, "HIGHWATER_REHEARSAL", request.network};
    if (!request.writesAnywhere) {
        child.writable = writableFolders(stage.folder->path());
        child.variables = cacheVariables(temporaryFolder(stage));
    }
    for (auto& [name, value] : variablesOf(request.card, devicesFor(request)))
        child.variables.emplace_back(name, value);
    const auto set = [&](const char* name, std::optional<std::string> value) {
        child.variables.emplace_back(name, std::move(value));
    };
    set("HIGHWATER_DEVICE_CUDA", stage.environment.torch.cuda);
    set("HIGHWATER_DEVICE_REPORT", reports);
    set("HIGHWATER_REHEARSAL", reports);
    set("HIGHWATER_REHEARSAL_STEPS", std::to_string(request.steps));
    set("HIGHWATER_REHEARSAL_RECORD", "1");
    if (request.world)
        set("HIGHWATER_REHEARSAL_RANKS", std::to_string(*request.world));
    if (!request.ranks.empty())
        set("HIGHWATER_REHEARSAL_RANK", listOfRanks(request.ranks));
    if (request.withoutWeights)
        set("HIGHWATER_REHEARSAL_WITHOUT_WEIGHTS", "1");
    if (request.madeData)
        set("HIGHWATER_REHEARSAL_DATA", "made");
    if (request.firstExperts)
        set("HIGHWATER_REHEARSAL_ROUTING", "first");
    if (request.network)
        set("HIGHWATER_REHEARSAL_NETWORK", "1");
    set("LD_PRELOAD", before("LD_PRELOAD", stage.preload));
    set("PYTHONPATH", before("PYTHONPATH", stage.python));
    set("TRITON_LIBCUDA_PATH", stage.libraries);
    set("TMPDIR", temporaryFolder(stage));
    set("CUDA_VISIBLE_DEVICES", std::nullopt); // counted above; a rehearsal has no others
    return child;
}

std::optional<RehearsalEnd> endOfStop(ChildStop stop)
{
    if (stop == ChildStop::Signal)
        return RehearsalEnd::Stopped;
    if (stop == ChildStop::TimedOut)
        return RehearsalEnd::TimedOut;
    return std::nullopt;
}

/// Pieces of work by which the card is behind the program at most: what a queue of CUDA takes
/// before a launch waits.
constexpr const char* mostBehind = "1000";

/// The same command once more, on a card that is far behind.
std::optional<Rehearsal> runBehind(ChildCommand child, const RehearsalRequest& request,
                                   const std::string& reports)
{
    std::error_code error;
    fs::remove_all(reports, error); // of the run before
    if (!fs::create_directory(reports, error))
        return std::nullopt;
    child.variables.emplace_back("HIGHWATER_DEVICE_BEHIND", mostBehind);
    child.variables.emplace_back("HIGHWATER_DEVICE_REPORT", reports);
    child.variables.emplace_back("HIGHWATER_REHEARSAL", reports);
    child.variables.emplace_back("HIGHWATER_REHEARSAL_RECORD", std::nullopt);
    StepWatch watch(reports, std::max<std::size_t>(1, request.ranks.size()), {});
    const auto begun = std::chrono::steady_clock::now();
    const auto ran = runChild(child, request.most, [&] { return watch.isFinished(); });
    removeWritten(reports, child, ran);
    if (!ran || (ran->stop != ChildStop::None && ran->stop != ChildStop::Finished))
        return std::nullopt;
    Rehearsal known;
    known.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return gathered(readRehearsalFolder(reports), std::move(known), ran->end, std::nullopt);
}

/// The file that a person keeps the recording in. The command may have replaced its folder by a
/// link to one that it may not write into itself.
struct KeptRecording
{
    explicit KeptRecording(const std::string& path)
        : file(fs::path(path).filename())
    {
        std::error_code error;
        given = fs::absolute(path, error).parent_path();
        folder = fs::canonical(given, error);
    }

    std::error_code take(const std::string& from) const
    {
        std::error_code error;
        if (const fs::path now = fs::canonical(given, error); error || now != folder)
            return error ? error : std::make_error_code(std::errc::no_such_file_or_directory);
        const fs::path part = folder / (file.string() + ".part");
        fs::remove(part, error); // it may be a link, too
        fs::copy_file(from, part, error);
        if (!error)
            fs::rename(part, folder / file, error);
        std::error_code ignored;
        if (error)
            fs::remove(part, ignored);
        return error;
    }

    fs::path given, folder, file;
};

/// Reads the recording of the fullest rank into the answer, and compares it with the plan.
void addRecording(Rehearsal& found, const RehearsalRequest& request, const KeptRecording& kept,
                  const std::string& reports)
{
    const auto fullest = std::ranges::max_element(found.ranks, {}, &RehearsedRank::peakReserved);
    if (!found.fullest())
        return;
    const std::string path = reports + "/process-" + std::to_string(fullest->pid) + ".pickle";
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error)))
        return; // a script may have put a pipe there
    const auto source = ByteSource::open(path);
    if (!source)
        return;
    const auto recording = readRecording(*source, fullest->device);
    if (!recording) {
        found.unread.insert(found.unread.end(), recording.problems().begin(),
                            recording.problems().end());
    } else {
        found.holders = memoryHolders(*recording, mostHolders);
        found.moments = heldMoments(*recording);
        fullest->recordsStreams = fullest->recordsStreams || keptForAStream(*recording);
        if (request.plan) {
            auto compared = compareRun(*recording, *request.plan, builtinCatalog());
            if (compared)
                found.comparison = std::move(*compared);
            else
                found.unread.push_back(compared.problems().front());
        }
    }
    if (request.recording.empty())
        return;
    if (const std::error_code failure = kept.take(path))
        found.unread.push_back({FieldName(printable(request.recording)),
                                {},
                                {HW_TR("core", "cannot be written: %1"), {failure.message()}}});
    else
        found.recording = request.recording;
}

} // namespace

Result<RehearsalFiles> rehearsalFiles()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path top = program.parent_path().parent_path();
    const RehearsalFiles files{(top / HIGHWATER_LIBRARIES / "libhighwater_device.so").string(),
                               (top / HIGHWATER_REHEARSAL_PYTHON).string()};
    for (const std::string& each : {files.deviceLibrary, files.python + "/sitecustomize.py"})
        if (!fs::exists(each, error))
            return Problem{FieldName(printable(each)),
                           {},
                           {HW_TR("core", "is missing: a rehearsal needs this file of Highwater")}};
    return files;
}

RehearsalFolder readRehearsalFolder(const std::string& folder)
{
    RehearsalFolder found;
    const auto keep = [&](auto&& report, auto& list) {
        if (report)
            list.push_back(std::move(*report));
        else
            found.unread.push_back(report.problems().front());
    };
    for (const std::string& name : reportNames(folder)) {
        if (const auto pid = pidOf(name, "process-", ".json")) {
            auto report = readProcessReport(reportText(folder + "/" + name), name);
            if (report)
                report->pid = *pid;
            keep(std::move(report), found.processes);
        } else if (pidOf(name, "device-", ".json")) {
            keep(readDeviceReport(reportText(folder + "/" + name), name), found.devices);
        }
    }
    return found;
}

Result<RehearsalStage> prepareRehearsal(const RehearsalRequest& request,
                                        const RehearsalFiles& files)
{
    const auto python = pythonOf(request.command, environmentVariable("PATH"));
    if (!python)
        return python.problems();
    auto signals = std::make_unique<NotedSignals>();
    auto environment = pythonEnvironment(*python);
    if (!environment)
        return environment.problems();
    const auto binaries = cudaBinaries(*environment);
    if (!binaries)
        return binaries.problems();
    auto folder = PrivateFolder::make();
    if (!folder)
        return Problem{std::string("TMPDIR"),
                       {},
                       {HW_TR("core",
                              "no temporary folder can be made from which libraries may be "
                              "loaded")}};
    const std::string libraries = folder->path() + "/libraries";
    std::error_code error;
    fs::create_directory(libraries, error);
    auto preload = writeStandIns(*binaries, files.deviceLibrary, libraries);
    if (!preload)
        return preload.problems();
    return RehearsalStage{std::move(signals), *std::move(environment), std::move(folder),
                          libraries,          *std::move(preload),     files.python};
}

Result<Rehearsal> rehearse(const RehearsalRequest& request, const RehearsalStage& stage,
                           const RehearsalWatcher& watcher)
{
    const std::string reports = stage.folder->path() + "/seen";
    std::error_code error;
    fs::remove_all(reports, error); // of the run before
    fs::create_directory(reports, error);
    fs::create_directory(temporaryFolder(stage), error);
    if (watcher.found)
        watcher.found(stage.environment,
                      static_cast<std::size_t>(std::ranges::count(stage.preload, ':')));
    const KeptRecording kept(request.recording);
    const auto begun = std::chrono::steady_clock::now();
    StepWatch watch(reports, std::max<std::size_t>(1, request.ranks.size()), watcher);
    const ChildCommand child = childOf(request, stage, reports);
    const auto ran = runChild(child, request.most, [&] { return watch.isFinished(); });
    removeWritten(reports, child, ran);
    if (!ran)
        return ran.problems();
    watch.isFinished(); // the steps since the last look
    Rehearsal known;
    known.torch = stage.environment.torch.version;
    known.cuda = stage.environment.torch.cuda;
    known.card = request.card.id;
    known.cardName = request.card.name;
    known.capacity = request.card.capacity;
    known.available = request.card.available;
    known.stepsAsked = request.steps;
    known.world = request.world.value_or(1);
    known.networkWasTaken = ran->networkWasTaken;
    known.networkWasLeft = !request.network && !ran->networkWasTaken;
    known.writesWereConfined = ran->writesWereConfined;
    known.writesWereLeft = !request.writesAnywhere && !ran->writesWereConfined;
    known.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    Rehearsal found
        = gathered(readRehearsalFolder(reports), std::move(known), ran->end, endOfStop(ran->stop));
    addRecording(found, request, kept, reports);
    if (found.stepped() && std::ranges::any_of(found.ranks, &RehearsedRank::recordsStreams))
        if (const auto behind = runBehind(child, request, stage.folder->path() + "/behind"))
            addRunBehind(found, *behind);
    return found;
}

} // namespace highwater
