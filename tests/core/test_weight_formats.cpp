// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/configs/import.h"
#include "core/ledger/gguf_mixtures.h"
#include "core/ledger/weight_formats.h"
#include "golden_file.h"
#include "helpers.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace highwater;

namespace {

/// A model file as its publisher gives its size.
struct PublishedSize
{
    std::string model, type, unit;
    double value = 0;
    bool matrix = false, tensorsOnly = false;

    QString name() const
    {
        return QStringLiteral("%1 %2%3").arg(shown(model), shown(type),
                                             matrix ? QStringLiteral(" imatrix") : QString());
    }
};

std::vector<PublishedSize> publishedSizes()
{
    std::vector<PublishedSize> rows;
    const auto sizes = goldenFile("gguf.json")["sizes"];
    for (const auto& row : sizes["rows"]) {
        const std::string source = sizes["sources"][row[6].get<std::size_t>()];
        rows.push_back({row[0], row[1], row[3], row[2], row[4].get<int>() == 1,
                        source.find("llama-bench") != std::string::npos});
    }
    // Model cards of bartowski/Llama-3.1-Nemotron-70B-Instruct-HF-GGUF, Qwen_Qwen3-32B-GGUF and
    // gemma-2-9b-it-GGUF: "Uses Q8_0 for embed and output weights".
    const auto card = [&](const char* model, const char* type, double gigabytes) {
        rows.push_back({model, type, "GB", gigabytes, true, false});
    };
    card("llama-3.1-70b", "Q5_K_L", 50.60);
    card("llama-3.1-70b", "Q4_K_L", 43.30);
    card("llama-3.1-70b", "Q3_K_XL", 38.06);
    card("qwen3-32b", "Q5_K_L", 23.69);
    card("qwen3-32b", "Q4_K_L", 20.34);
    card("gemma-2-9b", "Q5_K_L", 6.87);
    card("gemma-2-9b", "Q4_K_L", 5.98);
    return rows;
}

/// "Q4_K_M" as a plan says it; 16 and 32 bits have one word for all kinds of file.
std::optional<WeightFormat> formatOf(std::string type)
{
    std::ranges::transform(type, type.begin(),
                           [](char c) { return static_cast<char>(std::tolower(c)); });
    if (type == "f16")
        return WeightFormat::Fp16;
    if (type == "f32")
        return WeightFormat::Fp32;
    return fromName<WeightFormat>(type);
}

WeightChoices choicesOf(const PublishedSize& row, const Model& model)
{
    WeightChoices choices = choicesOfFamily(model.family);
    choices.gguf = true;
    if (row.matrix)
        choices.matrix = true;
    return choices;
}

/// The size that the publisher would give, in his unit.
double computed(const PublishedSize& row, const Model& model)
{
    const WeightFormat format = *formatOf(row.type);
    const WeightChoices choices = choicesOf(row, model);
    const WeightSizes sizes = weightSizes(model.shape, format, choices);
    if (row.unit == "bpw")
        return sizes.bitsPerWeight();
    const Bytes bytes = row.tensorsOnly ? sizes.total() : fileBytes(model.shape, format, choices);
    return static_cast<double>(bytes) / (row.unit == "GB" ? 1e9 : 1073741824.0);
}

double errorOf(const PublishedSize& row)
{
    const Model* model = builtinCatalog().model(row.model);
    return model ? computed(row, *model) / row.value - 1 : 1;
}

/// A hidden width of 256, 16 layers, 8 heads of 32, a key head for each two.
Shape small(std::int64_t experts = 0)
{
    Shape shape;
    shape.hidden = 256;
    shape.layers = 16;
    shape.heads = 8;
    shape.kvHeads = 4;
    shape.headDim = 32;
    shape.feedForward = 1024;
    shape.vocabulary = 1000;
    if (experts > 0) {
        shape.experts = experts;
        shape.expertsPerToken = 2;
        shape.expertWidth = 512;
    }
    return shape;
}

Bytes sum(const WeightSizes& sizes)
{
    Bytes total = 0;
    for (const Bytes bytes : sizes.parts)
        total += bytes;
    return total;
}

} // namespace

