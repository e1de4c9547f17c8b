// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;
using nlohmann::json;

/// Commands on plans other than the given one: cards, limits and advice.
class TestCliExplore : public QObject
{
    Q_OBJECT

private slots:
    void cardsAsJson();
    void cardsAsCsv();
    void cardsAsTable();
    void cardsSorted_data();
    void cardsSorted();
    void cardsRefused_data();
    void cardsRefused();
    void largestModel();
    void limitAndEdge();
    void justEnoughRecompute();
    void linesRefused_data();
    void linesRefused();
    void adviceAsJson();
    void adviceAsTable();
    void methodsAsJson();
    void cardsOfAFineTune();
    void sameNumberOfGpus();
    void methodsAsCsv();
    void methodsAsTable();
    void methodsRefused();
    void deskOfAMachine();
    void deskOfACard();
    void deskWithoutACard();
    void deskRefused();
};

void TestCliExplore::cardsAsJson()
{
    const QStringList plan = words("--set layout.zero=3 --set workload.global_batch=64 --set "
                                   "cluster.capacity=70000000000");
    const json found = answer(words("cards --json --all") + plan);
    QVERIFY(found.at("format") == "highwater-cards" && found.at("version") == 1);
    QCOMPARE(found.at("cards").size(),
             answer(words("catalog devices --json")).at("devices").size());
    int timed = 0, unfitting = 0;
    for (const json& card : found.at("cards")) {
        if (card.at("gpus").is_null()) {
            ++unfitting;
            QVERIFY(!card.at("reason").get<std::string>().empty());
            QVERIFY(card.at("step_seconds").is_null() && !card.contains("set"));
            continue;
        }
        if (card.at("step_seconds").is_null()) {
            QVERIFY(!card.at("time_reason").get<std::string>().empty());
            continue;
        }
        // With the settings of `set`, estimate prints the same numbers. Each run takes long: a few
        // of them.
        if (++timed % 8 != 1)
            continue;
        QStringList settings = plan;
        for (const auto& [key, value] : card.at("set").items())
            settings << u"--set"_s
                     << QString::fromStdString(
                            key + "="
                            + (value.is_string() ? value.get<std::string>() : value.dump()));
        const json estimate = answer(words("estimate --json") + settings);
        QVERIFY(estimate.at("per_gpu").at("total") == card.at("total"));
        QVERIFY(estimate.at("per_gpu").at("capacity") == card.at("capacity"));
        QVERIFY(estimate.at("per_gpu").at("fits") == true);
        QVERIFY(estimate.at("time").at("step") == card.at("step_seconds"));
        QVERIFY(estimate.at("run").at("days") == card.at("days"));
        QVERIFY(estimate.at("run").at("price") == card.at("price"));
    }
    QVERIFY(timed > 20);
    QVERIFY(unfitting > 5);
}

void TestCliExplore::cardsAsCsv()
{
    const Ran ran = run(words("cards --csv --set layout.zero=3"));
    QCOMPARE(ran.exit, 0);
    const QStringList rows = QString::fromUtf8(ran.out).split(u'\n', Qt::SkipEmptyParts);
    QVERIFY(rows.first().startsWith("device,GPUs,total (bytes)"_L1));
    for (const QString& row : rows)
        QCOMPARE(row.count(u','), rows.first().count(u','));
    QVERIFY(std::ranges::any_of(
        rows, [](const QString& row) { return row.startsWith("h100-sxm5-80gb,8,"_L1); }));
}

void TestCliExplore::cardsAsTable()
{
    const Ran ran = run(words("cards --all --set layout.zero=3 --set workload.global_batch=12"));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    const QString text = QString::fromUtf8(ran.out);
    for (const QString& said :
         {u"h100-sxm5-80gb"_s, u"tokens/s"_s, u"Does not fit on any number of GPUs:"_s,
          u"A step has 12 sequences on every card"_s, u"PyTorch does not run on it:"_s,
          u"sequences do not fill whole passes:"_s, u"160,605,224,960 tokens, 20 for each"_s,
          u"as many as it has"_s})
        QVERIFY2(text.contains(said), qPrintable(said));
    for (const QString& line : text.split(u'\n')) {
        QVERIFY2(line.size() <= 140, qPrintable(line));
        QVERIFY2(!line.endsWith(u' '), qPrintable(line));
    }
}

