// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden_file.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/accessible.h"
#include "ui/base/mark_slider.h"
#include "ui/base/message_bar.h"
#include "ui/figures/context_view.h"
#include "ui/figures/timeline_view.h"
#include "ui/panel/key_field.h"
#include "ui/window/preferences_dialog.h"
#include "window_fixture.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace highwater;

namespace {

/// What a screen reader speaks, from the events that Qt's bridge to AT-SPI passes on:
/// announcements, the widget that takes the focus, and what changes of the widget that has it. An
/// alert, which the bridge drops, is not among them.
struct Ear
{
    QStringList heard;
    int names = 0, descriptions = 0; ///< changes of any widget, most of which nobody speaks

    void clear() { *this = {}; }
};

Ear* listening = nullptr;

QString nameIn(const QAccessibleInterface& from)
{
    return from.text(QAccessible::Name);
}

QString descriptionIn(const QAccessibleInterface& from)
{
    return from.text(QAccessible::Description).replace(u'\n', u' ').simplified();
}

/// Name, value and description, as they are spoken of a widget that takes the focus.
QString spoken(const QAccessibleInterface& from)
{
    QStringList parts{nameIn(from), from.text(QAccessible::Value), descriptionIn(from)};
    if (from.state().checkable)
        parts.insert(
            1, from.state().checked ? QStringLiteral("checked") : QStringLiteral("not checked"));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" | "));
}

void hear(QAccessibleEvent* event)
{
    const QAccessibleInterface* from = event->accessibleInterface();
    if (!listening || !from || !from->isValid())
        return;
    const bool hasFocus = event->object() && event->object() == QApplication::focusWidget();
    const auto say = [](const char* kind, const QString& words) {
        listening->heard << QLatin1String(kind) + QStringLiteral(": ") + words;
    };
    switch (event->type()) {
    case QAccessible::ObjectShow:
        if (from->role() == QAccessible::Notification && from->childCount() == 1)
            say("announced", nameIn(*from->child(0)));
        break;
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    case QAccessible::Announcement:
        say("announced", static_cast<QAccessibleAnnouncementEvent*>(event)->message());
        break;
#endif
    case QAccessible::Focus:
        say("focus", spoken(*from));
        break;
    case QAccessible::NameChanged:
        ++listening->names;
        if (hasFocus)
            say("name", nameIn(*from));
        break;
    case QAccessible::DescriptionChanged:
        ++listening->descriptions;
        if (hasFocus)
            say("description", descriptionIn(*from));
        break;
    case QAccessible::ValueChanged:
        if (hasFocus)
            say("value", from->text(QAccessible::Value));
        break;
    default:
        break;
    }
}

QAccessibleInterface* accessible(QObject* object)
{
    return QAccessible::queryAccessibleInterface(object);
}

} // namespace

class TestHeard : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tenActions();
    void aKeyPressIsFewEvents();
    void anAlertIsNotHeard();
    void messagesAreAnnounced();
    void rolesAreThoseOfAReader();
    void fieldsAreNumbers();
    void aReaderSetsAField();
    void automaticValuesAreHeard();
    void checkBoxesSayWhatTheyAre();
    void theTimelineHasAName();
    void theChartIsHeard();
    void offersComeBeforeThePages();

private:
    /// A line of the golden file for each thing that is heard in the action.
    void note(const char* action, const std::function<void()>& act);

    Ear m_ear;
    QStringList m_notes;
    QAccessible::UpdateHandler m_handlerBefore = nullptr;
};

void TestHeard::init()
{
    QAccessible::setActive(true);
    WindowFixture::init();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    settlePainted();
    m_ear.clear();
    m_notes.clear();
    listening = &m_ear;
    m_handlerBefore = QAccessible::installUpdateHandler(hear);
}

void TestHeard::cleanup()
{
    QAccessible::installUpdateHandler(m_handlerBefore);
    listening = nullptr;
    WindowFixture::cleanup();
}

void TestHeard::note(const char* action, const std::function<void()>& act)
{
    settlePainted();
    m_ear.clear();
    act();
    settlePainted();
    m_notes << QString::fromUtf8(action);
    for (const QString& words : std::as_const(m_ear.heard))
        m_notes << QStringLiteral("  ") + words;
}

