// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/theme.h"
#include "ui/base/typed_values.h"
#include "ui/panel/slider_specs.h"
#include "window_fixture.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <memory>

using namespace highwater;

namespace {

const QLocale inEnglish(QLocale::English, QLocale::UnitedStates);
const QLocale inGerman(QLocale::German, QLocale::Germany);

constexpr double llama8b = 8030261248;

struct Edit
{
    double value;
    bool finished;
    bool operator==(const Edit&) const = default;
};

char* toString(const Edit& edit)
{
    const QString text = QStringLiteral("%1 %2").arg(edit.value, 0, 'g', 15).arg(edit.finished);
    return qstrdup(text.toUtf8().constData());
}

/// One row in a window with something else to focus, and the edits that it emitted.
struct RowWindow
{
    std::vector<Edit> edits; // outlives the window, whose end takes the focus and may still edit
    QWidget window;
    QLineEdit* other = new QLineEdit(&window);
    PinnedSlider* row;

    explicit RowWindow(SliderSpec spec, double value, int width = 356)
        : row(new PinnedSlider(std::move(spec), &window))
    {
        auto* column = new QVBoxLayout(&window);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(row);
        column->addWidget(other);
        window.setFixedWidth(width);
        row->show(value);
        QObject::connect(row, &PinnedSlider::edited, &window, [this](double now, bool finished) {
            edits.push_back({now, finished});
        });
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("the window did not become active");
        other->setFocus();
    }

    MarkSlider* slider() const { return row->findChild<MarkSlider*>(); }
    QWidget* field() const
    {
        return childNamed<QWidget>(row, row->objectName() + QStringLiteral(".field"));
    }
    /// The field holds text that is not a value, and says what is one.
    bool isRefused() const
    {
        return field()->accessibleDescription().startsWith(row->spec().allowed);
    }
    QString text() const { return field()->findChild<QLineEdit*>()->text(); }
    QPoint at(double value) const
    {
        return {qRound(slider()->positionOf(value)), qRound(slider()->handleRect().center().y())};
    }
    void type(const QString& text, Qt::Key end = Qt::Key_Return)
    {
        field()->setFocus(Qt::TabFocusReason);
        QTest::keyClicks(field(), text);
        if (end != Qt::Key_unknown)
            QTest::keyClick(field(), end);
    }
    /// Presses, moves and stays pressed.
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(slider(), Qt::LeftButton, modifiers, from);
        move(to, modifiers);
    }
    /// QTest::mouseMove knows no modifiers.
    void move(QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, to, slider()->mapToGlobal(to), Qt::NoButton,
                          Qt::LeftButton, modifiers);
        QApplication::sendEvent(slider(), &event);
    }
    void drop(QPoint at) { QTest::mouseRelease(slider(), Qt::LeftButton, {}, at); }
    bool wheel(QWidget* over, int notches, Qt::KeyboardModifiers modifiers = {})
    {
        const QPointF where(over->rect().center());
        QWheelEvent event(where, over->mapToGlobal(where), {}, QPoint(0, 120 * notches),
                          Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(over, &event);
        return event.isAccepted();
    }
};

using Edits = std::vector<Edit>;

} // namespace

class TestPinnedSlider : public WidgetFixture
{
    Q_OBJECT

private slots:
    void initTestCase();

    void readsCounts_data();
    void readsCounts();
    void readsModels_data();
    void readsModels();
    void readsGpus();
    void readsZeroStages();
    void readsBytes_data();
    void readsBytes();
    void bytesReadBack_data();
    void bytesReadBack();
    void showsNumbers();

    void scalesThereAndBack();
    void stepsByKey_data();
    void stepsByKey();
    void stepsOfTheModelStopAtModels();
    void keysKeepAValueThatIsBeyondTheScale();
    void theScaleReachesTheValue();

    void dragReportsAndFinishes();
    void dragSnapsToMarks();
    void dragWithShiftIsFree();
    void dragWithoutChangeSaysNothing();
    void dragIsTakenBackByEscape();
    void dragOfTheModelGivesThreeDigits();
    void grooveClickGoesToTheNearestMark();
    void handleIsEasyToHit();
    void wheelNeedsFocus();

    void typedValueIsTakenOnEnter();
    void typedValueIsTakenOnFocusOut();
    void typedValueIsTakenBackByEscape();
    void typedNonsenseIsRefused_data();
    void typedNonsenseIsRefused();
    void refusalEnds();
    void unchangedTextIsNotAnEdit();
    void typedNameIsKept();
    void fieldStepsAndPages();
    void focusSelectsAll();

    void showIsSilent();
    void showLeavesTypingAlone();
    void cautionIsSaid();
    void nameResets();
    void newTextsOfALanguage();
    void speaksValues();
    void setsByScreenReader();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void labelsNeverOverlap();
    void paintsInBothThemes();
};

void TestPinnedSlider::initTestCase()
{
    WidgetFixture::initTestCase();
    QLocale::setDefault(inEnglish);
    QAccessible::setActive(true);
}

