// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/choices.h"
#include "core/time/attention_figures.h"
#include "core/time/machine.h"
#include "core/time/real.h"
#include "timed_plan.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

Resolved preparedWith(const std::vector<Setting>& settings, Plan plan = {})
{
    return preparedPlan(planWith(settings, std::move(plan)));
}

/// A model of one layer, 4,096 wide.
Plan layerOfHeads(std::int64_t heads)
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = 4096;
    model.numLayers = 1;
    model.numHeads = heads;
    model.intermediateSize = 16384;
    model.vocabSize = 8;
    plan.model = model;
    plan.cluster.gpus = 1;
    return plan;
}

LayerSeconds layerSeconds(const Resolved& plan)
{
    const auto machine = machineOf(plan);
    if (!machine)
        qFatal("%s", qPrintable(whyNot(machine)));
    return stepTime(plan, *machine).layers[LayerClass{}.index()];
}

} // namespace

/// The speed of attention by the code that computes it, against the figures of its authors.
class TestAttention : public QObject
{
    Q_OBJECT

private slots:
    void ratesOfFigures_data();
    void ratesOfFigures();
    void noFigure_data();
    void noFigure();
    void kernelOfAFramework_data();
    void kernelOfAFramework();
    void keptScoresAreNear_data();
    void keptScoresAreNear();
    void torchtitanIsNear_data();
    void torchtitanIsNear();
    void kernelsChangeTheTimeAlone();
    void flashThreeIsForHopper();
};

void TestAttention::ratesOfFigures_data()
{
    // TFLOPS of the figure's card, its peak, and the share of it that its best product reaches: an
    // H100's reaches 0.803.
    QTest::addColumn<AttentionKernel>("kernel");
    QTest::addColumn<QString>("device");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<double>("tokens");
    QTest::addColumn<double>("best"); ///< of the figure's card, as an H100 would reach it
    QTest::addColumn<double>("forward");
    QTest::addColumn<double>("backward");
    const QString a100 = u"a100-sxm4-80gb"_s, h100 = u"h100-sxm5-80gb"_s;
    using K = AttentionKernel;
    double best = 312 * 0.869 / 0.803;
    const auto row = [&](const char* name, K kernel, const QString& device, qint64 width,
                         double tokens, double forward, double backward) {
        QTest::newRow(name) << kernel << device << width << tokens << best << forward << backward;
    };
    row("FlashAttention-2, A100, both passes", K::Flash2, a100, 128, 16384, 189, 189);
    row("Triton, A100", K::Triton, a100, 64, 4096, 76, 76);
    row("an Ada card as an A100", K::Flash2, u"l40s-48gb"_s, 128, 16384, 189, 189);
    row("FlashAttention-3 on an A100 is its predecessor", K::Flash3, a100, 128, 16384, 189, 189);
    best = 989.4;
    row("FlashAttention-2, H100: both passes 294", K::Flash2, h100, 128, 4096, 319,
        2.5 / (3.5 / 294 - 1.0 / 319));
    row("FlashAttention-3: 559 without a mask, forward 602 of 646", K::Flash3, h100, 128, 8192, 602,
        559 * 602.0 / 646);
    row("FlashAttention-3, narrow heads", K::Flash3, h100, 64, 16384, 473, 474 * 473.0 / 497);
    row("cuDNN", K::Cudnn, h100, 128, 8192, 644, 541);
    row("half way between two lengths", K::Cudnn, h100, 128, 8192 * std::sqrt(2.0),
        (644 + 673) / 2.0, (541 + 579) / 2.0);
    row("shorter than any", K::Cudnn, h100, 128, 100, 484, 370);
    row("longer than any", K::Flash3, h100, 128, 1 << 20, 616, 561 * 616.0 / 648);
    // log(157/128) / log(192/128) = 0.504
    row("half way between two widths", K::Cudnn, h100, 157, 8192, 644 - 0.504, 541 - 0.504 * 99);
    row("wider than any", K::Flash3, h100, 256, 8192, 602, 559 * 602.0 / 646);
    row("narrower than any", K::Flash3, h100, 32, 16384, 473, 474 * 473.0 / 497);
    best = 2500 * 0.729 / 0.803;
    row("cuDNN, Blackwell", K::Cudnn, u"gb200-per-gpu-186gb"_s, 128, 4096, 1408, 1148);
    best = 2250 * 0.776 / 0.803;
    row("FlashAttention-2, Blackwell", K::Flash2, u"b200-sxm-180gb"_s, 128, 4096, 343, 273);
}

