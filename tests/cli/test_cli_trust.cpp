// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person may rely on whatever the folder, the numbers or the file: nothing is loaded from
// the working folder, what leaves tells nothing of its author's computer, and no number is too
// large.
#include "core/catalog/catalog.h"
#include "core/configs/config_target.h"
#include "core/exchange/plan_file.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace highwater;
using namespace Qt::StringLiterals;

namespace {

/// A plan with as many of its numbers as it takes at one end of their ranges.
Plan planOfEnds(bool most)
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = 4096;
    model.numLayers = 32;
    model.numHeads = 32;
    model.intermediateSize = 11008;
    model.vocabSize = 32000;
    plan.model = model;
    for (const Key& key : keys()) {
        const double end = most ? key.most : key.least;
        Plan changed = plan;
        if (key.kind == Kind::Integer
                ? !assign(changed, key.path, Value(static_cast<std::int64_t>(end))).empty()
                : key.kind != Kind::Real || !assign(changed, key.path, Value(end)).empty())
            continue;
        if (prepare(changed, builtinCatalog()))
            plan = changed;
    }
    return plan;
}

/// A model of more layers than anybody has trained, each of which could be kept or recomputed.
Plan deepPlan()
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = 192;
    model.numLayers = 12'433;
    model.numHeads = 8;
    model.intermediateSize = 700;
    model.vocabSize = 20'000;
    plan.model = model;
    plan.workload.context = 2688;
    plan.cluster.gpus = 96;
    plan.layout.tensor = 8;
    plan.layout.pipeline = 3;
    plan.layout.zero = 2;
    plan.recipe.recompute = Recompute::Selective;
    return plan;
}

/// Commands with the words that each needs; OUT is a file in the test's folder.
constexpr std::array commandLines{
    "estimate",
    "estimate --json",
    "estimate --markdown",
    "estimate --share",
    "solve --for workload.context",
    "solve --for workload.micro_batch --json",
    "solve --for cluster.gpus",
    "solve --for model.parameters",
    "solve --for recompute",
    "advise",
    "search --top 3",
    "cards --json",
    "compare",
    "sweep --axis workload.context --from 1024 --to 16777216 --points 4 --json",
    "share --link --page https://example.org/",
    "export --for deepspeed",
    "export --for megatron",
    "estimate --check",
    "measure --read 70GiB",
    "chart --figure context -o OUT.csv",
    "chart --figure context -o OUT.svg",
    "chart --figure context -o OUT.pptx",
    "chart --figure time -o OUT.csv",
    "chart --figure timeline -o OUT.trace.json",
    "report -o OUT.html"};

/// Numbers that are no numbers, or at which a counter stopped or went round.
const QRegularExpression& noNumber()
{
    static const QRegularExpression words(u"(?<![\\w#-])(?:-?inf|-?nan|-?9223372036854775807|-"
                                          u"9223372036854775808|18446744073709551\\d+)"
                                          "(?!\\w)"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return words;
}

} // namespace

class TestCliTrust : public QObject
{
    Q_OBJECT

private slots:
    void nothingComesFromTheFolder_data();
    void nothingComesFromTheFolder();
    void whatLeavesNamesNobody_data();
    void whatLeavesNamesNobody();
    void noNumberIsTooLarge_data();
    void noNumberIsTooLarge();
    void beyondARangeIsSaid();
    void aReplayThatIsLeftOutIsSaid();
};

void TestCliTrust::nothingComesFromTheFolder_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("estimate") << u"estimate --json"_s;
    QTest::newRow("a picture, by Qt") << u"chart -o out.png"_s;
    QTest::newRow("a document, by Qt") << u"report -o out.pdf"_s;
    QTest::newRow("the manual") << u"help zero --lang zh_CN"_s;
}