void TestPinnedSlider::readsCounts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<double>("count"); // below 0: not a count
    const auto row = [](const char* text, const QLocale& locale, double count) {
        QTest::addRow("%s in %s", text, qPrintable(locale.name()))
            << QString::fromUtf8(text) << locale << count;
    };
    row("8192", inEnglish, 8192);
    row("8,192", inEnglish, 8192);
    row(" 8 192 ", inEnglish, 8192);
    row("8k", inEnglish, 8192);
    row("128K", inEnglish, 131072);
    row("128 K", inEnglish, 131072);
    row("1.5k", inEnglish, 1536);
    row("1M", inEnglish, 1048576);
    row("８１９２", inEnglish, 8192);
    row("0", inEnglish, 0);
    row("8.192", inGerman, 8192);
    row("8,192", inGerman, 8192);
    row("1,5k", inGerman, 1536);
    row("8.192", inEnglish, -1);
    row("8.5", inEnglish, -1);
    row("-8", inEnglish, -1);
    row("", inEnglish, -1);
    row("k", inEnglish, -1);
    row("8kk", inEnglish, -1);
    row("8b", inEnglish, -1);
    row("inf", inEnglish, -1);
    row("nan", inEnglish, -1);
    row("0x10", inEnglish, -1);
}

void TestPinnedSlider::readsCounts()
{
    QFETCH(QString, text);
    QFETCH(QLocale, locale);
    QFETCH(double, count);
    QCOMPARE(countTyped(text, locale).value_or(-1), count);
}

void TestPinnedSlider::readsModels_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("parameters"); // below 0: not a model
    QTest::addColumn<QString>("id");
    const auto row = [](const char* text, double parameters, const char* id = "") {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << parameters << QString::fromUtf8(id);
    };
    row("8.03", 8.03e9);
    row("70", 70553706496, "llama-3.1-70b");
    row("71", 71e9);
    row("70.0", 70e9);
    row("1,000", 1e12);
    row("8,030,261,248", llama8b);
    row("9b", 9e9);
    row("800m", 8e8);
    row("1.5 T", 1.5e12);
    row("8b", llama8b, "llama-3.1-8b");
    row("405B", 405853388800, "llama-3.1-405b");
    row("qwen3-32b", 32762123264, "qwen3-32b");
    row("Llama 3.1 8B", llama8b, "llama-3.1-8b");
    row("", -1);
    row("b", -1);
    row("no such model", -1);
    row("-3", -1);
}

void TestPinnedSlider::readsModels()
{
    QFETCH(QString, text);
    QFETCH(double, parameters);
    QFETCH(QString, id);
    const TypedModel entry = modelTyped(text, inEnglish).value_or(TypedModel{-1, {}});
    QCOMPARE(entry.parameters, parameters);
    QCOMPARE(QString::fromStdString(entry.id), id);
}

void TestPinnedSlider::readsGpus()
{
    const auto read = [](const char* text) {
        return gpusTyped(QString::fromUtf8(text), inEnglish).value_or(-1);
    };
    QCOMPARE(read("64"), 64.0);
    QCOMPARE(read("8x8"), 64.0);
    QCOMPARE(read("4 x 8"), 32.0);
    QCOMPARE(read("4×8"), 32.0);
    QCOMPARE(read("2*4*8"), 64.0);
    QCOMPARE(read("8x"), -1.0);
    QCOMPARE(read("x"), -1.0);
    QCOMPARE(read("eight"), -1.0);
}

void TestPinnedSlider::readsZeroStages()
{
    const auto read
        = [](const char* text) { return zeroTyped(QString::fromUtf8(text)).value_or(-1); };
    QCOMPARE(read("0"), 0.0);
    QCOMPARE(read("off"), 0.0);
    QCOMPARE(read("3"), 3.0);
    QCOMPARE(read("zero-3"), 3.0);
    QCOMPARE(read("ZeRO 2"), 2.0);
    QCOMPARE(read("stage 1"), 1.0);
    QCOMPARE(read("4"), -1.0);
    QCOMPARE(read("1.5"), -1.0);
    QCOMPARE(read(""), -1.0);
}

void TestPinnedSlider::readsBytes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<qint64>("bytes"); // below 0: not an amount
    const auto row = [](const char* text, const QLocale& locale, qint64 bytes) {
        QTest::addRow("%s in %s", text, qPrintable(locale.name()))
            << QString::fromUtf8(text) << locale << bytes;
    };
    row("80", inEnglish, 85899345920);
    row("80 GiB", inEnglish, 85899345920);
    row("80g", inEnglish, 85899345920);
    row("64 GB", inEnglish, 64000000000);
    row("81559 MiB", inEnglish, 85520809984);
    row("81,559MiB", inEnglish, 85520809984);
    row("1.5 TiB", inEnglish, 1649267441664);
    row("2 tb", inEnglish, 2000000000000);
    row("512 B", inEnglish, 512);
    row("0", inEnglish, 0);
    row("８０ ＧｉＢ", inEnglish, 85899345920);
    row("1,5 GiB", inGerman, 1610612736);
    row("1.5 GiB", inGerman, 1610612736);
    row("", inEnglish, -1);
    row("GiB", inEnglish, -1);
    row("-1", inEnglish, -1);
    row("80 GiBs", inEnglish, -1);
    row("80 GiB 2", inEnglish, -1);
    row("1e3", inEnglish, -1);
    row("inf", inEnglish, -1);
    row("99999999999999999999", inEnglish, -1);
    row("much", inEnglish, -1);
}

