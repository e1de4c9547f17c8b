// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "way_in.h"

#include "app/command_line.h"
#include "core/catalog/catalog.h"
#include "core/catalog/catalog_file.h"
#include "core/configs/gguf_header.h"
#include "core/configs/import.h"
#include "core/configs/safetensors_header.h"
#include "core/configs/tensor_list.h"
#include "core/doctor/diagnosis.h"
#include "core/doctor/memory_failure.h"
#include "core/doctor/own_measurement.h"
#include "core/exchange/compared_plans.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "core/measured/run_check.h"
#include "core/measured/run_speeds.h"
#include "core/measured/speed_check.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/recording/byte_source.h"
#include "core/recording/recording.h"
#include "core/recording/run_comparison.h"
#include "core/rehearsal/command_python.h"
#include "core/rehearsal/elf_reader.h"
#include "core/rehearsal/process_report.h"
#include "core/rehearsal/python_environment.h"
#include "core/rehearsal/stand_in.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace highwater {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestSeed = 64 * 1024;

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// The files of a folder whose names end so, cut where they are long, in the order of their names.
std::vector<std::string> filesIn(const fs::path& folder, std::string_view ending)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().string().ends_with(ending))
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<std::string> seeds;
    for (const fs::path& path : paths)
        seeds.push_back(contentOf(path).substr(0, longestSeed));
    return seeds;
}

bool hasControl(std::string_view text)
{
    return std::ranges::any_of(text, [](unsigned char letter) {
        return (letter < 0x20 && letter != '\t') || letter == 0x7F;
    });
}

/// Refuses what a person cannot read; whether there is a value.
template <typename Value> bool isTaken(const Result<Value>& result)
{
    if (!result)
        checkProblems(result.problems());
    return static_cast<bool>(result);
}

/// A plan that was read is written, read and coded without a change.
void checkRoundTrips(const Plan& plan)
{
    const std::string text = writePlan(plan);
    const auto again = readPlan(text);
    if (!again)
        broken("a written plan is refused", english(again.problems().front()) + '\n' + text);
    if (writePlan(*again) != text)
        broken("a written plan changes", text);
    const std::string code = shareCode(plan);
    const auto back = readShareCode(code);
    if (!back)
        broken("a share code is refused", english(back.problems().front()) + '\n' + text);
    if (!(*back == plan))
        broken("a share code changes its plan", text);
}

void checkEstimate(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    if (!isTaken(found))
        return;
    const Totals& totals = found->answer.totals;
    if (totals.total < 0 || totals.low > totals.total || totals.high < totals.total)
        broken("the total lies outside its range", writePlan(plan));
    if (totals.allocated > totals.reserved() || totals.reserved() > totals.total)
        broken("allocated, reserved and total do not rise", writePlan(plan));
}

std::vector<std::string> planSeeds(const std::string& sources)
{
    return filesIn(sources + "/presets", ".hwplan");
}

bool takePlan(std::string_view text)
{
    const auto plan = readPlan(text);
    if (!isTaken(plan))
        return false;
    checkRoundTrips(*plan);
    checkEstimate(*plan);
    return true;
}

std::vector<std::string> codeSeeds(const std::string&)
{
    std::vector<std::string> seeds;
    for (const Preset& preset : presets())
        seeds.push_back("see " + shareCode(preset.plan) + ", please");
    return seeds;
}

bool takeCode(std::string_view text)
{
    if (isPlanFile(text) && !mayHoldPlan(text))
        broken("a plan's file may hold no plan");
    const auto plan = readPlanOrCode(text);
    if (!isTaken(plan))
        return false;
    checkRoundTrips(*plan);
    return true;
}

std::vector<std::string> settingSeeds(const std::string&)
{
    std::vector<std::string> seeds;
    for (const Key& key : keys()) {
        std::string line(key.path.text());
        line += '=';
        seeds.push_back(line + "8");
        for (const std::string_view word : key.words)
            seeds.push_back(line + std::string(word));
    }
    return seeds;
}

bool takeSettings(std::string_view text)
{
    Plan plan;
    bool taken = false;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos)
            continue;
        const std::string path = line.substr(0, equals);
        const auto key = std::ranges::find_if(
            keys(), [&](const Key& each) { return each.path.text() == path; });
        if (key == keys().end())
            continue;
        const auto value = parsed(*key, std::string_view(line).substr(equals + 1));
        if (!isTaken(value))
            continue;
        const Problems problems = assign(plan, key->path, *value);
        taken = problems.empty();
        if (!taken)
            checkProblems(problems);
    }
    checkRoundTrips(plan);
    return taken;
}

