// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/command_line_text.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/exchange/summary.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

#include <array>

using namespace highwater;

namespace {

std::string inEnglish(const Text& text)
{
    return english(text);
}

QStringList pageOf(const Plan& plan, std::span<const Solution> solutions = {},
                   const Translator& words = inEnglish)
{
    const auto found = estimate(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return shown(markdownSummary(plan, *found, solutions, words)).split(u'\n');
}

} // namespace

class TestSummary : public QObject
{
    Q_OBJECT

private slots:
    void commandLines_data();
    void commandLines();
    void commandLinesAreReadBack();
    void pastedCommandLines_data();
    void pastedCommandLines();
    void brokenCommandLines_data();
    void brokenCommandLines();
    void verdicts_data();
    void verdicts();
    void page();
    void allocator();
    void cache();
    void nothingChosen();
    void escapes_data();
    void escapes();
    void notes();
    void fences();
    void translated();
};

void TestSummary::commandLines_data()
{
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("command");
    const auto row
        = [](const char* name, KeyPath path, const QByteArray& value, const QByteArray& setting) {
              QTest::newRow(name) << path << value << QByteArray(" --set " + setting);
          };
    QTest::newRow("the default") << KeyPath("layout.zero") << QByteArray("0") << QByteArray();
    row("a number", "layout.zero", "3", "'layout.zero=3'");
    row("a word", "recipe.precision", "bf16-mixed", "'recipe.precision=bf16-mixed'");
    row("a truth", "recipe.dropout", "false", "'recipe.dropout=false'");
    row("a list", "adapter.targets", "v,q", "'adapter.targets=v,q'");
    row("a real", "cluster.utilisation", "0.4", "'cluster.utilisation=0.4'");
    row("parameters", "model.parameters", "8e9", "'model.parameters=8e+09'");
    row("an apostrophe", "name", "it's", R"('name=it'\''s')");
    row("what a shell reads", "name", "$(x) `y` \"z\" \\ !", R"('name=$(x) `y` "z" \ !')");
    row("two lines", "name", "a\nb", "'name=a\nb'");
    row("an escape", "name", "\x1b[31m", R"x('name='"$(printf '\033')"'[31m')x");
    row("a control of two bytes", "name", "\xc2\x9bm", R"x('name='"$(printf '\302\233')"'m')x");
    row("a mark that turns the direction", "name",
        "a\xE2\x80\xAE"
        "b",
        R"x('name=a'"$(printf '\342\200\256')"'b')x");
    row("Chinese", "name", "水位", "'name=水位'");
    row("a NUL", "name", QByteArray("a\0b", 3), "'name=ab'");
}

void TestSummary::commandLines()
{
    QFETCH(KeyPath, path);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, command);
    Plan plan;
    const auto wanted = parsed(keyOf(path), value.toStdString());
    QVERIFY2(wanted, qPrintable(whyNot(wanted)));
    QVERIFY(assign(plan, path, *wanted).empty());
    QCOMPARE(shown(commandLineOf(plan)),
             QLatin1String("highwater estimate") + QString::fromUtf8(command));
}

void TestSummary::commandLinesAreReadBack()
{
    Random random(20260712);
    for (int i = 0; i < casesToTry(500); ++i) {
        Plan plan = planOfRandomKeys(random);
        std::vector<std::string*> texts{&plan.name,
                                        &plan.notes,
                                        &plan.unread,
                                        &plan.cluster.device,
                                        &plan.layout.stageLayers,
                                        &plan.recipe.transformers,
                                        &plan.recipe.accelerate,
                                        &plan.recipe.peft,
                                        &plan.recipe.deepspeed,
                                        &plan.inference.version,
                                        &plan.inference.draftModel};
        if (auto* listed = std::get_if<CatalogModel>(&plan.model))
            texts.push_back(&listed->id);
        const std::array roles{&plan.roles.policy, &plan.roles.ref,     &plan.roles.value,
                               &plan.roles.reward, &plan.roles.teacher, &plan.roles.ema,
                               &plan.roles.rollout};
        for (RoleChoice* role : roles)
            if (role->model)
                texts.push_back(&*role->model);
        for (std::string* text : texts)
            std::erase(*text, '\0'); // no command line can hold one
        for (RoleChoice* role : roles)
            if (role->model == "null") // the word for none
                role->model.reset();
        const std::string line = commandLineOf(plan);
        QVERIFY2(isCommandLine(line), line.c_str());
        const auto read = readCommandLine(line);
        QVERIFY2(read, qPrintable(whyNot(read) + shown(line)));
        for (const Key& key : keys())
            QVERIFY2(key.get(*read) == key.get(plan), key.path.text().data());
        const auto pasted = readPlanOrCode("$ " + line + "\n");
        QVERIFY(pasted);
        QCOMPARE(*pasted, plan);
    }
}

