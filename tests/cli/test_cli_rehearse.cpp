// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/stand_in.h"
#include "program.h"
#include "tests/core/random.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

#ifdef __linux__
#include <csignal>
#endif

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

/// Writes what test_rehearsal_hook.py has in the place of PyTorch into a folder, with a history of
/// the allocator that is a recording of a real run.
constexpr const char* writeTorch = R"(
import sys, textwrap, pathlib
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from test_rehearsal_hook import TORCH
for name, text in TORCH.items():
    path = pathlib.Path(sys.argv[2]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
with open(pathlib.Path(sys.argv[2]) / "cuda/memory.py", "a") as file:
    file.write("""
import os, shutil
def _record_memory_history(**settings): pass
def _dump_snapshot(path): shutil.copy(os.environ["SNAPSHOT"], path)
""")
)";

constexpr const char* steps = R"(
import torch
optimizer = torch.optim.Optimizer()
for step in range(9):
    torch.cuda.memory.take((30 + step) << 20)
    torch.cuda.memory.take(-(30 << 20))
    optimizer.step()
)";

void write(const QString& path, const QByteArray& bytes, bool executable = false)
{
    QVERIFY(writeFile(path, bytes));
    if (executable)
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray versionFile(const char* version, const char* cuda, const char* hip = "None")
{
    return "__version__ = '" + QByteArray(version) + "'\ncuda: Optional[str] = " + cuda
        + "\nhip: Optional[str] = " + hip + "\n";
}

} // namespace

/// highwater rehearse, with the system's Python and a small module in the place of PyTorch.
class TestCliRehearse : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void tellsTheContract();
    void comparesWithAPlan();
    void keepsTheRecording();
    void keepsItInNoOtherFolder();
    void tellsEachStep();
    void refuses_data();
    void refuses();
    void endsInEachWay_data();
    void endsInEachWay();
    void leavesHelpToTheCommand();
    void takesItsSmallFilesAway();
    void takesTheNetworkAway();
    void keepsWritesInItsFolder();
    void keepsHomeFromAScriptThatRunsThere();
    void removesNothingOfOthers();
    void importsNothingOfTheFolder();
    void endsEveryProcess_data();
    void endsEveryProcess();
    void endsWithASignal_data();
    void endsWithASignal();
    void isKilled();
    void findsTheLargestValue();
    void leavesNothingOpen();

