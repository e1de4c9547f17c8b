// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/catalog/cuda_cards.h"
#include "core/catalog/data.h"
#include "core/ledger/weights.h"
#include "helpers.h"

#include <QtTest>

#include <set>

using namespace highwater;

class TestCatalog : public QObject
{
    Q_OBJECT

private slots:
    void readsWhole();
    void countsOfEveryModel_data();
    void countsOfEveryModel();
    void countsByHand_data();
    void countsByHand();
    void partsAddUp();
    void everyNameFindsItsOwn();
    void models_data();
    void models();
    void devices_data();
    void devices();
    void unknown_data();
    void unknown();
    void capacity_data();
    void capacity();
    void capacityOfEveryDevice();
    void rates_data();
    void rates();
    void ratesOfEveryDevice();
    void cudaOfEveryDevice();
    void broken_data();
    void broken();
    void wrongModel();
    void readsConfigs_data();
    void readsConfigs();
    void aKeyWrittenTwiceIsNamed();
    void wrongKeysAreNamed_data();
    void wrongKeysAreNamed();
};

void TestCatalog::readsWhole()
{
    const Catalog& catalog = builtinCatalog();
    QVERIFY2(catalog.problems().empty(), qPrintable(shown(catalog.problems()).join(u'\n')));
    QVERIFY(catalog.models().size() >= 130);
    QVERIFY(catalog.devices().size() >= 60);
    std::set<std::string> ids;
    for (const Model& model : catalog.models()) {
        QVERIFY2(ids.insert(model.id).second, model.id.c_str());
        QVERIFY2(!model.name.empty() && !model.source.empty(), model.id.c_str());
        QCOMPARE(catalog.model(model.id), &model);
    }
    for (const Device& device : catalog.devices()) {
        QVERIFY2(ids.insert(device.id).second, device.id.c_str());
        QVERIFY2(!device.name.empty() && !device.source.empty(), device.id.c_str());
        QCOMPARE(catalog.device(device.id), &device);
    }
}

void TestCatalog::countsOfEveryModel_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Model& model : builtinCatalog().models())
        QTest::newRow(model.id.c_str()) << index++;
}

void TestCatalog::countsOfEveryModel()
{
    QFETCH(int, index);
    const Model& model = builtinCatalog().models()[static_cast<std::size_t>(index)];
    const WeightCounts counts = countWeights(model.shape);
    QVERIFY(model.totalParameters > 0 && model.activeParameters > 0);
    QCOMPARE(counts.total, model.totalParameters); // total_params_computed
    QCOMPARE(counts.active, model.activeParameters); // active_params_computed
}

