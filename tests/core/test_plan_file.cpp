// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/compared_plans.h"
#include "core/exchange/plan_file.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

using namespace highwater;

namespace {

/// A plan of the usual keys, as the program writes it.
constexpr const char* designPlan = R"({
  "format": "highwater-plan",
  "version": 1,
  "name": "8B on 8 x H100",
  "method": "exact",
  "model": {
    "id": "llama-3.1-8b"
  },
  "workload": {
    "context": 8192,
    "micro_batch": 1
  },
  "recipe": {
    "precision": "bf16-mixed",
    "optimizer": "adamw",
    "recompute": "none",
    "attention": "flash",
    "kernels": "fused"
  },
  "cluster": {
    "device": "h100-sxm5-80gb",
    "gpus": 8
  },
  "layout": {
    "zero": 3
  }
}
)";

Plan planOfTheDesign()
{
    Plan plan;
    plan.name = "8B on 8 x H100";
    plan.recipe.precision = Precision::Bf16Mixed;
    plan.recipe.optimizer = Optimizer::AdamW;
    plan.recipe.recompute = Recompute::None;
    plan.recipe.attention = Attention::Flash;
    plan.recipe.kernels = Kernels::Fused;
    plan.layout.zero = 3;
    return plan;
}

/// A file with these members after the head.
std::string file(const std::string& members)
{
    return R"({"format":"highwater-plan","version":1,)" + members + "}";
}

/// The same with a model, so that nothing but `members` can be wrong. Its head is 71 bytes long.
std::string withModel(const std::string& members)
{
    return file(R"("model":{"id":"llama-3.1-8b"},)" + members);
}

std::string repeated(const std::string& text, std::size_t count)
{
    std::string all;
    all.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

} // namespace

class TestPlanFile : public QObject
{
    Q_OBJECT

private slots:
    void comparedPlansComeBack();
    void wrongComparedPlans_data();
    void wrongComparedPlans();
    void written();
    void writtenWithACustomModel();
    void roundTrips();
    void goodFiles_data();
    void goodFiles();
    void wrongFiles_data();
    void wrongFiles();
    void hugeFiles_data();
    void hugeFiles();
    void emptyKeys_data();
    void emptyKeys();
    void everyProblemIsTold();
    void truncatedAnywhere();
    void damagedAnywhere();
    void largestFile();
    void longestNotes();
    void readIntoReplacesTheModel();
    void readIntoLeavesThePlanWhenWrong();
};

void TestPlanFile::written()
{
    QCOMPARE(shown(writePlan(planOfTheDesign())), QString::fromUtf8(designPlan));
    const auto plan = readPlan(designPlan);
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(*plan, planOfTheDesign());
}

void TestPlanFile::writtenWithACustomModel()
{
    Plan plan;
    CustomModel model = llama(64, 2, 8, 4, 96, 1000);
    model.tiedEmbeddings = false; // stated, though it is the default: it is written again
    model.mlaKvLoraRank = 16;
    plan.model = model;
    plan.method = MethodId::Lecture;
    plan.notes = "昇腾\n\"8\"";
    plan.workload.globalBatch = 1024;
    plan.adapter.targets = {AdapterTarget::Q, AdapterTarget::V};
    plan.cluster.linkInter = 0.5;
    QCOMPARE(shown(writePlan(plan)), QString::fromUtf8(R"({
  "format": "highwater-plan",
  "version": 1,
  "notes": "昇腾\n\"8\"",
  "method": "lecture",
  "model": {
    "custom": {
      "hidden_size": 64,
      "num_layers": 2,
      "num_heads": 8,
      "num_kv_heads": 4,
      "intermediate_size": 96,
      "vocab_size": 1000,
      "tied_embeddings": false,
      "mla": {
        "kv_lora_rank": 16
      }
    }
  },
  "workload": {
    "context": 8192,
    "micro_batch": 1,
    "global_batch": 1024
  },
  "adapter": {
    "targets": [
      "q",
      "v"
    ]
  },
  "cluster": {
    "device": "h100-sxm5-80gb",
    "gpus": 8,
    "links": {
      "inter": 0.5
    }
  },
  "layout": {
    "zero": 0
  }
}
)"));
}

