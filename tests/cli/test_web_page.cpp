// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/page/web_page.h"
#include "program.h"

#include <QTest>

#include <string>

using namespace Qt::Literals::StringLiterals;
using nlohmann::json;

namespace {

const std::string code = "HW10070Nmv9xNF80"; // 8B on 8 × H100, ZeRO-3

json opened(highwater::WebPage& page, const std::string& text, const std::string& name = {},
            const char* language = "en")
{
    return json::parse(page.open(text, name, language));
}

} // namespace

/// What a page in a browser is told, by the functions that emscripten compiles.
class TestWebPage : public QObject
{
    Q_OBJECT

private slots:
    void aCodeBecomesAPage();
    void aConfigurationBecomesAPage();
    void adviceLeadsToPlans();
    void chartFollowsTheReader();
    void everyPartHasWords();
    void refuses_data();
    void refuses();
    void saysWhatACodeIs();
    void aRefusalLeavesNoPlan();
};

void TestWebPage::aCodeBecomesAPage()
{
    highwater::WebPage page;
    const json shown = opened(page, code);
    const json estimate = answer({u"estimate"_s, QString::fromStdString(code), u"--json"_s});
    QCOMPARE(shown["verdict"].get<std::string>(), std::string("fits"));
    QCOMPARE(shown["code"].get<std::string>(), code);
    QCOMPARE(run({u"share"_s, QString::fromStdString(code)}).out,
             QByteArray::fromStdString(code + "\n"));
    QVERIFY(shown["headline"].get<std::string>().starts_with("Fits: "));
    QVERIFY(shown["command"].get<std::string>().starts_with("highwater estimate"));
    // Groups, moments and ledger; the ledger has its heads, a row for each line, and the sum.
    QCOMPARE(shown["tables"].size(), std::size_t{3});
    QVERIFY(shown["tables"][2]["rows"].size() > 20);
    QVERIFY(shown["tables"][2]["rows"].size() <= estimate["ledger"].size() + 2);
    for (const json& table : shown["tables"])
        for (const json& row : table["rows"])
            QCOMPARE(row.size(), table["numeric"].size());
    highwater::WebPage chinese;
    const json other = opened(chinese, code, {}, "zh_CN");
    QVERIFY(other["headline"] != shown["headline"]);
    QCOMPARE(other["command"], shown["command"]);
}

void TestWebPage::aConfigurationBecomesAPage()
{
    highwater::WebPage page;
    const json shown = opened(page,
                              R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
        "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 22,
        "num_attention_heads": 32, "num_key_value_heads": 4, "vocab_size": 32000})",
                              "config.json");
    QVERIFY2(!shown.contains("error"), shown.dump().c_str());
    QVERIFY(shown["code"].get<std::string>().starts_with("HW1"));
}

/// Each offer is a plan of its own, which fits where the offer says so.
void TestWebPage::adviceLeadsToPlans()
{
    highwater::WebPage page;
    QCOMPARE(json::parse(page.advice("en")), json::array()); // no plan yet
    const QString large
        = QString::fromUtf8(run(words("share --set workload.context=131072")).out.chopped(1));
    QCOMPARE(opened(page, large.toStdString())["verdict"].get<std::string>(), std::string("over"));
    const json offers = json::parse(page.advice("en"));
    QVERIFY(!offers.empty());
    int fitting = 0;
    for (const json& offer : offers) {
        highwater::WebPage next;
        const json shown = opened(next, offer["code"].get<std::string>());
        QCOMPARE(shown["verdict"] != "over", offer["fits"].get<bool>());
        fitting += offer["fits"].get<bool>() ? 1 : 0;
    }
    QVERIFY(fitting > 0);
}

void TestWebPage::chartFollowsTheReader()
{
    highwater::WebPage page;
    QCOMPARE(page.chart("en", false, 640, 320), std::string());
    opened(page, code);
    const std::string light = page.chart("en", false, 640, 320);
    QVERIFY(light.find("<svg") != std::string::npos);
    QVERIFY(light != page.chart("en", true, 640, 320));
    QVERIFY(light != page.chart("zh_CN", false, 640, 320));
    QCOMPARE(page.chart("en", false, 20, 10), std::string()); // no room
    QCOMPARE(page.chart("en", false, -1, 1e300), std::string());
}

void TestWebPage::everyPartHasWords()
{
    const json english = json::parse(highwater::WebPage::labels("en"));
    const json chinese = json::parse(highwater::WebPage::labels("zh_CN"));
    QVERIFY(english.size() > 10);
    QVERIFY(english["languages"].size() >= 2);
    for (const auto& [part, text] : english.items()) {
        QVERIFY2(!text.empty() && text != "", part.c_str());
        QVERIFY2(chinese.contains(part), part.c_str());
    }
    QCOMPARE(json::parse(highwater::WebPage::labels("xx")), english);
}

void TestWebPage::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a word") << QByteArray("plan");
    QTest::newRow("a code cut short") << QByteArray::fromStdString(code).chopped(2);
    QTest::newRow("a newer code") << QByteArray("HW20070Nmv9xNF80");
    QTest::newRow("a long code") << "HW1" + QByteArray(60'000, 'z');
    QTest::newRow("many megabytes") << QByteArray((std::size_t{4} << 20) + 1, 'x');
    QTest::newRow("deep brackets") << QByteArray(100'000, '[');
    QTest::newRow("bytes that are no text") << QByteArray("\xff\xfe\x80");
    QTest::newRow("half a file") << QByteArray(
        R"({"format": "highwater-plan", "version": 1, "lay)");
    QTest::newRow("a wrong value")
        << QByteArray(R"({"format": "highwater-plan", "version": 1, "layout": {"zero": 9}})");
    QTest::newRow("an impossible layout")
        << QByteArray(R"({"format": "highwater-plan", "version": 1, "layout": {"tensor": 3}})");
}

void TestWebPage::refuses()
{
    QFETCH(const QByteArray, text);
    for (const char* language : {"en", "zh_CN"}) {
        highwater::WebPage page;
        const json shown = opened(page, text.toStdString(), {}, language);
        QVERIFY(shown.contains("error"));
        QVERIFY(!shown["error"].get<std::string>().empty());
        QVERIFY(shown["error"].get<std::string>().size() < 500);
    }
}

/// What is no plan at all is told from a damaged one.
void TestWebPage::saysWhatACodeIs()
{
    highwater::WebPage page;
    for (const char* text : {"", "plan", "HW1zzz"})
        QVERIFY2(opened(page, text)["error"].get<std::string>().find("share code")
                     != std::string::npos,
                 text);
    QVERIFY(opened(page, R"({"format")")["error"].get<std::string>().find("JSON")
            != std::string::npos);
}

void TestWebPage::aRefusalLeavesNoPlan()
{
    highwater::WebPage page;
    opened(page, code);
    opened(page, "HW1");
    QCOMPARE(page.chart("en", false, 640, 320), std::string());
    QCOMPARE(json::parse(page.advice("en")), json::array());
}

QTEST_APPLESS_MAIN(TestWebPage)
#include "test_web_page.moc"
