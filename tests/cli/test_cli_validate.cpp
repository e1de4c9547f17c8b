// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"
#include "tests/core/random.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace Qt::Literals::StringLiterals;
using nlohmann::json;

namespace {

/// The table of measured runs beside that of their speeds; under sanitizers one row of a few, as
/// there are 1,498.
class MeasuredRuns
{
public:
    MeasuredRuns()
    {
        QFile::copy(QStringLiteral(HIGHWATER_GOLDEN "/measured_speed.csv"),
                    m_folder.filePath(u"runs_speed.csv"_s));
        QFile all(QStringLiteral(HIGHWATER_GOLDEN "/measured.csv"));
        QFile some(path());
        if (!all.open(QFile::ReadOnly) || !some.open(QFile::WriteOnly))
            qFatal("the measured runs cannot be copied");
        for (qsizetype i = 0; !all.atEnd(); ++i)
            if (const QByteArray line = all.readLine(); i == 0 || i % highwater::caseStep == 0) {
                some.write(line);
                rows += i == 0 ? 0 : 1;
            }
    }
    QString path() const { return m_folder.filePath(u"runs.csv"_s); }

    std::int64_t rows = 0;

private:
    QTemporaryDir m_folder;
};

constexpr const char* head = "id,model,gpus,seq,micro_batch,precision,framework,measured_what,"
                             "value_GB_or_GiB,unit,gpu_type\n";

QByteArray table(const QByteArray& rows)
{
    return head + rows;
}

} // namespace

/// validate: measured runs against predictions.
class TestCliValidate : public QObject
{
    Q_OBJECT

private slots:
    void report();
    void contract();
    void rowsOfOnesOwn();
    void speeds();
    void speedsAgainstPredictions();
    void rowsWithTheirSpeed();
    void publishedCases();
    void refused_data();
    void refused();
    void unreadable();
    void hostile_data();
    void hostile();
    void tooLarge();
};

void TestCliValidate::report()
{
    const Ran ran = run({u"validate"_s, MeasuredRuns().path()});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    const QString text = QString::fromUtf8(ran.out);
    for (const QString& said :
         {u"nanotron, TP = 1"_s, u"nanotron, TP > 1"_s, u"Qwen Q-LoRA"_s, u"all full-parameter"_s,
          u"all LoRA and QLoRA"_s, u"one operator, not a model"_s, u"Out of memory"_s})
        QVERIFY2(text.contains(said), qPrintable(said));
    for (const QString& line : text.split(u'\n')) {
        QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY2(!line.endsWith(u' '), qPrintable(line));
    }
}

void TestCliValidate::contract()
{
    const MeasuredRuns runs;
    const json found = answer({u"validate"_s, runs.path(), u"--json"_s});
    QCOMPARE(found.at("format").get<std::string>(), std::string("highwater-validation"));
    QCOMPARE(found.at("version").get<int>(), 1);
    const json& rows = found.at("rows");
    QCOMPARE(rows.size(), static_cast<std::size_t>(runs.rows));
    QCOMPARE(runs.rows, std::int64_t{1498} / highwater::caseStep);
    std::set<std::string> ids;
    int withSpeed = 0;
    for (const json& row : rows) {
        ids.insert(row.at("id").get<std::string>());
        const bool leftOut = row.contains("left_out");
        const auto outcome = row.at("outcome").get<std::string>();
        QVERIFY(outcome == "peak" || outcome == "oom" || outcome == "fits");
        QCOMPARE(row.at("predicted").is_number_integer(), !leftOut);
        QCOMPARE(row.at("error").is_number(), !leftOut && outcome == "peak");
        if (!row.at("error").is_null()) {
            const double error
                = row.at("predicted").get<double>() / row.at("measured").get<double>() - 1;
            QVERIFY(qAbs(error - row.at("error").get<double>()) < 1e-9);
        }
        QCOMPARE(row.at("low").is_number_integer(), !leftOut);
        if (!leftOut)
            QVERIFY(row.at("low") <= row.at("predicted") && row.at("predicted") <= row.at("high"));
        withSpeed += row.contains("tokens_per_second_per_gpu") ? 1 : 0;
        const json& predicted = row.at("predicted_outcome");
        QVERIFY(predicted.is_null() || predicted == "oom" || predicted == "fits");
    }
    QCOMPARE(ids.size(), rows.size());
    // Of runs_speed.csv, in the folder of the table.
    QVERIFY(highwater::isSanitized() ? withSpeed > 100 : withSpeed == 858);

    const json& groups = found.at("groups");
    std::int64_t sum = 0;
    for (const json& group : groups) {
        std::int64_t leftOut = 0;
        for (const json& reason : group.at("left_out"))
            leftOut += reason.at("rows").get<std::int64_t>();
        QCOMPARE(group.at("rows").get<std::int64_t>(),
                 group.at("compared").get<std::int64_t>() + leftOut);
        for (const char* share : {"within_5", "within_10", "within_20"}) {
            const json& part = group.at(share);
            QVERIFY(part.is_null() || (part >= 0.0 && part <= 1.0));
        }
        for (const char* key :
             {"name", "peaks", "median", "p90", "bias", "in_band", "stated_peaks", "coverage"})
            QVERIFY2(group.contains(key), key);
        for (const char* key :
             {"hits", "misses", "false_alarms", "right_fits", "balanced_accuracy"})
            QVERIFY2(group.at("oom").contains(key), key);
        if (!group.at("name").get<std::string>().starts_with("all"))
            sum += group.at("rows").get<std::int64_t>();
    }
    QCOMPARE(sum, runs.rows);
    QCOMPARE(groups.back().at("name").get<std::string>(), std::string("all"));
    QCOMPARE(groups.back().at("rows").get<std::int64_t>(), runs.rows);
}