void TestCatalog::countsByHand_data()
{
    QTest::addColumn<std::int64_t>("total");
    QTest::addColumn<std::int64_t>("active");
    QTest::addColumn<std::int64_t>("largest");
    using Count = std::int64_t;

    // L = 32, h = 4096, a·d = 4096, k·d = 1024, f = 14336, v = 128256; RMSNorm, untied, no bias
    constexpr Count llamaLayer = 2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336 + 2 * 4096;
    constexpr Count llama = 2 * 128256LL * 4096 + 32 * llamaLayer + 4096;
    static_assert(llama == 8'030'261'248);
    QTest::newRow("llama-3.1-8b") << llama << llama << Count{128256LL * 4096};

    // L = 12, h = 768, f = 4h, v = 50257, 1024 learned positions; LayerNorm, tied, all biases:
    // embeddings h(v + s), layers L(12h² + 13h) with biases and two norms, and the last norm 2h
    constexpr Count gpt2 = 768 * (50257 + 1024) + 12 * (12 * 768 * 768 + 13 * 768) + 2 * 768;
    static_assert(gpt2 == 124'439'808);
    QTest::newRow("gpt-2-124m") << gpt2 << gpt2 << Count{50257 * 768};

    // arXiv 2412.19437, section 4.2: 61 layers, the first 3 dense; h = 7168, 128 heads; latents of
    // 1536 and 512; heads of 128 + 64 rotary, values of 128; f = 18432; 256 experts of 2048, 8 of
    // them and a shared one for each token; v = 129280; the router's biases count
    constexpr Count h = 7168;
    constexpr Count attention = h * 1536 + 1536 + 1536 * 128 * (128 + 64) // queries
        + h * (512 + 64) + 512 + 512LL * 128 * (128 + 128) // keys and values
        + 128 * 128 * h; // output
    constexpr Count expert = 3 * h * 2048;
    constexpr Count moe = 256 * expert + expert + h * 256 + 256;
    constexpr Count deepSeek
        = 2 * 129280 * h + 61 * (attention + 2 * h) + 3 * (3 * h * 18432) + 58 * moe + h;
    static_assert(deepSeek == 671'026'419'200);
    QTest::newRow("deepseek-v3-r1-671b")
        << deepSeek << deepSeek - 58 * (256 - 8) * expert << Count{129280 * h};
}

void TestCatalog::countsByHand()
{
    QFETCH(std::int64_t, total);
    QFETCH(std::int64_t, active);
    QFETCH(std::int64_t, largest);
    const Model* model = builtinCatalog().model(QTest::currentDataTag());
    QVERIFY(model);
    const WeightCounts counts = countWeights(model->shape);
    QCOMPARE(counts.total, total);
    QCOMPARE(counts.active, active);
    QCOMPARE(counts.largest, largest);
}

void TestCatalog::partsAddUp()
{
    for (const Model& model : builtinCatalog().models()) {
        const WeightCounts counts = countWeights(model.shape);
        const std::int64_t parts = counts.embedding + counts.head + counts.other + counts.vision
            + counts.denseLayers * counts.denseLayer() + counts.moeLayers * counts.moeLayer();
        QVERIFY2(parts == counts.total, model.id.c_str());
        QVERIFY2(counts.matrices + counts.vectors == counts.total, model.id.c_str());
        QVERIFY2(counts.denseLayers + counts.moeLayers == model.shape.layers, model.id.c_str());
        QVERIFY2(counts.head == (model.shape.tied ? 0 : counts.embedding), model.id.c_str());
    }
}

void TestCatalog::everyNameFindsItsOwn()
{
    // Ids, names and aliases are unique, otherwise the later entry could not be found.
    const Catalog& catalog = builtinCatalog();
    for (const Model& model : catalog.models()) {
        QCOMPARE(catalog.modelTyped(model.id), &model);
        QVERIFY2(catalog.modelTyped(model.name) == &model, model.name.c_str());
        for (const std::string& alias : model.aliases)
            QVERIFY2(catalog.modelTyped(alias) == &model, (model.id + ": " + alias).c_str());
    }
    // The first Qwen has another shape than those of the catalogue.
    QVERIFY(!catalog.modelTyped("Qwen/Qwen-7B"));
    for (const Device& device : catalog.devices()) {
        QCOMPARE(catalog.deviceTyped(device.id), &device);
        QVERIFY2(catalog.deviceTyped(device.name) == &device, device.name.c_str());
        for (const std::string& alias : device.aliases)
            QVERIFY2(catalog.deviceTyped(alias) == &device, (device.id + ": " + alias).c_str());
    }
}

void TestCatalog::models_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("8b") << "llama-3.1-8b";
    QTest::newRow("8B") << "llama-3.1-8b";
    QTest::newRow("llama3.1 8b") << "llama-3.1-8b";
    QTest::newRow("  Llama 3.1   8B ") << "llama-3.1-8b";
    QTest::newRow("LLAMA-3.1-8B") << "llama-3.1-8b";
    QTest::newRow("llama3 8b") << "llama-3-8b";
    QTest::newRow("70b") << "llama-3.1-70b";
    QTest::newRow("405b") << "llama-3.1-405b";
    QTest::newRow("Qwen3-8B") << "qwen3-8b";
    QTest::newRow("qwen3 8b") << "qwen3-8b";
    QTest::newRow("gpt2") << "gpt-2-124m";
    QTest::newRow("deepseek v3") << "deepseek-v3-r1-671b";
    QTest::newRow("mixtral 8x7b") << "mixtral-8x7b";
    QTest::newRow("chatglm-6b") << "chatglm-6b";
}

void TestCatalog::models()
{
    QFETCH(QString, id);
    const Model* model = builtinCatalog().modelTyped(QTest::currentDataTag());
    QVERIFY(model);
    QCOMPARE(shown(model->id), id);
}

void TestCatalog::devices_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("h100") << "h100-sxm5-80gb";
    QTest::newRow("H100") << "h100-sxm5-80gb";
    QTest::newRow(" H 100 ") << "h100-sxm5-80gb";
    QTest::newRow("H100 PCIe") << "h100-pcie-80gb";
    QTest::newRow("a100") << "a100-sxm4-80gb";
    QTest::newRow("v100") << "v100-sxm2-32gb";
    QTest::newRow("RTX 4090") << "rtx-4090-24gb";
    QTest::newRow("910b") << "ascend-910b3-64gb";
    QTest::newRow("910B") << "ascend-910b3-64gb";
    QTest::newRow("昇腾910B1") << "ascend-910b1-64gb";
    QTest::newRow("寒武纪MLU590") << "mlu590-80gb";
}