void TestPinnedSlider::readsBytes()
{
    QFETCH(QString, text);
    QFETCH(QLocale, locale);
    QFETCH(qint64, bytes);
    QCOMPARE(qint64{bytesTyped(text, locale).value_or(-1)}, bytes);
}

void TestPinnedSlider::bytesReadBack_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64{0} << QStringLiteral("0 GiB");
    QTest::newRow("GiB") << qint64{85899345920} << QStringLiteral("80 GiB");
    QTest::newRow("half a GiB") << qint64{536870912} << QStringLiteral("0.5 GiB");
    QTest::newRow("GB") << qint64{64000000000} << QStringLiteral("64 GB");
    QTest::newRow("what an H100 reports") << qint64{85520809984} << QStringLiteral("81,559 MiB");
    QTest::newRow("bytes") << qint64{1234567891} << QStringLiteral("1,234,567,891 B");
    QTest::newRow("the most") << qint64{1000000000000000} << QStringLiteral("1,000,000 GB");
}

void TestPinnedSlider::bytesReadBack()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(bytesText(bytes, inEnglish), text);
    for (const QLocale& locale : {inEnglish, inGerman, QLocale(QLocale::French)})
        QCOMPARE(qint64{bytesTyped(bytesText(bytes, locale), locale).value_or(-1)}, bytes);
}

void TestPinnedSlider::showsNumbers()
{
    QCOMPARE(countText(8192, inEnglish), QStringLiteral("8,192"));
    QCOMPARE(countText(8192, inGerman), QStringLiteral("8.192"));
    QCOMPARE(billionsText(llama8b, inEnglish), QStringLiteral("8.03"));
    QCOMPARE(billionsText(405853388800, inEnglish), QStringLiteral("405.85"));
    QCOMPARE(billionsText(124439808, inEnglish), QStringLiteral("0.124"));
    QCOMPARE(billionsText(1e12, inEnglish), QStringLiteral("1,000"));
    QCOMPARE(billionsText(44.7e9, inEnglish), QStringLiteral("44.7"));
    QCOMPARE(billionsText(llama8b, inGerman), QStringLiteral("8,03"));
}

void TestPinnedSlider::scalesThereAndBack()
{
    for (const SliderSpec& spec : {modelSizeSpec(), contextLengthSpec(), microBatchSpec(),
                                   gpuCountSpec(), zeroStageSpec()}) {
        const Scale& scale = spec.scale;
        QCOMPARE(scale.fraction(scale.least), 0.0);
        QCOMPARE(scale.fraction(scale.most), 1.0);
        QCOMPARE(scale.fraction(scale.most * 16), 1.0);
        for (const Mark& mark : scale.marks)
            QCOMPARE(scale.valueAt(scale.fraction(mark.value)), mark.value);
    }
    QCOMPARE(modelSizeSpec().scale.marks.size(), std::size_t{6});
    QCOMPARE(modelSizeSpec().scale.marks[2].value, llama8b);
    QCOMPARE(modelSizeSpec().scale.marks[0].value, 1235814400.0);
}

void TestPinnedSlider::stepsByKey_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<double>("from");
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<double>("to");
    const Qt::KeyboardModifiers none = Qt::NoModifier;
    const auto row
        = [](const char* name, int which, double from, Qt::Key key, Qt::KeyboardModifiers modifiers,
             double to) { QTest::addRow("%s", name) << which << from << key << modifiers << to; };
    row("context right", 1, 8192, Qt::Key_Right, none, 8448);
    row("context left", 1, 8192, Qt::Key_Left, none, 7936);
    row("context up to a multiple", 1, 8200, Qt::Key_Up, none, 8448);
    row("context below 32K", 1, 32768, Qt::Key_Down, none, 32512);
    row("context above 32K", 1, 32768, Qt::Key_Up, none, 33792);
    row("context to its least", 1, 256, Qt::Key_Down, none, 128);
    row("context page", 1, 8192, Qt::Key_PageUp, none, 16384);
    row("context page down from between", 1, 9000, Qt::Key_PageDown, none, 8192);
    row("context control arrow", 1, 8192, Qt::Key_Left, Qt::ControlModifier, 4096);
    row("context home", 1, 8192, Qt::Key_Home, none, 128);
    row("context end", 1, 8192, Qt::Key_End, none, 1048576);
    row("batch", 2, 1, Qt::Key_Right, none, 2);
    row("batch page", 2, 5, Qt::Key_PageUp, none, 8);
    row("gpus below 8", 3, 8, Qt::Key_Left, none, 7);
    row("gpus above 8", 3, 8, Qt::Key_Right, none, 16);
    row("gpus down to 8", 3, 16, Qt::Key_Left, none, 8);
    row("gpus page over the mark without a label", 3, 256, Qt::Key_PageUp, none, 512);
    row("zero", 4, 2, Qt::Key_Right, none, 3);
    row("zero page", 4, 2, Qt::Key_PageDown, none, 1);
    row("model page", 0, llama8b, Qt::Key_PageUp, none, 32762123264);
    row("model page beyond the last", 0, 405853388800, Qt::Key_PageUp, none, 1e12);
    row("model arrow", 0, 20e9, Qt::Key_Up, none, 20.2e9);
}