private:
    QStringList command(const QString& script, const QStringList& options = {}) const
    {
        return QStringList{u"rehearse"_s, u"--card"_s, u"h100"_s} + options
            + QStringList{u"--"_s, path("bin/python"), script};
    }
    Ran rehearse(const char* script, const QStringList& options = {}) const
    {
        write(path("train.py"), script);
        return runProgram(command(path("train.py"), options), setting());
    }
    /// The program, as a process that can be stopped.
    void begin(QProcess& process, const QStringList& words) const
    {
        process.setProgram(QStringLiteral(HIGHWATER_BINARY));
        process.setArguments(words);
        process.setWorkingDirectory(m_folder->path());
        process.setProcessEnvironment(*setting().environment);
        process.start();
    }
    Setting setting() const
    {
        QProcessEnvironment environment = noDisplay();
        environment.insert(u"TMPDIR"_s, path("tmp"));
        environment.insert(u"PYTHONDONTWRITEBYTECODE"_s, u"1"_s);
        environment.insert(u"SEEN"_s, path("seen"));
        environment.insert(u"SNAPSHOT"_s,
                           QStringLiteral(HIGHWATER_GOLDEN "/recordings/2.4.pickle.gz"));
        return {{}, m_folder->path(), environment};
    }
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    bool leftNothing() const
    {
        return QDir(path("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).isEmpty();
    }
    /// The pids that the script noted, of those that are alive.
    QStringList alive() const
    {
        QFile file(path("seen"));
        QStringList pids;
        if (file.open(QFile::ReadOnly))
            for (const QByteArray& line : file.readAll().split('\n'))
                if (!line.isEmpty() && QFileInfo::exists(u"/proc/"_s + QString::fromLatin1(line)))
                    pids << QString::fromLatin1(line);
        return pids;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliRehearse::init()
{
#if !defined(__linux__) || !defined(__x86_64__)
    QSKIP("a rehearsal runs on Linux on x86-64 only");
#endif
    static const QString python = [] {
        QProcess ask; // what CMake found may be a script in front of it, which takes its time
        ask.start(QStringLiteral(HIGHWATER_PYTHON),
                  {u"-c"_s, u"import sys; print(sys.executable)"_s});
        ask.waitForFinished();
        return QString::fromLocal8Bit(ask.readAllStandardOutput()).trimmed();
    }();
    if (python.isEmpty())
        QSKIP("Python 3 is not here");
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath(u"tmp"_s));
    const QString packages = path("lib/site-packages");
    const QString starter
        = u"#!/bin/sh\nPYTHONPATH=\"${PYTHONPATH:+$PYTHONPATH:}%1\" exec %2 \"$@\"\n"_s;
    write(path("bin/python"), starter.arg(packages, python).toUtf8(), true);
    QCOMPARE(QProcess::execute(python,
                               {u"-c"_s, QString::fromLatin1(writeTorch),
                                QStringLiteral(HIGHWATER_CLI_TESTS), packages + u"/torch"_s}),
             0);
    write(packages + u"/torch/version.py"_s, versionFile("2.6.0", "'12.4'"));
    const std::string library
        = highwater::standInFile({"libtorch_cuda.so", {"libcudart.so.12"}, {}, {}});
    write(packages + u"/torch/lib/libtorch_cuda.so"_s,
          QByteArray(library.data(), static_cast<qsizetype>(library.size())));
}

void TestCliRehearse::tellsTheContract()
{
    const Ran ran = rehearse(steps, {u"--json"_s});
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const json told = json::parse(ran.out.toStdString());
    QStringList keys;
    for (const auto& [key, value] : told.items())
        keys << QString::fromStdString(key);
    QCOMPARE(keys.join(u' '),
             u"advice available capacity card comparison cuda ended error exit_code format holders "
             "moments network_left network_taken not_saved out_of_memory_behind ranks recording "
             "seconds signal torch unanswered unread unwritten verdict version world "
             "writes_confined writes_left"_s);
    QCOMPARE(told.at("format").get<std::string>(), std::string("highwater-rehearsal"));
    QCOMPARE(told.at("torch").get<std::string>(), std::string("2.6.0"));
    QCOMPARE(told.at("cuda").get<std::string>(), std::string("12.4"));
    QCOMPARE(told.at("card").get<std::string>(), std::string("h100-sxm5-80gb"));
    // 600 MiB of context.
    QCOMPARE(told.at("capacity").get<std::int64_t>() - told.at("available").get<std::int64_t>(),
             std::int64_t{600} << 20);
    const json rank = told.at("ranks").at(0);
    QCOMPARE(rank.at("steps").size(), std::size_t{3});
    // Each step takes a mebibyte more than it gives back.
    QCOMPARE(rank.at("steps").at(2).at("allocated").get<std::int64_t>(), std::int64_t{33} << 20);
    QCOMPARE(rank.at("steps").at(2).at("held").get<std::int64_t>(), std::int64_t{3} << 20);
    QCOMPARE(rank.at("peak_reserved").get<std::int64_t>(), std::int64_t{33} << 20);
    QVERIFY(!rank.at("out_of_memory").get<bool>());
    QVERIFY(told.at("holders").at(0).at("bytes").get<std::int64_t>() > 0);
    QVERIFY(told.at("moments").size() >= 3);
    QVERIFY(told.at("comparison").is_null());
    QVERIFY(ran.err.contains("PyTorch 2.6.0 for CUDA 12.4"));
    QVERIFY(leftNothing());
}

void TestCliRehearse::comparesWithAPlan()
{
    const Ran ran = rehearse(steps, {u"--json"_s, u"--set"_s, u"model.id=qwen3-8b"_s});
    const json told = json::parse(ran.out.toStdString());
    QCOMPARE(told.at("comparison").at("format").get<std::string>(), std::string("highwater-run"));
    write(path("ds.json"), R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true},
                              "zero_optimization": {"stage": 2}})");
    const Ran imported = runProgram(command(path("train.py"), {u"--json"_s})
                                        + QStringList{u"--deepspeed"_s, path("ds.json")},
                                    setting());
    QVERIFY(json::parse(imported.out.toStdString()).at("comparison").is_object());
    const Ran bare = rehearse(steps, {u"--plan"_s, u"nothing.hwplan"_s});
    QCOMPARE(notRefused(bare, 1, {u"nothing.hwplan"_s}), QString());
}