/// Files that Qt, the linker and the program look for in other places.
void TestCliTrust::nothingComesFromTheFolder()
{
    QFETCH(QString, command);
    const QTemporaryDir folder, clean;
    const auto hostile = [&](const char* name, const QByteArray& bytes) {
        QVERIFY(writeFile(folder.filePath(QString::fromLatin1(name)), bytes));
    };
    hostile("qt.conf", "[Paths]\nPlugins=.\nPrefix=.\n");
    hostile("qt6.conf", "[Paths]\nPlugins=.\n");
    hostile("highwater.ini", "[view]\nlanguage=zh_CN\n");
    hostile("highwater/highwater.ini", "[view]\nlanguage=zh_CN\n");
    for (const char* name :
         {"libQt6Core.so.6", "libQt6Widgets.so.6", "libQt6Gui.so.6", "libstdc++.so.6",
          "platforms/libqoffscreen.so", "imageformats/libqpng.so", "libhighwater_device.so",
          "resources.rcc", "highwater_zh_CN.qm"})
        hostile(name, "no library");
    QProcessEnvironment environment = noDisplay();
    environment.remove(u"LD_LIBRARY_PATH"_s);
    const QStringList arguments = command.split(u' ');
    const Ran there = runProgram(arguments, {{}, folder.path(), environment});
    const Ran elsewhere = runProgram(arguments, {{}, clean.path(), environment});
    QVERIFY2(elsewhere.exit == 0, elsewhere.err.constData());
    QCOMPARE(there.exit, 0);
    QCOMPARE(there.out, elsewhere.out);
    QCOMPARE(there.err, elsewhere.err);
    if (const QString file = arguments.back(); file.startsWith(u"out."_s))
        QCOMPARE(contents(folder.filePath(file)), contents(clean.filePath(file)));
}

void TestCliTrust::whatLeavesNamesNobody_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char* line : commandLines)
        QTest::newRow(line) << words(line);
    for (const char* line : {"chart -o OUT.png", "chart -o OUT.pdf", "report -o OUT.pdf"})
        QTest::newRow(line) << words(line);
    for (int target = 0; target <= static_cast<int>(ConfigTarget::Unsloth); ++target) {
        const auto name = QString::fromUtf8(nameOf(static_cast<ConfigTarget>(target)).data());
        QTest::addRow("export --for %s", qPrintable(name))
            << QStringList{u"export"_s, u"--for"_s, name, u"-o"_s, u"OUT.txt"_s};
    }
}

