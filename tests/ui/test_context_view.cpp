// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "ui/base/theme.h"
#include "ui/figures/context_view.h"
#include "ui/panel/slider_specs.h"
#include "window_fixture.h"
#include "written_texts.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScreen>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace highwater {
namespace {

constexpr Bytes gibibyte = 1 << 30;
const QLocale american(QLocale::English, QLocale::UnitedStates);

/// Bands of round sizes at 1K to 32K: 4, 4 and 8 GiB, and activations of 4 GiB per 1K tokens.
struct Made
{
    std::int64_t marker = 8192;
    double capacity = 80; ///< GiB
    bool activations = true;
    double states = 16; ///< GiB
};

Bytes gibibytes(double size)
{
    return std::llround(size * static_cast<double>(gibibyte));
}

double activationsAt(std::int64_t context)
{
    return static_cast<double>(context) / 256;
}

void addLayers(ContextChart& chart, const Made& made)
{
    for (const Group group : {Group::Parameters, Group::Gradients, Group::Optimizer}) {
        const double part = group == Group::Optimizer ? 0.5 : 0.25;
        const Bytes bytes = gibibytes(part * made.states);
        chart.layers.push_back(
            {group, groupName(group), std::vector<Bytes>(chart.contexts.size(), bytes)});
        chart.atMarker.perGpu[group] = bytes;
    }
    Layer grown{Group::Activations, groupName(Group::Activations), {}};
    for (const std::int64_t context : chart.contexts)
        grown.values.push_back(gibibytes(activationsAt(context)));
    if (made.activations)
        chart.layers.push_back(std::move(grown));
    chart.atMarker.perGpu[Group::Activations] = gibibytes(activationsAt(made.marker));
    chart.atMarker.total = chart.atMarker.perGpu.total();
}

ContextChart makeChart(const Made& made = {})
{
    ContextChart chart;
    chart.capacity = gibibytes(made.capacity);
    chart.marker = made.marker;
    chart.statesAlone = gibibytes(made.states);
    for (int i = 0; i <= 128; ++i)
        chart.contexts.push_back(std::llround(1024 * std::exp2(5.0 * i / 128)));
    chart.contexts.push_back(made.marker);
    std::ranges::sort(chart.contexts);
    const auto repeated = std::ranges::unique(chart.contexts);
    chart.contexts.erase(repeated.begin(), repeated.end());
    addLayers(chart, made);
    chart.x = {{}, {1024, 2048, 4096, 8192, 16384, 32768}, 1024, 32768};
    chart.y.ticks = niceTicks(std::max(144.0, 1.1 * made.capacity));
    chart.y.most = chart.y.ticks.back();
    chart.longest = std::llround((made.capacity - made.states) * 256);
    chart.crossing = chart.longest < 1024 ? Crossing::NeverFits
        : chart.longest > 32768           ? Crossing::AlwaysFits
                                          : Crossing::At;
    return chart;
}

/// Acts as the owner: replies to a move of the marker with the chart of that context.
class Screen
{
public:
    explicit Screen(const Made& made = {}, QSize size = {1000, 430})
    {
        view.setFormat(MemoryFormat(MemoryFormat::Unit::GiB, american));
        view.setDeviceName(QStringLiteral("H100"));
        view.resize(size);
        view.show();
        view.show(makeChart(made));
        QObject::connect(&view, &ContextChartView::contextDragged, &view,
                         [this](qint64 tokens) { view.show(makeChart({.marker = tokens})); });
        image = view.grab().toImage();
    }

    /// The pixel in which the point lies.
    QColor at(std::int64_t tokens, double size) const
    {
        const QPointF place = view.positionOf(tokens, gibibytes(size));
        return image.pixelColor(static_cast<int>(place.x()), static_cast<int>(place.y()));
    }
    QStringList texts()
    {
        view.grab();
        QStringList all;
        for (const WrittenText& written : writtenTexts(view))
            all.append(written.text);
        return all;
    }
    QPoint markerAt(std::int64_t tokens) const
    {
        return view.positionOf(tokens, gibibytes(100)).toPoint();
    }

