// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/utf8.h"
#include "core/rehearsal/command_python.h"
#include "core/rehearsal/longest.h"
#include "core/rehearsal/memory_holders.h"
#include "core/rehearsal/private_folder.h"
#include "core/rehearsal/process_report.h"
#include "core/rehearsal/python_environment.h"
#include "core/rehearsal/rehearsal.h"
#include "core/rehearsal/rehearsed_card.h"
#include "golden_file.h"
#include "random.h"
#include "temporary_tmpdir.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <string>

using namespace highwater;
using namespace std::string_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string soundReport = R"({"torch": "2.6.0+cu124", "cuda": "12.4", "ended": "steps",
 "steps": [[{"allocated": 30, "reserved": 40, "held": 10}], [{"allocated": 31, "reserved": 42, "held": 11}]],
 "unfinished": [], "devices": [{"name": "a card", "capacity": 80, "retries": 2}], "not_saved": 3,
 "rank": 1, "world": 4, "records_streams": true,
 "unanswered": [{"file": "train.py", "line": 7, "times": 2, "answer": 0},
                {"file": "train.py", "line": 9, "answer": "1"}]})";

template <class T> QString problemOf(const Result<T>& result)
{
    return result ? QString() : QString::fromStdString(english(result.problems().front()));
}

ProcessReport processOf(std::int64_t rank, std::vector<DevicePeak> peaks,
                        ProcessEnd end = ProcessEnd::Steps)
{
    ProcessReport process;
    process.rank = rank;
    process.end = end;
    process.steps.push_back(std::move(peaks));
    process.devices.resize(process.steps.front().size());
    return process;
}

Rehearsal gatheredOf(std::vector<ProcessReport> processes, ChildEnd child = {},
                     std::optional<RehearsalEnd> stopped = {})
{
    return gathered({std::move(processes), {}, {}}, {}, child, stopped);
}

ProcessReport failedWith(const char* kind, const char* text, ProcessEnd end = ProcessEnd::Error)
{
    ProcessReport process;
    process.end = end;
    process.error = ScriptError{kind, text, "train.py", 12, {}, 0};
    return process;
}

} // namespace

/// What a rehearsal finds out before and after its command runs, without one.
class TestRehearsal : public QObject
{
    Q_OBJECT

private slots:
    void readsAReport();
    void refusesReports_data();
    void refusesReports();
    void survivesChangedReports();
    void readsDevicesAndProgress();
    void knowsBuildsOfTorch_data();
    void knowsBuildsOfTorch();
    void refusesEnvironments_data();
    void refusesEnvironments();
    void findsThePython_data();
    void findsThePython();
    void countsProcesses_data();
    void countsProcesses();
    void knowsEveryCardOfNvidia();
    void refusesCards_data();
    void refusesCards();
    void choosesTheFullestDevice();
    void endsInEachWay_data();
    void endsInEachWay();
    void saysWhatToDo_data();
    void saysWhatToDo();
    void addsTheRunBehind();
    void answersInJson();
    void namesTheHoldersOfMemory();
    void knowsBlocksKeptForAStream();
    void triesValues_data();
    void triesValues();
    void removesFoldersLeftBehind();
};

void TestRehearsal::readsAReport()
{
    const auto report = readProcessReport(soundReport, "process-7.json");
    QVERIFY2(report, qPrintable(problemOf(report)));
    QCOMPARE(report->torch, "2.6.0+cu124"s);
    QCOMPARE(report->end, ProcessEnd::Steps);
    QCOMPARE(report->steps.size(), 2U);
    QCOMPARE(report->steps[1], (std::vector{DevicePeak{31, 42, 11}}));
    QCOMPARE(report->devices, (std::vector{ReportedDevice{"a card", 80, 2}}));
    QCOMPARE(report->rank, 1);
    QCOMPARE(report->world, 4);
    QCOMPARE(report->notSaved, 3);
    QVERIFY(report->recordsStreams);
    QVERIFY(!report->launched);
    QCOMPARE(report->unanswered,
             (std::vector{UnansweredValue{"train.py", 7, 2, "0"},
                          UnansweredValue{"train.py", 9, 1, "1"}}));
}

