// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The speed of generated text, compared with published readings and checked for consistency.
#include "core/figure/generation_figure.h"
#include "core/figure/time_figure.h"
#include "core/methods/method.h"
#include "core/time/generation.h"
#include "helpers.h"

#include <QtTest>

#include <cmath>

using namespace highwater;

namespace {

Generation generated(const std::vector<Setting>& choices)
{
    Plan plan;
    plan.workload.task = Task::Inference;
    plan.cluster.gpus = 1;
    const auto resolved = prepare(planWith(choices, plan), builtinCatalog());
    if (!resolved)
        qFatal("%s", qPrintable(whyNot(resolved)));
    auto found = generationOf(*resolved);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

} // namespace

class TestGeneration : public QObject
{
    Q_OBJECT

private slots:
    void publishedReadings_data();
    void publishedReadings();
    void readsWeightsAndCache();
    void expertsAreReadAsNeeded();
    void partsAddUp();
    void moreSequences();
    void knee();
    void prompts();
    void trainingHasNone();
    void figureHasTheKnee();
};

/// Tokens a second of one sequence; llama.cpp by XiongjieDai, gpt-fast by its authors.
void TestGeneration::publishedReadings_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<int>("stages");
    QTest::addColumn<double>("reading");
    QTest::addColumn<double>("part"); // the relative tolerance
    const auto row = [](const char* model, const char* device, const char* weights, int stages,
                        double reading, double part = 0.15) {
        QTest::addRow("%s in %s on %d %s", model, weights, stages, device)
            << QString::fromLatin1(model) << QString::fromLatin1(device)
            << QString::fromLatin1(weights) << stages << reading << part;
    };
    row("llama-3-8b", "rtx-4090-24gb", "fp16", 1, 54.34);
    row("llama-3-8b", "rtx-4090-24gb", "q4_k_m", 1, 127.74);
    row("llama-3-8b", "rtx-3090-24gb", "fp16", 1, 46.51);
    row("llama-3-8b", "rtx-3090-24gb", "q4_k_m", 1, 111.74);
    row("llama-3-70b", "rtx-3090-24gb", "q4_k_m", 2, 16.29);
    row("llama-2-7b", "h100-pcie-80gb", "fp16", 1, 83.32, 0.2);
    row("llama-2-7b", "h100-pcie-80gb", "q4_0", 1, 133.77, 0.5); // a small model on a fast card
    row("llama-2-7b", "a100-sxm4-80gb", "bf16", 1, 104.9);
    row("llama-2-7b", "a100-sxm4-80gb", "w8a8", 1, 155.58);
}

void TestGeneration::publishedReadings()
{
    QFETCH(QString, model);
    QFETCH(QString, device);
    QFETCH(QString, weights);
    QFETCH(int, stages);
    QFETCH(double, reading);
    QFETCH(double, part);
    const QByteArray gpus = QByteArray::number(stages);
    const Generation found = generated({{"model.id", model.toLatin1().constData()},
                                        {"cluster.device", device.toLatin1().constData()},
                                        {"inference.weights", weights.toLatin1().constData()},
                                        {"cluster.gpus", gpus.constData()},
                                        {"layout.pipeline", gpus.constData()},
                                        {"workload.context", "512"}});
    QVERIFY2(found.tokensPerSecond.low < reading && reading < found.tokensPerSecond.high,
             qPrintable(QString::number(found.tokensPerSecond.value)));
    QVERIFY2(near(found.tokensPerSecond.value, reading, part),
             qPrintable(QString::number(found.tokensPerSecond.value)));
}

/// Llama 3.1 8B in 16 bits: all weights but the embedding, 128,256 · 4,096, and 1,000 · 131,072
/// bytes of cache for each of two sequences.
void TestGeneration::readsWeightsAndCache()
{
    const Generation found
        = generated({{"workload.context", "1000"}, {"workload.micro_batch", "2"}});
    QCOMPARE(found.weightBytes, 2.0 * (8030261248 - 525336576));
    QCOMPARE(found.cacheBytes, 2.0 * 1000 * 131072);
    // tied: the embedding is read as the head
    QCOMPARE(generated({{"model.id", "llama-3.2-1b"}}).weightBytes, 2.0 * 1235814400);
}

