// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using nlohmann::json;

/// highwater compare-run, by the recordings of tests/golden.
class TestCliRun : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheContract();
    void reportsForAPerson();
    void takesAPlanAndSettings();
    void takesPipes_data();
    void takesPipes();
    void drawsOverTheTimeline();
    void refuses_data();
    void refuses();

private:
    static QString recording(const char* name)
    {
        return QStringLiteral(HIGHWATER_GOLDEN "/recordings/") + QLatin1String(name);
    }
};

void TestCliRun::tellsTheContract()
{
    const json told = answer({u"compare-run"_s, recording("2.12.pickle.gz"), u"--json"_s});
    QFile file(recording("truth.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const json truth = json::parse(file.readAll().toStdString()).at("2.12");
    QCOMPARE(told.at("format").get<std::string>(), std::string("highwater-run"));
    QCOMPARE(told.at("version").get<int>(), 1);
    QVERIFY(told.at("measured").at("requested") == truth.at("peak"));
    QVERIFY(told.at("measured").at("allocated") == truth.at("active"));
    QVERIFY(told.at("measured").at("reserved") == truth.at("reserved"));
    QVERIFY(told.at("predicted").at("allocated").get<std::int64_t>() > 0);
    QVERIFY(told.at("predicted").at("reserved").get<std::int64_t>() > 0);
    QStringList phases;
    for (const json& phase : told.at("phases"))
        phases << QString::fromStdString(phase.at("name"));
    QCOMPARE(phases, (QStringList{u"forward"_s, u"loss"_s, u"backward"_s, u"optimizer"_s}));
    QVERIFY(told.at("unexplained").at(0).at("bytes").get<std::int64_t>() > 0);
    QVERIFY(told.at("unexplained").at(0).at("frames").is_array());
    const json& held = told.at("held").at(0);
    QVERIFY(held.at("each").get<std::int64_t>() * held.at("count").get<std::int64_t>()
            <= held.at("bytes").get<std::int64_t>());
    QVERIFY(held.at("line").is_string()); // empty: Python had no frame there
}

void TestCliRun::reportsForAPerson()
{
    const Ran ran = run({u"compare-run"_s, recording("2.4.pickle.gz")});
    QCOMPARE(ran.exit, 0);
    for (const char* said :
         {"step 2 of 2 compared", "Phases by the functions on the stacks",
          "Run and plan first differ by more than 5 % at", "no line of the plan explains"})
        QVERIFY2(ran.out.contains(said), said);
    const Ran bare = run({u"compare-run"_s, recording("timeline.json.gz"), u"--step"_s, u"1"_s});
    QCOMPARE(bare.exit, 0);
    QVERIFY(bare.out.contains("step 1 of 2"));
}

void TestCliRun::takesAPlanAndSettings()
{
    QTemporaryDir folder;
    QFile plan(folder.filePath(u"plan.hwplan"_s));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(R"({"format": "highwater-plan", "version": 1, "model": {"id": "qwen3-8b"}})");
    plan.close();
    const json one
        = answer({u"compare-run"_s, plan.fileName(), recording("2.4.pickle.gz"), u"--json"_s});
    const json other = answer({u"compare-run"_s, plan.fileName(), recording("2.4.pickle.gz"),
                               u"--set"_s, u"workload.micro_batch=2"_s, u"--json"_s});
    QVERIFY(one.at("measured").at("requested") == other.at("measured").at("requested"));
    QVERIFY(one.at("predicted") != other.at("predicted"));
}

void TestCliRun::takesPipes_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("standard input") << u"\"$0\" compare-run - < %1"_s;
    QTest::newRow("a pipe into standard input") << u"cat %1 | \"$0\" compare-run -"_s;
    QTest::newRow("the file of standard input") << u"cat %1 | \"$0\" compare-run /dev/stdin"_s;
    QTest::newRow("unpacked") << u"gzip -dc %1 | \"$0\" compare-run /dev/stdin"_s;
    QTest::newRow("a named pipe")
        << u"f=$(mktemp -d); mkfifo $f/p; cat %1 > $f/p & \"$0\" compare-run $f/p; c=$?; "
           "rm -r $f; exit $c"_s;
}

void TestCliRun::takesPipes()
{
    QFETCH(QString, command);
    const QString path = recording("2.4.pickle.gz");
    const Ran ran = shell(command.arg(path));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.out, run({u"compare-run"_s, path}).out);
}

void TestCliRun::drawsOverTheTimeline()
{
    QTemporaryDir folder;
    const QString plain = folder.filePath(u"plain.csv"_s), drawn = folder.filePath(u"drawn.csv"_s);
    QCOMPARE(run({u"chart"_s, u"--figure"_s, u"timeline"_s, u"-o"_s, plain}).exit, 0);
    const Ran ran = run({u"chart"_s, u"--figure"_s, u"timeline"_s, u"--recording"_s,
                         recording("2.12.pickle.gz"), u"-o"_s, drawn});
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const auto rows = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
    };
    const QList<QByteArray> without = rows(plain), with = rows(drawn);
    QCOMPARE(with.size(), without.size());
    // Tensors and reserve, each in bytes and in GiB, before the capacity.
    const qsizetype before = without.at(1).count(','), measured = (before + 1) / 2 - 1;
    QCOMPARE(with.at(1).count(',') - before, 4);
    const json told = answer({u"compare-run"_s, recording("2.12.pickle.gz"), u"--json"_s});
    const auto peak = told.at("measured").at("requested").get<std::int64_t>();
    const auto runtime = told.at("predicted").at("groups").at("overhead").get<std::int64_t>();
    std::int64_t most = 0;
    for (const QByteArray& row : with.mid(1))
        if (!row.isEmpty())
            most = std::max<std::int64_t>(most, row.split(',').at(measured + 1).toLongLong());
    QCOMPARE(most, peak + runtime);
    QVERIFY(run({u"chart"_s, u"--recording"_s, u"x"_s, u"-o"_s, plain})
                .err.contains("goes with --figure timeline"));
    QVERIFY(run({u"chart"_s, u"--figure"_s, u"timeline"_s, u"--step"_s, u"1"_s, u"-o"_s, plain})
                .err.contains("goes with --recording"));
}

void TestCliRun::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("says");
    const QString sound = recording("2.4.pickle.gz");
    QTest::newRow("no recording") << QStringList() << 2 << u"recording of a run is missing"_s;
    QTest::newRow("no file") << QStringList{u"none.pickle"_s} << 1 << u"cannot be read"_s;
    QTest::newRow("a folder") << QStringList{u"."_s} << 1 << u"cannot be read"_s;
    QTest::newRow("another file") << QStringList{recording("truth.json")} << 2 << u"[memory]"_s;
    QTest::newRow("no such step") << QStringList{sound, u"--step"_s, u"3"_s} << 2 << u"--step"_s;
    QTest::newRow("no such GPU") << QStringList{sound, u"--device"_s, u"1"_s} << 2 << u"--device"_s;
    QTest::newRow("no number") << QStringList{sound, u"--step"_s, u"x"_s} << 2 << u"--step"_s;
}

void TestCliRun::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exit);
    QFETCH(QString, says);
    const QString wrong = notRefused(run(QStringList{u"compare-run"_s} + arguments), exit, {says});
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

QTEST_GUILESS_MAIN(TestCliRun)
#include "test_cli_run.moc"
