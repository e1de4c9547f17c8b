// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_csv.h"
#include "core/exchange/svg.h"
#include "core/figure/answer_tables.h"
#include "core/figure/figures.h"
#include "core/methods/method.h"
#include "office_package.h"
#include "ui/base/language.h"
#include "ui/base/words.h"
#include "ui/export/figure_export.h"
#include "window_fixture.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

ExportOptions optionsFor(ExportTarget target, double width = 1280, double height = 720)
{
    ExportOptions options;
    options.target = target;
    options.size = {width, height};
    options.language = "en";
    return options;
}

/// The bytes of a file; one that is refused ends the test.
QByteArray written(const ExportOptions& options, const Plan& plan = {})
{
    const auto file = exported(options, plan);
    if (!file)
        qFatal("%s", english(file.problems().front()).c_str());
    return *file;
}

Figure figureOf(const ExportOptions& options)
{
    return *chosenFigure(options, {});
}

Scene sceneOf(const ExportOptions& options)
{
    return *chosenScene(options, figureOf(options));
}

QImage pictureOf(const ExportOptions& options)
{
    return QImage::fromData(written(options), "PNG");
}

QMap<QString, QByteArray> partsOf(const ExportOptions& options)
{
    return ZipFiles(written(options).toStdString()).files;
}

/// Every fill and stroke of a scene.
QSet<std::uint32_t> coloursOf(const Scene& scene)
{
    QSet<std::uint32_t> colours;
    const auto add = [&colours](const auto& shape) {
        if constexpr (requires { shape.fill; }) {
            if (shape.fill)
                colours << shape.fill->rgb;
            if (shape.stroke)
                colours << shape.stroke->colour.rgb;
        } else {
            colours << shape.colour.rgb;
        }
    };
    if (scene.background)
        colours << scene.background->rgb;
    for (const Item& item : scene.items)
        std::visit(add, item.shape);
    return colours;
}

/// Whether some pixel has the colour, within the rounding of another program.
bool shows(const QImage& picture, std::uint32_t rgb)
{
    const QColor wanted = QColor::fromRgb(rgb);
    const auto near = [](int one, int other) { return qAbs(one - other) <= 2; };
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const QColor at = picture.pixelColor(x, y);
            if (near(at.red(), wanted.red()) && near(at.green(), wanted.green())
                && near(at.blue(), wanted.blue()))
                return true;
        }
    return false;
}

constexpr std::array targets{ExportTarget::PowerPoint, ExportTarget::Svg, ExportTarget::Png,
                             ExportTarget::Pdf,        ExportTarget::Csv, ExportTarget::Clipboard};

} // namespace

/// Figures as files of every kind.
class TestExport : public WidgetFixture
{
    Q_OBJECT

private slots:
    void everyTarget_data();
    void everyTarget();
    void pngPixels_data();
    void pngPixels();
    void everyFileHasTheSameBytes();
    void svgAndCsvAreCores();
    void pdf();
    void slides();
    void detailsOfAStep();
    void slidesOfTheLecture();
    void aPinnedPlan();
    void ledgerAddsUp();
    void refused_data();
    void refused();
    void colours_data();
    void colours();
    void printIsGreyAndDashed();
    void languages();
    void languageApartFromTheWindow();
    void titles();
    void textStaysWithin_data();
    void textStaysWithin();
    void officeReadsThem();
};

void TestExport::everyTarget_data()
{
    QTest::addColumn<ExportTarget>("target");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("PowerPoint") << ExportTarget::PowerPoint << u"pptx"_s << QByteArray("PK\3\4");
    QTest::newRow("SVG") << ExportTarget::Svg << u"svg"_s << QByteArray("<?xml ");
    QTest::newRow("PNG") << ExportTarget::Png << u"png"_s << QByteArray("\x89PNG\r\n");
    QTest::newRow("PDF") << ExportTarget::Pdf << u"pdf"_s << QByteArray("%PDF-1.");
    QTest::newRow("CSV") << ExportTarget::Csv << u"csv"_s << QByteArray();
    QTest::newRow("clipboard") << ExportTarget::Clipboard << u"png"_s << QByteArray("\x89PNG\r\n");
}