void TestRehearsal::refusesReports_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("empty") << ""s;
    QTest::newRow("cut off") << soundReport.substr(0, 100);
    QTest::newRow("a list") << "[]"s;
    QTest::newRow("no end") << R"({"steps": []})"s;
    QTest::newRow("an unknown end") << R"({"ended": "tired"})"s;
    QTest::newRow("negative bytes") << R"({"ended": "steps", "steps": [[{"allocated": -1}]]})"s;
    QTest::newRow("more bytes than any machine has")
        << R"({"ended": "steps", "steps": [[{"allocated": 9000000000000000000}]]})"s;
    QTest::newRow("bytes of a real number")
        << R"({"ended": "steps", "unfinished": [{"allocated": 1.5}]})"s;
    QTest::newRow("steps that are no list") << R"({"ended": "steps", "steps": {}})"s;
    QTest::newRow("a rank that is a word") << R"({"ended": "steps", "rank": "first"})"s;
    QTest::newRow("nested a million deep") << std::string(1'000'000, '[');
}

void TestRehearsal::refusesReports()
{
    QFETCH(std::string, text);
    const auto report = readProcessReport(text, "process-7.json");
    QVERIFY(!report);
    const QString said = problemOf(report);
    QVERIFY2(said.startsWith(u"process-7.json: is no report of a rehearsal that can be read"),
             qPrintable(said));
}

/// Any answer is right, as long as there is one.
void TestRehearsal::survivesChangedReports()
{
    Random random(42);
    const int cases = casesToTry(5'000);
    for (int i = 0; i < cases; ++i) {
        std::string text = soundReport;
        for (auto changes = random.from(1, 6); changes > 0; --changes)
            text[random.below(text.size())] = static_cast<char>(random.below(256));
        if (random.coin())
            text.resize(random.below(text.size()));
        const auto report = readProcessReport(text, "process-7.json");
        if (report)
            gatheredOf({*report});
        readDeviceReport(text, "device-7.json");
        readStepProgress(text);
    }
}

void TestRehearsal::readsDevicesAndProgress()
{
    const auto device
        = readDeviceReport(R"({"unwritten": ["cudaNew"], "highest": [5, 0]})", "device-7.json");
    QVERIFY(device);
    QCOMPARE(*device, (DeviceReport{{"cudaNew"}, {5, 0}}));
    QVERIFY(!readDeviceReport(R"({"unwritten": [1]})", "device-7.json"));
    QVERIFY(!readDeviceReport(R"({"highest": [-1]})", "device-7.json"));
    QCOMPARE(
        readStepProgress(R"({"rank": 1, "step": 2, "steps": 3, "allocated": 4, "reserved": 5})"),
        std::optional(StepProgress{1, 2, 3, 4, 5}));
    QCOMPARE(readStepProgress(R"({"rank": 1, "step": )"), std::nullopt);
}

void TestRehearsal::knowsBuildsOfTorch_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<QString>("says");
    const auto file = [](const char* version, const char* cuda, const char* hip) {
        return "from typing import Optional\n\n__all__ = ['__version__', 'debug', 'cuda']\n"
               "__version__ = '"
            + std::string(version) + "'\ndebug = False\ncuda: Optional[str] = " + cuda
            + "\ngit_version = 'abc'\nhip: Optional[str] = " + hip + "\n";
    };
    QTest::newRow("CUDA 12.4") << file("2.6.0+cu124", "'12.4'", "None") << QString();
    QTest::newRow("CUDA 11.8, of PyTorch 2.1")
        << file("2.1.0+cu118", "'11.8'", "None") << QString();
    QTest::newRow("CUDA 13") << file("2.10.0", "\"13.0\"", "None") << QString();
    QTest::newRow("built by oneself") << file("2.7.0a0+git1234", "'12.6'", "None") << QString();
    QTest::newRow("without CUDA") << file("2.6.0+cpu", "None", "None")
                                  << u"PyTorch 2.6.0+cpu: is built without CUDA"_s;
    QTest::newRow("for ROCm") << file("2.6.0+rocm6.2", "None", "'6.2.41133'")
                              << u"PyTorch 2.6.0+rocm6.2: is built for ROCm"_s;
    QTest::newRow("for XPU") << file("2.6.0+xpu", "None", "None")
                             << u"PyTorch 2.6.0+xpu: is built for Intel's XPU"_s;
    QTest::newRow("CUDA 10") << file("2.6.0", "'10.2'", "None")
                             << u"PyTorch 2.6.0: is built for CUDA 10.2; 11, 12 and 13 are known"_s;
    QTest::newRow("CUDA 14") << file("2.15.0", "'14.0'", "None")
                             << u"PyTorch 2.15.0: is built for CUDA 14.0"_s;
    QTest::newRow("PyTorch 1") << file("1.13.1+cu117", "'11.7'", "None")
                               << u"PyTorch 1.13.1+cu117: is not known; 2.1 and later"_s;
    QTest::newRow("PyTorch 2.0") << file("2.0.1", "'11.7'", "None") << u"PyTorch 2.0.1: is not"_s;
    QTest::newRow("empty") << ""s << u"PyTorch : is built without CUDA"_s;
}