void TestCatalog::devices()
{
    QFETCH(QString, id);
    const Device* device = builtinCatalog().deviceTyped(QTest::currentDataTag());
    QVERIFY(device);
    QCOMPARE(shown(device->id), id);
}

void TestCatalog::unknown_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("device");
    const auto row = [](const char* text, const char* model, const char* device) {
        QTest::newRow(text) << QString::fromLatin1(model) << QString::fromLatin1(device);
    };
    row("", "", "");
    row("   ", "", "");
    row("abacus", "", "");
    row("llama-3.1-8c", "llama-3.1-8b", "");
    row("qwen3-8bb", "qwen3-8b", "");
    row("h100-sxm5-80", "", "h100-sxm5-80gb");
    row("rtx-4090-24", "", "rtx-4090-24gb");
}

void TestCatalog::unknown()
{
    QFETCH(QString, model);
    QFETCH(QString, device);
    const Catalog& catalog = builtinCatalog();
    const std::string text = QTest::currentDataTag();
    QVERIFY(!catalog.model(text));
    QVERIFY(!catalog.device(text));
    QVERIFY(!catalog.modelTyped(text));
    QVERIFY(!catalog.deviceTyped(text));
    const auto similarModels = similarIds(catalog.models(), text);
    const auto similarDevices = similarIds(catalog.devices(), text);
    QVERIFY(similarModels.size() <= 3 && similarDevices.size() <= 3);
    QCOMPARE(similarModels.empty() ? QString() : shown(similarModels.front()), model);
    QCOMPARE(similarDevices.empty() ? QString() : shown(similarDevices.front()), device);
}

void TestCatalog::capacity_data()
{
    QTest::addColumn<std::int64_t>("bytes");
    // seen: the GiB that a program gets, 79.22 · 1,024 = 81,121.28, in whole MiB
    QTest::newRow("h100-sxm5-80gb") << std::int64_t{81121} * 1048576;
    QTest::newRow("a100-sxm4-40gb") << std::int64_t{40356} * 1048576;
    QTest::newRow("l40s-48gb") << std::int64_t{45486} * 1048576;
    QTest::newRow("rtx-3090-24gb") << std::int64_t{24146} * 1048576;
    // not seen: less what the nearest card keeps, 438 MiB of an H100, 604 of an A100 40GB
    QTest::newRow("h100-pcie-80gb") << std::int64_t{81559 - 438} * 1048576;
    QTest::newRow("a100-pcie-40gb") << std::int64_t{40960 - 604} * 1048576;
    // not reported either: the marketed size in GiB, less 738 MiB of a GB200, the nearest
    QTest::newRow("b100-sxm-192gb") << std::int64_t{192 * 1024 - 738} * 1048576;
    // of other makers: what the vendor's tool reports, or the marketed size in GiB
    QTest::newRow("instinct-mi300x-192gb") << std::int64_t{196608} * 1048576;
    QTest::newRow("mlu590-80gb") << std::int64_t{80} * 1073741824;
    // one pool with the host: less what the system takes, of 121.69 GiB 19.7, of 192 GiB a quarter
    QTest::newRow("gb10-dgx-spark-128gb") << std::int64_t{124611 - 20173} * 1048576;
    QTest::newRow("apple-m2-ultra-192gb") << std::int64_t{144} * 1073741824;
}