void TestExport::everyTarget()
{
    QFETCH(ExportTarget, target);
    QFETCH(QByteArray, start);
    QTEST(QString::fromUtf8(suffixOf(target).data()), "suffix");
    for (const std::string_view name : figureNames) {
        ExportOptions options = optionsFor(target, 960, 540);
        options.figure = name;
        options.ledger = true;
        const QByteArray file = written(options);
        QVERIFY(file.size() > 200);
        QVERIFY2(file.startsWith(start), file.left(20).toHex().constData());
        QCOMPARE(written(options), file);
    }
}

void TestExport::pngPixels_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<Backdrop>("backdrop");
    QTest::addColumn<QSize>("pixels");
    QTest::addColumn<int>("dotsPerMetre"); // 96 / 0.0254 is 3779.5
    QTest::addColumn<QColor>("corner");
    const QColor white(Qt::white), nothing(0, 0, 0, 0), dark(0x1B, 0x1D, 0x20);
    QTest::newRow("white") << QSizeF(960, 540) << 1.0 << Backdrop::White << QSize(960, 540) << 3780
                           << white;
    QTest::newRow("twice, transparent")
        << QSizeF(960, 540) << 2.0 << Backdrop::Transparent << QSize(1920, 1080) << 7559 << nothing;
    QTest::newRow("dark") << QSizeF(1024, 768) << 1.0 << Backdrop::Dark << QSize(1024, 768) << 3780
                          << dark;
    QTest::newRow("one and a half, an odd size")
        << QSizeF(961, 543) << 1.5 << Backdrop::Surface << QSize(1442, 815) << 5669 << white;
    QTest::newRow("as wide as can be")
        << QSizeF(16384, 600) << 1.0 << Backdrop::White << QSize(16384, 600) << 3780 << white;
}

void TestExport::pngPixels()
{
    QFETCH(QSizeF, size);
    ExportOptions options = optionsFor(ExportTarget::Png, size.width(), size.height());
    QFETCH(double, scale);
    QFETCH(Backdrop, backdrop);
    options.scale = scale;
    options.backdrop = backdrop;
    const QImage picture = pictureOf(options);
    QTEST(picture.size(), "pixels");
    QTEST(picture.dotsPerMeterX(), "dotsPerMetre");
    QCOMPARE(picture.dotsPerMeterY(), picture.dotsPerMeterX());
    QTEST(picture.pixelColor(0, 0), "corner");
    QCOMPARE(picture.pixelColor(picture.width() - 1, picture.height() - 1),
             picture.pixelColor(0, 0));
}

/// Pictures and files of numbers have the bytes of an estimate at each of their points.
void TestExport::everyFileHasTheSameBytes()
{
    Plan plan;
    plan.layout.zero = 3;
    for (const ExportTarget target : targets) {
        ExportOptions options;
        options.target = target;
        options.figure = "context";
        const auto figure = chosenFigure(options, plan);
        QVERIFY(figure);
        const Panel& panel = figure->panels.at(0);
        for (std::size_t i = 0; i < panel.xs.size(); i += 7) {
            Plan at = plan;
            at.workload.context = panel.xs[i];
            const auto judged = judge(at, builtinCatalog());
            QVERIFY(judged);
            QCOMPARE(panel.totalAt(i), judged->totals.total);
        }
    }
}