void TestPlanFile::roundTrips()
{
    Random random(20261121);
    std::size_t custom = 0;
    for (int i = 0; i < 3000; ++i) {
        const Plan plan = planOfRandomKeys(random);
        custom += plan.model.index() == 1 ? 1 : 0;
        const std::string text = writePlan(plan);
        const auto read = readPlan(text);
        QVERIFY2(read, (text + whyNot(read).toStdString()).c_str());
        QVERIFY2(*read == plan, text.c_str());
        QCOMPARE(shown(writePlan(*read)), shown(text));
    }
    QVERIFY(custom > 500);
}

void TestPlanFile::goodFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const std::string& text, KeyPath path,
                        const char* value) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << path << QString::fromUtf8(value);
    };
    row("nothing but a model", file(R"("model":{"id":"x"})"), "model.id", "\"x\"");
    row("a missing key has its default", file(R"("model":{"id":"x"})"), "workload.context", "8192");
    row("parameters", file(R"("model":{"parameters":8e9})"), "model.parameters", "8e+09");
    row("whole parameters", file(R"("model":{"parameters":8000000000})"), "model.parameters",
        "8e+09");
    row("spaces, tabs and lines",
        "\t{ \"format\" :\n\"highwater-plan\",\r\n\"version\":1,"
        "\"model\":{\"id\":\"x\"} }\n\n",
        "model.id", "\"x\"");
    row("escapes in a key", withModel(R"("workload":{"conte\u0078t":1024})"), "workload.context",
        "1024");
    row("escaped pair of surrogates", withModel(R"("name":"\ud83c\udf0a")"), "name", "\"🌊\"");
    row("escaped NUL", withModel(R"("name":"a\u0000b")"), "name", "\"a?b\"");
    row("null global batch", withModel(R"("workload":{"global_batch":null})"),
        "workload.global_batch", "null");
    row("null capacity", withModel(R"("cluster":{"capacity":null})"), "cluster.capacity", "null");
    row("links", withModel(R"("cluster":{"links":{"intra":900}})"), "cluster.links.intra", "900.0");
    row("empty objects", withModel(R"("workload":{},"recipe":{},"layout":{})"), "layout.zero", "0");
    row("a model's file of the catalogue",
        file(R"("model":{"custom":{"id":"m","name":"M","hidden_size":64,"num_layers":2,)"
             R"("num_heads":8,"intermediate_size":96,"vocab_size":10,"arch_verified":true,)"
             R"("total_params_computed":12345,"official_total_params":null,"mtp_layers":1}})"),
        "model.custom.total_params_computed", "12345");
}

void TestPlanFile::goodFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(KeyPath, path);
    QFETCH(QString, value);
    const auto plan = readPlan(text.toStdString());
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(shown(typed(keyOf(path).get(*plan))), value);
}

