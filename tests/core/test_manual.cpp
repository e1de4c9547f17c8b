// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/lettering.h"
#include "core/manual/manual.h"
#include "core/manual/manual_html.h"
#include "core/manual/manual_text.h"
#include "core/manual/markdown.h"
#include "core/plan/keys.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>

namespace highwater {
namespace {

QString text(std::string_view from)
{
    return QString::fromUtf8(from.data(), static_cast<qsizetype>(from.size()));
}

/// What a browser would find in a page.
struct ReadPage
{
    QSet<QString> ids;
    QStringList links; ///< of pages, styles and scripts
    QString problem;
};

ReadPage readPage(const std::string& html)
{
    ReadPage page;
    QXmlStreamReader reader(text(html)); // the pages are written so that they are XML too
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        for (const QXmlStreamAttribute& attribute : reader.attributes()) {
            const QString value = attribute.value().toString();
            if (attribute.name() == QLatin1String("id")) {
                if (page.ids.contains(value))
                    page.problem = QStringLiteral("twice: ") + value;
                page.ids << value;
            }
            if (attribute.name() == QLatin1String("href")
                || attribute.name() == QLatin1String("src"))
                page.links << value;
        }
    }
    if (reader.hasError())
        page.problem = reader.errorString() + QStringLiteral(" in line ")
            + QString::number(reader.lineNumber());
    return page;
}

/// "en/zero.html" and "../zh_CN/zero.html" is "zh_CN/zero.html".
QString resolved(const QString& from, const QString& link)
{
    const QString folder = from.contains(u'/') ? from.section(u'/', 0, 0) + u'/' : QString();
    return link.startsWith(QStringLiteral("../")) ? link.mid(3) : QString(folder + link);
}

} // namespace

/// The manual as core writes it, for a terminal and for a browser.
class TestManual : public QObject
{
    Q_OBJECT

private slots:
    void everyLinkLeadsSomewhere();
    void everyPageIsInEveryLanguage();
    void nothingIsFromElsewhere();
    void eachPageLeadsToItsTranslations();
    void picturesFollowADarkDesktop();
    void linesFitTheirColumns_data();
    void linesFitTheirColumns();
    void textHasNoMarks();
    void listNamesEveryPage();
    void sectionsAreFound();
    void everyKeyIsInItsTable();
    void marksAreRead_data();
    void marksAreRead();
    void damagedMarksAreText();
};

void TestManual::everyLinkLeadsSomewhere()
{
    std::map<QString, ReadPage> pages;
    QSet<QString> files;
    for (const WrittenPage& page : manualHtml()) {
        const QString path = text(page.path);
        QVERIFY2(!page.text.empty(), qPrintable(path));
        files << path;
        if (path.endsWith(QStringLiteral(".html")))
            pages[path] = readPage(page.text);
    }
    int followed = 0;
    for (const auto& [path, page] : pages) {
        QVERIFY2(page.problem.isEmpty(), qPrintable(path + QStringLiteral(": ") + page.problem));
        for (const QString& link : page.links) {
            const QString file = resolved(path, link.section(u'#', 0, 0));
            const QString anchor = link.section(u'#', 1);
            QVERIFY2(files.contains(file), qPrintable(path + QStringLiteral(": ") + link));
            if (!anchor.isEmpty())
                QVERIFY2(pages[file].ids.contains(anchor),
                         qPrintable(path + QStringLiteral(": ") + link));
            ++followed;
        }
    }
    QVERIFY(pages.size() >= 61); // 30 pages in two languages, and the first
    QVERIFY(followed > 2 * 30 * 30); // each page has the contents
}

void TestManual::everyPageIsInEveryLanguage()
{
    const auto languages = manualLanguages();
    QVERIFY(languages.size() >= 2);
    QCOMPARE(languages.front(), std::string("en"));
    for (const std::string& language : languages)
        QCOMPARE(manualPages(language), manualPages("en"));
    QVERIFY(manualPages("xx").empty());
    QVERIFY(manualPages("../en").empty());
}

void TestManual::nothingIsFromElsewhere()
{
    static const QRegularExpression elsewhere(
        QStringLiteral("(src|href)=\"(https?:|//|data:)|@import|url\\(|fetch\\(|XMLHttp"));
    for (const WrittenPage& page : manualHtml()) {
        const auto match = elsewhere.match(text(page.text));
        QVERIFY2(!match.hasMatch(),
                 qPrintable(text(page.path) + QStringLiteral(": ") + match.captured()));
    }
}

void TestManual::eachPageLeadsToItsTranslations()
{
    const std::vector<std::string> languages = manualLanguages();
    int seen = 0;
    for (const WrittenPage& page : manualHtml())
        for (const std::string& language : languages) {
            const std::size_t slash = page.path.find('/');
            if (std::ranges::find(languages, page.path.substr(0, slash)) == languages.end()
                || !page.path.ends_with(".html") || page.path.starts_with(language))
                continue;
            const std::string link = "href=\"../" + language + page.path.substr(slash) + "\"";
            QVERIFY2(page.text.find(link) != std::string::npos,
                     qPrintable(text(page.path) + u' ' + text(link)));
            ++seen;
        }
    QVERIFY(seen > 60);
}