void TestAttention::ratesOfFigures()
{
    QFETCH(AttentionKernel, kernel);
    QFETCH(QString, device);
    QFETCH(qint64, width);
    QFETCH(double, tokens);
    QFETCH(double, best);
    QFETCH(double, forward);
    QFETCH(double, backward);
    const auto figure
        = attentionFigure(kernel, *builtinCatalog().device(device.toStdString()), width, tokens);
    QVERIFY(figure && !figure->source.empty());
    const KernelShares found = figure->shares;
    QVERIFY2(near(found.forward * best, forward, 1e-3),
             qPrintable(QString::number(found.forward * best)));
    QVERIFY2(near(found.backward * best, backward, 1e-3),
             qPrintable(QString::number(found.backward * best)));
}

void TestAttention::noFigure_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    using Settings = std::vector<Setting>;
    QTest::newRow("AMD") << Settings{{"cluster.device", "instinct-mi300x-192gb"}};
    QTest::newRow("before Ampere") << Settings{{"cluster.device", "v100-sxm2-32gb"}};
    QTest::newRow("eager attention") << Settings{{"recipe.attention", "eager"}};
    QTest::newRow("32 bits") << Settings{{"recipe.precision", "fp32"}};
}

/// Then the fitted share of the peak counts, whatever the kernel.
void TestAttention::noFigure()
{
    QFETCH(std::vector<Setting>, settings);
    const auto machine = machineOf(preparedWith(settings));
    QVERIFY2(machine, qPrintable(whyNot(machine)));
    QVERIFY(!machine->attention);
    const KernelShares rates = attentionRates(*machine);
    QCOMPARE(rates.forward, rates.backward);
    QCOMPARE(rates.forward, machine->scores * machine->reached * machine->pace[Speed::ScoresShare]);
}

void TestAttention::kernelOfAFramework_data()
{
    QTest::addColumn<QByteArray>("framework");
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<AttentionKernel>("kernel");
    using K = AttentionKernel;
    const auto row = [](const char* framework, const char* device, K kernel) {
        QTest::addRow("%s, %s", framework, device)
            << QByteArray(framework) << QByteArray(device) << kernel;
    };
    for (const char* framework : {"huggingface", "pytorch-fsdp", "deepspeed", "llama-factory"}) {
        row(framework, "h100-sxm5-80gb", K::Cudnn);
        row(framework, "b200-sxm-180gb", K::Cudnn);
        row(framework, "a100-sxm4-80gb", K::Flash2);
        row(framework, "rtx-5090-32gb", K::Flash2);
    }
    row("megatron", "h100-sxm5-80gb", K::Cudnn);
    row("megatron", "rtx-5090-32gb", K::Cudnn);
    row("megatron", "a100-sxm4-80gb", K::Flash2);
    for (const char* framework : {"nanotron", "verl", "openrlhf", "unsloth"})
        row(framework, "h100-sxm5-80gb", K::Flash2);
}

void TestAttention::kernelOfAFramework()
{
    QFETCH(QByteArray, framework);
    QFETCH(QByteArray, device);
    QFETCH(AttentionKernel, kernel);
    const Plan plan = planWith(
        {{"recipe.framework", framework.constData()}, {"cluster.device", device.constData()}});
    QCOMPARE(nameOf(attentionKernelOf(plan.recipe, plan.layout, plan.cluster)), nameOf(kernel));
    QCOMPARE(nameOf(*withDefaults(plan).recipe.attentionKernel), nameOf(kernel));
}

void TestAttention::keptScoresAreNear_data()
{
    // "PyTorch" in flash-attention's README, with a causal mask at 4,096 tokens, forward and
    // backward, counted as 3.5 times the causal half of the forward pass.
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<qint64>("heads");
    QTest::addColumn<double>("teraflops");
    QTest::newRow("A100, heads of 128") << QByteArray("a100-sxm4-80gb") << qint64{32} << 32.0;
    QTest::newRow("A100, heads of 64") << QByteArray("a100-sxm4-80gb") << qint64{64} << 18.0;
    QTest::newRow("H100, heads of 128") << QByteArray("h100-sxm5-80gb") << qint64{32} << 61.0;
    QTest::newRow("H100, heads of 64") << QByteArray("h100-sxm5-80gb") << qint64{64} << 32.0;
}