void TestPlanFile::wrongFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("problems");
    const auto row
        = [](const char* name, const std::string& text, std::initializer_list<const char*> said) {
              QStringList problems;
              for (const char* problem : said)
                  problems << QString::fromUtf8(problem);
              QTest::newRow(name) << QByteArray::fromStdString(text) << problems;
          };
    row("empty", "", {"1:1: not valid JSON: it ends too early"});
    row("a space", " ", {"1:1: not valid JSON: it ends too early"});
    row("no JSON", "highwater", {"1:1: not valid JSON: \"h\" is not expected here"});
    row("an array", "[]", {"1:1: must be an object; found […]"});
    row("a number", "1", {"1:1: must be an object; found 1"});
    row("an empty object", "{}",
        {"format: is missing", "version: is missing",
         "model: a plan has exactly one of model.id, model.custom and model.parameters"});
    row("two values", std::string(designPlan) + "{}", {"28:1: not valid JSON: "});
    row("a comment", withModel("/* */\"name\":\"x\""), {"1:70: not valid JSON: "});
    row("a comma at the end", withModel("\"name\":\"x\","),
        {"1:81: not valid JSON: \"}\" is not expected here"});
    row("single quotes", withModel("'name':1"), {"1:70: not valid JSON: "});
    row("NaN", withModel(R"("workload":{"context":NaN})"), {"1:92: not valid JSON: "});
    row("minus infinity", withModel(R"("workload":{"context":-Infinity})"),
        {"1:93: not valid JSON: "});
    row("1e400", withModel(R"("workload":{"context":1e400})"),
        {"1:96: workload.context: must be a whole number from 1 to 16,777,216; found 1e400"});
    row("leading zero", withModel(R"("workload":{"context":01})"),
        {"1:94: not valid JSON: ",
         "1:93: workload.context: must be a whole number from 1 to 16,777,216; found 0"});
    row("embedded NUL", withModel(std::string("\"name\":\"a\0b\"", 13)),
        {"1:79: not valid JSON: it has a NUL byte"});
    row("NUL after the plan", designPlan + std::string(1, '\0'), {"28:1: not valid JSON"});
    row("a line break in a text", withModel("\"name\":\"a\nb\""), {"2:1: not valid JSON: "});
    row("byte order mark of UTF-16", "\xFF\xFE{", {"1:1: is text in UTF-16; save it as UTF-8"});
    row("lone continuation byte", withModel("\"name\":\"a\x80\""), {"1:78: not valid JSON: "});
    row("overlong slash", withModel("\"name\":\"\xC0\xAF\""), {"1:78: not valid JSON: "});
    row("surrogate in UTF-8", withModel("\"name\":\"\xED\xA0\x80\""), {"1:78: not valid JSON: "});
    row("lone surrogate escape", withModel(R"("name":"\ud83c")"), {"1:84: not valid JSON: "});
    row("lone low surrogate escape", withModel(R"("name":"\udf0a")"), {"1:83: not valid JSON: "});
    row("invalid UTF-8 in a key", withModel("\"\xFF\":1"), {"1:71: not valid JSON: "});
    row("negative count", withModel(R"("cluster":{"gpus":-1})"),
        {"1:89: cluster.gpus: must be a whole number from 1 to 1,048,576; found -1"});
    row("fractional count", withModel(R"("cluster":{"gpus":7.5})"),
        {"1:90: cluster.gpus: must be a whole number from 1 to 1,048,576; found 7.5"});
    row("8192.0 is no whole number", withModel(R"("workload":{"context":8192.0})"),
        {"1:97: workload.context: must be a whole number from 1 to 16,777,216; found 8192.0"});
    row("8e3 is no whole number", withModel(R"("workload":{"context":8e3})"),
        {"1:94: workload.context: must be a whole number from 1 to 16,777,216; found 8000.0"});
    row("zero", withModel(R"("workload":{"context":0})"),
        {"1:92: workload.context: must be a whole number from 1 to 16,777,216; found 0"});
    row("minus zero", withModel(R"("workload":{"context":-0})"),
        {"1:93: workload.context: must be a whole number from 1 to 16,777,216; found 0"});
    row("huge real", withModel(R"("workload":{"context":1e30})"),
        {"1:95: workload.context: must be a whole number from 1 to 16,777,216; found 1e+30"});
    row("2^63", withModel(R"("workload":{"training_tokens":9223372036854775808})"),
        {"1:118: workload.training_tokens: must be a whole number from 1 to "
         "1,000,000,000,000,000,000; found 9223372036854775808"});
    row("2^63 - 1", withModel(R"("workload":{"training_tokens":9223372036854775807})"),
        {"1:118: workload.training_tokens: must be a whole number from 1 to "
         "1,000,000,000,000,000,000; found 9223372036854775807"});
    row("-2^63 - 1", withModel(R"("cluster":{"reserve":-9223372036854775809})"),
        {"1:110: cluster.reserve: must be a whole number from 0 to 1,000,000,000,000,000; found "
         "-9223372036854775808"});
    row("one over the range", withModel(R"("workload":{"context":16777217})"),
        {"1:99: workload.context: must be a whole number from 1 to 16,777,216; found 16777217"});
    row("unknown key", withModel(R"("colour":"red")"), {"1:83: colour: is not a key of a plan"});
    row("unknown key in a group", withModel(R"("workload":{"contxt":1})"),
        {"1:91: workload.contxt: is not a key of a plan"});
    row("unknown key with an object", withModel(R"("colour":{"workload":{"context":0}})"),
        {"1:79: colour: is not a key of a plan; found {…}"});
    row("a path is no key", withModel(R"("workload.context":1024)"),
        {R"(1:87: workload.context: is not a key in a file: write "workload": { "context": … }; found)"
         R"( "workload.context")"});
    row("a path is no key of a group", file(R"("model":{"id":"x"},"cluster":{"links.intra":1})"),
        {R"(1:82: cluster.links.intra: is not a key in a file: write "links": { "intra": … }; found)"
         R"( "links.intra")"});
    row("duplicate key", withModel(R"("name":"a","name":"a")"), {"1:86: name: is written twice"});
    row("duplicate key in a group", withModel(R"("workload":{"context":1,"context":2})"),
        {"1:102: workload.context: is written twice"});
    row("duplicate group", withModel(R"("workload":{"context":1},"workload":{"micro_batch":2})"),
        {"1:104: workload: is written twice"});
    row("duplicate key, escaped", withModel(R"("name":"a","n\u0061me":"b")"),
        {"1:91: name: is written twice"});
    row("duplicate format", withModel(R"("format":"highwater-plan")"),
        {"1:77: format: is written twice"});
    row("duplicate unknown key", withModel(R"("x":1,"x":1)"),
        {"1:74: x: is not a key of a plan", "1:78: x: is written twice",
         "1:80: x: is not a key of a plan"});
    row("object for a number", withModel(R"("workload":{"context":{"tokens":1}})"),
        {"1:92: workload.context: must be a whole number from 1 to 16,777,216; found {…}"});
    row("array for a number", withModel(R"("workload":{"context":[1]})"),
        {"1:92: workload.context: must be a whole number from 1 to 16,777,216; found […]"});
    row("array for a text", withModel(R"("name":["a"])"),
        {"1:77: name: must be a text of at most 1,024 bytes; found […]"});
    row("number for an object", withModel(R"("workload":1)"),
        {"1:81: workload: must be an object; found 1"});
    row("text for an object", withModel(R"("workload":"long")"),
        {"1:86: workload: must be an object; found \"long\""});
    row("array for an object", withModel(R"("workload":[])"),
        {"1:81: workload: must be an object; found […]"});
    row("null for an object", withModel(R"("workload":null)"),
        {"1:84: workload: must be an object; found null"});
    row("number for a text", withModel(R"("name":1)"),
        {"1:77: name: must be a text of at most 1,024 bytes; found 1"});
    row("text for a number", withModel(R"("workload":{"context":"8192"})"),
        {"1:97: workload.context: must be a whole number from 1 to 16,777,216; found \"8192\""});
    row("number for a bool", withModel(R"("recipe":{"dropout":1})"),
        {"1:90: recipe.dropout: must be true or false; found 1"});
    row("bool for a number", withModel(R"("layout":{"zero":true})"),
        {"1:90: layout.zero: must be a whole number from 0 to 3; found true"});
    row("text for a list", withModel(R"("adapter":{"targets":"q"})"),
        {"1:93: adapter.targets: must be a list, without repeats, of q, k, v, o, gate, up, down, "
         "head, embedding; found \"q\""});
    row("number in a list", withModel(R"("adapter":{"targets":["q",1]})"),
        {"1:96: adapter.targets: must be a list, without repeats, of q, k, v, o, gate, up, down, "
         "head, embedding; found 1"});
    row("list in a list", withModel(R"("adapter":{"targets":[["q"]]})"),
        {"1:92: adapter.targets: must be a list, without repeats, of q, k, v, o, gate, up, down, "
         "head, embedding; found […]"});
    row("object in a list", withModel(R"("adapter":{"targets":[{}]})"),
        {"1:92: adapter.targets: must be a list, without repeats, of q, k, v, o, gate, up, down, "
         "head, embedding; found {…}"});
    row("repeat in a list", withModel(R"("adapter":{"targets":["q","q"]})"),
        {"1:99: adapter.targets: must be a list, without repeats, of q, k, v, o, gate, up, down, "
         "head, embedding; found [\"q\", \"q\"]"});
    row("unknown word", withModel(R"("workload":{"task":"guess"})"),
        {"1:95: workload.task: must be one of train, inference, preference, reinforcement; "
         "found \"guess\""});
    row("null where not allowed", withModel(R"("workload":{"context":null})"),
        {"1:95: workload.context: must be a whole number from 1 to 16,777,216; found null"});
    row("null for a choice", withModel(R"("recipe":{"precision":null})"),
        {"1:95: recipe.precision: must be one of bf16-mixed, fp16-mixed, bf16, fp32, fp8-mixed, "
         "fp8-block-mixed, mxfp8-mixed, nvfp4-mixed, fp16; found null"});
    row("version 2", R"({"format":"highwater-plan","version":2,"mode":{},"model":{"id":"x"}})",
        {"1:38: version: this plan was written by a newer Highwater; this one reads version 1; "
         "found 2"});
    row("version 2, last",
        R"({"format":"highwater-plan","model":{"id":"x"},"novelty":1,"version":2})",
        {"1:69: version: this plan was written by a newer Highwater; this one reads version 1; "
         "found 2"});
    row("version as text", R"({"format":"highwater-plan","version":"1","model":{"id":"x"}})",
        {"1:40: version: must be 1; found \"1\""});
    row("version 1.0", R"({"format":"highwater-plan","version":1.0,"model":{"id":"x"}})",
        {"1:40: version: must be 1; found 1.0"});
    row("version 0", R"({"format":"highwater-plan","version":0,"model":{"id":"x"}})",
        {"1:38: version: must be 1; found 0"});
    row("version null", R"({"format":"highwater-plan","version":null,"model":{"id":"x"}})",
        {"1:41: version: must be 1; found null"});
    row("no version", R"({"format":"highwater-plan","model":{"id":"x"}})", {"version: is missing"});
    row("another format", R"({"format":"highwater-estimate","version":1,"model":{"id":"x"}})",
        {"1:30: format: must be \"highwater-plan\"; found \"highwater-estimate\""});
    row("format as an object", R"({"format":{},"version":1,"model":{"id":"x"}})",
        {"1:11: format: must be \"highwater-plan\"; found {…}"});
    row("no format", R"({"version":1,"model":{"id":"x"}})", {"format: is missing"});
    row("no model", R"({"format":"highwater-plan","version":1})",
        {"model: a plan has exactly one of model.id, model.custom and model.parameters"});
    row("an empty model", file(R"("model":{})"),
        {"model: a plan has exactly one of model.id, model.custom and model.parameters"});
    row("id and parameters", file(R"("model":{"id":"x","parameters":8e9})"),
        {"1:69: model.parameters: a plan has exactly one of model.id, model.custom and "
         "model.parameters"});
    row("id and custom", file(R"("model":{"id":"x","custom":{"hidden_size":64}})"),
        {"1:65: model.custom: a plan has exactly one of model.id, model.custom and "
         "model.parameters"});
    row("custom and parameters", file(R"("model":{"custom":{"hidden_size":64},"parameters":8e9})"),
        {"1:88: model.parameters: a plan has exactly one of model.id, model.custom and "
         "model.parameters"});
    row("all three", file(R"("model":{"id":"x","custom":{},"parameters":8e9})"),
        {"1:65: model.custom: a plan has exactly one of model.id, model.custom and "
         "model.parameters",
         "1:81: model.parameters: a plan has exactly one of model.id, model.custom and "
         "model.parameters"});
    row("a number as the model", file(R"("model":8)"), {"1:48: model: must be an object; found 8"});
    row("custom is a text", file(R"("model":{"custom":"llama"})"),
        {"1:64: model.custom: must be an object; found \"llama\""});
    row("parameters too few", file(R"("model":{"parameters":999999})"),
        {"1:67: model.parameters: must be a number from 1e+06 to 1e+14; found 999999"});
    row("parameters as text", file(R"("model":{"parameters":"8b"})"),
        {"1:65: model.parameters: must be a number from 1e+06 to 1e+14; found \"8b\""});
    row("place in the third line",
        "{\"format\":\"highwater-plan\",\n\"version\":1,\n  \"model\": 8}",
        {"3:12: model: must be an object; found 8"});
    row("broken in the second line", "{\"format\":\n  \"highwater-plan}",
        {"2:18: not valid JSON: "});
}