void TestPinnedSlider::stepsByKey()
{
    QFETCH(int, which);
    QFETCH(double, from);
    QFETCH(Qt::Key, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(double, to);
    const std::vector<SliderSpec> specs{modelSizeSpec(), contextLengthSpec(), microBatchSpec(),
                                        gpuCountSpec(), zeroStageSpec()};
    RowWindow stage(specs[static_cast<std::size_t>(which)], from);
    stage.slider()->setFocus();
    QTest::keyClick(stage.slider(), key, modifiers);
    QCOMPARE(stage.edits, (Edits{{to, true}}));
    QCOMPARE(stage.row->value(), to);
    QCOMPARE(stage.slider()->value(), to);
    QCOMPARE(stage.text(), stage.row->spec().text(to));
}

void TestPinnedSlider::stepsOfTheModelStopAtModels()
{
    RowWindow stage(modelSizeSpec(), 7.99e9);
    stage.slider()->setFocus();
    QTest::keyClick(stage.slider(), Qt::Key_Right);
    QCOMPARE(stage.row->value(), llama8b);
    QTest::keyClick(stage.slider(), Qt::Key_Right);
    QCOMPARE(stage.row->value(), 8.11e9);
}

void TestPinnedSlider::keysKeepAValueThatIsBeyondTheScale()
{
    RowWindow stage(contextLengthSpec(), 4194304);
    stage.slider()->setFocus();
    QTest::keyClick(stage.slider(), Qt::Key_Right);
    QCOMPARE(stage.edits, Edits{});
    QCOMPARE(stage.text(), QStringLiteral("4,194,304"));
    QTest::keyClick(stage.slider(), Qt::Key_PageDown);
    QCOMPARE(stage.edits, (Edits{{2097152, true}}));
}

/// The end of the slider is never left of its value, and the scale does not change during a drag.
void TestPinnedSlider::theScaleReachesTheValue()
{
    RowWindow stage(gpuCountSpec(), 8192);
    const auto ends = [&] {
        const Scale& scale = stage.slider()->scale();
        return std::pair(scale.most, scale.marks.back().label);
    };
    QCOMPARE(ends(), std::pair(8192.0, QStringLiteral("8,192")));
    QVERIFY(stage.slider()->accessibleDescription().contains(QStringLiteral("From 1 to 8,192")));
    stage.row->show(3000, QString());
    QCOMPARE(ends(), std::pair(4096.0, QStringLiteral("4,096")));
    stage.row->show(64, QString());
    QCOMPARE(ends(), std::pair(1024.0, QStringLiteral("1,024")));
}

void TestPinnedSlider::dragReportsAndFinishes()
{
    RowWindow stage(contextLengthSpec(), 8192);
    QSignalSpy pressed(stage.slider(), &MarkSlider::pressed);
    QSignalSpy released(stage.slider(), &MarkSlider::released);
    stage.drag(stage.at(8192), stage.at(16384));
    QVERIFY(stage.slider()->isPressed());
    QCOMPARE(stage.edits, (Edits{{16384, false}}));
    QCOMPARE(stage.text(), QStringLiteral("16,384"));
    stage.move(stage.at(32768));
    stage.drop(stage.at(32768));
    QCOMPARE(stage.edits, (Edits{{16384, false}, {32768, false}, {32768, true}}));
    QCOMPARE(pressed.count(), 1);
    QCOMPARE(released.count(), 1);
    QVERIFY(!stage.slider()->isPressed());
}

void TestPinnedSlider::dragSnapsToMarks()
{
    RowWindow stage(contextLengthSpec(), 8192);
    stage.drag(stage.at(8192), stage.at(16384) + QPoint(5, 0));
    QCOMPARE(stage.row->value(), 16384.0);
    stage.move(stage.at(16384) + QPoint(-5, 0));
    QCOMPARE(stage.row->value(), 16384.0);
    stage.move(stage.at(16384) + QPoint(8, 0));
    QVERIFY(stage.row->value() > 16384);
    stage.move(QPoint(-50, 0));
    QCOMPARE(stage.row->value(), 128.0);
    stage.move(QPoint(900, 0));
    QCOMPARE(stage.row->value(), 1048576.0);
    stage.drop({900, 0});
}

void TestPinnedSlider::dragWithShiftIsFree()
{
#ifdef Q_OS_MACOS
    const Qt::KeyboardModifiers freely = Qt::AltModifier;
#else
    const Qt::KeyboardModifiers freely = Qt::ShiftModifier;
#endif
    RowWindow stage(contextLengthSpec(), 8192);
    stage.drag(stage.at(8192), stage.at(16384) + QPoint(4, 0), freely);
    QVERIFY(stage.row->value() > 16384);
    QVERIFY(stage.row->value() < 20000);
    QCOMPARE(stage.row->value(), std::round(stage.row->value()));
    stage.drop(stage.at(16384));
}

void TestPinnedSlider::dragWithoutChangeSaysNothing()
{
    RowWindow stage(contextLengthSpec(), 9000);
    stage.drag(stage.at(9000), stage.at(9000) + QPoint(2, 1));
    stage.drop(stage.at(9000) + QPoint(2, 1));
    QCOMPARE(stage.edits, Edits{});
    QCOMPARE(stage.row->value(), 9000.0);
}

void TestPinnedSlider::dragIsTakenBackByEscape()
{
    RowWindow stage(contextLengthSpec(), 9000);
    stage.slider()->setFocus();
    stage.drag(stage.at(9000), stage.at(65536));
    QTest::keyClick(stage.slider(), Qt::Key_Escape);
    stage.move(stage.at(131072));
    stage.drop(stage.at(131072));
    QCOMPARE(stage.edits, (Edits{{65536, false}, {9000, false}, {9000, true}}));
}

void TestPinnedSlider::dragOfTheModelGivesThreeDigits()
{
    RowWindow stage(modelSizeSpec(), llama8b);
    stage.drag(stage.at(llama8b), stage.at(15e9));
    const double dragged = stage.row->value();
    QVERIFY(dragged > 14e9 && dragged < 16e9);
    QCOMPARE(dragged, std::round(dragged / 1e8) * 1e8);
    stage.move(stage.at(70553706496) + QPoint(3, 0));
    QCOMPARE(stage.row->value(), 70553706496.0);
    stage.drop(stage.at(70553706496));
}

void TestPinnedSlider::grooveClickGoesToTheNearestMark()
{
    RowWindow stage(contextLengthSpec(), 8192);
    const QPoint near = stage.at(131072) + QPoint(9, 0);
    QTest::mouseClick(stage.slider(), Qt::LeftButton, {}, near);
    QCOMPARE(stage.edits, (Edits{{131072, false}, {131072, true}}));
    // The label under a mark is as good as the groove above it.
    QTest::mouseClick(stage.slider(), Qt::LeftButton, {}, stage.at(1024) + QPoint(0, 18));
    QCOMPARE(stage.row->value(), 1024.0);
    QTest::mouseClick(stage.slider(), Qt::RightButton, {}, stage.at(65536));
    QCOMPARE(stage.row->value(), 1024.0);
}

void TestPinnedSlider::handleIsEasyToHit()
{
    RowWindow stage(contextLengthSpec(), 9000);
    QCOMPARE(stage.slider()->handleRect().size(), QSizeF(12, 16));
    QVERIFY(stage.slider()->height() >= 28);
    for (const QPoint away : {QPoint(-11, -8), QPoint(11, -8), QPoint(-11, 18), QPoint(11, 18)}) {
        QTest::mouseClick(stage.slider(), Qt::LeftButton, {}, stage.at(9000) + away);
        QCOMPARE(stage.edits, Edits{});
    }
}

void TestPinnedSlider::wheelNeedsFocus()
{
    RowWindow stage(contextLengthSpec(), 8192);
    QVERIFY(!stage.wheel(stage.slider(), 1));
    QVERIFY(!stage.wheel(stage.field(), 1));
    QCOMPARE(stage.edits, Edits{});
    QVERIFY(!stage.slider()->hasFocus() && !stage.field()->hasFocus());
    // Turning a wheel over them must not bring the focus either.
    QCOMPARE(stage.slider()->focusPolicy(), Qt::StrongFocus);
    QCOMPARE(stage.field()->focusPolicy(), Qt::StrongFocus);

    stage.slider()->setFocus();
    QVERIFY(stage.wheel(stage.slider(), 1));
    QVERIFY(stage.wheel(stage.slider(), -2));
    QCOMPARE(stage.edits, (Edits{{8448, true}, {8192, true}, {7936, true}}));
    QVERIFY(stage.wheel(stage.slider(), 1, Qt::ControlModifier));
    QCOMPARE(stage.row->value(), 8192.0);

    stage.field()->setFocus();
    QVERIFY(stage.wheel(stage.field(), 1));
    QCOMPARE(stage.row->value(), 8448.0);
}

void TestPinnedSlider::typedValueIsTakenOnEnter()
{
    RowWindow stage(contextLengthSpec(), 8192);
    stage.type(QStringLiteral("32k"), Qt::Key_unknown);
    QCOMPARE(stage.edits, Edits{});
    QTest::keyClick(stage.field(), Qt::Key_Return);
    QCOMPARE(stage.edits, (Edits{{32768, true}}));
    QCOMPARE(stage.text(), QStringLiteral("32,768"));
    QCOMPARE(stage.slider()->value(), 32768.0);
    stage.other->setFocus();
    QCOMPARE(stage.edits.size(), std::size_t{1});
}

void TestPinnedSlider::typedValueIsTakenOnFocusOut()
{
    RowWindow stage(gpuCountSpec(), 8);
    stage.type(QStringLiteral("8x8"), Qt::Key_unknown);
    stage.other->setFocus();
    QCOMPARE(stage.edits, (Edits{{64, true}}));
    QCOMPARE(stage.text(), QStringLiteral("64"));
}

void TestPinnedSlider::typedValueIsTakenBackByEscape()
{
    RowWindow stage(gpuCountSpec(), 8);
    stage.type(QStringLiteral("64"), Qt::Key_Escape);
    QCOMPARE(stage.text(), QStringLiteral("8"));
    stage.other->setFocus();
    QCOMPARE(stage.edits, Edits{});
}

void TestPinnedSlider::typedNonsenseIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << QStringLiteral("many");
    QTest::newRow("too many") << QStringLiteral("1048577");
    QTest::newRow("too few") << QStringLiteral("0");
    QTest::newRow("not whole") << QStringLiteral("2.5");
    QTest::newRow("product too large") << QStringLiteral("2048x1024");
}