void TestCatalog::capacity()
{
    QFETCH(std::int64_t, bytes);
    const Device* device = builtinCatalog().device(QTest::currentDataTag());
    QVERIFY(device);
    QCOMPARE(device->capacityBytes(), bytes);
}

void TestCatalog::capacityOfEveryDevice()
{
    for (const Device& device : builtinCatalog().devices()) {
        // A report is within 15 % of the marketed size, read as GB or as GiB.
        const double marketed = device.marketedGb * 1e9;
        const auto bytes = static_cast<double>(device.capacityBytes() + device.systemBytes);
        QVERIFY2(bytes > 0.9 * marketed && bytes < 1.1 * 1.073741824 * marketed, device.id.c_str());
        QCOMPARE(device.capacityBytes() % 1048576, std::int64_t{0});
        QVERIFY2(device.driverBytes >= 0, device.id.c_str());
    }
}

void TestCatalog::rates_data()
{
    QTest::addColumn<double>("sixteenBits"); // TFLOPS
    QTest::addColumn<double>("intra"); // GB/s, one direction
    QTest::addColumn<double>("inter");
    QTest::addColumn<double>("watts");
    QTest::newRow("h100-sxm5-80gb") << 989.4 << 450.0 << 50.0 << 700.0;
    QTest::newRow("a100-sxm4-80gb") << 312.0 << 300.0 << 25.0 << 400.0;
    QTest::newRow("v100-sxm2-32gb") << 125.0 << 150.0 << 3.1 << 300.0; // in fp16: it has no bf16
}

void TestCatalog::rates()
{
    QFETCH(double, sixteenBits);
    QFETCH(double, intra);
    QFETCH(double, inter);
    QFETCH(double, watts);
    const Device* device = builtinCatalog().device(QTest::currentDataTag());
    QVERIFY(device && device->rates && device->rates->powerW);
    QCOMPARE(device->rates->fp16Tflops, sixteenBits);
    QCOMPARE(device->rates->intraGbPerS.value, intra);
    QCOMPARE(device->rates->interGbPerS.value, inter);
    QCOMPARE(device->rates->powerW->value, watts);
}

void TestCatalog::ratesOfEveryDevice()
{
    int known = 0;
    for (const Device& device : builtinCatalog().devices()) {
        if (!device.rates)
            continue;
        ++known;
        const DeviceRates& rates = *device.rates;
        const auto positive = [](const std::optional<double>& value) {
            return !value || (*value > 0 && *value < 1e5);
        };
        for (const auto& value :
             {rates.fp16Tflops, rates.tf32Tflops, rates.fp32Tflops, rates.intraGbPerS.value,
              rates.interGbPerS.value, rates.pcieGbPerS.value, rates.hostGbPerS.value})
            QVERIFY2(positive(value), device.id.c_str());
        QVERIFY2(rates.intraGpus >= 1 && rates.hostGpus >= 1, device.id.c_str());
        QVERIFY2(!rates.source.empty() && !rates.hostGbPerS.source.empty(), device.id.c_str());
        for (const auto& price : {rates.onDemand, rates.marketplace})
            QVERIFY2(
                !price
                    || (price->usdPerHour > 0 && !price->month.empty() && !price->source.empty()),
                device.id.c_str());
    }
    QVERIFY(known >= 56);
}

/// A rehearsal tells PyTorch these properties: each card of NVIDIA's that one can buy has them.
void TestCatalog::cudaOfEveryDevice()
{
    for (const Device& device : builtinCatalog().devices()) {
        const bool isAnnounced = device.id == "rubin-288gb";
        QVERIFY2((cudaCard(device.id) != nullptr) == (device.vendor == "NVIDIA" && !isAnnounced),
                 device.id.c_str());
    }
}