    ContextChartView view;
    QImage image;
};

void dragTo(QWidget& widget, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QMouseEvent move(QEvent::MouseMove, QPointF(to), widget.mapToGlobal(QPointF(to)), Qt::NoButton,
                     Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(&widget, &move);
}

void hoverAt(QWidget& widget, QPoint to)
{
    QMouseEvent move(QEvent::MouseMove, QPointF(to), widget.mapToGlobal(QPointF(to)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &move);
}

} // namespace

class TestContextView : public WidgetFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void hasNames();
    void mapsThereAndBack();
    void bandsEndWhereTheirSumsAre_data();
    void bandsEndWhereTheirSumsAre();
    void drawsTheCapacity();
    void hatchesWhatIsOver();
    void saysWhereItEnds_data();
    void saysWhereItEnds();
    void readsTheMarker();
    void readsThePointer();
    void readsOverTheCapacity();
    void namesASumWithoutAllBands();
    void showsGigabytes();
    void dragEmitsWholeTokens();
    void dragSticksToMarks();
    void dragKeepsTheAxisItBeganWith();
    void clickBesideTheMarkerMovesNothing();
    void keys_data();
    void keys();
    void keysLeadWhereTheSlidersDo();
    void heldKeyEndsOnce();
    void staleChartsDoNotMove();
    void leadersEndAtTheBands();
    void readoutLeavesThePlot();
    void plateCoversNeitherMarkerNorRing_data();
    void plateCoversNeitherMarkerNorRing();
    void swatchesHideBands();
    void namesChooseBands();
    void previewsAChange();
    void smallLeavesTheSharesOut();
    void followsThePalette();
    void keepsTextsApart_data();
    void keepsTextsApart();
    void drawsTheRealPlan();
    void paintsWhatChanged_data();
    void paintsWhatChanged();
    void isQuick();
};

void TestContextView::initTestCase()
{
    WidgetFixture::initTestCase();
    QApplication::setPalette(lightTheme().palette());
}

void TestContextView::cleanup()
{
    QApplication::setPalette(lightTheme().palette());
}

void TestContextView::hasNames()
{
    Screen screen;
    screen.view.setSummary(QStringLiteral("Fits."));
    QCOMPARE(screen.view.objectName(), QStringLiteral("contextChart"));
    QCOMPARE(screen.view.accessibleName(), QStringLiteral("Memory by context length"));
    QCOMPARE(screen.view.accessibleDescription(), QStringLiteral("Fits."));
    QCOMPARE(screen.view.focusPolicy(), Qt::StrongFocus);
}

void TestContextView::mapsThereAndBack()
{
    Screen screen;
    const QRectF plot = screen.view.plotArea();
    QCOMPARE(screen.view.positionOf(1024, 0), plot.bottomLeft());
    QCOMPARE(screen.view.positionOf(32768, gibibytes(160)), plot.topRight());
    for (const std::int64_t tokens : {1024, 1500, 8192, 15656, 32767}) {
        const QPointF at = screen.view.positionOf(tokens, tokens * 1'000'000);
        QCOMPARE(screen.view.tokensAt(at.x()), tokens);
        const double part
            = static_cast<double>(tokens * 1'000'000) / static_cast<double>(gibibytes(160));
        QCOMPARE(at.y(), plot.bottom() - part * plot.height());
    }
}

void TestContextView::bandsEndWhereTheirSumsAre_data()
{
    QTest::addColumn<qint64>("tokens");
    QTest::addRow("left") << qint64(1100);
    QTest::addRow("middle") << qint64(6000);
    QTest::addRow("beside the marker") << qint64(9000);
    QTest::addRow("right") << qint64(16000);
}

void TestContextView::bandsEndWhereTheirSumsAre()
{
    QFETCH(qint64, tokens);
    Screen screen({.capacity = 140});
    const Theme& theme = lightTheme();
    const double height = screen.view.plotArea().height() / 160; // px of a GiB
    const double edge = 2.5 / height; // the edge line and its smoothing
    const double total = 16 + activationsAt(tokens);
    QCOMPARE(screen.at(tokens, 2), theme.fill(Group::Parameters));
    QCOMPARE(screen.at(tokens, 4 - edge), theme.fill(Group::Parameters));
    QCOMPARE(screen.at(tokens, 4 + edge), theme.fill(Group::Gradients));
    QCOMPARE(screen.at(tokens, 8 - edge), theme.fill(Group::Gradients));
    QCOMPARE(screen.at(tokens, 8 + edge), theme.fill(Group::Optimizer));
    QCOMPARE(screen.at(tokens, 16 - edge), theme.fill(Group::Optimizer));
    QCOMPARE(screen.at(tokens, 16 + edge), theme.fill(Group::Activations));
    QCOMPARE(screen.at(tokens, total - edge), theme.fill(Group::Activations));
    QCOMPARE(screen.at(tokens, total + edge), theme.surface);
}

void TestContextView::drawsTheCapacity()
{
    Screen screen;
    QCOMPARE(screen.at(14000, 80), colour(lightPalette().limit));
    QVERIFY(screen.texts().contains(QStringLiteral("Capacity 80.0 GiB · H100")));
}

void TestContextView::hatchesWhatIsOver()
{
    Screen screen;
    const auto shades = [&](double from, double to) {
        QSet<QRgb> found;
        for (double size = from; size < to; size += 0.5)
            found.insert(screen.at(28000, size).rgb());
        return found.size();
    };
    QCOMPARE(shades(40, 75), 1);
    QVERIFY(shades(85, 120) > 2);
}

void TestContextView::saysWhereItEnds_data()
{
    QTest::addColumn<double>("capacity");
    QTest::addColumn<double>("states");
    QTest::addColumn<QString>("says");
    QTest::addRow("at a length") << 80.0 << 16.0 << QStringLiteral("fits up to 16,384 tokens");
    QTest::addRow("never") << 80.0 << 90.0
                           << QStringLiteral("Does not fit at any length: states alone 90.0 GiB");
    QTest::addRow("never, though the states fit")
        << 18.0 << 16.0 << QStringLiteral("Does not fit at any length");
    QTest::addRow("always") << 200.0 << 16.0 << QStringLiteral("Fits over the whole range");
}

void TestContextView::saysWhereItEnds()
{
    QFETCH(double, capacity);
    QFETCH(double, states);
    QFETCH(QString, says);
    Screen screen({.capacity = capacity, .states = states});
    QCOMPARE(screen.texts().filter(QRegularExpression(QStringLiteral("^(fits|Fits|Does)"))),
             QStringList{says});
}

void TestContextView::readsTheMarker()
{
    Screen screen;
    const QStringList texts = screen.texts();
    const auto head = texts.indexOf(QStringLiteral("8,192 tokens"));
    QVERIFY(head >= 0);
    const QStringList rows{
        QStringLiteral("GiB"),         QStringLiteral("%"),
        QStringLiteral("Total"),       QStringLiteral("48.00"),
        QStringLiteral("Free"),        QStringLiteral("32.00"),
        QStringLiteral("Activations"), QStringLiteral("32.00"),
        QStringLiteral("66.7"),        QStringLiteral("Optimizer state"),
        QStringLiteral("8.00"),        QStringLiteral("16.7"),
        QStringLiteral("Gradients"),   QStringLiteral("4.00"),
        QStringLiteral("8.3"),         QStringLiteral("Parameters"),
        QStringLiteral("4.00"),        QStringLiteral("8.3"),
    };
    QCOMPARE(texts.mid(head + 1), rows);
}

void TestContextView::readsThePointer()
{
    Screen screen;
    const QPoint at = screen.view.positionOf(4096, gibibytes(20)).toPoint();
    hoverAt(screen.view, at);
    const QStringList texts = screen.texts();
    const QString tokens = american.toString(screen.view.tokensAt(at.x()));
    const auto head = texts.indexOf(tokens + QStringLiteral(" tokens"));
    QVERIFY(head >= 0);
    QCOMPARE(texts[head + 1], QStringLiteral("(pointer)"));
    QVERIFY(std::abs(texts[texts.indexOf(QStringLiteral("Activations")) + 1].toDouble() - 16)
            < 0.1);
    QVERIFY(texts.contains(tokens)); // its chip
    QVERIFY(texts.contains(QStringLiteral("8,192"))); // the marker's stays

    // Between the counted points the chart knows about how much it is; once the point is counted,
    // the numbers are those of an estimate.
    const std::int64_t pointed = *screen.view.pointed();
    QCOMPARE(texts[texts.indexOf(QStringLiteral("Total")) + 1], QStringLiteral("≈ 32.0"));
    Totals counted;
    counted.perGpu[Group::Activations] = gibibytes(16.07);
    counted.perGpu[Group::Parameters] = gibibytes(16);
    screen.view.setCounted(pointed + 1, counted); // the answer to another place
    QVERIFY(screen.texts().contains(QStringLiteral("≈ 32.0")));
    screen.view.setCounted(pointed, counted);
    const QStringList known = screen.texts();
    QCOMPARE(known[known.indexOf(QStringLiteral("Total")) + 1], QStringLiteral("32.07"));

    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&screen.view, &leave);
    QVERIFY(!screen.texts().contains(QStringLiteral("(pointer)")));
}