std::vector<std::string> configSeeds(const std::string& sources)
{
    std::vector<std::string> seeds;
    for (const char* ending : {".yaml", ".sh", ".py"})
        for (std::string& each : filesIn(sources + "/tests/golden", ending))
            seeds.push_back(std::move(each));
    seeds.emplace_back(
        "#!/bin/bash\n#SBATCH -N 2 --gres=gpu:4\nLEN=512\n"
        "cat > a.yaml <<EOF && tee -a b.yaml <<-'E'\nmodel_name_or_path: Qwen/Qwen3-8B\n"
        "max_length: ${LEN:-1}\nEOF\n\tdistributed_type: FSDP\n\tE\n"
        "cat <<E > run.sh\naccelerate launch --config_file b.yaml sft.py --config a.yaml\n"
        "E\nsrun bash ./run.sh\n");
    for (const char* name : {"export_deepspeed.json"})
        seeds.push_back(contentOf(sources + "/tests/golden/" + name));
    for (std::string& each : filesIn(sources + "/resources/catalog/models", ".json"))
        seeds.push_back(std::move(each));
    return seeds;
}

/// Every reader of configurations, whatever the content: the name is a hint that may be wrong.
bool takeConfig(std::string_view text)
{
    constexpr std::array names{"",           "config.json", "ds_config.json", "adapter_config.json",
                               "train.sh",   "train.py",    "train.toml",     "config.yaml",
                               "params.txt", "a.bin"};
    bool taken = false;
    const std::size_t first = text.size() % names.size();
    for (const std::size_t which : {std::size_t{0}, first}) {
        const auto imported = importPlan(ImportFile{names[which], text}, Plan(), builtinCatalog());
        if (!isTaken(imported))
            continue;
        taken = true;
        for (const ImportNote& note : imported->notes)
            if (hasControl(note.field) || hasControl(english(note.message)))
                broken("a note has control characters", english(note.message));
        checkRoundTrips(imported->plan);
        checkEstimate(imported->plan);
    }
    return taken;
}

std::string littleEndian(std::uint64_t number, int bytes = 8)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> (8 * i) & 0xFF);
    return text;
}

std::vector<std::string> headerSeeds(const std::string&)
{
    const std::string tensors
        = R"({"model.embed_tokens.weight":{"dtype":"BF16","shape":[1000,64],"data_offsets":[0,128000]},)"
          R"("model.layers.0.self_attn.q_proj.weight":{"dtype":"BF16","shape":[64,64],"data_offsets":[128000,136192]}})";
    std::string gguf = "GGUF" + littleEndian(3, 4) + littleEndian(1) + littleEndian(1);
    const auto named = [&](const std::string& name) { gguf += littleEndian(name.size()) + name; };
    named("general.architecture");
    gguf += littleEndian(8, 4);
    named("llama");
    named("token_embd.weight");
    gguf += littleEndian(2, 4) + littleEndian(64) + littleEndian(1000) + littleEndian(12, 4)
        + littleEndian(0);
    return {littleEndian(tensors.size()) + tensors, gguf};
}

bool takeHeader(std::string_view bytes)
{
    bool taken = false;
    HeaderSource one(bytes), other(bytes);
    if (const auto list = readSafetensorsHeader(one); isTaken(list))
        taken = true;
    if (const auto list = readGgufHeader(other); isTaken(list))
        taken = true;
    return taken;
}

std::vector<std::string> recordingSeeds(const std::string& sources)
{
    return filesIn(sources + "/tests/golden/recordings", "");
}

bool takeRecording(std::string_view bytes)
{
    ByteSource source(bytes);
    const auto recording = readRecording(source);
    if (!isTaken(recording))
        return false;
    Plan plan;
    plan.layout.zero = 3;
    RunChoices choices;
    choices.offers = false;
    isTaken(compareRun(*recording, plan, builtinCatalog(), choices));
    return true;
}

std::vector<std::string> logSeeds(const std::string& sources)
{
    const std::string all = contentOf(sources + "/tests/golden/out_of_memory.txt");
    std::vector<std::string> seeds;
    constexpr std::size_t piece = 2000;
    for (std::size_t at = 0; at < all.size(); at += piece)
        seeds.push_back(all.substr(at, piece));
    return seeds;
}