void TestPlanFile::wrongFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, problems);
    const auto plan = readPlan(text.toStdString());
    QVERIFY(!plan);
    const QString found = shown(plan.problems()).join(u'\n');
    QVERIFY2(plan.problems().size() == static_cast<std::size_t>(problems.size()),
             qPrintable(found));
    for (qsizetype i = 0; i < problems.size(); ++i) {
        const Problem& problem = plan.problems()[static_cast<std::size_t>(i)];
        const bool said = shown(english(problem)).startsWith(problems[i]);
        QVERIFY2(said, qPrintable(found));
    }
}

void TestPlanFile::hugeFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& text, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(said);
    };
    constexpr std::size_t million = 1'000'000;
    row("a million arrays", std::string(million, '['), "1:65: nested more than 64 levels deep");
    row("objects to the limit", repeated("{\"a\":", mostPlanBytes / 5),
        "1:321: nested more than 64 levels deep");
    row("a million arrays in a known key",
        withModel("\"adapter\":{\"targets\":" + std::string(million, '[')),
        "1:153: nested more than 64 levels deep");
    row("65 deep", withModel("\"x\":" + std::string(64, '[') + std::string(64, ']')),
        "1:137: nested more than 64 levels deep");
    row("one byte over 1 MiB",
        designPlan + std::string(mostPlanBytes + 1 - strlen(designPlan), ' '),
        "larger than a plan can be, 1,048,576 bytes");
    row("100 MB", std::string(100 * million, ' '), "larger than a plan can be, 1,048,576 bytes");
    row("a long number", withModel("\"workload\":{\"context\":" + std::string(million, '9') + "}"),
        "workload.context: must be a whole number from 1 to 16,777,216; found 999");
    row("a long key", withModel("\"" + std::string(million, 'k') + "\":1"),
        "is not a key of a plan");
    row("many unknown keys", withModel(repeated("\"k\":1,", 1000) + "\"k\":1"),
        "is not a key of a plan");
}