void TestContextView::readsOverTheCapacity()
{
    Screen screen({.marker = 24576});
    const QStringList texts = screen.texts();
    const auto row = texts.indexOf(QStringLiteral("Over by"));
    QVERIFY(row >= 0);
    QCOMPARE(texts[row + 1], QStringLiteral("32.00"));
}

void TestContextView::namesASumWithoutAllBands()
{
    Screen screen({.activations = false});
    const QStringList texts = screen.texts();
    QVERIFY(texts.contains(QStringLiteral("Activations"))); // so that it can be shown again
    QVERIFY(!texts.contains(QStringLiteral("Total")));
    QVERIFY(!texts.contains(QStringLiteral("Free")));
    QCOMPARE(texts[texts.indexOf(QStringLiteral("Shown bands")) + 1], QStringLiteral("16.00"));
    QCOMPARE(screen.at(6000, 24), lightTheme().surface);
}

void TestContextView::showsGigabytes()
{
    Screen screen;
    screen.view.setFormat(MemoryFormat(MemoryFormat::Unit::GB, american));
    const QStringList texts = screen.texts();
    QVERIFY(texts.contains(QStringLiteral("Memory per GPU (GB)")));
    QVERIFY(texts.contains(QStringLiteral("Capacity 85.9 GB · H100")));
    QCOMPARE(texts.filter(QStringLiteral("GiB")), QStringList());
    QVERIFY(texts.contains(QStringLiteral("GB")));
    // The uppermost tick is round in the new unit and still above the stack.
    QCOMPARE(screen.view.positionOf(1024, 200'000'000'000).y(), screen.view.plotArea().top());
}

void TestContextView::dragEmitsWholeTokens()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    const QPoint from = screen.markerAt(8192);
    QTest::mousePress(&screen.view, Qt::LeftButton, {}, from + QPoint(7, 0));
    QCOMPARE(spy.count(), 0);
    dragTo(screen.view, from + QPoint(47, 0));
    dragTo(screen.view, from + QPoint(67, 5));
    QTest::mouseRelease(&screen.view, Qt::LeftButton, {}, from + QPoint(67, 5));
    QCOMPARE(spy.count(), 3);
    const qint64 last = spy[1][0].toLongLong();
    QVERIFY(std::abs(last - screen.view.tokensAt(from.x() + 60)) < 50);
    QCOMPARE(spy[0][1].toBool(), false);
    QCOMPARE(spy[1][1].toBool(), false);
    QCOMPARE(spy[2][0].toLongLong(), last);
    QCOMPARE(spy[2][1].toBool(), true);
    QVERIFY(screen.texts().contains(american.toString(last)));
}

void TestContextView::dragSticksToMarks()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    const QPoint near = screen.markerAt(4096) + QPoint(4, 0);
    QTest::mousePress(&screen.view, Qt::LeftButton, {}, screen.markerAt(8192));
    dragTo(screen.view, near);
    QCOMPARE(spy.back()[0].toLongLong(), 4096);
    dragTo(screen.view, near, Qt::ShiftModifier);
    QVERIFY(spy.back()[0].toLongLong() > 4096);
    QTest::mouseRelease(&screen.view, Qt::LeftButton, {}, near);
}