void TestCliRehearse::keepsTheRecording()
{
    const Ran ran = rehearse(steps, {u"-o"_s, path("kept.pickle")});
    QVERIFY2(ran.exit == 0, ran.err.constData());
    QVERIFY(ran.out.contains("Fits: PyTorch reserves 0.03 GiB at most"));
    QVERIFY(ran.out.contains("Lines that hold memory at the peak"));
    QVERIFY(ran.out.contains("kept.pickle"));
    QCOMPARE(run({u"compare-run"_s, path("kept.pickle")}).exit, 0);
    const Ran nowhere = rehearse(steps, {u"-o"_s, u"/no/such/folder/kept.pickle"_s});
    QCOMPARE(notRefused(nowhere, 1, {u"kept.pickle: cannot be written"_s}), QString());
}

void TestCliRehearse::keepsItInNoOtherFolder()
{
    QVERIFY(QDir(m_folder->path()).mkdir(u"kept"_s));
    const QTemporaryDir other;
    const QByteArray script = "import os\nos.rename('kept', 'moved')\nos.symlink('"
        + other.path().toUtf8() + "', 'kept')\n" + steps;
    const Ran ran = rehearse(script.constData(), {u"-o"_s, path("kept/kept.pickle")});
    QVERIFY2(ran.err.contains("the recording was not kept"), ran.err.constData());
    QVERIFY(QDir(other.path()).isEmpty());
}

void TestCliRehearse::tellsEachStep()
{
    const Ran ran = rehearse(steps, {u"--events"_s, u"--steps"_s, u"2"_s});
    const QList<QByteArray> lines = ran.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    const json found = json::parse(lines[0].toStdString());
    QCOMPARE(found.at("event").get<std::string>(), std::string("found"));
    QCOMPARE(found.at("torch").get<std::string>(), std::string("2.6.0"));
    const QByteArray first = "{\"event\":\"step\",\"rank\":0,\"step\":1,\"steps\":2,"
                             "\"allocated\":31457280,\"reserved\":31457280}";
    QCOMPARE(lines[1], first);
    const json answer = json::parse(lines[3].toStdString());
    QCOMPARE(answer.at("event").get<std::string>(), std::string("answer"));
    QCOMPARE(answer.at("format").get<std::string>(), std::string("highwater-rehearsal"));
}

void TestCliRehearse::refuses_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("version"); // of PyTorch; empty: as it is
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* options, const QByteArray& version,
                        const char* says) {
        QTest::newRow(name) << QString::fromLatin1(options) << version << QString::fromLatin1(says);
    };
    row("no command", "--card h100", {}, "write it after --");
    row("nothing after --", "--card h100 --", {}, "write it after --");
    row("no card", "-- @", {}, "--card: is missing");
    row("an unknown card", "--card h1000 -- @", {}, "--card: is not in the catalogue");
    row("a card of AMD's", "--card mi300x -- @", {}, "must be a card of NVIDIA's");
    row("a plan in the place of an option", "x.hwplan --card h100 -- @", {}, "unexpected argument");
    row("memory that is no number", "--card h100 --memory much -- @", {}, "--memory");
    row("a rank beyond the last", "--card h100 --ranks 4 --rank 0,4 -- @", {}, "--rank");
    row("no steps", "--card h100 --steps 0 -- @", {}, "--steps");
    row("unknown data", "--card h100 --data real -- @", {}, "--data: must be made");
    row("unknown routing", "--card h100 --routing last -- @", {}, "--routing: must be balanced or");
    row("two forms", "--card h100 --json --events -- @", {}, "exclude each other");
    row("a key that the command lacks", "--card h100 --longest context -- @", {},
        "the command must have {context}");
    row("a command that is not there", "--card h100 -- no-such-program", {},
        "the command is not there");
    row("another node", "--card h100 -- /usr/bin/ssh host @", {}, "another node");
    row("no CUDA", "--card h100 -- @", versionFile("2.6.0+cpu", "None"), "is built without CUDA");
    row("ROCm", "--card h100 -- @", versionFile("2.6.0", "None", "'6.2'"), "is built for ROCm");
    row("an unknown CUDA", "--card h100 -- @", versionFile("2.6.0", "'10.2'"),
        "is built for CUDA 10.2");
    row("an old PyTorch", "--card h100 -- @", versionFile("1.13.1", "'11.7'"), "is not known");
    row("no PyTorch", "--card h100 -- @", "none", "this Python has no PyTorch");
    row("a Python that fails", "--card h100 -- @", "broken", "cannot be asked for its packages");
    row("no library that needs CUDA", "--card h100 -- @", "bare", "no library that needs CUDA");
}