void TestRehearsal::knowsBuildsOfTorch()
{
    QFETCH(std::string, file);
    QFETCH(QString, says);
    const Problems problems = refusedBuild(torchBuildOf(file));
    QCOMPARE(problems.empty(), says.isEmpty());
    if (!problems.empty())
        QVERIFY2(QString::fromStdString(english(problems.front())).startsWith(says),
                 english(problems.front()).c_str());
}

void TestRehearsal::refusesEnvironments_data()
{
    QTest::addColumn<std::string>("printed");
    QTest::addColumn<QString>("says");
    const std::string start = "a line of the person's\nhighwater\tpython\t/env/bin/python\n"
                              "highwater\tversion\t3.11.2\n";
    QTest::newRow("with PyTorch") << start
            + "highwater\tmachine\tlinux x86_64\nhighwater\ttorch\t/env/torch\n"
                                  << QString();
    QTest::newRow("without PyTorch") << start + "highwater\tmachine\tlinux x86_64\n"
                                     << u"/env/bin/python: this Python has no PyTorch"_s;
    QTest::newRow("on ARM")
        << start + "highwater\tmachine\tlinux aarch64\nhighwater\ttorch\t/env/torch\n"
        << u"/env/bin/python: a rehearsal runs on Linux on x86-64 only; found linux aarch64"_s;
    QTest::newRow("macOS")
        << start + "highwater\tmachine\tdarwin arm64\n"
        << u"/env/bin/python: a rehearsal runs on Linux on x86-64 only; found darwin arm64"_s;
    QTest::newRow("a path without an end")
        << "highwater\tpython\t/"s + std::string(100'000, 'x') + "\n"
        << QString::fromStdString(excerpt("/" + std::string(100'000, 'x')))
            + u": a rehearsal runs on Linux on x86-64 only"_s;
    QTest::newRow("nothing") << ""s << u"python: a rehearsal runs on Linux on x86-64 only"_s;
}

void TestRehearsal::refusesEnvironments()
{
    QFETCH(std::string, printed);
    QFETCH(QString, says);
    QCOMPARE(problemOf(readEnvironment(printed)), says);
}

void TestRehearsal::findsThePython_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("words"); // empty: refused; @ stands for the folder
    const auto row = [](const char* name, const char* command, const char* words) {
        QTest::newRow(name) << QString::fromLatin1(command).split(u' ', Qt::SkipEmptyParts)
                            << QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts);
    };
    row("by its name", "python train.py", "@/python");
    row("by its path", "@/other/python3.12 -m torch.distributed.run train.py",
        "@/other/python3.12");
    row("a script of an environment", "torchrun --nproc_per_node 2 train.py", "@/other/python3.12");
    row("a script by its path", "@/torchrun train.py", "@/other/python3.12");
    row("a script by env", "accelerate launch train.py", "@/python");
    row("a script whose path is long", "deepspeed train.py", "@/other/python3.12");
    row("a shell script", "@/train.sh --x", "@/python");
    row("a shell", "bash train.sh", "@/python");
    row("behind nice and timeout", "nice -n 5 timeout -s KILL 10 torchrun x.py",
        "@/other/python3.12");
    row("behind env", "env A=1 -u B C=2 python train.py", "env A=1 -u B C=2 python");
    row("a script behind env", "env A=1 torchrun train.py", "env A=1 @/other/python3.12");
    row("behind uv", "uv run --with x train.py --y", "uv run --with x python");
    row("a Python behind uv", "uv run -- python3 train.py", "uv run -- python3");
    row("behind conda", "conda run -n mine torchrun train.py", "conda run -n mine python");
    row("behind time", "time -f %e python train.py", "@/python");
    row("behind nohup", "nohup torchrun train.py", "@/other/python3.12");
    row("behind stdbuf", "stdbuf -o L torchrun train.py", "@/other/python3.12");
    row("behind taskset", "taskset -c 0-3 torchrun train.py", "@/other/python3.12");
    row("behind numactl", "numactl -N 0 -m 0 torchrun train.py", "@/other/python3.12");
    row("behind poetry", "poetry run -C there train.py", "poetry run -C there python");
    row("behind pdm", "pdm run -p there train.py", "pdm run -p there python");
    row("behind pipenv", "pipenv run train.py", "pipenv run python");
    row("behind rye", "rye run -p there train.py", "rye run -p there python");
    row("behind hatch", "hatch run train.py", "hatch run python");
    row("behind pixi", "pixi run -e cuda train.py", "pixi run -e cuda python");
    row("behind mamba", "mamba run -p /there train.py", "mamba run -p /there python");
    row("behind micromamba", "micromamba run -n mine train.py", "micromamba run -n mine python");
    row("another verb", "uv pip train.py", "@/python");
    row("not there", "nothing-of-this-name train.py", "");
    row("not there by its path", "@/missing/python train.py", "");
    row("nothing behind env", "env A=1", "");
    row("another node", "srun -N 2 python train.py", "");
    row("another computer", "ssh other python train.py", "");
}

void TestRehearsal::findsThePython()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, words);
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"other"_s));
    const auto script = [&](const char* name, const QString& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QString(text).replace(u'@', folder.path()).toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    for (const char* program : {"python",    "other/python3.12",
                                "bash",      "uv",
                                "conda",     "nice",
                                "timeout",   "env",
                                "srun",      "ssh",
                                "time",      "nohup",
                                "stdbuf",    "taskset",
                                "numactl",   "poetry",
                                "pdm",       "pipenv",
                                "rye",       "hatch",
                                "pixi",      "mamba",
                                "micromamba"})
        script(program,
               u"\x7f"
               "ELF"_s);
    script("torchrun", u"#!@/other/python3.12\nimport sys\n"_s);
    script("accelerate", u"#!/usr/bin/env -S python -u\n"_s);
    script("deepspeed", u"#!/bin/sh\n'''exec' \"@/other/python3.12\" \"$0\" \"$@\"\n' '''\n"_s);
    script("train.sh", u"#!/bin/bash\npython train.py\n"_s);
    std::vector<std::string> given;
    for (QString& word : command)
        given.push_back(word.replace(u'@', folder.path()).toStdString());
    const auto found = pythonOf(given, "/nowhere:" + folder.path().toStdString());
    QCOMPARE(bool(found), !words.isEmpty());
    QStringList said;
    if (found)
        for (const std::string& word : *found)
            said << QString::fromStdString(word).replace(folder.path(), u"@"_s);
    QCOMPARE(said, words);
}

