// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"
#include "tests/core/random.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

/// A plan file with these members.
QByteArray planWith(const QByteArray& members)
{
    return R"({"format": "highwater-plan", "version": 1, )" + members + "}";
}

const QByteArray smallModel = R"("model": {"custom": {"hidden_size": 64, "num_layers": 2, )"
                              R"("num_heads": 8, "intermediate_size": 96, "vocab_size": 10)";

/// The code of a plan that comes by standard input.
QString codeOf(const QByteArray& plan)
{
    return QString::fromUtf8(run(words("estimate - --share"), {plan, {}, {}}).out.chopped(1));
}

/// The part of a page between the fences of a section.
QString section(const QByteArray& page, const QString& heading)
{
    const QString rest = QString::fromUtf8(page).section(u"\n## "_s + heading + u"\n\n"_s, 1);
    const QString fence = rest.section(u'\n', 0, 0);
    return rest.section(fence + u'\n', 1, 1).chopped(1);
}

} // namespace

class TestCliShare : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void codeForAPlan_data();
    void codeForAPlan();
    void textWithACode_data();
    void textWithACode();
    void fileBeforeCode();
    void everyCommandTakesACode_data();
    void everyCommandTakesACode();
    void damagedCodes_data();
    void damagedCodes();
    void problemsOfASharedPlan();
    void sharesACodeOrALink();
    void refusesAnAddress_data();
    void refusesAnAddress();
    void windowTakesACode();

    void commandOfThePage_data();
    void commandOfThePage();
    void page();
    void pageOfLoudPlan();
    void formsExcludeEachOther_data();
    void formsExcludeEachOther();
    void checkStillTells();
    void schema();

private:
    QTemporaryDir m_folder;
    QString m_code; ///< of ZeRO-2 at 4K
};

void TestCliShare::initTestCase()
{
    QVERIFY(m_folder.isValid());
    const Ran ran = run(words("estimate --set layout.zero=2 --set workload.context=4k --share"));
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.out.count('\n'), 1);
    m_code = QString::fromUtf8(ran.out.chopped(1));
    QVERIFY2(m_code.startsWith(u"HW1"_s), ran.out.constData());
}

void TestCliShare::codeForAPlan_data()
{
    QTest::addColumn<QByteArray>("plan");
    const auto row = [](const char* name, const QByteArray& members) {
        QTest::newRow(name) << planWith(members);
    };
    row("the default", R"("model": {"id": "llama-3.1-8b"})");
    row("a custom model", smallModel + R"(, "mla": {}}}, "name": "水位")");
    row("parameters", R"("model": {"parameters": 7.5e9}, "cluster": {"utilisation": 0.1})");
    row("a list", R"("model": {"id": "llama-3.1-8b"}, "adapter": {"targets": ["v", "q"]})");
    row("another method", R"("model": {"id": "qwen3-8b"}, "method": "lecture-zero")");
    const QStringList plans = QDir(QStringLiteral(HIGHWATER_PRESETS)).entryList({u"*.hwplan"_s});
    for (qsizetype i = 0; i < plans.size(); i += highwater::caseStep) {
        const QString& name = plans[i];
        QFile file(QStringLiteral(HIGHWATER_PRESETS "/") + name);
        if (file.open(QFile::ReadOnly))
            QTest::newRow(qPrintable(name)) << file.readAll();
    }
}

void TestCliShare::codeForAPlan()
{
    QFETCH(QByteArray, plan);
    const QString code = codeOf(plan);
    const Ran of = run(words("estimate - --json"), {plan, {}, {}});
    const Ran by = run({u"estimate"_s, code, u"--json"_s});
    QCOMPARE(of.exit, 0);
    QCOMPARE(by.exit, 0);
    QCOMPARE(by.out, of.out);
    QCOMPARE(run({u"estimate"_s, code, u"--share"_s}).out, code.toUtf8() + '\n');
}

void TestCliShare::textWithACode_data()
{
    QTest::addColumn<QString>("text");
    const QString wrapped
        = m_code.left(9) + u"\n> "_s + m_code.mid(9, 7) + u"\n> "_s + m_code.mid(16);
    QTest::newRow("alone") << m_code;
    QTest::newRow("a line") << m_code + u'\n';
    QTest::newRow("blanks") << u"  "_s + m_code + u"\r\n"_s;
    QTest::newRow("wrapped and quoted") << wrapped;
    QTest::newRow("a mail") << u"Hello,\n\nmy plan is "_s + m_code + u", see you\n"_s;
    QTest::newRow("a mail that quotes") << u"You wrote:\n> "_s + wrapped + u"\nFine.\n"_s;
}

