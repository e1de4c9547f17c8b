// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QTest>

#include <cmath>

using namespace Qt::Literals::StringLiterals;
using nlohmann::json;

namespace {

/// "--set KEY=VALUE" for each key of a layout.
QStringList settingsOf(const json& layout)
{
    QStringList settings;
    for (const auto& [key, value] : layout.at("set").items())
        settings << u"--set"_s
                 << QString::fromStdString(
                        key + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    return settings;
}

json searched(const QStringList& options)
{
    return answer(words("search --json") + options);
}

} // namespace

/// search: the layouts of a cluster, ranked.
class TestCliSearch : public QObject
{
    Q_OBJECT

private slots:
    void contract();
    void layoutsAreEstimates_data();
    void layoutsAreEstimates();
    void options();
    void nearEquals();
    void doubts();
    void layoutsAreAccepted();
    void csv();
    void report();
    void refused_data();
    void refused();
};

void TestCliSearch::contract()
{
    const json found = searched(words("--set layout.zero=3 --top 3"));
    QCOMPARE(found.at("format"), "highwater-search");
    QCOMPARE(found.at("version"), 1);
    for (const char* count : {"considered", "searched", "counted", "fitting"})
        QVERIFY2(found.at(count).is_number_integer(), count);
    QVERIFY(found.at("considered") >= found.at("searched"));
    QVERIFY(found.at("searched") >= found.at("counted"));
    QVERIFY(found.at("counted") >= found.at("fitting"));
    QVERIFY(found.at("seconds") > 0.0);
    QVERIFY(found.at("reason").is_string());
    QVERIFY(found.at("remarks").is_array());
    QCOMPARE(found.at("layouts").size(), std::size_t{3});
    QVERIFY(found.at("present").at("set").empty());
    QVERIFY(found.at("present").at("place").is_number_integer());
    for (const char* list : {"layouts", "front"})
        for (const json& layout : found.at(list)) {
            for (const char* bytes : {"total", "low", "high", "allocated", "reserved", "capacity"})
                QVERIFY2(layout.at(bytes).is_number_integer(), bytes);
            QCOMPARE(layout.at("free").get<qint64>(),
                     layout.at("capacity").get<qint64>() - layout.at("total").get<qint64>());
            for (const char* number : {"step_seconds", "tokens_per_second_per_gpu", "mfu"})
                QVERIFY2(layout.at(number) > 0.0, number);
            QVERIFY(layout.at("pareto").is_boolean());
            QVERIFY(layout.at("folded").is_number_integer());
            QVERIFY(layout.at("doubts").is_array());
            QVERIFY(layout.at("changes").size() == layout.at("set").size());
        }
    for (const json& layout : found.at("front"))
        QVERIFY(layout.at("pareto"));
}

void TestCliSearch::layoutsAreEstimates_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("default plan") << QStringList();
    QTest::newRow("experts") << words("--set model.id=mixtral-8x7b --set cluster.gpus=16 "
                                      "--set workload.global_batch=32");
    QTest::newRow("DeepSpeed on one card")
        << words("--set recipe.framework=deepspeed --set cluster.gpus=1 "
                 "--set model.id=llama-3.2-1b --set cluster.device=rtx-4090-24gb");
}

/// A layout's numbers are those that estimate prints of the plan with its settings.
void TestCliSearch::layoutsAreEstimates()
{
    QFETCH(QStringList, settings);
    const json found = searched(settings + words("--top 4 --offload"));
    QVERIFY(!found.at("layouts").empty());
    std::vector<json> layouts = found.at("layouts");
    layouts.push_back(found.at("front").back());
    for (const json& layout : layouts) {
        const json estimate = answer(words("estimate --json") + settings + settingsOf(layout));
        const json& perGpu = estimate.at("per_gpu");
        for (const char* bytes : {"total", "low", "high", "reserved", "allocated", "free"})
            QCOMPARE(perGpu.at(bytes).get<qint64>(), layout.at(bytes).get<qint64>());
        QCOMPARE(perGpu.at("verdict"), layout.at("verdict"));
        QCOMPARE(estimate.at("host_per_node").at("total"), layout.at("host_per_node"));
        const json& time = estimate.at("time");
        QCOMPARE(time.at("step").get<double>(), layout.at("step_seconds").get<double>());
        QCOMPARE(time.at("mfu").get<double>(), layout.at("mfu").get<double>());
    }
}

