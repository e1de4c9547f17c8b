// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/linear_kinds.h"
#include "core/ledger/weights.h"
#include "helpers.h"
#include "plans.h"

#include <QtTest>

using namespace highwater;

namespace {

/// A layer with a state: h = 64, heads for keys and values, their widths, and a convolution of 4.
CustomModel withState(LinearKind kind, std::int64_t keys, std::int64_t keyDim, std::int64_t values,
                      std::int64_t valueDim, const char* pattern)
{
    CustomModel model = llama(64, 4, 4, 2, 96, 100);
    model.layerPattern = pattern;
    model.linearKind = kind;
    model.linearKeyHeads = keys;
    model.linearKeyHeadDim = keyDim;
    model.linearValueHeads = values;
    model.linearValueHeadDim = valueDim;
    model.linearConvKernel = 4;
    return model;
}

std::int64_t sumOf(const std::vector<Weight>& weights)
{
    std::int64_t sum = 0;
    for (const Weight& weight : weights)
        sum += weight.parameters();
    return sum;
}

} // namespace

class TestLinearKinds : public QObject
{
    Q_OBJECT

private slots:
    void keptOfReference_data();
    void keptOfReference();
    void weightsOfLayer_data();
    void weightsOfLayer();
    void meansAddUp_data();
    void meansAddUp();
    void layersKeepTheirMean();
    void statesDoNotGrow();
};

/// Recorded with torch.autograd.graph.saved_tensors_hooks over the modules of transformers 5.24 on
/// a CPU, 256 and 512 tokens in bf16, without the input and what does not grow with the tokens.
void TestLinearKinds::keptOfReference_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<int>>("sizes"); ///< key heads and width, value heads and width
    QTest::addColumn<bool>("fused");
    QTest::addColumn<int>("bytes"); ///< of one token
    const auto row
        = [](const char* name, LinearKind kind, const QList<int>& sizes, bool fused, int bytes) {
              QTest::newRow(name) << static_cast<int>(kind) << sizes << fused << bytes;
          };
    using enum LinearKind;
    // Qwen3NextGatedDeltaNet: 2,550,624 bytes of 256 tokens with h = 64, 5,096,352 of 512; 9,963.4
    // and 9,953.8 a token. 128 of them are the input, and 4,096 bytes a mask.
    row("gated delta, 2 and 4 heads of 16", GatedDelta, {2, 16, 4, 16}, false, 9816);
    row("gated delta, 2 heads of 32 and 6 of 8", GatedDelta, {2, 32, 6, 8}, false, 16292);
    // The same with fla: 2 · (2 · 128) of the convolution, 4 heads: 2 + 8 + 8 + 4 + 4 each of beta
    // and statistics, 2 · 2 · 64 of queries and keys, 2 · 4 · 64 of chunks, 2 · 3 · 64 of values,
    // and 128 of the output product's input among them.
    row("gated delta, kernels", GatedDelta, {2, 16, 4, 16}, true,
        2 * 256 + 4 * (2 + 8 + 8 + 4 + 4) + 256 + 512 + 3 * 128);
    // Lfm2ShortConv: 229,632 bytes of 256 tokens with h = 64: 897 a token, 128 of them the input
    // and one a token's share of what the convolution adds at its end.
    row("convolution of 64", Convolution, {0, 0, 1, 64}, false, 768);
    row("convolution of 96", Convolution, {0, 0, 1, 96}, false, 1152);
    // MambaSplitConv1dScanCombinedFn: the projection of 2 · 64 + 2 · 64 + 4, the scan's 64 in 16
    // bits, a number in 32 for each of two groups.
    row("Mamba-2, kernels", Mamba2, {2, 32, 4, 16}, true, 2 * 260 + 2 * 64 + 4 * 2);
    // NemotronHMamba2Mixer with chunks of 64 took 9,766 a token, 128 of them the input; 3 · 4 · 4
    // for each token of a chunk: 256 take 9,216 more, and the states a quarter of 256.
    row("Mamba-2, chunks of 256", Mamba2, {2, 32, 4, 16}, false,
        9568 + 3 * 4 * 4 * (256 - 64) - (256 - 64));
}

void TestLinearKinds::keptOfReference()
{
    QFETCH(int, kind);
    QFETCH(QList<int>, sizes);
    QFETCH(bool, fused);
    QFETCH(int, bytes);
    const auto shape = shapeOf(
        withState(static_cast<LinearKind>(kind), sizes[0], sizes[1], sizes[2], sizes[3], "l"));
    QVERIFY(shape);
    QCOMPARE(linearKeptBytes(*shape, 2, fused ? Kernels::Fused : Kernels::Eager), bytes);
}

