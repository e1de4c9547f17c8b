// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using nlohmann::json;

/// highwater doctor and highwater measure.
class TestCliDoctor : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheContract();
    void changesTheOwnFile();
    void refuses_data();
    void refuses();
    void measures();
    void keepsATableThatValidateReads();
    void writesTheCorrectedPlan();

private:
    QString file(const QString& name, const QByteArray& text) const
    {
        QFile made(m_folder.filePath(name));
        if (!made.open(QIODevice::WriteOnly) || made.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(name));
        return made.fileName();
    }
    QString log() const
    {
        return file(u"train.log"_s,
                    "  File \"modeling_llama.py\", line 1210, in forward\n"
                    "    logits = logits.float()\n"
                    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 "
                    "has a total capacity of 79.22 GiB of which 1.23 GiB is free. Of the allocated "
                    "memory 75.10 GiB is allocated by PyTorch, and 1.11 GiB is reserved by PyTorch "
                    "but unallocated.\n");
    }

    QTemporaryDir m_folder;
};

void TestCliDoctor::tellsTheContract()
{
    const json bare = answer({u"doctor"_s, log(), u"--json"_s});
    QCOMPARE(bare.at("format").get<std::string>(), std::string("highwater-doctor"));
    QCOMPARE(bare.at("asked").get<std::int64_t>(), 4198330532); // 3.91 GiB
    QCOMPARE(bare.at("moment").get<std::string>(), std::string("loss"));
    QCOMPARE(bare.at("cause").get<std::string>(), std::string("logits"));
    QCOMPARE(bare.at("fragmented").get<std::int64_t>(), 0);
    QVERIFY(bare.at("plan").is_null() && bare.at("changes").empty());
    const json told = answer({u"doctor"_s, log(), u"--set"_s, u"recipe.framework=huggingface"_s,
                              u"--set"_s, u"layout.zero=3"_s, u"--json"_s});
    QCOMPARE(told.at("tensor").at("formula").get<std::string>(), std::string("4·s·b·v"));
    QVERIFY(!told.at("changes").empty());
    for (const json& change : told.at("changes"))
        QVERIFY(!change.at("set").empty() && change.at("total").get<std::int64_t>() > 0);
}

void TestCliDoctor::changesTheOwnFile()
{
    const QString config = file(u"train.yaml"_s,
                                "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\n"
                                "do_train: true\nfinetuning_type: lora\ncutoff_len: 8192\n"
                                "per_device_train_batch_size: 16\nbf16: true\n"
                                "disable_gradient_checkpointing: true\n");
    const Ran ran = run({u"doctor"_s, log(), u"--config"_s, config});
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.out.contains("- disable_gradient_checkpointing: true"), ran.out.constData());
    QVERIFY(ran.out.contains("+ disable_gradient_checkpointing: false"));
}

void TestCliDoctor::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("said");
    const QString empty = file(u"empty.log"_s, "loss 1.2\n");
    QTest::newRow("no log") << QStringList{u"doctor"_s} << 2 << u"needs a log"_s;
    QTest::newRow("a log that is not there")
        << QStringList{u"doctor"_s, u"/nowhere.log"_s} << 1 << u"No such file"_s;
    QTest::newRow("a run that ended well")
        << QStringList{u"doctor"_s, empty} << 2 << u"no error of running out of memory"_s;
    QTest::newRow("another file as configuration")
        << QStringList{u"doctor"_s, log(), u"--config"_s, empty} << 2 << u"import"_s;
    QTest::newRow("no reading") << QStringList{u"measure"_s} << 2 << u"--read is missing"_s;
    QTest::newRow("a reading without a number")
        << QStringList{u"measure"_s, u"--read"_s, u"much"_s} << 2 << u"nvidia-smi 23,412 MiB"_s;
    QTest::newRow("a table of other columns")
        << QStringList{u"measure"_s, u"--read"_s, u"60 GiB"_s, u"--append"_s,
                       file(u"other.csv"_s, "id,model\na,b\n")}
        << 2 << u"no column"_s;
}

void TestCliDoctor::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exit);
    QFETCH(QString, said);
    const Ran ran = run(arguments);
    QCOMPARE(ran.exit, exit);
    QVERIFY(ran.out.isEmpty());
    QVERIFY2(QString::fromUtf8(ran.err).contains(said), ran.err.constData());
}

void TestCliDoctor::measures()
{
    const json told = answer({u"measure"_s, u"--set"_s, u"layout.zero=3"_s, u"--read"_s,
                              u"nvidia-smi 70,000 MiB"_s, u"--json"_s});
    QCOMPARE(told.at("measured").get<std::int64_t>(), std::int64_t{70'000} << 20);
    QCOMPARE(told.at("difference").get<std::int64_t>(),
             told.at("measured").get<std::int64_t>() - told.at("predicted").get<std::int64_t>());
    QVERIFY(told.at("correction").contains("cluster.reserve"));
}

void TestCliDoctor::keepsATableThatValidateReads()
{
    const QString table = m_folder.filePath(u"runs.csv"_s);
    for (const QString& reading : {u"nvidia-smi 70,000 MiB"_s, u"max_memory_allocated 60 GiB"_s})
        QCOMPARE(run({u"measure"_s, u"--set"_s, u"layout.zero=3"_s, u"--read"_s, reading,
                      u"--append"_s, table})
                     .exit,
                 0);
    const json told = answer({u"validate"_s, table, u"--json"_s});
    QCOMPARE(told.at("rows").size(), std::size_t{2});
    QCOMPARE(told.at("rows").at(0).at("measured").get<std::int64_t>(), std::int64_t{70'000} << 20);
    QVERIFY(told.at("rows").at(0).at("predicted").get<std::int64_t>() > 0);
}

void TestCliDoctor::writesTheCorrectedPlan()
{
    const QString plan = m_folder.filePath(u"corrected.hwplan"_s);
    QCOMPARE(run({u"measure"_s, u"--set"_s, u"layout.zero=3"_s, u"--read"_s,
                  u"nvidia-smi 70,000 MiB"_s, u"-o"_s, plan})
                 .exit,
             0);
    const json told = answer({u"estimate"_s, plan, u"--json"_s});
    const auto total = told.at("per_gpu").at("total").get<std::int64_t>();
    QVERIFY(std::abs(total - (std::int64_t{70'000} << 20)) < 100 << 20);
}

QTEST_GUILESS_MAIN(TestCliDoctor)
#include "test_cli_doctor.moc"
