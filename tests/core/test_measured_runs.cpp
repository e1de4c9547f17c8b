// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measured_runs.h"
#include "core/measured/run_speeds.h"
#include "helpers.h"
#include "run_rows.h"

#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

/// The facts that notes set, as text.
QString told(const RunNotes& notes)
{
    QStringList said;
    const auto number = [&](const char* name, const std::optional<std::int64_t>& value) {
        if (value)
            said << u"%1=%2"_s.arg(QLatin1String(name)).arg(*value);
    };
    const auto text = [&](const char* name, const std::string& value) {
        if (!value.empty())
            said << u"%1=%2"_s.arg(QLatin1String(name), shown(value));
    };
    const auto sign = [&](const char* name, bool value) {
        if (value)
            said << QLatin1String(name);
    };
    number("accumulated", notes.gradAccum);
    number("global", notes.globalBatch);
    number("summed", notes.gpusSummed);
    number("trainable", notes.trainable);
    number("virtual", notes.virtualPipeline);
    number("experts", notes.expertParallel);
    text("method", notes.method);
    text("quantized", notes.quantization);
    text("adds", notes.cumulative);
    text("mode", notes.tpMode);
    sign("first", notes.firstStage);
    sign("contradictory", notes.contradictory);
    sign("operator", notes.oneOperator);
    sign("open", notes.recipeOpen);
    sign("float8", notes.float8);
    sign("device", notes.deviceReading);
    return said.join(u", "_s);
}

} // namespace

class TestMeasuredRuns : public QObject
{
    Q_OBJECT

private slots:
    void notes_data();
    void notes();
    void columnsInAnyOrder();
    void numbers_data();
    void numbers();
    void brokenTables_data();
    void brokenTables();
    void speeds();
    void brokenSpeeds_data();
    void brokenSpeeds();
};

void TestMeasuredRuns::notes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& text, const QString& says) {
        QTest::newRow(name) << text << says;
    };
    row("nothing", u""_s, u""_s);
    row("nothing that recurs", u"ran on a Tuesday"_s, u""_s);
    row("nanotron",
        u"tier=C; grad_accum=256; global batch 256 x 4096 = 1M tokens; tp_mode not printed (script "
        "default REDUCE_SCATTER); CSV is written by world rank 0 = FIRST pipeline stage (1F1B)"_s,
        u"accumulated=256, global=256, first"_s);
    row("nanotron, in conflict", u"grad_accum=8; CONFLICT: the source shows several outcomes"_s,
        u"accumulated=8, contradictory"_s);
    row("nanotron, fields that disagree", u"grad_accum=8; ODD: dp*mbs*grad_accum = 128"_s,
        u"accumulated=8, contradictory"_s);
    row("nanotron, old bench",
        u"global batch 1024 x 4096; (tied, tp_mode REDUCE_SCATTER, zero_stage 1)"_s,
        u"global=1024, mode=REDUCE_SCATTER"_s);
    row("Qwen",
        u"method=Full-parameter; grad accum 8; value is the SUM over 2 GPUs; recompute not stated"_s,
        u"accumulated=8, summed=2, method=Full-parameter"_s);
    row("Qwen, with embeddings", u"~; method=LoRA (emb); grad accum 8; single GPU"_s,
        u"accumulated=8, method=LoRA (emb)"_s);
    row("litgpt, a configuration",
        u"method=lora (config gemma-2b/lora.yaml); seq is max_seq_length"_s, u"method=lora"_s);
    row("litgpt, quantized",
        u"method=LoRA; trainable params 4,194,304; seq = longest; quantization bnb.nf4-dq"_s,
        u"trainable=4194304, method=LoRA, quantized=bnb.nf4-dq"_s);
    row("torchtune", u"cumulative: + 8-bit AdamW; metric \"Peak Memory Active\""_s,
        u"adds=+ 8-bit AdamW"_s);
    row("torchtune, flags that are not printed",
        u"method=LoRA; recipe flags (AC, optimizer) differ by row and are not printed; "_s,
        u"method=LoRA, open"_s);
    row("flags that are printed", u"recipe flags as printed"_s, u""_s);
    row("the gist", u"BS per device/global = 8/128 (last row global 128); HF"_s, u"global=128"_s);
    row("Megatron-Bridge", u"VPP10; ran with expandable_segments; GBS 32; which rank"_s,
        u"global=32, virtual=10"_s);
    row("Megatron-Bridge, experts", u"MoE, EP=8, GBS 4; peak"_s, u"global=4, experts=8"_s);
    row("an operator", u"one operator, not a model: mode full"_s, u"operator"_s);
    row("float8", u"max over all GPUs; torch.compile + float8"_s, u"float8"_s);
    row("a device reading", u"nvidia-smi device use, includes 1343 MiB"_s, u"device"_s);
    row("a phrase inside a word", u"XGBS 32; SWEEP=8; my_method=LoRA"_s, u""_s);
    row("no number after it", u"grad accum many; GBS unknown"_s, u""_s);
    row("a number beyond counting", u"grad accum 99999999999999999999"_s, u""_s);
    row("the first of two", u"grad_accum=4; grad accum 8"_s, u"accumulated=4"_s);
}

void TestMeasuredRuns::notes()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    QCOMPARE(told(notesOf(text.toStdString())), says);
}