void TestPlanFile::hugeFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    const auto plan
        = readPlan(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    QVERIFY(!plan);
    QVERIFY2(shown(plan.problems()).join(u'\n').contains(said),
             english(plan.problems().front()).substr(0, 400).c_str());
}

void TestPlanFile::emptyKeys_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("number") << QByteArray::fromStdString(withModel(R"("":1)"));
    QTest::newRow("object") << QByteArray::fromStdString(withModel(R"("":{})"));
    QTest::newRow("object with known keys")
        << QByteArray::fromStdString(withModel(R"("":{"workload":{"context":1}})"));
    QTest::newRow("the whole plan inside")
        << QByteArray::fromStdString("{\"\":" + std::string(designPlan) + "}");
    QTest::newRow("inside a group") << QByteArray::fromStdString(withModel(R"("workload":{"":1})"));
}

void TestPlanFile::emptyKeys()
{
    QFETCH(QByteArray, text);
    const auto plan = readPlan(text.toStdString());
    QVERIFY(!plan);
    QCOMPARE(shown(english(plan.problems().front().message)),
             QLatin1String("is not a key of a plan"));
}

void TestPlanFile::everyProblemIsTold()
{
    const auto plan = readPlan("{\n"
                               "  \"format\": \"highwater-plan\",\n"
                               "  \"version\": 1,\n"
                               "  \"model\": {\"id\": \"x\"},\n"
                               "  \"workload\": {\n"
                               "    \"context\": 0,\n"
                               "    \"micro_batch\": \"one\",\n"
                               "    \"batch\": 1\n"
                               "  },\n"
                               "  \"layout\": {\"zero\": 4}\n"
                               "}\n");
    QVERIFY(!plan);
    QStringList lines; // the line of the place, and the field
    for (const Problem& problem : plan.problems())
        lines << shown(problem.place).section(u':', 0, 0) + u' ' + shown(problem.field);
    QCOMPARE(
        lines,
        (QStringList{QStringLiteral("6 workload.context"), QStringLiteral("7 workload.micro_batch"),
                     QStringLiteral("8 workload.batch"), QStringLiteral("10 layout.zero")}));
}