void TestRehearsal::countsProcesses_data()
{
    QTest::addColumn<std::vector<std::string>>("command");
    QTest::addColumn<std::int64_t>("processes"); // 0: not said
    using Words = std::vector<std::string>;
    QTest::newRow("torchrun") << Words{"torchrun", "--nproc_per_node", "4", "x"} << std::int64_t{4};
    QTest::newRow("torchrun with =") << Words{"torchrun", "--nproc-per-node=8"} << std::int64_t{8};
    QTest::newRow("accelerate") << Words{"accelerate", "launch", "--num_processes", "2"}
                                << std::int64_t{2};
    QTest::newRow("as many as cards")
        << Words{"torchrun", "--nproc_per_node=gpu"} << std::int64_t{0};
    QTest::newRow("no value") << Words{"torchrun", "--nproc_per_node"} << std::int64_t{0};
    QTest::newRow("not said") << Words{"python", "train.py"} << std::int64_t{0};
}

void TestRehearsal::countsProcesses()
{
    QFETCH(std::vector<std::string>, command);
    QFETCH(std::int64_t, processes);
    QCOMPARE(launchedProcesses(command).value_or(0), processes);
}

void TestRehearsal::knowsEveryCardOfNvidia()
{
    for (const Device& device : builtinCatalog().devices()) {
        const auto card = rehearsedCard(device.id, {}, builtinCatalog());
        // Rubin's compute capability is not published.
        QCOMPARE(bool(card), device.vendor == "NVIDIA" && device.id != "rubin-288gb");
        if (!card)
            continue;
        QCOMPARE(card->capacity, device.capacityBytes());
        QVERIFY(card->available < card->capacity && card->available > card->capacity / 2);
        QVERIFY2(card->processors > 20 && card->sharedMemory > 48 * 1024, device.id.c_str());
        QCOMPARE(card->computeCapability == "9.0", device.isHopper());
    }
    const auto less = rehearsedCard("h100", Bytes{24} * gib, builtinCatalog());
    QVERIFY(less);
    QCOMPARE(less->capacity, 24 * gib);
    const auto variables = variablesOf(*less, 2);
    QCOMPARE(variables.at(2), std::pair("HIGHWATER_DEVICE_TOTAL"s, std::to_string(24 * gib)));
}