/// An axis that grows with the context would move the marker away from the pointer.
void TestContextView::dragKeepsTheAxisItBeganWith()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    const QPoint to = screen.markerAt(20000);
    QTest::mousePress(&screen.view, Qt::LeftButton, {}, screen.markerAt(8192));
    dragTo(screen.view, to);
    const qint64 first = spy.back()[0].toLongLong();
    ContextChart wider = makeChart({.marker = first});
    wider.x.most = 65536;
    screen.view.show(wider);
    dragTo(screen.view, to + QPoint(1, 0));
    QVERIFY(std::abs(spy.back()[0].toLongLong() - first) < first / 50);
    QTest::mouseRelease(&screen.view, Qt::LeftButton, {}, to);
}

void TestContextView::clickBesideTheMarkerMovesNothing()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    const QPoint beside = screen.markerAt(8192) + QPoint(12, 0);
    QTest::mousePress(&screen.view, Qt::LeftButton, {}, beside);
    dragTo(screen.view, beside + QPoint(30, 0));
    QTest::mouseRelease(&screen.view, Qt::LeftButton, {}, beside);
    QTest::mouseClick(&screen.view, Qt::LeftButton, {}, screen.markerAt(8192));
    QCOMPARE(spy.count(), 0);
}

void TestContextView::keys_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<bool>("control");
    QTest::addColumn<qint64>("to");
    const auto row = [](const char* name, qint64 from, Qt::Key key, bool control, qint64 to) {
        QTest::newRow(name) << from << key << control << to;
    };
    row("a step right", 8192, Qt::Key_Right, false, 8448);
    row("a step left", 8192, Qt::Key_Left, false, 7936);
    row("a large step right", 32768, Qt::Key_Right, false, 33792);
    row("a large step left", 33792, Qt::Key_Left, false, 32768);
    row("the step below 32K", 32768, Qt::Key_Left, false, 32512);
    row("not below the least", 200, Qt::Key_Left, false, 128);
    row("next mark", 8192, Qt::Key_Right, true, 16384);
    row("next mark from between", 9000, Qt::Key_Right, true, 16384);
    row("last mark", 8192, Qt::Key_Left, true, 4096);
    row("last mark from between", 9000, Qt::Key_Left, true, 8192);
    row("no mark beyond the last", 1048576, Qt::Key_Right, true, 1048576);
    row("no mark below the first", 128, Qt::Key_Left, true, 128);
    row("first mark", 128, Qt::Key_Right, true, 256);
    row("to the next multiple", 8191, Qt::Key_Right, false, 8192);
    row("to the multiple before", 8193, Qt::Key_Left, false, 8192);
    row("to the axis' end", 8192, Qt::Key_End, false, 1048576);
}