void TestCliRehearse::refuses()
{
    QFETCH(QString, options);
    QFETCH(QByteArray, version);
    QFETCH(QString, says);
    const QString torch = path("lib/site-packages/torch");
    if (version == "none")
        QVERIFY(QDir(torch).removeRecursively());
    else if (version == "bare")
        QVERIFY(QDir(torch + u"/lib"_s).removeRecursively());
    else if (version == "broken")
        write(path("bin/python"), "#!/bin/sh\nexit 3\n", true);
    else if (!version.isEmpty())
        write(torch + u"/version.py"_s, version);
    const Ran ran = runProgram(
        QStringList{u"rehearse"_s}
            + QString(options).replace(u'@', path("bin/python")).split(u' ', Qt::SkipEmptyParts),
        setting());
    QCOMPARE(notRefused(ran, 2, {says}), QString());
    QVERIFY(leftNothing());
}

void TestCliRehearse::endsInEachWay_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("says"); // on stderr, or in the report
    const auto row = [](const char* name, const QByteArray& script, int exit, const char* says) {
        QTest::newRow(name) << script << exit << QByteArray(says);
    };
    const QByteArray step
        = "import os, sys, torch\ntorch.cuda.memory.take(9)\noptimizer = torch.optim.Optimizer()\n";
    row("out of memory", step + "raise torch.cuda.OutOfMemoryError('Tried to allocate 9 GiB')\n", 3,
        "Tried to allocate 9 GiB");
    row("goes on after running out of memory",
        step
            + "torch.cuda.memory.failed = 2\ntry: raise torch.cuda.OutOfMemoryError('9 GiB')\n"
              "except torch.cuda.OutOfMemoryError: pass\n"
            + steps,
        0, "PyTorch ran out of memory 2 times, and the command went on");
    row("ends without its exit handlers", step + "optimizer.step()\nos._exit(0)\n", 0,
        "The command ended before the steps that were asked for");
    row("raises in a library", step + "import random\nrandom.sample(range(2), 3)\n", 1,
        "train.py:5 (");
    row("lacks a file", step + "open('train.bin')\n", 1,
        "start the rehearsal in the folder from which the command runs");
    row("raises", step + "\n{}['x']\n", 1, "The command raised KeyError: 'x', at ");
    row("wants the network", "import torch, urllib.request as u\nu.urlopen('http://example.org')\n",
        1, "it wanted the network");
    row("exits with a code", step + "sys.exit(5)\n", 1, "The command ended with exit code 5");
    row("dies", step + "os.abort()\n", 1, "The command was ended by signal 6");
    row("ends early", step + "optimizer.step()\n", 0,
        "The command ended before the steps that were asked for");
    row("never steps", step, 1, "The command ended without a step of an optimizer of PyTorch");
    row("never imports PyTorch", "print(1)\n", 1, "The command ended without importing PyTorch");
    row("sleeps for ever", step + "import time\ntime.sleep(1000)\n", 1,
        "The command did not end in the time that --timeout gives it");
    row("closes its outputs", step + "os.close(1)\nos.close(2)\n" + steps, 0, "Fits: ");
    row("writes much", step + "print('x' * 100_000_000)\n" + steps, 0, "Fits: ");
    row("reads its input", step + "input()\n", 1, "EOFError");
    row("forks", step + "if os.fork() == 0: os._exit(0)\n" + steps, 0, "Fits: ");
    row("leaves temporary files",
        step + "import tempfile\nprint(os.listdir(tempfile.mkdtemp()))\n" + steps, 0, "Fits: ");
    row("damages reports",
        step
            + "seen = os.environ['HIGHWATER_REHEARSAL']\n"
              "open(seen + '/process-1.json', 'w').write('{\"ended\": \"steps\", \"steps\": 1}')\n"
              "open(seen + '/process-2.json', 'wb').write(bytes(30_000_000))\n"
              "open(seen + '/device-3.json', 'w').write('[' * 100_000)\n"
              "open(seen + '/progress-4.jsonl', 'w').write('{\\n' * 1000)\n"
              "os.mkfifo(seen + '/process-5.json')\n"
              "os.symlink('/dev/zero', seen + '/process-6.json')\n"
            + steps,
        0, "process-1.json: is no report of a rehearsal that can be read");
}