void TestExport::svgAndCsvAreCores()
{
    ExportOptions options = optionsFor(ExportTarget::Svg);
    options.figure = "lecture-zero";
    FigureChoice choice;
    const Figure figure = *figureNamed("lecture-zero", {}, builtinCatalog(), choice);
    const Translator words = [](const Text& text) { return english(text); };
    SceneStyle style;
    style.width = 1280;
    style.height = 720;
    style.font = 14 * 96.0 / 72;
    style.backdrop = Backdrop::White;
    const Scene scene = *sceneOf(figure, style, words, arialWidth);
    QCOMPARE(written(options), QByteArray::fromStdString(svg(scene)));
    options.target = ExportTarget::Csv;
    QCOMPARE(written(options), QByteArray::fromStdString(figureCsv(figure, words)));
}

void TestExport::pdf()
{
    const QByteArray file = written(optionsFor(ExportTarget::Pdf));
    QVERIFY(file.contains("/MediaBox [0 0 960 540]")
            || file.contains("/MediaBox [0 0 960.000000 540.000000]"));
    QVERIFY(file.contains("/FontFile")); // text stays text
    QVERIFY(!file.contains("/Subtype /Image"));
    QVERIFY(file.contains("/CreationDate (D:20000101000000Z)"));
    QCOMPARE(file.count("Date (D:2000"), file.count("Date (D:"));
    QCOMPARE(file.count("Date=\"2000-01-01"), file.count("Date=\""));
    // The end of the file says at which byte the table of offsets begins.
    const qsizetype at = file.lastIndexOf("startxref") + 10;
    const qsizetype table = file.mid(at, file.indexOf('\n', at) - at).toLongLong();
    QCOMPARE(file.mid(table, 4), QByteArray("xref"));
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    const auto idOf = [](const QByteArray& of) { return of.mid(of.lastIndexOf("/ID"), 75); };
    QVERIFY(idOf(file).startsWith("/ID"));
    QVERIFY(idOf(written(optionsFor(ExportTarget::Pdf, 960, 540))) != idOf(file));
#endif
}

void TestExport::slides()
{
    ExportOptions options = optionsFor(ExportTarget::PowerPoint);
    options.ledger = true;
    const auto parts = partsOf(options);
    QVERIFY(parts[u"ppt/presentation.xml"_s].contains("cx=\"12192000\" cy=\"6858000\""));
    QVERIFY(parts.contains(u"ppt/charts/chart1.xml"_s));
    QVERIFY(parts[u"ppt/slides/slide2.xml"_s].contains("Memory at the peak, tensor by tensor"));
    const QByteArray notes = parts[u"ppt/notesSlides/notesSlide1.xml"_s];
    QVERIFY(notes.contains("Formulas, per GPU:"));
    options.notes = options.ledger = false;
    const auto bare = partsOf(options);
    QVERIFY(!bare.contains(u"ppt/slides/slide2.xml"_s));
    QVERIFY(!bare.contains(u"ppt/notesSlides/notesSlide1.xml"_s));
    options.colours = ExportColours::SlideTheme;
    QVERIFY(partsOf(options)[u"ppt/charts/chart1.xml"_s].contains("accent1"));
    QVERIFY(!bare[u"ppt/charts/chart1.xml"_s].contains("accent1"));
}

/// The details of a figure of seconds are the parts of the step, and no bytes.
void TestExport::detailsOfAStep()
{
    ExportOptions options = optionsFor(ExportTarget::PowerPoint);
    options.figure = "time";
    options.ledger = true;
    auto parts = partsOf(options);
    const QByteArray slide = parts[u"ppt/slides/slide2.xml"_s];
    QVERIFY(slide.contains("The time of a step, part by part") && !slide.contains("tensor"));
    QVERIFY(parts[u"ppt/slides/slide3.xml"_s].contains("What one GPU sends in a step"));
    QVERIFY(parts[u"ppt/notesSlides/notesSlide1.xml"_s].contains("GPU-hours"));
    options.target = ExportTarget::Csv;
    const auto file = exported(options, Plan());
    QVERIFY(file);
    const QList<QByteArray> rows = file->trimmed().split('\n');
    const qsizetype heads = rows.indexOf("Part,Formula,With numbers,Source,Share (%),Seconds");
    QVERIFY(heads > 0);
    const qsizetype end = rows.indexOf("", heads);
    QVERIFY(end > heads);
    const auto lastCell = [&rows](qsizetype row) {
        return rows[row].mid(rows[row].lastIndexOf(',') + 1).toDouble();
    };
    double sum = 0;
    for (qsizetype i = heads + 1; i + 1 < end; ++i)
        sum += lastCell(i);
    QVERIFY2(sum > 0 && std::abs(sum - lastCell(end - 1)) < 1e-6 * sum, rows[end - 1]);
    QVERIFY(rows[end + 1].startsWith("Traffic,Formula,With numbers,Source,Link,GB,GB/s,Seconds"));
    QVERIFY(rows.size() > end + 2);
}

