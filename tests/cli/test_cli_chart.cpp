// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"
#include "tests/core/random.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <nlohmann/json.hpp>

using namespace Qt::Literals::StringLiterals;

namespace {

/// A number in the head of a PNG: 0 the width, 1 the height.
quint32 sideOf(const QByteArray& png, int which)
{
    return qFromBigEndian<quint32>(png.constData() + 16 + 4 * which);
}

/// Whether the head of a PNG says that its pixels have alpha.
bool hasAlpha(const QByteArray& png)
{
    return png[25] == 6 || png[25] == 4;
}

/// The figures that the program has, as it lists them when asked for another.
QStringList figureNames()
{
    const QString refusal
        = QString::fromUtf8(run({u"chart"_s, u"--figure"_s, u"?"_s, u"-o"_s, u"a.svg"_s}).err);
    const QString list = refusal.section(u"must be one of "_s, 1).section(u';', 0, 0).trimmed();
    return list.split(u", "_s, Qt::SkipEmptyParts);
}

} // namespace

class TestCliChart : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everySuffix_data();
    void everySuffix();
    void sizes_data();
    void sizes();
    void figures_data();
    void figures();
    void choices();
    void plans();
    void limitsASearch();
    void comparesPlans();
    void makesADeck();
    void traces();
    void refused_data();
    void refused();
    void notWritten_data();
    void notWritten();
    void noTorso();
    void surroundings_data();
    void surroundings();
    void helped();

private:
    /// Runs `highwater chart` in a folder of its own.
    Ran chart(const QStringList& arguments, const Setting& setting = {})
    {
        Setting here = setting;
        here.folder = m_folder->path();
        return run(QStringList{u"chart"_s} + arguments, here);
    }
    Ran chart(const char* line) { return chart(words(line)); }
    QByteArray drawn(const char* line, const QString& name)
    {
        const Ran ran = chart(line);
        if (ran.exit != 0 || !ran.out.isEmpty() || !ran.err.isEmpty())
            return "exit " + QByteArray::number(ran.exit) + ": " + ran.out + ran.err;
        return contents(m_folder->filePath(name));
    }
    /// The file that the test's own environment gets; drawn once.
    QByteArray plain(const char* suffix)
    {
        QByteArray& file = m_plain[suffix];
        const QByteArray name = QByteArray("plain") + suffix;
        if (file.isEmpty())
            file = drawn(QByteArray("-o " + name).constData(), QString::fromLatin1(name));
        return file;
    }
    QStringList left() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QHash<QByteArray, QByteArray> m_plain; ///< by suffix
};

void TestCliChart::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestCliChart::everySuffix_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("png") << u"a.png"_s << QByteArray("\x89PNG\r\n\x1a\n");
    QTest::newRow("svg") << u"a.svg"_s << QByteArray("<?xml version=\"1.0\"");
    QTest::newRow("pdf") << u"a.pdf"_s << QByteArray("%PDF-1.");
    QTest::newRow("pptx") << u"a.pptx"_s << QByteArray("PK\3\4");
    QTest::newRow("csv") << u"a.csv"_s << QByteArray();
    QTest::newRow("capitals") << u"a.PNG"_s << QByteArray("\x89PNG\r\n\x1a\n");
    QTest::newRow("a name in Chinese") << u"显存 图.svg"_s << QByteArray("<?xml version=\"1.0\"");
}

void TestCliChart::everySuffix()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const Ran ran = chart({u"-o"_s, name});
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.out, QByteArray());
    QCOMPARE(ran.exit, 0);
    QCOMPARE(left(), QStringList(name));
    const QByteArray file = contents(m_folder->filePath(name));
    QVERIFY(file.startsWith(start));
    QVERIFY(file.size() > 500);
    QCOMPARE(chart({u"--output="_s + name}).exit, 0); // over an existing file
    QCOMPARE(contents(m_folder->filePath(name)), file);
}

void TestCliChart::sizes_data()
{
    QTest::addColumn<QString>("size");
    QTest::addColumn<quint32>("width");
    QTest::addColumn<quint32>("height");
    QTest::newRow("not given") << QString() << quint32{1920} << quint32{1080};
    QTest::newRow("half a slide") << u"960x1080"_s << quint32{960} << quint32{1080};
    QTest::newRow("small") << u"640x360"_s << quint32{640} << quint32{360};
    QTest::newRow("as wide as can be") << u"16384x720"_s << quint32{16384} << quint32{720};
}