void TestCliRehearse::endsInEachWay()
{
    QFETCH(QByteArray, script);
    QFETCH(int, exit);
    QFETCH(QByteArray, says);
    const bool sleeps = script.contains("sleep");
    const Ran ran = rehearse(script.constData(), {u"--timeout"_s, sleeps ? u"1"_s : u"60"_s});
    QCOMPARE(ran.exit, exit);
    QVERIFY2(ran.out.contains(says) || ran.err.contains(says),
             QByteArray(ran.out + ran.err.right(2000)).constData());
    QVERIFY(leftNothing());
}

void TestCliRehearse::leavesHelpToTheCommand()
{
    write(path("train.py"), "import sys\nprint(sys.argv[1:])\n");
    const Ran ran = runProgram(command(path("train.py")) + QStringList{u"--help"_s}, setting());
    QVERIFY2(ran.err.contains("['--help']"), ran.err.constData());
    QVERIFY(run({u"rehearse"_s, u"--help"_s}).out.contains("--without-weights"));
}

/// A configuration that the script saves is there as long as the rehearsal runs.
void TestCliRehearse::takesItsSmallFilesAway()
{
    const QString package = path("lib/site-packages/transformers");
    write(package + u"/__init__.py"_s, {});
    write(package + u"/configuration_utils.py"_s, R"(
import os
class PretrainedConfig:
    def save_pretrained(self, folder):
        os.makedirs(folder, exist_ok=True)
        open(os.path.join(folder, "config.json"), "w").close()
)");
    write(path("theirs/config.json"), "theirs");
    const QByteArray script = QByteArray(R"(
import os
from transformers.configuration_utils import PretrainedConfig
for folder in "new/one", "theirs", "kept":
    PretrainedConfig().save_pretrained(folder)
    print(folder, os.path.exists(folder + "/config.json"))
open("kept/log.txt", "w").close()
)") + steps;
    const Ran ran = rehearse(script.constData());
    QVERIFY2(ran.exit == 0, ran.err.constData());
    QVERIFY2(ran.err.contains("new/one True"), ran.err.constData());
    QVERIFY(!QFile::exists(path("new")));
    QVERIFY(!QFile::exists(path("kept/config.json")));
    QVERIFY(QFile::exists(path("kept/log.txt"))); // the script's own
    QFile theirs(path("theirs/config.json"));
    QVERIFY(theirs.open(QFile::ReadOnly));
    QCOMPARE(theirs.readAll(), QByteArray("theirs"));
}

void TestCliRehearse::takesTheNetworkAway()
{
    const QByteArray script = QByteArray(R"(
import os, socket, torch
names = [line.split(":")[0].strip() for line in list(open("/proc/net/dev"))[2:]]
print("interfaces", sorted(names))
listener = socket.socket(); listener.bind(("127.0.0.1", 0)); listener.listen()
socket.create_connection(listener.getsockname()).close()
print("user", os.getuid())
)") + steps;
    const Ran ran = rehearse(script.constData(), {u"--json"_s});
    QVERIFY2(ran.exit == 0, ran.err.constData());
    if (!json::parse(ran.out.toStdString()).at("network_taken").get<bool>())
        QSKIP("this system lets no program take its network away");
    QVERIFY2(ran.err.contains("interfaces ['lo']"), ran.err.constData());
    const Ran with = rehearse(script.constData(), {u"--json"_s, u"--network"_s});
    QVERIFY(!json::parse(with.out.toStdString()).at("network_taken").get<bool>());
}