void TestRehearsal::refusesCards_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<QString>("says");
    QTest::newRow("none of this name")
        << u"h1000"_s << qint64{0} << u"--card: is not in the catalogue"_s;
    QTest::newRow("of AMD's") << u"instinct-mi300x-192gb"_s << qint64{0}
                              << u"--card: must be a card of NVIDIA's"_s;
    QTest::newRow("less memory than the context")
        << u"h100"_s << qint64{1} << u"--memory: must be more than the context of CUDA"_s;
}

void TestRehearsal::refusesCards()
{
    QFETCH(QString, card);
    QFETCH(qint64, memory);
    QFETCH(QString, says);
    const auto found
        = rehearsedCard(card.toStdString(),
                        memory > 0 ? std::optional<Bytes>(memory) : std::nullopt, builtinCatalog());
    QVERIFY2(problemOf(found).startsWith(says), qPrintable(problemOf(found)));
}

void TestRehearsal::choosesTheFullestDevice()
{
    ProcessReport process = processOf(2, {{10, 20, 5}, {30, 70, 6}});
    process.steps.push_back({{11, 90, 5}, {35, 80, 6}});
    process.steps.push_back({});
    process.devices[0].retries = 4;
    ProcessReport other = processOf(0, {{50, 60, 1}});
    const Rehearsal found = gatheredOf({process, other});
    QCOMPARE(found.ranks.size(), 2U);
    QCOMPARE(found.ranks[0].rank, 0);
    QCOMPARE(found.ranks[1].device, 0);
    QCOMPARE(found.ranks[1].peakReserved, 90);
    QCOMPARE(found.ranks[1].peakAllocated, 11);
    QCOMPARE(found.ranks[1].retries, 4);
    QCOMPARE(found.ranks[1].steps,
             (std::vector{DevicePeak{10, 20, 5}, DevicePeak{11, 90, 5}, DevicePeak{}}));
    QCOMPARE(found.fullest(), &found.ranks[1]);
}

void TestRehearsal::endsInEachWay_data()
{
    QTest::addColumn<std::vector<ProcessReport>>("processes");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("says");
    using Processes = std::vector<ProcessReport>;
    const ProcessReport stepped = processOf(0, {{10, 20, 5}});
    ProcessReport launcher = failedWith("ChildFailedError", "rank 1 failed");
    launcher.launched = true;
    ProcessReport idle;
    idle.end = ProcessEnd::Script;
    QTest::newRow("with all steps") << Processes{stepped} << 0 << 0 << u"steps"_s << u"Fits: "_s;
    QTest::newRow("after fewer steps") << Processes{processOf(0, {{10, 20, 5}}, ProcessEnd::Script)}
                                       << 0 << 0 << u"early"_s << u"Fits: "_s;
    QTest::newRow("without a step")
        << Processes{idle} << 0 << 0 << u"no step"_s << u"The command ended without a step"_s;
    QTest::newRow("without PyTorch") << Processes{} << 0 << 0 << u"no torch"_s
                                     << u"The command ended without importing PyTorch"_s;
    QTest::newRow("of a shell that found no command")
        << Processes{} << 127 << 0 << u"error"_s << u"The command ended with exit code 127"_s;
    QTest::newRow("killed") << Processes{} << 0 << 9 << u"error"_s
                            << u"The command was ended by signal 9"_s;
    QTest::newRow("raised") << Processes{failedWith("ValueError", "bad\nmore")} << 1 << 0
                            << u"error"_s
                            << u"The command raised ValueError: bad, at train.py:12"_s;
    QTest::newRow("a rank raised, and its launcher after it")
        << Processes{launcher, failedWith("KeyError", "'x'")} << 1 << 0 << u"error"_s
        << u"The command raised KeyError: 'x', at train.py:12"_s;
    QTest::newRow("one rank out of memory, the other with steps")
        << Processes{stepped, failedWith("OutOfMemoryError", "90 GiB", ProcessEnd::OutOfMemory)}
        << 1 << 0 << u"out of memory"_s << u"Does not fit: PyTorch ran out of memory on the "_s;
}

