// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>

using namespace Qt::Literals::StringLiterals;
using nlohmann::json;

namespace {

constexpr std::array groupNames{"parameters",  "gradients", "optimizer",
                                "activations", "temporary", "overhead"};
constexpr std::array momentNames{"load",           "forward_end",  "loss",
                                 "layer_backward", "backward_end", "optimizer_step"};

json golden(const char* name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name);
    return json::parse(file);
}

QString text(const json& value)
{
    return QString::fromStdString(value.get<std::string>());
}

qint64 whole(const json& value)
{
    return value.is_number_integer() ? value.get<qint64>() : -1;
}

bool isText(const json& object, const char* name)
{
    return object.contains(name) && object.at(name).is_string();
}

/// An integer of at least zero; -1.5, 3.0 and "3" are not.
bool isCount(const json& object, const char* name)
{
    return object.contains(name) && object.at(name).is_number_integer()
        && object.at(name).get<qint64>() >= 0;
}

bool isTexts(const json& list)
{
    return list.is_array()
        && std::all_of(list.begin(), list.end(), [](const json& at) { return at.is_string(); });
}

qint64 sumOf(const json& groups)
{
    qint64 sum = 0;
    for (const char* group : groupNames)
        sum += groups.at(group).get<qint64>();
    return sum;
}

/// The error in a per_gpu object by itself; empty if it is right.
QString perGpuFault(const json& perGpu)
{
    for (const char* name : groupNames)
        if (!isCount(perGpu, name))
            return u"%1 is no count of bytes"_s.arg(QLatin1StringView(name));
    for (const char* name : {"total", "low", "high", "capacity"})
        if (!isCount(perGpu, name))
            return u"%1 is no count of bytes"_s.arg(QLatin1StringView(name));
    const qint64 total = whole(perGpu.at("total"));
    const qint64 capacity = whole(perGpu.at("capacity"));
    if (sumOf(perGpu) != total)
        return u"the groups do not add up to the total"_s;
    if (whole(perGpu.at("low")) > total || whole(perGpu.at("high")) < total)
        return u"the band does not hold the total"_s;
    if (perGpu.at("peak_moment").is_null()) {
        for (const char* name : {"allocated", "reserved", "flushes"})
            if (!perGpu.at(name).is_null())
                return u"%1 of a method that knows no allocator"_s.arg(QLatin1StringView(name));
    } else {
        for (const char* name : {"allocated", "reserved", "flushes"})
            if (!isCount(perGpu, name))
                return u"%1 is no count"_s.arg(QLatin1StringView(name));
        if (whole(perGpu.at("allocated")) > whole(perGpu.at("reserved"))
            || whole(perGpu.at("reserved")) > total)
            return u"allocated, reserved and the total are not in their order"_s;
    }
    if (!perGpu.at("free").is_number_integer()
        || perGpu.at("free").get<qint64>() != capacity - total)
        return u"free is not capacity less total"_s;
    if (perGpu.at("fits") != (total <= capacity))
        return u"fits does not follow from total and capacity"_s;
    const bool probably = total <= capacity && whole(perGpu.at("high")) > capacity;
    if (perGpu.at("verdict") != (total > capacity ? "over" : probably ? "probably" : "fits"))
        return u"the verdict does not follow from the band and the capacity"_s;
    return {};
}

QString lineFault(const json& line)
{
    for (const char* name : {"group", "scope", "id", "step", "label", "shape", "formula"})
        if (!isText(line, name))
            return u"%1 is no text"_s.arg(QLatin1StringView(name));
    for (const char* name : {"each", "count", "bytes"})
        if (!isCount(line, name))
            return u"%1 is no count"_s.arg(QLatin1StringView(name));
    if (line.at("id").empty() || line.at("label").empty())
        return u"an entry without a name"_s;
    if (std::ranges::find(groupNames, line.at("group").get<std::string>()) == groupNames.end())
        return u"an unknown group"_s;
    if (line.at("scope") != "layer" && line.at("scope") != "model")
        return u"an unknown scope"_s;
    if (whole(line.at("each")) * whole(line.at("count")) != whole(line.at("bytes")))
        return u"bytes are not each · count"_s;
    if (line.at("place") != "gpu" && line.at("place") != "host" && line.at("place") != "disk")
        return u"an unknown place"_s;
    if (line.at("place") != "gpu" && !line.at("live").empty())
        return u"lives on the GPU and elsewhere"_s;
    for (const auto& [moment, copies] : line.at("live").items()) {
        if (std::ranges::find(momentNames, moment) == momentNames.end())
            return u"an unknown moment"_s;
        if (!copies.is_number_integer() || copies > line.at("count"))
            return u"more copies alive than there are"_s;
    }
    return {};
}

/// The ledger as far as it can be checked from outside: every entry, and the sums of what is
/// alive at each moment (of everything, where a method knows no moments).
QString ledgerFault(const json& estimate)
{
    if (estimate.at("ledger").empty())
        return u"no ledger"_s;
    for (const json& line : estimate.at("ledger"))
        if (const QString fault = lineFault(line); !fault.isEmpty())
            return fault + u": "_s + text(line.at("id"));
    const auto alive = [&](const char* group, const char* moment) {
        qint64 sum = 0;
        for (const json& line : estimate.at("ledger"))
            if (line.at("group") == group)
                sum += moment ? whole(line.at("each")) * line.at("live").value(moment, qint64{0})
                              : whole(line.at("bytes"));
        return sum;
    };
    if (estimate.at("moments").empty()) {
        for (const char* group : groupNames)
            if (alive(group, nullptr) != estimate.at("per_gpu").at(group))
                return u"the ledger does not add up to "_s + QLatin1StringView(group);
        return {};
    }
    for (const json& moment : estimate.at("moments")) {
        const std::string name = moment.at("name");
        for (const char* group : groupNames)
            if (alive(group, name.c_str()) != moment.at("per_group").at(group))
                return u"the ledger does not add up to %1 at %2"_s.arg(
                    QLatin1StringView(group), QString::fromStdString(name));
    }
    return {};
}

/// The moments are the contract's in the order of the step, and the peak is the largest.
QString momentsFault(const json& estimate)
{
    const json& perGpu = estimate.at("per_gpu");
    const json& moments = estimate.at("moments");
    if (moments.empty())
        return perGpu.at("peak_moment").is_null() ? QString() : u"a peak without moments"_s;
    if (moments.size() != momentNames.size())
        return u"not the six moments"_s;
    qint64 most = 0;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const json& moment = moments.at(i);
        const qint64 total = whole(moment.at("total"));
        most = std::max(most, total);
        if (moment.at("name") != momentNames.at(i))
            return u"another moment than "_s + QLatin1StringView(momentNames.at(i));
        if (sumOf(moment.at("per_group")) != total)
            return u"the groups do not add up at "_s + text(moment.at("name"));
        if (moment.at("name") != perGpu.at("peak_moment"))
            continue;
        for (const char* group : groupNames)
            if (moment.at("per_group").at(group) != perGpu.at(group))
                return u"per_gpu is not what lives at the peak: "_s + QLatin1StringView(group);
    }
    return most == whole(perGpu.at("total")) ? QString() : u"the peak is not the largest"_s;
}

/// The stages of a pipeline follow one another, and the ledger is that of the most loaded one.
QString stagesFault(const json& estimate)
{
    const json& stages = estimate.at("stages");
    const auto shown = static_cast<std::size_t>(whole(estimate.at("stage")));
    if (stages.empty())
        return shown == 0 ? QString() : u"a stage of none"_s;
    qint64 layers = 0, most = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const json& stage = stages.at(i);
        for (const char* name :
             {"index", "first_layer", "layers", "in_flight", "total", "low", "high"})
            if (!isCount(stage, name))
                return u"%1 of a stage is no count"_s.arg(QLatin1StringView(name));
        if (stage.at("index") != i || stage.at("first_layer") != layers)
            return u"the stages do not follow one another"_s;
        if (sumOf(stage.at("per_group")) != whole(stage.at("total")))
            return u"the groups of a stage do not add up"_s;
        if (std::ranges::find(momentNames, stage.at("peak_moment").get<std::string>())
            == momentNames.end())
            return u"an unknown moment of a stage"_s;
        layers += whole(stage.at("layers"));
        most = std::max(most, whole(stage.at("total")));
    }
    if (layers != estimate.at("model").at("num_layers"))
        return u"the stages do not have all layers"_s;
    const json& perGpu = estimate.at("per_gpu");
    if (perGpu.at("total") != most)
        return u"another stage is more loaded"_s;
    for (const char* name : {"total", "low", "high", "peak_moment"})
        if (stages.at(shown).at(name) != perGpu.at(name))
            return u"%1 is not the stage's"_s.arg(QLatin1StringView(name));
    return {};
}

QString estimateFault(const json& estimate)
{
    if (estimate.at("format") != "highwater-estimate" || estimate.at("version") != 1)
        return u"not the format"_s;
    if (!isText(estimate, "method") || whole(estimate.at("model").at("parameters")) <= 0)
        return u"no method or no parameters"_s;
    if (!isCount(estimate.at("host_per_node"), "total")
        || !isCount(estimate.at("disk_per_node"), "total"))
        return u"no host memory or no disk"_s;
    if (!isTexts(estimate.at("ignored")) || !estimate.at("warnings").is_array())
        return u"ignored or warnings are no lists"_s;
    for (const json& warning : estimate.at("warnings"))
        if (!isText(warning, "field") || !isText(warning, "message"))
            return u"a warning without field or message"_s;
    for (const QString& fault : {perGpuFault(estimate.at("per_gpu")), momentsFault(estimate),
                                 stagesFault(estimate), ledgerFault(estimate)})
        if (!fault.isEmpty())
            return fault;
    return {};
}

/// Characters in a table for people that a terminal would show badly; empty if there are none.
QString tableFault(const QByteArray& table)
{
    constexpr qsizetype widest = 140;
    if (!table.endsWith('\n'))
        return u"no end of line at the end"_s;
    for (const QString& line : QString::fromUtf8(table).split(u'\n')) {
        if (line.endsWith(u' ') || line.endsWith(u'\t'))
            return u"blanks at the end: "_s + line;
        if (line.size() > widest)
            return u"%1 columns: %2"_s.arg(line.size()).arg(line);
        if (std::any_of(line.begin(), line.end(), acts))
            return u"control characters: "_s + line;
    }
    return {};
}