/// What lies elsewhere can be read and nothing else, unless a person lifts that.
void TestCliRehearse::keepsWritesInItsFolder()
{
    const QTemporaryDir elsewhere;
    write(elsewhere.filePath(u"theirs.txt"_s), "theirs");
    const QByteArray script = QByteArray(R"(
import multiprocessing, os, re, shutil, sys, tempfile, torch
there = os.environ["THERE"]
theirs = there + "/theirs.txt"
def refused(what, action):
    try:
        action()
    except OSError as error:
        return print("refused", what, error.errno)
    print("done", what)
refused("reading", lambda: print(open(theirs).read()))
refused("a new file", lambda: open(there + "/new.txt", "w").close())
refused("a longer file", lambda: open(theirs, "a").close())
if tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) >= (6, 2):
    refused("a shorter file", lambda: os.truncate(theirs, 1))
else:  # Landlock knows nothing of it yet
    print("refused a shorter file: not tried")
refused("a folder", lambda: os.mkdir(there + "/new"))
refused("a link", lambda: os.symlink(theirs, there + "/link"))
refused("another name", lambda: os.rename(theirs, there + "/others.txt"))
refused("taking it", lambda: os.rename(theirs, "taken.txt"))
refused("removing", lambda: os.remove(theirs))
refused("by a child", lambda: os.system("echo mine > %s/child.txt" % there) and open(there + "/x", "w"))
os.makedirs("one"); os.makedirs("two")
open("one/file", "w").close(); os.replace("one/file", "two/file")
os.truncate("two/file", 0)
open(os.devnull, "w").write("x")
tempfile.NamedTemporaryFile().write(b"x")
multiprocessing.Semaphore()
print("its own", os.listdir("two"))
)") + steps;
    Setting surroundings = setting();
    surroundings.environment->insert(u"THERE"_s, elsewhere.path());
    write(path("train.py"), script);
    const Ran ran = runProgram(command(path("train.py"), {u"--json"_s}), surroundings);
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const json told = json::parse(ran.out.toStdString());
    QCOMPARE(told.at("writes_confined").get<bool>(), !told.at("writes_left").get<bool>());
    if (!told.at("writes_confined").get<bool>())
        QSKIP("this system has no Landlock");
    QCOMPARE(ran.err.count("\nrefused "), 9);
    QVERIFY2(ran.err.contains("done reading"), ran.err.constData());
    QVERIFY2(ran.err.contains("its own ['file']"), ran.err.constData());
    QCOMPARE(QDir(elsewhere.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{u"theirs.txt"_s});
    QCOMPARE(QFileInfo(elsewhere.filePath(u"theirs.txt"_s)).size(), 6);

    const Ran bare = rehearse(
        "import torch\nopen('/highwater-was-here', 'w')\n"); // who may not is told so too
    QVERIFY2(bare.err.contains("--write-anywhere does"), bare.err.constData());
    QVERIFY(QDir(path("one")).removeRecursively() && QDir(path("two")).removeRecursively());
    const Ran lifted
        = runProgram(command(path("train.py"), {u"--json"_s, u"--write-anywhere"_s}), surroundings);
    QVERIFY(!json::parse(lifted.out.toStdString()).at("writes_confined").get<bool>());
    QVERIFY(!json::parse(lifted.out.toStdString()).at("writes_left").get<bool>());
}

void TestCliRehearse::keepsHomeFromAScriptThatRunsThere()
{
    write(path("train.py"),
          QByteArray("try:\n"
                     "    open('mine.txt', 'w')\n"
                     "except PermissionError:\n"
                     "    print('refused')\n")
              + steps);
    Setting atHome = setting();
    atHome.environment->insert(u"HOME"_s, path("."));
    const Ran ran = runProgram(command(path("train.py"), {u"--json"_s}), atHome);
    QVERIFY2(ran.exit == 0, ran.err.constData());
    if (!json::parse(ran.out.toStdString()).at("writes_confined").get<bool>())
        QSKIP("this system has no Landlock");
    QVERIFY2(ran.err.contains("refused"), ran.err.constData());
    QVERIFY(!QFileInfo::exists(path("mine.txt")));
}