void TestCliExplore::cardsOfAFineTune()
{
    const QStringList plan = words("cards --set adapter.kind=qlora --set cluster.gpus=1");
    const QString open = QString::fromUtf8(run(plan).out);
    QVERIFY2(open.contains(u"Length of the run: is not given"_s) && open.contains(u"USD of 1M"_s)
                 && !open.contains(u" days "_s),
             qPrintable(open));
    QVERIFY(!open.contains(u"tpu-"_s) && !open.contains(u"trainium"_s));
    const json found = answer(plan + words("--json"));
    QVERIFY(found.at("tokens").is_null()
            && found.at("run_reason").get<std::string>().starts_with("workload.examples: "));
    for (const json& card : found.at("cards"))
        QVERIFY(card.at("days").is_null() && card.at("price").is_null());
    const Ran refused = run(plan + words("--within 3"));
    QCOMPARE(refused.exit, 2);
    QVERIFY2(refused.err.contains("workload.examples"), refused.err.constData());
    const QStringList given = plan
        + words("--json --set workload.examples=50000 --set workload.mean_length=600 --within 1 "
                "--under 50");
    const json quick = answer(given);
    QVERIFY(!quick.at("cards").empty());
    for (const json& card : quick.at("cards"))
        if (!card.at("gpus").is_null())
            QVERIFY(card.at("days") <= 1 && card.at("price") <= 50);
    QCOMPARE(quick.at("tokens").get<double>(), 50'000 * 600.0);
}

void TestCliExplore::sameNumberOfGpus()
{
    const json found = answer(words("cards --json --same-gpus --set layout.zero=3"));
    QCOMPARE(found.at("count").get<std::string>(), std::string("same"));
    QCOMPARE(found.at("global_batch").get<int>(), 8);
    for (const json& card : found.at("cards"))
        QVERIFY(card.at("gpus").is_null() || card.at("gpus") == 8);
    QCOMPARE(run(words("cards --within soon")).exit, 2);
    QCOMPARE(run(words("cards --under 0")).exit, 2);
}

void TestCliExplore::cardsSorted_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("field");
    QTest::addColumn<bool>("rising");
    QTest::newRow("gpus") << u"gpus"_s << u"gpus"_s << true;
    QTest::newRow("step") << u"step"_s << u"step_seconds"_s << true;
    QTest::newRow("tokens") << u"tokens"_s << u"tokens_per_second"_s << false;
    QTest::newRow("memory") << u"memory"_s << u"capacity"_s << false;
    QTest::newRow("price") << u"price"_s << u"price"_s << true;
    QTest::newRow("if not given") << QString() << u"price"_s << true;
}

void TestCliExplore::cardsSorted()
{
    QFETCH(const QString, key);
    QFETCH(const QString, field);
    QFETCH(const bool, rising);
    const QStringList order = key.isEmpty() ? QStringList() : QStringList{u"--sort"_s, key};
    const json found = answer(words("cards --json --set layout.zero=3") + order);
    std::vector<double> values;
    bool unknown = false;
    for (const json& card : found.at("cards")) {
        const json& value = card.at(field.toStdString());
        QVERIFY(value.is_null() || !unknown); // what is not known comes last
        unknown = value.is_null();
        if (!unknown)
            values.push_back(rising ? value.get<double>() : -value.get<double>());
    }
    QVERIFY(values.size() > 10 && std::ranges::is_sorted(values));
}