void TestRehearsal::endsInEachWay()
{
    QFETCH(std::vector<ProcessReport>, processes);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    QFETCH(QString, end);
    QFETCH(QString, says);
    const Rehearsal found = gatheredOf(processes, {exitCode, signal});
    QCOMPARE(QString::fromUtf8(nameOf(found.end).data()), end);
    const std::string verdict = english(rehearsalVerdict(found));
    QVERIFY2(QString::fromStdString(verdict).startsWith(says), verdict.c_str());
}

void TestRehearsal::saysWhatToDo_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("advice"); // part of it; empty: none
    QTest::newRow("a hub that is not asked")
        << u"OSError"_s << u"We couldn't connect to 'https://huggingface.co' to load the files"_s
        << u"it wanted the network"_s;
    QTest::newRow("a name that is not found")
        << u"gaierror"_s << u"[Errno -3] Temporary failure in name resolution"_s
        << u"it wanted the network"_s;
    QTest::newRow("a file that is not there")
        << u"FileNotFoundError"_s << u"[Errno 2] No such file"_s << u"--data made"_s;
    QTest::newRow("a module that is not there")
        << u"ModuleNotFoundError"_s << u"No module named 'x'"_s << u"install it"_s;
    QTest::newRow("memory of the host")
        << u"RuntimeError"_s << u"[enforce fail] DefaultCPUAllocator: can't allocate memory"_s
        << u"the host has too little memory"_s;
    QTest::newRow("a folder that is not its own")
        << u"PermissionError"_s << u"[Errno 13] Permission denied: '/data/out'"_s
        << u"--write-anywhere"_s;
    QTest::newRow("a fault of the script") << u"ValueError"_s << u"bad"_s << QString();
}

void TestRehearsal::saysWhatToDo()
{
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(QString, advice);
    Rehearsal found = gatheredOf({failedWith(qPrintable(kind), qPrintable(text))}, {1, 0});
    found.writesWereConfined = true;
    const auto said = rehearsalAdvice(found);
    QCOMPARE(bool(said), !advice.isEmpty());
    if (said)
        QVERIFY2(QString::fromStdString(english(*said)).contains(advice), english(*said).c_str());
}

void TestRehearsal::addsTheRunBehind()
{
    Rehearsal found = gatheredOf({processOf(0, {{10, 20, 5}})});
    found.available = 80 * gib;
    addRunBehind(found, gatheredOf({processOf(0, {{10, 3 * gib, 5}})}));
    QCOMPARE(found.ranks[0].reservedBehind, std::optional<Bytes>(3 * gib));
    QVERIFY(english(rehearsalVerdict(found)).find("0.00 GiB to 3.00 GiB") != std::string::npos);
    addRunBehind(found,
                 gatheredOf({failedWith("OutOfMemoryError", "", ProcessEnd::OutOfMemory)}, {1, 0}));
    QVERIFY(english(rehearsalVerdict(found)).starts_with("May fit"));
}

