// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/svg.h"
#include "figure_samples.h"
#include "golden_file.h"
#include "helpers.h"

#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace highwater;

/// SVG that office programs keep whole.
class TestSvg : public QObject
{
    Q_OBJECT

private slots:
    void golden_data();
    void golden();
    void wellFormed_data();
    void wellFormed();
    void hostileText();
    void numbers();
    void rasterises();
};

void TestSvg::golden_data()
{
    QTest::addColumn<QString>("figure");
    QTest::newRow("context.svg") << "context";
    QTest::newRow("lecture-zero.svg") << "lecture-zero";
    QTest::newRow("lecture-scaling-bars.svg") << "lecture-scaling published";
    QTest::newRow("compare.svg") << "compare";
    QTest::newRow("timeline.svg") << "timeline";
    QTest::newRow("time.svg") << "time";
}

void TestSvg::golden()
{
    QFETCH(QString, figure);
    const auto scene = laidOut(sampleFigure(figure.toStdString(), openingPlan()), {});
    QVERIFY2(isGolden(QTest::currentDataTag(), svg(*scene)),
             "HIGHWATER_WRITE_GOLDEN=1 writes it anew, for you to look at");
}

void TestSvg::wellFormed_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string_view name : figureNames)
        QTest::newRow(std::string(name).c_str()) << shown(name);
    QTest::newRow("compare") << "compare";
}

void TestSvg::wellFormed()
{
    QFETCH(QString, name);
    const auto scene = laidOut(sampleFigure(name.toStdString(), openingPlan()), {});
    const std::string text = svg(*scene);
    // A step has twice the points; each method has a line of words, each card a name and numbers.
    const bool wordy = name == u"gpus" || name == u"methods" || name == u"cards";
    const std::size_t kibibytes = wordy ? 24 : 12;
    QVERIFY2(text.size() < scene->plots.size() * kibibytes * 1024,
             std::to_string(text.size()).c_str());
    QXmlStreamReader xml(QByteArray::fromStdString(text));
    const QStringList known = QStringLiteral("svg title desc g rect path circle text").split(u' ');
    QSet<QString> ids;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        QVERIFY2(known.contains(xml.name().toString()), qPrintable(xml.name().toString()));
        const QXmlStreamAttributes attributes = xml.attributes();
        QVERIFY(!attributes.hasAttribute(QStringLiteral("style")));
        QVERIFY(!attributes.hasAttribute(QStringLiteral("class")));
        const QString id = attributes.value(QStringLiteral("id")).toString();
        QVERIFY(id.isEmpty() || !ids.contains(id));
        ids << id;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void TestSvg::hostileText()
{
    Scene scene;
    scene.width = scene.height = 10;
    const std::string text = "<script>&\"'>\xEF\xBF\xBF\xEF\xBF\xBE显\xE2\x80\xAE";
    scene.title = scene.description = text;
    Writing writing;
    writing.text = text;
    scene.items.push_back({"a\"b", writing});
    QXmlStreamReader xml(QByteArray::fromStdString(svg(scene)));
    QStringList said;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement
            && xml.name() == QStringLiteral("text"))
            said << xml.attributes().value(QStringLiteral("id")).toString()
                 << xml.readElementText();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(said.join(u' '), QStringLiteral("a\"b <script>&\"'>??显?"));
}

void TestSvg::numbers()
{
    Scene scene;
    scene.width = 1234567;
    scene.height = 0.125;
    scene.items.push_back({{}, Circle{{-0.004, 2.5}, 10.05, Colour{0x00000A, 0.3}, {}}});
    const QString text = shown(svg(scene));
    QVERIFY(text.contains(QStringLiteral("width=\"1234567\" height=\"0.13\"")));
    QVERIFY(text.contains(QStringLiteral(
        "<circle cx=\"0\" cy=\"2.5\" r=\"10.05\" fill=\"#00000A\" fill-opacity=\"0.3\"/>")));
}

void TestSvg::rasterises()
{
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("rsvg-convert"));
    if (tool.isEmpty())
        QSKIP("there is no rsvg-convert");
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("figure.png"));
    QProcess process;
    process.start(tool, {QStringLiteral("-o"), png});
    process.write(QByteArray::fromStdString(svg(*laidOut(sampleFigure("lecture-zero"), {}))));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(QFile(png).size() > 10000);
}

QTEST_GUILESS_MAIN(TestSvg)
#include "test_svg.moc"