void TestCliExplore::cardsRefused_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("order") << u"--sort frog"_s << QStringList{u"--sort"_s, u"gpu-hours"_s};
    QTest::newRow("two forms") << u"--json --csv"_s << QStringList{u"--csv"_s};
    QTest::newRow("method") << u"--set method=lecture"_s << QStringList{u"method"_s, u"card"_s};
    QTest::newRow("plan") << u"--set layout.tensor=3"_s << QStringList{u"layout.tensor"_s};
    QTest::newRow("device") << u"--set cluster.device=frog"_s << QStringList{u"cluster.device"_s};
}

void TestCliExplore::cardsRefused()
{
    QFETCH(const QString, arguments);
    QFETCH(const QStringList, says);
    QCOMPARE(notRefused(run(QStringList{u"cards"_s} + arguments.split(u' ')), 2, says), QString());
}

void TestCliExplore::largestModel()
{
    const QStringList plan = words("--set layout.zero=3 --set method=exact");
    const json found = answer(words("solve --json --for model.parameters") + plan);
    QVERIFY(found.at("for") == "model.parameters");
    const auto size = found.at("answer").get<qint64>();
    QVERIFY(found.at("note").get<std::string>().starts_with("A Llama of "));
    const json estimate = answer(words("estimate --json") + plan
                                 + QStringList{u"--set"_s, u"model.parameters=%1"_s.arg(size)});
    QVERIFY(estimate.at("per_gpu").at("total") == found.at("total"));
    QVERIFY(estimate.at("per_gpu").at("fits") == true);
    const QByteArray table = run(words("solve --for model.parameters") + plan).out;
    QVERIFY2(table.startsWith("model.parameters 1") && table.contains("A Llama of "), table);
    const QByteArray page = run(words("estimate --markdown") + plan).out;
    QVERIFY(page.contains("- Largest model, in the shape of a Llama: "));
}