void TestPinnedSlider::typedNonsenseIsRefused()
{
    QFETCH(QString, text);
    RowWindow stage(gpuCountSpec(), 8);
    const int high = stage.row->height();
    stage.type(text);
    QCOMPARE(stage.edits, Edits{});
    QVERIFY(stage.isRefused());
    QCOMPARE(stage.text(), text);
    QCOMPARE(stage.row->value(), 8.0);
    QCOMPARE(stage.slider()->message(), QStringLiteral("Whole number from 1 to 1,048,576"));
    QVERIFY(stage.field()->accessibleDescription().contains(stage.slider()->message()));
    QCOMPARE(stage.row->height(), high);
    // Leaving the field neither accepts the text nor loses it.
    stage.other->setFocus();
    QVERIFY(stage.isRefused());
    QCOMPARE(stage.text(), text);
}

void TestPinnedSlider::refusalEnds()
{
    const auto refused = [] {
        auto stage = std::make_unique<RowWindow>(gpuCountSpec(), 8);
        stage->type(QStringLiteral("5000000"));
        return stage;
    };
    auto stage = refused();
    QTest::keyClick(stage->field(), Qt::Key_Escape);
    QVERIFY(!stage->isRefused());
    QCOMPARE(stage->text(), QStringLiteral("8"));
    QCOMPARE(stage->slider()->message(), QString());

    stage = refused();
    QTest::keyClicks(stage->field(), QStringLiteral("16"));
    QVERIFY(!stage->isRefused());

    stage = refused();
    stage->field()->findChild<QLineEdit*>()->selectAll();
    QTest::keyClick(stage->field(), Qt::Key_Delete);
    QTest::keyClick(stage->field(), Qt::Key_Return);
    QVERIFY(!stage->isRefused());
    QCOMPARE(stage->text(), QStringLiteral("8"));

    stage = refused();
    stage->row->show(8);
    QVERIFY(stage->isRefused());
    stage->row->show(32);
    QVERIFY(!stage->isRefused());
    QCOMPARE(stage->text(), QStringLiteral("32"));

    stage = refused();
    stage->slider()->setFocus();
    QTest::keyClick(stage->slider(), Qt::Key_PageUp);
    QVERIFY(!stage->isRefused());
    QCOMPARE(stage->text(), QStringLiteral("16"));
}