/// Every target has its total in the figure of contexts; ZeRO-0 on one GPU is far above the plan,
/// and the axis includes it.
void TestExport::aPinnedPlan()
{
    Plan pinned;
    pinned.layout.zero = 0;
    const Bytes total = estimate(pinned, builtinCatalog())->answer.totals.total;
    const QByteArray label = "Baseline " + QByteArray::number(toGib(total), 'f', 1);
    ExportOptions options = optionsFor(ExportTarget::Svg);
    QVERIFY(!written(options).contains("Baseline"));
    options.baseline = pinned;
    const Panel panel = figureOf(options).panels.front();
    QVERIFY(panel.baseline);
    for (const Bytes each : panel.baseline->values)
        QVERIFY(toGib(each) <= panel.y.most);
    QVERIFY(written(options).contains(label));
    options.target = ExportTarget::PowerPoint;
    auto parts = partsOf(options);
    QVERIFY(parts[u"ppt/slides/slide1.xml"_s].contains(label));
    QVERIFY(parts[u"ppt/notesSlides/notesSlide1.xml"_s].contains("Baseline"));
    options.target = ExportTarget::Csv;
    const QList<QByteArray> rows = written(options).trimmed().split('\n');
    const QList<QByteArray> heads = rows.front().split(',');
    const qsizetype fromEnd = heads.size() - heads.indexOf("Baseline (bytes)"); // a head has commas
    const auto own
        = std::ranges::find_if(rows, [](const QByteArray& row) { return row.startsWith("8192,"); });
    QVERIFY(own != rows.end());
    const QList<QByteArray> cells = own->split(',');
    QCOMPARE(cells.at(cells.size() - fromEnd), QByteArray::number(qlonglong{total}));
    options.figure = "gpus"; // has none
    QVERIFY(!written(options).contains("Baseline"));
}

void TestExport::slidesOfTheLecture()
{
    ExportOptions options = optionsFor(ExportTarget::PowerPoint);
    options.figure = "lecture-scaling";
    options.ledger = true; // of a plan that it does not show
    const auto parts = partsOf(options);
    QVERIFY(!parts.contains(u"ppt/slides/slide2.xml"_s));
    QVERIFY(!parts[u"ppt/notesSlides/notesSlide1.xml"_s].contains("Formulas"));
    QVERIFY(parts.contains(u"ppt/charts/chart3.xml"_s));
}

void TestExport::ledgerAddsUp()
{
    for (const MethodId method : {MethodId::Exact, MethodId::Lecture}) {
        Plan plan;
        plan.method = method;
        const Estimate found = *estimate(plan, builtinCatalog());
        Bytes sum = 0;
        for (const Line& line : found.answer.ledger)
            sum += line.each * found.answer.copiesAtPeak(line);
        QCOMPARE(sum, found.answer.totals.total);
        const FigureTable table = ledgerTable(found.answer, MemoryUnit::GB,
                                              [](const Text& text) { return english(text); });
        QVERIFY(table.rows.back().front().strong);
        Bytes shown = 0;
        for (const auto& row : table.rows)
            shown += row.back().number;
        QCOMPARE(shown, 2 * found.answer.totals.total); // the rows, and their sum
    }
}

