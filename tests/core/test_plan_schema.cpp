// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"
#include "core/exchange/plan_schema.h"
#include "golden_file.h"
#include "presets.h"
#include "random_plan.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>

using namespace highwater;
using nlohmann::json;

namespace {

bool isOfType(const json& value, const std::string& type)
{
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array())
        || (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean())
        || (type == "integer" && value.is_number_integer())
        || (type == "number" && value.is_number()) || (type == "null" && value.is_null());
}

/// The length in characters, as counted by the schema.
std::size_t lengthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0) != 0x80; }));
}

/// Why the value does not agree with the schema; empty where it does. It knows the words that a
/// plan's schema uses, and fails on any other.
std::string fault(const json& schema, const json& value, const std::string& path = "$");

std::string faultOfWord(const json& schema, const std::string& word, const json& means,
                        const json& value, const std::string& path)
{
    const std::string wrong = path + ": " + word;
    if (word == "$schema" || word == "title" || word == "default")
        return {};
    if (word == "type") {
        const json types = means.is_array() ? means : json::array({means});
        return std::ranges::any_of(types, [&](const json& type) { return isOfType(value, type); })
            ? ""
            : wrong;
    }
    if (word == "const")
        return value == means ? "" : wrong;
    if (word == "enum")
        return std::ranges::find(means, value) != means.end() ? "" : wrong;
    if (word == "minimum")
        return !value.is_number() || value >= means ? "" : wrong;
    if (word == "maximum")
        return !value.is_number() || value <= means ? "" : wrong;
    if (word == "maxLength")
        return !value.is_string() || lengthOf(value) <= means ? "" : wrong;
    if (word == "minItems")
        return !value.is_array() || value.size() >= means ? "" : wrong;
    if (word == "uniqueItems") {
        if (!value.is_array())
            return {};
        json sorted = value;
        std::sort(sorted.begin(), sorted.end());
        return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() ? "" : wrong;
    }
    if (word == "items") {
        if (!value.is_array())
            return {};
        for (const json& item : value)
            if (const std::string inside = fault(means, item, path + "[]"); !inside.empty())
                return inside;
        return {};
    }
    if (word == "required") {
        for (const json& name : means)
            if (value.is_object() && !value.contains(name.get<std::string>()))
                return wrong + " " + name.get<std::string>();
        return {};
    }
    if (word == "properties") {
        for (const auto& [name, inner] : means.items())
            if (value.is_object() && value.contains(name))
                if (const std::string inside = fault(inner, value.at(name), path + "." + name);
                    !inside.empty())
                    return inside;
        return {};
    }
    if (word == "additionalProperties") {
        if (!value.is_object() || means != false)
            return {};
        for (const auto& [name, ignored] : value.items())
            if (!schema.at("properties").contains(name))
                return wrong + " " + name;
        return {};
    }
    if (word == "oneOf") {
        const auto agreeing = std::ranges::count_if(
            means, [&](const json& each) { return fault(each, value, path).empty(); });
        return agreeing == 1 ? "" : wrong;
    }
    return wrong + " is a word that this test does not know";
}

std::string fault(const json& schema, const json& value, const std::string& path)
{
    for (const auto& [word, means] : schema.items())
        if (std::string wrong = faultOfWord(schema, word, means, value, path); !wrong.empty())
            return wrong;
    return {};
}

const json& schema()
{
    static const json parsed = json::parse(planSchema());
    return parsed;
}

std::string file(const char* members)
{
    return std::string(R"({"format":"highwater-plan","version":1,)") + members + "}";
}

std::string withModel(const char* members)
{
    return file((std::string(R"("model":{"id":"llama-3.1-8b"},)") + members).c_str());
}

} // namespace

class TestPlanSchema : public QObject
{
    Q_OBJECT

private slots:
    void shipped();
    void presetsAgree();
    void randomPlansAgree();
    void everyRangeAgrees();
    void rightPlans_data();
    void rightPlans();
    void wrongPlans_data();
    void wrongPlans();
};

void TestPlanSchema::shipped()
{
    QVERIFY2(
        isGolden("../../presets/plan.schema.json", planSchema()),
        "HIGHWATER_WRITE_GOLDEN=1 test_plan_schema shipped writes it anew, for you to look at");
}

void TestPlanSchema::presetsAgree()
{
    const auto texts = presetTexts();
    QVERIFY(!texts.empty());
    for (const auto& [name, text] : texts)
        QCOMPARE(shown(name + ": " + fault(schema(), json::parse(text))), shown(name + ": "));
}

void TestPlanSchema::randomPlansAgree()
{
    Random random(42);
    for (int i = 0; i < 1000; ++i) {
        const std::string text = writePlan(randomPlan(random));
        QCOMPARE(shown(fault(schema(), json::parse(text))), QString());
    }
}