void TestSummary::pastedCommandLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("zero"); ///< the stage in the plan
    QTest::newRow("after a prompt") << QByteArray("$ highwater estimate --set layout.zero=2") << 2;
    QTest::newRow("with a path") << QByteArray("./build/app/highwater estimate --set layout.zero=1")
                                 << 1;
    QTest::newRow("for the window") << QByteArray("highwater --set layout.zero=1") << 1;
    QTest::newRow("in one word") << QByteArray("highwater estimate --set=layout.zero=3 --json")
                                 << 3;
    QTest::newRow("over two lines")
        << QByteArray("highwater estimate \\\n   --set 'layout.zero=3'\n") << 3;
    QTest::newRow("into a pipe") << QByteArray(
        "highwater estimate --set \"layout.zero=2\" --json | jq .per_gpu")
                                 << 2;
    QTest::newRow("a figure") << QByteArray(
        "highwater chart --set layout.zero=3 --figure zero -o 'a b.png' --size 800x600")
                              << 3;
    QTest::newRow("the last one counts")
        << QByteArray("highwater estimate --set layout.zero=1 --set layout.zero=2") << 2;
    Plan coded;
    coded.layout.zero = 1;
    QTest::newRow("a share code") << QByteArray("highwater estimate ")
            + QByteArray::fromStdString(shareCode(coded))
                                  << 1;
    QTest::newRow("a share code with a setting") << QByteArray("highwater ")
            + QByteArray::fromStdString(shareCode(coded))
            + QByteArray(" --set layout.zero=3") << 3;
}

void TestSummary::pastedCommandLines()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, zero);
    const auto read = readPlanOrCode(text.toStdString());
    QVERIFY2(read, qPrintable(whyNot(read)));
    Plan expected;
    expected.layout.zero = zero;
    QCOMPARE(*read, expected);
}

void TestSummary::brokenCommandLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const QString quoted = QStringLiteral("ends inside a quoted text");
    QTest::newRow("cut in a quote") << QByteArray("highwater estimate --set 'layout.ze") << quoted;
    QTest::newRow("cut in double quotes") << QByteArray("highwater estimate --set \"a") << quoted;
    QTest::newRow("runs a program")
        << QByteArray("highwater estimate --set \"name=$(rm -r x)\"") << quoted;
    QTest::newRow("a variable") << QByteArray("highwater estimate $PLAN") << quoted;
    QTest::newRow("backquotes") << QByteArray("highwater estimate --set name=`date`") << quoted;
    QTest::newRow("a file") << QByteArray("highwater estimate a.hwplan")
                            << QStringLiteral("names a file");
    QTest::newRow("no value") << QByteArray("highwater estimate --set layout.zero")
                              << QStringLiteral("KEY=VALUE");
    QTest::newRow("out of range") << QByteArray("highwater estimate --set layout.zero=7")
                                  << QStringLiteral("layout.zero");
    QTest::newRow("no key") << QByteArray("highwater estimate --set a.b=7")
                            << QStringLiteral("a.b");
    QTest::newRow("a printf cut short")
        << QByteArray("highwater estimate --set \"name=$(printf '\\01\"") << quoted;
}

void TestSummary::brokenCommandLines()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, says);
    const auto read = readPlanOrCode(text.toStdString());
    QVERIFY(!read);
    QVERIFY2(whyNot(read).contains(says), qPrintable(whyNot(read)));
}