void TestPlanFile::truncatedAnywhere()
{
    const std::string good = writePlan(planOfTheDesign());
    const std::string whole = good.substr(0, good.find_last_of('}') + 1);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto plan = readPlan(std::string_view(whole).substr(0, length));
        QVERIFY2(!plan, whole.substr(0, length).c_str());
        const Problem& first = plan.problems().front();
        QVERIFY2(english(first).find("not valid JSON") != std::string::npos,
                 english(first).c_str());
        QVERIFY2(!first.place.empty(), english(first).c_str());
    }
    QVERIFY(readPlan(whole));
}

void TestPlanFile::damagedAnywhere()
{
    // Whatever a byte becomes, there is a plan or a problem, and a plan that is written reads back.
    const std::string good = writePlan(planOfTheDesign());
    int plans = 0, problems = 0;
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const int change : {0x01, 0x20, 0x80}) {
            std::string text = good;
            text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ change);
            const auto plan = readPlan(text);
            if (plan) {
                const auto again = readPlan(writePlan(*plan));
                QVERIFY2(again && *again == *plan, text.c_str());
                ++plans;
            } else {
                QVERIFY2(isUtf8(english(plan.problems().front())), text.c_str());
                ++problems;
            }
        }
    QVERIFY(plans > 0); // another name or another size is still a plan
    QVERIFY(problems > plans);
}