void TestCatalog::broken_data()
{
    QTest::addColumn<QByteArray>("models");
    QTest::addColumn<QByteArray>("devices");
    QTest::addColumn<int>("problems");
    const QByteArray none = "{\"models\":[]}", bare = "{\"devices\":[]}";
    QTest::newRow("both empty texts") << QByteArray() << QByteArray() << 2;
    QTest::newRow("nothing listed") << none << bare << 0;
    QTest::newRow("no list of models") << QByteArray("{}") << bare << 1;
    QTest::newRow("an array") << QByteArray("[]") << bare << 1;
    QTest::newRow("a number") << QByteArray("8") << QByteArray("8") << 2;
    QTest::newRow("cut") << QByteArray("{\"models\":[{") << bare << 1;
    QTest::newRow("invalid UTF-8") << QByteArray("{\"models\":[\"\x80\"]}") << bare << 1;
    QTest::newRow("a model that is a number") << QByteArray("{\"models\":[8]}") << bare << 1;
    // A model needs seven keys in addition to its id, and the five numbers of a custom model.
    QTest::newRow("a model without its numbers")
        << QByteArray("{\"models\":[{\"id\":\"x\"}]}") << bare << 7 + 5;
    QTest::newRow("an id of the wrong type")
        << QByteArray("{\"models\":[{\"id\":[]}]}") << bare << 1 + 7 + 5;
    QTest::newRow("a device of the wrong type") << none << QByteArray("{\"devices\":[1]}") << 1;
    QTest::newRow("a size of the wrong type")
        << none << QByteArray("{\"devices\":[{\"id\":\"x\",\"memory_gb_marketed\":\"80\"}]}")
        << 1 + 18; // eighteen keys are missing
}

void TestCatalog::broken()
{
    QFETCH(QByteArray, models);
    QFETCH(QByteArray, devices);
    QFETCH(int, problems);
    const Catalog catalog(models.toStdString(), devices.toStdString());
    QCOMPARE(static_cast<int>(catalog.problems().size()), problems);
    for (const Problem& problem : catalog.problems())
        QVERIFY(!english(problem).empty());
    QVERIFY(catalog.models().empty() && catalog.devices().empty());
}

void TestCatalog::wrongModel()
{
    // A number out of its range is a problem of the file, not a shape to compute with.
    const Catalog catalog(R"({"models":[{"id":"x","hidden_size":64,"num_layers":0,"num_heads":8,)"
                          R"("num_kv_heads":0,"intermediate_size":96,"vocab_size":10}]})",
                          R"({"devices":[]})");
    QVERIFY(!catalog.problems().empty());
}

void TestCatalog::readsConfigs_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("official");
    QTest::addColumn<QString>("problem"); ///< empty: the model is read
    // 2 · 100 · 64 of embedding and head, 4 · 64² + 3 · 64 · 96 + 128 of a layer, a norm.
    const QByteArray small = R"("model_type": "llama", "hidden_size": 64, "intermediate_size": 96,
        "num_hidden_layers": 1, "num_attention_heads": 4, "vocab_size": 100)";
    QTest::newRow("the published count") << small << QByteArray("47808") << QString();
    QTest::newRow("no published count") << small << QByteArray("null") << QString();
    QTest::newRow("another one")
        << small << QByteArray("47809")
        << QStringLiteral(
               "models/*.json, x, official_total_params: the config has 47,808 parameters");
    QTest::newRow("a field that may count")
        << small + R"(, "swa_head_dim": 8)" << QByteArray("null")
        << QStringLiteral("models/*.json, x, config, swa_head_dim: is not read");
    QTest::newRow("a config that cannot be read")
        << QByteArray(R"("model_type": "rwkv")") << QByteArray("null")
        << QStringLiteral("models/*.json, x, config, model_type: \"rwkv\" has state-space");
}

void TestCatalog::readsConfigs()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, official);
    QFETCH(QString, problem);
    const QByteArray text = R"({"models": [{"id": "x", "name": "X", "family": "Y", "aliases": [],
        "source": "s", "date": "2026-11-28", "arch_verified": true, "official_source": null,
        "official_total_params": )"
        + official + R"(, "config": {)" + config + "}}]}";
    const Catalog catalog(std::string_view(text.data(), static_cast<std::size_t>(text.size())),
                          R"({"devices": []})");
    if (problem.isEmpty()) {
        QCOMPARE(shown(catalog.problems()), QStringList());
        QCOMPARE(catalog.models().front().totalParameters, 47808);
        return;
    }
    QVERIFY(!catalog.problems().empty() && catalog.models().empty());
    QVERIFY2(shown(catalog.problems()).front().contains(problem),
             qPrintable(shown(catalog.problems()).front()));
}