class TestWeightFormats : public QObject
{
    Q_OBJECT

private slots:
    void blocks_data();
    void blocks();
    void blocksAreTheReferences();
    void formatsThatDependOnTheMatrix();
    void publishedSizes_data();
    void publishedSizes();
    void publishedSizesAsATable();
    void mixtures_data();
    void mixtures();
    void rowsThatDoNotFit();
    void otherFormats_data();
    void otherFormats();
    void partsAddUp();
    void moreBitsAreMoreBytes();
    void layersAddUp();
    void ranksAddUp();
    void awqFile();
    void paddedExperts();
    void outputsBesideATiedEmbedding();
    void tensorsThatConvertersAdd_data();
    void tensorsThatConvertersAdd();
    void everyFormatHasFacts();
};

void TestWeightFormats::blocks_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<double>("bits");
    const auto row = [](const char* name, GgufType type, Bytes bytes, double bits) {
        QTest::newRow(name) << static_cast<int>(type) << qint64{bytes} << bits;
    };
    // 512 weights: scales, and what is left of each weight.
    row("Q4_0: a 16-bit scale and 16 bytes for 32", GgufType::Q4_0, 16 * (2 + 16), 4.5);
    row("Q8_0: a 16-bit scale and 32 bytes for 32", GgufType::Q8_0, 16 * (2 + 32), 8.5);
    row("Q4_K: two 16-bit scales, 12 bytes of scales, 128", GgufType::Q4K, 2 * (4 + 12 + 128), 4.5);
    row("Q5_K: the same, and a bit for each", GgufType::Q5K, 2 * (4 + 12 + 32 + 128), 5.5);
    row("Q6_K: 128 low, 64 high, 16 scales, one scale", GgufType::Q6K, 2 * (128 + 64 + 16 + 2),
        6.5625);
    row("Q2_K: 16 scales, 64, two scales", GgufType::Q2K, 2 * (16 + 64 + 4), 2.625);
    row("Q3_K: 32 high, 64 low, 12 scales, one scale", GgufType::Q3K, 2 * (32 + 64 + 12 + 2),
        3.4375);
    row("IQ4_XS: scale, 16 + 32 bits of scales, 128", GgufType::Iq4Xs, 2 * (2 + 2 + 4 + 128), 4.25);
    row("TQ2_0: 64 and a scale", GgufType::Tq2_0, 2 * (64 + 2), 2.0625);
    row("MXFP4: an 8-bit scale and 16 bytes for 32", GgufType::Mxfp4, 16 * (1 + 16), 4.25);
    row("F32", GgufType::F32, 512 * 4, 32);
}

void TestWeightFormats::blocks()
{
    QFETCH(int, type);
    QFETCH(double, bits);
    const auto gguf = static_cast<GgufType>(type);
    QTEST(qint64{bytesIn(gguf, 512)}, "bytes");
    QCOMPARE(blockOf(gguf).bitsPerWeight(), bits);
}

void TestWeightFormats::blocksAreTheReferences()
{
    std::size_t place = 0;
    const auto types = goldenFile("gguf.json")["ggml_types"];
    for (const auto& type : types) {
        const GgufBlock& block = blockOf(static_cast<GgufType>(place++));
        QCOMPARE(std::string(block.name), type["type"].get<std::string>());
        QCOMPARE(block.weights, type["block"].get<std::int64_t>());
        QCOMPARE(block.bytes, type["bytes"].get<std::int64_t>());
    }
    QCOMPARE(place, enumCount<GgufType>);
}

/// A format depends on the importance matrix if some model of the catalogue has other bytes with
/// it.
void TestWeightFormats::formatsThatDependOnTheMatrix()
{
    int depend = 0;
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        const bool differs
            = std::ranges::any_of(builtinCatalog().models(), [&](const Model& model) {
                  WeightChoices with = choicesOfFamily(model.family), without = with;
                  with.matrix = true;
                  without.matrix = false;
                  return weightSizes(model.shape, format, with).parts
                      != weightSizes(model.shape, format, without).parts;
              });
        QCOMPARE(dependsOnMatrix(format), differs);
        depend += differs ? 1 : 0;
    }
    QVERIFY(depend > 3);
}

void TestWeightFormats::publishedSizes_data()
{
    QTest::addColumn<int>("place");
    int place = 0;
    for (const PublishedSize& row : ::publishedSizes())
        QTest::newRow(qPrintable(row.name() + QStringLiteral(" in ") + shown(row.unit))) << place++;
}

void TestWeightFormats::publishedSizes()
{
    QFETCH(int, place);
    static const std::vector<PublishedSize> rows = ::publishedSizes();
    const PublishedSize& row = rows[static_cast<std::size_t>(place)];
    QVERIFY2(builtinCatalog().model(row.model), row.model.c_str());
    QVERIFY2(formatOf(row.type), row.type.c_str());
    const double error = errorOf(row);
    QVERIFY2(std::abs(error) <= 0.005,
             qPrintable(QStringLiteral("%1 %2 published, off by %3 %")
                            .arg(row.value)
                            .arg(shown(row.unit))
                            .arg(100 * error, 0, 'f', 2)));
}