void TestPinnedSlider::unchangedTextIsNotAnEdit()
{
    RowWindow stage(modelSizeSpec(), llama8b);
    stage.type(QStringLiteral("8.03"));
    QCOMPARE(stage.edits, Edits{});
    QCOMPARE(stage.row->value(), llama8b);
    stage.type(QStringLiteral("8.030"));
    QCOMPARE(stage.edits, (Edits{{8.03e9, true}}));
}

void TestPinnedSlider::typedNameIsKept()
{
    RowWindow stage(modelSizeSpec(), 20e9);
    stage.type(QStringLiteral("llama-3-8b"));
    QCOMPARE(stage.edits, (Edits{{llama8b, true}}));
    QCOMPARE(stage.row->typedText(), QStringLiteral("llama-3-8b"));
    QTest::keyClick(stage.field(), Qt::Key_Up);
    QCOMPARE(stage.row->typedText(), QString());
    // A model that exists is allowed whatever its size.
    stage.type(QStringLiteral("kimi-k2-1t"));
    QCOMPARE(stage.edits.back(), (Edit{1026408232448, true}));
    stage.type(QStringLiteral("200T"));
    QVERIFY(stage.isRefused());
}

void TestPinnedSlider::fieldStepsAndPages()
{
    RowWindow stage(contextLengthSpec(), 8192);
    stage.field()->setFocus();
    QTest::keyClick(stage.field(), Qt::Key_Up);
    QTest::keyClick(stage.field(), Qt::Key_PageUp);
    QTest::keyClick(stage.field(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(stage.edits, (Edits{{8448, true}, {16384, true}, {8192, true}}));
    // Steps continue from the typed value.
    stage.type(QStringLiteral("64k"), Qt::Key_Up);
    QCOMPARE(stage.row->value(), 66560.0);
}

void TestPinnedSlider::focusSelectsAll()
{
    RowWindow stage(contextLengthSpec(), 8192);
    auto* edit = stage.field()->findChild<QLineEdit*>();
    stage.field()->setFocus(Qt::TabFocusReason);
    QCOMPARE(edit->selectedText(), QStringLiteral("8,192"));
    stage.other->setFocus();
    QTest::mouseClick(edit, Qt::LeftButton, {}, edit->rect().center());
    QTRY_COMPARE(edit->selectedText(), QStringLiteral("8,192"));
}

void TestPinnedSlider::showIsSilent()
{
    RowWindow stage(zeroStageSpec(), 3);
    auto* unit = stage.row->findChildren<QLabel*>().back();
    QCOMPARE(unit->text(), QStringLiteral("+ params"));
    stage.row->show(0);
    QCOMPARE(unit->text(), QStringLiteral("off"));
    QCOMPARE(stage.text(), QStringLiteral("0"));
    QCOMPARE(stage.slider()->value(), 0.0);
    stage.row->show(1, QStringLiteral("sharded"));
    QCOMPARE(unit->text(), QStringLiteral("sharded"));
    QCOMPARE(stage.edits, Edits{});
    stage.slider()->setFocus();
    QTest::keyClick(stage.slider(), Qt::Key_Right);
    QCOMPARE(unit->text(), QStringLiteral("+ grads"));
}

void TestPinnedSlider::showLeavesTypingAlone()
{
    RowWindow stage(gpuCountSpec(), 8);
    stage.type(QStringLiteral("12"), Qt::Key_unknown);
    stage.row->show(8);
    QCOMPARE(stage.text(), QStringLiteral("12"));
}

void TestPinnedSlider::cautionIsSaid()
{
    RowWindow stage(gpuCountSpec(), 8);
    const QString sentence = QStringLiteral("8 GPUs cannot be split by TP 3.");
    stage.row->setCaution(sentence);
    QCOMPARE(stage.row->caution(), sentence);
    const QList<QWidget*> parts = stage.row->findChildren<QWidget*>();
    const auto sign = std::find_if(parts.begin(), parts.end(), [&](const QWidget* part) {
        return part->toolTip() == sentence;
    });
    QVERIFY(sign != parts.end());
    QVERIFY((*sign)->isVisible());
    QCOMPARE((*sign)->size(), QSize(24, 24));
    QCOMPARE((*sign)->accessibleDescription(), sentence);
    QVERIFY(stage.field()->accessibleDescription().contains(sentence));
    QVERIFY(stage.slider()->accessibleDescription().contains(sentence));
    QVERIFY(!(*sign)->geometry().intersects(stage.field()->geometry()));
    stage.row->setCaution(QString());
    QVERIFY(!(*sign)->isVisible());
    QVERIFY(!stage.field()->accessibleDescription().contains(sentence));
}

void TestPinnedSlider::nameResets()
{
    RowWindow stage(gpuCountSpec(), 8);
    QSignalSpy reset(stage.row, &PinnedSlider::resetRequested);
    auto* name = stage.row->findChild<QLabel*>();
    QCOMPARE(name->text(), QStringLiteral("&GPU count"));
    QCOMPARE(name->buddy(), stage.field());
    QTest::mouseDClick(name, Qt::LeftButton);
    QCOMPARE(reset.count(), 1);
    QCOMPARE(stage.edits, Edits{});
}

void TestPinnedSlider::newTextsOfALanguage()
{
    RowWindow stage(contextLengthSpec(inEnglish), 8192);
    SliderSpec spec = contextLengthSpec(inGerman);
    spec.name = QStringLiteral("&Kontext");
    spec.unitName = QStringLiteral("Token");
    spec.unit = [](double) { return QStringLiteral("Token"); };
    stage.row->setSpec(spec);
    QCOMPARE(stage.text(), QStringLiteral("8.192"));
    QCOMPARE(stage.slider()->accessibleName(), QStringLiteral("Kontext, Token"));
    QCOMPARE(stage.slider()->valueText(), QStringLiteral("8.192 Token"));
    QCOMPARE(stage.edits, Edits{});
}

void TestPinnedSlider::speaksValues()
{
    RowWindow stage(contextLengthSpec(), 8192);
    QCOMPARE(stage.slider()->objectName(), QStringLiteral("pinned.context.slider"));
    QCOMPARE(stage.field()->objectName(), QStringLiteral("pinned.context.field"));
    QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(stage.slider());
    QVERIFY(slider);
    QCOMPARE(slider->role(), QAccessible::Slider);
    QCOMPARE(slider->text(QAccessible::Name), QStringLiteral("Context length, tokens"));
    QCOMPARE(slider->text(QAccessible::Value), QStringLiteral("8,192 tokens"));
    QCOMPARE(slider->text(QAccessible::Description),
             QStringLiteral("From 128 to 1,048,576, marks at 256, 1K, 4K, 16K, 64K, 256K, 1M."));
    QVERIFY(slider->state().focusable);
    QAccessibleInterface* field = QAccessible::queryAccessibleInterface(stage.field());
    QCOMPARE(field->role(), QAccessible::SpinBox);
    QCOMPARE(field->text(QAccessible::Name), QStringLiteral("Context length, tokens"));
    QCOMPARE(field->text(QAccessible::Value), QStringLiteral("8,192"));
    QAccessibleValueInterface* value = slider->valueInterface();
    QVERIFY(value);
    QCOMPARE(value->currentValue().toDouble(), 8192.0);
    QCOMPARE(value->minimumValue().toDouble(), 128.0);
    QCOMPARE(value->maximumValue().toDouble(), 1048576.0);
    QCOMPARE(value->minimumStepSize().toDouble(), 256.0);

    RowWindow model(modelSizeSpec(), llama8b);
    QAccessibleInterface* size = QAccessible::queryAccessibleInterface(model.slider());
    QCOMPARE(size->text(QAccessible::Value), QStringLiteral("8.03 B params"));
    QCOMPARE(size->valueInterface()->currentValue().toDouble(), 8.03);
    QCOMPARE(size->valueInterface()->maximumValue().toDouble(), 1000.0);

    RowWindow zero(zeroStageSpec(), 2);
    QAccessibleInterface* stageOf = QAccessible::queryAccessibleInterface(zero.slider());
    QCOMPARE(stageOf->text(QAccessible::Name), QStringLiteral("ZeRO stage"));
    QCOMPARE(stageOf->text(QAccessible::Value), QStringLiteral("2 + grads"));
}

void TestPinnedSlider::setsByScreenReader()
{
    RowWindow stage(contextLengthSpec(), 8192);
    QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(stage.slider());
    slider->valueInterface()->setCurrentValue(16384.0);
    QAccessibleActionInterface* actions = slider->actionInterface();
    QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::increaseAction()));
    actions->doAction(QAccessibleActionInterface::increaseAction());
    actions->doAction(QAccessibleActionInterface::decreaseAction());
    QCOMPARE(stage.edits, (Edits{{16384, true}, {16640, true}, {16384, true}}));
}