/// A colour without a rule would stay as it is on paper.
void TestManual::picturesFollowADarkDesktop()
{
    const auto pages = manualHtml();
    const auto style = std::ranges::find(pages, std::string("manual.css"), &WrittenPage::path);
    QVERIFY(style != pages.end());
    static const QRegularExpression colours(QStringLiteral("(fill|stroke)=\"(#[0-9a-f]{6})\""));
    int seen = 0;
    for (const ManualFile& file : manualFiles()) {
        if (file.folder != "pictures")
            continue;
        for (auto found = colours.globalMatch(text(file.text)); found.hasNext(); ++seen) {
            const auto colour = found.next();
            const QString rule
                = QStringLiteral("svg [%1=\"%2\"] {").arg(colour.captured(1), colour.captured(2));
            QVERIFY2(text(style->text).contains(rule), qPrintable(text(file.name) + rule));
        }
    }
    QVERIFY(seen > 100);
}

void TestManual::linesFitTheirColumns_data()
{
    QTest::addColumn<int>("columns");
    for (const int columns : {40, 60, 80, 100})
        QTest::addRow("%d columns", columns) << columns;
}

/// Only a word that is longer than a line by itself, or a line of code, may be wider.
void TestManual::linesFitTheirColumns()
{
    QFETCH(const int, columns);
    for (const std::string& language : manualLanguages())
        for (const std::string& page : manualPages(language)) {
            const QString whole
                = text(manualText(language, page, {}, static_cast<std::size_t>(columns)));
            QVERIFY(!whole.isEmpty());
            for (const QString& line : whole.split(u'\n')) {
                const bool isCode = line.startsWith(QStringLiteral("    "));
                const bool isTable = line.contains(QStringLiteral("  "));
                const int width = static_cast<int>(columnWidth(line.toStdString(), 1, false));
                if (isCode || isTable || !line.trimmed().contains(u' '))
                    continue;
                QVERIFY2(width <= columns, qPrintable(text(page) + QStringLiteral(": ") + line));
            }
        }
}

void TestManual::textHasNoMarks()
{
    for (const std::string& language : manualLanguages())
        for (const std::string& page : manualPages(language)) {
            QStringList words;
            for (const MarkdownBlock& block : markdownBlocks(manualPage(language, page))) {
                words << text(plainText(block.spans));
                for (const auto& row : block.rows)
                    for (const auto& cell : row)
                        words << text(plainText(cell));
            }
            for (const QString& each : words)
                for (const char* mark : {"**", "`", "](", "{#", "##"})
                    QVERIFY2(!each.contains(QLatin1String(mark)),
                             qPrintable(text(page) + QStringLiteral(": ") + each));
        }
}

void TestManual::listNamesEveryPage()
{
    for (const std::string& language : manualLanguages()) {
        const QString list = text(manualList(language, 80));
        for (const std::string& page : manualPages(language))
            if (page != manualContents)
                QVERIFY2(list.contains(QStringLiteral("  ") + text(page) + u' '), page.c_str());
    }
}

void TestManual::sectionsAreFound()
{
    const QString section = text(manualText("en", "zero", "stage-1", 80));
    QVERIFY(section.startsWith(QStringLiteral("ZeRO-1\n------\n\nEach GPU holds")));
    QVERIFY(!section.contains(QStringLiteral("ZeRO-2")));
    QCOMPARE(manualText("en", "zero", "no-such", 80), std::string());
    QCOMPARE(linkedPlace("zero.md#stage", "index").page, std::string("zero"));
    QCOMPARE(linkedPlace("#stage", "zero").page, std::string("zero"));
    QCOMPARE(linkedPlace("zero#stage", {}).anchor, std::string("stage"));
}

void TestManual::everyKeyIsInItsTable()
{
    for (const std::string& language : manualLanguages()) {
        const QString page = text(manualPage(language, "keys"));
        for (const Key& key : keys())
            QCOMPARE(page.count(QStringLiteral("| `%1` |").arg(text(key.path.text()))), 1);
    }
}

void TestManual::marksAreRead_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("spans"); ///< each as text, * for strong, ` for code, @ a target
    QTest::newRow("plain") << QStringLiteral("a b") << QStringLiteral("a b");
    QTest::newRow("strong") << QStringLiteral("a **b c** d") << QStringLiteral("a |b c*| d");
    QTest::newRow("code keeps its stars")
        << QStringLiteral("`a ** b`") << QStringLiteral("a ** b`");
    QTest::newRow("link") << QStringLiteral("see [ZeRO](zero.md#stage).")
                          << QStringLiteral("see |ZeRO@zero.md#stage|.");
    QTest::newRow("strong link with code")
        << QStringLiteral("**[`x`](y.md)**") << QStringLiteral("x*`@y.md");
}

void TestManual::marksAreRead()
{
    QFETCH(const QString, line);
    QFETCH(const QString, spans);
    QStringList read;
    for (const MarkdownSpan& span : markdownSpans(line.toStdString()))
        read << text(span.text) + (span.strong ? u"*" : u"") + (span.code ? u"`" : u"")
                + (span.target.empty() ? QString() : u'@' + text(span.target));
    QCOMPARE(read.join(u'|'), spans);
}

/// Marks that do not end are plain letters, and a table may lack cells.
void TestManual::damagedMarksAreText()
{
    QCOMPARE(plainText(markdownSpans("a `b [c](d")), std::string("a `b [c](d"));
    QCOMPARE(plainText(markdownSpans("[]()")), std::string());
    const auto blocks = markdownBlocks("| a | b |\n|:--|--:|\n| 1 |\n|\n```\nopen");
    QCOMPARE(blocks.size(), std::size_t{2});
    QCOMPARE(blocks[0].rows[1].size(), std::size_t{2});
    QCOMPARE(blocks[0].right, (std::vector<bool>{false, true}));
    QCOMPARE(blocks[1].code, std::string("open\n"));
    QVERIFY(markdownBlocks("").empty());
}

} // namespace highwater

QTEST_APPLESS_MAIN(highwater::TestManual)
#include "test_manual.moc"