void TestCliChart::sizes()
{
    QFETCH(QString, size);
    QStringList arguments{u"-o"_s, u"a.png"_s};
    if (!size.isEmpty())
        arguments << u"--size"_s << size;
    const Ran ran = chart(arguments);
    QCOMPARE(ran.err, QByteArray());
    const QByteArray file = contents(m_folder->filePath(u"a.png"_s));
    QVERIFY(file.size() > 100);
    QTEST(sideOf(file, 0), "width");
    QTEST(sideOf(file, 1), "height");
}

void TestCliChart::figures_data()
{
    QTest::addColumn<QString>("name");
    const QStringList names = figureNames();
    for (qsizetype i = 0; i < names.size(); i += highwater::caseStep)
        QTest::newRow(qPrintable(names[i])) << names[i];
}

void TestCliChart::figures()
{
    QFETCH(QString, name);
    for (const char* file : {"a.svg", "a.png", "a.pptx", "a.csv"}) {
        const Ran ran = chart({u"--figure"_s, name, u"-o"_s, QString::fromLatin1(file)});
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.exit, 0);
    }
    QCOMPARE(left().size(), 4);
}

void TestCliChart::choices()
{
    const QByteArray plain = drawn("-o a.svg", u"a.svg"_s);
    QVERIFY2(plain.contains("#2E8B6F") && plain.contains("id=\"background\""), plain.left(300));
    QCOMPARE(drawn("-o a.svg --theme light --figure context --unit GiB --lang en", u"a.svg"_s),
             plain);
    QVERIFY(drawn("-o a.svg --theme dark", u"a.svg"_s).contains("#1B1D20"));
    QVERIFY(drawn("-o a.svg --theme lecture", u"a.svg"_s).contains("#4EA5B7"));
    const QByteArray print = drawn("-o a.svg --theme print", u"a.svg"_s);
    QVERIFY(print.contains("#5E5E5E") && !print.contains("#C4001F"));
    const QByteArray chinese = drawn("-o a.svg --lang zh_CN --unit GB", u"a.svg"_s);
    QVERIFY(chinese.contains("参数") && chinese.contains("(GB)<"));
    QVERIFY(!drawn("-o a.svg --transparent", u"a.svg"_s).contains("id=\"background\""));
    QVERIFY(drawn("-o a.svg --transparent --theme dark", u"a.svg"_s).contains("#E7E9EB"));
    QVERIFY(drawn("-o a.svg --title Mine", u"a.svg"_s).contains(">Mine</text>"));
    QVERIFY(!drawn("-o a.svg --no-title", u"a.svg"_s)
                 .contains(">Training memory by context length</text>"));
    QVERIFY(plain.contains(">Training memory by context length</text>"));
    QVERIFY(drawn("-o a.svg --legend", u"a.svg"_s) != plain);
    QVERIFY(hasAlpha(drawn("-o a.png --transparent", u"a.png"_s)));
}

void TestCliChart::plans()
{
    const QByteArray plain = drawn("-o a.csv", u"a.csv"_s);
    const QByteArray three = drawn("--set layout.zero=3 -o a.csv", u"a.csv"_s);
    QVERIFY(three.startsWith(plain.left(plain.indexOf('\n')))); // the same columns
    const QString code
        = QString::fromUtf8(run(words("estimate --set layout.zero=1 --share")).out.chopped(1));
    QCOMPARE(chart({code, u"-o"_s, u"b.csv"_s}).exit, 0);
    QCOMPARE(chart({u"--set"_s, u"layout.zero=1"_s, u"-o"_s, u"c.csv"_s}).exit, 0);
    QCOMPARE(contents(m_folder->filePath(u"b.csv"_s)), contents(m_folder->filePath(u"c.csv"_s)));
    QVERIFY(contents(m_folder->filePath(u"b.csv"_s)) != three);
    Setting input;
    input.input
        = R"({"format": "highwater-plan", "version": 1, "model": {"id": "llama-3.1-8b"}, "layout": {"zero": 1}})";
    QCOMPARE(chart({u"-"_s, u"-o"_s, u"d.csv"_s}, input).exit, 0);
    QCOMPARE(contents(m_folder->filePath(u"d.csv"_s)), contents(m_folder->filePath(u"c.csv"_s)));
}