bool takeLog(std::string_view text)
{
    ByteSource source(text);
    auto log = readFailures(source);
    if (!isTaken(log))
        return false;
    const Diagnosis found = diagnosisOf(std::move(*log), builtinCatalog());
    if (hasControl(english(causeText(found.cause))))
        broken("a cause has control characters");
    return true;
}

std::vector<std::string> readingSeeds(const std::string&)
{
    return {"23,412 MiB", "nvidia-smi 23412MiB / 24564MiB", "max_memory_allocated 22.1 GiB",
            "reserved 25769803776"};
}

bool takeReading(std::string_view text)
{
    return isTaken(readOwnReading(text));
}

std::vector<std::string> tableSeeds(const std::string& sources)
{
    std::vector<std::string> seeds;
    for (const char* name : {"measured.csv", "ordinary.csv", "measured_speed.csv"}) {
        std::istringstream lines(contentOf(sources + "/tests/golden/" + name));
        std::string head, line, piece;
        std::getline(lines, head);
        for (int i = 0; std::getline(lines, line); ++i) {
            piece += line + '\n';
            constexpr int rows = 4, step = 60; // of many alike
            if (i % step == rows)
                seeds.push_back(head + '\n' + piece);
            if (i % step == step - 1)
                piece.clear();
        }
    }
    return seeds;
}

bool takeTable(std::string_view text)
{
    const bool runs = isTaken(validateRuns(text, builtinCatalog()));
    const bool alone = isTaken(readSpeeds(text));
    const bool speeds = isTaken(validateSpeeds(text, builtinCatalog(), RunSpeeds()));
    return runs || alone || speeds;
}

std::vector<std::string> catalogSeeds(const std::string& sources)
{
    auto seeds = filesIn(sources + "/resources/catalog/models", ".json");
    for (std::string& each : seeds)
        each = R"({"models":[)" + each + "]}";
    seeds.push_back(contentOf(sources + "/resources/catalog/devices.json"));
    return seeds;
}

bool takeCatalog(std::string_view text)
{
    Problems ofModels, ofDevices;
    readModels(text, ofModels);
    readDevices(text, ofDevices);
    for (const Problems& problems : {ofModels, ofDevices})
        if (!problems.empty())
            checkProblems(problems);
    return ofModels.empty() || ofDevices.empty();
}

std::vector<std::string> reportSeeds(const std::string&)
{
    return {R"({"version":1,"rank":0,"torch":"2.9.1","peak":{"allocated":1,"reserved":2}})"};
}

bool takeReport(std::string_view text)
{
    const bool process = isTaken(readProcessReport(text, "report.json"));
    const bool device = isTaken(readDeviceReport(text, "device.json"));
    return process || device;
}

std::vector<std::string> librarySeeds(const std::string&)
{
    const StandIn versioned{"libcudart.so.12",
                            {"libhighwater_device.so"},
                            {"libcudart.so.12"},
                            {{"cudaMalloc", "libcudart.so.12"}, {"cudaFree", ""}}};
    return {standInFile(versioned), standInFile({"libtorch_cuda.so", {"libcudart.so.12"}, {}, {}})};
}

/// A library of somebody's PyTorch.
bool takeLibrary(std::string_view bytes)
{
    std::istringstream wants{std::string(bytes)}, defines{std::string(bytes)};
    const bool wanted = isTaken(readElfFile(wants, "libtorch_cuda.so"));
    const bool defined = isTaken(readDefinedNames(defines, "libtorch_cuda.so"));
    return wanted || defined;
}

std::vector<std::string> environmentSeeds(const std::string&)
{
    return {"highwater\tpython\t/usr/bin/python3\nhighwater\tversion\t3.11.2\n"
            "highwater\tmachine\tlinux x86_64\nhighwater\ttorch\t/opt/torch\n"
            "highwater\tfolder\t/opt\n",
            "__version__ = '2.6.0'\ncuda: Optional[str] = '12.4'\nhip: Optional[str] = None\n",
            "torchrun\n--nproc_per_node\n8\ntrain.py",
            "env\nA=1\nnice\n-n\n5\npython\ntrain.py",
            "accelerate\nlaunch\n--num_processes\n4\ntrain.py",
            "conda\nrun\n-n\nx\npython"};
}

/// What the Python of a rehearsed command tells of itself, and the words of such a command.
bool takeEnvironment(std::string_view text)
{
    const bool taken = isTaken(readEnvironment(text));
    const TorchBuild build = torchBuildOf(text);
    if (const Problems problems = refusedBuild(build); !problems.empty())
        checkProblems(problems);
    std::vector<std::string> words;
    std::istringstream lines{std::string(text)};
    constexpr std::size_t most = 100;
    for (std::string line; words.size() < most && std::getline(lines, line);)
        words.push_back(line);
    isTaken(pythonOf(words, ""));
    launchedProcesses(words);
    return taken;
}