/// Half of the published sizes are within the rounding of three digits. HIGHWATER_TABLES=1 prints
/// them all: published, computed, error.
void TestWeightFormats::publishedSizesAsATable()
{
    std::vector<double> errors;
    for (const PublishedSize& row : ::publishedSizes()) {
        const double error = errorOf(row);
        errors.push_back(std::abs(error));
        const QString line = QStringLiteral("%1 %2 %3 %4 %5 %")
                                 .arg(row.name(), -36)
                                 .arg(row.value, 9)
                                 .arg(row.value * (1 + error), 9, 'f', 4)
                                 .arg(shown(row.unit), -4)
                                 .arg(100 * error, 6, 'f', 2);
        if (qEnvironmentVariableIsSet("HIGHWATER_TABLES"))
            qInfo("%s", qPrintable(line));
    }
    std::ranges::sort(errors);
    QVERIFY(errors.size() >= 150);
    QVERIFY2(errors[errors.size() / 2] < 0.001,
             qPrintable(QString::number(errors[errors.size() / 2])));
}

void TestWeightFormats::mixtures_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("experts");
    QTest::addColumn<qint64>("down"); // bytes of the 16 layers' ffn_down, or of all experts
    QTest::addColumn<qint64>("head");
    // ffn_down of a layer: 1024 x 256, 1024 blocks. Of 16 layers, i < 16/8 = 2, i >= 14 and
    // (i - 2) % 3 == 2 (4, 7, 10, 13) are 8. The output: 1000 x 256, 1000 blocks.
    QTest::newRow("Q4_K_M: 8 layers of 16 in Q6_K")
        << "q4_k_m" << 0 << qint64{1024 * (8 * 210 + 8 * 144)} << qint64{1000 * 210};
    QTest::newRow("Q4_K_S: an eighth in Q5_K")
        << "q4_k_s" << 0 << qint64{1024 * (2 * 176 + 14 * 144)} << qint64{1000 * 210};
    QTest::newRow("Q3_K_M: a sixteenth in Q5_K, else Q4_K")
        << "q3_k_m" << 0 << qint64{1024 * (1 * 176 + 15 * 144)} << qint64{1000 * 210};
    QTest::newRow("Q8_0: all of it")
        << "q8_0" << 0 << qint64{1024 * 16 * 8 * 34} << qint64{1000 * 8 * 34};
    QTest::newRow("IQ2_XXS: an eighth in Q2_K, the output in Q5_K")
        << "iq2_xxs" << 0 << qint64{1024 * (2 * 84 + 14 * 66)} << qint64{1000 * 176};
}

void TestWeightFormats::mixtures()
{
    QFETCH(QString, format);
    QFETCH(int, experts);
    const auto which = fromName<WeightFormat>(format.toStdString());
    QVERIFY(which);
    Shape shape = small(experts);
    const WeightSizes sizes = weightSizes(shape, *which);
    shape.feedForward = 0;
    const WeightSizes without = weightSizes(shape, *which);
    QCOMPARE(without[Part::Mlp], Bytes{0});
    // Gate and up are in the type of the base.
    const Bytes base = bytesIn(mixtureOf(*which)->base, 16 * 2 * 1024 * 256);
    QTEST(qint64{sizes[Part::Mlp] - base}, "down");
    QTEST(qint64{sizes[Part::Head]}, "head");
}

/// A width of 896, as Qwen2 0.5B has: no whole blocks of 256.
void TestWeightFormats::rowsThatDoNotFit()
{
    QCOMPARE(fittingType(GgufType::Q4K, 896), GgufType::Q5_0);
    QCOMPARE(fittingType(GgufType::Q6K, 896), GgufType::Q8_0);
    QCOMPARE(fittingType(GgufType::Iq2Xs, 896), GgufType::Iq4Nl);
    QCOMPARE(fittingType(GgufType::Q3K, 896), GgufType::Q4_0);
    QCOMPARE(fittingType(GgufType::Q4K, 4864), GgufType::Q4K);
    QCOMPARE(fittingType(GgufType::Q4K, 100), GgufType::F16);
    QCOMPARE(fittingType(GgufType::Q8_0, 100), GgufType::F16);
    QCOMPARE(fittingType(GgufType::F32, 1), GgufType::F32);
}