void TestCliChart::limitsASearch()
{
    constexpr double free = 50'000'000'000, capacity = 85'520'809'984;
    struct Bars
    {
        int all = 0, large = 0;
    };
    const auto bars = [this](const char* limits) {
        const QByteArray line = QByteArray("--figure search -o a.csv") + limits;
        const QList<QByteArray> rows = drawn(line.constData(), u"a.csv"_s).trimmed().split('\n');
        constexpr int total = 7;
        Bars found;
        for (qsizetype i = 1; i < rows.size(); ++i) {
            ++found.all;
            found.large += rows[i].split(',').value(total).toDouble() > capacity - free ? 1 : 0;
        }
        return found;
    };
    QVERIFY(bars(" --set layout.zero=3").large > 1);
    const Bars limited = bars(" --set layout.zero=3 --free 50000000000");
    QCOMPARE(limited.large, 1); // the plan as it stands
    QVERIFY(limited.all > 1);
}

void TestCliChart::comparesPlans()
{
    const auto codeOf = [](const char* stage) {
        const Ran told = run({u"estimate"_s, u"--share"_s, u"--set"_s, QString::fromLatin1(stage)});
        return QString::fromUtf8(told.out.chopped(1));
    };
    const QString one = codeOf("layout.zero=2"), other = codeOf("layout.zero=3");
    const auto compare = [](const QStringList& plans, const QString& file) {
        return plans + QStringList{u"--figure"_s, u"compare"_s, u"-o"_s, file};
    };
    QCOMPARE(chart(compare({one, other}, u"both.csv"_s)).exit, 0);
    // At 8,192 tokens each line is where estimate has its plan.
    const auto totalOf = [](const QString& plan) {
        return answer({u"estimate"_s, plan, u"--json"_s})["per_gpu"]["total"].get<qint64>();
    };
    const QByteArray expected
        = QByteArray::number(totalOf(one)) + ',' + QByteArray::number(totalOf(other)) + ',';
    const QByteArray csv = contents(m_folder->filePath(u"both.csv"_s));
    QVERIFY2(csv.contains(expected), csv.left(400));

    const Ran refused = chart({one, other, u"-o"_s, u"c.svg"_s});
    QCOMPARE(notRefused(refused, 2, {u"--figure compare"_s}), QString());
    QCOMPARE(chart(compare({one, one, one, one, one, other}, u"c.svg"_s)).exit, 2);
    QVERIFY(!QFile::exists(m_folder->filePath(u"c.svg"_s)));
}

/// A slide of each figure in the first language, and then in the second.
void TestCliChart::makesADeck()
{
    const auto slides = [&](const char* line) {
        const QByteArray file = drawn(line, u"a.pptx"_s);
        int count = 0;
        while (
            file.contains(QByteArray("ppt/slides/slide" + QByteArray::number(count + 1) + ".xml")))
            ++count;
        return count;
    };
    QCOMPARE(slides("-o a.pptx"), 1);
    QCOMPARE(slides("--figure zero,context,recompute -o a.pptx"), 3);
    QCOMPARE(slides("--figure zero,context --lang en,zh_CN --theme dark -o a.pptx"), 4);
    QCOMPARE(slides("--lang zh_CN,en -o a.pptx"), 2);
    // The options of a figure go with any of them.
    QCOMPARE(slides("--figure context,timeline --stage 1 -o a.pptx"), 2);
}

void TestCliChart::traces()
{
    const QString pipeline = u"--set cluster.gpus=4 --set layout.pipeline=4 --set layout.zero=0"_s;
    const auto traced = [&](const QString& options, const QString& name) {
        const QString line = pipeline + u' ' + options + u" -o "_s + name;
        const QStringList all = line.split(u' ', Qt::SkipEmptyParts);
        return chart(all).exit == 0
            ? nlohmann::json::parse(contents(m_folder->filePath(name)).toStdString())
            : nlohmann::json();
    };
    const nlohmann::json most = traced(u"--figure timeline"_s, u"a.trace.json"_s);
    const auto total = answer(words("estimate --json --set cluster.gpus=4 --set layout.pipeline=4 "
                                    "--set layout.zero=0"))["per_gpu"]["total"];
    QVERIFY(most["otherData"]["peakBytes"] == total);
    QVERIFY(traced({}, u"b.trace.json"_s) == most); // only the timeline can be a trace
    const nlohmann::json second = traced(u"--stage 2"_s, u"c.TRACE.JSON"_s);
    QVERIFY(second["otherData"]["stage"] == 2);
    QVERIFY(second["otherData"]["peakBytes"] < total);
    const nlohmann::json chinese = traced(u"--lang zh_CN"_s, u"d.trace.json"_s);
    QVERIFY(chinese["otherData"]["peakBytes"] == total);
}