void TestExport::refused_data()
{
    QTest::addColumn<ExportOptions>("options");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, const auto& change,
                        ExportTarget target = ExportTarget::Png) {
        ExportOptions options = optionsFor(target);
        change(options);
        QTest::newRow(name) << options << QString::fromUtf8(says);
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const QByteArray everyLanguage
        = "must be one of " + highwater::languages().join(u", "_s).toUtf8();
    for (const ExportTarget target :
         {ExportTarget::Png, ExportTarget::Svg, ExportTarget::Pdf, ExportTarget::Clipboard})
        row(
            "one pixel", "must be at least",
            [](auto& with) {
                with.size = {1, 1};
            },
            target);
    row(
        "a slide of one pixel", "inches",
        [](auto& with) {
            with.size = {1, 1};
        },
        ExportTarget::PowerPoint);
    row("no number", "must be from 1 to 16384 pixels", [](auto& with) { with.size = {none, 720}; });
    row("below zero", "must be from 1 to 16384 pixels", [](auto& with) { with.size = {-1, 720}; });
    row("too wide", "must be from 1 to 16384 pixels", [](auto& with) { with.size = {16385, 720}; });
    row(
        "a slide of no size", "inches",
        [](auto& with) {
            with.size = {none, none};
        },
        ExportTarget::PowerPoint);
    row("no scale", "--scale", [](auto& with) { with.scale = 0; });
    row("scale below zero", "--scale", [](auto& with) { with.scale = -2; });
    row("scale that is no number", "--scale", [](auto& with) { with.scale = none; });
    row("scale beyond the largest picture", "--scale", [](auto& with) { with.scale = 13; });
    row("font of no size", "--font-size", [](auto& with) { with.fontPoints = 0; });
    row("font that is no number", "--font-size", [](auto& with) { with.fontPoints = none; });
    for (const ExportTarget target : targets) {
        row(
            "a figure that is not", "must be one of context", [](auto& with) { with.figure = "?"; },
            target);
        row(
            "a language that is not", everyLanguage.constData(),
            [](auto& with) { with.language = "../zh_CN"; }, target);
    }
}

void TestExport::refused()
{
    QFETCH(ExportOptions, options);
    QFETCH(QString, says);
    const auto file = exported(options, {});
    QVERIFY(!file);
    const QString reason = QString::fromStdString(english(file.problems().front()));
    QVERIFY2(reason.contains(says), qPrintable(reason));
}

void TestExport::colours_data()
{
    QTest::addColumn<ExportColours>("colours");
    QTest::addColumn<Backdrop>("backdrop");
    QTest::addColumn<bool>("onDark");
    QTest::addColumn<quint32>("parameters");
    QTest::addColumn<quint32>("text");
    QTest::newRow("on white") << ExportColours::Highwater << Backdrop::White << false
                              << quint32{0x2E8B6F} << quint32{0x1B1F24};
    QTest::newRow("on dark") << ExportColours::Highwater << Backdrop::Dark << false
                             << quint32{0x349A7D} << quint32{0xE7E9EB};
    QTest::newRow("for something dark") << ExportColours::Highwater << Backdrop::Transparent << true
                                        << quint32{0x349A7D} << quint32{0xE7E9EB};
    QTest::newRow("the lecture's") << ExportColours::Lecture << Backdrop::White << false
                                   << quint32{0x4EA5B7} << quint32{0x1B1F24};
    QTest::newRow("the lecture's on dark") << ExportColours::Lecture << Backdrop::Dark << false
                                           << quint32{0x4EA5B7} << quint32{0xE7E9EB};
    QTest::newRow("print, whatever it is to stand on")
        << ExportColours::PrintGrey << Backdrop::Dark << true << quint32{0x5E5E5E} << quint32{0};
}