void TestCatalog::aKeyWrittenTwiceIsNamed()
{
    const Catalog catalog(R"({"models":[{"id":"x","id":"y"}]})", R"({"devices":[]})");
    QCOMPARE(shown(catalog.problems()),
             QStringList{QStringLiteral("models/*.json:1:25: id: is written twice")});
}

void TestCatalog::wrongKeysAreNamed_data()
{
    QTest::addColumn<QByteArray>("was");
    QTest::addColumn<QByteArray>("is");
    QTest::addColumn<QStringList>("problems");
    const auto row = [](const char* name, const char* was, const char* is, QStringList problems) {
        QTest::newRow(name) << QByteArray(was) << QByteArray(is) << problems;
    };
    row("a misspelt number of a model", R"("hidden_size")", R"("hiden_size")",
        {QStringLiteral("hiden_size: is not a key of a model"),
         QStringLiteral("hidden_size: is missing: a custom model needs it")});
    row("a misspelt flag of a model", R"("gated")", R"("gatet")",
        {QStringLiteral("gatet: is not a key of a model")});
    row("a misspelt key of the latent attention", R"("kv_lora_rank")", R"("kv_lora")",
        {QStringLiteral("kv_lora: is not a key of a model"),
         QStringLiteral("mla.kv_lora_rank: is missing: a custom model needs it")});
    row("a missing flag", R"("arch_verified": true,)", "",
        {QStringLiteral("arch_verified: is missing")});
    row("a misspelt key of a device", R"("pcie_gen")", R"("pcie_generation")",
        {QStringLiteral("pcie_gen: is missing"),
         QStringLiteral("pcie_generation: is not a key of a device")});
    row("a text for a number", R"("memory_gb_marketed": 80)", R"("memory_gb_marketed": "80")",
        {QStringLiteral("memory_gb_marketed: is of the wrong type; found \"80\"")});
    row("a misspelt rate", R"("fp32_tflops")", R"("fp32_flops")",
        {QStringLiteral("fp32_tflops: is missing"),
         QStringLiteral("fp32_flops: is not a key of a device's rates")});
    row("a misspelt key of a price", R"("usd_per_hour")", R"("usd_an_hour")",
        {QStringLiteral("usd_per_hour: is missing"),
         QStringLiteral("usd_an_hour: is not a key of a price")});
    row("a misspelt key of a figure", R"("confidence": "high"
},)",
        R"("trust": "high"
},)",
        {QStringLiteral("confidence: is missing"),
         QStringLiteral("trust: is not a key of a figure")});
    row("a confidence of another kind", R"("confidence_fp32_tf32": "medium")",
        R"("confidence_fp32_tf32": "fair")",
        {QStringLiteral("confidence_fp32_tf32: is of the wrong type; found \"fair\"")});
}

void TestCatalog::wrongKeysAreNamed()
{
    QFETCH(QByteArray, was);
    QFETCH(QByteArray, is);
    QFETCH(QStringList, problems);
    const auto spoilt = [&](std::string_view text) {
        std::string copy(text);
        // From a model on that states the keys of a plan: one with a config.json has other names.
        const std::size_t from = std::min(copy.find("\"deepseek-v2-236b\""), copy.size());
        const std::size_t at = copy.find(was.toStdString(), from == copy.size() ? 0 : from);
        if (at != std::string::npos)
            copy.replace(at, static_cast<std::size_t>(was.size()), is.toStdString());
        return copy;
    };
    const Catalog catalog(spoilt(data::models), spoilt(data::devices));
    QStringList found;
    for (const QString& problem : shown(catalog.problems())) {
        // "models/*.json, llama-3.1-8b, hiden_size: …"
        QVERIFY2(problem.section(QLatin1String(", "), 0, 0).endsWith(QLatin1String(".json")),
                 qPrintable(problem));
        QVERIFY2(!problem.section(QLatin1String(", "), 1, 1).isEmpty(), qPrintable(problem));
        found << problem.section(QLatin1String(", "), 2);
    }
    QCOMPARE(found, problems);
    QCOMPARE(catalog.models().size() + catalog.devices().size() + 1,
             builtinCatalog().models().size() + builtinCatalog().devices().size());
}

QTEST_APPLESS_MAIN(TestCatalog)
#include "test_catalog.moc"