void TestPinnedSlider::nothingIsClipped_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("small");
    QTest::addColumn<double>("points");
    QTest::newRow("356 px, 10 pt") << 356 << false << 10.0;
    QTest::newRow("316 px, 10 pt") << 316 << true << 10.0;
    QTest::newRow("316 px, 9 pt") << 316 << true << 9.0;
    QTest::newRow("460 px, 14 pt") << 460 << false << 14.0;
}

void TestPinnedSlider::nothingIsClipped()
{
    QFETCH(int, width);
    QFETCH(bool, small);
    QFETCH(double, points);
    QFont font = QApplication::font();
    font.setPointSizeF(points);
    int fieldLeft = -1;
    for (const SliderSpec& spec : {modelSizeSpec(), contextLengthSpec(), microBatchSpec(),
                                   gpuCountSpec(), zeroStageSpec()}) {
        RowWindow stage(spec, spec.scale.most, width);
        stage.row->setFont(font);
        stage.row->setSmall(small);
        QApplication::processEvents();
        QVERIFY2(stage.row->minimumSizeHint().width() <= width, qPrintable(spec.name));
        if (points <= 10)
            QCOMPARE(stage.row->height(), small ? 57 : 62);
        for (const QLabel* label : stage.row->findChildren<QLabel*>()) {
            QVERIFY2(label->sizeHint().width() <= label->width(), qPrintable(label->text()));
            QVERIFY2(label->sizeHint().height() <= label->height(), qPrintable(label->text()));
            QVERIFY(stage.row->rect().contains(label->geometry()));
            QVERIFY(!label->geometry().intersects(stage.field()->geometry()));
        }
        QVERIFY(stage.row->rect().contains(stage.field()->geometry()));
        QVERIFY(stage.row->rect().contains(stage.slider()->geometry()));
        QVERIFY(stage.slider()->sizeHint().height() <= stage.slider()->height());
        // The longest text of the field, and the sentence that refuses another.
        const auto* edit = stage.field()->findChild<QLineEdit*>();
        QVERIFY2(edit->fontMetrics().horizontalAdvance(edit->text()) <= edit->width(),
                 qPrintable(spec.name));
        stage.slider()->setMessage(spec.allowed);
        QVERIFY2(stage.slider()->messageFits(), qPrintable(spec.name));
        // The five stand in line.
        if (fieldLeft >= 0)
            QCOMPARE(stage.field()->x(), fieldLeft);
        fieldLeft = stage.field()->x();
    }
}