const QString smallModel
    = u"model.custom={\"hidden_size\": 64, \"num_layers\": 2, \"num_heads\": 4, "
      "\"num_kv_heads\": 2, \"intermediate_size\": 128, \"vocab_size\": 1000}"_s;

QStringList smallModelByKeys()
{
    return words("--set model.custom.hidden_size=64 --set model.custom.num_layers=2 "
                 "--set model.custom.num_heads=4 --set model.custom.num_kv_heads=2 "
                 "--set model.custom.intermediate_size=128 --set model.custom.vocab_size=1000");
}

/// A plan file of the small model on one GPU, with a written list and a null.
const QByteArray smallPlan = R"({
  "format": "highwater-plan", "version": 1, "name": "small",
  "model": { "custom": { "hidden_size": 64, "num_layers": 2, "num_heads": 4, "num_kv_heads": 2,
                         "intermediate_size": 128, "vocab_size": 1000 } },
  "workload": { "context": 16, "global_batch": null },
  "adapter": { "targets": ["q", "v"] },
  "cluster": { "gpus": 1 }
}
)";

/// The settings of a row of DeepSpeed's golden files; empty where the catalogue has no such model.
QStringList deepSpeedSettings(const json& row)
{
    const json& in = row.at("inputs");
    const std::string model = in.at("model");
    const bool known = model != "t5-3b"; // the catalogue holds none that is no decoder
    if (!known || in.value("additional_buffer_factor", 1.5) != 1.5 || !in.value("zero_init", true))
        return {};
    const bool three = text(row.at("peer")).contains("zero3"_L1);
    const int perNode = in.at("num_gpus_per_node");
    const int nodes = in.at("num_nodes");
    QStringList settings = words("--set method=deepspeed --set");
    settings << u"model.id="_s
            + (model == "gpt3-175b" ? u"gpt-3-175b"_s : QString::fromStdString(model));
    settings << u"--set"_s << u"cluster.gpus=%1"_s.arg(perNode * nodes);
    settings << u"--set"_s << u"cluster.gpus_per_node=%1"_s.arg(perNode);
    settings << u"--set"_s << u"layout.zero=%1"_s.arg(three ? 3 : 2);
    if (in.value("cpu_offload", false))
        settings += words("--set layout.offload_optimizer=cpu");
    if (in.value("cpu_offload_params", false))
        settings += words("--set layout.offload_parameters=cpu");
    return settings;
}

/// The lecture's models, which differ from the catalogue's.
QString lectureModel(const json& point)
{
    if (point.at("chart") == "zero3_memoryusage")
        return u"model.custom={\"hidden_size\": 4096, \"num_layers\": 32, \"num_heads\": 32, "
               "\"num_kv_heads\": 8, \"intermediate_size\": 14336, \"vocab_size\": 131072}"_s;
    const std::string name = point.at("model");
    const int layers = name == "8B" ? 32 : name == "70B" ? 80 : 126;
    const int hidden = name == "8B" ? 4096 : name == "70B" ? 8192 : 16384;
    return u"model.custom={\"hidden_size\": %1, \"num_layers\": %2, \"num_heads\": %3, "
           "\"intermediate_size\": %4, \"vocab_size\": 128256, \"gated\": false, "
           "\"tied_embeddings\": true, \"norm\": \"LayerNorm\", \"biases\": true}"_s.arg(hidden)
               .arg(layers)
               .arg(hidden / 128)
               .arg(4 * hidden);
}

/// Options of a page, "--set", by their place: in the lines of use, or in the list of options.
std::pair<std::set<QString>, std::set<QString>> optionsOf(const QString& page)
{
    static const QRegularExpression option(u"(?<![\\w-])--?[a-z][a-z-]*"_s);
    std::pair<std::set<QString>, std::set<QString>> found;
    bool listed = false;
    for (const QString& line : page.split(u'\n')) {
        listed = listed || line == u"Options:"_s;
        const bool isUse
            = !listed && (line.startsWith("  highwater "_L1) || line.startsWith(u"         "_s));
        const bool isName = listed && line.startsWith("  -"_L1);
        if (!isUse && !isName)
            continue;
        const QString names = isName ? line.mid(2).section(u"  "_s, 0, 0) : line;
        for (auto match = option.globalMatch(names); match.hasNext();)
            (listed ? found.second : found.first).insert(match.next().captured());
    }
    found.second.erase(u"--output"_s); // the long form of -o
    found.first.erase(u"--help"_s);
    found.first.erase(u"--version"_s);
    return found;
}

/// The first fault in the lines of a page of help: a line with more than 80 columns, an option or a
/// sentence that is there twice.
QString helpFault(const QString& page)
{
    QStringList lines = page.split(u'\n');
    for (const QString& line : lines)
        if (line.size() > 80 || line.endsWith(u' '))
            return u"too long: "_s + line;
    std::set<QString> sentences;
    for (const QString& paragraph : page.split(u"\n\n"_s))
        for (const QString& sentence : paragraph.simplified().split(u". "_s))
            if (sentence.size() > 20 && !sentences.insert(sentence).second)
                return u"twice: "_s + sentence;
    std::set<QString> texts;
    const qsizetype options = lines.indexOf(u"Options:"_s);
    qsizetype column = 0;
    for (qsizetype i = options + 1; options >= 0 && i < lines.size() && !lines[i].isEmpty(); ++i) {
        if (!lines[i].startsWith("  -"_L1)) {
            if (lines[i].indexOf(QRegularExpression(u"\\S"_s)) != column)
                return u"not in its column: "_s + lines[i];
            continue;
        }
        const qsizetype gap = lines[i].indexOf(u"  "_s, 3);
        const qsizetype text = lines[i].indexOf(QRegularExpression(u"\\S"_s), gap);
        if (column != 0 && text != column)
            return u"not in its column: "_s + lines[i];
        column = text;
        if (!texts.insert(lines[i].mid(text)).second)
            return u"twice: "_s + lines[i];
    }
    return {};
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void estimateKeepsTheContract_data();
    void estimateKeepsTheContract();
    void estimateNumbers_data();
    void estimateNumbers();
    void sameAnswer_data();
    void sameAnswer();
    void timeOfAStep();
    void timeThatThereIsNot();
    void ignoredKeys_data();
    void ignoredKeys();
    void unreadKeys();
    void warnings_data();
    void warnings();
    void check_data();
    void check();
    void deepSpeedTable_data();
    void deepSpeedTable();
    void deepSpeedBytes_data();
    void deepSpeedBytes();
    void lectureBars_data();
    void lectureBars();

    void report_data();
    void report();
    void stagesOfALongPipeline();
    void headTellsWhatTheMethodCounts();
    void probablySaysWhy();
    void reportHoldsNoNames();

    void sweepValues_data();
    void sweepValues();
    void sweepThatFalls();
    void sweepEqualsEstimate_data();
    void sweepEqualsEstimate();
    void sweepTable();

    void catalogModels();
    void catalogDevices();
    void catalogFormats();
    void catalogFormatsOfAModel();
    void catalogTables_data();
    void catalogTables();

    void help();
    void helpOfACommand_data();
    void helpOfACommand();
    void theManualIsShown();
    void theManualIsWritten();
    void theManualPageHasEveryOption();
    void shellsCompleteEveryOption_data();
    void shellsCompleteEveryOption();
    void version();
    void documentsQuoteTheProgram_data();
    void documentsQuoteTheProgram();
    void theProgramSaysTheSame_data();
    void theProgramSaysTheSame();
    void surroundings_data();
    void surroundings();

private:
    QString plan(const char* name, const QByteArray& content);

    QTemporaryDir m_folder;
};

void TestCli::initTestCase()
{
    QVERIFY2(QFile::exists(QStringLiteral(HIGHWATER_BINARY)), HIGHWATER_BINARY);
    QVERIFY(m_folder.isValid());
}

QString TestCli::plan(const char* name, const QByteArray& content)
{
    const QString path = m_folder.filePath(QString::fromLatin1(name));
    return writeFile(path, content) ? path : QString();
}

void TestCli::estimateKeepsTheContract_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("method");
    const auto row
        = [](const char* name, const char* settings, const QString& method = u"exact"_s) {
              QTest::newRow(name) << words(settings) << method;
          };
    row("the plan that opens first", "");
    row("ZeRO-1", "--set layout.zero=1");
    row("ZeRO-2", "--set layout.zero=2");
    row("ZeRO-3", "--set layout.zero=3");
    row("one GPU", "--set cluster.gpus=1");
    row("a thousand GPUs", "--set cluster.gpus=1000 --set layout.zero=3");
    row("one token", "--set workload.context=1");
    row("the longest context", "--set workload.context=16777216");
    row("full recomputation", "--set recipe.recompute=full");
    row("selective recomputation", "--set recipe.recompute=selective --set recipe.attention=eager");
    row("eager attention and kernels", "--set recipe.attention=eager --set recipe.kernels=eager");
    row("chunked loss", "--set recipe.loss=chunked");
    row("dropout", "--set recipe.dropout=true --set recipe.attention=eager");
    row("accumulation", "--set workload.global_batch=64");
    row("gradients freed", "--set recipe.keep_gradients=false");
    row("single precision", "--set recipe.precision=fp32");
    row("eight-bit states", "--set recipe.optimizer=adamw-8bit --set layout.zero=3");
    row("no overhead", "--set cluster.overhead=none");
    row("a reserve", "--set cluster.reserve=1000000000");
    row("a GPT", "--set model.id=gpt2");
    row("experts", "--set model.id=mixtral-8x7b --set layout.zero=3");
    row("latent attention", "--set model.id=deepseek-v3-r1-671b --set layout.zero=3");
    row("tied embeddings", "--set model.id=qwen2.5-0.5b");
    row("a stated size", "--set model.parameters=70b");
    row("tensor parallel", "--set layout.tensor=8 --set layout.zero=1");
    row("tensor parallel, inputs kept",
        "--set layout.tensor=8 --set layout.tp_inputs=gathered --set layout.zero=1");
    row("no sequence parallelism",
        "--set layout.tensor=8 --set layout.sequence_parallel=false --set layout.zero=1");
    row("context parallel", "--set layout.context=4 --set layout.zero=3");
    row("a pipeline", "--set layout.pipeline=8 --set workload.global_batch=32");
    row("a pipeline, interleaved",
        "--set layout.pipeline=4 --set layout.virtual_pipeline=4 --set workload.global_batch=64");
    row("a pipeline, balanced",
        "--set layout.pipeline=4 --set layout.stage_split=balanced --set workload.global_batch=64");
    row("expert parallel",
        "--set model.id=mixtral-8x7b --set layout.expert=8 --set layout.imbalance=1.5 "
        "--set layout.zero=3");
    row("a long pipeline",
        "--set model.id=llama-3.1-405b --set cluster.gpus=4096 --set layout.tensor=8 "
        "--set layout.pipeline=16 --set layout.context=4 --set workload.global_batch=256 "
        "--set layout.zero=1");
    row("lecture", "--set method=lecture", u"lecture"_s);
    row("lecture, recomputed", "--set method=lecture --set recipe.recompute=full", u"lecture"_s);
    row("lecture-zero", "--set method=lecture-zero", u"lecture-zero"_s);
    row("lecture-zero, in parallel",
        "--set method=lecture-zero --set layout.tensor=2 --set layout.context=2",
        u"lecture-zero"_s);
    row("transformer-math", "--set method=transformer-math", u"transformer-math"_s);
    row("rule-of-thumb", "--set method=rule-of-thumb", u"rule-of-thumb"_s);
    row("activation-ratio", "--set method=activation-ratio", u"activation-ratio"_s);
    row("deepspeed", "--set method=deepspeed --set layout.zero=2", u"deepspeed"_s);
    row("deepspeed, offloaded",
        "--set method=deepspeed --set layout.zero=3 --set layout.offload_optimizer=cpu",
        u"deepspeed"_s);
}