/// Attention that keeps its scores takes the time of its products and of what it reads and writes
/// of the scores, each once; nothing of it was fitted to this figure.
void TestAttention::keptScoresAreNear()
{
    QFETCH(QByteArray, device);
    QFETCH(qint64, heads);
    QFETCH(double, teraflops);
    const auto with = [&](const char* attention) {
        return layerSeconds(preparedWith({{"cluster.device", device.constData()},
                                          {"workload.context", "4096"},
                                          {"recipe.attention", attention}},
                                         layerOfHeads(heads)));
    };
    const LayerSeconds eager = with("eager");
    const double seconds = eager.scores + eager.memory - with("flash").memory;
    const double operations = 3.5 * 2 * 4096.0 * 4096 * 4096;
    QVERIFY2(near(operations / seconds / si::tera, teraflops, 0.16),
             qPrintable(QString::number(operations / seconds / si::tera)));
}

void TestAttention::torchtitanIsNear_data()
{
    // torchtitan, benchmarks/llama3_h100_202412_torchtitan.md: Llama 3.1 8B on eight H100 with
    // 2.4 TB/s, FSDP and torch.compile, with the PyTorch of 2024. Tables 1 and 2.
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("within");
    using Settings = std::vector<Setting>;
    const auto row = [](const char* name, const Settings& settings, double speed, double within) {
        QTest::newRow(name) << settings << speed << within;
    };
    row("8K, selective", {{"workload.micro_batch", "2"}, {"recipe.recompute", "selective"}}, 6667,
        0.1);
    row("8K, selective, 8 bits",
        {{"workload.micro_batch", "2"},
         {"recipe.recompute", "selective"},
         {"recipe.precision", "fp8-mixed"}},
        8532, 0.1);
    row("32K, full, 8 bits",
        {{"workload.context", "32768"},
         {"recipe.recompute", "full"},
         {"recipe.precision", "fp8-mixed"}},
        3890, 0.1);
    row("131K, four ranks, full, 8 bits",
        {{"workload.context", "131072"},
         {"layout.context", "4"},
         {"recipe.recompute", "full"},
         {"recipe.precision", "fp8-mixed"}},
        1071, 0.25);
    row("262K, eight ranks, full, 8 bits",
        {{"workload.context", "262144"},
         {"layout.context", "8"},
         {"recipe.recompute", "full"},
         {"recipe.precision", "fp8-mixed"}},
        548, 0.25);
}

/// Nothing was fitted to these runs.
void TestAttention::torchtitanIsNear()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(double, speed);
    QFETCH(double, within);
    settings.insert(settings.end(),
                    {{"recipe.framework", "pytorch-fsdp"},
                     {"recipe.attention_kernel", "flash-2"},
                     {"recipe.kernels", "fused"},
                     {"cluster.memory_bandwidth", "2400"},
                     {"layout.zero", "3"}});
    const double found = timed(preparedWith(settings)).tokensPerSecondPerGpu;
    QVERIFY2(near(found, speed, within), qPrintable(QString::number(found)));
}

void TestAttention::kernelsChangeTheTimeAlone()
{
    const auto answer = [](const char* kernel) {
        return estimated(planWith({{"recipe.attention_kernel", kernel}}));
    };
    const Estimate slow = answer("flash-2"), fast = answer("flash-3");
    QCOMPARE(slow.answer.totals.total, fast.answer.totals.total);
    const double second = timed(slow.plan).seconds, third = timed(fast.plan).seconds;
    QVERIFY2(third < second, qPrintable(QString::number(third / second)));
    const auto& list = timed(slow.plan).assumptions;
    const auto said
        = std::ranges::find(list, std::string("recipe.attention_kernel"), &Assumption::field);
    QVERIFY(said != list.end());
    QVERIFY(said->source.find("2307.08691") != std::string::npos
            || said->source.find("2407.08608") != std::string::npos);
}

void TestAttention::flashThreeIsForHopper()
{
    const auto warned = [](const char* device) {
        const auto plan
            = preparedWith({{"recipe.attention_kernel", "flash-3"}, {"cluster.device", device}});
        return std::ranges::count(plan.warnings, "recipe.attention_kernel", &Warning::field);
    };
    QCOMPARE(warned("h200-sxm-141gb"), 0);
    QCOMPARE(warned("a100-sxm4-80gb"), 1);
    QCOMPARE(warned("b200-sxm-180gb"), 1);
}

QTEST_APPLESS_MAIN(TestAttention)
#include "test_attention.moc"