/// A token of gpt-oss 20B takes 4 of 32 experts; eight sequences may need all of them.
void TestGeneration::expertsAreReadAsNeeded()
{
    const auto read = [](const char* sequences) {
        return generated({{"model.id", "gpt-oss-20b"}, {"workload.micro_batch", sequences}})
            .weightBytes;
    };
    const double experts = read("8") - read("1");
    QVERIFY(near(read("2") - read("1"), experts / 7, 1e-9));
    QCOMPARE(read("64"), read("8"));
}

void TestGeneration::partsAddUp()
{
    const Generation found = generated({{"model.id", "llama-3.1-70b"},
                                        {"cluster.gpus", "4"},
                                        {"layout.tensor", "4"},
                                        {"workload.micro_batch", "16"}});
    double sum = 0;
    for (const DecodeLine& line : found.lines)
        sum += line.seconds;
    QVERIFY(near(sum, found.step.value, 1e-12));
    QCOMPARE(found.lines.size(), std::size_t{4}); // weights, cache, launching, sums
    QVERIFY(found.step.low < found.step.value && found.step.value < found.step.high);
    QVERIFY(found.prefill.low < found.prefill.value && found.prefill.value < found.prefill.high);
    QVERIFY(found.assumptions.size() >= 4);
}

/// More sequences at a time never give fewer tokens a second, and never a faster token.
void TestGeneration::moreSequences()
{
    double before = 0, step = 0;
    for (const char* sequences : {"1", "4", "64", "300", "1000"}) {
        const Generation found = generated({{"workload.micro_batch", sequences}});
        QVERIFY(found.tokensPerSecond.value > before);
        QVERIFY(found.step.value > step);
        before = found.tokensPerSecond.value;
        step = found.step.value;
    }
}

/// About 300 sequences of 16-bit weights on an H100: 989 TFLOPS · 2 / (2 · 3.35 TB/s) = 295, less
/// the embedding, which is not read.
void TestGeneration::knee()
{
    const Generation found = generated({});
    QVERIFY2(near(found.knee, 276, 0.02), qPrintable(QString::number(found.knee)));
    QVERIFY(generated({{"inference.weights", "awq"}}).knee < found.knee / 2);
}

/// 2 · 8.03e9 · 8,192 and 2 · 32 · 4,096 · 8,192² operations, at 65 % of 989 TFLOPS.
void TestGeneration::prompts()
{
    const Generation found = generated({{"workload.context", "8192"}});
    const double operations = 2.0 * 8030261248 * 8192 + 2.0 * 32 * 4096 * 8192 * 8192;
    QVERIFY(near(found.promptOperations, operations, 1e-12));
    QVERIFY2(near(found.prefill.value, operations / (989e12 * 0.65), 0.1),
             qPrintable(QString::number(found.prefill.value)));
}

void TestGeneration::trainingHasNone()
{
    const auto resolved = prepare(Plan{}, builtinCatalog());
    QVERIFY(!generationOf(*resolved));
}

void TestGeneration::figureHasTheKnee()
{
    Plan plan;
    plan.workload.task = Task::Inference;
    plan.cluster.gpus = 1;
    const auto figure = timeFigure(plan, builtinCatalog());
    QVERIFY(figure);
    const Panel& panel = figure->panels.front();
    QCOMPARE(panel.xs.front(), std::int64_t{1});
    QVERIFY(panel.xs.back() >= 512);
    const auto products
        = std::ranges::find(panel.layers, Group::Gradients, &Layer::group); // beyond reading
    QVERIFY(products != panel.layers.end());
    QCOMPARE(products->values.front(), std::int64_t{0});
    QVERIFY(products->values.back() > 0);
    const auto resolved = prepare(plan, builtinCatalog());
    QVERIFY(generationTable(*generationOf(*resolved)).rows.size() >= 5);
}

QTEST_APPLESS_MAIN(TestGeneration)
#include "test_generation.moc"