void TestContextView::keys()
{
    QFETCH(qint64, from);
    QFETCH(Qt::Key, key);
    QFETCH(bool, control);
    QFETCH(qint64, to);
    Screen screen({.marker = std::clamp<std::int64_t>(from, 1024, 32768)});
    ContextChart chart = makeChart();
    chart.marker = from;
    screen.view.show(chart);
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    QTest::keyClick(&screen.view, key, control ? Qt::ControlModifier : Qt::NoModifier);
    if (from == to) {
        QCOMPARE(spy.count(), 0);
        return;
    }
    QCOMPARE(spy.count(), 2);
    QCOMPARE(spy[0], (QVariantList{to, false}));
    QCOMPARE(spy[1], (QVariantList{to, true}));
}

void TestContextView::keysLeadWhereTheSlidersDo()
{
    PinnedSlider row(contextLengthSpec(american));
    for (const std::int64_t from : {1024, 8191, 8192, 9001, 32768, 33000})
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown}) {
            Screen screen({.marker = from});
            QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
            QTest::keyClick(&screen.view, key);
            row.show(static_cast<double>(from));
            QTest::keyClick(row.findChild<MarkSlider*>(), key);
            QCOMPARE(spy.back()[0].toLongLong(), std::llround(row.value()));
        }
}

void TestContextView::staleChartsDoNotMove()
{
    Screen screen;
    screen.view.setStale(true);
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    QTest::keyClick(&screen.view, Qt::Key_Right);
    QTest::mousePress(&screen.view, Qt::LeftButton, {}, screen.markerAt(8192));
    dragTo(screen.view, screen.markerAt(16000));
    QTest::mouseRelease(&screen.view, Qt::LeftButton, {}, screen.markerAt(16000));
    QCOMPARE(spy.count(), 0);
}

void TestContextView::heldKeyEndsOnce()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::contextDragged);
    for (const auto type : {QEvent::KeyPress, QEvent::KeyRelease, QEvent::KeyPress}) {
        QKeyEvent event(type, Qt::Key_Right, Qt::NoModifier, {}, type != QEvent::KeyPress);
        QCoreApplication::sendEvent(&screen.view, &event);
    }
    QTest::keyRelease(&screen.view, Qt::Key_Right);
    QCOMPARE(spy.count(), 3);
    QCOMPARE(spy.back(), (QVariantList{qint64(8704), true}));
}