void TestHeard::tenActions()
{
    auto* context = find<QWidget>("pinned.context.slider");
    auto* chart = find<ContextChartView>("contextChart");
    auto* ledger = find<QTreeView>("ledger");
    note("The slider of the context takes the focus", [&] { context->setFocus(); });
    note("One key on it", [&] { QTest::keyClick(context, Qt::Key_Right); });
    note("Page Up until the plan no longer fits", [&] {
        for (int i = 0; i < 12 && document().results().estimate->verdict != Verdict::Over; ++i) {
            m_ear.clear();
            QTest::keyClick(context, Qt::Key_PageUp);
            settlePainted();
        }
    });
    note("An offer takes the focus", [&] { find<QPushButton>("verdict.action0")->setFocus(); });
    note("The offer is taken",
         [&] { QTest::keyClick(find<QPushButton>("verdict.action0"), Qt::Key_Space); });
    note("Undo", [&] { QTest::keyClick(m_window, Qt::Key_Z, Qt::ControlModifier); });
    note("The next page, and back", [&] {
        QTest::keyClick(m_window, Qt::Key_2, Qt::ControlModifier);
        settlePainted();
        QTest::keyClick(m_window, Qt::Key_1, Qt::ControlModifier);
    });
    note("A message", [&] {
        m_window->messages().show(
            {Message::Kind::Caution, QStringLiteral("a"), QStringLiteral("Not saved."), {}});
    });
    note("The chart takes the focus", [&] { chart->setFocus(); });
    note("One key on its marker", [&] { QTest::keyClick(chart, Qt::Key_Left); });
    note("The ledger takes the focus, and one row down", [&] {
        ledger->setFocus();
        QTest::keyClick(ledger, Qt::Key_Down);
    });
    note("A field takes the focus, and a word that is no number is typed", [&] {
        auto* field = find<QWidget>("pinned.batch.field");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("many"));
        QTest::keyClick(field, Qt::Key_Return);
    });
    note("A dialog opens", [&] {
        trigger("view.preferences");
        QTRY_VERIFY(find<PreferencesDialog>("preferences")->isActiveWindow());
    });
    const std::string text = QString(m_notes.join(u'\n') + u'\n').toStdString();
    QVERIFY2(isGolden("heard.txt", text),
             "HIGHWATER_WRITE_GOLDEN=1 test_heard tenActions writes it anew, for you to look at");
}

/// A reader that logs, or follows names, hears each event; a key press told 19 to 28 of them before
/// names were set where they change only.
void TestHeard::aKeyPressIsFewEvents()
{
    auto* context = find<QWidget>("pinned.context.slider");
    context->setFocus();
    settlePainted();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Left}) {
        m_ear.clear();
        QTest::keyClick(context, key);
        settlePainted();
        qInfo("a key press: %d names, %d descriptions", m_ear.names, m_ear.descriptions);
        QVERIFY(m_ear.names + m_ear.descriptions < 19);
    }
}

