// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"
#include "core/exchange/report.h"
#include "core/exchange/summary.h"
#include "helpers.h"

#include <QXmlStreamReader>
#include <QtTest>

using namespace highwater;

namespace {

std::string inPlainEnglish(const Text& text)
{
    return english(text);
}

/// Another "language": every sentence in capitals, so that what is not translated is seen.
std::string inCapitals(const Text& text)
{
    return QString::fromStdString(english(text)).toUpper().toStdString();
}

FileLanguage plain()
{
    return {"en", inPlainEnglish};
}

QString htmlOfPlan(const Plan& plan, std::vector<FileLanguage> languages = {plain()})
{
    const auto html = reportHtml(plan, languages);
    if (!html)
        qFatal("%s", qPrintable(whyNot(html)));
    return shown(*html);
}

/// The error of a document that is not well-formed, which also XML's reader would see; its first
/// line is not XML.
QString faultOf(const QString& html)
{
    QXmlStreamReader reader(html.section(u'\n', 1));
    QString words;
    while (!reader.atEnd())
        reader.readNext();
    return reader.hasError()
        ? reader.errorString() + u" in line " + QString::number(reader.lineNumber() + 1)
        : QString();
}

Plan overPlan()
{
    return planWith({{"model.id", "llama-3.1-70b"}, {"layout.zero", "3"}});
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private slots:
    void hasEverything();
    void isWellFormed_data();
    void isWellFormed();
    void needsNothingElse();
    void whatHelpsIsThere();
    void languagesFollowEachOther();
    void hostileTexts();
    void namedPictures();
    void tablesTearNoWord();
    void refused();
    void markdownHasTheSameContent();
};

void TestReport::hasEverything()
{
    const Plan plan = planWith({{"name", "Eight cards"}, {"notes", "Of the lecture"}});
    const auto found = estimate(plan, builtinCatalog());
    const QString html = htmlOfPlan(plan);
    QVERIFY(html.startsWith(QLatin1String("<!DOCTYPE html>\n<html lang=\"en-US\">")));
    QVERIFY(html.contains(QLatin1String("<title>Eight cards</title>")));
    QVERIFY(html.contains(QLatin1String("<h1>Eight cards</h1>")));
    QVERIFY(html.contains(QLatin1String("<blockquote>Of the lecture</blockquote>")));
    QVERIFY(html.contains(shown(english(pageVerdict(found->judgement())))));
    QCOMPARE(html.count(QLatin1String("<svg ")), 1);
    for (const char* heading : {"Memory at the peak, tensor by tensor", "Time and cost, estimated",
                                "Limits", "Sources", "Command", "Share code"})
        QVERIFY2(html.contains(QStringLiteral("<h2>%1</h2>").arg(QLatin1String(heading))), heading);
    // Each tensor that the peak holds has its row, with its formula.
    for (const Line& line : found->answer.ledger)
        if (found->answer.copiesAtPeak(line) > 0 && line.place == Place::Gpu)
            QVERIFY2(html.contains(shown(line.formula).toHtmlEscaped()), line.formula.c_str());
    QVERIFY(html.contains(shown(builtinCatalog().model("llama-3.1-8b")->source).toHtmlEscaped()));
}

void TestReport::isWellFormed_data()
{
    QTest::addColumn<QByteArray>("plan");
    const auto row = [](const char* name, const Plan& plan) {
        QTest::newRow(name) << QByteArray::fromStdString(writePlan(plan));
    };
    row("the first plan", {});
    row("does not fit", overPlan());
    row("a pipeline",
        planWith(
            {{"cluster.gpus", "8"}, {"layout.pipeline", "4"}, {"workload.global_batch", "8"}}));
    row("a pipeline of more stages than are shown",
        planWith(
            {{"cluster.gpus", "16"}, {"layout.pipeline", "16"}, {"workload.global_batch", "32"}}));
    row("generates text", planWith({{"workload.task", "inference"}}));
    row("a method of others", planWith({{"method", "deepspeed"}, {"layout.zero", "3"}}));
    row("the lecture's method", planWith({{"method", "lecture-zero"}, {"layout.zero", "3"}}));
    row("a job of several models", planWith({{"job.kind", "dpo"}}));
}

void TestReport::isWellFormed()
{
    QFETCH(QByteArray, plan);
    const QString html = htmlOfPlan(*readPlan(plan.toStdString()));
    QCOMPARE(faultOf(html), QString());
    QVERIFY(!html.contains(QLatin1String("<td/>")));
}

void TestReport::needsNothingElse()
{
    const QString html = htmlOfPlan({});
    for (const char* outside : {"<script", "<link", "<img", "url(", "@import", "src=", "href="})
        QVERIFY2(!html.contains(QLatin1String(outside)), outside);
    QVERIFY(html.contains(QLatin1String("@page { size: A4;")));
    QCOMPARE(htmlOfPlan({}), html); // equal plans, equal bytes
}

/// A plan that does not fit has the changes of advise(), each with its total.
void TestReport::whatHelpsIsThere()
{
    const auto advice = advise(overPlan(), builtinCatalog());
    QVERIFY(advice && !advice->empty());
    const QString html = htmlOfPlan(overPlan());
    QVERIFY(html.contains(QLatin1String("<h2>What helps</h2>")));
    for (const Suggestion& suggestion : *advice) {
        const QString change = shown(english(suggestion.changes.front().label)).toHtmlEscaped();
        QVERIFY2(html.contains(change), qPrintable(change));
        QVERIFY(html.contains(shown(inGib(suggestion.totals.total)) + QLatin1String(" GiB")));
    }
    QVERIFY(!htmlOfPlan(planWith({{"layout.zero", "3"}})).contains(QLatin1String("What helps")));
}

void TestReport::languagesFollowEachOther()
{
    const QString html = htmlOfPlan({}, {plain(), {"zh_CN", inCapitals}});
    QCOMPARE(faultOf(html), QString());
    QCOMPARE(html.count(QLatin1String("<article ")), 2);
    QVERIFY(html.contains(QLatin1String("<article lang=\"en-US\">")));
    const QString second = html.section(QLatin1String("<article lang=\"zh-CN\">"), 1);
    QVERIFY(second.contains(QLatin1String("<h2>SOURCES</h2>")));
    QVERIFY(!second.contains(QLatin1String("<h2>Sources</h2>")));
    QCOMPARE(html.count(QLatin1String("<svg ")), 2);
    // A document has each id once.
    static const QRegularExpression id(QStringLiteral(" id=\"([^\"]*)\""));
    QStringList ids;
    for (auto found = id.globalMatch(html); found.hasNext();)
        ids << found.next().captured(1);
    QVERIFY(ids.size() > 4);
    QCOMPARE(ids.removeDuplicates(), 0);
}

/// Names and notes from outside stay text.
void TestReport::hostileTexts()
{
    Plan plan;
    plan.name = "</title><script>alert(1)</script>";
    plan.notes = "<img src=x onerror=alert(1)>\n\"&amp;\n\x1b[31m\n\n";
    const QString html = htmlOfPlan(plan);
    QCOMPARE(faultOf(html), QString());
    QVERIFY(!html.contains(QLatin1String("<script")));
    QVERIFY(!html.contains(QLatin1String("<img")));
    QVERIFY(html.contains(QLatin1String("&lt;img src=x onerror=alert(1)&gt;<br/>&quot;&amp;amp;")));
    QVERIFY(!html.contains(QChar(0x1b)));
}

void TestReport::namedPictures()
{
    const std::vector<FileLanguage> languages{plain(), {"zh_CN", inCapitals}};
    const auto pages = reportPages({}, languages, [](std::string_view text, double size, bool) {
        return 0.5 * size * static_cast<double>(text.size());
    });
    QVERIFY2(pages, qPrintable(whyNot(pages)));
    const QString html = shown(htmlOf(*pages, HtmlPictures::Named));
    QCOMPARE(faultOf(html), QString());
    QVERIFY(!html.contains(QLatin1String("<svg")));
    for (std::size_t i = 0; i < 2; ++i)
        QVERIFY(html.contains(QStringLiteral("<img src=\"%1\"").arg(shown(pictureName(i)))));
}

void TestReport::tablesTearNoWord()
{
    // "parallelism" and 3 letters, "Seconds" and 3, "slowest" and 3 leave 79 of 113 letters to the
    // roots of 18 - 11 and 31 - 7.
    FigureTable table;
    table.heads = {Text("Part"), Text("Seconds"), Text("Source")};
    table.rows = {{wordsCell("Tensor parallelism"), writtenCell("6.86"),
                   wordsCell("the slowest stage sets the pace")}};
    const LanguagePage page{"en", toEnglish, {PageTable{table}}};
    const QString html = shown(htmlOf({&page, 1}, HtmlPictures::Inside));
    QVERIFY2(html.contains(QLatin1String("<th width=\"37%\">Part</th>")), qPrintable(html));
    QVERIFY2(html.contains(QLatin1String("width=\"9%\">Seconds</th>")), qPrintable(html));
    QVERIFY2(html.contains(QLatin1String("<th width=\"54%\">Source</th>")), qPrintable(html));
}

void TestReport::refused()
{
    const auto html = reportHtml(planWith({{"layout.tensor", "3"}}), std::vector{plain()});
    QVERIFY(!html);
    QVERIFY2(whyNot(html).contains(QLatin1String("layout.tensor")), qPrintable(whyNot(html)));
}

/// The summary and the report are one content: each paragraph of the summary is in the report.
void TestReport::markdownHasTheSameContent()
{
    const auto found = estimate(overPlan(), builtinCatalog());
    const auto limits = limitsOf({overPlan(), builtinCatalog(), found->plan, found->judgement()});
    const QString html = htmlOfPlan(overPlan());
    int paragraphs = 0;
    for (const PageBlock& block : summaryPage(overPlan(), *found, limits, inPlainEnglish)) {
        if (const auto* paragraph = std::get_if<PageParagraph>(&block)) {
            QVERIFY(html.contains(shown(paragraph->text).toHtmlEscaped()));
            ++paragraphs;
        }
        if (const auto* list = std::get_if<PageList>(&block))
            for (const PageItem& item : list->items)
                QVERIFY2(html.contains(shown(item.text).toHtmlEscaped()), item.text.c_str());
    }
    QVERIFY(paragraphs > 3);
}

QTEST_APPLESS_MAIN(TestReport)
#include "test_report.moc"