void TestCliChart::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* line, const QStringList& says) {
        QTest::newRow(name) << words(line) << says;
    };
    row("no file", "--figure zero", {u"-o is missing"_s});
    row("no name after -o", "-o", {u"-o needs a value"_s});
    row("no suffix", "-o picture", {u"-o"_s, u"must end in .png"_s, u"picture"_s});
    row("another suffix", "-o a.jpeg", {u"must end in .png, .svg, .pdf, .pptx or .csv"_s});
    row("standard output", "-o -", {u"must end in"_s});
    row("a trace of another figure", "--figure zero -o a.trace.json",
        {u"--figure"_s, u"must be timeline for a trace"_s});
    row("a timeline of a method without moments", "--set method=deepspeed -o a.trace.json",
        {u"method"_s, u"only the exact method has a timeline"_s});
    row("stage 0", "--figure timeline --stage 0 -o a.svg", {u"--stage"_s, u"1 or more"_s});
    row("a stage that is not", "--figure timeline --stage 2 -o a.svg", {u"--stage"_s, u"1 to 1"_s});
    row("a stage of another figure", "--figure zero --stage 1 -o a.svg",
        {u"--stage"_s, u"goes with --figure timeline"_s});
    row("limits of a search of another figure", "--keep layout.zero -o a.svg",
        {u"--figure"_s, u"must be search"_s, u"context"_s});
    row("an order of another figure", "--sort days -o a.svg",
        {u"--sort"_s, u"goes with --figure cards"_s});
    row("an order that is not", "--figure cards --sort colour -o a.svg",
        {u"--sort"_s, u"colour"_s, u"device"_s});
    row("a search that keeps a key that it does not choose",
        "--figure search --keep model.id -o a.svg", {u"--keep"_s});
    row("a search in which nothing fits",
        "--figure search --set model.id=llama-3.1-405b --set cluster.gpus=1 -o a.svg",
        {u"layout"_s, u"no layout of this cluster fits the plan"_s});
    row("figures of a picture", "--figure zero,context -o a.svg",
        {u"--figure"_s, u"only a .pptx has several slides"_s, u"zero,context"_s});
    row("languages of a picture", "--lang en,zh_CN -o a.svg",
        {u"--lang"_s, u"only a .pptx has several slides"_s});
    row("a figure twice", "--figure zero,gpus,zero -o a.pptx",
        {u"--figure"_s, u"zero"_s, u"written twice"_s});
    row("a figure among others that is not", "--figure zero,pie -o a.pptx",
        {u"--figure"_s, u"pie"_s, u"context"_s});
    row("a comma at the end", "--figure zero, -o a.pptx", {u"--figure"_s, u"context"_s});
    row("more figures than there are", "--figure a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p -o a.pptx",
        {u"--figure"_s, u"at most 14 names"_s});
    row("one title of several figures", "--figure zero,gpus --title A -o a.pptx",
        {u"--title"_s, u"one figure"_s});
    row("traces of several figures", "--figure timeline,zero -o a.trace.json",
        {u"--figure"_s, u"must be timeline for a trace"_s});
    row("a figure that is not", "--figure pie -o a.svg", {u"--figure"_s, u"pie"_s, u"context"_s});
    for (const char* size : {"1920", "1920x", "x1080", "0x0", "-5x100", "1e3x100", "100x100x100",
                             "16385x1080", "99999999999x1", "1920*1080", "19 20x1080", "NaNxNaN"})
        QTest::addRow("size %s", size)
            << QStringList{u"-o"_s, u"a.png"_s, u"--size"_s, QString::fromLatin1(size)}
            << QStringList{u"--size"_s, u"WIDTHxHEIGHT"_s};
    for (const char* file : {"a.png", "a.svg", "a.pdf"})
        QTest::addRow("one pixel of %s", file)
            << QStringList{u"--size=1x1"_s, u"-o"_s, QString::fromLatin1(file)}
            << QStringList{u"--size: must be at least"_s};
    row("a slide too small", "--size 50x50 -o a.pptx", {u"inches"_s});
    row("a slide too large", "--size 9000x9000 -o a.pptx", {u"inches"_s});
    row("a theme that is not", "--theme pink -o a.svg", {u"--theme"_s, u"light, dark, print"_s});
    row("a language that is not", "--lang xx -o a.svg",
        {u"--lang"_s, u"must be one of en, "_s, u"zh_CN"_s});
    row("a unit that is not", "--unit MB -o a.svg", {u"--unit"_s, u"GiB, GB"_s});
    row("title and none", "--title a --no-title -o a.svg", {u"exclude each other"_s});
    row("an option that is not", "--json -o a.svg", {u"--json"_s});
    row("two plans", "a b -o a.svg", {u"unexpected argument"_s});
    row("a setting that is not", "--set layout.zero=9 -o a.svg", {u"layout.zero"_s});
    row("a plan that has no estimate", "--set layout.tensor=3 -o a.svg", {u"layout.tensor"_s});
}