void TestCli::estimateKeepsTheContract()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, method);
    const Ran ran = run(words("estimate --json") + settings);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.exit, 0);
    const json estimate = json::parse(ran.out.toStdString());
    QCOMPARE(text(estimate.at("method")), method);
    QCOMPARE(estimateFault(estimate), QString());
}

void TestCli::estimateNumbers_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("place");
    QTest::addColumn<qint64>("expected");
    const auto row
        = [](const char* name, const char* settings, const char* place, qint64 expected) {
              QTest::newRow(name) << words(settings) << QString::fromLatin1(place) << expected;
          };
    // Llama 3.1 8B has P = 8,030,261,248: 2 and 2 bytes, and 12 of master weights and AdamW.
    const char* zero0 = "--set model.id=llama-3.1-8b";
    const char* zero1 = "--set model.id=llama-3.1-8b --set layout.zero=1";
    const char* zero2 = "--set model.id=llama-3.1-8b --set layout.zero=2";
    const char* zero3 = "--set model.id=llama-3.1-8b --set layout.zero=3";
    row("P", zero3, "/model/parameters", 8'030'261'248);
    row("ZeRO-0: 2·P", zero0, "/per_gpu/parameters", 16'060'522'496);
    row("ZeRO-0: gradients, 2·P", zero0, "/per_gpu/gradients", 16'060'522'496);
    row("ZeRO-0: optimizer, 12·P", zero0, "/per_gpu/optimizer", 96'363'134'976);
    row("ZeRO-1: 2·P", zero1, "/per_gpu/parameters", 16'060'522'496);
    row("ZeRO-1: gradients, 2·P", zero1, "/per_gpu/gradients", 16'060'522'496);
    row("ZeRO-1: optimizer, 12·P/8", zero1, "/per_gpu/optimizer", 12'045'391'872);
    row("ZeRO-2: 2·P", zero2, "/per_gpu/parameters", 16'060'522'496);
    row("ZeRO-2: gradients, 2·P/8", zero2, "/per_gpu/gradients", 2'007'565'312);
    row("ZeRO-2: optimizer, 12·P/8", zero2, "/per_gpu/optimizer", 12'045'391'872);
    row("ZeRO-3: 2·P/8", zero3, "/per_gpu/parameters", 2'007'565'312);
    row("ZeRO-3: gradients, 2·P/8", zero3, "/per_gpu/gradients", 2'007'565'312);
    row("ZeRO-3: optimizer, 12·P/8", zero3, "/per_gpu/optimizer", 12'045'391'872);

    row("single precision: 4·P", "--set recipe.precision=fp32", "/per_gpu/parameters",
        32'121'044'992);
    row("single precision: gradients, 4·P", "--set recipe.precision=fp32", "/per_gpu/gradients",
        32'121'044'992);
    row("single precision: optimizer, 8·P", "--set recipe.precision=fp32", "/per_gpu/optimizer",
        64'242'089'984);
    row("plain SGD: the master weights, 4·P", "--set recipe.optimizer=sgd", "/per_gpu/optimizer",
        32'121'044'992);
    row("gradients in both: 6·P", "--set recipe.gradients=both", "/per_gpu/gradients",
        48'181'567'488);
    row("a reserve is overhead", "--set cluster.overhead=none --set cluster.reserve=1000000000",
        "/per_gpu/overhead", 1'000'000'000);

    row("H100: what a program gets, 81,121 MiB", "", "/per_gpu/capacity", 85'061'533'696);
    row("H100: what its driver keeps, 438 MiB", "", "/derived/driver_bytes", 459'276'288);
    row("a stated capacity keeps nothing", "--set cluster.capacity=85899345920",
        "/derived/driver_bytes", 0);
    row("a capacity of one's own", "--set cluster.capacity=80000000000", "/per_gpu/capacity",
        80'000'000'000);
    row("the lecture's capacity, 80 · 2^30", "--set method=lecture", "/per_gpu/capacity",
        85'899'345'920);

    // A rank's share of P less 65 norms is an eighth; norms are whole: (P - 266,240)/8 + 266,240.
    row("tensor parallel: 2·P", "--set layout.tensor=8", "/per_gpu/parameters", 2'008'031'232);
    // 8 of 32 layers of 218,112,000 and the embedding of 525,336,576; the last stage has the head
    // and a norm instead, but keeps one micro-batch to the first one's four.
    const char* pipeline = "--set layout.pipeline=4 --set cluster.gpus=4 "
                           "--set workload.global_batch=8";
    row("the first of four stages: 2·P", pipeline, "/per_gpu/parameters", 4'540'465'152);
    row("the stage that is told", pipeline, "/stage", 0);
    row("micro-batches of the first stage", pipeline, "/stages/0/in_flight", 4);
    row("micro-batches of the last stage", pipeline, "/stages/3/in_flight", 1);
    row("the first layer of the last stage", pipeline, "/stages/3/first_layer", 24);
    row("the last stage: 2·P", pipeline, "/stages/3/per_group/parameters", 4'540'473'344);

    row("micro-batches: 64 / (1 · 8)", "--set workload.global_batch=64", "/derived/micro_batches",
        8);
    row("tokens a step: 64 · 8,192", "--set workload.global_batch=64", "/derived/tokens_per_step",
        524'288);

    // By hand: 2·1,000·64 of embedding and head, 64 of the final norm, and in each of 2 layers
    // 64·64 + 2·64·32 + 64·64 of attention, 3·64·128 of MLP, 2·64 of norms.
    const char* small
        = "--set model.custom.hidden_size=64 --set model.custom.num_layers=2 "
          "--set model.custom.num_heads=4 --set model.custom.num_kv_heads=2 "
          "--set model.custom.intermediate_size=128 --set model.custom.vocab_size=1000 "
          "--set cluster.gpus=1";
    row("custom: P", small, "/model/parameters", 202'048);
    row("custom: 2·P", small, "/per_gpu/parameters", 404'096);
    row("custom: optimizer, 12·P", small, "/per_gpu/optimizer", 2'424'576);
    row("custom, not gated: P less 2·64·128",
        "--set model.custom.hidden_size=64 --set model.custom.num_layers=2 "
        "--set model.custom.num_heads=4 --set model.custom.num_kv_heads=2 "
        "--set model.custom.intermediate_size=128 --set model.custom.vocab_size=1000 "
        "--set model.custom.gated=false",
        "/model/parameters", 185'664);
    row("custom, tied: P less 1,000·64",
        "--set model.custom.hidden_size=64 --set model.custom.num_layers=2 "
        "--set model.custom.num_heads=4 --set model.custom.num_kv_heads=2 "
        "--set model.custom.intermediate_size=128 --set model.custom.vocab_size=1000 "
        "--set model.custom.tied_embeddings=true",
        "/model/parameters", 138'048);

    row("a stated size is told", "--set model.parameters=8b", "/model/stated_parameters",
        8'000'000'000);
    row("8e9", "--set method=transformer-math --set model.parameters=8e9", "/model/parameters",
        8'000'000'000);
    row("8b", "--set method=transformer-math --set model.parameters=8b", "/model/parameters",
        8'000'000'000);
    row("8B", "--set method=transformer-math --set model.parameters=8B", "/model/parameters",
        8'000'000'000);
    row("8000000000", "--set method=transformer-math --set model.parameters=8000000000",
        "/model/parameters", 8'000'000'000);
    row("1.5t", "--set method=transformer-math --set model.parameters=1.5t", "/model/parameters",
        1'500'000'000'000);

    // lecture: N = h·(v + s) + L·(12·h² + 13·h) + 2·h = 7,003,054,080 for Llama's h, v and L.
    row("lecture: 4·N", "--set method=lecture", "/per_gpu/parameters", 28'012'216'320);
    row("lecture: optimizer, 8·N", "--set method=lecture", "/per_gpu/optimizer", 56'024'432'640);
    row("lecture: L·(34·s·b·h + 5·a·s²·b) + s·b·h", "--set method=lecture", "/per_gpu/activations",
        380'138'160'128);
    // lecture-zero: N = L·(3·h·f + 2·h² + 2·h·kv) + 2·v·h = 8,029,995,008, no norms.
    row("lecture-zero: 2·P/8", "--set method=lecture-zero --set layout.zero=3",
        "/per_gpu/parameters", 2'007'498'752);
    row("lecture-zero: optimizer, 8·P/8", "--set method=lecture-zero --set layout.zero=3",
        "/per_gpu/optimizer", 8'029'995'008);
    row("lecture-zero: L·34·s·b·h", "--set method=lecture-zero", "/per_gpu/activations",
        36'507'222'016);
    // DeepSpeed, ZeRO-2: int(18·P/8) on the host, and 2·P on the GPU.
    row("deepspeed: 2·P + int(18·P/8)", "--set method=deepspeed --set layout.zero=2",
        "/per_gpu/total", 34'128'610'304);
}

void TestCli::estimateNumbers()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, place);
    QFETCH(qint64, expected);
    const json estimate = answer(words("estimate --json") + settings);
    QCOMPARE(whole(estimate.at(json::json_pointer(place.toStdString()))), expected);
}

void TestCli::sameAnswer_data()
{
    QTest::addColumn<QStringList>("one");
    QTest::addColumn<QStringList>("other");
    QTest::addColumn<QByteArray>("input");
    const auto row = [](const char* name, const char* one, const char* other) {
        QTest::newRow(name) << words(one) << words(other) << QByteArray();
    };
    row("defaults written out", "",
        "--set method=exact --set model.id=llama-3.1-8b --set workload.context=8192 "
        "--set workload.micro_batch=1 --set cluster.device=h100-sxm5-80gb --set cluster.gpus=8 "
        "--set layout.zero=0 --set recipe.optimizer=adamw --set recipe.keep_gradients=true");
    row("8b is a model", "--set model.id=8b", "--set model.id=llama-3.1-8b");
    row("LLAMA-3.1-8B is a model", "--set model.id=LLAMA-3.1-8B", "--set model.id=llama-3.1-8b");
    row("70b is a model", "--set model.id=70b", "--set model.id=llama-3.1-70b");
    row("h100 is a device", "--set cluster.device=h100", "--set cluster.device=h100-sxm5-80gb");
    QTest::newRow("llama3 8b is a model") << QStringList{u"--set"_s, u"model.id=llama3 8b"_s}
                                          << words("--set model.id=llama-3-8b") << QByteArray();
    row("the last --set counts", "--set layout.zero=3 --set layout.zero=1 --set layout.zero=2",
        "--set layout.zero=2");
    row("the last model counts", "--set model.id=70b --set model.parameters=8b",
        "--set model.parameters=8b");
    row("the last model counts, back again", "--set model.parameters=8b --set model.id=70b",
        "--set model.id=70b");
    row("the order of the options", "--set layout.zero=3 --set model.id=70b",
        "--set model.id=70b --set layout.zero=3");
    row("--set=KEY=VALUE", "--set=layout.zero=3", "--set layout.zero=3");
    row("32k tokens", "--set workload.context=32k", "--set workload.context=32768");
    row("1M tokens", "--set workload.context=1M", "--set workload.context=1048576");
    row("8e3 tokens", "--set workload.context=8e3", "--set workload.context=8000");
    row("null where it is allowed",
        "--set workload.global_batch=64 --set workload.global_batch=null", "");
    row("8e9 and 8b", "--set model.parameters=8e9", "--set model.parameters=8b");
    row("a list by commas", "--set adapter.targets=q,v", "--set adapter.targets=[\"q\",\"v\"]");
    row("a group at once", "--set layout={\"zero\":3}", "--set layout.zero=3");
    QTest::newRow("a custom model by keys")
        << smallModelByKeys() << QStringList{u"--set"_s, smallModel} << QByteArray();
    QTest::newRow("a custom model, changed by a key")
        << QStringList{u"--set"_s, smallModel, u"--set"_s, u"model.custom.gated=false"_s}
        << smallModelByKeys() + words("--set model.custom.gated=false") << QByteArray();

    const QStringList small = QStringList{u"--set"_s, smallModel}
        + words("--set workload.context=16 --set cluster.gpus=1 --set adapter.targets=q,v");
    const QString file = plan("small.hwplan", smallPlan);
    QTest::newRow("a plan file") << QStringList{file} << small << QByteArray();
    QTest::newRow("a plan on standard input") << QStringList{u"-"_s} << small << smallPlan;
    QTest::newRow("a plan after the options")
        << words("--set layout.zero=3") + QStringList{file} << small + words("--set layout.zero=3")
        << QByteArray();
    QTest::newRow("--set over a plan file")
        << QStringList{file} + words("--set workload.context=32")
        << small + words("--set workload.context=32") << QByteArray();
    QTest::newRow("--set over the model of a plan file")
        << QStringList{file} + words("--set model.id=70b")
        << words("--set model.id=70b --set workload.context=16 --set cluster.gpus=1 "
                 "--set adapter.targets=q,v")
        << QByteArray();
    QTest::newRow("lines that end as on Windows")
        << QStringList{u"-"_s} << small << QByteArray(smallPlan).replace("\n", "\r\n");
    QTest::newRow("a byte order mark")
        << QStringList{u"-"_s} << small << QByteArray("\xEF\xBB\xBF") + smallPlan;
    QTest::newRow("a plan on one line") << QStringList{u"-"_s} << small << smallPlan.simplified();
    QTest::newRow("keys in another order")
        << QStringList{u"-"_s} << words("--set layout.zero=3")
        << QByteArray(R"({"layout":{"zero":3},"model":{"id":"llama-3.1-8b"},"version":1,)"
                      R"("format":"highwater-plan"})");
}

void TestCli::sameAnswer()
{
    QFETCH(QStringList, one);
    QFETCH(QStringList, other);
    QFETCH(QByteArray, input);
    const Ran left = run(words("estimate --json") + one, {input, {}, {}});
    const Ran right = run(words("estimate --json") + other);
    QCOMPARE(left.err, QByteArray());
    QCOMPARE(right.err, QByteArray());
    QCOMPARE(left.exit, 0);
    QVERIFY(!left.out.isEmpty());
    QCOMPARE(left.out, right.out);
}

void TestCli::timeOfAStep()
{
    const QStringList plan = words("estimate --set cluster.gpus=16 --set layout.zero=1 --set "
                                   "workload.training_tokens=1000000000000 --set "
                                   "cluster.price_per_hour=2");
    const json estimate = answer(plan + words("--json"));
    const json& time = estimate.at("time");
    double sum = 0;
    for (const json& part : time.at("parts")) {
        sum += part.at("seconds").get<double>();
        QVERIFY(!part.at("formula").get<std::string>().empty());
    }
    const double step = time.at("step").get<double>();
    QVERIFY(std::abs(sum - step) < 1e-9 * step);
    QVERIFY(time.at("low").get<double>() < step && step < time.at("high").get<double>());
    QVERIFY(time.at("assumptions").size() >= 3);
    std::set<std::string> sent;
    for (const json& traffic : estimate.at("traffic")) {
        sent.insert(traffic.at("kind").get<std::string>());
        QCOMPARE(traffic.at("link").get<std::string>(), std::string("inter_node"));
    }
    QVERIFY(sent == (std::set<std::string>{"gradients", "new_weights"}));
    const json& whole = estimate.at("run");
    QCOMPARE(whole.at("price").get<double>(), 2 * whole.at("gpu_hours").get<double>());
    QCOMPARE(whole.at("tokens").get<double>(), 1e12);

    const QString table = QString::fromUtf8(run(plan).out);
    for (const char* said : {"Time and cost (estimated)", "Matrix products", "Run of ",
                             "Cost: ", "Reduction of gradients", "Assumed"})
        QVERIFY2(table.contains(QLatin1String(said)), qPrintable(table));
    const QString page = QString::fromUtf8(run(plan + words("--markdown")).out);
    QVERIFY2(page.contains(u"## Time and cost, estimated"_s), qPrintable(page));
}

void TestCli::timeThatThereIsNot()
{
    const QStringList plan = words("estimate --set cluster.utilisation=0");
    const json estimate = answer(plan + words("--json"));
    QVERIFY(estimate.at("time").at("step").is_null());
    QCOMPARE(estimate.at("time").at("field").get<std::string>(),
             std::string("cluster.utilisation"));
    QVERIFY(estimate.at("traffic").is_null() && estimate.at("run").is_null());
    QVERIFY(estimate.at("per_gpu").at("total").get<std::int64_t>() > 0);
    const QString table = QString::fromUtf8(run(plan).out);
    QVERIFY2(table.contains(u"none: cluster.utilisation: must be above 0 for a time; found 0"_s),
             qPrintable(table));
}

void TestCli::ignoredKeys_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QStringList>("ignored");
    const auto row = [](const char* name, const char* settings, const char* ignored) {
        QTest::newRow(name) << words(settings) << words(ignored);
    };
    row("exact reads everything", "--set layout.zero=3 --set recipe.kernels=eager", "");
    row("the length and the price of a run",
        "--set workload.training_tokens=160000000000 --set cluster.price_per_hour=2", "");
    row("other methods know no length of a run",
        "--set method=lecture --set workload.training_tokens=160000000000",
        "workload.training_tokens");
    row("examples say the length",
        "--set workload.training_tokens=160000000000 --set workload.examples=1000",
        "workload.training_tokens");
    row("epochs of no examples", "--set workload.epochs=3", "workload.epochs");
    row("epochs of examples", "--set workload.epochs=3 --set workload.examples=1000", "");
    row("the lecture knows no ZeRO", "--set method=lecture --set layout.zero=3", "layout.zero");
    row("a default is not worth a word", "--set method=lecture --set layout.zero=0", "");
    row("DeepSpeed knows no context",
        "--set method=deepspeed --set layout.zero=3 --set workload.context=4096",
        "workload.context");
    row("every one of them",
        "--set method=lecture --set recipe.kernels=eager --set layout.tensor=2 "
        "--set cluster.gpus=16",
        "recipe.kernels cluster.gpus layout.tensor");
    row("nobody to share with", "--set cluster.gpus=1 --set layout.zero=3", "layout.zero");
    row("DeepSpeed's buckets on one GPU",
        "--set recipe.framework=deepspeed --set cluster.gpus=1 --set layout.zero=3", "");
    row("Megatron's report without the mode that asks",
        "--set method=megatron --set layout.tensor=2 --set layout.sequence_parallel=false",
        "layout.sequence_parallel");
    row("Megatron's report in that mode",
        "--set method=megatron --set layout.tensor=2 --set layout.sequence_parallel=false "
        "--set recipe.recompute=selective",
        "");
    row("a calculator of training counts training",
        "--set method=megatron --set workload.task=inference --set layout.zero=1", "workload.task");
    row("gated prompts are not replayed",
        "--set recipe.framework=litgpt --set cluster.gpus=1 --set adapter.kind=lora "
        "--set adapter.method=adapter --set cluster.allocator.expandable_segments=true",
        "cluster.allocator.expandable_segments");
    row("32 bits cannot be cast up",
        "--set recipe.framework=huggingface --set cluster.gpus=1 --set adapter.kind=qlora "
        "--set recipe.precision=fp32 --set adapter.upcast=false",
        "adapter.upcast");
    row("32-bit adapters are their own masters",
        "--set recipe.framework=huggingface --set adapter.kind=lora "
        "--set recipe.master_weights=false",
        "recipe.master_weights");
    row("packed rows as long as the context", "--set job.packing=packed", "job.packing");
    row("packed rows of short sequences",
        "--set job.packing=packed --set workload.mean_length=1000", "");
    row("packed rows, whose scores are masked",
        "--set job.packing=packed --set recipe.attention=eager", "");
    row("TRL's GRPO has no reference",
        "--set job.kind=grpo --set recipe.framework=huggingface --set job.reference_free=true",
        "job.reference_free");
    row("TRL's GRPO with a reference",
        "--set job.kind=grpo --set recipe.framework=huggingface --set job.reference_free=true "
        "--set roles.ref.dtype=bf16",
        "roles.ref.dtype");
    row("a prompt alone", "--set job.kind=dpo --set job.prompt=500", "job.prompt");
    row("rows of nothing", "--set job.kind=dpo --set job.rows=completion", "job.rows");
    row("all rows, though the completion is known",
        "--set job.kind=dpo --set job.rows=all --set job.completion=500", "job.completion");
    row("rows of the completion",
        "--set job.kind=dpo --set job.rows=completion --set job.completion=500", "");
    row("fine-tuning has the loss of training", "--set job.kind=sft --set job.logits=bf16",
        "job.logits");
    row("a format without the matrix",
        "--set workload.task=inference --set inference.server=llama.cpp "
        "--set inference.weights=q4_k_m --set inference.imatrix=true",
        "inference.imatrix");
    row("a format with the matrix",
        "--set workload.task=inference --set inference.server=llama.cpp "
        "--set inference.weights=q4_0 --set inference.imatrix=true",
        "");
    row("a server on one card of its node",
        "--set workload.task=inference --set cluster.gpus_per_node=4", "cluster.gpus_per_node");
    row("DeepSpeed keeps both types",
        "--set job.kind=ppo --set recipe.framework=openrlhf --set layout.zero=3 "
        "--set roles.policy.dtype=fp32",
        "roles.policy.dtype");
    row("the engine's tensor ranks are not the policy's",
        "--set job.kind=ppo --set recipe.framework=verl --set layout.zero=3 "
        "--set layout.tp_inputs=gathered",
        "layout.tp_inputs");
    row("verl has no master weights",
        "--set job.kind=ppo --set recipe.framework=verl --set layout.zero=3 "
        "--set recipe.master_precision=fp16",
        "recipe.master_precision");
    row("a name is no choice", "--set method=lecture --set name=mine --set notes=x", "");
}

void TestCli::ignoredKeys()
{
    QFETCH(QStringList, settings);
    QFETCH(QStringList, ignored);
    const json estimate = answer(words("estimate --json") + settings);
    QStringList found;
    for (const json& key : estimate.at("ignored"))
        found << text(key);
    QCOMPARE(found, ignored);

    // The texts say so too, `solve` on stderr.
    const auto says = [&](const QString& words) {
        return std::ranges::all_of(ignored,
                                   [&](const QString& key) { return words.contains(key); });
    };
    for (const char* command : {"estimate", "estimate --markdown"}) {
        const Ran ran = run(words(command) + settings);
        QVERIFY2(says(QString::fromUtf8(ran.out)), ran.out.constData());
    }
    for (const char* command : {"solve --for cluster.gpus", "solve --json --for cluster.gpus"}) {
        const Ran ran = run(words(command) + settings);
        QVERIFY2(says(QString::fromUtf8(ran.err)), ran.err.constData());
        QCOMPARE(ran.err.isEmpty(), ignored.isEmpty());
    }
}

/// Commands that answer for other plans name only what the method never reads.
void TestCli::unreadKeys()
{
    const auto says = [](const char* command, const char* key) {
        const Ran ran = run(words(command));
        return QString::fromUtf8(ran.err).contains(QString::fromLatin1(key));
    };
    QVERIFY(says("advise --set method=lecture --set recipe.optimizer=lion", "recipe.optimizer"));
    QVERIFY(says("sweep --set method=lecture --axis layout.tensor --from 1 --to 2 --points 2",
                 "layout.tensor"));
    QVERIFY(!says("sweep --set recipe.framework=deepspeed --set layout.reduce_bucket=1000000 "
                  "--axis layout.zero --from 0 --to 3 --points 4",
                  "layout.reduce_bucket"));
}

void TestCli::warnings_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* name, const char* settings, const char* field) {
        QTest::newRow(name) << words(settings) << QString::fromLatin1(field);
    };
    row("nothing to warn of", "", "");
    row("beyond the model's positions", "--set workload.context=200000", "workload.context");
    row("a batch that does not divide", "--set cluster.gpus=3 --set workload.global_batch=7",
        "workload.global_batch");
    row("a node larger than the cluster", "--set cluster.gpus=4 --set cluster.gpus_per_node=16",
        "cluster.gpus_per_node");
}

void TestCli::warnings()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, field);
    const json found = answer(words("estimate --json") + settings).at("warnings");
    QCOMPARE(found.empty(), field.isEmpty());
    if (field.isEmpty())
        return;
    QCOMPARE(text(found.front().at("field")), field);
    const Ran table = run(words("estimate") + settings);
    QVERIFY(table.out.contains(text(found.front().at("message")).toUtf8()));
}

void TestCli::check_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("exit");
    const auto row = [](const char* name, const char* settings, int exit) {
        QTest::newRow(name) << words(settings) << exit;
    };
    row("not asked", "", 0);
    row("does not fit", "--check", 3);
    row("does not fit, as JSON", "--check --json", 3);
    row("fits", "--check --set layout.zero=3", 0);
    row("probably still fits", "--check --set layout.zero=2", 0);
    row("probably is not likely enough", "--check=likely --set layout.zero=2", 3);
    row("likely fits", "--check=likely --set layout.zero=3", 0);
    row("likely does not fit", "--check=likely", 3);
    row("likely, by a method without a range",
        "--check=likely --set method=deepspeed --set layout.zero=3", 0);
    row("the stricter of two", "--check --check=likely --set layout.zero=2", 3);
    row("fits to the byte",
        "--check --set cluster.overhead=none --set cluster.gpus=1 "
        "--set method=rule-of-thumb --set cluster.capacity=141369081856",
        0);
    row("one byte over",
        "--check --set cluster.overhead=none --set cluster.gpus=1 "
        "--set method=rule-of-thumb --set cluster.capacity=141369081855",
        3);
    row("the engine of a job does not start",
        "--check --set workload.task=reinforcement --set rollout.utilization=0.1", 3);
    row("the engine of a job starts",
        "--check --set workload.task=reinforcement --set layout.zero=3 "
        "--set rollout.utilization=0.4",
        0);
    row("the host does not fit",
        "--check --set method=deepspeed --set layout.zero=3 --set layout.offload_optimizer=cpu "
        "--set cluster.host_memory=1000000000",
        3);
    row("the host does not fit, exactly",
        "--check --set layout.zero=3 --set layout.offload_optimizer=cpu "
        "--set cluster.host_memory=1000000000",
        3);
}

void TestCli::check()
{
    QFETCH(QStringList, settings);
    QFETCH(int, exit);
    const Ran ran = run(words("estimate") + settings);
    QCOMPARE(ran.exit, exit);
    QCOMPARE(ran.err, QByteArray());
    settings.removeAll(u"--check"_s);
    QCOMPARE(ran.out, run(words("estimate") + settings).out);
}

void TestCli::deepSpeedTable_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QByteArray>("table");
    for (const json& row : golden("deepspeed_zero_tables.json")) {
        const QStringList settings = deepSpeedSettings(row);
        if (!settings.isEmpty())
            QTest::newRow(qPrintable(settings.join(u' ').remove(u"--set "_s)))
                << settings << text(row.at("outputs").at("stdout")).toUtf8();
    }
}

void TestCli::deepSpeedTable()
{
    QFETCH(QStringList, settings);
    QFETCH(QByteArray, table);
    const Ran ran = run(words("estimate") + settings);
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.out, table);
}

void TestCli::deepSpeedBytes_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<qint64>("gpu");
    QTest::addColumn<qint64>("host");
    for (const json& row : golden("deepspeed_zero.json")) {
        const QStringList settings = deepSpeedSettings(row);
        const json& out = row.at("outputs");
        if (!settings.isEmpty())
            QTest::newRow(qPrintable(settings.join(u' ').remove(u"--set "_s)))
                << settings << whole(out.at("gpu_mem_bytes")) << whole(out.at("cpu_mem_bytes"));
    }
}

void TestCli::deepSpeedBytes()
{
    QFETCH(QStringList, settings);
    QFETCH(qint64, gpu);
    QFETCH(qint64, host);
    const json estimate = answer(words("estimate --json") + settings);
    QCOMPARE(whole(estimate.at("per_gpu").at("total")), gpu);
    QCOMPARE(whole(estimate.at("host_per_node").at("total")), host);
}

void TestCli::lectureBars_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("group");
    QTest::addColumn<double>("gib");
    for (const json& point : golden("figures.json")) {
        const bool zero = point.at("chart") == "zero3_memoryusage";
        QStringList settings = words(zero ? "--set method=lecture-zero" : "--set method=lecture");
        settings << u"--set"_s << lectureModel(point);
        settings << u"--set"_s << u"workload.context=%1"_s.arg(point.at("seq").get<int>());
        if (zero)
            settings << u"--set"_s << u"layout.zero=%1"_s.arg(point.at("zero_stage").get<int>());
        else
            settings << u"--set"_s << u"recipe.recompute="_s + text(point.at("recompute"));
        const QString group = text(point.at("series"));
        QTest::addRow(
            "%s %s recompute %s ZeRO-%d %d tokens %s", point.at("chart").get<std::string>().c_str(),
            point.at("model").get<std::string>().c_str(),
            point.at("recompute").get<std::string>().c_str(), point.at("zero_stage").get<int>(),
            point.at("seq").get<int>(), qPrintable(group))
            << settings << group << point.at("value").get<double>();
    }
}

void TestCli::lectureBars()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, group);
    QFETCH(double, gib);
    const json perGpu = answer(words("estimate --json") + settings).at("per_gpu");
    const auto bytes = static_cast<double>(whole(perGpu.at(group.toStdString())));
    QVERIFY2(bytes / 1073741824.0 == gib, qPrintable(QString::number(bytes, 'f', 0)));
}

void TestCli::report_data()
{
    estimateKeepsTheContract_data();
}

void TestCli::report()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, method);
    const Ran ran = run(words("estimate") + settings);
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    if (method == "deepspeed"_L1)
        return; // its own table, which knows no verdict and has blanks at the end of a line
    QCOMPARE(tableFault(ran.out), QString());
    const json perGpu = answer(words("estimate --json") + settings).at("per_gpu");
    const QString verdict = text(perGpu.at("verdict"));
    const QString said = verdict == "over"_L1 ? u"\nDoes not fit: "_s
        : verdict == "probably"_L1            ? u"\nProbably fits: "_s
                                              : u"\nFits: "_s;
    const QString table = QString::fromUtf8(ran.out);
    QVERIFY2(table.contains(said), qPrintable(said));
    const QString total = QLocale(QLocale::English).toString(whole(perGpu.at("total")));
    QVERIFY2(table.contains(u" "_s + total + u" bytes\n"_s), qPrintable(total));
    // The band is in the verdict and at the total.
    const auto gib = [&](const char* name) {
        return QString::number(static_cast<double>(whole(perGpu.at(name))) / 1073741824.0, 'f', 2);
    };
    const QString band = u"%1 GiB, likely %2 to %3"_s.arg(gib("total"), gib("low"), gib("high"));
    QCOMPARE(table.count(band), perGpu.at("low") == perGpu.at("high") ? 0 : 2);
}

void TestCli::stagesOfALongPipeline()
{
    // The page has the first and the last stage, the most loaded one and its neighbours, and the
    // number of all others.
    const QStringList settings
        = words("estimate --set model.id=llama-3.1-405b --set cluster.gpus=128 "
                "--set layout.tensor=8 --set layout.pipeline=16 --set workload.global_batch=32");
    const QStringList lines = QString::fromUtf8(run(settings).out).split(u'\n');
    const auto head = std::ranges::find_if(
        lines, [](const QString& line) { return line.startsWith(u"Pipeline stages"_s); });
    QVERIFY(head != lines.end());
    QStringList firsts;
    for (auto line = head + 2; !line->isEmpty(); ++line)
        firsts << line->trimmed().section(u"  "_s, 0, 0);
    QCOMPARE(firsts,
             (QStringList{u"1, first, most loaded"_s, u"2"_s, u"… 13 more"_s, u"16, last"_s}));
    QVERIFY2(head->contains(u"stage 1"_s), qPrintable(*head));
    QVERIFY(lines.contains(u"8,192 tokens × 1 sequence, 128 × H100 SXM5 80GB, ZeRO-0, TP 8, PP 16, "
                           "32 micro-batches a step"_s));
}

void TestCli::headTellsWhatTheMethodCounts()
{
    const auto head = [](const char* settings) {
        return QString::fromUtf8(run(words("estimate") + words(settings)).out).section(u'\n', 1, 1);
    };
    const char* cluster = " --set cluster.gpus=16 --set layout.zero=3";
    const auto with = [&](const char* method) {
        return head((std::string("--set method=") + method + cluster).c_str());
    };
    QCOMPARE(with("exact"), u"8,192 tokens × 1 sequence, 16 × H100 SXM5 80GB, ZeRO-3"_s);
    QCOMPARE(with("lecture-zero"), u"8,192 tokens × 1 sequence, 16 × H100 SXM5 80GB, ZeRO-3"_s);
    QCOMPARE(with("lecture"), u"8,192 tokens × 1 sequence, H100 SXM5 80GB"_s);
    QCOMPARE(with("rule-of-thumb"), u"8,192 tokens × 1 sequence, 16 × H100 SXM5 80GB, ZeRO-3"_s);
    const QString page = QString::fromUtf8(
        run(words("estimate --markdown --set method=lecture --set cluster.gpus=16")).out);
    QVERIFY(page.contains(u"8,192 tokens × 1, H100 SXM5 80GB\n"_s));
}

void TestCli::probablySaysWhy()
{
    const QString table = QString::fromUtf8(
        run(words("estimate --set layout.zero=3 --set workload.context=10400")).out);
    QVERIFY2(table.contains(u"\nProbably fits: "_s), qPrintable(table));
    QVERIFY2(table.contains(u"\nAt the upper end of the 90 % range the plan needs "_s),
             qPrintable(table));
}

void TestCli::reportHoldsNoNames()
{
    const QByteArray loud = R"("\u001b[31mred\u009b31m\u0007")";
    const QByteArray keys = "\"name\": " + loud + ", \"id\": " + loud + ", \"num_layers\"";
    QByteArray content = smallPlan;
    content.replace("\"small\"", loud).replace("\"num_layers\"", keys);
    const Ran table = run({u"estimate"_s, u"-"_s}, {content, {}, {}});
    QCOMPARE(table.exit, 0);
    QCOMPARE(tableFault(table.out), QString());
    const QString out = QString::fromUtf8(run(words("estimate - --json"), {content, {}, {}}).out);
    for (const QString& line : out.split(u'\n'))
        QVERIFY2(std::none_of(line.begin(), line.end(), acts), qPrintable(line));
}

void TestCli::sweepValues_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QList<qint64>>("values");
    const auto row = [](const char* name, const char* options, const QList<qint64>& values) {
        QTest::newRow(name) << words(options) << values;
    };
    row("powers of two", "--axis workload.context --from 1024 --to 131072 --points 8",
        {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072});
    row("the ends alone", "--axis workload.context --from 1000 --to 100000 --points 2",
        {1000, 100000});
    // √(1,000 · 10,000) = 3,162.3
    row("rounded to whole tokens", "--axis workload.context --from 1000 --to 10000 --points 3",
        {1000, 3162, 10000});
    // 7 · (9/7)^(1/2) = 7.94
    row("rounded up as well", "--axis workload.context --from 7 --to 9 --points 3", {7, 8, 9});
    row("no value twice", "--axis workload.context --from 1 --to 4 --points 100", {1, 2, 3, 4});
    row("from where to ends", "--axis workload.context --from 512 --to 512 --points 2", {512});
    row("numbers as people type them", "--axis workload.context --from 1k --to 1M --points 2",
        {1024, 1048576});
    row("--axis=KEY", "--axis=workload.context --from=1024 --to=4096 --points=3",
        {1024, 2048, 4096});
    row("the longest context", "--axis workload.context --from 16777216 --to 16777216 --points 2",
        {16777216});
    row("ZeRO stages", "--axis layout.zero --from 0 --to 3 --points 4", {0, 1, 2, 3});
    row("GPUs", "--axis cluster.gpus --from 1 --to 64 --points 7 --set layout.zero=3",
        {1, 2, 4, 8, 16, 32, 64});
    row("sequences", "--axis workload.micro_batch --from 1 --to 8 --points 4", {1, 2, 4, 8});
    row("sizes of a model", "--axis model.parameters --from 1b --to 4b --points 3",
        {1'000'000'000, 2'000'000'000, 4'000'000'000});
    row("by another method",
        "--axis workload.context --from 1024 --to 4096 --points 3 --set method=lecture",
        {1024, 2048, 4096});
}

/// At four billion the shape that is made gets a head of its own, and so has narrower layers.
void TestCli::sweepThatFalls()
{
    const QByteArray note = "Where a total falls, the shape made for the size has narrower layers";
    const auto says = [&](const char* range) {
        const QStringList axis
            = words("sweep --axis model.parameters --points 9 --set layout.zero=3");
        return run(axis + words(range)).out.contains(note);
    };
    QVERIFY(says("--from 3900m --to 4100m"));
    QVERIFY(!says("--from 4b --to 20b"));
    QVERIFY(!says("--from 3900m --to 4100m --csv"));
}

void TestCli::sweepValues()
{
    QFETCH(QStringList, options);
    QFETCH(QList<qint64>, values);
    const Ran ran = run(words("sweep --json") + options);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.exit, 0);
    const json sweep = json::parse(ran.out.toStdString());
    QVERIFY(options.join(u' ').contains(text(sweep.at("axis"))));
    QList<qint64> found;
    for (const json& point : sweep.at("points")) {
        found << whole(point.at("value"));
        QCOMPARE(perGpuFault(point.at("per_gpu")), QString());
    }
    QCOMPARE(found, values);

    // The same numbers as rows: the axis, six groups, total, low, high, capacity, verdict.
    const Ran csv = run(words("sweep --csv") + options);
    QCOMPARE(csv.exit, 0);
    const QList<QByteArray> rows = csv.out.split('\n');
    QCOMPARE(rows.size(), values.size() + 2); // the head, and nothing after the last end of line
    QVERIFY(rows.last().isEmpty());
    QCOMPARE(rows.first(),
             text(sweep.at("axis")).toUtf8()
                 + ",parameters (bytes),gradients (bytes),optimizer (bytes),activations (bytes),"
                   "temporary (bytes),overhead (bytes),total (bytes),low (bytes),high (bytes),"
                   "capacity (bytes),verdict");
    for (qsizetype i = 0; i < values.size(); ++i) {
        const json& perGpu = sweep.at("points").at(static_cast<std::size_t>(i)).at("per_gpu");
        QByteArray row = QByteArray::number(values.at(i));
        for (const char* group : groupNames)
            row += ',' + QByteArray::number(whole(perGpu.at(group)));
        for (const char* name : {"total", "low", "high", "capacity"})
            row += ',' + QByteArray::number(whole(perGpu.at(name)));
        QCOMPARE(rows.at(i + 1), QByteArray(row + ',' + text(perGpu.at("verdict")).toUtf8()));
    }
}

void TestCli::sweepEqualsEstimate_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QStringList>("range");
    QTest::addColumn<QStringList>("settings");
    const auto row
        = [](const char* name, const char* axis, const char* range, const char* settings) {
              QTest::newRow(name) << QString::fromLatin1(axis) << words(range) << words(settings);
          };
    row("context", "workload.context", "--from 1000 --to 200000 --points 7", "--set layout.zero=3");
    row("sequences", "workload.micro_batch", "--from 1 --to 100 --points 5", "");
    row("GPUs", "cluster.gpus", "--from 1 --to 1000 --points 7", "--set layout.zero=3");
    row("ZeRO stage", "layout.zero", "--from 0 --to 3 --points 4", "--set model.id=mixtral-8x7b");
    row("layers", "model.custom.num_layers", "--from 1 --to 64 --points 4",
        "--set model.custom.hidden_size=64 --set model.custom.num_layers=2 "
        "--set model.custom.num_heads=4 --set model.custom.intermediate_size=128 "
        "--set model.custom.vocab_size=1000");
    row("lecture", "workload.context", "--from 1000 --to 200000 --points 5",
        "--set method=lecture");
}

void TestCli::sweepEqualsEstimate()
{
    QFETCH(QString, axis);
    QFETCH(QStringList, range);
    QFETCH(QStringList, settings);
    const json sweep = answer(words("sweep --json --axis") + QStringList{axis} + range + settings);
    QVERIFY(!sweep.at("points").empty());
    for (const json& point : sweep.at("points")) {
        const QString value = u"%1=%2"_s.arg(axis).arg(whole(point.at("value")));
        const json estimate
            = answer(words("estimate --json") + settings + QStringList{u"--set"_s, value});
        QVERIFY2(point.at("per_gpu") == estimate.at("per_gpu"), qPrintable(value));
    }
}

void TestCli::sweepTable()
{
    const Ran ran = run(words("sweep --axis workload.context --from 1024 --to 131072 --points 8"));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(tableFault(ran.out), QString());
    QCOMPARE(ran.out.count('\n'), 9);
    QVERIFY(ran.out.contains("workload.context"));
    QVERIFY(ran.out.contains("131,072"));
    QVERIFY(ran.out.contains("does not fit"));
}

void TestCli::catalogModels()
{
    const json catalog = answer(words("catalog models --json"));
    const json& models = catalog.at("models");
    QVERIFY(models.size() >= 85);
    std::set<std::string> ids;
    int withTotal = 0;
    for (const json& model : models) {
        const std::string id = model.at("id");
        QVERIFY2(!id.empty() && ids.insert(id).second, id.c_str());
        QVERIFY2(isText(model, "name") && model.at("verified").is_boolean(), id.c_str());
        QVERIFY2(isText(model, "source") && !model.at("source").empty(), id.c_str());
        const qint64 parameters = whole(model.at("parameters"));
        QVERIFY2(parameters > 0, id.c_str());
        // Published numbers are rounded where their source names no parameter.
        const json& published = model.at("published_parameters");
        QVERIFY2(published.is_null()
                     || std::abs(published.get<double>() / static_cast<double>(parameters) - 1)
                         < 0.01,
                 id.c_str());
        withTotal += published.is_null() ? 0 : 1;
        QVERIFY2(whole(model.at("active_parameters")) > 0
                     && whole(model.at("active_parameters")) <= parameters,
                 id.c_str());
        const QString setting = u"model.id="_s + QString::fromStdString(id);
        const json estimate = answer(words("estimate --json --set") + QStringList{setting});
        QCOMPARE(text(estimate.at("model").at("id")), QString::fromStdString(id));
        QCOMPARE(whole(estimate.at("model").at("parameters")), parameters);
    }
    QVERIFY(withTotal > 100);
    const auto parameters = [&](const char* id) {
        const auto found = std::find_if(models.begin(), models.end(),
                                        [&](const json& at) { return at.at("id") == id; });
        return found == models.end() ? -1 : whole(found->at("parameters"));
    };
    QCOMPARE(parameters("llama-3.1-8b"), 8'030'261'248);
    QCOMPARE(parameters("llama-3.1-70b"), 70'553'706'496);
    QCOMPARE(parameters("llama-3.1-405b"), 405'853'388'800);
    QCOMPARE(parameters("mixtral-8x7b"), 46'702'792'704);
}

void TestCli::catalogDevices()
{
    const json catalog = answer(words("catalog devices --json"));
    const json& devices = catalog.at("devices");
    QVERIFY(!devices.empty());
    std::set<std::string> ids;
    for (const json& device : devices) {
        const std::string id = device.at("id");
        QVERIFY2(!id.empty() && ids.insert(id).second, id.c_str());
        QVERIFY2(isText(device, "name") && device.at("verified").is_boolean(), id.c_str());
        const qint64 capacity = whole(device.at("capacity_bytes"));
        QVERIFY2(capacity > 0, id.c_str());
        const QString setting = u"cluster.device="_s + QString::fromStdString(id);
        const json estimate = answer(words("estimate --json --set") + QStringList{setting});
        QCOMPARE(whole(estimate.at("per_gpu").at("capacity")), capacity);
    }
    QVERIFY(ids.contains("h100-sxm5-80gb"));
}

/// Llama 3.1 8B in Q4_K_M is published as 4.92 GB, in IQ3_M as 3.7628 bits a weight.
void TestCli::catalogFormats()
{
    const json catalog = answer(words("catalog formats --json"));
    QCOMPARE(text(catalog.at("model")), u"llama-3.1-8b"_s);
    std::set<std::string> ids;
    for (const json& format : catalog.at("formats")) {
        const std::string id = format.at("id");
        ids.insert(id);
        QVERIFY2(format.at("bytes") >= format.at("nominal_bytes"), id.c_str());
        QVERIFY2(format.at("file_bytes") >= format.at("bytes"), id.c_str());
        QVERIFY2(!format.at("source").get<std::string>().empty(), id.c_str());
        if (id == "q4_k_m") {
            QCOMPARE(format.at("nominal_bits"), 4);
            QCOMPARE(format.at("block"), 256);
            QCOMPARE(std::round(format.at("file_bytes").get<double>() / 1e7), 492.0);
        }
        if (id == "iq3_m")
            QVERIFY(std::abs(format.at("bits_per_weight").get<double>() - 3.7628) < 0.0001);
        if (id == "w8a8")
            QVERIFY(format.at("block").is_null());
    }
    QCOMPARE(ids.size(), catalog.at("formats").size());
    QVERIFY(ids.contains("q4_k_m") && ids.contains("iq3_m") && ids.contains("w8a8"));

    const Ran table = run(words("catalog formats"));
    QCOMPARE(table.exit, 0);
    QCOMPARE(tableFault(table.out), QString());
    QCOMPARE(static_cast<std::size_t>(table.out.count('\n')), ids.size() + 1);
}

void TestCli::catalogFormatsOfAModel()
{
    const json catalog = answer(words("catalog formats qwen3-8b --json"));
    QCOMPARE(text(catalog.at("model")), u"qwen3-8b"_s);
    const Ran unknown = run(words("catalog formats frogs"));
    QCOMPARE(unknown.exit, 2);
    QVERIFY2(unknown.err.contains("frogs"), unknown.err.constData());
    QCOMPARE(run(words("catalog formats qwen3-8b llama-3.1-8b")).exit, 2);
    QCOMPARE(run(words("catalog models qwen3-8b")).exit, 2);
}

void TestCli::catalogTables_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("models") << u"models"_s;
    QTest::newRow("devices") << u"devices"_s;
}

void TestCli::catalogTables()
{
    QFETCH(QString, what);
    const Ran ran = run({u"catalog"_s, what});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(tableFault(ran.out), QString());
    const json catalog = answer({u"catalog"_s, what, u"--json"_s});
    const json& entries = catalog.at(what.toStdString());
    const QList<QByteArray> lines = ran.out.split('\n');
    QCOMPARE(static_cast<std::size_t>(lines.size()), entries.size() + 2);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QByteArray line = lines.at(static_cast<qsizetype>(i) + 1);
        const QByteArray id = text(entries.at(i).at("id")).toUtf8();
        QVERIFY2(line.startsWith(QByteArray(id + ' ')), line.constData());
        QVERIFY2(line.contains("not verified") != entries.at(i).at("verified"), line.constData());
    }
}

void TestCli::help()
{
    const Ran ran = run({u"--help"_s});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(tableFault(ran.out), QString());
    const QString page = QString::fromUtf8(ran.out);
    QCOMPARE(helpFault(page), QString());
    for (const char* word : {"catalog", "--help", "--version", "schema", "HW1"})
        QVERIFY2(ran.out.contains(word), word);
    const auto [used, listed] = optionsOf(page);
    QCOMPARE(used, listed);
    QVERIFY(listed.size() >= 30);
}

void TestCli::helpOfACommand_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command :
         {"estimate", "import", "sweep", "solve", "advise", "cards", "search", "compare", "chart",
          "export", "validate", "compare-run", "catalog", "share", "help"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

/// The help of a command describes only this command, and each of its options.
void TestCli::helpOfACommand()
{
    QFETCH(QString, command);
    const Ran ran = run({command, u"--help"_s});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    const QString page = QString::fromUtf8(ran.out);
    QCOMPARE(helpFault(page), QString());
    static const QRegularExpression use(u"^  highwater (\\S+)"_s,
                                        QRegularExpression::MultilineOption);
    QVERIFY(page.contains(use));
    for (auto match = use.globalMatch(page); match.hasNext();)
        QCOMPARE(match.next().captured(1), command);
    const auto [used, listed] = optionsOf(page);
    QCOMPARE(used, listed);
    QVERIFY2(QString::fromUtf8(run({u"--help"_s}).out).contains(u"highwater "_s + command),
             qPrintable(command));
    // The command understands each option that is listed.
    for (const QString& option : listed)
        QVERIFY2(option == u"--html"_s // which would write into the folder x
                     || !QString::fromUtf8(run({command, option + u"=x"_s}).err)
                             .contains(u"unknown option"_s),
                 qPrintable(option));
}

void TestCli::theManualIsShown()
{
    const Ran list = run({u"help"_s});
    QCOMPARE(list.exit, 0);
    QVERIFY(list.out.contains("  zero          ZeRO and FSDP: stages 0 to 3\n"));
    QProcessEnvironment narrow = noDisplay();
    narrow.insert(u"COLUMNS"_s, u"50"_s);
    const Ran page = run(words("help zero"), {{}, {}, narrow});
    QVERIFY(page.out.startsWith("ZeRO and FSDP\n=============\n"));
    for (const QByteArray& line : page.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 50, line.constData());
    QVERIFY(run(words("help zero#stage-2")).out.startsWith("ZeRO-2\n------\n"));
    QVERIFY(QString::fromUtf8(run(words("help zero --lang zh_CN")).out)
                .startsWith(u"ZeRO 与 FSDP\n"_s));
    QCOMPARE(run(words("help estimate")).out, run(words("estimate --help")).out);

    for (const auto& [line, says] :
         std::vector<std::pair<const char*, QString>>{{"help none", u"no page"_s},
                                                      {"help ../zero", u"no page"_s},
                                                      {"help zero#none", u"no section"_s},
                                                      {"help zero --lang xx", u"--lang"_s},
                                                      {"help zero --man", u"a page, or"_s},
                                                      {"help --html= --man", u"a page, or"_s}})
        QCOMPARE(notRefused(run(words(line)), 2, {says}), QString());
}

void TestCli::theManualIsWritten()
{
    QTemporaryDir folder;
    const QString into = folder.filePath(u"a/new/folder"_s);
    const Ran ran = run({u"help"_s, u"--html"_s, into});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(QString::fromUtf8(ran.out), into + u"/index.html\n"_s);
    for (const char* file : {"index.html", "manual.css", "search.js", "en/zero.html",
                             "zh_CN/zero.html", "en/sections.js"})
        QVERIFY2(QFile::exists(into + u'/' + QLatin1String(file)), file);
    QCOMPARE(run({u"help"_s, u"--html"_s, into}).exit, 0); // a second time over the first
    QCOMPARE(notRefused(run({u"help"_s, u"--html"_s, into + u"/index.html"_s}), 1,
                        {u"cannot be written"_s}),
             QString());
}

void TestCli::theManualPageHasEveryOption()
{
    const Ran ran = run({u"help"_s, u"--man"_s});
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.out.startsWith(".TH HIGHWATER 1 "));
    QString page = QString::fromUtf8(ran.out);
    static const QRegularExpression request(u"^[.](TH|SH|TP|PP|br|nh|ad)\\b"_s);
    for (const QString& line : page.split(u'\n'))
        QVERIFY2(!line.startsWith(u'.') || request.match(line).hasMatch(), qPrintable(line));
    page.remove(u'\\');
    for (const QString& option : optionsOf(QString::fromUtf8(run({u"--help"_s}).out)).second)
        QVERIFY2(page.contains(u"fB"_s + option) || page.contains(option + u", "_s),
                 qPrintable(option));
    QVERIFY(page.contains(u"2 bad usage or input"_s));
}

void TestCli::shellsCompleteEveryOption_data()
{
    QTest::addColumn<QString>("optionMark");
    QTest::newRow("bash") << u"--"_s;
    QTest::newRow("zsh") << u"--"_s;
    QTest::newRow("fish") << u"-l "_s;
}

void TestCli::shellsCompleteEveryOption()
{
    QFETCH(QString, optionMark);
    const QString shell = QString::fromLatin1(QTest::currentDataTag());
    const Ran ran = run({u"help"_s, u"--completion"_s, shell});
    QCOMPARE(ran.exit, 0);
    const QString script = QString::fromUtf8(ran.out);
    for (const QString& option : optionsOf(QString::fromUtf8(run({u"--help"_s}).out)).second)
        if (option.startsWith("--"_L1))
            QVERIFY2(script.contains(optionMark + option.mid(2) + u' '), qPrintable(option));
    for (const char* word : {"compare-run", "layout.zero=", "h100-sxm5-80gb", "balanced"})
        QVERIFY2(script.contains(QLatin1String(word)), word);
    QCOMPARE(notRefused(run({u"help"_s, u"--completion"_s, u"tcsh"_s}), 2,
                        {u"--completion"_s, u"fish"_s, u"tcsh"_s}),
             QString());
    QCOMPARE(notRefused(run({u"help"_s, u"--man"_s, u"--completion"_s, shell}), 2, {u"help"_s}),
             QString());
}

void TestCli::version()
{
    const Ran ran = run({u"--version"_s});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    static const QRegularExpression form(u"^highwater \\d+\\.\\d+\\.\\d+\\n$"_s);
    QVERIFY2(form.match(QString::fromUtf8(ran.out)).hasMatch(), ran.out.constData());
}

void TestCli::documentsQuoteTheProgram_data()
{
    QTest::addColumn<int>("least"); // lines that the document quotes at least
    QTest::newRow("README.md") << 15;
    QTest::newRow("resources/help/en/command-line.md") << 50;
    QTest::newRow("resources/help/zh_CN/command-line.md") << 50;
}

/// Every line of a block that begins with a command is one that the command prints, in its order.
/// A block is indented or between fences; what "validate" prints has tests of its own.
void TestCli::documentsQuoteTheProgram()
{
    QFETCH(int, least);
    QFile file(QStringLiteral(HIGHWATER_GOLDEN "/../../")
               + QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(file.open(QFile::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    int checked = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        static const QRegularExpression start(u"^( *)\\$ highwater (.*)$"_s);
        const auto begun = start.match(lines[i]);
        if (!begun.hasMatch())
            continue;
        const QString indent = begun.captured(1);
        QString command = begun.captured(2);
        for (; command.endsWith(u'\\'); command += lines[i].simplified()) {
            command.chop(1);
            ++i;
        }
        if (command.startsWith("chart"_L1) || command.startsWith("validate"_L1))
            continue;
        const QStringList said
            = QString::fromUtf8(run(words(qPrintable(command.simplified()))).out).split(u'\n');
        qsizetype at = 0;
        for (++i; i < lines.size(); ++i) {
            if (lines[i] == "```"_L1 || (!lines[i].isEmpty() && !lines[i].startsWith(indent)))
                break;
            const QString line = lines[i].mid(indent.size());
            if (line.trimmed().isEmpty() || line.trimmed() == u"…"_s)
                continue;
            at = said.indexOf(line, at) + 1;
            QVERIFY2(at > 0, qPrintable(command + u": "_s + line));
            ++checked;
        }
    }
    QVERIFY2(checked >= least, qPrintable(QString::number(checked)));
}

void TestCli::theProgramSaysTheSame_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    const auto row = [](const char* line, const QByteArray& input = {}) {
        QTest::addRow("%s%s", line, input.isEmpty() ? "" : ", with input") << words(line) << input;
    };
    for (const char* line : {"estimate --set layout.zero=3 --check",
                             "estimate --check",
                             "estimate --markdown",
                             "estimate --share",
                             "estimate HW1",
                             "estimate missing.hwplan",
                             "estimate --bogus",
                             "sweep --axis layout.zero --from 0 --to 3 --points 4 --csv",
                             "sweep --axis layout.zero --from 0 --to 4 --points 4",
                             "solve --for cluster.gpus",
                             "advise --json",
                             "cards --csv",
                             "search --csv --top 3",
                             "catalog schema",
                             "catalog frogs",
                             "catalog formats qwen3-8b",
                             "validate missing.csv",
                             "chart -o missing/a.svg",
                             "chart -o a.gif",
                             "--version",
                             "frog"})
        row(line);
    row("estimate - --json", smallPlan);
    row("estimate -", smallPlan.chopped(3));
    row("validate -", "id\n");
    row("-", smallPlan.chopped(3));
}

void TestCli::theProgramSaysTheSame()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, input);
    const Setting setting{input, m_folder.path(), {}};
    const Ran here = run(arguments, setting), there = runProgram(arguments, setting);
    QCOMPARE(here.exit, there.exit);
    QCOMPARE(here.out, there.out);
    QCOMPARE(here.err, there.err);
}

void TestCli::surroundings_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("variables");
    const std::array commands{"estimate --set layout.zero=3",
                              "estimate --json",
                              "sweep --axis workload.context --from 1k --to 16k --points 5 --json",
                              "sweep --axis workload.context --from 1k --to 16k --points 5",
                              "search --top 3",
                              "catalog models",
                              "catalog devices --json",
                              "--help"};
    for (const char* command : commands) {
        const auto row = [&](const char* name, const QStringList& variables) {
            QTest::addRow("%s: %s", name, command) << words(command) << variables;
        };
        row("German", {u"LC_ALL=de_DE.UTF-8"_s, u"LANG=de_DE.UTF-8"_s, u"LANGUAGE=de"_s});
        row("Chinese", {u"LC_ALL=zh_CN.UTF-8"_s, u"LANG=zh_CN.UTF-8"_s});
        row("no Unicode", {u"LC_ALL=C"_s});
        row("a platform that is not there", {u"QT_QPA_PLATFORM=nowhere"_s});
        row("a display that is not there", {u"DISPLAY=:4711"_s, u"WAYLAND_DISPLAY=none"_s});
        row("no home", {u"HOME=/nonexistent"_s, u"XDG_RUNTIME_DIR=/nonexistent"_s});
    }
}

void TestCli::surroundings()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, variables);
    QProcessEnvironment environment = noDisplay();
    for (const QString& variable : variables)
        environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    const Ran there = run(arguments, {{}, {}, environment});
    QCOMPARE(there.exit, 0);
    QCOMPARE(there.err, QByteArray());
    QCOMPARE(there.out, run(arguments).out);
}

QTEST_GUILESS_MAIN(TestCli)
#include "test_cli.moc"