void TestLinearKinds::weightsOfLayer_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<int>>("sizes");
    QTest::addColumn<qlonglong>("parameters");
    const auto row
        = [](const char* name, LinearKind kind, const QList<int>& sizes, qlonglong parameters) {
              QTest::newRow(name) << static_cast<int>(kind) << sizes << parameters;
          };
    using enum LinearKind;
    // Shapes of the modules' weights with h = 64.
    row("gated delta", GatedDelta, {2, 16, 4, 16},
        64LL * 192 + 64 * 8 + 128 * 4 + 2 * 4 + 16 + 64 * 64);
    row("lightning", Lightning, {4, 16, 4, 16}, 5LL * 64 * 64 + 64);
    row("Mamba", Mamba, {0, 16, 1, 128},
        64LL * 256 + 128 * 36 + 4 * 128 + 128 * 16 + 128 * 7 + 128 * 64);
    row("Mamba-2", Mamba2, {2, 32, 4, 16}, 64LL * 260 + 192 * 5 + 12 + 64 * 64);
    row("delta by channel", ChannelDelta, {4, 16, 4, 16},
        3LL * 64 * 64 + 2 * (64 * 16 + 16 * 64) + 64 * 4 + 192 * 4 + 64 + 4 + 16 + 64 * 64);
    row("convolution", Convolution, {0, 0, 1, 64}, 64LL * 192 + 64 * 4 + 64 * 64);
}

void TestLinearKinds::weightsOfLayer()
{
    QFETCH(int, kind);
    QFETCH(QList<int>, sizes);
    QFETCH(qlonglong, parameters);
    const auto shape = shapeOf(
        withState(static_cast<LinearKind>(kind), sizes[0], sizes[1], sizes[2], sizes[3], "l"));
    QVERIFY(shape);
    QCOMPARE(sumOf(linearWeights(*shape)), parameters);
}

void TestLinearKinds::meansAddUp_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<qlonglong>("full");
    QTest::addColumn<qlonglong>("states");
    QTest::newRow("one of four full") << QStringLiteral("lllf") << 1LL << 3LL;
    QTest::newRow("both everywhere") << QStringLiteral("b") << 4LL << 4LL;
    QTest::newRow("one without either") << QStringLiteral("lfnb") << 2LL << 2LL;
    QTest::newRow("no attention at all") << QStringLiteral("lnln") << 0LL << 2LL;
}

/// The mean of four layers has as many weights as they have together.
void TestLinearKinds::meansAddUp()
{
    QFETCH(QString, pattern);
    QFETCH(qlonglong, full);
    QFETCH(qlonglong, states);
    const std::string letters = pattern.toStdString();
    const auto shape = shapeOf(withState(LinearKind::Mamba2, 2, 32, 4, 16, letters.c_str()));
    QVERIFY(shape);
    constexpr qlonglong attention = 2 * 64 * 64 + 2 * 64 * 32, state = 64 * 260 + 972 + 64 * 64;
    constexpr qlonglong others = 4 * (3 * 64 * 96 + 2 * 64) + 2 * 100 * 64 + 64;
    const WeightCounts counts = countWeights(*shape);
    QCOMPARE(counts.total, full * attention + states * state + others);
    QCOMPARE(counts.matrices + counts.vectors, counts.total);
    const MeanAttention mean = meanAttention(*shape);
    QCOMPARE(4 * sumOf(mean.weights) + mean.outside, full * attention + states * state);
    QVERIFY(mean.outside >= 0 && mean.outside < 4);
}

/// Three of four layers with a state: each layer keeps three quarters of what one with a state does
/// and a quarter of what one with attention does.
void TestLinearKinds::layersKeepTheirMean()
{
    Plan plan = bare(withState(LinearKind::Mamba2, 2, 32, 4, 16, "lllf"));
    plan.workload.context = 64;
    plan.recipe.kernels = Kernels::Fused;
    plan.recipe.attention = Attention::Flash;
    const Estimate estimate = estimated(plan);
    const auto line = [&](const char* id) {
        for (const Line& each : estimate.answer.ledger)
            if (each.id == id)
                return each.bytes;
        return Bytes{-1};
    };
    QCOMPARE(line("attention.linear_kept"), Bytes{4 * 64 * (3 * 656 / 4)});
    QCOMPARE(line("attention.query"), Bytes{4 * 64 * 2 * (64 / 4)});
}

/// The state is that of the last tokens, however many there are.
void TestLinearKinds::statesDoNotGrow()
{
    const auto shape = shapeOf(withState(LinearKind::Mamba2, 2, 32, 4, 16, "lllb"));
    QVERIFY(shape);
    QCOMPARE(stateBytesOfLayer(*shape, 2), Bytes{4 * 4 * 16 * 32 + 2 * 3 * 192});
    QCOMPARE(kvBytesOfToken(*shape, KvFormat::Bf16), Bytes{2 * 2 * 2 * 16});
    QCOMPARE(shape->layersThat(Attending::Linear, 0, 4), 4);
    QCOMPARE(shape->layersThat(Attending::Full, 0, 4), 1);
}

QTEST_APPLESS_MAIN(TestLinearKinds)
#include "test_linear_kinds.moc"
