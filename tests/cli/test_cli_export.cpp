// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

class TestCliExport : public QObject
{
    Q_OBJECT

private slots:
    void theFileIsOnStandardOutput();
    void aFileIsWrittenWithItsName();
    void settingsCount();
    void theListNamesEach();
    void refusals_data();
    void refusals();
    void anUnwritableFileIsSaid();
};

void TestCliExport::theFileIsOnStandardOutput()
{
    const Ran ran = run(words("export --for deepspeed --set layout.zero=3"));
    QCOMPARE(ran.exit, 0);
    const auto file = nlohmann::json::parse(ran.out.toStdString());
    QCOMPARE(file["zero_optimization"]["stage"].get<int>(), 3);
    QCOMPARE(file["train_batch_size"].get<int>(), 8);
    QVERIFY(ran.err.contains("workload.context: is set in the training script: 8192"));
    QVERIFY(
        ran.err.contains("start with: deepspeed --num_gpus 8 train.py --deepspeed ds_config.json"));
}

void TestCliExport::aFileIsWrittenWithItsName()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.yaml"_s);
    const Ran ran = run({u"export"_s, u"--for"_s, u"nanotron"_s, u"-o"_s, path});
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.out.startsWith("CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun --nproc_per_node 8 "));
    QVERIFY(ran.out.trimmed().endsWith(path.toUtf8()));
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QVERIFY(file.readAll().contains("sequence_length: 8192\n"));
}

void TestCliExport::settingsCount()
{
    const Ran ran = run(words("export --for accelerate --set layout.pipeline=2"));
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.err.contains("highwater: layout.pipeline: accelerate has no setting for it here"));
    QVERIFY(ran.out.contains("# - layout.pipeline: accelerate has no setting for it here"));
}

void TestCliExport::theListNamesEach()
{
    const Ran ran = run(words("export --for list"));
    QCOMPARE(ran.exit, 0);
    for (const char* name :
         {"deepspeed", "accelerate", "torchtitan", "megatron", "nanotron", "trl"})
        QVERIFY(ran.out.contains(name));
    QVERIFY(run(words("export --help")).out.contains("highwater export [PLAN]"));
}

void TestCliExport::refusals_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no framework") << u"export"_s << u"--for is missing"_s;
    QTest::newRow("another framework")
        << u"export --for jax"_s << u"must be one of deepspeed, accelerate"_s;
    QTest::newRow("inference") << u"export --for trl --set workload.task=inference"_s
                               << u"workload.task: must be train"_s;
    QTest::newRow("a plan without an estimate")
        << u"export --for trl --set layout.tensor=64"_s << u"layout.tensor"_s;
    QTest::newRow("two plans") << u"export a b --for trl"_s << u"unexpected argument"_s;
}

void TestCliExport::refusals()
{
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    const Ran ran = run(arguments.split(u' '));
    QCOMPARE(notRefused(ran, 2, {says}), QString());
}

void TestCliExport::anUnwritableFileIsSaid()
{
    const QTemporaryDir folder;
    const Ran ran
        = run({u"export"_s, u"--for"_s, u"trl"_s, u"-o"_s, folder.filePath(u"none/sft.py"_s)});
    QCOMPARE(notRefused(ran, 1, {u"cannot be written"_s}), QString());
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestCliExport)
#include "test_cli_export.moc"