void TestWeightFormats::otherFormats_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<qint64>("mlp");
    // Of one layer: gate and up 256 x 1024, down 1024 x 256: 786,432 weights, 2304 outputs; 2 + 2
    // + 8 rows of groups of 128 or blocks: 2·1024 + 2·1024 + 8·256 = 6144 groups.
    const auto row = [](const char* format, qint64 layer) {
        QTest::newRow(format) << QString::fromLatin1(format) << 16 * layer;
    };
    row("bf16", 2 * 786432);
    row("fp32", 4 * 786432);
    row("fp8", 786432 + 3 * 4);
    row("fp8-block", 786432 + 4 * (2 * 8 + 2 * 8 + 8 * 2));
    row("w8a8", 786432 + 2 * 2304);
    row("int8", 786432 + 4 * 2304);
    row("int4", 393216 + 4 * 6144);
    row("w4a16", 393216 + 2 * 6144);
    row("gptq", 393216 + 2 * 6144 + 3072);
    row("awq", 393216 + 2 * 6144 + 3072);
    row("nf4", 393216 + 4 * 12288);
    row("fp4", 393216 + 4 * 12288);
    row("nf4-double", 393216 + 12288 + 4 * 48);
    row("nvfp4", 393216 + 49152 + 3 * 4);
    row("mxfp4", 2 * 786432); // no experts
}

void TestWeightFormats::otherFormats()
{
    QFETCH(QString, format);
    const auto which = fromName<WeightFormat>(format.toStdString());
    QVERIFY(which);
    const WeightSizes sizes = weightSizes(small(), *which);
    QTEST(qint64{sizes[Part::Mlp]}, "mlp");
    // Embedding and output stay in 16 bits.
    QCOMPARE(sizes[Part::Head], Bytes{1000 * 256 * (format == QLatin1String("fp32") ? 4 : 2)});
    QCOMPARE(sizes[Part::Embedding], sizes[Part::Head]);
}

void TestWeightFormats::partsAddUp()
{
    for (const WeightFormat format : everyOf<WeightFormat>())
        for (const Model& model : builtinCatalog().models()) {
            const WeightSizes sizes = weightSizes(model.shape, format);
            QCOMPARE(sizes.total(), sum(sizes));
            QCOMPARE(sizes.parameters, countWeights(model.shape).total);
            QCOMPARE(sizes.nominal, nominalBytes(sizes.parameters, format));
            // llama.cpp has the tower of images in a file of its own.
            const Bytes beside = isGguf(format) ? sizes[Part::Vision] : 0;
            QVERIFY2(fileBytes(model.shape, format) >= sizes.total() - beside, model.id.c_str());
            // A file is never smaller than the bits of its name, and 32 bits are the most.
            QVERIFY2(sizes.total() >= sizes.nominal, model.id.c_str());
            QVERIFY2(sizes.bitsPerWeight() <= 32.0001, model.id.c_str());
        }
}

void TestWeightFormats::moreBitsAreMoreBytes()
{
    using enum WeightFormat;
    const std::vector<std::vector<WeightFormat>> rising{
        {Q2K, Q3KM, Q4KM, Q5KM, Q6K, Q8_0, Fp16, Fp32},
        {Iq1S, Iq1M, Iq2Xxs, Iq2Xs, Iq2S, Iq2M, Iq3Xxs, Iq3Xs, Iq3S, Iq4Xs},
        {Q3KS, Q3KM, Q3KL},
        {Q4KS, Q4KM},
        {Q2K, Q2KL, Q3KXl, Q4KL, Q5KL, Q6KL, Q8_0},
        {W4A16, Gptq, Int4, Nf4, Fp8, W8A8, Int8, Bf16},
        {Nf4Double, Nf4},
        {Fp8, Fp8Block, Bf16}};
    for (const Model& model : builtinCatalog().models())
        for (const auto& formats : rising)
            for (std::size_t i = 1; i < formats.size(); ++i) {
                const Bytes less = weightSizes(model.shape, formats[i - 1]).total();
                const Bytes more = weightSizes(model.shape, formats[i]).total();
                QVERIFY2(less <= more,
                         qPrintable(shown(model.id) + QLatin1Char(' ')
                                    + shown(nameOf(formats[i - 1])) + QLatin1Char(' ')
                                    + shown(nameOf(formats[i]))));
            }
}

