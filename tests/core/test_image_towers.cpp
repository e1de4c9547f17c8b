// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/image_towers.h"
#include "core/methods/method.h"
#include "core/time/time_answer.h"
#include "helpers.h"
#include "plans.h"

#include <QtTest>

using namespace highwater;

namespace {

/// A tower of width 64 with an MLP of 96 and 4 heads.
ImageTower small(TowerKind kind, std::int64_t merge, std::int64_t patch = 14)
{
    ImageTower tower;
    tower.kind = kind;
    tower.width = 64;
    tower.feedForward = kind == TowerKind::Qwen2Vl ? 128 : kind == TowerKind::Llama4 ? 256 : 96;
    tower.layers = 3;
    tower.heads = 4;
    tower.patch = patch;
    tower.merge = merge;
    tower.deepstack = kind == TowerKind::Qwen3Vl ? 1 : 0;
    return tower;
}

/// The same with a width of 96, an MLP of 160 and 2 heads.
ImageTower wider(TowerKind kind, std::int64_t merge, std::int64_t patch = 14)
{
    ImageTower tower = small(kind, merge, patch);
    tower.width = 96;
    tower.feedForward = kind == TowerKind::Qwen2Vl ? 192 : kind == TowerKind::Llama4 ? 384 : 160;
    tower.heads = 2;
    return tower;
}

Bytes bytesOfLine(const Estimate& found, std::string_view id)
{
    for (const Line& line : found.answer.ledger)
        if (line.id == id)
            return line.bytes;
    return 0;
}

} // namespace

class TestImageTowers : public QObject
{
    Q_OBJECT

private slots:
    void keptOfReference_data();
    void keptOfReference();
    void imagesAreCut_data();
    void imagesAreCut();
    void towerOfAPlan_data();
    void towerOfAPlan();
    void imagesTakeTime();
    void remarks_data();
    void remarks();
};

/// tests/truth/image_towers.py over the classes of transformers 5.24 on a CPU: bytes of a patch in
/// a layer and outside, without what does not grow with the patches. 64 patches of an image, 36 of
/// Gemma 4's; the way to the text is 48 wide.
void TestImageTowers::keptOfReference_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("merge");
    QTest::addColumn<int>("patch");
    QTest::addColumn<bool>("wide");
    QTest::addColumn<int>("valueBytes");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("outside"); ///< 0: not compared
    const auto row = [](const char* name, TowerKind kind, int merge, int patch, bool wide,
                        int valueBytes, int layer, int outside) {
        QTest::newRow(name) << static_cast<int>(kind) << merge << patch << wide << valueBytes
                            << layer << outside;
    };
    using enum TowerKind;
    row("Qwen2-VL", Qwen2Vl, 2, 14, false, 2, 2200, 2996);
    row("Qwen2-VL, wider", Qwen2Vl, 2, 14, true, 2, 3280, 3508);
    row("Qwen2-VL in 32 bits", Qwen2Vl, 2, 14, false, 4, 4384, 5864 - 4 * 1176);
    row("Qwen2.5-VL", Qwen25Vl, 2, 14, false, 2, 2712, 3256);
    row("Qwen2.5-VL, wider", Qwen25Vl, 2, 14, true, 2, 4176, 3896);
    row("Qwen2.5-VL in 32 bits", Qwen25Vl, 2, 14, false, 4, 4888, 6120 - 4 * 1176);
    row("Qwen3-VL", Qwen3Vl, 2, 16, false, 2, 1816, 4149);
    row("Qwen3-VL, wider", Qwen3Vl, 2, 16, true, 2, 2768, 4853);
    row("Qwen3-VL in 32 bits", Qwen3Vl, 2, 16, false, 4, 3616, 8122 - 4 * 1536);
    row("SigLIP", Siglip, 4, 14, false, 2, 1432, 1477);
    row("SigLIP, wider", Siglip, 4, 14, true, 2, 2192, 1625);
    row("SigLIP in 32 bits", Siglip, 4, 14, false, 4, 2848, 2921 - 4 * 588);
    // 65 places of 64 patches: 1,649.38 and 2,551.25 a patch
    row("CLIP", Clip, 1, 14, false, 2, 1624, 1628);
    row("CLIP, wider", Clip, 1, 14, true, 2, 2512, 1756);
    row("Pixtral", Pixtral, 2, 14, false, 2, 2328, 2352);
    row("Pixtral, wider", Pixtral, 2, 14, true, 2, 3600, 2944);
    row("Pixtral in 32 bits", Pixtral, 2, 14, false, 4, 4120, 4184 - 4 * 588);
    // 2,104.38 and 3,136.25 a patch; the projector of the recording was narrower
    row("Llama 4", Llama4, 2, 14, false, 2, 2072, 0);
    row("Llama 4, wider", Llama4, 2, 14, true, 2, 3088, 0);
    // Four tiles of 64 patches and a class token each, padded to 72: 6,444 and 9,864 for a patch of
    // one, 4 · 72 / 64 as many places
    row("Llama 3.2", Mllama, 1, 14, false, 2, 1432, 0);
    row("Llama 3.2, wider", Mllama, 1, 14, true, 2, 2192, 0);
    row("MoonViT", MoonVit, 2, 14, false, 2, 1560, 2404);
    row("MoonViT, wider", MoonVit, 2, 14, true, 2, 2384, 3108);
    row("MoonViT in 32 bits", MoonVit, 2, 14, false, 4, 3104, 4260 - 4 * 588);
    row("Gemma 4", Gemma4, 3, 16, false, 2, 5008, 1677);
    row("Gemma 4, wider", Gemma4, 3, 16, true, 2, 7512, 1826);
    row("Gemma 4 in 32 bits", Gemma4, 3, 16, false, 4, 6544, 3291 - 4 * 768);
}