void TestCliShare::textWithACode()
{
    QFETCH(QString, text);
    const QByteArray code = m_code.toUtf8() + '\n';
    const Ran input = run(words("estimate - --share"), {text.toUtf8(), {}, {}});
    QCOMPARE(input.out, code);

    QFile file(m_folder.filePath(u"mail.txt"_s));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(text.toUtf8());
    file.close();
    QCOMPARE(run(words("estimate mail.txt --share"), {{}, m_folder.path(), {}}).out, code);

    // An argument is a code when it begins with one.
    const Ran argument = run({u"estimate"_s, text, u"--share"_s});
    if (text.trimmed().startsWith(u"HW1"_s))
        QCOMPARE(argument.out, code);
    else
        QCOMPARE(notRefused(argument, 1, {u"cannot be read"_s}), QString());
}

void TestCliShare::fileBeforeCode()
{
    QFile file(m_folder.filePath(m_code));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(planWith(R"("model": {"id": "llama-3.1-8b"}, "layout": {"zero": 1})"));
    file.close();
    const Ran ran = run({u"estimate"_s, m_code, u"--markdown"_s}, {{}, m_folder.path(), {}});
    QVERIFY2(ran.out.contains("- `layout.zero`: 1\n"), ran.out.constData());
    QVERIFY(file.remove());
}

void TestCliShare::everyCommandTakesACode_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("rest");
    QTest::newRow("estimate") << u"estimate"_s << u"--json"_s;
    QTest::newRow("sweep") << u"sweep"_s
                           << u"--axis workload.context --from 1k --to 4k --points 3 --json"_s;
    QTest::newRow("solve") << u"solve"_s << u"--for workload.context --json"_s;
    QTest::newRow("advise") << u"advise"_s << u"--json"_s;
    QTest::newRow("cards") << u"cards"_s << u"--json"_s;
}

void TestCliShare::everyCommandTakesACode()
{
    QFETCH(QString, command);
    QFETCH(QString, rest);
    const QStringList options = rest.split(u' ');
    const Ran coded = run(QStringList{command, m_code} + options);
    const Ran set = run(QStringList{command} + options
                        + words("--set layout.zero=2 --set workload.context=4k"));
    QCOMPARE(coded.exit, 0);
    QCOMPARE(coded.out, set.out);
    // Settings change the plan that was shared.
    const Ran changed = run(QStringList{command, m_code} + options
                            + words("--set layout.zero=0 --set workload.context=8k"));
    QCOMPARE(changed.out, run(QStringList{command} + options).out);
}

void TestCliShare::damagedCodes_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    const QString length = QString::number(m_code.size());
    QTest::newRow("cut short") << m_code.chopped(
        3) << u"cut short: it has %1 letters of %2"_s.arg(m_code.size() - 3).arg(length);
    QString wrong = m_code;
    wrong[9] = wrong[9] == u'a' ? u'b' : u'a';
    QTest::newRow("mistyped") << wrong << u"a letter of it is wrong"_s;
    QTest::newRow("cut short by an ellipsis") << m_code.left(14) + u'…' << u"cut short"_s;
    QTest::newRow("newer") << u"HW2"_s + m_code.mid(3) << u"newer Highwater"_s;
    QTest::newRow("letters") << u"HW1"_s + QString(60'000, u'a') << u"this share code is"_s;
}

void TestCliShare::damagedCodes()
{
    QFETCH(QString, code);
    QFETCH(QString, says);
    QCOMPARE(notRefused(run({u"estimate"_s, code}), 2, {says}), QString());
    QCOMPARE(notRefused(run({code}), 2, {says}), QString());
    const Ran input = run(words("estimate -"), {code.toUtf8(), {}, {}});
    QCOMPARE(notRefused(input, 2, {u"standard input: "_s, says}), QString());
}

void TestCliShare::problemsOfASharedPlan()
{
    const QStringList settings = words("--set layout.tensor=3 --share");
    const Ran none = run(words("estimate") + settings); // it has no estimate, so no answer either
    QCOMPARE(notRefused(none, 2, {u"layout.tensor"_s}), QString());
    const Ran ran = run({u"estimate"_s, m_code, u"--set"_s, u"layout.tensor=3"_s});
    QCOMPARE(notRefused(ran, 2, {u"highwater: share code: layout.tensor"_s}), QString());
}