void TestHeard::anAlertIsNotHeard()
{
    QAccessibleEvent alert(m_window, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    QCOMPARE(m_ear.heard, QStringList());
}

void TestHeard::messagesAreAnnounced()
{
    MessageBar& bar = m_window->messages();
    const auto show = [&bar](const char* text) {
        bar.show({Message::Kind::Note, QStringLiteral("a"), QString::fromUtf8(text), {}});
    };
    show("first");
    show("second");
    QCOMPARE(
        m_ear.heard,
        (QStringList{QStringLiteral("announced: first"), QStringLiteral("announced: second")}));
    m_ear.clear();
    announce(*m_window, {});
    QCOMPARE(m_ear.heard, QStringList());
#if QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
    // A reader speaks the labels within a notification.
    auto* announcer = find<QWidget>("announcer");
    QCOMPARE(accessible(announcer)->role(), QAccessible::Notification);
    QVERIFY(!accessible(announcer)->state().invisible);
    QCOMPARE(nameIn(*accessible(announcer)), QString()); // a name would be said in their place
    QCOMPARE(accessible(announcer)->childCount(), 1);
    QCOMPARE(accessible(announcer)->child(0)->role(), QAccessible::StaticText);
    QCOMPARE(nameIn(*accessible(announcer)->child(0)), QStringLiteral("second"));
    QVERIFY(announcer->focusPolicy() == Qt::NoFocus);
#endif
}

void TestHeard::rolesAreThoseOfAReader()
{
    QCOMPARE(accessible(find<QWidget>("contextChart"))->role(), QAccessible::Chart);
    QCOMPARE(accessible(find<QWidget>("verdict"))->role(), QAccessible::Grouping);
    QCOMPARE(accessible(find<QWidget>("messageBar"))->role(), QAccessible::Grouping);
    for (const QSplitter* splitter : m_window->findChildren<QSplitter*>())
        QCOMPARE(accessible(splitter->handle(1))->role(), QAccessible::Separator);
}

void TestHeard::fieldsAreNumbers()
{
    const auto numbers = [](QWidget* field) -> std::array<double, 4> {
        const QAccessibleValueInterface* value = accessible(field)->valueInterface();
        return {value->currentValue().toDouble(), value->minimumValue().toDouble(),
                value->maximumValue().toDouble(), value->minimumStepSize().toDouble()};
    };
    change("workload.context", std::int64_t{8192});
    const auto context = numbers(find<QWidget>("pinned.context.field"));
    QCOMPARE(context[0], 8192.0);
    QVERIFY(context[1] < context[0] && context[0] < context[2] && context[3] > 0);
    // In the unit of the field: a card of 80 GiB is 80, in steps of one.
    change("cluster.capacity", std::int64_t{80} << 30);
    const auto capacity = numbers(control<KeyField>("cluster.capacity"));
    QCOMPARE(capacity[0], 80.0);
    QCOMPARE(capacity[3], 1.0);
    QVERIFY(capacity[2] > 1000);
}

void TestHeard::aReaderSetsAField()
{
    auto* field = control<KeyField>("cluster.capacity");
    QAccessibleValueInterface* value = accessible(field)->valueInterface();
    value->setCurrentValue(64.0);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
    // What a keyboard may not enter, a reader may not either.
    value->setCurrentValue(-1.0);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
    QVERIFY(!find<QLabel>("cluster.capacity.message")->text().isEmpty());
    QVERIFY(m_ear.heard.contains(QStringLiteral("announced: ")
                                 + find<QLabel>("cluster.capacity.message")->text()));
    value->setCurrentValue(QStringLiteral("much"));
    value->setCurrentValue(1e300);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
}

void TestHeard::automaticValuesAreHeard()
{
    auto* field = control<KeyField>("cluster.capacity");
    QVERIFY(!document().plan().cluster.capacity);
    const QString automatic = field->findChild<QLineEdit*>()->placeholderText();
    QVERIFY(automatic.endsWith(QStringLiteral("GiB")));
    QVERIFY(field->accessibleDescription().startsWith(automatic + QStringLiteral(", automatic")));
    change("cluster.capacity", std::int64_t{64} << 30);
    QVERIFY(!field->accessibleDescription().contains(QStringLiteral("automatic")));
}

void TestHeard::checkBoxesSayWhatTheyAre()
{
    QCOMPARE(nameIn(*accessible(control<QCheckBox>("recipe.attention"))),
             QStringLiteral("Flash attention"));
    QCOMPARE(nameIn(*accessible(control<QCheckBox>("recipe.kernels"))),
             QStringLiteral("Fused kernels"));
}

void TestHeard::theTimelineHasAName()
{
    auto* view = m_window->findChild<TimelineView*>();
    QCOMPARE(nameIn(*accessible(view)), QStringLiteral("Memory over a step"));
    QCOMPARE(accessible(view)->role(), QAccessible::Chart);
}

void TestHeard::theChartIsHeard()
{
    change("workload.context", std::int64_t{8192});
    const QString said = find<QWidget>("contextChart")->accessibleDescription();
    QVERIFY2(said.startsWith(QStringLiteral("8,192 tokens: ")), qPrintable(said));
    for (const char* part : {"free ", "Fits up to ", "Parameters ", "Activations ", "GiB."})
        QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
}

/// The verdict is first to the eye: its offers come before the pages, after the panel.
void TestHeard::offersComeBeforeThePages()
{
    const auto* tabs = find<QTabBar>("tabs");
    const auto* verdict = find<VerdictBar>("verdict");
    const auto* panel = find<QWidget>("panel");
    QStringList order;
    int place = 0, lastOfPanel = 0, firstOffer = 0, lastOffer = 0, pages = 0;
    const QWidget* first = find<QWidget>("pinned.model.slider");
    const QWidget* widget = first;
    do {
        ++place;
        if (widget->isVisible() && widget->focusPolicy() & Qt::TabFocus) {
            if (panel->isAncestorOf(widget))
                lastOfPanel = place;
            if (verdict->isAncestorOf(widget)) {
                firstOffer = firstOffer ? firstOffer : place;
                lastOffer = place;
            }
            if (widget == tabs)
                pages = place;
        }
        widget = widget->nextInFocusChain();
    } while (widget != first);
    QVERIFY(firstOffer > 0 && pages > 0);
    QVERIFY2(lastOfPanel < firstOffer,
             qPrintable(QStringLiteral("%1, %2").arg(lastOfPanel).arg(firstOffer)));
    QVERIFY(lastOffer < pages);
}

QTEST_MAIN(TestHeard)
#include "test_heard.moc"