/// Every field has a value of its own.
void TestRehearsal::answersInJson()
{
    ProcessReport first = processOf(0, {{11, 12, 13}});
    first.world = 4;
    first.notSaved = 15;
    first.steps.push_back({{21, 22, 23}});
    first.unfinished = {{31, 32, 33}};
    first.devices = {{"a card", 80, 34, 35}};
    first.unanswered = {{"train.py", 36, 37, "1", "trainer.py", 38}};
    ProcessReport second = processOf(1, {{41, 42, 43}});
    second.error = ScriptError{"ValueError", "not so", "train.py", 44, "model.py", 45};
    second.end = ProcessEnd::Error;
    Rehearsal known;
    known.torch = "2.6.0+cu124";
    known.cuda = "12.4";
    known.card = "h100-sxm5-80gb";
    known.cardName = "H100";
    known.capacity = 52;
    known.available = 51;
    known.stepsAsked = 3;
    known.seconds = 1.5;
    Rehearsal found = gathered({{first, second}, {{{"cudaNothing"}, {}}}, {}}, known, {7, 0}, {});
    found.ranks[0].reservedBehind = 53;
    found.networkWasTaken = found.writesWereLeft = true;
    found.recording = "step.pickle";
    found.holders = {{54, 55, "train.py:1 main", "model.py:2 forward", RunPhase::Backward}};
    found.moments = {{RunPhase::Forward, 56, 57}};
    QVERIFY(isGolden("rehearsal.json", rehearsalJson(found).written(2) + "\n"));
    found.child = {0, 9};
    found.outOfMemoryBehind = found.networkWasLeft = found.writesWereConfined = true;
    const Json killed = rehearsalJson(found);
    QVERIFY(killed.find("exit_code")->isNull());
    QCOMPARE(killed.find("signal")->written(0), "9"s);
    for (const char* field : {"out_of_memory_behind", "network_left", "writes_confined"})
        QCOMPARE(killed.find(field)->written(0), "true"s);
}

void TestRehearsal::knowsBlocksKeptForAStream()
{
    Recording recording;
    const auto event = [&](TraceAction action, std::uint64_t address) {
        TraceEvent made;
        made.action = action;
        made.address = address;
        recording.timeline.events.push_back(made);
    };
    event(TraceAction::Alloc, 512);
    event(TraceAction::Alloc, 1024);
    event(TraceAction::FreeRequested, 512);
    event(TraceAction::FreeCompleted, 512);
    QVERIFY(!keptForAStream(recording));
    event(TraceAction::FreeRequested, 1024);
    event(TraceAction::Alloc, 512);
    event(TraceAction::FreeCompleted, 1024);
    QVERIFY(keptForAStream(recording));
}

void TestRehearsal::namesTheHoldersOfMemory()
{
    Recording recording;
    StackTable& stacks = recording.stacks;
    const auto frame = [&](const char* file, int line, const char* name) {
        stacks.frames.push_back({stacks.names.number(name), stacks.names.number(file), line});
        return static_cast<std::uint32_t>(stacks.frames.size() - 1);
    };
    const auto kernel = frame("/build/Linear.cpp", 5, "at::linear");
    const auto hook = frame("/x/highwater_rehearsal/values.py", 3, "redispatch");
    const auto linear = frame("/env/lib/site-packages/torch/nn/linear.py", 125, "forward");
    const auto model = frame("/env/lib/site-packages/transformers/llama.py", 64, "forward");
    const auto person = frame("/home/me/train.py", 88, "step");
    stacks.stacks.push_back({kernel, hook, linear, model, person});
    stacks.stacks.push_back({kernel, person});
    ActiveTimeline& timeline = recording.timeline;
    constexpr std::size_t never = ActiveBlock::noEvent;
    timeline.blocks = {{0, 10, 512, 0, never, 1},
                       {1, 10, 1024, 1, never, 1},
                       {2, 10, 2048, 1, 2, 2}, // freed after the peak
                       {3, 10, 4096, 0, 1, 2}, // and before it
                       {4, 10, 256, 0, never, StackTable::none}};
    timeline.points = {{0, 4864, 8192}, {0, 3840, 8192}, {0, 1792, 8192}};
    timeline.peak = 1;
    recording.phases.parts = {
        {RunPhase::Setup, 0, 0, 1}, {RunPhase::Backward, 1, 1, 2}, {RunPhase::Optimizer, 1, 2, 3}};
    const auto holders = memoryHolders(recording, 9);
    QCOMPARE(holders.size(), 3U);
    QCOMPARE(memoryHolders(recording, 1).size(), 1U);
    QCOMPARE(holders[0].bytes, 2048);
    QCOMPARE(holders[0].line, "/home/me/train.py:88 step"s);
    QVERIFY(holders[0].inner.empty());
    QCOMPARE(holders[1].bytes, 512 + 1024);
    QCOMPARE(holders[1].count, 2);
    QCOMPARE(holders[1].inner, "/env/lib/site-packages/transformers/llama.py:64 forward"s);
    QCOMPARE(holders[1].phase, RunPhase::Backward);
    QVERIFY(holders[2].line.empty());
    // A line of PyTorch's counts where there is no other.
    stacks.stacks[2] = {kernel, linear};
    timeline.blocks = {{0, 10, 512, 0, never, 2}};
    QCOMPARE(memoryHolders(recording, 9).at(0).line,
             "/env/lib/site-packages/torch/nn/linear.py:125 forward"s);
    const auto moments = heldMoments(recording);
    QCOMPARE(moments.size(), 2U);
    QCOMPARE(moments[0].phase, RunPhase::Backward);
    QCOMPARE(moments[0].allocated, 3840);
    QVERIFY(memoryHolders({}, 5).empty() && heldMoments({}).empty());
}