void TestCliShare::sharesACodeOrALink()
{
    const QByteArray line = m_code.toUtf8() + "\n";
    QCOMPARE(run({u"share"_s, m_code}).out, line);
    const QStringList linked{u"share"_s, m_code, u"--link"_s};
    QCOMPARE(run(linked + words("--page https://plans.example/hw.html#old")).out,
             "https://plans.example/hw.html#" + line);
    QCOMPARE(notRefused(run(linked), 2, {u"--page"_s, u"HIGHWATER_PAGE"_s}), QString());
    QProcessEnvironment environment = noDisplay();
    environment.insert(u"HIGHWATER_PAGE"_s, u"file:///srv/plans.html"_s);
    QCOMPARE(run(linked, {{}, {}, environment}).out, "file:///srv/plans.html#" + line);
    QCOMPARE(notRefused(run({u"share"_s, m_code, u"--page"_s, u"https://a.example"_s}), 2,
                        {u"--link"_s}),
             QString());
    QCOMPARE(notRefused(run({u"share"_s, m_code, u"--set"_s, u"layout.tensor=3"_s}), 2,
                        {u"layout.tensor"_s}),
             QString());
}

void TestCliShare::refusesAnAddress_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("empty") << QString();
    QTest::newRow("no scheme") << u"plans.example/hw.html"_s;
    QTest::newRow("scheme alone") << u"https://"_s;
    QTest::newRow("another scheme") << u"javascript:alert(1)//https://"_s;
    QTest::newRow("two words") << u"https://plans.example/a b"_s;
    QTest::newRow("a line end") << u"https://plans.example/a\nb"_s;
    QTest::newRow("turned letters") << u"https://plans.example/\u202Ea"_s;
}

void TestCliShare::refusesAnAddress()
{
    QFETCH(const QString, address);
    QCOMPARE(notRefused(run({u"share"_s, m_code, u"--link"_s, u"--page"_s, address}), 2,
                        {u"must be the address of a page"_s}),
             QString());
}

void TestCliShare::windowTakesACode()
{
    // Without a display the window cannot open; that is told only once every plan is read.
    QCOMPARE(notRefused(run({m_code}), 1, {u"display"_s}), QString());
    QCOMPARE(notRefused(run({m_code, m_code.chopped(1)}), 2, {u"cut short"_s}), QString());
    QCOMPARE(notRefused(run({u"HW1"_s}), 2, {u"neither a command nor a plan"_s}), QString());
    const QString mail = m_folder.filePath(u"mail.txt"_s);
    QFile file(mail);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write("Look at " + m_code.toUtf8() + ", please.\n");
    file.close();
    QCOMPARE(notRefused(run({mail}), 1, {u"display"_s}), QString());
    QCOMPARE(notRefused(run({u"-"_s}, {m_code.toUtf8(), {}, {}}), 1, {u"display"_s}), QString());
    QCOMPARE(notRefused(run({u"-"_s}, {"no plan", {}, {}}), 2, {}), QString());
}