/// The layers of two pipeline stages are those of the model, whichever rule counts them.
void TestWeightFormats::layersAddUp()
{
    for (const char* id : {"llama-3.1-8b", "deepseek-v2-lite-16b", "mixtral-8x7b"}) {
        const Shape& shape = builtinCatalog().model(id)->shape;
        for (const WeightFormat format : everyOf<WeightFormat>()) {
            WeightChoices first, second;
            first.endLayer = 5;
            second.firstLayer = 5;
            const WeightSizes all = weightSizes(shape, format);
            const WeightSizes front = weightSizes(shape, format, first);
            const WeightSizes back = weightSizes(shape, format, second);
            for (const Part part : {Part::Attention, Part::Mlp, Part::Experts, Part::Shared,
                                    Part::Router, Part::Norms})
                QCOMPARE(front[part] + back[part], all[part]);
            QCOMPARE(front[Part::Embedding], all[Part::Embedding]);
        }
    }
}

/// The shares of the ranks add up to the whole, the tensors that each of them holds whole, and less
/// than a byte a rank and tensor for rounding.
void TestWeightFormats::ranksAddUp()
{
    const Shape& shape = builtinCatalog().model("qwen3-30b-a3b")->shape;
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        WeightChoices choices;
        choices.split = {.tensor = 4, .expert = 8, .expertTensor = 1};
        const WeightSizes whole = weightSizes(shape, format);
        const WeightSizes rank = weightSizes(shape, format, choices);
        const auto near = [](Bytes share, Bytes all, std::int64_t ranks) {
            return share * ranks >= all && share * ranks <= all + ranks * 100000;
        };
        QVERIFY(near(rank[Part::Experts], whole[Part::Experts], 8));
        QVERIFY(near(rank[Part::Head], whole[Part::Head], 4));
        QCOMPARE(rank[Part::Router], whole[Part::Router]);
        QCOMPARE(rank[Part::Norms], whole[Part::Norms]);
        QVERIFY(rank[Part::Attention] * 4 >= whole[Part::Attention]);
    }
}

/// Llama 3.1 8B in AWQ: 5.73 GB as published.
void TestWeightFormats::awqFile()
{
    const Shape& shape = builtinCatalog().model("llama-3.1-8b")->shape;
    const double gb = static_cast<double>(fileBytes(shape, WeightFormat::Awq)) / 1e9;
    QVERIFY2(std::abs(gb - 5.73) < 0.005, qPrintable(QString::number(gb)));
}

/// gpt-oss 120B: 60.8 GiB stored; vLLM loads 65.97 GiB with Marlin's kernels (its issue 23278).
void TestWeightFormats::paddedExperts()
{
    const Shape& shape = builtinCatalog().model("gpt-oss-120b")->shape;
    WeightChoices choices;
    const auto gib = [&] {
        return static_cast<double>(weightSizes(shape, WeightFormat::Mxfp4, choices).total())
            / 1073741824.0;
    };
    QVERIFY2(std::abs(gib() - 60.8) < 0.1, qPrintable(QString::number(gib())));
    choices.paddedExperts = true;
    QVERIFY2(std::abs(gib() - 65.97) < 0.2, qPrintable(QString::number(gib())));
}

void TestWeightFormats::everyFormatHasFacts()
{
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        const WeightFormatFacts& facts = factsOf(format);
        QVERIFY(!facts.name.empty() && !facts.kind.empty() && !facts.source.empty());
        QVERIFY(facts.nominalBits >= 1 && facts.nominalBits <= 32);
        QCOMPARE(mixtureOf(format) != nullptr,
                 isGguf(format) || format == WeightFormat::Bf16 || format == WeightFormat::Fp16
                     || format == WeightFormat::Fp32);
        if (isGguf(format)) {
            // A file type is named as the plan's word in capitals, and its base's block is stated.
            QCOMPARE(shown(facts.name).toLower(), shown(nameOf(format)));
        }
    }
    const auto types = goldenFile("gguf.json")["file_types"];
    QVERIFY(types.size() > 30);
    for (const auto& [name, rules] : types.items()) {
        const auto format = formatOf(name);
        QVERIFY2(format, name.c_str());
        const GgufMixture* mixture = mixtureOf(*format);
        QVERIFY2(mixture, name.c_str());
        QCOMPARE(std::string(blockOf(mixture->base).name), rules["base"].get<std::string>());
        QCOMPARE(std::string(blockOf(mixture->head).name),
                 rules["output_or_tied_token_embd"].get<std::string>());
        QCOMPARE(mixture->needsMatrix, rules.value("needs_imatrix", false));
    }
}