void TestPlanFile::largestFile()
{
    const std::string good = designPlan;
    const auto plan = readPlan(good + std::string(mostPlanBytes - good.size(), ' '));
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(*plan, planOfTheDesign());
}

void TestPlanFile::longestNotes()
{
    constexpr std::size_t most = 65536;
    const auto plan = readPlan(withModel("\"notes\":\"" + std::string(most, 'n') + "\""));
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(plan->notes.size(), most);

    const auto longer = readPlan(withModel("\"notes\":\"" + std::string(most + 1, 'n') + "\""));
    QVERIFY(!longer);
    QCOMPARE(longer.problems().size(), std::size_t{1});
    QCOMPARE(shown(longer.problems().front().field), QLatin1String("notes"));
    QCOMPARE(shown(english(longer.problems().front().message)),
             QLatin1String("must be a text of at most 65,536 bytes"));
    QVERIFY(longer.problems().front().found.size() < 100); // not the notes themselves

    // Bytes count, not characters.
    const auto wide = readPlan(withModel("\"notes\":\"" + repeated("é", most / 2 + 1) + "\""));
    QVERIFY(!wide);
}

void TestPlanFile::readIntoReplacesTheModel()
{
    Plan plan;
    plan.name = "kept";
    const Problems problems = readInto(
        plan, KeyGroup("model.custom").text(),
        R"({"hidden_size":64,"num_layers":2,"num_heads":8,"intermediate_size":96,"vocab_size":10})");
    QVERIFY2(problems.empty(), qPrintable(shown(problems).join(u'\n')));
    const auto* model = std::get_if<CustomModel>(&plan.model);
    QVERIFY(model);
    QCOMPARE(model->hiddenSize.value_or(0), std::int64_t{64});
    QCOMPARE(shown(plan.name), QLatin1String("kept"));

    // A second one replaces the first whole.
    QVERIFY(readInto(plan, KeyGroup("model.custom").text(), R"({"num_layers":3})").empty());
    QVERIFY(!std::get<CustomModel>(plan.model).hiddenSize);
}