void TestCliShare::commandOfThePage_data()
{
    QTest::addColumn<QByteArray>("plan");
    const auto row = [](const char* name, const QByteArray& members) {
        QTest::newRow(name) << planWith(members);
    };
    const auto named = [&row](const char* name, const char* text) {
        row(name, R"("model": {"id": "llama-3.1-8b"}, "name": ")" + QByteArray(text) + "\"");
    };
    codeForAPlan_data();
    named("apostrophes", "it's 'quoted' ''");
    named("what a shell reads",
          R"($HOME $(echo x) `echo y` \"z\" \\ ! * ~ # ; & | < > (a) {b} %s)");
    named("lines", R"(a\nb\r\nc\n)");
    named("controls", R"(\u0001\u001b[31m\u0007\t\u007f\u009b31m)");
    named("blanks at both ends", "  a  ");
    named("fences", R"(```\n````)");
    named("an option", "--json");
    named("null", "null");
    named("Chinese", "水位🌊");
    row("texts of a custom model",
        smallModel + R"(, "id": "null", "name": "it's\n\u001b \u0000 水位", "family": ""}})");
    row("notes", R"("model": {"parameters": 1e9}, "notes": "{\"a\": [1, 'b']}\n- c\n")");
    row("everything at once",
        R"("model": {"id": "llama-3.1-70b"}, "method": "exact",)"
        R"("workload": {"context": 4096, "micro_batch": 2, "global_batch": 64,)"
        R"( "training_tokens": 1000000000000000000},)"
        R"("recipe": {"precision": "bf16", "gradients": "fp32", "keep_gradients": false,)"
        R"( "dropout": true}, "cluster": {"gpus": 64, "gpus_per_node": 4, "reserve": 1,)"
        R"( "links": {"intra": 0.1}, "price_per_hour": 1e-7}, "layout": {"zero": 3})");
}

void TestCliShare::commandOfThePage()
{
    QFETCH(QByteArray, plan);
    const Ran page = run(words("estimate - --markdown"), {plan, {}, {}});
    QCOMPARE(page.err, QByteArray());
    QString command = section(page.out, u"Command"_s);
    QVERIFY2(command.startsWith(u"highwater estimate"_s), page.out.constData());
    command.replace(0, 9, u"\"$0\""_s);
    const Ran again = shell(command + u" --share"_s);
    QCOMPARE(again.err, QByteArray());
    QCOMPARE(QString::fromUtf8(again.out), codeOf(plan) + u'\n');
    QCOMPARE(section(page.out, u"Share code"_s), codeOf(plan));
}

void TestCliShare::page()
{
    const Ran ran = run({u"estimate"_s, m_code, u"--markdown"_s});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.err, QByteArray());
    const nlohmann::json perGpu = answer({u"estimate"_s, m_code, u"--json"_s}).at("per_gpu");
    const double total = perGpu.at("total").get<double>() / 1073741824.0;
    const QByteArray row
        = "| Total per GPU | " + QByteArray::number(total, 'f', 2) + " | 100.0 % |";
    QVERIFY2(ran.out.contains(row), ran.out.constData());
    const nlohmann::json longest
        = answer({u"solve"_s, m_code, u"--for"_s, u"workload.context"_s, u"--json"_s});
    const QString tokens = QLocale(QLocale::English).toString(longest.at("answer").get<qint64>());
    QVERIFY2(QString::fromUtf8(ran.out).contains(u"- Longest context: "_s + tokens),
             ran.out.constData());
}

void TestCliShare::pageOfLoudPlan()
{
    const QByteArray plan
        = planWith(R"("model": {"id": "llama-3.1-8b"}, "name": "\u001b[31m\u0007\u009b31m",)"
                   R"("notes": "\u001b]0;title\u0007\rover\u0085")");
    const QString out = QString::fromUtf8(run(words("estimate - --markdown"), {plan, {}, {}}).out);
    QVERIFY(!out.isEmpty());
    for (const QString& line : out.split(u'\n'))
        QVERIFY2(std::none_of(line.begin(), line.end(), acts), qPrintable(line));
}

void TestCliShare::formsExcludeEachOther_data()
{
    QTest::addColumn<QStringList>("forms");
    QTest::newRow("--json and --share") << words("--json --share");
    QTest::newRow("--share and --json") << words("--share --json");
    QTest::newRow("--markdown and --share") << words("--markdown --share");
    QTest::newRow("--markdown and --json") << words("--markdown --json");
    QTest::newRow("all three") << words("--json --markdown --share");
}

void TestCliShare::formsExcludeEachOther()
{
    QFETCH(QStringList, forms);
    const QStringList says = forms.first(2) + QStringList{u"exclude each other"_s};
    QCOMPARE(notRefused(run(words("estimate") + forms), 2, says), QString());
}

void TestCliShare::checkStillTells()
{
    const QStringList tight = words("estimate --check --set cluster.capacity=1");
    QCOMPARE(run(tight + QStringList{u"--share"_s}).exit, 3);
    QVERIFY(run(tight + QStringList{u"--share"_s}).out.startsWith("HW1"));
    QCOMPARE(run(tight + QStringList{u"--markdown"_s}).exit, 3);
}

void TestCliShare::schema()
{
    const Ran ran = run(words("catalog schema"));
    QCOMPARE(ran.exit, 0);
    QFile file(QStringLiteral(HIGHWATER_PRESETS "/plan.schema.json"));
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(ran.out, file.readAll());
}

QTEST_GUILESS_MAIN(TestCliShare)
#include "test_cli_share.moc"