void TestRehearsal::triesValues_data()
{
    QTest::addColumn<LongestQuestion>("question");
    QTest::addColumn<qint64>("limit"); // the largest value that fits
    QTest::addColumn<QList<qint64>>("values");
    QTest::newRow("a batch") << LongestQuestion{"batch", 1, 64} << qint64{5}
                             << QList<qint64>{1, 2, 4, 8, 6, 5};
    QTest::newRow("all of them") << LongestQuestion{"batch", 1, 6} << qint64{9}
                                 << QList<qint64>{1, 2, 4, 6};
    QTest::newRow("none") << LongestQuestion{"batch", 3, 6} << qint64{2} << QList<qint64>{3};
    QTest::newRow("one value") << LongestQuestion{"batch", 3, 3} << qint64{9} << QList<qint64>{3};
    // Multiples of 128 from the first value on, to a 32nd: 4,096 + 128 is the last.
    QTest::newRow("a context") << LongestQuestion{"context", 1024, 65536} << qint64{4300}
                               << QList<qint64>{1024, 2048, 4096, 8192, 6144,
                                                5120, 4608, 4352, 4224};
}

void TestRehearsal::triesValues()
{
    QFETCH(LongestQuestion, question);
    QFETCH(qint64, limit);
    QFETCH(QList<qint64>, values);
    QList<qint64> tried;
    const auto tries = triesOfLongest(question, [&](std::int64_t value) {
        tried << value;
        return std::optional(LongestTry{value, value <= limit, 0, 0});
    });
    QCOMPARE(tried, values);
    QCOMPARE(tries.size(), static_cast<std::size_t>(values.size()));
    // A run that fails in another way is the last.
    QVERIFY(
        triesOfLongest(question, [](std::int64_t) { return std::optional<LongestTry>(); }).empty());
}

/// A program that was killed leaves its folder and the file that it held locked.
void TestRehearsal::removesFoldersLeftBehind()
{
#ifndef __linux__
    QSKIP("a rehearsal runs on Linux on x86-64 only");
#endif
    const TemporaryTmpdir parent;
    const QDir folder(parent.path());
    QVERIFY(folder.mkpath(u"highwater-killed/libraries"_s));
    QVERIFY(QFile(folder.filePath(u"highwater-killed/.in-use"_s)).open(QFile::WriteOnly));
    QVERIFY(folder.mkpath(u"highwater-backup"_s)); // a person's own
    QVERIFY(folder.mkpath(u"highwater-of-mine"_s));
    QVERIFY(QFile(folder.filePath(u"highwater-of-mine/.in-use"_s)).open(QFile::WriteOnly));
    const auto first = PrivateFolder::make();
    const auto second = PrivateFolder::make();
    QVERIFY(first && second);
    QVERIFY(QFile::exists(QString::fromStdString(first->path() + "/.in-use")));
    QVERIFY(!folder.exists(u"highwater-killed"_s));
    QVERIFY(folder.exists(u"highwater-backup"_s));
    QVERIFY(folder.exists(u"highwater-of-mine"_s));
}

QTEST_APPLESS_MAIN(TestRehearsal)
#include "test_rehearsal.moc"