void TestSummary::verdicts_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const Plan& plan, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(writePlan(plan))
                            << QString::fromUtf8(says);
    };
    // The lecture's 8B: 79.25 of 80 GiB under ZeRO-3 at 16K.
    Plan lecture = planWith(
        {{"method", "lecture-zero"}, {"workload.context", "16384"}, {"layout.zero", "3"}});
    lecture.model = llama(4096, 32, 32, 8, 14336, 131072);
    row("fits", lecture, "Fits: 79.25 of 80.00 GiB, 0.75 GiB free");
    lecture.cluster.capacity = Bytes{1} << 30;
    row("over", lecture, "Does not fit: 79.25 of 1.00 GiB, 78.25 GiB over");

    // DeepSpeed keeps 16 bytes of each of 8,030,261,248 parameters on the host, half as much again.
    Plan host = planWith({{"method", "deepspeed"},
                          {"layout.zero", "3"},
                          {"layout.offload_optimizer", "cpu"},
                          {"cluster.host_memory", "1073741824"}});
    row("over on the host", host, "Does not fit: the host needs 179.49 of 1.00 GiB a node");
}

void TestSummary::verdicts()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, says);
    const auto plan = readPlan(file.toStdString());
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    const auto found = estimate(*plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(shown(english(pageVerdict(found->judgement()))), says);
}

void TestSummary::page()
{
    Plan plan = planWith({{"method", "lecture-zero"},
                          {"workload.context", "16384"},
                          {"layout.zero", "3"},
                          {"name", "8B at 16K"},
                          {"notes", "Under the line."}});
    plan.model = llama(4096, 32, 32, 8, 14336, 131072);
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    Solution solution{"workload.context", 16384, {}, found->answer.totals, found->plan.capacity};
    solution.edge = 16'500;
    solution.slowdown = 1.12;
    solution.edgeSlowdown = 1.5;
    const auto none
        = solve(planWith({{"cluster.capacity", "1"}}), builtinCatalog(), "workload.micro_batch");
    QVERIFY(none && !none->answer);

    const QStringList lines = pageOf(plan, std::array{solution, *none});
    const QString page = lines.join(u'\n');
    QCOMPARE(lines.first(), QLatin1String("# 8B at 16K"));
    for (const char* line :
         {"> Under the line.", "**Fits: 79.25 of 80.00 GiB, 0.75 GiB free**",
          "Peak per GPU: 8,053,329,920 parameters, 16,384 tokens × 1, 8 × H100 SXM5 80GB, ZeRO-3",
          "Method: Lecture, ZeRO", "| Group | GiB | Share |", "|:--|--:|--:|",
          "| Logits and buffers | 0.00 | 0.0 % |", "| Total per GPU | 79.25 | 100.0 % |",
          "- `workload.context`: 16384", "- `layout.zero`: 3", "- `model.custom.num_layers`: 32",
          "- Longest context: 16,384 tokens, 79.25 GiB · +12 % time a token · 16,500 is the last "
          "that "
          "fits at all: +50 % time a token"})
        QVERIFY2(lines.contains(QString::fromUtf8(line)),
                 qPrintable(QString::fromUtf8(line) + u'\n' + page));
    QVERIFY2(lines.contains(u"- " + shown(english(none->reason))), qPrintable(page));
    QCOMPARE(page.count(QLatin1String("- `name`")), 0);
    QVERIFY2(page.endsWith(u"```\n" + shown(shareCode(plan)) + u"\n```\n"), qPrintable(page));
    QVERIFY2(page.contains(u"```\n" + shown(commandLineOf(plan)) + u"\n```\n"), qPrintable(page));

    // The rows are what the estimate says, and their shares come to a hundred.
    double gibs = 0, shares = 0;
    for (const QString& line : lines) {
        const QStringList cells = line.split(QLatin1String(" | "));
        if (cells.size() == 3 && cells[2].endsWith(QLatin1String(" % |"))
            && !line.startsWith(QLatin1String("| Total"))) {
            gibs += cells[1].toDouble();
            shares += cells[2].section(u' ', 0, 0).toDouble();
        }
    }
    QVERIFY2(std::abs(gibs - 79.25) < 0.04, qPrintable(page));
    QVERIFY2(std::abs(shares - 100) < 0.4, qPrintable(page));
}