/// Falcon 7B ties its head, and its checkpoint has it all the same: total_size of its index is
/// 14,434,379,520 bytes, 65,024 · 4,544 weights more than the model has. A GGUF file has the output
/// in Q8_0 in addition to the embedding.
void TestWeightFormats::outputsBesideATiedEmbedding()
{
    const Model& falcon = *builtinCatalog().model("falcon-7b");
    QVERIFY(falcon.shape.tied);
    WeightChoices choices = choicesOfFamily(falcon.family);
    QCOMPARE(fileBytes(falcon.shape, WeightFormat::Bf16, choices), Bytes{14'434'379'520});
    const Bytes with = fileBytes(falcon.shape, WeightFormat::Q4_0, choices);
    choices.ownOutput = OwnOutput::Untied;
    QCOMPARE(with - fileBytes(falcon.shape, WeightFormat::Q4_0, choices),
             Bytes{65024} * 4544 / 32 * 18);
    const Model& llama = *builtinCatalog().model("llama-3.2-1b");
    QVERIFY(llama.shape.tied);
    QCOMPARE(choicesOfFamily(llama.family).ownOutput, OwnOutput::Untied);
}

/// Files of models that come as a config.json.
void TestWeightFormats::tensorsThatConvertersAdd_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<double>("gigabytes");
    // GLM-4.5-Air has a layer for a further token, with an embedding and an output of its own.
    // ubergarm/GLM-4.5-Air-GGUF: Q8_0 109.381 GiB, BF16 205.811 GiB.
    const QByteArray air = R"({"model_type": "glm4_moe", "hidden_size": 4096,
        "intermediate_size": 10944, "moe_intermediate_size": 1408, "num_hidden_layers": 46,
        "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
        "vocab_size": 151552, "max_position_embeddings": 131072, "tie_word_embeddings": false,
        "attention_bias": true, "n_routed_experts": 128, "n_shared_experts": 1,
        "num_experts_per_tok": 8, "first_k_dense_replace": 1, "num_nextn_predict_layers": 1})";
    constexpr double gib = 1.073741824;
    QTest::newRow("GLM-4.5-Air Q8_0") << air << QByteArray("q8_0") << 109.381 * gib;
    QTest::newRow("GLM-4.5-Air BF16") << air << QByteArray("bf16") << 205.811 * gib;
    // StarCoder has an output: 49,152 · 6,144 weights more. mradermacher/starcoder-i1-GGUF: 13.2
    // GB, rounded up.
    const QByteArray starCoder = R"({"model_type": "gpt_bigcode", "n_embd": 6144, "n_inner": 24576,
        "n_layer": 40, "n_head": 48, "multi_query": true, "vocab_size": 49152,
        "n_positions": 8192, "activation_function": "gelu_pytorch_tanh"})";
    QTest::newRow("StarCoder Q6_K") << starCoder << QByteArray("q6_k") << 13.15;
    // GPT-2 of 124,439,808 weights, and 50,257 · 768 of the output once more, 34 bytes for each 32
    // but for vectors and positions; the vocabulary.
    const QByteArray gpt2 = R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12,
        "n_positions": 1024, "vocab_size": 50257})";
    QTest::newRow("GPT-2 Q8_0") << gpt2 << QByteArray("q8_0") << 0.1778;
    // Phi-2's query, key and value are one tensor, in Q5_K: TheBloke/phi-2-GGUF, 1.79 GB.
    const QByteArray phi = R"({"model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32,
        "vocab_size": 51200, "max_position_embeddings": 2048, "hidden_act": "gelu_new",
        "tie_word_embeddings": false})";
    QTest::newRow("Phi-2 Q4_K_M") << phi << QByteArray("q4_k_m") << 1.79;
}

void TestWeightFormats::tensorsThatConvertersAdd()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, format);
    QFETCH(double, gigabytes);
    const auto read
        = importPlan({"config.json", config.toStdString(), {}}, Plan{}, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read)));
    Plan plan = read->plan;
    plan.workload.task = Task::Inference;
    plan.inference.server = Server::LlamaCpp;
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    WeightChoices choices = choicesOfFamily(resolved->family);
    choices.gguf = true;
    const double size
        = static_cast<double>(fileBytes(resolved->shape, *formatOf(format.toStdString()), choices))
        / 1e9;
    QVERIFY2(std::abs(size / gigabytes - 1) < 0.005, qPrintable(QString::number(size)));
}

QTEST_APPLESS_MAIN(TestWeightFormats)
#include "test_weight_formats.moc"