void TestExport::colours()
{
    QFETCH(ExportColours, colours);
    QFETCH(Backdrop, backdrop);
    QFETCH(bool, onDark);
    QFETCH(quint32, parameters);
    QFETCH(quint32, text);
    ExportOptions options = optionsFor(ExportTarget::Png);
    options.colours = colours;
    options.backdrop = backdrop;
    options.onDark = onDark;
    const QSet<std::uint32_t> drawn = coloursOf(sceneOf(options));
    QVERIFY(drawn.contains(parameters));
    QVERIFY(drawn.contains(text));
    QVERIFY(shows(pictureOf(options), parameters));
    options.target = ExportTarget::Svg;
    const QByteArray hex = QByteArray::number(parameters, 16).rightJustified(6, '0').toUpper();
    QVERIFY(written(options).contains(QByteArray("\"#" + hex)));
    options.target = ExportTarget::PowerPoint;
    QVERIFY(partsOf(options)[u"ppt/charts/chart1.xml"_s].contains(hex));
}

void TestExport::printIsGreyAndDashed()
{
    for (const std::string_view name : figureNames) {
        ExportOptions options = optionsFor(ExportTarget::Svg);
        options.figure = name;
        options.colours = ExportColours::PrintGrey;
        for (const std::uint32_t rgb : coloursOf(sceneOf(options))) {
            const QColor colour = QColor::fromRgb(rgb);
            QVERIFY2(colour.saturation() < 10, qPrintable(colour.name())); // grid lines are cool
        }
        const Figure figure = figureOf(options);
        QVERIFY(!figure.limit || figure.limit->dashed);
    }
}

void TestExport::languages()
{
    ExportOptions options = optionsFor(ExportTarget::Svg);
    options.language = "zh_CN";
    QVERIFY(written(options).contains("参数"));
    QVERIFY(written(options).contains("(GiB)<"));
    options.unit = MemoryUnit::GB;
    QVERIFY(written(options).contains("(GB)<"));
    options.target = ExportTarget::Csv;
    QVERIFY(written(options).contains("参数"));
    options.target = ExportTarget::PowerPoint;
    const auto parts = partsOf(options);
    QVERIFY(parts[u"ppt/charts/chart1.xml"_s].contains("参数"));
    QVERIFY(parts[u"ppt/slides/slide1.xml"_s].contains("zh-CN"));
    QVERIFY(!parts[u"ppt/slides/slide1.xml"_s].contains("en-US"));
}

void TestExport::languageApartFromTheWindow()
{
    ExportOptions english = optionsFor(ExportTarget::Svg), chinese = english, windows = english;
    chinese.language = "zh_CN";
    windows.language.clear();
    const QByteArray inEnglish = written(english), inChinese = written(chinese);
    QVERIFY(inEnglish != inChinese);
    QCOMPARE(written(windows), inEnglish);
    QCOMPARE(translated({"Parameters"}), u"Parameters"_s); // nothing was installed
    speak(u"zh_CN"_s);
    QCOMPARE(written(english), inEnglish);
    QCOMPARE(written(chinese), inChinese);
    QCOMPARE(written(windows), inChinese);
    windows.target = chinese.target = ExportTarget::PowerPoint;
    QCOMPARE(written(windows), written(chinese));
    speak(u"en"_s);
}

void TestExport::titles()
{
    ExportOptions options = optionsFor(ExportTarget::Svg);
    options.title = "8 < 80 & 100 %1 %2\x01";
    QVERIFY(written(options).contains(">8 &lt; 80 &amp; 100 %1 %2?<"));
    options.showTitle = false;
    QVERIFY(!written(options).contains(">8 &lt; 80 &amp; 100 %1 %2?</text>"));
    options.showTitle = true;
    options.title = std::string(2'000'000, 'm');
    for (const ExportTarget target : targets) {
        options.target = target;
        QVERIFY(written(options).size() < 2'000'000);
    }
}