void TestSummary::allocator()
{
    const Plan plan = planWith({{"model.id", "llama-3.1-8b"}, {"layout.zero", "3"}});
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QVERIFY(pageOf(plan, {}).contains(
        shown(english(*pageAllocator(found->answer.totals, found->fits())))));
    const Plan without = planWith(
        {{"model.id", "llama-3.1-8b"}, {"layout.zero", "3"}, {"cluster.overhead", "none"}});
    QVERIFY(!pageOf(without, {}).join(u'\n').contains(u"PyTorch:"));
}

/// Keys and values of Llama 3.1 8B take 2 · 8 heads · 128 · 2 bytes in each of 32 layers.
void TestSummary::cache()
{
    const Plan plan = planWith({{"model.id", "llama-3.1-8b"}, {"workload.task", "inference"}});
    QVERIFY(pageOf(plan).contains(QLatin1String("| of a token | 131,072 bytes in all layers |")));
    QVERIFY(!pageOf({}).join(u'\n').contains(u"of a token"));
}

void TestSummary::nothingChosen()
{
    const QStringList lines = pageOf({});
    QCOMPARE(lines.first(), QLatin1String("# Memory plan"));
    QVERIFY(!lines.contains(QLatin1String("## Other than the default")));
    QVERIFY(!lines.contains(QLatin1String("## Limits")));
    QVERIFY(lines.contains(QLatin1String("highwater estimate")));
}

void TestSummary::escapes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("heading");
    const auto row = [](const char* label, const char* name, const char* heading) {
        QTest::newRow(label) << QByteArray(name) << QString::fromUtf8(heading);
    };
    row("a cell's edge", "a|b", R"(# a\|b)");
    row("emphasis", "*a* _b_ ~c~", R"(# \*a\* \_b\_ \~c\~)");
    row("a link", "[a](b)", R"(# \[a\](b))");
    row("a picture", "![a](b)", R"(# \!\[a\](b))");
    row("a tag", "<b>a</b> &amp;", R"(# \<b\>a\</b\> \&amp;)");
    row("code", "`a`", R"(# \`a\`)");
    row("a backslash", "\\*", R"(# \\\*)");
    row("two lines", "a\n# b", R"(# a?\# b)");
    row("an escape", "\x1b[31m", R"(# ?\[31m)");
    row("marks that turn the direction",
        "a\xE2\x80\xAE"
        "b\xE2\x81\xA6"
        "c\xD8\x9C",
        "# a?b?c?");
}

void TestSummary::escapes()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, heading);
    Plan plan;
    plan.name = name.toStdString();
    QCOMPARE(pageOf(plan).first(), heading);
}

void TestSummary::notes()
{
    Plan plan;
    plan.notes = "First\r\n\n- no list\n12. no list\n12 H100\n=== \n    no code\n> no quotation\n";
    const QStringList lines = pageOf(plan);
    QCOMPARE(lines.mid(2, 8),
             (QStringList{QStringLiteral("> First"), QStringLiteral("> "),
                          QStringLiteral("> \\- no list"), QStringLiteral("> 12\\. no list"),
                          QStringLiteral("> 12 H100"), QStringLiteral("> \\=== "),
                          QStringLiteral("> no code"), QStringLiteral("> \\> no quotation")}));
    QCOMPARE(lines[10], QString());
}

void TestSummary::fences()
{
    Plan plan;
    plan.notes = "a\n```\nb\n````";
    const QStringList lines = pageOf(plan);
    QCOMPARE(lines.count(QStringLiteral("`````")), 2);
    QCOMPARE(lines.count(QStringLiteral("```")), 3); // one in the command, two around the code
}

void TestSummary::translated()
{
    // Every sentence is translated: with empty translations no sentence is left.
    const auto nothing = [](const Text&) { return std::string(); };
    const QString page = pageOf({}, {}, nothing).join(u'\n');
    for (const char* word : {"Fits", "fit", "Peak", "Method", "Parameters", "Share", "Command"})
        QVERIFY2(!page.contains(QLatin1String(word)), word);
}

QTEST_APPLESS_MAIN(TestSummary)
#include "test_summary.moc"