void TestCliChart::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(chart(arguments), 2, says), QString());
    QCOMPARE(left(), QStringList());
}

void TestCliChart::notWritten_data()
{
    QTest::addColumn<QString>("file");
    for (const char* suffix : {"png", "svg", "pdf", "pptx", "csv", "trace.json"})
        QTest::newRow(suffix) << u"no such folder/a."_s + QString::fromLatin1(suffix);
    QTest::newRow("a folder") << u"folder.svg"_s;
    QTest::newRow("no name that a system takes") << QString(300, u'n') + u".svg"_s;
    QTest::newRow("a device") << u"device.svg"_s;
}

void TestCliChart::notWritten()
{
    QFETCH(QString, file);
    QVERIFY(QDir(m_folder->path()).mkdir(u"folder.svg"_s));
    QVERIFY(QFile::link(u"/dev/null"_s, m_folder->filePath(u"device.svg"_s)));
    QCOMPARE(notRefused(chart({u"-o"_s, file}), 1, {u"cannot be written"_s}), QString());
    QCOMPARE(left().size(), 2);
    QVERIFY(!QFileInfo(u"/dev/null"_s).isFile());
}

/// A file that cannot be written in full, as on a full disk, is not written at all; the old file
/// stays.
void TestCliChart::noTorso()
{
    Setting here;
    here.folder = m_folder->path();
    for (const char* suffix : {"png", "svg", "pdf", "pptx", "csv", "trace.json"}) {
        const QString name = u"a."_s + QLatin1String(suffix);
        QCOMPARE(shell(u"echo kept > "_s + name, here).exit, 0);
        const Ran ran = shell(
            u"trap '' XFSZ; ulimit -f 8; exec \"$0\" chart --set layout.zero=3 -o "_s + name, here);
        QCOMPARE(notRefused(ran, 1, {name, u"cannot be written"_s}), QString());
        QCOMPARE(contents(m_folder->filePath(name)), QByteArray("kept\n"));
    }
    QCOMPARE(left().size(), 6);
}

void TestCliChart::surroundings_data()
{
    QTest::addColumn<QStringList>("variables");
    const auto row
        = [](const char* name, const QStringList& variables) { QTest::newRow(name) << variables; };
    row("Chinese", {u"LC_ALL=zh_CN.UTF-8"_s, u"LANG=zh_CN.UTF-8"_s, u"LANGUAGE=zh_CN"_s});
    row("no Unicode", {u"LC_ALL=C"_s});
    row("a platform that is not there", {u"QT_QPA_PLATFORM=nowhere"_s});
    row("a display that is not there", {u"DISPLAY=:4711"_s, u"WAYLAND_DISPLAY=none"_s});
    row("no home", {u"HOME=/nonexistent"_s, u"XDG_RUNTIME_DIR=/nonexistent"_s});
    row("the other side of the world", {u"TZ=Pacific/Auckland"_s});
    row("a larger desktop", {u"QT_SCALE_FACTOR=2"_s, u"QT_FONT_DPI=192"_s});
    row("a desktop that logs", {u"QT_LOGGING_RULES=*=true"_s});
}

void TestCliChart::surroundings()
{
    QFETCH(QStringList, variables);
    Setting setting;
    setting.environment = noDisplay();
    for (const QString& variable : variables)
        setting.environment->insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    for (const char* suffix : {".png", ".pdf", ".svg", ".pptx", ".csv"}) {
        const QString there = u"there"_s + QLatin1String(suffix);
        const Ran ran = chart({u"-o"_s, there}, setting);
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.exit, 0);
        QVERIFY2(contents(m_folder->filePath(there)) == plain(suffix), suffix);
    }
}

void TestCliChart::helped()
{
    const QByteArray help = chart("--help").out;
    for (const char* option :
         {"highwater chart", "--figure", "--output", "--size", "--theme", "--lang", "--unit",
          "--title", "--no-title", "--legend", "--transparent", "lecture-scaling"})
        QVERIFY2(help.contains(option), option);
    QVERIFY(figureNames().size() >= 10);
    for (const QString& figure : figureNames())
        QVERIFY2(help.contains(figure.toUtf8()), qPrintable(figure));
}

QTEST_GUILESS_MAIN(TestCliChart)
#include "test_cli_chart.moc"