/// The first plan on all of its cards' memory: 10,368 tokens fit by emptied caches alone.
void TestCliExplore::limitAndEdge()
{
    const QStringList plan = words("--set layout.zero=3 --set cluster.capacity=85520809984");
    const json found = answer(words("solve --json --for workload.context") + plan);
    QCOMPARE(found.at("answer").get<qint64>(), 10'240);
    QCOMPARE(found.at("edge").get<qint64>(), 10'755);
    QVERIFY(found.at("slowdown").get<double>() > 1.02 && found.at("slowdown").get<double>() < 1.04);
    const json last = answer(words("solve --json --edge --for workload.context") + plan);
    QVERIFY(last.at("answer") == found.at("edge") && last.at("edge") == found.at("edge"));
    QVERIFY(last.at("total").get<qint64>() > found.at("total").get<qint64>());
    QVERIFY(last.at("slowdown").get<double>() > 1.6);
    const QString text = QString::fromUtf8(run(words("solve --for workload.context") + plan).out);
    QVERIFY2(text.startsWith(u"workload.context 10,240: "_s), qPrintable(text));
    QVERIFY2(text.contains(u"\n+3 % time a token; 10,755 is the last that fits at all: +7"_s),
             qPrintable(text));
    const QString edge
        = QString::fromUtf8(run(words("solve --edge --for workload.context") + plan).out);
    QVERIFY2(edge.startsWith(u"workload.context 10,755: "_s), qPrintable(edge));
    QVERIFY2(!edge.contains(u"is the last"_s), qPrintable(edge));
}

void TestCliExplore::justEnoughRecompute()
{
    const QStringList plan
        = words("--set recipe.framework=huggingface --set model.id=qwen3-8b --set layout.zero=3 "
                "--set workload.context=16384");
    const json found = answer(words("solve --json --for recompute") + plan);
    QVERIFY(found.at("for") == "recompute" && found.at("complete") == true);
    const json& least = found.at("answer");
    QVERIFY(least.at("by_setting") == false);
    QCOMPARE(least.at("kept").get<int>() + least.at("recomputed").get<int>(), 36);
    QStringList settings = plan;
    for (const auto& [key, value] : least.at("set").items())
        settings << u"--set"_s
                 << QString::fromStdString(
                        key + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    const auto estimated = [&](const QStringList& with) {
        return answer(words("estimate --json") + with).at("per_gpu");
    };
    QVERIFY(estimated(settings).at("total") == found.at("total"));
    QVERIFY(estimated(settings).at("fits") == true);
    // One layer less does not fit.
    const QString layers = u"recipe.recompute_layers=%1"_s;
    const int recomputed = least.at("recomputed").get<int>();
    QVERIFY(settings.contains(layers.arg(recomputed)));
    QVERIFY(estimated(settings + QStringList{u"--set"_s, layers.arg(recomputed - 1)}).at("fits")
            == false);
    const QString text = QString::fromUtf8(run(words("solve --for recompute") + plan).out);
    QVERIFY2(
        text.startsWith(u"Recompute %1 of 36 layers · by lines in the script: "_s.arg(recomputed)),
        qPrintable(text));
    QVERIFY(text.contains(u"--set recipe.recompute_method=block"_s));
    const json below = answer(words("solve --json --for recompute --line 60") + plan);
    QVERIFY(below.at("total").get<double>() <= 60.0 * (1 << 30));
    QVERIFY(below.at("slowdown") > found.at("slowdown"));
    const json none = answer(words("solve --json --for recompute --line 1") + plan);
    QVERIFY(none.at("answer").is_null() && none.contains("smallest") && none.contains("reason"));
}

void TestCliExplore::linesRefused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    const QString amount = u"--line must be followed by GiB"_s;
    for (const char* typed : {"soon", "0", "-5", "nan", "inf", "1e300"})
        QTest::newRow(typed) << u"solve --for recompute --line "_s + QLatin1String(typed) << amount;
    QTest::newRow("another key") << u"solve --for cluster.gpus --line 5"_s
                                 << u"--line is for solve --for recompute"_s;
    QTest::newRow("an edge") << u"solve --for recompute --edge"_s
                             << u"--edge is not for solve --for recompute"_s;
    QTest::newRow("no key") << u"solve --for recomputes"_s << u"recompute; found recomputes"_s;
}

void TestCliExplore::linesRefused()
{
    QFETCH(QString, line);
    QFETCH(QString, said);
    const Ran ran = run(line.split(u' '));
    QCOMPARE(ran.exit, 2);
    QVERIFY(ran.out.isEmpty());
    QVERIFY2(ran.err.contains(said.toUtf8()), ran.err);
}

void TestCliExplore::adviceAsJson()
{
    const QStringList plan = words("--set model.id=llama-3.1-70b --set cluster.gpus=16 "
                                   "--set layout.zero=3");
    const json found = answer(words("advise --json") + plan);
    const json present = answer(words("estimate --json") + plan);
    QVERIFY(found.at("fits") == false);
    int fitting = 0;
    for (const json& suggestion : found.at("remedies")) {
        QVERIFY(!suggestion.at("costs").empty());
        for (const json& cost : suggestion.at("costs"))
            QVERIFY(cost.is_string() && !cost.empty());
        QVERIFY(suggestion.at("host_per_node_more") >= 0);
        if (suggestion.at("fits") != true || ++fitting > 3)
            continue;
        QStringList settings = plan;
        for (const json& change : suggestion.at("changes")) {
            const json& value = change.at("value");
            settings << u"--set"_s
                     << QString::fromStdString(
                            change.at("key").get<std::string>() + "="
                            + (value.is_string() ? value.get<std::string>() : value.dump()));
        }
        const json changed = answer(words("estimate --json") + settings);
        QVERIFY(changed.at("per_gpu").at("total") == suggestion.at("total"));
        QVERIFY(changed.at("per_gpu").at("fits") == true);
        const auto seconds = [](const json& estimate) {
            return estimate.at("time").at("step").get<double>()
                / estimate.at("time").at("tokens_per_step").get<double>();
        };
        QVERIFY(std::abs(suggestion.at("time_ratio").get<double>()
                         - seconds(changed) / seconds(present))
                < 1e-9);
    }
    QVERIFY(fitting >= 3);
}

void TestCliExplore::adviceAsTable()
{
    // The whole card: at the 79.22 GiB that a program gets, recomputation empties the cache.
    const Ran ran = run(words("advise --set layout.zero=3 --set workload.context=32k "
                              "--set cluster.capacity=85520809984"));
    QCOMPARE(ran.exit, 0);
    const QString text = QString::fromUtf8(ran.out);
    for (const QString& said :
         {u"Recompute every layer"_s, u"% step time"_s, u"Offload the activations"_s,
          u"GiB of host memory a node"_s, u"--set recipe.recompute=full"_s,
          u"same step time, 8-bit optimizer state"_s,
          u"+28 % step time, probably fits\n      --set recipe.recompute=full\n"_s})
        QVERIFY2(text.contains(said), qPrintable(said + u'\n' + text));
}

/// Every method has the same answer in the comparison as alone, with the card's capacity.
void TestCliExplore::methodsAsJson()
{
    const QStringList plan = words("--set layout.zero=2 --set recipe.precision=fp32");
    const json found = answer(words("compare --json") + plan);
    QVERIFY(found.at("format") == "highwater-compare" && found.at("version") == 1);
    const json exact = answer(words("estimate --json") + plan);
    QVERIFY(found.at("capacity") == exact.at("per_gpu").at("capacity"));
    QCOMPARE(found.at("methods").size(), std::size_t{11});
    QVERIFY(found.at("methods").front().at("total") == exact.at("per_gpu").at("total"));
    const double exactTotal = exact.at("per_gpu").at("total");
    int answered = 0;
    for (const json& method : found.at("methods")) {
        const QString name = QString::fromStdString(method.at("method").get<std::string>());
        const QStringList alone
            = words("estimate --json") + plan + QStringList{u"--set"_s, u"method="_s + name};
        if (method.contains("reason")) {
            QCOMPARE(name, u"llm-analysis"_s);
            QVERIFY(!method.contains("total"));
            const QString refusal = notRefused(run(alone), 2, {u"recipe.precision"_s});
            QVERIFY2(refusal.isEmpty(), qPrintable(refusal));
            continue;
        }
        ++answered;
        const json estimate = answer(alone);
        QVERIFY(estimate.at("per_gpu").at("total") == method.at("total"));
        QVERIFY(estimate.at("ignored") == method.at("ignored"));
        for (const char* group :
             {"parameters", "gradients", "optimizer", "activations", "temporary", "overhead"})
            QVERIFY(estimate.at("per_gpu").at(group) == method.at("per_gpu").at(group));
        const double total = method.at("total");
        QVERIFY(std::abs(method.at("difference").get<double>() - (total / exactTotal - 1)) < 1e-12);
        QVERIFY(method.at("fits") == (method.at("total") <= found.at("capacity")));
        QVERIFY(method.at("flaw").get<std::string>().empty() == (name == u"exact"_s));
    }
    QCOMPARE(answered, 10);
}

void TestCliExplore::methodsAsCsv()
{
    const Ran ran = run(words("compare --csv"));
    QCOMPARE(ran.exit, 0);
    const QStringList rows = QString::fromUtf8(ran.out).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), 12);
    QVERIFY(rows.first().startsWith("method,name,parameters (bytes)"_L1));
    QVERIFY(rows.last().startsWith("accelerate,accelerate estimate-memory,0,0,64242089984,"_L1));
    QVERIFY(rows[7].startsWith("deepspeed,DeepSpeed's estimator,,,,,,,,,,"_L1));
}