void TestPinnedSlider::labelsNeverOverlap()
{
    MarkSlider slider;
    slider.setScale(gpuCountSpec().scale);
    slider.resize(336, 36);
    QCOMPARE(slider.visibleLabels().size(), std::size_t{10});
    slider.resize(120, 36);
    const std::vector<QString> few = slider.visibleLabels();
    QVERIFY(few.size() < 10);
    QCOMPARE(few.front(), QStringLiteral("1"));
    QCOMPARE(few.back(), QStringLiteral("1,024"));
}

void TestPinnedSlider::paintsInBothThemes()
{
    const QPalette before = QApplication::palette();
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        QApplication::setPalette(theme->palette());
        RowWindow stage(contextLengthSpec(), 32768);
        QApplication::processEvents();
        const auto pixel = [&](double value) {
            const QImage image = stage.slider()->grab().toImage();
            const double ratio = image.devicePixelRatio();
            const QPointF at(stage.slider()->positionOf(value),
                             stage.slider()->handleRect().center().y());
            return image.pixelColor((at * ratio).toPoint());
        };
        QCOMPARE(pixel(1024), theme->accent);
        QCOMPARE(pixel(524288), theme->hairline);
        QCOMPARE(pixel(32768), theme->button);
        const QLabel* unit = stage.row->findChildren<QLabel*>().back();
        QCOMPARE(unit->palette().color(QPalette::WindowText), theme->muted);
        // A change of theme reaches rows that are there already.
        QApplication::setPalette((theme->dark ? lightTheme() : darkTheme()).palette());
        QApplication::processEvents();
        QCOMPARE(unit->palette().color(QPalette::WindowText), currentTheme().muted);
        QCOMPARE(pixel(1024), currentTheme().accent);
    }
    QApplication::setPalette(before);
}

QTEST_MAIN(TestPinnedSlider)
#include "test_pinned_slider.moc"