/// Each name is tied to the middle of its band at the right edge of the plot; leaders do not cross.
void TestContextView::leadersEndAtTheBands()
{
    Screen screen;
    screen.view.grab();
    const QRectF plot = screen.view.plotArea();
    std::vector<std::pair<Point, Point>> leaders;
    for (const Item& item : screen.view.overlay().items)
        if (const auto* path = std::get_if<Path>(&item.shape))
            leaders.emplace_back(path->parts.front().front(), path->parts.front().back());
    QCOMPARE(leaders.size(), std::size_t{4});
    // 4, 4, 8 and 128 GiB of 160 at 32K: the middles are at 2, 6, 12 and 80.
    const std::array<double, 4> middles{2, 6, 12, 80};
    for (std::size_t i = 0; i < leaders.size(); ++i) {
        QCOMPARE(leaders[i].first.x, plot.right() + 1);
        QVERIFY(
            std::abs(leaders[i].first.y - screen.view.positionOf(32768, gibibytes(middles[i])).y())
            < 0.01);
        QVERIFY(i == 0 || leaders[i].second.y < leaders[i - 1].second.y);
    }
}

/// Nothing of the readout is in the plot, so that it never covers crossing or marker.
void TestContextView::readoutLeavesThePlot()
{
    for (const QSize size : {QSize(1000, 430), QSize(700, 300)})
        for (const std::int64_t marker : {1024, 8192, 32768}) {
            Screen screen({.marker = marker}, size);
            screen.view.grab();
            for (const char* word : {"Total", "Free", "Over by", "Activations", "GiB"})
                for (const WrittenText& written : writtenTexts(screen.view))
                    if (written.text == QLatin1String(word))
                        QVERIFY2(written.rect.left() > screen.view.plotArea().right(), word);
        }
}

void TestContextView::plateCoversNeitherMarkerNorRing_data()
{
    QTest::addColumn<qint64>("marker");
    QTest::addColumn<double>("capacity"); // (capacity - 16) * 256 tokens fit
    QTest::newRow("marker at the left") << qint64(4096) << 60.0;
    QTest::newRow("marker next to the ring") << qint64(11000) << 60.0;
    QTest::newRow("marker on the ring") << qint64(11264) << 60.0;
    QTest::newRow("marker right of the ring") << qint64(12000) << 60.0;
    QTest::newRow("the last tenth") << qint64(4096) << 130.0;
    QTest::newRow("the last tenth with the marker") << qint64(28000) << 130.0;
    QTest::newRow("at the left end") << qint64(8192) << 21.0;
}

void TestContextView::plateCoversNeitherMarkerNorRing()
{
    QFETCH(qint64, marker);
    QFETCH(double, capacity);
    Screen screen({.marker = marker, .capacity = capacity});
    screen.view.setFullSpeed(1500);
    screen.view.show(makeChart({.marker = marker, .capacity = capacity}));
    screen.view.grab();
    std::optional<QRectF> label, detail;
    for (const WrittenText& written : writtenTexts(screen.view)) {
        if (written.text.startsWith(QStringLiteral("fits up to")))
            label = written.rect;
        if (written.text == QStringLiteral("no caches emptied up to 1,500"))
            detail = written.rect;
    }
    QVERIFY(label);
    const qreal line = screen.view.positionOf(marker, 0).x();
    QVERIFY(line < label->left() || line > label->right());
    const auto longest = static_cast<std::int64_t>((capacity - 16) * 256);
    const QPointF ring = screen.view.positionOf(longest, gibibytes(capacity));
    QVERIFY(!label->adjusted(-5, -5, 5, 5).contains(ring));
    if (detail)
        QVERIFY(detail->top() > label->bottom() - 1);
    if (capacity == 130.0)
        QVERIFY(label->right() <= ring.x() + 1);
}

void TestContextView::swatchesHideBands()
{
    Screen screen;
    auto* box = screen.view.findChild<QCheckBox*>(QStringLiteral("legend.activations"));
    QVERIFY(box && box->isVisible() && box->isChecked());
    QCOMPARE(box->accessibleName(), QStringLiteral("Activations"));
    QVERIFY(box->width() >= 24 && box->height() >= 18);
    QVERIFY(!screen.view.findChild<QCheckBox*>(QStringLiteral("legend.overhead"))->isVisible());
    QSignalSpy spy(&screen.view.bands(), &BandBoxes::shownChanged);
    QTest::mouseClick(box, Qt::LeftButton);
    QCOMPARE(spy.count(), 1);
    screen.view.show(makeChart({.activations = false}));
    QVERIFY(box->isVisible()); // its row stays, so that a click shows it again
    QTest::mouseClick(box, Qt::LeftButton, Qt::AltModifier);
    QVERIFY(box->isChecked());
    QVERIFY(!screen.view.findChild<QCheckBox*>(QStringLiteral("legend.gradients"))->isChecked());
}