void TestPlanSchema::everyRangeAgrees()
{
    // A value at each end of a range and one beyond it, as the reader and the schema see them.
    for (const Key& key : keys()) {
        if ((key.kind != Kind::Integer && key.kind != Kind::Real) || key.path == "model.parameters")
            continue;
        const double step = key.kind == Kind::Integer ? 1 : 0.001;
        for (const double number : {key.least - step, key.least, key.most, key.most + step}) {
            const json value = key.kind == Kind::Integer ? json(static_cast<std::int64_t>(number))
                                                         : json(number);
            json plan = {{"format", "highwater-plan"}, {"version", 1}};
            plan["model"] = {{"id", "x"}};
            if (key.path.isIn(KeyGroup("model.custom")))
                plan["model"] = {{"custom",
                                  {{"hidden_size", 64},
                                   {"num_layers", 2},
                                   {"num_heads", 8},
                                   {"intermediate_size", 96},
                                   {"vocab_size", 10}}}};
            std::string pointer = "/" + std::string(key.path);
            std::ranges::replace(pointer, '.', '/');
            plan[json::json_pointer(pointer)] = value;
            QVERIFY2(bool(readPlan(plan.dump())) == fault(schema(), plan).empty(),
                     plan.dump().c_str());
        }
    }
}

void TestPlanSchema::rightPlans_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("nothing but a model", file(R"("model":{"id":"x"})"));
    row("parameters", file(R"("model":{"parameters":8e9})"));
    row("whole parameters", file(R"("model":{"parameters":8000000000})"));
    row("null where it is allowed", withModel(R"("workload":{"global_batch":null})"));
    row("empty groups", withModel(R"("workload":{},"cluster":{"links":{}})"));
    row("links", withModel(R"("cluster":{"links":{"intra":900,"pcie":null}})"));
    row("targets", withModel(R"("adapter":{"targets":["v","q"]})"));
    row("a custom model",
        file(R"("model":{"custom":{"hidden_size":64,"num_layers":2,"num_heads":8,)"
             R"("intermediate_size":96,"vocab_size":10,"id":null,"mla":{"kv_lora_rank":16}}})"));
}

void TestPlanSchema::rightPlans()
{
    QFETCH(QByteArray, text);
    const auto plan = readPlan(text.toStdString());
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(shown(fault(schema(), json::parse(text.toStdString()))), QString());
}

void TestPlanSchema::wrongPlans_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& text, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(says);
    };
    row("a number", "8", "$: type");
    row("no format", R"({"version":1,"model":{"id":"x"}})", "$: required format");
    row("no version", R"({"format":"highwater-plan","model":{"id":"x"}})", "$: required version");
    row("no model", R"({"format":"highwater-plan","version":1})", "$: required model");
    row("another format", R"({"format":"plan","version":1,"model":{"id":"x"}})", "$.format: const");
    row("version 2", R"({"format":"highwater-plan","version":2,"model":{"id":"x"}})",
        "$.version: const");
    row("an empty model", file(R"("model":{})"), "$.model: oneOf");
    row("two models", file(R"("model":{"id":"x","parameters":8e9})"), "$.model: oneOf");
    row("three models", file(R"("model":{"id":"x","parameters":8e9,"custom":{}})"), "$.model");
    row("an unknown key", withModel(R"("dreams":5)"), "$: additionalProperties dreams");
    row("an unknown key of a group", withModel(R"("layout":{"zer":5})"),
        "$.layout: additionalProperties zer");
    row("an unknown key deep down", withModel(R"("cluster":{"links":{"x":1}})"),
        "$.cluster.links: additionalProperties x");
    row("a path for a key", withModel(R"("layout.zero":1)"), "$: additionalProperties layout.zero");
    row("a text for a number", withModel(R"("layout":{"zero":"3"})"), "$.layout.zero: type");
    row("half a token", withModel(R"("workload":{"context":0.5})"), "$.workload.context: ");
    row("too few", withModel(R"("workload":{"context":0})"), "$.workload.context: minimum");
    row("too many", withModel(R"("layout":{"zero":4})"), "$.layout.zero: maximum");
    row("null where it is not allowed", withModel(R"("workload":{"context":null})"),
        "$.workload.context: type");
    row("a word that is not known", withModel(R"("method":"guess")"), "$.method: enum");
    row("a number for a truth", withModel(R"("recipe":{"dropout":1})"), "$.recipe.dropout: type");
    row("a list of nothing", withModel(R"("adapter":{"targets":[]})"),
        "$.adapter.targets: minItems");
    row("a list with a repeat", withModel(R"("adapter":{"targets":["q","q"]})"),
        "$.adapter.targets: uniqueItems");
    row("a list with a stranger", withModel(R"("adapter":{"targets":["x"]})"),
        "$.adapter.targets[]: enum");
    row("a list for a group", withModel(R"("workload":[])"), "$.workload: type");
    row("a group for a number", withModel(R"("layout":{"zero":{}})"), "$.layout.zero: type");
    row("a name too long", withModel(("\"name\":\"" + std::string(1025, 'n') + "\"").c_str()),
        "$.name: maxLength");
    row("parameters too few", file(R"("model":{"parameters":999999})"),
        "$.model.parameters: minimum");
}

void TestPlanSchema::wrongPlans()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    QVERIFY(!readPlan(text.toStdString()));
    const QString found = shown(fault(schema(), json::parse(text.toStdString())));
    QVERIFY2(found.startsWith(says), qPrintable(found));
}

QTEST_APPLESS_MAIN(TestPlanSchema)
#include "test_plan_schema.moc"