void TestCliSearch::options()
{
    const auto sets = [](const QStringList& options, const char* key) {
        const json found = searched(options);
        for (const char* list : {"layouts", "front"})
            for (const json& layout : found.at(list))
                if (layout.at("set").contains(key))
                    return true;
        return false;
    };
    const QStringList plan = words("--set workload.global_batch=16 --top 40");
    QVERIFY(sets(plan, "layout.zero"));
    QVERIFY(!sets(plan + words("--keep layout"), "layout.zero"));
    QVERIFY(!sets(plan, "layout.offload_optimizer"));
    const QStringList offload = plan + words("--offload");
    QVERIFY(sets(offload, "layout.offload_optimizer"));
    QVERIFY(!sets(offload + words("--keep layout.offload,recipe"), "layout.offload_optimizer"));
    QVERIFY(!sets(offload + words("--keep layout.offload --keep recipe"), "recipe.recompute"));
    const QStringList small = words("--set cluster.gpus_per_node=1 --set workload.global_batch=8");
    QVERIFY(!sets(small, "layout.tensor"));
    QVERIFY(sets(small + words("--across-nodes"), "layout.tensor"));
    const QStringList litgpt = words("--set recipe.framework=litgpt");
    QVERIFY(!sets(litgpt, "layout.tensor"));
    QVERIFY(sets(litgpt + words("--any-method"), "layout.tensor"));
    const json roomy = searched(words("--free 64000000000"));
    QVERIFY(!roomy.at("layouts").empty());
    for (const json& layout : roomy.at("layouts"))
        QVERIFY(layout.at("free") >= 64'000'000'000);
}

/// Layouts of the same ranks and nearly the same time are one row; --all lists each of them.
void TestCliSearch::nearEquals()
{
    const QStringList plan = words("--set workload.global_batch=64 --set layout.zero=1 --top 40");
    const auto folded = [](const json& found) {
        std::int64_t count = 0;
        for (const json& layout : found.at("layouts"))
            count += layout.at("folded").get<std::int64_t>();
        return count;
    };
    const json once = searched(plan), every = searched(plan + words("--all"));
    QVERIFY(folded(once) > 0);
    QCOMPARE(folded(every), std::int64_t{0});
    const auto slowest = [](const json& found) {
        return found.at("layouts").back().at("step_seconds").get<double>();
    };
    QVERIFY(slowest(once) > slowest(every)); // the rows reach further
    const QByteArray report = run(words("search") + plan).out;
    QVERIFY(report.contains(" within 1 %)") && report.contains("--all"));
    QVERIFY(!run(words("search --all") + plan).out.contains("within 1 %)"));
}

/// 405B on 512 GPUs is the fastest with offloaded activations, at 61 % of the peak: nobody has run
/// such a layout.
void TestCliSearch::doubts()
{
    const QStringList plan
        = words("--set model.id=llama-3.1-405b --set cluster.gpus=512 --set layout.zero=1 "
                "--set recipe.framework=megatron --set workload.context=4096 "
                "--set workload.global_batch=2048 --set layout.tensor=8 "
                "--set layout.pipeline=16 --top 4");
    for (const json& layout : searched(plan).at("layouts"))
        for (const char* key : {"layout.offload_activations", "layout.offload_optimizer",
                                "layout.offload_parameters"})
            QVERIFY(!layout.at("set").contains(key));
    const json found = searched(plan + words("--offload"));
    const json& first = found.at("layouts").front();
    QVERIFY(first.at("set").contains("layout.offload_activations") && first.at("mfu") > 0.55);
    QVERIFY(first.at("doubts") == json::array({"utilisation", "offload", "sharding"}));
    QCOMPARE(found.at("remarks").size(), std::size_t{3});
    const QByteArray report = run(words("search --offload") + plan).out;
    QVERIFY(report.contains("*? --set") && report.contains("\n?: the time is in doubt"));
    QVERIFY(report.contains("never held against a run"));
}

/// What is printed is accepted, also where the plan states ranks of experts that it does not have.
void TestCliSearch::layoutsAreAccepted()
{
    const QStringList plan
        = words("--set model.id=llama-3.1-405b --set cluster.gpus=16 --set layout.tensor=2 "
                "--set layout.expert=16 --set workload.micro_batch=16");
    const json found = searched(plan + words("--offload"));
    for (const char* list : {"layouts", "front"})
        for (const json& layout : found.at(list)) {
            const Ran ran = run(words("estimate --check") + plan + settingsOf(layout));
            QVERIFY2(ran.exit == 0, ran.err.constData());
        }
}

void TestCliSearch::csv()
{
    const QStringList plan = words("--set layout.zero=3 --top 5 --keep layout.offload");
    const json found = searched(plan);
    const Ran ran = run(words("search --csv") + plan);
    QCOMPARE(ran.exit, 0);
    QList<QByteArray> rows = ran.out.split('\n');
    const std::size_t layouts = found.at("layouts").size(), front = found.at("front").size();
    QCOMPARE(rows.size(), static_cast<qsizetype>(layouts + front + 2));
    const qsizetype columns = rows.first().count(',');
    for (std::size_t i = 0; i < layouts + front; ++i) {
        const bool fastest = i < layouts;
        const json& layout = found.at(fastest ? "layouts" : "front").at(fastest ? i : i - layouts);
        const QList<QByteArray> cells = rows.at(static_cast<qsizetype>(i) + 1).split(',');
        QCOMPARE(cells.size(), columns + 1);
        QCOMPARE(cells.at(0), QByteArray(fastest ? "fastest" : "front"));
        QCOMPARE(cells.at(2).toDouble(), layout.at("step_seconds").get<double>());
        QCOMPARE(cells.at(5).toLongLong(), layout.at("total").get<qint64>());
        QCOMPARE(cells.last().count('='), static_cast<qsizetype>(layout.at("set").size()));
    }
}

void TestCliSearch::report()
{
    const Ran ran = run(words("search --top 4"));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    const QString text = QString::fromUtf8(ran.out);
    for (const QString& said :
         {u" layouts, "_s, u"The plan does not fit: each GPU lacks 88.16 GiB."_s, u"Fastest "_s,
          u"--set layout.zero=2"_s, u"probably fits"_s, u"The plan as it stands"_s,
          u"does not fit"_s, u"The plan's step against the fastest one's"_s,
          u"Less memory for more time"_s})
        QVERIFY2(text.contains(said), qPrintable(said));
    for (const QString& line : text.split(u'\n'))
        QVERIFY2(!line.endsWith(u' '), qPrintable(line));

    const Ran none = run(words("search --set model.id=llama-3.1-405b --set cluster.gpus=1 "
                               "--keep layout.offload"));
    QCOMPARE(none.exit, 0);
    QVERIFY(none.out.contains("The plan does not fit: "));
    QVERIFY(!none.out.contains("Fastest"));
}

void TestCliSearch::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* arguments, const QStringList& says) {
        QTest::newRow(arguments) << words(arguments) << says;
    };
    row("--top 0", {u"--top"_s, u"1000"_s});
    row("--top 1001", {u"--top"_s, u"1001"_s});
    row("--top many", {u"--top"_s, u"many"_s});
    row("--top", {u"--top"_s, u"value"_s});
    row("--keep model.id", {u"--keep"_s, u"model.id"_s, u"layout.zero"_s});
    row("--keep layout.zero,", {u"--keep"_s});
    row("--keep layout.zebra", {u"--keep"_s, u"layout.zebra"_s});
    row("--free -1", {u"--free"_s});
    row("--free some", {u"--free"_s, u"some"_s});
    row("--free 1.5", {u"--free"_s});
    row("--json --csv", {u"--json"_s, u"--csv"_s});
    row("--axis workload.context", {u"--axis"_s});
    row("--set method=lecture", {u"method"_s});
    row("--set layout.tensor=3", {u"layout.tensor"_s});
    row("--set cluster.links.intra=0", {u"cluster.links.intra"_s});
    row("--set cluster.gpus=720720 --set cluster.gpus_per_node=840 --set model.parameters=1e12 "
        "--set workload.global_batch=2095133040 --set workload.context=15855840",
        {u"cluster.gpus"_s, u"allows more layouts than a search can try"_s});
    row("missing.hwplan", {});
}

void TestCliSearch::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, says);
    const bool missing = arguments.contains(u"missing.hwplan"_s);
    QCOMPARE(notRefused(run(QStringList{u"search"_s} + arguments), missing ? 1 : 2, says),
             QString());
}

QTEST_GUILESS_MAIN(TestCliSearch)
#include "test_cli_search.moc"