void TestMeasuredRuns::columnsInAnyOrder()
{
    RunReader reader(
        "unit,unknown,value_GB_or_GiB,seq,gpus,notes,micro_batch,measured_what,model,id\n"
        "MiB,x,16549.94, 4096 ,16,grad_accum=4,8,peak_allocated,some,nbold-0017\n");
    MeasuredRun run;
    QVERIFY(reader.next(run));
    QCOMPARE(run.id, std::string("nbold-0017"));
    QCOMPARE(run.unit, std::string("MiB"));
    QCOMPARE(run.value, std::string("16549.94"));
    QCOMPARE(run.seq, std::optional<std::int64_t>(4096));
    QCOMPARE(run.gpus, std::optional<std::int64_t>(16));
    QCOMPARE(run.microBatch, std::optional<std::int64_t>(8));
    QCOMPARE(run.notes.gradAccum, std::optional<std::int64_t>(4));
    QVERIFY(!run.layers && !run.params && run.sharding.empty() && run.notANumber.empty());
    QVERIFY(!reader.next(run));
    QVERIFY(!reader.problem());
}

void TestMeasuredRuns::numbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isNumber");
    QTest::addColumn<qint64>("number");
    const auto row = [](const char* name, const QString& text, bool isNumber, qint64 number) {
        QTest::newRow(name) << text << isNumber << number;
    };
    row("a whole number", u"4096"_s, true, 4096);
    row("a real that is whole", u"4096.0"_s, true, 4096);
    row("below zero", u"-1"_s, true, -1);
    row("a real", u"0.5"_s, false, 0);
    row("a range", u"1-2"_s, false, 0);
    row("a word", u"many"_s, false, 0);
    row("a number and a unit", u"8k"_s, false, 0);
    row("beyond counting", u"1e300"_s, false, 0);
    row("no number at all", u"nan"_s, false, 0);
    row("without end", u"inf"_s, false, 0);
}

void TestMeasuredRuns::numbers()
{
    QFETCH(QString, text);
    QFETCH(bool, isNumber);
    QFETCH(qint64, number);
    const MeasuredRun run = runOf({{"seq", text.toStdString()}});
    QCOMPARE(run.seq.has_value(), isNumber);
    QCOMPARE(run.notANumber, std::string(isNumber ? "" : "seq"));
    if (isNumber)
        QCOMPARE(qint64(*run.seq), number);
}

void TestMeasuredRuns::brokenTables_data()
{
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& table, const QString& says) {
        QTest::newRow(name) << table << says;
    };
    const QByteArray head = "id,model,gpus,seq,micro_batch,measured_what,value_GB_or_GiB,unit";
    row("nothing", "", u"1:1: has no header row"_s);
    row("nothing but blank lines", "\n\n", u"1:1: has no header row"_s);
    row("a column missing", "id,model,gpus,seq,micro_batch,measured_what,value_GB_or_GiB\n",
        u"1:1: unit: is missing: measured runs need this column"_s);
    row("a column twice", head + ",seq\n", u"1:1: seq: is the name of two columns"_s);
    row("an unknown column twice", head + ",x,x\n", u"1:1: x: is the name of two columns"_s);
    row("something else", "{\"format\": \"highwater-plan\"}\n",
        u"1:2: has a quote inside a field that does not begin with one"_s);
    row("a broken second row", head + "\na,b,1,1,1,fits,,\n\"",
        u"3:1: has a quote that is not closed"_s);
}

void TestMeasuredRuns::brokenTables()
{
    QFETCH(QByteArray, table);
    QFETCH(QString, says);
    const std::string text = table.toStdString();
    RunReader reader(text);
    MeasuredRun run;
    while (reader.next(run)) { }
    QVERIFY(reader.problem());
    QCOMPARE(shown(english(*reader.problem())), says);
}

void TestMeasuredRuns::speeds()
{
    const auto found = readSpeeds("tokens_per_second_per_gpu,mfu, id\n"
                                  "12013,13.7,nano-0005\n"
                                  " 32640.5 ,, nano-0006 \n"
                                  ",1,nano-0007\n");
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(*found, (RunSpeeds{{"nano-0005", 12013}, {"nano-0006", 32640.5}}));
}

void TestMeasuredRuns::brokenSpeeds_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& table, const QString& says) {
        QTest::newRow(name) << table << says;
    };
    row("nothing", u""_s, u"1:1: has no header row"_s);
    row("no id", u"run,tokens_per_second_per_gpu\n"_s,
        u"1:1: id: is missing: measured speeds need this column"_s);
    row("no speed", u"id,mfu\n"_s,
        u"1:1: tokens_per_second_per_gpu: is missing: measured speeds need this column"_s);
    for (const char* speed : {"0", "-1", "fast", "nan", "inf", "1e999"})
        row(speed, u"id,tokens_per_second_per_gpu\na,1\nb,%1\n"_s.arg(QLatin1String(speed)),
            u"3:1: tokens_per_second_per_gpu: must be a number above 0; found %1"_s.arg(
                QLatin1String(speed)));
    row("an id twice", u"id,tokens_per_second_per_gpu\na,1\na,1\n"_s,
        u"3:1: id: comes twice; found a"_s);
    row("too few fields", u"id,tokens_per_second_per_gpu\na\n"_s,
        u"2:1: has 1 field where the first row has 2"_s);
}

void TestMeasuredRuns::brokenSpeeds()
{
    QFETCH(QString, table);
    QFETCH(QString, says);
    const auto found = readSpeeds(table.toStdString());
    QVERIFY(!found);
    QCOMPARE(shown(found.problems()), QStringList{says});
}

QTEST_APPLESS_MAIN(TestMeasuredRuns)
#include "test_measured_runs.moc"