void TestExport::textStaysWithin_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSizeF>("size");
    for (const QString& language : {u"en"_s, u"zh_CN"_s})
        for (const QSizeF size : {QSizeF(1920, 1080), QSizeF(960, 1080), QSizeF(960, 720),
                                  QSizeF(643, 378), QSizeF(16384, 900)})
            QTest::newRow(
                qPrintable(u"%1, %2 x %3"_s.arg(language).arg(size.width()).arg(size.height())))
                << language << size;
}

void TestExport::textStaysWithin()
{
    QFETCH(QString, language);
    QFETCH(QSizeF, size);
    for (const ExportTarget target : {ExportTarget::Svg, ExportTarget::Png}) {
        for (const std::string_view name : figureNames) {
            ExportOptions options = optionsFor(target, size.width(), size.height());
            options.figure = name;
            options.language = language.toStdString();
            options.fontPoints = size.width() < 900 ? 8 : 14;
            const Scene scene = sceneOf(options);
            int texts = 0;
            for (const Item& item : scene.items) {
                const auto* writing = std::get_if<Writing>(&item.shape);
                if (!writing)
                    continue;
                ++texts;
                QVERIFY2(Rect({0, 0, scene.width, scene.height}).contains(writing->bounds()),
                         writing->text.c_str());
            }
            QVERIFY(texts > 10);
        }
    }
}

void TestExport::officeReadsThem()
{
    const QString office = QStandardPaths::findExecutable(u"soffice"_s);
    const QString reader = QStandardPaths::findExecutable(u"pdftotext"_s);
    const QString drawer = QStandardPaths::findExecutable(u"rsvg-convert"_s);
    if (office.isEmpty() && drawer.isEmpty())
        QSKIP("needs soffice or rsvg-convert");
    QTemporaryDir folder;
    const auto path = [&folder](const char* name) { return folder.filePath(QLatin1String(name)); };
    const auto save = [&](const char* name, ExportTarget target) {
        ExportOptions options = optionsFor(target);
        options.language = "zh_CN";
        options.title = "Highwater 显存";
        QFile file(path(name));
        file.open(QFile::WriteOnly);
        file.write(written(options));
    };
    const auto run = [](const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        constexpr int patience = 180'000; // milliseconds, against a program that hangs
        if (!process.waitForFinished(patience))
            qFatal("%s hangs", qPrintable(program));
        return process.readAllStandardOutput();
    };
    const auto convert = [&](const char* format, const char* name) {
        run(office,
            {u"--headless"_s, u"-env:UserInstallation=file://"_s + path("office"),
             u"--convert-to"_s, QLatin1String(format), u"--outdir"_s, folder.path(), path(name)});
    };
    save("slide.pptx", ExportTarget::PowerPoint);
    save("figure.svg", ExportTarget::Svg);
    if (!drawer.isEmpty()) {
        run(drawer, {u"-o"_s, path("drawn.png"), path("figure.svg")});
        QVERIFY(shows(QImage(path("drawn.png")), lightPalette().fill[0]));
        QCOMPARE(QImage(path("drawn.png")).size(), QSize(1280, 720));
    }
    if (office.isEmpty() || reader.isEmpty())
        return;
    convert("png", "figure.svg");
    const QImage figure(path("figure.png"));
    QVERIFY(!figure.isNull());
    QVERIFY(shows(figure, lightPalette().fill[0]));
    convert("pdf", "slide.pptx");
    const QByteArray said = run(reader, {path("slide.pdf"), u"-"_s});
    QVERIFY2(said.contains("Highwater 显存"), said.constData());
    QVERIFY2(said.contains("优化器状态"), said.constData());
    convert("png", "slide.pptx");
    QVERIFY(shows(QImage(path("slide.png")), lightPalette().fill[0]));
}

QTEST_MAIN(TestExport)
#include "test_export.moc"