void TestImageTowers::keptOfReference()
{
    QFETCH(int, kind);
    QFETCH(int, merge);
    QFETCH(int, patch);
    QFETCH(bool, wide);
    QFETCH(int, valueBytes);
    QFETCH(int, layer);
    QFETCH(int, outside);
    const auto which = static_cast<TowerKind>(kind);
    const ImageTower tower = wide ? wider(which, merge, patch) : small(which, merge, patch);
    const std::int64_t patches = which == TowerKind::Gemma4 ? 36 : 64;
    const TowerBytes bytes
        = towerBytes(tower, 48, {patches, 0, patches}, {valueBytes, true, false});
    QCOMPARE(bytes.layer, layer);
    if (outside > 0)
        QVERIFY2(std::abs(bytes.ends - outside) <= 1 + outside / 100,
                 qPrintable(QString::number(bytes.ends)));
}

void TestImageTowers::imagesAreCut_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("width"); ///< 0: open
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("tokensEach"); ///< 0: open
    QTest::addColumn<int>("patches");
    QTest::addColumn<int>("tokens");
    // 40 x 22 squares of 32: Python's round(22.5) is 22
    QTest::newRow("Qwen3-VL, two of 1280 x 720")
        << "qwen3-vl-8b" << 2 << 1280 << 720 << 0 << 2 * 4 * 880 << 2 * 880;
    QTest::newRow("Qwen2.5-VL, 1280 x 720: 46 x 26 squares of 28")
        << "qwen2.5-vl-7b" << 1 << 1280 << 720 << 0 << 4 * 46 * 26 << 46 * 26;
    QTest::newRow("Qwen3-VL, 576 tokens each")
        << "qwen3-vl-8b" << 1 << 0 << 0 << 576 << 2304 << 576;
    QTest::newRow("Qwen3-VL, nothing said: 1024 x 1024")
        << "qwen3-vl-8b" << 1 << 0 << 0 << 0 << 4096 << 1024;
}

void TestImageTowers::imagesAreCut()
{
    QFETCH(QString, model);
    QFETCH(int, count);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, tokensEach);
    QFETCH(int, patches);
    QFETCH(int, tokens);
    Workload workload;
    workload.images = count;
    if (width > 0) {
        workload.imageWidth = width;
        workload.imageHeight = height;
    }
    if (tokensEach > 0)
        workload.imageTokens = tokensEach;
    const ImageCounts images
        = imagesOf(builtinCatalog().model(model.toStdString())->shape.tower, workload);
    QCOMPARE(images.patches, patches);
    QCOMPARE(images.tokens, tokens);
}