/// A script that names files of others among those that go with the rehearsal.
void TestCliRehearse::removesNothingOfOthers()
{
    const QTemporaryDir elsewhere;
    write(elsewhere.filePath(u"theirs.txt"_s), "theirs");
    QVERIFY(QFile::link(elsewhere.path(), path("way")));
    const QByteArray script = "import os, torch\nseen = open(os.environ['HIGHWATER_REHEARSAL'] + "
                              "'/written.txt', 'w')\nfor folder in '"
        + elsewhere.path().toUtf8() + "', 'way', '" + path("way").toUtf8()
        + "': print(folder + '/theirs.txt', file=seen)\nseen.close()\n" + steps;
    const Ran ran = rehearse(script.constData(), {u"--json"_s});
    QVERIFY2(ran.exit == 0, ran.err.constData());
    if (!json::parse(ran.out.toStdString()).at("writes_confined").get<bool>())
        QSKIP("this system has no Landlock");
    QVERIFY(QFile::exists(elsewhere.filePath(u"theirs.txt"_s)));
}

/// Modules in the working folder are not those of the script, which lies in another one.
void TestCliRehearse::importsNothingOfTheFolder()
{
    for (const char* name : {"platform.py", "os.py", "json.py", "sitecustomize.py", "torch.py",
                             "importlib/__init__.py", "highwater_rehearsal/__init__.py"})
        write(path(name), "open('loaded', 'w').close()\nraise SystemExit(9)\n");
    write(path("scripts/train.py"), steps);
    const Ran ran = runProgram(command(path("scripts/train.py")), setting());
    QVERIFY2(ran.exit == 0, ran.err.constData());
    QVERIFY(!QFile::exists(path("loaded")));
}

void TestCliRehearse::endsEveryProcess_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("children") << QByteArray("subprocess.Popen(['sleep', '1000'])");
    QTest::newRow("in a session of their own")
        << QByteArray("subprocess.Popen(['sleep', '1000'], start_new_session=True)");
    QTest::newRow("whose parent has ended")
        << QByteArray("subprocess.Popen(['sh', '-c', 'sleep 1000 & echo $! >> \"$SEEN\"'], "
                      "start_new_session=True)");
    QTest::newRow("deaf to signals")
        << QByteArray("subprocess.Popen(['sh', '-c', 'trap \"\" TERM INT; sleep 1000'])");
}

void TestCliRehearse::endsEveryProcess()
{
    QFETCH(QByteArray, start);
    const QByteArray script = "import os, subprocess, time\nstarted = " + start
        + "\nopen(os.environ['SEEN'], 'a').write('%d\\n%d\\n' % (os.getpid(), started.pid))\n"
          "time.sleep(0.2)\n"
        + steps;
    const Ran ran = rehearse(script.constData());
    QVERIFY2(ran.exit == 0, ran.err.constData());
    QCOMPARE(alive(), QStringList());
    QVERIFY(leftNothing());
}

void TestCliRehearse::endsWithASignal_data()
{
    QTest::addColumn<int>("signal");
#ifdef __linux__
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("asked to end") << SIGTERM;
    QTest::newRow("its terminal is closed") << SIGHUP;
#endif
}