std::vector<std::string> comparedSeeds(const std::string&)
{
    const auto shipped = presets();
    ComparedSet set;
    set.baseline = shipped[0].plan;
    set.plans = {{"one", shipped[1].plan}, {"two", shipped[2].plan}};
    set.base = 1;
    return {writePlan(shipped[3].plan, set)};
}

/// A plan's file that keeps the plans it is compared with.
bool takeCompared(std::string_view text)
{
    const auto set = readCompared(text);
    if (!isTaken(set))
        return false;
    const auto plan = readPlan(text);
    if (!plan)
        return false;
    const std::string written = writePlan(*plan, *set);
    const auto again = readCompared(written);
    if (!again || writePlan(*plan, *again) != written)
        broken("compared plans change", written);
    return true;
}

std::vector<std::string> commandSeeds(const std::string&)
{
    return {"estimate\n--set\nmodel.id=llama-3.1-8b\n--json",
            "estimate\n--stage\n1\n--sweep\nworkload.context=1024:65536:1024",
            "solve\n--for\nworkload.context",
            "solve\n--for\nrecompute\n--line\n60",
            "advise\n--set\ncluster.gpus=4",
            "search\n--set\ncluster.gpus=16\n--top\n3",
            "cards\n--within\n30\n--under\n1000\n--sort\ncost",
            "time\n--json",
            "desk\n--device\nh100",
            "chart\n--figure\ncontext\n--format\nsvg",
            "compare\n--csv",
            "export\n--for\ndeepspeed",
            "share\n--link",
            "catalog\nformats\nllama-3.1-8b",
            "help\nzero\n--lang\nzh_CN",
            "measure\n--read\n23 GiB",
            "rehearse\n--card\nh100\n--ranks\n64\n--rank\n0,63\n--steps\n3\n--timeout\n60"};
}

/// A command line, one word a line. Nothing is written: an outcome names its file, and does no
/// more. Commands that start programs or make folders are left out.
bool takeCommand(std::string_view text)
{
    std::vector<std::string> words;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);)
        words.push_back(line.substr(0, line.find('\0')));
    const auto has
        = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (!isCommand(words) || has("--") || has("-") || has("--html")
        || std::ranges::any_of(
            words, [](const std::string& word) { return word.find("/dev") != std::string::npos; }))
        return false;
    const Outcome outcome = runCommand(words, {});
    if (hasControl(outcome.error) && outcome.exit != Exit::Done)
        broken("an error that a terminal cannot take", outcome.error);
    const bool failed = outcome.exit == Exit::Unreadable || outcome.exit == Exit::BadInput;
    if (failed && outcome.error.empty())
        broken("a failure without a reason", text);
    return !failed;
}

constexpr std::array ways{
    WayIn{"plan", planSeeds, takePlan},
    WayIn{"share-code", codeSeeds, takeCode},
    WayIn{"settings", settingSeeds, takeSettings},
    WayIn{"configuration", configSeeds, takeConfig},
    WayIn{"header", headerSeeds, takeHeader},
    WayIn{"recording", recordingSeeds, takeRecording},
    WayIn{"log", logSeeds, takeLog},
    WayIn{"reading", readingSeeds, takeReading},
    WayIn{"table", tableSeeds, takeTable},
    WayIn{"catalogue", catalogSeeds, takeCatalog},
    WayIn{"report", reportSeeds, takeReport},
    WayIn{"library", librarySeeds, takeLibrary},
    WayIn{"environment", environmentSeeds, takeEnvironment},
    WayIn{"compared", comparedSeeds, takeCompared},
    WayIn{"command", commandSeeds, takeCommand},
};

} // namespace

std::span<const WayIn> waysIn()
{
    return ways;
}

void broken(std::string_view what, std::string_view detail)
{
    std::fprintf(stderr, "\nbroken: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(detail.size()), detail.data());
    std::abort();
}

void checkProblems(const Problems& problems)
{
    if (problems.empty())
        broken("a refusal without a reason");
    constexpr std::size_t longest = 2000;
    for (const Problem& problem : problems) {
        const std::string sentence = english(problem);
        if (sentence.empty() || sentence.size() > longest || hasControl(sentence))
            broken("a problem that nobody can read", sentence);
    }
}

} // namespace highwater