void TestImageTowers::towerOfAPlan_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("line");
    QTest::addColumn<qlonglong>("bytes");
    const auto row = [](const char* name, const char* settings, const char* line, qlonglong bytes) {
        QTest::newRow(name) << QString::fromLatin1(settings) << QString::fromLatin1(line) << bytes;
    };
    // Qwen3-VL 8B, one image of 1024 x 1024: 4,096 patches; u = 1152, f = 4304, 16 heads, 27
    // layers.
    constexpr qlonglong patches = 4096, layer = 2 * (11 * 1152 + 2 * 4304) + 8 + 4 * 16;
    row("pixels of two frames", "", "images.pixels", patches * 4 * 3 * 2 * 16 * 16);
    row("a tower that trains keeps its layers", "recipe.recompute=none", "images.layers",
        patches * 27 * layer);
    row("recompute keeps their inputs", "recipe.recompute=full", "images.inputs",
        patches * 27 * 2 * 1152);
    row("two sequences have two images", "recipe.recompute=full,workload.micro_batch=2",
        "images.inputs", 2 * patches * 27 * 2 * 1152);
    row("a frozen one keeps nothing", "recipe.frozen=vision", "images.layers", 0);
    row("a frozen one still reads pixels", "recipe.frozen=vision", "images.pixels",
        patches * 4 * 3 * 2 * 16 * 16);
    row("adapters leave it frozen", "adapter.kind=lora", "images.layers", 0);
    // transformers 5: recorded with PEFT 0.21, three tensors of (patches, width) for three layers
    row("adapters with recompute take gradients of its patches",
        "adapter.kind=lora,recipe.recompute=full", "images.inputs", patches * 27 * 2 * 1152);
    row("before 5.0 they did not",
        "adapter.kind=lora,recipe.recompute=full,recipe.versions.transformers=4.57",
        "images.inputs", 0);
    row("no images", "workload.images=0", "images.pixels", 0);
    // 27 · (4u² + 2uf) + 4 · (4u · 4u + 4u · 4096) = 571,502,592 weights in matrices, with a byte
    // for 64 of them and 4 for 256 of these; the other 4,885,744 are in 32 bits.
    row("bitsandbytes takes the tower's matrices too", "adapter.kind=qlora", "parameters.vision",
        571'502'592 / 2 + 8'929'728 + 4 * 34'882 + 4 * 4'885'744LL);
    row("but not in ms-swift", "recipe.framework=ms-swift,adapter.kind=qlora", "parameters.vision",
        2 * 576'388'336LL);
}

void TestImageTowers::towerOfAPlan()
{
    QFETCH(QString, settings);
    QFETCH(QString, line);
    QFETCH(qlonglong, bytes);
    Plan plan = planWith({{"model.id", "qwen3-vl-8b"},
                          {"recipe.framework", "huggingface"},
                          {"recipe.precision", "bf16"},
                          {"workload.images", "1"}});
    for (const QString& setting : settings.split(u',', Qt::SkipEmptyParts)) {
        const std::string text = setting.section(u'=', 1).toStdString();
        plan = planWith({{*findKeyPath(setting.section(u'=', 0, 0).toStdString()), text.c_str()}},
                        plan);
    }
    const Estimate found = estimated(plan);
    QCOMPARE(bytesOfLine(found, line.toStdString()), bytes);
}

/// 27 layers of 4u² + 2uf, patches of 1,536 values, and four ways to the text, twice for each
/// patch; a tower that trains goes back twice as long.
void TestImageTowers::imagesTakeTime()
{
    const auto seconds = [](const char* frozen) {
        const auto prepared = prepare(planWith({{"model.id", "qwen3-vl-8b"},
                                                {"workload.images", "4"},
                                                {"recipe.frozen", frozen},
                                                {"recipe.recompute", "none"}}),
                                      builtinCatalog());
        return timeOf(*prepared)->step[TimePart::Images];
    };
    const double once = seconds("vision"), all = seconds("");
    QVERIFY(once > 0);
    QVERIFY(all > 3 * once && all < 3.5 * once);
}

void TestImageTowers::remarks_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("images");
    QTest::addColumn<QString>("key"); ///< empty: no remark
    QTest::newRow("room for them") << "qwen3-vl-8b"
                                   << "8"
                                   << "";
    QTest::newRow("more tokens than the context has") << "qwen3-vl-8b"
                                                      << "9"
                                                      << "workload.images";
    QTest::newRow("a model without a tower") << "llama-3.1-8b"
                                             << "1"
                                             << "workload.images";
    QTest::newRow("no images in it") << "llama-3.1-8b"
                                     << "0"
                                     << "";
}

void TestImageTowers::remarks()
{
    QFETCH(QString, model);
    QFETCH(QString, images);
    QFETCH(QString, key);
    const std::string id = model.toStdString(), count = images.toStdString();
    const Estimate found = estimated(planWith({{"model.id", id.c_str()},
                                               {"workload.context", "8192"},
                                               {"workload.images", count.c_str()}}));
    QStringList fields;
    for (const Warning& warning : found.answer.warnings)
        if (warning.field == "workload.images")
            fields << QString::fromStdString(warning.field);
    QCOMPARE(fields.join(u' '), key);
}

QTEST_APPLESS_MAIN(TestImageTowers)
#include "test_image_towers.moc"