void TestCliRehearse::endsWithASignal()
{
#ifdef __linux__
    QFETCH(int, signal);
    write(path("train.py"), R"(
import os, subprocess, time, torch
started = [subprocess.Popen(["sleep", "1000"], start_new_session=True) for i in range(3)]
pids = [os.getpid()] + [each.pid for each in started]
open(os.environ["SEEN"], "w").write("".join("%d\n" % pid for pid in pids))
time.sleep(1000)
)");
    QProcess process;
    begin(process, command(path("train.py")));
    QTRY_COMPARE_WITH_TIMEOUT(alive().size(), 4, 60'000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains("The rehearsal was stopped"));
    QCOMPARE(alive(), QStringList());
    QVERIFY(leftNothing());
#endif
}

/// Killed at any point, it leaves no process, no part of a file, and a folder that the next
/// rehearsal removes.
void TestCliRehearse::isKilled()
{
#ifdef __linux__
    write(path("train.py"), QByteArray(R"(
import os, subprocess, time, torch
started = subprocess.Popen(["sh", "-c", "sleep 1000 & echo $! >> \"$SEEN\"; sleep 1000"], start_new_session=True)
open(os.environ["SEEN"], "a").write("%d\n%d\n" % (os.getpid(), started.pid))
)") + steps);
    const QString kept = path("kept.pickle");
    const QStringList words = command(path("train.py"), {u"-o"_s, kept});
    highwater::Random random(47);
    int killed = 0;
    for (int i = 0; i < highwater::casesToTry(10); ++i) {
        QFile::remove(kept);
        QProcess process;
        begin(process, words);
        QVERIFY(process.waitForStarted());
        if (!process.waitForFinished(static_cast<int>(random.below(2500)))) {
            process.kill();
            ++killed;
            QVERIFY(process.waitForFinished(60'000));
        }
        QTRY_COMPARE_WITH_TIMEOUT(alive(), QStringList(), 60'000);
        if (QFile::exists(kept))
            QCOMPARE(run({u"compare-run"_s, kept}).exit, 0);
    }
    QVERIFY(killed > 0);
    QCOMPARE(runProgram(words, setting()).exit, 0);
    QVERIFY(leftNothing());
#endif
}

void TestCliRehearse::findsTheLargestValue()
{
    write(path("train.py"), QByteArray(R"(
import sys, torch
size = int(sys.argv[1].split("=")[1])
torch.cuda.memory.take(size)
if size > 11: raise torch.cuda.OutOfMemoryError("no more")
)") + steps);
    const QStringList longest{u"--longest"_s, u"batch"_s, u"--to"_s, u"64"_s};
    const Ran ran = runProgram(command(path("train.py"), longest + QStringList{u"--json"_s})
                                   + QStringList{u"--batch={batch}"_s},
                               setting());
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const json told = json::parse(ran.out.toStdString()).at("longest");
    QCOMPARE(told.at("answer").get<int>(), 11);
    QCOMPARE(told.at("tries").size(), std::size_t{8}); // 1 2 4 8 16, 12 10 11
    const Ran none
        = runProgram(command(path("train.py"), longest + QStringList{u"--from"_s, u"12"_s})
                         + QStringList{u"--batch={batch}"_s},
                     setting());
    QCOMPARE(none.exit, 3);
    QVERIFY(none.out.contains("Not even 12 fits"));
}

/// One process that rehearses again and again: HIGHWATER_REHEARSALS sets how often.
void TestCliRehearse::leavesNothingOpen()
{
    write(path("train.py"), QByteArray(R"(
import os, sys, torch
parent = "/proc/%d" % os.getppid()
pages = int(open(parent + "/statm").read().split()[1])
print("held", len(os.listdir(parent + "/fd")), pages, flush=True)
if int(sys.argv[1].split("=")[1]) > 1 << 39: raise torch.cuda.OutOfMemoryError("no more")
)") + steps);
    Setting flat = setting();
    const QString own = flat.environment->value(u"ASAN_OPTIONS"_s);
    flat.environment->insert(u"ASAN_OPTIONS"_s,
                             own + u":quarantine_size_mb=1"_s); // holds what is free
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("HIGHWATER_REHEARSALS", &given);
    const int wanted = given ? asked : 4;
    int done = 0;
    while (done < wanted) {
        const QString most = QString::number(std::int64_t{1} << std::min(40, wanted - 1));
        const Ran ran = runProgram(
            command(path("train.py"),
                    {u"--longest"_s, u"batch"_s, u"--to"_s, most, u"--steps"_s, u"1"_s})
                + QStringList{u"--batch={batch}"_s},
            flat);
        QVERIFY2(ran.exit == 0, ran.err.constData());
        QList<QList<QByteArray>> held;
        for (const QByteArray& line : ran.err.split('\n'))
            if (line.startsWith("held "))
                held << line.split(' ');
        QVERIFY(held.size() >= 2);
        qInfo("%lld rehearsals: %s to %s files open, %s to %s pages",
              static_cast<long long>(held.size()), held[0][1].constData(),
              held.back()[1].constData(), held[0][2].constData(), held.back()[2].constData());
        QCOMPARE(held.back()[1], held[0][1]);
        constexpr int mostPages = 2048; // 8 MiB
        QVERIFY(held.back()[2].toInt() <= held[1][2].toInt() + mostPages);
        QVERIFY(leftNothing());
        done += static_cast<int>(held.size());
    }
}

QTEST_GUILESS_MAIN(TestCliRehearse)
#include "test_cli_rehearse.moc"