void TestCliExplore::methodsAsTable()
{
    const Ran ran = run(words("compare"));
    QCOMPARE(ran.exit, 0);
    const QString text = QString::fromUtf8(ran.out);
    for (const char* part : {"of 79.22", "to exact", "megatron", "172.47", "over", "no answer"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
    for (const QString& row : text.split(u'\n'))
        QVERIFY2(row.size() <= 128, qPrintable(row));
}

void TestCliExplore::methodsRefused()
{
    for (const char* line : {"compare --json --csv", "compare --set cluster.gpus=0",
                             "compare --set cluster.device=abacus", "compare --for x"}) {
        const QString refusal = notRefused(run(words(line)), 2, {});
        QVERIFY2(refusal.isEmpty(), qPrintable(QLatin1String(line) + u": "_s + refusal));
    }
}

/// A folder with the memory of a machine of 64 GiB and an RTX 4090 as NVIDIA's driver names it.
void TestCliExplore::deskOfAMachine()
{
    const QTemporaryDir folder;
    const auto write = [&folder](const QString& path, const QByteArray& text) {
        const QString full = folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        return file.open(QFile::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(u"proc/meminfo"_s, "MemTotal: 67108864 kB\n"));
    QVERIFY(write(u"proc/driver/nvidia/gpus/0000:01:00.0/information"_s,
                  "Model: \t\t NVIDIA GeForce RTX 4090\n"));
    const json found = answer({u"desk"_s, u"--json"_s, u"--system"_s, folder.path()});
    QVERIFY(found.at("format") == "highwater-desk" && found.at("version") == 1);
    QCOMPARE(found.at("cards").size(), std::size_t{1});
    QVERIFY(found.at("cards")[0].at("device") == "rtx-4090-24gb");
    QVERIFY(found.at("cards")[0].at("total").is_null());
    QCOMPARE(found.at("host").at("total").get<std::int64_t>(), std::int64_t{64} << 30);
    const json& fits = found.at("fits");
    QVERIFY(fits.size() > 20);
    // With the settings of `set`, estimate says the same.
    for (const std::size_t at : {std::size_t{0}, fits.size() / 2, fits.size() - 1}) {
        const json& fit = fits[at];
        QStringList line = words("estimate --json");
        for (const auto& [key, value] : fit.at("set").items())
            line << u"--set"_s
                 << QString::fromStdString(
                        key + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
        const json one = answer(line);
        QCOMPARE(one.at("per_gpu").at("total").get<std::int64_t>(),
                 fit.at("total").get<std::int64_t>());
        QVERIFY(one.at("per_gpu").at("fits").get<bool>());
    }
    const Ran ran = run({u"desk"_s, u"--system"_s, folder.path()});
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.out.startsWith("NVIDIA GeForce RTX 4090: 23.64 GiB for programs\n"
                               "Memory of the host: 64.00 GiB\n"));
}

void TestCliExplore::deskOfACard()
{
    const json found = answer(words("desk --device h100 --json"));
    QVERIFY(found.at("on").at("device") == "h100-sxm5-80gb" && found.at("on").at("cards") == 1);
    std::int64_t before = found.at("fits")[0].at("parameters").get<std::int64_t>();
    for (const json& fit : found.at("fits")) {
        QVERIFY(fit.at("parameters").get<std::int64_t>() <= before);
        before = fit.at("parameters").get<std::int64_t>();
        QVERIFY(!fit.at("way").get<std::string>().empty());
        QVERIFY(fit.at("context").get<std::int64_t>() >= 1);
        QVERIFY(fit.at("total").get<std::int64_t>() <= fit.at("capacity").get<std::int64_t>());
    }
}

void TestCliExplore::deskWithoutACard()
{
    const QTemporaryDir folder;
    const Ran ran = run({u"desk"_s, u"--system"_s, folder.path()});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.out,
             "No card was found in this machine; --device ID lists what fits on a card of the "
             "catalogue.\n");
    const json found = answer({u"desk"_s, u"--json"_s, u"--system"_s, folder.path()});
    QVERIFY(found.at("cards").empty() && found.at("fits").empty() && found.at("on").is_null());
}

void TestCliExplore::deskRefused()
{
    for (const char* line : {"desk --device abacus", "desk plan.hwplan",
                             "desk --device h100 --system /", "desk --csv"}) {
        const QString refusal = notRefused(run(words(line)), 2, {});
        QVERIFY2(refusal.isEmpty(), qPrintable(QLatin1String(line) + u": "_s + refusal));
    }
}

QTEST_GUILESS_MAIN(TestCliExplore)
#include "test_cli_explore.moc"