void TestPlanFile::readIntoLeavesThePlanWhenWrong()
{
    Plan plan;
    const Problems problems
        = readInto(plan, KeyGroup("workload").text(), R"({"context":1024,"micro_batch":0})");
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(shown(problems.front().field), shown(KeyPath("workload.micro_batch")));
    QCOMPARE(plan, Plan{});
    QVERIFY(!readInto(plan, KeyGroup("workload").text(), "{").empty());
    QVERIFY(!readInto(plan, KeyGroup("workload").text(), "8192").empty());
    QCOMPARE(plan, Plan{});
}

void TestPlanFile::comparedPlansComeBack()
{
    const Plan plan = planOfTheDesign();
    ComparedSet set;
    set.baseline = plan;
    set.baseline->layout.zero = 2;
    for (const char* name : {"one", "\"two\" \\ \n três"}) {
        set.plans.push_back({name, plan});
        set.plans.back().plan.workload.context = 4096;
    }
    set.base = 3;
    const std::string text = writePlan(plan, set);
    const auto read = readPlan(text);
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(*read, plan);
    const auto compared = readCompared(text);
    QVERIFY2(compared, qPrintable(whyNot(compared)));
    QCOMPARE(*compared, set);
    QCOMPARE(writePlan(plan, {}), writePlan(plan)); // as before, where there is none
    QVERIFY(readCompared(designPlan)->empty());
    QCOMPARE(writePlan(plan, *compared), text);
}

void TestPlanFile::wrongComparedPlans_data()
{
    QTest::addColumn<std::string>("compared");
    QTest::addColumn<QString>("says");
    const std::string plan = file(R"("model":{"id":"llama-3.1-8b"})");
    const std::string named = R"({"name":"a","plan":)" + plan + "}";
    QTest::newRow("a number") << std::string("5") << QStringLiteral("is not a key");
    QTest::newRow("a list") << std::string("[]") << QStringLiteral("is not a key");
    QTest::newRow("an unknown part")
        << std::string(R"({"plan":5})") << QStringLiteral("compared.plan");
    QTest::newRow("too many plans") << R"({"plans":[)" + named + "," + named + "," + named + ","
            + named + "]}" << QStringLiteral("at most 3");
    QTest::newRow("a thousand plans")
        << R"({"plans":[)" + repeated("{},", 1000) + "{}]}" << QStringLiteral("at most 3");
    QTest::newRow("a plan without a name")
        << R"({"plans":[{"plan":)" + plan + "}]}" << QStringLiteral("name");
    QTest::newRow("a name that is a number")
        << R"({"plans":[{"name":1,"plan":)" + plan + "}]}" << QStringLiteral("name");
    QTest::newRow("a plan that is none")
        << std::string(R"({"plans":[{"name":"a","plan":"b"}]})") << QStringLiteral("object");
    QTest::newRow("a value that no plan has")
        << R"({"baseline":)" + withModel(R"("layout":{"zero":9})") + "}"
        << QStringLiteral("compared.baseline: layout.zero");
    QTest::newRow("sets within sets")
        << R"({"baseline":)" + withModel(R"("compared":{})") + "}" << QStringLiteral("of its own");
    QTest::newRow("a base beyond")
        << std::string(R"({"base":1})") << QStringLiteral("compared.base");
    QTest::newRow("a base below") << std::string(R"({"base":-1})")
                                  << QStringLiteral("compared.base");
    QTest::newRow("deep") << R"({"baseline":)" + repeated("{\"a\":", 200) + "1" + repeated("}", 200)
            + "}" << QString();
}

/// The whole file is refused, as saving it again would lose what was in it.
void TestPlanFile::wrongComparedPlans()
{
    QFETCH(std::string, compared);
    QFETCH(QString, says);
    const auto read = readPlan(withModel("\"compared\":" + compared));
    QVERIFY(!read);
    const QString why = whyNot(read);
    QVERIFY2(why.contains(says), qPrintable(why));
}

QTEST_APPLESS_MAIN(TestPlanFile)
#include "test_plan_file.moc"