/// A click on a name of the readout is one on its band.
void TestContextView::namesChooseBands()
{
    Screen screen;
    QSignalSpy spy(&screen.view, &ContextChartView::bandClicked);
    for (const WrittenText& written : writtenTexts(screen.view))
        if (written.text == QStringLiteral("Gradients"))
            QTest::mouseClick(&screen.view, Qt::LeftButton, {}, written.rect.center().toPoint());
    QCOMPARE(spy.count(), 1);
    QVERIFY(spy[0][0].value<std::optional<Group>>() == Group::Gradients);
}

void TestContextView::previewsAChange()
{
    Screen screen({.marker = 24576}); // 112 of 80 GiB
    ContextChart chart = makeChart({.marker = 24576});
    for (const std::int64_t context : chart.contexts)
        chart.baseline.push_back(gibibytes(16 + activationsAt(context) / 2));
    chart.baselineAtMarker = gibibytes(64);
    ContextChartView::Preview preview;
    preview.totals.perGpu[Group::Activations] = gibibytes(48);
    preview.totals.perGpu[Group::Parameters] = gibibytes(16);
    preview.totals.total = gibibytes(64);
    screen.view.setPreview(preview);
    screen.view.show(chart);
    const QStringList texts = screen.texts();
    QVERIFY(texts.contains(QStringLiteral("then")));
    QVERIFY(!texts.contains(QStringLiteral("%")));
    QVERIFY(texts.contains(QStringLiteral("64.00 GiB"))); // at the dashed curve
    const auto over = texts.indexOf(QStringLiteral("Over by"));
    QCOMPARE(texts.mid(over + 1, 2),
             (QStringList{QStringLiteral("32.00"), QStringLiteral("16.00 free")}));
    const auto row = texts.indexOf(QStringLiteral("Activations"));
    QCOMPARE(texts.mid(row + 1, 2),
             (QStringList{QStringLiteral("96.00"), QStringLiteral("48.00")}));

    preview.context = 4096; // the curve is the same, so the change has a marker
    screen.view.setPreview(preview);
    QVERIFY(screen.texts().contains(QStringLiteral("4,096")));
    QVERIFY(!screen.texts().contains(QStringLiteral("64.00 GiB")));
    screen.view.setPreview({});
    QVERIFY(!screen.texts().contains(QStringLiteral("then")));
}

void TestContextView::smallLeavesTheSharesOut()
{
    Screen screen;
    const qreal ticks = static_cast<qreal>(
        screen.texts().filter(QRegularExpression(QStringLiteral("^\\d+$"))).size());
    screen.view.setSmall(true);
    const QStringList texts = screen.texts();
    QVERIFY(texts.contains(QStringLiteral("Total")));
    QVERIFY(texts.contains(QStringLiteral("Free")));
    QVERIFY(texts.contains(QStringLiteral("32.00")));
    QVERIFY(texts.contains(QStringLiteral("up to 16,384")));
    QVERIFY(!texts.contains(QStringLiteral("%")));
    const auto fewer = texts.filter(QRegularExpression(QStringLiteral("^\\d+$"))).size();
    QCOMPARE(static_cast<qreal>(fewer), std::ceil(ticks / 2));
}

void TestContextView::followsThePalette()
{
    Screen screen({.capacity = 140});
    QCOMPARE(screen.at(6000, 95), lightTheme().surface);
    QApplication::setPalette(darkTheme().palette());
    QCoreApplication::processEvents();
    screen.image = screen.view.grab().toImage();
    QCOMPARE(screen.at(6000, 95), darkTheme().surface);
    QCOMPARE(screen.at(6000, 12), darkTheme().fill(Group::Optimizer));
    QCOMPARE(screen.at(9500, 140), colour(darkPalette().limit));
}