/// The folder, the home and the user of a file's author are in nothing that another person gets.
void TestCliTrust::whatLeavesNamesNobody()
{
    QFETCH(QStringList, command);
    const QTemporaryDir folder;
    const QString name = u"anna-lindqvist"_s, home = folder.filePath(name);
    const QString plan = home + u"/plan.hwplan"_s;
    QVERIFY(writeFile(plan, contents(QStringLiteral(HIGHWATER_PRESETS "/8b-on-8-h100.hwplan"))));
    QProcessEnvironment environment = noDisplay();
    for (const char* variable : {"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        environment.insert(QString::fromLatin1(variable), home);
    for (const char* variable : {"USER", "LOGNAME", "HOSTNAME"})
        environment.insert(QString::fromLatin1(variable), name);
    command.insert(1, plan);
    command.replaceInStrings(u"OUT"_s, home + u"/out"_s);
    const QString file = command.back().startsWith(home) ? command.back() : QString();
    const Ran ran = runProgram(command, {{}, home, environment});
    QVERIFY2(ran.exit == 0 || ran.exit == 3, ran.err.constData());
    const QByteArray left = file.isEmpty() ? ran.out : contents(file);
    QVERIFY(!left.isEmpty());
    QVERIFY(!left.contains(name.toUtf8()));
    QVERIFY(!left.contains(folder.path().toUtf8()));
}

void TestCliTrust::noNumberIsTooLarge_data()
{
    QTest::addColumn<QStringList>("plan"); // words; @most and @least are files
    const auto row = [](const char* name, const char* settings) {
        QStringList words;
        for (const QString& each : QString::fromLatin1(settings).split(u' '))
            words << (each.startsWith(u'@') ? QStringList{each} : QStringList{u"--set"_s, each});
        QTest::newRow(name) << words;
    };
    row("10^14 parameters, 10^18 tokens, 2^20 GPUs",
        "model.parameters=1e14 cluster.gpus=1048576 workload.training_tokens=1000000000000000000");
    row("10^12 tokens of the longest context",
        "model.id=llama-3.1-405b workload.context=16777216 workload.micro_batch=65536 "
        "cluster.gpus=1000000 workload.training_tokens=1000000000000");
    row("deep pipelines of many micro-batches",
        "model.id=llama-3.1-405b layout.pipeline=63 layout.virtual_pipeline=2 cluster.gpus=64512 "
        "workload.global_batch=2147483648");
    row("a job of several models",
        "job.kind=grpo recipe.framework=verl model.id=llama-3.1-405b cluster.gpus=1048576 "
        "workload.context=16777216 layout.zero=3");
    row("text for everybody",
        "workload.task=inference model.id=llama-3.1-405b cluster.gpus=1048576 "
        "workload.context=16777216 workload.micro_batch=65536");
    row("each number at its most", "@most");
    row("each number at its least", "@least");
    row("twelve thousand layers", "@deep");
}

void TestCliTrust::noNumberIsTooLarge()
{
    QFETCH(QStringList, plan);
    const QTemporaryDir folder;
    for (const auto& [name, made] :
         {std::pair(u"@most"_s, planOfEnds(true)), std::pair(u"@least"_s, planOfEnds(false)),
          std::pair(u"@deep"_s, deepPlan())}) {
        const std::string text = writePlan(made);
        QVERIFY(writeFile(folder.filePath(name), QByteArray::fromStdString(text)));
        plan.replaceInStrings(name, folder.filePath(name));
    }
    for (const char* line : commandLines) {
        QStringList command = words(line);
        command.replaceInStrings(u"OUT"_s, folder.filePath(u"out"_s));
        const QString file = command.back().startsWith(folder.path()) ? command.back() : QString();
        for (qsizetype i = 0; i < plan.size(); ++i)
            command.insert(1 + i, plan[i]);
        const Ran ran = run(command);
        const QByteArray shown = QByteArray(line) + ": " + ran.err.left(400);
        if (ran.exit == 2) {
            QVERIFY2(notRefused(ran, 2, {}).isEmpty(), shown.constData());
            continue;
        }
        QVERIFY2(ran.exit == 0 || ran.exit == 3, shown.constData());
        const QByteArray out
            = file.isEmpty() || file.endsWith(u".pptx"_s) ? ran.out : contents(file);
        const auto found = noNumber().match(QString::fromUtf8(out));
        const QString around
            = QString::fromUtf8(out).mid(std::max<qsizetype>(0, found.capturedStart() - 80), 160);
        QVERIFY2(!found.hasMatch(), qPrintable(QLatin1StringView(line) + u": "_s + around));
    }
}

/// A value outside of its range, however large, is refused by a sentence that names the key.
void TestCliTrust::beyondARangeIsSaid()
{
    for (const Key& key : keys()) {
        if (key.kind != Kind::Integer && key.kind != Kind::Real)
            continue;
        const QString path = QString::fromUtf8(key.path.text().data(),
                                               static_cast<qsizetype>(key.path.text().size()));
        for (const char* value : {"1e30", "1e308", "1e999", "-1e30", "9223372036854775808",
                                  "99999999999999999999999999", "nan", "inf"}) {
            const Ran ran
                = run({u"estimate"_s, u"--set"_s, path + u'=' + QLatin1StringView(value)});
            const QString wrong = notRefused(ran, 2, {path});
            QVERIFY2(wrong.isEmpty(),
                     qPrintable(path + u'=' + QLatin1StringView(value) + u": "_s + wrong));
        }
    }
}

void TestCliTrust::aReplayThatIsLeftOutIsSaid()
{
    const auto told = answer({u"estimate"_s, u"--json"_s, u"--set"_s, u"model.parameters=1e14"_s});
    bool said = false;
    for (const auto& remark : told.at("remarks"))
        said = said
            || remark.get<std::string>().find("to replay the allocator's requests: it is assumed")
                != std::string::npos;
    QVERIFY(said);
    QVERIFY(told.at("per_gpu").at("total").get<double>() > 1e12);
}

QTEST_GUILESS_MAIN(TestCliTrust)
#include "test_cli_trust.moc"