void TestCliValidate::rowsOfOnesOwn()
{
    const QByteArray rows
        = table("a,llama-3.2-1b,1,2048,1,bf16,plain,peak_allocated,20,GiB,H100-80GB\n"
                "b,llama-3.1-405b,1,2048,1,bf16,plain,oom,,,H100-80GB\n"
                "c,llama-3.2-1b,1,,1,bf16,plain,fits,,,H100-80GB\n");
    const json found = answer({u"validate"_s, u"-"_s, u"--json"_s}, {rows, {}, {}});
    const json& row = found.at("rows");
    QCOMPARE(row.size(), std::size_t{3});
    QCOMPARE(row[0].at("measured").get<qint64>(), 20LL << 30);
    QCOMPARE(row[0].at("predicted_outcome").get<std::string>(), std::string("fits"));
    QVERIFY(row[1].at("measured").is_null());
    QCOMPARE(row[1].at("predicted_outcome").get<std::string>(), std::string("oom"));
    QCOMPARE(row[2].at("left_out").get<std::string>(),
             std::string("the length of the sequences is not stated"));
    QCOMPARE(found.at("groups").back().at("oom").at("hits").get<int>(), 1);
}

void TestCliValidate::speedsAgainstPredictions()
{
    const QStringList words{u"validate"_s, u"-"_s, u"--speed"_s};
    const Ran report = run(words, {table(""), {}, {}});
    QCOMPARE(report.exit, 0);
    QVERIFY(report.out.contains("Tokens a second, predicted against measured"));
    QVERIFY(report.out.contains("Llama 3 405B, 8K, 16,384 H100"));
    const json speed
        = json::parse(run(words + QStringList{u"--json"_s}, {table(""), {}, {}}).out.toStdString())
              .at("speed");
    QCOMPARE(speed.at("published").size(), std::size_t{13});
    QVERIFY(speed.at("rows").empty() && speed.at("groups").size() == 4);
}

/// One row of nanotron's sweep, and its speed from the table after --speed, anywhere in the line.
void TestCliValidate::rowsWithTheirSpeed()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& content) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(content);
    };
    write(u"runs.csv"_s,
          table("a,llama-3.1-8b,8,4096,1,bf16,plain,peak_allocated,60,GiB,zero=3\n"));
    write(u"mine.csv"_s, "id,tokens_per_second_per_gpu\na,9000\n");
    const Setting here{{}, folder.path(), {}};
    for (const QStringList& words : {QStringList{u"runs.csv"_s, u"--speed"_s, u"mine.csv"_s},
                                     QStringList{u"--speed"_s, u"mine.csv"_s, u"runs.csv"_s},
                                     QStringList{u"runs.csv"_s, u"--speed=mine.csv"_s}}) {
        const json found
            = answer(QStringList{u"validate"_s} + words + QStringList{u"--json"_s}, here);
        const json& row = found.at("rows")[0];
        QCOMPARE(row.at("speed_measured").get<double>(), 9000.0);
        QVERIFY(row.at("speed_predicted").get<double>() > 1000);
        QVERIFY(row.at("predicted_allocated").get<qint64>()
                <= row.at("predicted_reserved").get<qint64>());
        QCOMPARE(row.at("predicted_allocated"), row.at("predicted"));
        QCOMPARE(found.at("coverage").get<double>(), 1.0);
        QCOMPARE(found.at("speed_groups"), found.at("speed").at("groups"));
        QCOMPARE(found.at("regret").at("groups"), found.at("speed").at("regret"));
        QVERIFY(found.at("regret").at("mean").is_number());
    }
    // With no other file, the one after --speed is the table of runs.
    const json plain = answer({u"validate"_s, u"--speed"_s, u"runs.csv"_s, u"--json"_s}, here);
    QVERIFY(!plain.at("rows")[0].contains("speed_measured"));
}

/// Cases that are built in: no table is read.
void TestCliValidate::publishedCases()
{
    const QStringList words{u"validate"_s, u"--published"_s};
    const Ran report = run(words);
    QCOMPARE(report.exit, 0);
    QVERIFY(report.out.startsWith("Documented jobs"));
    QVERIFY(report.out.contains("Published lengths of runs"));
    const json found = answer(words + QStringList{u"--json"_s});
    QCOMPARE(found.at("format").get<std::string>(), std::string("highwater-published"));
    QCOMPARE(found.at("jobs").size(), std::size_t{24});
    QVERIFY(found.at("jobs").front().at("error").is_number());
    QVERIFY(found.at("jobs").back().at("agrees").get<bool>());
    QCOMPARE(found.at("published").size(), std::size_t{13});
}