void TestContextView::keepsTextsApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("capacity");
    QTest::addColumn<double>("states");
    for (const QSize size : {QSize(420, 200), QSize(600, 260), QSize(700, 300), QSize(1000, 430)})
        for (const double capacity : {17.0, 80.0, 130.0, 200.0})
            for (const double states : {16.0, 90.0})
                QTest::addRow("%dx%d, capacity %g, states %g", size.width(), size.height(),
                              capacity, states)
                    << size << capacity << states;
}

void TestContextView::keepsTextsApart()
{
    QFETCH(QSize, size);
    QFETCH(double, capacity);
    QFETCH(double, states);
    for (const std::int64_t marker : {1024, 3000, 8192, 32768}) {
        Screen screen({.marker = marker, .capacity = capacity, .states = states}, size);
        const std::vector<WrittenText> texts = writtenTexts(screen.view);
        QVERIFY(!texts.empty());
        for (const WrittenText& written : texts)
            QVERIFY2(QRectF(screen.view.rect()).contains(written.rect), qPrintable(written.text));
        for (const WrittenText& one : texts)
            for (const WrittenText& other : texts)
                QVERIFY2(size.width() < 600 || &one == &other
                             || !one.rect.intersects(other.rect.adjusted(1, 1, -1, -1)),
                         qPrintable(one.text + QStringLiteral(" on ") + other.text
                                    + QStringLiteral(" at %1").arg(marker)));
    }
}

void TestContextView::drawsTheRealPlan()
{
    const auto plan = resolve({}, builtinCatalog());
    QVERIFY(plan);
    const auto chart = contextChart(*plan, {});
    QVERIFY(chart);
    ContextChartView view;
    view.resize(1000, 430);
    view.show(*chart);
    const QImage image = view.grab().toImage();
    const std::vector<Bytes> bands = chart->at(2000);
    Bytes below = 0;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const QPointF middle = view.positionOf(2000, below + bands[i] / 2);
        const qreal half = middle.y() - view.positionOf(2000, below + bands[i]).y();
        below += bands[i];
        if (half > 2 && below < chart->capacity)
            QCOMPARE(image.pixelColor(middle.toPoint()), lightTheme().fill(chart->layers[i].group));
    }
}

void TestContextView::paintsWhatChanged_data()
{
    QTest::addColumn<QList<int>>("markers");
    QTest::addColumn<QList<double>>("states");
    QTest::addColumn<bool>("focus");
    const QList<double> same(3, 40), others{40, 60, 20};
    QTest::newRow("a drag of the context") << QList<int>{8192, 8448, 8704} << same << false;
    QTest::newRow("from end to end") << QList<int>{1024, 32768, 1024} << same << false;
    QTest::newRow("at the left") << QList<int>{1100, 1300, 1500} << same << false;
    QTest::newRow("with the focus") << QList<int>{8192, 8448, 8704} << same << true;
    QTest::newRow("other bands") << QList<int>{8192, 8192, 8192} << others << false;
    QTest::newRow("both") << QList<int>{8192, 16384, 4096} << others << true;
}

/// Parts that look different are painted over the picture before, and look as in a whole painting.
void TestContextView::paintsWhatChanged()
{
    QFETCH(QList<int>, markers);
    QFETCH(QList<double>, states);
    QFETCH(bool, focus);
    ContextChartView view;
    view.resize(900, 420);
    view.QWidget::show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    if (focus)
        view.setFocus();
    const auto picture = [&] {
        QCoreApplication::processEvents();
        return view.screen()->grabWindow(view.winId()).toImage();
    };
    for (qsizetype i = 0; i < markers.size(); ++i) {
        Made made;
        made.marker = markers[i];
        made.states = states[i];
        view.show(makeChart(made));
        const QImage parts = picture();
        QVERIFY(!parts.isNull());
        view.update();
        QVERIFY2(parts == picture(), qPrintable(QString::number(i)));
    }
}

/// This is no benchmark, but finds mistakes that cost ten times as much.
void TestContextView::isQuick()
{
    Screen screen;
    std::vector<ContextChart> charts;
    for (int i = 0; i < 20; ++i)
        charts.push_back(makeChart({.marker = 4096 + 100 * i}));
    QElapsedTimer timer;
    timer.start();
    for (const ContextChart& chart : charts) {
        screen.view.show(chart);
        screen.view.grab();
    }
    QVERIFY2(timer.elapsed() < 20 * 50, qPrintable(QString::number(timer.elapsed())));
}

} // namespace highwater

QTEST_MAIN(highwater::TestContextView)
#include "test_context_view.moc"
