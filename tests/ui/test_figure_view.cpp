// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/layout.h"
#include "core/figure/figures.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/scene_painter.h"
#include "window_fixture.h"

#include <QApplication>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QTest>

using namespace highwater;

namespace {

Figure lectureZero()
{
    return *figureNamed("lecture-zero", {}, builtinCatalog());
}

Scene sceneOf(SceneStyle style)
{
    return *sceneOf(
        lectureZero(), style, [](const Text& text) { return english(text); },
        textWidth(QApplication::font()));
}

QPoint centre(const Rect& rect)
{
    return {qRound(rect.centre().x), qRound(rect.centre().y)};
}

} // namespace

/// The scene on a screen, in an image and in a PDF.
class TestFigureView : public WidgetFixture
{
    Q_OBJECT

private slots:
    void showsTheScene();
    void clicksOnPanels();
    void tooSmallSaysSo();
    void followsTheTheme();
    void images_data();
    void images();
    void impossibleImages();
    void textStaysInItsRoom();
    void pdfIsVector();
    void widthsScale();
};

void TestFigureView::showsTheScene()
{
    FigureView view;
    view.resize(1070, 380);
    view.show(lectureZero());
    QCOMPARE(view.scene().plots.size(), std::size_t{4});
    QCOMPARE(view.scene().width, 1070.0);
    view.resize(1200, 400);
    view.grab();
    QCOMPARE(view.scene().width, 1200.0);
    const QImage drawn = view.grab().toImage();
    // The lowest band of the first panel, a pixel above the axis.
    const Rect plot = view.scene().plots.front();
    QCOMPARE(drawn.pixelColor(qRound(plot.left) + 20, qRound(plot.bottom()) - 6),
             currentTheme().fill(Group::Parameters));
    QVERIFY(!view.accessibleName().isEmpty() && !view.accessibleDescription().isEmpty());
}

void TestFigureView::clicksOnPanels()
{
    FigureView view;
    view.resize(1070, 380);
    view.show(lectureZero());
    QSignalSpy clicked(&view, &FigureView::panelClicked);
    for (int i = 0; i < 4; ++i)
        QTest::mouseClick(&view, Qt::LeftButton, {},
                          centre(view.scene().plots[static_cast<std::size_t>(i)]));
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(clicked.count(), 4);
    QCOMPARE(clicked.last().first().toInt(), 3);
}

void TestFigureView::tooSmallSaysSo()
{
    FigureView view;
    view.resize(60, 40);
    view.show(lectureZero());
    QVERIFY(view.scene().plots.empty());
    QVERIFY(!view.grab().isNull());
    view.resize(view.minimumSizeHint());
    view.grab();
    QCOMPARE(view.scene().plots.size(), std::size_t{4});
}

void TestFigureView::followsTheTheme()
{
    FigureView view;
    view.resize(800, 380);
    view.show(lectureZero());
    view.QWidget::show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QApplication::setPalette(darkTheme().palette());
    QCoreApplication::processEvents();
    QCOMPARE(view.scene().background->rgb, darkPalette().surface);
    QApplication::setPalette(lightTheme().palette());
    QCoreApplication::processEvents();
    QCOMPARE(view.scene().background->rgb, lightPalette().surface);
}

void TestFigureView::images_data()
{
    QTest::addColumn<Backdrop>("backdrop");
    QTest::addColumn<QColor>("corner");
    QTest::newRow("white") << Backdrop::White << QColor(Qt::white);
    QTest::newRow("transparent") << Backdrop::Transparent << QColor(0, 0, 0, 0);
    QTest::newRow("dark") << Backdrop::Dark << QColor(0x1B, 0x1D, 0x20);
}

void TestFigureView::images()
{
    QFETCH(Backdrop, backdrop);
    SceneStyle style;
    style.width = 960;
    style.height = 540;
    style.font = 14;
    style.backdrop = backdrop;
    const Scene scene = sceneOf(style);
    const QImage picture = sceneImage(scene, QSize(1920, 1080), 144, QApplication::font());
    QCOMPARE(picture.size(), QSize(1920, 1080));
    QCOMPARE(picture.dotsPerMeterX(), 5669); // 144 / 0.0254
    QTEST(picture.pixelColor(1, 1), "corner");
    QVERIFY(picture == sceneImage(scene, QSize(1920, 1080), 144, QApplication::font()));
}

void TestFigureView::impossibleImages()
{
    QVERIFY(sceneImage(sceneOf({}), QSize(), 96, QApplication::font()).isNull());
    QVERIFY(sceneImage(Scene(), QSize(10, 10), 96, QApplication::font()).isNull());
}

/// A label's plate has the width that was measured for its text in a font that this machine may not
/// have.
void TestFigureView::textStaysInItsRoom()
{
    constexpr double room = 60;
    Scene scene;
    scene.width = 300;
    scene.height = 40;
    scene.items.push_back({{},
                           Writing{"Capacity 80.0 GiB",
                                   {10, 25},
                                   Anchor::Start,
                                   16,
                                   true,
                                   Colour{0x1B1F24, 1},
                                   0,
                                   room}});
    const QImage picture = sceneImage(scene, QSize(300, 40), 96, QApplication::font());
    int right = 0;
    for (int x = 0; x < picture.width(); ++x)
        for (int y = 0; y < picture.height(); ++y)
            if (picture.pixelColor(x, y).alpha() > 0)
                right = x;
    QVERIFY(right > 10 + room / 2);
    QVERIFY2(right <= 10 + room + 1, qPrintable(QString::number(right)));
}

void TestFigureView::pdfIsVector()
{
    const Scene scene = sceneOf({});
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(300);
        QPainter painter(&writer);
        painter.scale(writer.width() / scene.width, writer.width() / scene.width);
        paintScene(painter, scene);
    }
    QVERIFY(buffer.data().startsWith("%PDF-"));
    QVERIFY(!buffer.data().contains("/Subtype /Image"));
    QVERIFY(buffer.data().contains("/FontFile")); // text stays text
}

void TestFigureView::widthsScale()
{
    const TextWidth width = textWidth(QApplication::font());
    const double fine = width("Optimizer state 10,240", 13.37, false);
    QVERIFY(qAbs(width("Optimizer state 10,240", 133.7, false) - 10 * fine) < 0.05 * fine);
    QVERIFY(width("Optimizer state", 14, true) > width("Optimizer", 14, true));
    QCOMPARE(width("", 14, false), 0.0);
}

QTEST_MAIN(TestFigureView)
#include "test_figure_view.moc"