void TestCliValidate::speeds()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& content) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(content);
    };
    write(u"runs.csv"_s, table("a,llama-3.2-1b,1,2048,1,bf16,plain,peak_allocated,20,GiB,\n"));
    write(u"mine.csv"_s, "id,tokens_per_second_per_gpu\na,500\n");
    const auto speed = [&](const QStringList& more, const Setting& setting) {
        const json row
            = answer(QStringList{u"validate"_s, u"runs.csv"_s, u"--json"_s} + more, setting)
                  .at("rows")[0];
        return row.value("tokens_per_second_per_gpu", 0.0);
    };
    const Setting here{{}, folder.path(), {}};
    QCOMPARE(speed({}, here), 0.0);
    QCOMPARE(speed({u"--speeds"_s, u"mine.csv"_s}, here), 500.0);
    write(u"runs_speed.csv"_s, "id,tokens_per_second_per_gpu\na,700\n");
    QCOMPARE(speed({}, here), 700.0);
    QCOMPARE(speed({u"--speeds"_s, u"mine.csv"_s}, here), 500.0);
    QCOMPARE(speed({u"--speeds"_s, u"-"_s},
                   {"id,tokens_per_second_per_gpu\na,900\n", folder.path(), {}}),
             900.0);
    write(u"runs_speed.csv"_s, "id\n");
    QCOMPARE(notRefused(run({u"validate"_s, u"runs.csv"_s}, here), 2,
                        {u"runs_speed.csv"_s, u"measured speeds need"_s}),
             QString());
    QCOMPARE(notRefused(run({u"validate"_s, u"runs.csv"_s, u"--speeds"_s, u"none.csv"_s}, here), 1,
                        {u"none.csv: cannot be read"_s}),
             QString());
}

void TestCliValidate::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QString& arguments, const QStringList& says) {
        QTest::newRow(name) << arguments.split(u' ', Qt::SkipEmptyParts) << says;
    };
    row("no table", u"validate"_s, {u"table of measured runs"_s});
    row("two tables", u"validate a.csv b.csv"_s, {u"b.csv"_s});
    row("an unknown option", u"validate a.csv --csv"_s, {u"--csv"_s});
    row("a setting", u"validate a.csv --set layout.zero=1"_s, {u"--set"_s});
    row("a table beside built-in cases", u"validate a.csv --published"_s, {u"--published"_s});
    row("one input for two tables", u"validate - --speeds -"_s, {u"standard input"_s});
}

void TestCliValidate::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(run(arguments), 2, says), QString());
}

void TestCliValidate::unreadable()
{
    const QTemporaryDir folder;
    for (const QString& path : {u"missing.csv"_s, u"."_s})
        QCOMPARE(notRefused(run({u"validate"_s, path}, {{}, folder.path(), {}}), 1,
                            {u"cannot be read"_s}),
                 QString());
}

void TestCliValidate::hostile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QByteArray& content, const QStringList& says) {
        QTest::newRow(name) << content << says;
    };
    row("nothing", "", {u"has no header row"_s});
    row("a plan", R"({"format": "highwater-plan", "version": 1})", {u":1:"_s});
    row("a quote that does not end", table("\"a"), {u":2:1:"_s, u"quote"_s});
    row("a NUL", table(QByteArray("a\0b", 3)), {u":2:2:"_s, u"NUL"_s});
    row("too few fields", table("a,b\n"), {u":2:1:"_s});
    row("no column of values", "id,model,gpus,seq,micro_batch,measured_what,unit\n",
        {u"value_GB_or_GiB"_s});
    row("a column twice", "id,id\n", {u"id"_s, u"two columns"_s});
    row("a column whose name colours", "\x1b[31m,\x1b[31m\n", {u"two columns"_s});
    row("a huge field", table(QByteArray(1 << 20, 'x')), {u"field"_s});
    row("a huge field in quotes", table("\"" + QByteArray(1 << 20, '"')), {u":2:1:"_s});
    row("a million columns", QByteArray(1 << 20, ','), {u"columns"_s});
    row("no UTF-8", "id,\xFF\n", {u"UTF-8"_s});
}

void TestCliValidate::hostile()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, says);
    const Ran ran = run({u"validate"_s, u"-"_s, u"--json"_s}, {content, {}, {}});
    QCOMPARE(notRefused(ran, 2, says), QString());
}

void TestCliValidate::tooLarge()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"runs.csv"_s));
    QVERIFY(file.open(QFile::WriteOnly));
    QVERIFY(file.resize(65LL << 20));
    file.close();
    QCOMPARE(notRefused(run({u"validate"_s, file.fileName()}), 2, {u"larger"_s}), QString());
}

QTEST_GUILESS_MAIN(TestCliValidate)
#include "test_cli_validate.moc"
